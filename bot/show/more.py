"""The private panel behind More…: what a person can do at a table besides playing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.buttons import TableButton
from bot.locale import Text, say, say_as
from bot.show.words import clipped

_KEYS_IN_ROW_MOST: Final = 5
_TEXT_ID: Final = 1
_FIRST_KEY_ID: Final = 10

_LABELS: Final[dict[str, Text]] = {
    "join": say_as("button", "Join"),
    "sit_out": say_as("button", "Sit out"),
    "back": say_as("button", "I am back"),
    "top_up": say_as("button", "Top up"),
    "leave": say_as("button", "Leave"),
    "rules": say_as("button", "Rules"),
    "show": say_as("button", "Show the table below"),
    "pause": say_as("button", "Pause"),
    "resume": say_as("button", "Go on"),
    "close": say_as("button", "Close the table"),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How a person stands at a table. ``state`` as in ``SeatScene``, empty without a seat."""

    state: str
    leads: bool  # host or manager
    paused: bool


def more_panel(table_id: int, number: int, standing: Standing, locale: str) -> ui.LayoutView:
    """The panel, in the person's language."""
    lines = [say("**Table {number}**", number=number)]
    if standing.leads:
        lines.append(say("To send somebody away: /table kick. To give the table to another host: /table host."))
    panel = ui.LayoutView(timeout=None)
    panel.add_item(ui.TextDisplay("\n".join(line.to(locale) for line in lines), id=_TEXT_ID))
    whats = list(_offered(standing))
    keys = [
        TableButton(
            table_id,
            what,
            label=clipped(_LABELS[what].to(locale)),
            style=discord.ButtonStyle.danger if what == "close" else discord.ButtonStyle.secondary,
            id=_FIRST_KEY_ID + index,
        )
        for index, what in enumerate(whats)
    ]
    for row, start in enumerate(range(0, len(keys), _KEYS_IN_ROW_MOST)):
        line: ui.ActionRow[Any] = ui.ActionRow(*keys[start : start + _KEYS_IN_ROW_MOST], id=_TEXT_ID + 1 + row)
        panel.add_item(line)
    return panel


def _offered(standing: Standing) -> Iterator[str]:
    if not standing.state:
        yield "join"
    elif standing.state != "leaving":
        yield "back" if standing.state == "out" else "sit_out"
        yield from ("top_up", "leave")
    yield from ("rules", "show")
    if standing.leads:
        yield "resume" if standing.paused else "pause"
        yield "close"
