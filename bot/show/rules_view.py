"""The rules of a game as one private message in pages, with the options of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import ui

from bot.locale import Text, frame, say, say_as, strung
from bot.rules_items import Chapter, ChapterButton, ChapterMenu
from bot.show.paper import Paper
from bot.show.rules import odds_text, options_lines
from bot.show.rules_examples import Rows, alt_of_rows, class_rows, lines_of_rows
from bot.show.rules_play import play_texts
from bot.show.rules_special import Block, deciding_texts, special_blocks
from bot.show.scene import Rules
from bot.show.words import clipped, lines, rules_name, stake_text
from engine.options import Options

PAGES: Final = (
    say_as("page of the rules", "How it is played"),
    say_as("page of the rules", "What beats what"),
    say_as("page of the rules", "Special rules"),
    say_as("page of the rules", "Options"),
    say_as("page of the rules", "Exact odds"),
)
_ROW_LENGTH_MOST: Final = 5  # Discord
_CHOICE_LENGTH_MOST: Final = 100  # Discord
_BOX_ID, _HEAD_ID, _BLOCK_ID, _MENU_ID, _KEYS_ID, _GAMES_ID = 1, 2, 10, 100, 110, 120


@dataclass(frozen=True, slots=True)
class Book:
    """The rules that are open, at a page that there is. ``table``: its number, None for the usual options.

    ``closed``: the table that was asked about is no more. ``shelf``: the rules that one can turn to from
    here, these included.
    """

    chapter: Chapter
    rules: Rules
    table: int | None = None
    closed: bool = False
    shelf: tuple[Rules, ...] = ()


def page_blocks(options: Options, page: int, locale: str) -> tuple[Block, ...]:
    """What stands on a page: paragraphs and pictures. The odds are counted, which takes a while.

    ``locale`` is the server's, in which the table's buttons are named.
    """
    match page:
        case 1:
            told: tuple[Block, ...] = play_texts(options, locale)
        case 2:
            told = (*class_rows(options), *deciding_texts(options))
        case 3:
            told = special_blocks(options, locale)
        case 4:
            told = (_options_text(options),)
        case _:
            told = (odds_text(options),)
    return told or (say("Nothing is written about that yet."),)


def _options_text(options: Options) -> Text:
    head = say("What is not as usual stands out.")
    if options == type(options)():
        head = say("All options are as usual.")
    return lines(head, *(frame("- {line}", line=line) for line in options_lines(options)))


def rules_view(book: Book, blocks: Sequence[Block], files: Mapping[Rows, str], locale: str) -> ui.LayoutView:
    """A page as a message; ``files`` names the picture of each of its example hands that has one."""
    box: ui.Container[Any] = ui.Container(id=_BOX_ID)
    box.add_item(ui.TextDisplay(_head(book).to(locale), id=_HEAD_ID))
    for place, block in enumerate(blocks):
        box.add_item(_drawn(block, files, locale, _BLOCK_ID + place))
    box.add_item(ui.ActionRow(_menu(book, locale), id=_MENU_ID))
    box.add_item(ui.ActionRow(*_turns(book.chapter, locale), id=_KEYS_ID))
    if len(book.shelf) > 1:
        box.add_item(ui.ActionRow(*_games(book, locale), id=_GAMES_ID))
    view = Paper()
    view.add_item(box)
    return view


def name_text(book: Book) -> Text:
    """Which rules these are."""
    return frame("**{game}**", game=rules_name(book.rules))


def whose_text(book: Book) -> Text:
    """Whose options they are: those of a table, or the usual ones."""
    return say("the usual options") if book.table is None else say("table {number}", number=book.table)


def _head(book: Book) -> Text:
    parts = (name_text(book), stake_text(book.rules.options), whose_text(book))
    page = say(
        "-# Page {page} of {pages}: {title}",
        page=book.chapter.page,
        pages=len(PAGES),
        title=PAGES[book.chapter.page - 1],
    )
    head = [strung(parts, " · "), page]
    if book.closed:
        head.append(say("-# That table is closed."))
    elif book.table is not None and len(book.shelf) > 1:  # rule D1
        head.append(say("-# Where several games are played the deal always passes one seat clockwise."))
    return lines(*head)


def _drawn(block: Block, files: Mapping[Rows, str], locale: str, component_id: int) -> ui.Item[Any]:
    if isinstance(block, Text):
        return ui.TextDisplay[Any](block.to(locale), id=component_id)
    if block not in files:
        title = frame("**{caption}**", caption=block.caption)
        return ui.TextDisplay[Any](lines(title, *lines_of_rows(block)).to(locale), id=component_id)
    picture: ui.MediaGallery[Any] = ui.MediaGallery(id=component_id)
    picture.add_item(media=f"attachment://{files[block]}", description=alt_of_rows(block, locale))
    return picture


def _menu(book: Book, locale: str) -> ChapterMenu:
    return ChapterMenu(
        book.chapter,
        options=[
            discord.SelectOption(
                label=clipped(
                    frame("{page}. {title}", page=page, title=title).to(locale), _CHOICE_LENGTH_MOST
                ),
                value=str(page),
                default=page == book.chapter.page,
            )
            for page, title in enumerate(PAGES, start=1)
        ],
        id=_MENU_ID + 1,
    )


def _turns(chapter: Chapter, locale: str) -> list[ChapterButton]:
    turned = ((chapter.page - 1, say_as("button", "Back one")), (chapter.page + 1, say_as("button", "Next")))
    return [
        ChapterButton(
            replace(chapter, page=page),
            label=clipped(label.to(locale)),
            style=discord.ButtonStyle.primary if page > chapter.page else discord.ButtonStyle.secondary,
            disabled=not 1 <= page <= len(PAGES),
            id=_KEYS_ID + place,
        )
        for place, (page, label) in enumerate(turned, start=1)
    ]


def _games(book: Book, locale: str) -> list[ChapterButton]:
    return [
        ChapterButton(
            replace(book.chapter, game=rules.game),
            label=clipped(rules_name(rules).to(locale)),
            style=discord.ButtonStyle.secondary,
            disabled=rules.game == book.chapter.game,
            id=_GAMES_ID + place,
        )
        for place, rules in enumerate(book.shelf[:_ROW_LENGTH_MOST], start=1)
    ]
