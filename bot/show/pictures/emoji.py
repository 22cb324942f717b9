"""Cards as emojis: square, shown some 22 pixels high in a line, so rank and suit stand side by side."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.show.pictures.colours import FACE, LINE
from bot.show.pictures.deck import RANKS, STAR, SUITS, card_colour, draw_back, glyph
from engine.cards import HIDDEN, JOKER, PACK_52, Card, Suit, rank_of, spell, suit_of

SIZE: Final = 128  # pixels, as Discord asks
DECK: Final = (*PACK_52, JOKER, HIDDEN)
_FINE: Final = 2
_RECOLOURED: Final = (Suit.CLUBS, Suit.DIAMONDS)  # what a deck of four colours has otherwise


def emoji_name(card: Card, *, four_colours: bool) -> str:
    """The emoji's name, which a screen reader says in its place: ``card_As``, ``card4_Ad``, ``card_back``."""
    if card == HIDDEN:
        return "card_back"
    other = four_colours and card != JOKER and suit_of(card) in _RECOLOURED
    return f"card{4 if other else ''}_{spell(card)}"


def emoji_png(card: Card, *, four_colours: bool) -> bytes:
    """The emoji as PNG."""
    side = SIZE * _FINE
    large = Image.new("RGBA", (side, side), (*LINE, 0))
    pen = ImageDraw.Draw(large)
    box = (0, 0, side - 1, side - 1)
    pen.rounded_rectangle(box, side // 8, fill=LINE)
    inside = (_FINE * 2, _FINE * 2, side - 1 - _FINE * 2, side - 1 - _FINE * 2)
    if card == HIDDEN:
        draw_back(large, inside, side // 8, 4)
    else:
        pen.rounded_rectangle(inside, side // 8 - _FINE, fill=FACE)
        colour, middle = card_colour(card, four_colours=four_colours), side // 2
        if card == JOKER:
            glyph(large, STAR, side, colour, (middle, middle), side)
        else:
            left, right = (round(0.28 * side), middle), (round(0.74 * side), middle)
            glyph(large, RANKS[rank_of(card) - 2], round(0.82 * side), colour, left, side // 2)
            glyph(large, SUITS[suit_of(card)], round(0.72 * side), colour, right, round(0.44 * side))
    picture = BytesIO()
    large.resize((SIZE, SIZE), Image.Resampling.BOX).save(picture, "PNG", optimize=True)
    return picture.getvalue()
