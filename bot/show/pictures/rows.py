"""Hands below each other: a showdown, and examples for the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.show.pictures.colours import DOWN, EDGE, FAINT, INK, PLATE, PLATE_OUT, TURN, UP
from bot.show.pictures.deck import card_sprite
from bot.show.pictures.ink import NORMAL, SMALL, WIDTH, Canvas, chips_text, font, wrapped
from bot.show.pictures.sketch import HandSketch, HandsSketch
from engine.cards import JOKER

MARGIN: Final = 18
CAPTION: Final = 64
ROW: Final = 140
GAP: Final = 10
NAMES_MOST: Final = 292  # the column of names, numbers and what somebody gets
CARD: Final = (72, 102)
STEP: Final = 57
REST_STEP: Final = 46
APART: Final = 22  # between the combination and the other cards
WORDS_LEAST: Final = 262
LINE: Final = 40
LINES_MOST: Final = 3
NARROWEST, NARROWER_STEP = 640, 40
TALLEST: Final = 1.5  # times the width


def draw_hands(sketch: HandsSketch) -> bytes:
    """The picture as PNG, as narrow as it can be."""
    sketch = narrowed(sketch)
    head, width = _head(sketch), sketch.width
    canvas = Canvas(_height(sketch), sketch.locale, width)
    canvas.text((width / 2, head / 2), sketch.caption, NORMAL, FAINT, anchor="mm", width=width - 40)
    names = _names_width(sketch)
    columns = names, min(_words_at(sketch, names), width - MARGIN - WORDS_LEAST)
    upper = head
    for hand in sketch.hands:
        _row(canvas, hand, upper, columns, four_colours=sketch.four_colours)
        upper += ROW + GAP
    if sketch.footer:
        at = (width / 2, upper + CAPTION / 2 - GAP / 2)
        canvas.text(at, sketch.footer, SMALL, FAINT, anchor="mm", width=width - 40)
    return canvas.png()


def narrowed(sketch: HandsSketch) -> HandsSketch:
    """Hands as narrow as their words allow, so that these can be read on a phone; never a tall strip."""
    words_at, height = _words_at(sketch, _names_width(sketch)), _height(sketch)
    least = 40 + max(font(NORMAL).getlength(sketch.caption), font(SMALL).getlength(sketch.footer))
    for width in range(NARROWEST, WIDTH, NARROWER_STEP):
        room = width - MARGIN - 14 - words_at
        if room < WORDS_LEAST or width < least or height > TALLEST * width:
            continue
        if all(_is_whole(hand.combination, room) for hand in sketch.hands):
            return replace(sketch, width=width)
    return sketch


def _is_whole(words: str, room: float) -> bool:
    return " ".join(wrapped(words, font(SMALL), room, LINES_MOST)) == " ".join(words.split())


def _head(sketch: HandsSketch) -> int:
    return CAPTION if sketch.caption else MARGIN


def _height(sketch: HandsSketch) -> int:
    foot = CAPTION if sketch.footer else MARGIN - GAP
    return _head(sketch) + len(sketch.hands) * (ROW + GAP) + foot


def _words_at(sketch: HandsSketch, names: int) -> int:
    return max((names + _cards_width(hand) for hand in sketch.hands), default=0) + MARGIN + 32


def _names_width(sketch: HandsSketch) -> int:
    """As wide as the longest name, number or "gets …" needs, so that the words get the rest."""
    bold, plain = font(SMALL, bold=True), font(SMALL)
    widths = [max(bold.getlength(hand.name), plain.getlength(hand.gets)) for hand in sketch.hands]
    nets = [chips_text(hand.net, sketch.locale, net=True) for hand in sketch.hands if hand.net is not None]
    widths += map(font(NORMAL, bold=True).getlength, nets)
    widest = max(widths, default=0)
    return min(NAMES_MOST, round(widest) + 16) if widest else 0


def _cards_width(hand: HandSketch) -> int:
    best = CARD[0] + STEP * max(0, len(hand.best) - 1)
    return best + (APART + CARD[0] + REST_STEP * (len(hand.rest) - 1) if hand.rest else 0)


def _row(
    canvas: Canvas, hand: HandSketch, upper: int, columns: tuple[int, int], *, four_colours: bool
) -> None:
    """One hand; ``columns``: how wide the names are, and where the words begin."""
    names, words_at = columns
    wins = bool(hand.gets)
    area = (MARGIN, upper, canvas.image.width - MARGIN, upper + ROW)
    canvas.box(area, 18, PLATE if wins or hand.net is None else PLATE_OUT, *(TURN, 4) if wins else (EDGE, 2))
    left, middle = MARGIN + 16, upper + ROW / 2
    if names:
        _person(canvas, hand, left, upper, names - 14)
    _cards(canvas, hand, left + names, upper, four_colours=four_colours)
    face = font(SMALL)
    room = canvas.image.width - MARGIN - 14 - words_at
    lines = wrapped(hand.combination, face, room, LINES_MOST)
    for place, line in enumerate(lines):
        at = (words_at, middle + (place - (len(lines) - 1) / 2) * LINE)
        canvas.text(at, line, SMALL, INK, width=room)


def _person(canvas: Canvas, hand: HandSketch, left: int, upper: int, width: int) -> None:
    """Name, what he won or lost, and what he gets out of the pots."""
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
    left = end + APART
    for card in hand.rest:
        canvas.paste(card_sprite(card, *CARD, four_colours=four_colours, dim=True), left, high + 14)
        left += REST_STEP
