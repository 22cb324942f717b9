"""The private panel before a table opens: its terms, a menu "Change…", Open and Cancel.

The panel remembers nothing: its components carry the whole draft (see ``bot.show.draft``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.locale import Text, say, say_as
from bot.panel_items import ChangeMenu, PanelButton, ValueMenu
from bot.show.draft import DraftError, TermsField, changed, fields_of, pack
from bot.show.paper import Paper
from bot.show.scene import Rules, Terms
from bot.show.words import buy_in_text, clipped, joined, mixed_name, rules_name, terms_stake

OPTION_TEXT_MOST: Final = 100  # Discord: label and description of a menu's entry
PLACEHOLDER_MOST: Final = 150
FIELDS_MOST: Final = 25  # Discord: entries of a menu
FIELDS_EXPLAINED: Final = 12  # of more fields only those are explained that are not as usual
_TEXT_ID, _ROW_IDS = 1, (10, 20, 30)


def panel_message(
    terms: Terms, locale: str, chosen: str | None = None, saved: Sequence[Rules] = ()
) -> ui.LayoutView:
    """The panel in the host's language; ``chosen`` is the field whose values are offered.

    ``saved`` are the house rules that the server keeps.
    """
    draft, fields = pack(terms), fields_of(terms, saved)
    assert len(fields) <= FIELDS_MOST
    panel = Paper()
    panel.add_item(ui.TextDisplay(panel_text(terms, locale, saved), id=_TEXT_ID))
    keys: list[ui.DynamicItem[Any]] = [_change_menu(draft, fields, chosen, locale)]
    for place, field in enumerate(fields):
        if field.name == chosen and field.values:
            keys.append(_value_menu(place, draft, field, locale))
    for row_id, key in zip(_ROW_IDS, keys, strict=False):
        row: ui.ActionRow[Any] = ui.ActionRow(key, id=row_id)
        panel.add_item(row)
    last: ui.ActionRow[Any] = ui.ActionRow(*_end_keys(draft, locale), id=_ROW_IDS[-1])
    panel.add_item(last)
    return panel


def panel_text(terms: Terms, locale: str, saved: Sequence[Rules] = ()) -> str:
    """Every field with its value, and what that does; where there are many, of what is not as usual.

    What every value does stands in the menus in any case.
    """
    what = mixed_name(terms.mixed) if terms.mixed else rules_name(_rules(terms))
    heading = say("**New table: {game}**", game=what).to(locale)
    summary = joined([terms_stake(terms), buy_in_text(terms)], locale)
    found = [heading, summary, ""]
    fields, defaults = fields_of(terms, saved), type(terms.options)().to_mapping()
    for field in fields:
        line = say("{option}: **{value}**", option=field.label, value=field.now.label).to(locale)
        usual = field.now.value == defaults.get(field.name)
        meaning = None if usual and len(fields) > FIELDS_EXPLAINED else field.now.meaning
        found.append(line if meaning is None else f"{line}. {meaning.to(locale)}")
    return "\n".join(found)


def _rules(terms: Terms) -> Rules:
    return Rules(terms.game, terms.options, terms.house_rules)


def with_choice(terms: Terms, field_place: int, value_place: int, saved: Sequence[Rules] = ()) -> Terms:
    """The terms after a value was chosen in its menu; DraftError where there is no such value."""
    fields = fields_of(terms, saved)
    if field_place >= len(fields) or value_place >= len(fields[field_place].values):
        raise DraftError(f"field {field_place} value {value_place}")
    field = fields[field_place]
    return changed(terms, field.name, field.values[value_place].value, saved)


def _change_menu(draft: str, fields: tuple[TermsField, ...], chosen: str | None, locale: str) -> ChangeMenu:
    return ChangeMenu(
        draft,
        placeholder=clipped(say_as("menu", "Change…").to(locale), PLACEHOLDER_MOST),
        options=[
            discord.SelectOption(
                label=clipped(field.label.to(locale), OPTION_TEXT_MOST),
                value=field.name,
                description=clipped(_now(field).to(locale), OPTION_TEXT_MOST),
                default=field.name == chosen,
            )
            for field in fields
        ],
        id=_ROW_IDS[0] + 1,
    )


def _now(field: TermsField) -> Text:
    if field.now.meaning is None:
        return say("now {value}", value=field.now.label)
    return say("now {value}. {meaning}", value=field.now.label, meaning=field.now.meaning)


def _value_menu(place: int, draft: str, field: TermsField, locale: str) -> ValueMenu:
    return ValueMenu(
        place,
        draft,
        placeholder=clipped(field.label.to(locale), PLACEHOLDER_MOST),
        options=[
            discord.SelectOption(
                label=clipped(one.label.to(locale), OPTION_TEXT_MOST),
                value=str(number),
                description=clipped(one.meaning.to(locale), OPTION_TEXT_MOST) if one.meaning else None,
                default=one.value == field.now.value,
            )
            for number, one in enumerate(field.values)
        ],
        id=_ROW_IDS[1] + 1,
    )


def _end_keys(draft: str, locale: str) -> tuple[PanelButton, ...]:
    return (
        PanelButton(
            "open",
            draft,
            label=clipped(say_as("button", "Open the table").to(locale)),
            style=discord.ButtonStyle.success,
            id=_ROW_IDS[-1] + 1,
        ),
        PanelButton(
            "practice",
            draft,
            label=clipped(say_as("button", "Practise with house players").to(locale)),
            style=discord.ButtonStyle.secondary,
            id=_ROW_IDS[-1] + 3,
        ),
        PanelButton(
            "cancel",
            draft,
            label=clipped(say_as("button", "Cancel").to(locale)),
            style=discord.ButtonStyle.secondary,
            id=_ROW_IDS[-1] + 2,
        ),
    )
