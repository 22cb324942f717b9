"""The private panel behind More…: what a person may do at a table beyond the buttons everybody sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.buttons import TableButton
from bot.locale import Text, say, say_as
from bot.show.paper import Paper
from bot.show.scene import Practice
from bot.show.words import clipped

_ROW_LENGTH_MOST: Final = 5  # Discord
_LABELS: Final[dict[str, Text]] = {
    "join": say_as("button", "Join"),
    "sit_out": say_as("button", "Sit out"),
    "back": say_as("button", "I am back"),
    "top_up": say_as("button", "Top up"),
    "leave": say_as("button", "Leave"),
    "cards": say_as("button", "My cards"),
    "rules": say_as("button", "Rules"),
    "history": say_as("button", "History"),
    "show": say_as("button", "Show the table anew"),
    "pause": say_as("button", "Pause"),
    "resume": say_as("button", "Go on"),
    "close": say_as("button", "Close the table"),
    "unwait": say_as("button", "Stop waiting"),
    "add_house": say_as("button", "Add house player"),
    "remove_house": say_as("button", "Remove house player"),
    "hurry": say_as("button", "Hurry"),
    "take_time": say_as("button", "Take your time"),
}
_PRACTICE: Final = say(
    "Practice chips are free and count nowhere. The bot plays the house players; each of them knows what a "
    "person in its seat would, and no more."
)
_STATES: Final[dict[str, Text]] = {
    "": say("You have no seat here."),
    "in": say("You have a seat here."),
    "out": say("You sit out: you are not dealt in until you press I am back."),
    "leaving": say("You leave when this hand is over."),
    "waiting": say("You wait for a seat here."),
    "short": say("You have too few chips for the next hand: top up to be dealt in."),
}
_OFFERED: Final[dict[str, tuple[str, ...]]] = {
    "": ("join",),
    "waiting": ("join", "unwait"),
    "in": ("sit_out", "top_up", "leave"),
    "out": ("back", "top_up", "leave"),
    "leaving": (),
    "short": ("top_up", "sit_out", "leave"),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How a person stands to a table. ``state`` as in ``SeatScene``; without a seat empty, or waiting.

    ``practice``: what practice tables have, None at others; ``house_players`` says how many sit there.
    """

    state: str
    leads: bool  # the host or a manager
    paused: bool = False
    practice: Practice | None = None
    house_players: int = 0


def more_panel(table_id: int, number: int, standing: Standing, locale: str) -> ui.LayoutView:
    """The panel, in the reader's language: one row for himself, one for the table, one for who leads it."""
    state = standing.state if standing.state in _OFFERED else ""
    rows = [(*_OFFERED[state], "cards"), ("rules", "history", "show")]
    if standing.leads:
        rows.append(("resume" if standing.paused else "pause", "close"))
    told = [say("**Table {number}**", number=number), _STATES[state]]
    if standing.practice is not None:
        told = [say("**Practice table {number}**", number=number), _STATES[state], _PRACTICE]
        if standing.leads:
            pace = "take_time" if standing.practice.hurry else "hurry"
            rows.append(("add_house", *(("remove_house", pace) if standing.house_players else ())))
    if standing.leads:
        told.append(
            say("To send somebody away: {/table kick}. To give the table to another host: {/table host}.")
        )
    panel = Paper()
    panel.add_item(ui.TextDisplay("\n".join(text.to(locale) for text in told), id=1))
    for place, whats in enumerate(rows, start=1):
        assert len(whats) <= _ROW_LENGTH_MOST
        row: ui.ActionRow[Any] = ui.ActionRow(id=10 * place)
        for offset, what in enumerate(whats, start=1):
            row.add_item(_button(table_id, what, locale, 10 * place + offset))
        panel.add_item(row)
    return panel


def _button(table_id: int, what: str, locale: str, component_id: int) -> TableButton:
    style = discord.ButtonStyle.danger if what in ("leave", "close") else discord.ButtonStyle.secondary
    return TableButton(table_id, what, label=clipped(_LABELS[what].to(locale)), style=style, id=component_id)
