"""The table as players know it: an oval, the seats around it clockwise, the pot in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageDraw

from bot.show.pictures.colours import (
    CHIP,
    DOWN,
    EDGE,
    FAINT,
    FELT,
    INK,
    PAPER,
    PLATE,
    PLATE_OUT,
    RIM,
    TURN,
    UP,
)
from bot.show.pictures.deck import card_sprite
from bot.show.pictures.ink import FINE, LARGE, NORMAL, SMALL, SMALLER, WIDTH, Canvas, font
from bot.show.pictures.sketch import SEATS_MOST, SeatSketch, TableSketch
from engine.cards import Card

MARGIN: Final = 18
CAPTION: Final = 68
BLOCK: Final = 316  # a seat's width
CARD: Final = (64, 88)
STEP_MOST: Final = 72
PLATE_HEIGHT: Final = 94
SEAT: Final = CARD[1] + PLATE_HEIGHT - 4  # the plate covers the lower edge of the cards
BET_ROW: Final = 54
MIDDLE_LEAST: Final = 190
CENTRE_WIDTH: Final = WIDTH - 2 * (BLOCK + MARGIN) - 20
COMMON: Final = (72, 100)
# How many sit below, left, above and right, by how many there are.
_SIDES: Final = {
    1: (1, 0, 0, 0),
    2: (1, 0, 1, 0),
    3: (1, 0, 2, 0),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (2, 1, 2, 1),
    7: (2, 1, 3, 1),
    8: (3, 1, 3, 1),
    9: (2, 2, 3, 2),
    10: (3, 2, 3, 2),
}
_ACROSS: Final = {1: (540,), 2: (330, 750), 3: (176, 540, 904)}
assert len(_SIDES) == SEATS_MOST and all(sum(sides) == count for count, sides in _SIDES.items())


def draw_table(sketch: TableSketch) -> bytes:
    """The picture as PNG."""
    sides = _SIDES[len(sketch.seats)]
    row = SEAT + BET_ROW
    middle = max(MIDDLE_LEAST, sides[1] * row)
    top = CAPTION + row
    height = top + middle + BET_ROW + SEAT + MARGIN
    canvas = Canvas(height, sketch.locale)
    canvas.text((WIDTH / 2, CAPTION / 2), sketch.caption, NORMAL, FAINT, anchor="mm", width=WIDTH - 40)
    _felt(canvas, CAPTION + SEAT // 2, height - MARGIN - SEAT // 2)
    _middle(canvas, sketch, top + middle // 2)
    places = _places(sides, top, middle)
    for seat, (x, y, below) in zip(sketch.seats, places, strict=True):
        _seat(canvas, seat, x, y, four_colours=sketch.four_colours)
        if seat.bet:
            _bet(canvas, seat.bet, x, y - BET_ROW // 2 if below else y + SEAT + BET_ROW // 2)
    return canvas.png()


def _places(sides: tuple[int, int, int, int], top: int, middle: int) -> Iterator[tuple[int, int, bool]]:
    """Where seats stand, clockwise from below: the middle of their upper edge, and whether they are below."""
    below, left, above, right = sides
    column = [top + middle * (2 * place + 1) // (2 * left) - (SEAT + BET_ROW) // 2 for place in range(left)]
    yield from ((x, top + middle + BET_ROW, True) for x in _ACROSS[below][::-1])
    yield from ((BLOCK // 2 + MARGIN, y, False) for y in column[::-1])
    yield from ((x, CAPTION, False) for x in _ACROSS.get(above, ()))
    assert left == right
    yield from ((WIDTH - BLOCK // 2 - MARGIN, y, False) for y in column)


def _felt(canvas: Canvas, upper: int, lower: int) -> None:
    radius = (lower - upper) // 2
    canvas.box((60, upper, WIDTH - 60, lower), radius, FELT, RIM, 14)


def _middle(canvas: Canvas, sketch: TableSketch, y: int) -> None:
    """The common cards, the pot, the pots it is made of, and the way round."""
    x = WIDTH // 2
    arrow = "↻" if sketch.clockwise else "↺"
    lines = [(sketch.pot, LARGE, INK)] if sketch.pot else []
    if sketch.pots:
        lines.append((" + ".join(map(canvas.chips, sketch.pots)), SMALL, INK))
    lines.append((arrow, LARGE, FAINT))
    height = sum(size + 8 for _text, size, _fill in lines) + (COMMON[1] + 10 if sketch.common else 0)
    upper = y - height // 2
    if sketch.common:
        _fan(canvas, sketch.common, x, upper, COMMON, COMMON[0] + 8, four_colours=sketch.four_colours)
        upper += COMMON[1] + 10
    for text, size, fill in lines:
        canvas.text(
            (x, upper + size / 2), text, size, fill, bold=size == LARGE, anchor="mm", width=CENTRE_WIDTH
        )
        upper += size + 8


def _fan(
    canvas: Canvas,
    cards: tuple[Card, ...],
    x: int,
    y: int,
    size: tuple[int, int],
    step: int,
    *,
    four_colours: bool,
) -> None:
    """Cards beside or over each other, around ``x``."""
    left = x - (size[0] + step * (len(cards) - 1)) / 2
    for place, card in enumerate(cards):
        canvas.paste(card_sprite(card, *size, four_colours=four_colours), left + place * step, y)


def _seat(canvas: Canvas, seat: SeatSketch, x: int, y: int, *, four_colours: bool) -> None:
    """Cards, and below them the plate with name, chips and how he stands."""
    if seat.cards:
        step = min(STEP_MOST, (BLOCK - 12 - CARD[0]) // max(1, len(seat.cards) - 1))
        _fan(canvas, seat.cards, x, y, CARD, step, four_colours=four_colours)
    left, upper = x - BLOCK // 2, y + SEAT - PLATE_HEIGHT
    edge, edge_width = (TURN, 6) if seat.awaited else (EDGE, 2)
    area = (left, upper, left + BLOCK, upper + PLATE_HEIGHT)
    canvas.box(area, 18, PLATE_OUT if seat.out else PLATE, edge, edge_width)
    ink = FAINT if seat.out else INK
    room: float = BLOCK - 30 - (44 if seat.deals else 0)
    first, second = upper + 27, upper + PLATE_HEIGHT - 26
    start: float = left + 15
    if seat.awaited:
        start += canvas.text((start, first), "▶", SMALL, TURN) + 6
        room -= 34
    canvas.text((start, first), seat.name, SMALL, ink, bold=not seat.out, width=room)
    stack, taken = canvas.chips(seat.stack), 0.0
    beside = font(SMALLER[-1]).getlength(seat.note) + font(SMALL).getlength(stack) + 16
    if not seat.out or beside <= BLOCK - 30:  # who is out: rather the reason than his chips
        taken = canvas.text((left + 15, second), stack, SMALL, ink)
    at, room = (left + BLOCK - 15, second), BLOCK - 30 - taken - 16
    if seat.net is not None:
        fill = UP if seat.net > 0 else DOWN if seat.net < 0 else FAINT
        canvas.text(at, canvas.chips(seat.net, net=True), SMALL, fill, bold=True, anchor="rm", width=room)
    elif seat.note:
        canvas.text(at, seat.note, SMALL, DOWN if seat.all_in else FAINT, anchor="rm", width=room)
    if seat.deals:
        canvas.paste(_disc(44, INK), left + BLOCK - 54, upper + 4)
        canvas.text((left + BLOCK - 32, upper + 26), "D", SMALL, PAPER, bold=True, anchor="mm")


def _bet(canvas: Canvas, chips: int, x: int, y: int) -> None:
    text = canvas.chips(chips)
    wide = 40 + 22 * len(text)
    canvas.paste(_disc(32, CHIP), x - wide // 2, y - 16)
    canvas.text((x - wide // 2 + 42, y), text, NORMAL, INK, bold=True)


def _disc(size: int, fill: tuple[int, int, int]) -> Image.Image:
    """A round button, a chip."""
    large = Image.new("RGBA", (size * FINE, size * FINE), (*fill, 0))
    pen = ImageDraw.Draw(large)
    pen.ellipse((0, 0, size * FINE - 1, size * FINE - 1), fill=fill)
    ring = size * FINE // 8
    pen.ellipse((ring, ring, size * FINE - 1 - ring, size * FINE - 1 - ring), outline=PAPER, width=FINE)
    return large.resize((size, size), Image.Resampling.BOX)
