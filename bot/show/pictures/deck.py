"""Cards as small pictures, drawn once and kept: a deck of two colours and one of four, whole and dimmed."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.show.pictures.colours import (
    BACK,
    BACK_LINE,
    BLACK,
    BLUE,
    FACE,
    FACE_DIM,
    GREEN,
    JOKER_INK,
    LINE,
    RED,
    Colour,
)
from bot.show.pictures.ink import FINE, font
from engine.cards import HIDDEN, JOKER, Card, rank_of, suit_of

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("♣", "♦", "♥", "♠")
STAR: Final = "★"
_TWO: Final = (BLACK, RED, RED, BLACK)
_FOUR: Final = (GREEN, BLUE, RED, BLACK)


def card_colour(card: Card, *, four_colours: bool) -> Colour:
    """The colour of a card's rank and suit on its white face."""
    if card == JOKER:
        return JOKER_INK
    return (_FOUR if four_colours else _TWO)[suit_of(card)]


@lru_cache(1024)
def card_sprite(
    card: Card,
    width: int,
    height: int,
    *,
    four_colours: bool = False,
    dim: bool = False,
    stands_for: Card | None = None,
) -> Image.Image:
    """A card with its rank and suit one above the other at the left, where others of a fan leave it free.

    A joker shows what it stands for in place of its name; ``dim``: it does not count here.
    """
    size = (width * FINE, height * FINE)
    large = Image.new("RGBA", size, (*LINE, 0))
    pen = ImageDraw.Draw(large)
    radius = width * FINE // 8
    pen.rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, fill=LINE)
    inside = (FINE, FINE, size[0] - 1 - FINE, size[1] - 1 - FINE)
    if card == HIDDEN:
        draw_back(large, inside, radius)
    else:
        pen.rounded_rectangle(inside, radius - FINE, fill=FACE_DIM if dim else FACE)
        _front(large, card, four_colours=four_colours, stands_for=stands_for)
    return large.resize((width, height), Image.Resampling.BOX)


def draw_back(large: Image.Image, inside: tuple[int, int, int, int], radius: int, lines: int = 5) -> None:
    """The back of a card within these bounds."""
    pattern = Image.new("RGBA", large.size, BACK)
    pen = ImageDraw.Draw(pattern)
    width, height = large.size
    step = width // lines
    for start in range(-height, width + height, step):
        for line in ((start, 0, start + height, height), (start + height, 0, start, height)):
            pen.line(line, fill=BACK_LINE, width=FINE)
    mask = Image.new("L", large.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(inside, radius - FINE, fill=255)
    large.paste(pattern, (0, 0), mask)


def _front(large: Image.Image, card: Card, *, four_colours: bool, stands_for: Card | None) -> None:
    width, height = large.size
    letters = round(0.43 * height)
    left = round(0.34 * width)
    upper, lower = round(0.28 * height), round(0.71 * height)
    colour = card_colour(card, four_colours=four_colours)
    if card != JOKER:
        glyph(large, RANKS[rank_of(card) - 2], letters, colour, (left, upper), round(0.58 * width))
        glyph(large, SUITS[suit_of(card)], letters, colour, (left, lower), round(0.58 * width))
        return
    if stands_for is None:
        glyph(
            large, STAR, round(0.6 * height), colour, (round(0.42 * width), height // 2), round(0.7 * width)
        )
        return
    glyph(large, STAR, letters, colour, (left, upper), round(0.58 * width))
    colour = card_colour(stands_for, four_colours=four_colours)
    mark = RANKS[rank_of(stands_for) - 2] + SUITS[suit_of(stands_for)]
    glyph(large, mark, round(0.38 * height), colour, (round(0.4 * width), lower), round(0.7 * width))


def glyph(
    on: Image.Image, text: str, size: int, colour: Colour, centre: tuple[int, int], width_most: int
) -> None:
    """Write in bold around that point, made narrower where it is too wide."""
    face = font(size, bold=True)
    left, upper, right, lower = face.getbbox(text)
    ink = Image.new("L", (round(right - left) + 2, round(lower - upper) + 2), 0)
    ImageDraw.Draw(ink).text((1 - left, 1 - upper), text, 255, face)
    if ink.width > width_most:
        ink = ink.resize((width_most, ink.height), Image.Resampling.BOX)
    on.paste(colour, (centre[0] - ink.width // 2, centre[1] - ink.height // 2), ink)
