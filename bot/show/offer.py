"""A free seat on offer: the line that asks who waits, and the private answer at a full table."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import discord
from discord import ui

from bot.buttons import UNWAIT, TableButton
from bot.locale import Text, say, say_as
from bot.show.paper import Paper
from bot.show.words import clipped

_TEXT_ID, _ROW_ID = 1, 10


def offer_message(table_id: int, number: int, user_id: int, until: datetime, locale: str) -> ui.LayoutView:
    """One line that mentions who is asked, with Join and Stop waiting under it."""
    text = say(
        "<@{user_id}>, a seat at table {number} is free for you. It goes to the next one {time}.",
        user_id=user_id,
        number=number,
        time=f"<t:{int(until.timestamp())}:R>",
    )
    return _message(table_id, text, ("join", UNWAIT), locale)


def full_table_panel(table_id: int, text: Text, *, waits: bool, locale: str) -> ui.LayoutView:
    """Why there is no seat now, and the list as a way to one."""
    return _message(table_id, text, (UNWAIT if waits else "wait",), locale)


def _message(table_id: int, text: Text, whats: tuple[str, ...], locale: str) -> ui.LayoutView:
    message = Paper()
    message.add_item(ui.TextDisplay(text.to(locale), id=_TEXT_ID))
    row: ui.ActionRow[Any] = ui.ActionRow(id=_ROW_ID)
    for component_id, what in enumerate(whats, start=_ROW_ID + 1):
        label, style = _KEYS[what]
        look: dict[str, Any] = {"label": clipped(label.to(locale)), "style": style, "id": component_id}
        row.add_item(TableButton(table_id, what, **look))
    message.add_item(row)
    return message


_KEYS = {
    "join": (say_as("button", "Join"), discord.ButtonStyle.success),
    "wait": (say_as("button", "Wait for a seat"), discord.ButtonStyle.success),
    UNWAIT: (say_as("button", "Stop waiting"), discord.ButtonStyle.secondary),
}
