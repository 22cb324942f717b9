"""Seasons in words: the questions before one begins or ends, the list, and what everybody reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from discord import ButtonStyle, ui

from bot.locale import Text, command, say, say_as
from bot.show.names import safe_name
from bot.show.paper import Paper
from bot.show.words import clipped, lines
from bot.standing_items import EndSeasonButton, StartSeasonButton

NAME_WIDTH_MOST: Final = 40
LISTED_MOST: Final = 12
_TEXT_ID, _ROW_ID = 1, 10


class Season(Protocol):
    """A season, as the store keeps it (``bot.store.seasons.SeasonRow``)."""

    @property
    def season_id(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def starts_at_ms(self) -> int: ...
    @property
    def ends_at_ms(self) -> int | None: ...
    @property
    def called_off(self) -> bool: ...


def confirm_start(name: str, starts_s: int, begun: bool, locale: str) -> ui.LayoutView:
    """Is that season to begin? Nothing has changed yet."""
    shown = safe_name(name, NAME_WIDTH_MOST)
    text = (
        say(
            "Begin season **{name}** with <t:{at}:f>? Everything played since then counts to it, "
            "a night by its beginning. It runs until somebody ends it.",
            name=shown,
            at=starts_s,
        )
        if begun
        else say(
            "Plan season **{name}** from <t:{at}:f> on? It runs until somebody ends it.",
            name=shown,
            at=starts_s,
        )
    )
    yes = StartSeasonButton(
        name,
        starts_s,
        label=clipped(say_as("button", "Begin it").to(locale)),
        style=ButtonStyle.success,
        id=_ROW_ID + 1,
    )
    return _question(text, yes, locale)


def confirm_end(season: Season, *, begun: bool, locale: str) -> ui.LayoutView:
    """Is the season to end? Nothing has changed yet."""
    shown = safe_name(season.name, NAME_WIDTH_MOST)
    text = (
        say(
            "End season **{name}**, which runs since <t:{at}:D>? Its standings are shown here to everybody "
            "and stay as they are. This cannot be taken back.",
            name=shown,
            at=season.starts_at_ms // 1000,
        )
        if begun
        else say(
            "Call season **{name}** off, which was to begin <t:{at}:D>?",
            name=shown,
            at=season.starts_at_ms // 1000,
        )
    )
    label = say_as("button", "End it") if begun else say_as("button", "Call it off")
    yes = EndSeasonButton(
        season.season_id, label=clipped(label.to(locale)), style=ButtonStyle.danger, id=_ROW_ID + 1
    )
    return _question(text, yes, locale)


def answered(text: Text, locale: str) -> ui.LayoutView:
    """The question once it was answered: no buttons any more."""
    view = Paper()
    view.add_item(ui.TextDisplay(text.to(locale), id=_TEXT_ID))
    return view


def started_text(manager: str, season: Season, begun: bool) -> Text:
    """What everybody reads when a season begins."""
    said = {"manager": safe_name(manager), "name": safe_name(season.name, NAME_WIDTH_MOST)}
    at, number = season.starts_at_ms // 1000, season.number
    if begun:
        return say(
            "{manager} begins season {number}, **{name}**: play counts to it since <t:{at}:f>.",
            number=number,
            at=at,
            **said,
        )
    return say(
        "{manager} plans season {number}, **{name}**: play counts to it from <t:{at}:f> on.",
        number=number,
        at=at,
        **said,
    )


def list_text(seasons: Sequence[Season], now_ms: int) -> Text:
    """All of them, newest first."""
    if not seasons:
        return say(
            "There was no season here yet: standings are of all time. A manager begins one: {/season start}."
        )
    parts = [say("**Seasons**"), *(_line(one, now_ms) for one in seasons[:LISTED_MOST])]
    if len(seasons) > LISTED_MOST:
        parts.append(
            say("Older ones: {command}", command=command("standings", season=seasons[LISTED_MOST].number))
        )
    return lines(*parts)


def _line(one: Season, now_ms: int) -> Text:
    name, begin = safe_name(one.name, NAME_WIDTH_MOST), one.starts_at_ms // 1000
    if one.called_off:
        return say("**{number}.** {name} · called off", number=one.number, name=name)
    if one.ends_at_ms is not None:
        until = one.ends_at_ms // 1000
        return say(
            "**{number}.** {name} · <t:{at}:D> to <t:{until}:D>",
            number=one.number,
            name=name,
            at=begin,
            until=until,
        )
    if one.starts_at_ms > now_ms:
        return say("**{number}.** {name} · begins <t:{at}:f>", number=one.number, name=name, at=begin)
    return say("**{number}.** {name} · runs since <t:{at}:D>", number=one.number, name=name, at=begin)


def _question(text: Text, yes: ui.DynamicItem[Any], locale: str) -> ui.LayoutView:
    view = answered(text, locale)
    no = EndSeasonButton(
        None,
        label=clipped(say_as("button", "Leave it").to(locale)),
        style=ButtonStyle.secondary,
        id=_ROW_ID + 2,
    )
    row: ui.ActionRow[Any] = ui.ActionRow(yes, no, id=_ROW_ID)
    view.add_item(row)
    return view
