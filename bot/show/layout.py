"""The one public message of a table. It reads a Scene, which holds the public View, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

from bot.locale import listed, say
from bot.show.cards import LETTERS
from bot.show.events import last_events
from bot.show.keys import rows
from bot.show.lines import Detail, middle_line, next_game_line, pot_lines, seat_lines, terms_line, title_line
from bot.show.names import safe_name
from bot.show.paper import Paper
from bot.show.pictures.sketch import Picture
from bot.show.scene import Phase, Scene
from bot.show.showdown import showdown_lines
from bot.show.words import seat_name
from engine.game import ANSWER, Turn, View

TEXT_LENGTH_AIM: Final = 3600  # over it less is told
TEXT_LENGTH_MOST: Final = 3900  # over it lines are left out; Discord takes 4 000
ACCENT_TURN: Final = discord.Colour(0x2E7D32)
ACCENT_IDLE: Final = discord.Colour(0x546E7A)
# Component ids of the texts; those of the rows follow in bot.show.keys.
_BOX_ID, _HEAD_ID, _SEATS_ID, _NEWS_ID, _PROOF_ID, _PICTURE_ID = range(1, 7)


def table_message(scene: Scene, locale: str, picture: Picture | None = None) -> ui.LayoutView:
    """The message for that scene, in the server's language: DynamicItems only, without a timeout.

    A ``picture`` must be sent along, or stand on the message already.
    """
    texts = table_texts(scene, locale)
    box: ui.Container[Any] = ui.Container(
        accent_colour=ACCENT_TURN if scene.phase is Phase.HAND else ACCENT_IDLE, id=_BOX_ID
    )
    items: list[ui.Item[Any]] = [ui.TextDisplay(text, id=text_id) for text_id, text in texts]
    if picture is not None:  # near the buttons, where a phone shows it without scrolling
        proof = next((place for place, (text_id, _) in enumerate(texts) if text_id == _PROOF_ID), len(texts))
        items.insert(proof, _gallery(picture))
    for item in (*items, *rows(scene, locale)):
        box.add_item(item)
    message = Paper()
    message.add_item(box)
    return message


def _gallery(picture: Picture) -> ui.MediaGallery[Any]:
    """The picture by its name among the message's files."""
    item = discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
    return ui.MediaGallery(item, id=_PICTURE_ID)


def table_texts(scene: Scene, locale: str) -> list[tuple[int, str]]:
    """The texts of the message with their component ids, as much as fits."""
    plain = replace(scene, look=LETTERS)
    for shown, detail in [(scene, Detail.FULL), *((plain, detail) for detail in Detail)]:
        texts = _texts(shown, locale, detail)
        if text_length(texts) <= TEXT_LENGTH_AIM:
            return texts
    return _trimmed(texts)


def text_length(texts: list[tuple[int, str]]) -> int:
    """How long Discord may find the texts: UTF-16 units, the longest way to count."""
    return sum(_length(text) for _id, text in texts)


def _length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _texts(scene: Scene, locale: str, detail: Detail) -> list[tuple[int, str]]:
    parts = (
        (_HEAD_ID, _head(scene, locale, detail)),
        (_SEATS_ID, seat_lines(scene, locale, detail)),
        (_NEWS_ID, _news(scene, locale, detail)),
        (_PROOF_ID, _proof(scene, locale)),
    )
    return [(text_id, "\n".join(lines)) for text_id, lines in parts if lines]


def _head(scene: Scene, locale: str, detail: Detail) -> list[str]:
    lines = [title_line(scene, locale)]
    if scene.view is None or scene.phase is Phase.WAITING:
        lines.append(terms_line(scene, locale))
    lines += [middle_line(scene, locale), *pot_lines(scene, locale, detail)]
    return [line for line in lines if line]


def _news(scene: Scene, locale: str, detail: Detail) -> list[str]:
    lines = showdown_lines(scene, locale, detail)
    if detail is not Detail.BRIEF and not (scene.view is not None and scene.view.result is not None):
        lines += [text.to(locale) for text in last_events(scene, detail.name_width)]
    lines += [text.to(locale) for text in (scene.note, scene.word) if text is not None]
    lines.append(_what_now(scene, locale))
    if scene.waiting:
        names = listed(safe_name(name, detail.name_width) for name in scene.waiting)
        lines.append(say("Waiting for a seat: {names}", names=names).to(locale))
    return [line for line in lines if line]


def _what_now(scene: Scene, locale: str) -> str:
    match scene.phase:
        case Phase.WAITING if not scene.seats:
            return say("Nobody sits here yet: press Join.").to(locale)
        case Phase.DEALING:
            return say("The cards are being shuffled.").to(locale)
        case Phase.WAITING | Phase.PAUSE if scene.next_game is not None and scene.live:
            return next_game_line(scene, scene.next_game, locale)
        case Phase.PAUSE if scene.deadline_s is not None:
            return say("Next hand {time}.", time=f"<t:{scene.deadline_s}:R>").to(locale)
        case Phase.PAUSED if scene.deadline_s is not None:
            return say("Paused. Goes on by itself {time}.", time=f"<t:{scene.deadline_s}:R>").to(locale)
        case Phase.PAUSED:
            return say("Paused: the clock stands still.").to(locale)
        case Phase.HAND if scene.pausing:
            return say("The table will be paused when this turn is over.").to(locale)
        case Phase.HAND if scene.view is not None and scene.view.turn is not None:
            return _question(scene, scene.view, scene.view.turn, locale)
        case Phase.CLOSED:
            return say("This table is closed.").to(locale)
        case _:
            return ""


def _question(scene: Scene, view: View, turn: Turn, locale: str) -> str:
    """What somebody is asked, and that he cannot say no where he cannot; empty at any other turn."""
    if turn.kind != ANSWER or turn.asker is None:
        return ""
    names = {"name": seat_name(scene, turn.seats[0]), "other": seat_name(scene, turn.asker)}
    if dict(view.facts).get("forced"):
        return say("{name}, you cannot refuse this side show with {other}.", **names).to(locale)
    return say("{name}, do you accept the side show with {other}?", **names).to(locale)


def _proof(scene: Scene, locale: str) -> list[str]:
    """What holds the bot to its shuffle: whole, since it must be compared later."""
    lines = []
    if scene.root:
        lines.append(say("-# Deck of this hand: {root}", root=scene.root).to(locale))
    if scene.next_commitment:
        lines.append(
            say("-# Promise for the next shuffle: {commitment}", commitment=scene.next_commitment).to(locale)
        )
    return lines


def _trimmed(texts: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Whole lines left out from the end of the longest text until all fit."""
    texts = list(texts)
    while text_length(texts) > TEXT_LENGTH_MOST:
        place = max(range(len(texts)), key=lambda i: _length(texts[i][1]))
        text_id, text = texts[place]
        head, _newline, _last = text.removesuffix("\n…").rpartition("\n")
        texts[place] = (text_id, f"{head}\n…" if head else text[: max(1, len(text) // 2)])
    return texts
