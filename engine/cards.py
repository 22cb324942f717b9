"""Cards, their spelling and the packs they come from.

A card is a small integer, so that hands compare and hash fast: ``(rank - 2) * 4 + suit`` for the 52,
then ``JOKER``, then ``HIDDEN`` for a card that the reader may not see. Jokers are all alike: a pack
with two holds ``JOKER`` twice.
Spelling: rank then suit (``As Td 7c``), a joker is ``Jk``, a hidden card ``??``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final, NewType

from engine.errors import InputError

Card = NewType("Card", int)


class Suit(IntEnum):
    """The four suits, the lowest first (rule C7.4)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"
JOKER: Final = Card(52)
HIDDEN: Final = Card(53)

_SPELLING: Final = (*(r + s for r in RANK_LETTERS for s in SUIT_LETTERS), "Jk", "??")
_BY_SPELLING: Final = {text: Card(i) for i, text in enumerate(_SPELLING)}

PACK_52: Final[tuple[Card, ...]] = tuple(Card(i) for i in range(52))


def card(rank: int, suit: int) -> Card:
    """The card of this rank (2 to 14) and suit (0 to 3)."""
    assert 2 <= rank <= 14 and 0 <= suit <= 3
    return Card((rank - 2) * 4 + suit)


def rank_of(c: Card) -> int:
    """2 to 14; only for one of the 52."""
    assert c < JOKER
    return c // 4 + 2


def suit_of(c: Card) -> int:
    """0 to 3, see ``Suit``; only for one of the 52."""
    assert c < JOKER
    return c % 4


def spell(c: Card) -> str:
    """``As``, ``Jk`` or ``??``."""
    return _SPELLING[c]


def spell_all(cards: Iterable[Card]) -> str:
    """Cards spelled with single spaces between them."""
    return " ".join(_SPELLING[c] for c in cards)


def parse_card(text: str) -> Card:
    """The card spelled so; ``InputError`` (``card_unknown``) names what is none."""
    found = _BY_SPELLING.get(text)
    if found is None:
        raise InputError(
            "card_unknown",
            f"unknown card {text!r}: spell rank then suit, such as As, Td or 7c; a joker is Jk",
            card=text,
        )
    return found


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by white space; a natural card given twice is an ``InputError`` (``card_twice``)."""
    cards = tuple(parse_card(word) for word in text.split())
    check_distinct(cards)
    return cards


def check_distinct(cards: Sequence[Card]) -> None:
    """``InputError`` (``card_twice``) where one of the 52 stands twice; jokers and hidden cards may."""
    for c, times in Counter(cards).items():
        if times > 1 and c < JOKER:
            raise InputError("card_twice", f"card {spell(c)} is given twice", card=spell(c))


def check_pack(deck: Sequence[Card], pack: Sequence[Card]) -> None:
    """``InputError`` where a deck does not hold exactly the cards of the pack, in whatever order.

    Hidden cards, which an exported hand has, stand for those that are missing.
    Codes: ``card_twice``, else ``deck_incomplete`` with the first card that is missing or too many.
    """
    if len(deck) == len(pack) and sorted(deck) == sorted(pack):
        return
    check_distinct(deck)
    missing, foreign = Counter(pack) - Counter(deck), Counter(deck) - Counter(pack)
    if missing.total() == foreign.total() == foreign[HIDDEN]:
        return
    c, what = next(((c, "lacks") for c in missing), None) or (next(iter(foreign)), "holds too many of")
    raise InputError(
        "deck_incomplete",
        f"the deck {what} {spell(c)}: it must be the whole pack of {len(pack)}",
        card=spell(c),
    )
