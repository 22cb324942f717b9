"""A server's settings as one private panel: what is set, a menu of what to change, and that one's values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.locale import NAMES, Text, raw, say, say_as, say_many
from bot.setting_items import SettingMenu, SettingRoleMenu, SettingValueMenu
from bot.show.paper import Paper
from bot.show.pictures.sketch import OFF, SHOWDOWN, STREET
from bot.show.words import chips_text, clipped, lines

OPTION_LENGTH_MOST: Final = 100  # Discord
PLACEHOLDER_MOST: Final = 150
AS_DISCORD: Final = "discord"
# Every language by its own name, so that who needs it can read it.
LABELS: Final[dict[str, Text]] = {
    "zone": say_as("setting", "Time zone"),
    "locale": say_as("setting", "Language"),
    "starting_chips": say_as("setting", "Starting chips"),
    "top_up_chips": say_as("setting", "Regular top-up"),
    "manager_role": say_as("setting", "Who may manage"),
    "nudge_seconds": say_as("setting", "Seconds until a nudge"),
    "return_stack_minutes": say_as("setting", "Minutes to come back with the same stack"),
    "pictures": say_as("setting", "Pictures of the table"),
    "four_colours": say_as("setting", "Colours of the suits"),
    "hands_kept_days": say_as("setting", "Days that hands are kept (0: for ever)"),
}
# The values of a setting that is chosen in a menu, with what each does.
VALUES: Final[dict[str, dict[str, Text]]] = {
    "pictures": {
        OFF: say_as("setting", "No pictures"),
        SHOWDOWN: say_as("setting", "A picture of every showdown"),
        STREET: say_as("setting", "A picture at every round, and of the showdown"),
    },
    "four_colours": {
        "0": say_as("setting", "Two colours: black and red"),
        "1": say_as("setting", "Four colours: diamonds blue, clubs green"),
    },
}
# The same as sentences.
_PICTURES: Final[dict[str, Text]] = {
    OFF: say("Tables show no pictures."),
    SHOWDOWN: say("Tables show a picture of every showdown."),
    STREET: say("Tables show a picture at every round, and of the showdown."),
}
_SUITS: Final = (
    say("Cards in pictures have two colours: black and red."),
    say("Cards in pictures have four colours: diamonds blue, clubs green."),
)


@dataclass(frozen=True, slots=True)
class SettingsScene:
    """What is set in a server. ``zone`` and ``locale`` empty: not set."""

    zone: str
    locale: str
    starting_chips: int
    top_up_chips: int
    manager_role_id: int | None
    nudge_seconds: int
    return_stack_minutes: int
    pictures: str
    four_colours: int
    hands_kept_days: int


def settings_panel(scene: SettingsScene, locale: str, chosen: str = "") -> ui.LayoutView:
    """The panel in the manager's language; ``chosen`` is the setting whose values are offered."""
    panel = Paper()
    panel.add_item(ui.TextDisplay(settings_text(scene).to(locale), id=1))
    row: ui.ActionRow[Any] = ui.ActionRow(_menu(chosen, locale), id=10)
    panel.add_item(row)
    if chosen == "locale":
        panel.add_item(ui.ActionRow(_languages(scene, locale), id=20))
    elif chosen in VALUES:
        panel.add_item(ui.ActionRow(_values(scene, chosen, locale), id=20))
    elif chosen == "manager_role":
        holder = [] if scene.manager_role_id is None else [discord.Object(scene.manager_role_id)]
        look: dict[str, Any] = {"default_values": holder, "placeholder": _label("manager_role", locale)}
        panel.add_item(ui.ActionRow(SettingRoleMenu(id=21, **look), id=20))
    return panel


def settings_text(scene: SettingsScene) -> Text:
    """Every setting with what it does."""
    zone = raw(scene.zone) if scene.zone else say("not set")
    language = raw(NAMES[scene.locale]) if scene.locale else say("as Discord has it for this server")
    managers = (
        say("whoever may manage the server")
        if scene.manager_role_id is None
        else say("<@&{role}>, and whoever may manage the server", role=scene.manager_role_id)
    )
    top_up = (
        say("Once a week, on Monday, whoever has less than {chips} is raised to that.", chips=_chips(scene))
        if scene.top_up_chips
        else say("No regular top-up.")
    )
    nudge = (
        say("At new tables, who is to act is nudged after {seconds} s.", seconds=scene.nudge_seconds)
        if scene.nudge_seconds
        else say("At new tables nobody is nudged.")
    )
    kept = (
        say_many(
            "Of a hand older than {count} day only the result is kept.",
            "Of a hand older than {count} days only the result is kept.",
            scene.hands_kept_days,
        )
        if scene.hands_kept_days
        else say("The course of every hand is kept.")
    )
    return lines(
        say("**Settings of this server**"),
        say("Time zone: {zone}.", zone=zone),
        say("Language of public messages: {language}.", language=language),
        say("Somebody new starts with {chips}.", chips=chips_text(scene.starting_chips)),
        top_up,
        say("Managers: {managers}.", managers=managers),
        nudge,
        say(
            "Who comes back to a table within {minutes} min brings at least what he left with.",
            minutes=scene.return_stack_minutes,
        ),
        _PICTURES[scene.pictures],
        _SUITS[scene.four_colours],
        kept,
    )


def _chips(scene: SettingsScene) -> Text:
    return chips_text(scene.top_up_chips)


def _label(name: str, locale: str) -> str:
    return clipped(LABELS[name].to(locale), OPTION_LENGTH_MOST)


def _menu(chosen: str, locale: str) -> SettingMenu:
    options = [
        discord.SelectOption(label=_label(name, locale), value=name, default=name == chosen)
        for name in LABELS
    ]
    placeholder = clipped(say_as("menu", "Change…").to(locale), PLACEHOLDER_MOST)
    return SettingMenu(options=options, placeholder=placeholder, id=11)


def _values(scene: SettingsScene, name: str, locale: str) -> SettingValueMenu:
    """A menu of the values that a setting takes."""
    now = str(getattr(scene, name))
    options = [
        discord.SelectOption(
            label=clipped(text.to(locale), OPTION_LENGTH_MOST), value=value, default=value == now
        )
        for value, text in VALUES[name].items()
    ]
    look: dict[str, Any] = {"options": options, "placeholder": _label(name, locale), "id": 21}
    return SettingValueMenu(name, **look)


def _languages(scene: SettingsScene, locale: str) -> SettingValueMenu:
    as_discord = say_as("setting", "As Discord has it").to(locale)
    options = [discord.SelectOption(label=as_discord, value=AS_DISCORD, default=not scene.locale)]
    for code, name in NAMES.items():
        options.append(discord.SelectOption(label=name, value=code, default=code == scene.locale))
    look: dict[str, Any] = {"options": options, "placeholder": _label("locale", locale), "id": 21}
    return SettingValueMenu("locale", **look)
