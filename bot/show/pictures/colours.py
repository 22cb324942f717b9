"""The colours of all pictures, and the palette that they are kept in.

The paper is dark and the picture's own, readable in a dark and in a light client. Nothing is told by colour
alone: suits have their shapes, wins and losses their signs, who is on turn a mark.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

Colour = tuple[int, int, int]

PAPER: Final = (30, 33, 39)
FELT: Final = (24, 84, 68)
RIM: Final = (92, 66, 44)
PLATE: Final = (43, 47, 56)
PLATE_OUT: Final = (34, 37, 44)
EDGE: Final = (88, 95, 108)
INK: Final = (242, 243, 245)
FAINT: Final = (190, 196, 205)
TURN: Final = (240, 228, 66)  # yellow
UP: Final = (106, 190, 238)  # sky blue
DOWN: Final = (240, 170, 40)  # orange
CHIP: Final = (229, 143, 192)

FACE, FACE_DIM = (252, 252, 250), (158, 162, 168)  # of cards
LINE: Final = (16, 18, 22)
BACK, BACK_LINE = (38, 70, 128), (120, 156, 214)
BLACK, RED, BLUE, GREEN = (22, 22, 26), (196, 18, 44), (0, 84, 190), (0, 112, 52)
JOKER_INK: Final = (118, 42, 150)
_ON_CARDS: Final = (BLACK, RED, BLUE, GREEN, JOKER_INK, LINE)

# What lies on what: along such edges colours are mixed.
_EDGES: Final[tuple[tuple[Colour, tuple[Colour, ...]], ...]] = (
    (PAPER, (INK, FAINT, FELT, RIM, PLATE, PLATE_OUT, EDGE, CHIP, TURN)),
    (PLATE, (INK, FAINT, TURN, UP, DOWN, EDGE)),
    (PLATE_OUT, (INK, FAINT, UP, DOWN, EDGE)),
    (FELT, (INK, FAINT, CHIP, RIM)),
    (FACE, _ON_CARDS),
    (FACE_DIM, _ON_CARDS),
    (BACK, (BACK_LINE, LINE)),
)
_SHADES: Final = 3  # steps from one to the other; more make larger files that look the same


@cache
def palette() -> Image.Image:
    """A picture with all colours as its palette: known beforehand, nobody must look for them in each one."""
    colours = dict.fromkeys(colour for under, others in _EDGES for colour in (under, *others))
    for under, others in _EDGES:
        for over in others:
            colours |= dict.fromkeys(_between(under, over, step) for step in range(1, _SHADES))
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image


def _between(under: Colour, over: Colour, step: int) -> Colour:
    red, green, blue = (
        round(low + (high - low) * step / _SHADES) for low, high in zip(under, over, strict=True)
    )
    return red, green, blue
