"""The rules of a game as a private message, for /rules, More… and the buttons that turn its pages."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.answers import Press, answer_with, redraw
from bot.rules_items import Chapter
from bot.show.pictures.sketch import OFF
from bot.show.rules_examples import Rows, alt_of_rows, sketch_of_rows
from bot.show.rules_special import Block
from bot.show.rules_view import PAGES, Book, page_blocks, rules_view
from bot.show.scene import Rules
from bot.tables.mixed import all_rules
from bot.tables.people import Person
from bot.tables.room import Room
from engine.games import GAMES

PICTURE_SECONDS_MAX: Final = 5.0  # the message goes without a picture that takes longer


def chapter_here(room: Room, person: Person, channel_id: int | None, game: str | None) -> Chapter:
    """The rules that a command in that channel means: of its table, of that game where one is named.

    Of several tables that of the person himself, else the oldest.
    """
    here = [one for one in room.of_server(person.server_id) if one.state.channel_id == channel_id]
    for table in sorted(here, key=lambda one: one.state.of_user(person.user_id) is None):
        played = [table.state.terms.game, *(one.game for one in all_rules(table.state))]
        if game in (None, *played):
            return Chapter(game or played[0], table.id)
    return Chapter(game or next(iter(GAMES)))


def open_book(room: Room, person: Person, chapter: Chapter) -> Book:
    """These rules with the options of their table; with the usual ones where it is closed, or has none."""
    page = min(max(chapter.page, 1), len(PAGES))
    tables = [one for one in room.of_server(person.server_id) if one.id == chapter.table_id]
    for table in tables:
        shelf = all_rules(table.state)
        found = next((one for one in shelf if one.game == chapter.game), None)
        if found is not None:
            return Book(replace(chapter, page=page), found, table.state.number, shelf=shelf)
    usual = tuple(Rules(one.key, one.options_type()) for one in GAMES.values())
    rules = next((one for one in usual if one.game == chapter.game), usual[0])
    closed = bool(chapter.table_id) and not tables
    return Book(Chapter(rules.game, 0, page), rules, closed=closed, shelf=usual)


async def show_rules(
    press: Press, room: Room, person: Person, chapter: Chapter, *, in_place: bool = False
) -> None:
    """That page to this person alone; ``in_place`` of the one whose button was pressed."""
    book = open_book(room, person, chapter)
    locale = room.desk.server_locale(person.server_id)
    blocks = await asyncio.to_thread(page_blocks, book.rules.options, book.chapter.page, locale)
    files = await _drawn(room, person, blocks)
    names = {rows: file.filename for rows, file in files.items()}
    view = rules_view(book, blocks, names, person.locale)
    if in_place:
        await redraw(press, view, list(files.values()))
    else:
        await answer_with(press, view, list(files.values()))


async def _drawn(room: Room, person: Person, blocks: Sequence[Block]) -> dict[Rows, discord.File]:
    """The pictures of a page, in its reader's language and the server's colours; those that can be drawn."""
    look, pictures = room.desk.server_look(person.server_id), room.desk.pictures
    drawn: dict[Rows, discord.File] = {}
    for rows in [one for one in blocks if isinstance(one, Rows)] if look.pictures != OFF else []:
        sketch = sketch_of_rows(rows, person.locale, four_colours=look.four_colours)
        await pictures.wait(sketch, PICTURE_SECONDS_MAX)
        if (png := pictures.find(sketch)) is not None:
            name = f"hands-{len(drawn) + 1}.png"
            drawn[rows] = discord.File(io.BytesIO(png), name, description=alt_of_rows(rows, person.locale))
    return drawn
