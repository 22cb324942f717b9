"""What every picture is made with: its shapes, its letters, and the file that it ends as.

Made for a phone: 1080 pixels wide, shown at about 370 there, so that the smallest letters are 12 pixels high.
"""

from __future__ import annotations

import importlib.util
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.locale.numbers import short, signed_short
from bot.show.pictures.colours import INK, PAPER, Colour, palette

WIDTH: Final = 1080
SMALL, NORMAL, LARGE = 35, 38, 46  # pixels
SMALLER: Final = (32, 30)  # where a line has not room enough; nothing is written smaller
FINE: Final = 3  # shapes are drawn so many times larger, then made smaller, for smooth edges

Box = tuple[float, float, float, float]

_FOLDER: Final = ("mpl-data", "fonts", "ttf")
_MISSING: Final = "\U0010fffd"  # no font has it
_ELLIPSIS: Final = "…"


@cache
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """DejaVu Sans, which comes with matplotlib and has Cyrillic and the suits; matplotlib is not loaded."""
    found = importlib.util.find_spec("matplotlib")
    assert found is not None and found.submodule_search_locations, "matplotlib is installed"
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(Path(found.submodule_search_locations[0]).joinpath(*_FOLDER, name)), size)


@lru_cache(4096)
def _has(letter: str) -> bool:
    face = font(SMALL)
    return bytes(face.getmask(letter)) != bytes(face.getmask(_MISSING))


def drawable(text: str, otherwise: str) -> str:
    """The text without what the font lacks; ``otherwise`` where that is most of it."""
    kept = "".join(letter if letter.isspace() or _has(letter) else " " for letter in text)
    kept = " ".join(kept.split())
    letters = sum(not letter.isspace() for letter in text)
    return kept if 2 * sum(not letter.isspace() for letter in kept) > letters else otherwise


def fitted(text: str, face: ImageFont.FreeTypeFont, width: float) -> str:
    """The text, cut with "…" where it is wider than so many pixels."""
    if face.getlength(text) <= width:
        return text
    while text and face.getlength(text.rstrip() + _ELLIPSIS) > width:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


def wrapped(text: str, face: ImageFont.FreeTypeFont, width: float, lines_most: int) -> list[str]:
    """The text in lines of at most so many pixels, broken between words; the last one is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (face.getlength(longer) <= width or len(lines) == lines_most):
            lines[-1] = longer
        else:
            lines.append(word)
    return [fitted(line, face, width) for line in lines]


@lru_cache(256)
def panel(width: int, height: int, radius: int, fill: Colour, edge: Colour, edge_width: int) -> Image.Image:
    """A rectangle with round corners and smooth edges, to be pasted; what is outside it is transparent."""
    large = Image.new("RGBA", (width * FINE, height * FINE), (*fill, 0))
    pen = ImageDraw.Draw(large)
    box = (0, 0, width * FINE - 1, height * FINE - 1)
    pen.rounded_rectangle(box, radius * FINE, fill=edge if edge_width else fill)
    if edge_width:
        inner = edge_width * FINE
        box = (inner, inner, width * FINE - 1 - inner, height * FINE - 1 - inner)
        pen.rounded_rectangle(box, max(0, radius - edge_width) * FINE, fill=fill)
    return large.resize((width, height), Image.Resampling.BOX)


def chips_text(number: int, locale: str, *, net: bool = False) -> str:
    """A number of chips, short; ``net``: what was won or lost, with its sign."""
    if net:
        return signed_short(number, locale) if number else "±0"
    return short(number, locale)


class Canvas:
    """A picture being drawn, its words and numbers in one language. Places are pixels from its upper left."""

    def __init__(self, height: int, locale: str, width: int = WIDTH) -> None:
        self._locale = locale
        self.image = Image.new("RGB", (width, height), PAPER)
        self._pen = ImageDraw.Draw(self.image)

    def chips(self, number: int, *, net: bool = False) -> str:
        """A number of chips in the picture's language."""
        return chips_text(number, self._locale, net=net)

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """Put a sprite with its upper left corner there."""
        self.image.paste(sprite, (round(x), round(y)), sprite)

    def box(
        self, area: Box, radius: int, fill: Colour, edge: Colour | None = None, edge_width: int = 0
    ) -> None:
        """A rectangle with round corners: left, upper, right, lower."""
        left, upper, right, lower = area
        size = round(right - left), round(lower - upper)
        self.paste(panel(*size, radius, fill, edge or fill, edge_width), left, upper)

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int = SMALL,
        fill: Colour = INK,
        *,
        bold: bool = False,
        anchor: str = "lm",
        width: float | None = None,
    ) -> float:
        """Write one line; how many pixels it took. ``anchor`` as Pillow has it.

        Where it is wider than ``width`` it is written a little smaller, then cut.
        """
        sizes = (size, *(one for one in SMALLER if one < size))
        faces = [font(one, bold=bold) for one in sizes]
        face = faces[0]
        if width is not None:
            face = next((one for one in faces if one.getlength(text) <= width), faces[-1])
            text = fitted(text, face, width)
        self._pen.text(at, text, fill, face, anchor=anchor)
        return face.getlength(text)

    def png(self) -> bytes:
        """The picture as a file: a palette, no words about who made it with what and when."""
        picture = BytesIO()
        flat = self.image.quantize(palette=palette(), dither=Image.Dither.NONE)
        flat.save(picture, "PNG", compress_level=5)  # 7 takes half as long again for 6 % less
        return picture.getvalue()
