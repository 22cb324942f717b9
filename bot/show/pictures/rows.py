"""Hands below each other: a showdown, and examples for the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.show.pictures.deck import card_sprite
from bot.show.pictures.ink import (
    DOWN,
    EDGE,
    FAINT,
    INK,
    NORMAL,
    PLATE,
    PLATE_OUT,
    SMALL,
    TURN,
    UP,
    WIDTH,
    Canvas,
    drawable,
    font,
    wrapped,
)
from bot.show.pictures.sketch import HandSketch, HandsSketch
from engine.cards import JOKER, Card

MARGIN: Final = 18
CAPTION: Final = 64
ROW: Final = 140
GAP: Final = 10
NAME_WIDTH: Final = 290
CARD: Final = (72, 102)
STEP: Final = 57
APART: Final = 24  # between the combination and the other cards
WORDS_LEAST: Final = 262
LINE: Final = 37
LINES_MOST: Final = 3


def draw_hands(sketch: HandsSketch) -> bytes:
    """The picture as PNG."""
    head = CAPTION if sketch.caption else MARGIN
    foot = CAPTION if sketch.footer else MARGIN - GAP
    canvas = Canvas(head + len(sketch.hands) * (ROW + GAP) + foot, sketch.locale)
    canvas.text((WIDTH / 2, head / 2), sketch.caption, NORMAL, FAINT, anchor="mm", width=WIDTH - 40)
    words_at = max(_after_cards(hand) for hand in sketch.hands) if sketch.hands else 0
    upper = head
    for hand in sketch.hands:
        _row(canvas, hand, upper, min(words_at, WIDTH - MARGIN - WORDS_LEAST), sketch.four_colours)
        upper += ROW + GAP
    if sketch.footer:
        at = (WIDTH / 2, upper + CAPTION / 2 - GAP / 2)
        canvas.text(at, sketch.footer, SMALL, FAINT, anchor="mm", width=WIDTH - 40)
    return canvas.png()


def picture_of_hands(
    hands: Iterable[tuple[str, Sequence[Card], Sequence[Card]]], *, four_colours: bool = False
) -> bytes:
    """Example hands in rows, as PNG.

    Each is a label in the reader's language, its cards (a joker as ``JOKER``), and what each of those jokers
    stands for, in the same order (empty where that need not be told).
    """
    rows = tuple(
        HandSketch("", tuple(cards), tuple(joker_as), (), drawable(label, ""), "", None)
        for label, cards, joker_as in hands
    )
    return draw_hands(HandsSketch("", rows, "", four_colours))


def _after_cards(hand: HandSketch) -> int:
    """Where the words begin: beside the cards."""
    start = MARGIN + 16 + (NAME_WIDTH if hand.name else 0)
    rest = APART + STEP * len(hand.rest) if hand.rest else 0
    return start + CARD[0] + STEP * max(0, len(hand.best) - 1) + rest + 16


def _row(canvas: Canvas, hand: HandSketch, upper: int, words_at: int, four_colours: bool) -> None:
    wins = bool(hand.gets)
    area = (MARGIN, upper, WIDTH - MARGIN, upper + ROW)
    canvas.box(area, 18, PLATE if wins or hand.net is None else PLATE_OUT, *(TURN, 4) if wins else (EDGE, 2))
    left, middle = MARGIN + 16, upper + ROW / 2
    if hand.name:
        _person(canvas, hand, left, upper)
        left += NAME_WIDTH
    _cards(canvas, hand, left, upper, four_colours=four_colours)
    face = font(SMALL)
    room = WIDTH - MARGIN - 14 - words_at
    lines = wrapped(hand.combination, face, room, LINES_MOST)
    for place, line in enumerate(lines):
        at = (words_at, middle + (place - (len(lines) - 1) / 2) * LINE)
        canvas.text(at, line, SMALL, INK, width=room)


def _person(canvas: Canvas, hand: HandSketch, left: int, upper: int) -> None:
    """Name, what he won or lost, and what he gets out of the pots."""
    width = NAME_WIDTH - 14
    canvas.text((left, upper + 32), hand.name, SMALL, INK, bold=True, width=width)
    if hand.net is not None:
        fill = UP if hand.net > 0 else DOWN if hand.net < 0 else FAINT
        canvas.text(
            (left, upper + 72), canvas.chips(hand.net, net=True), NORMAL, fill, bold=True, width=width
        )
    canvas.text((left, upper + 110), hand.gets, SMALL, FAINT, width=width)


def _cards(canvas: Canvas, hand: HandSketch, left: float, upper: int, *, four_colours: bool) -> None:
    """The combination's cards raised and underlined, the others dim and lower."""
    stand_ins = iter(hand.joker_as)
    high = upper + 12
    start = left
    for card in hand.best:
        stands_for = next(stand_ins, None) if card == JOKER else None
        sprite = card_sprite(card, *CARD, four_colours=four_colours, stands_for=stands_for)
        canvas.paste(sprite, left, high)
        left += STEP
    if not hand.rest:
        return
    end = left - STEP + CARD[0]
    canvas.box((start, high + CARD[1] + 6, end, high + CARD[1] + 12), 3, TURN)
    left = end + APART - CARD[0] + STEP
    for card in hand.rest:
        canvas.paste(card_sprite(card, *CARD, four_colours=four_colours, dim=True), left, high + 14)
        left += STEP
