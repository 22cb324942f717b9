"""The pack of Seka and how its cards fall (rules B1.1, P6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.cards import JOKER, Card, card

HAND_CARDS: Final = 3
JOKERS_MOST: Final = 4
TWENTY: Final[tuple[Card, ...]] = tuple(card(rank, suit) for rank in range(10, 15) for suit in range(4))


@lru_cache(maxsize=JOKERS_MOST + 1)
def pack_with(jokers: int) -> tuple[Card, ...]:
    """Ten to ace in four suits and so many jokers."""
    return (*TWENTY, *[JOKER] * jokers)


def seats_with(jokers: int) -> int:
    """How many players the pack is enough for: 6, 7 or 8."""
    return len(pack_with(jokers)) // HAND_CARDS


def deal_hands(deck: Sequence[Card], players: int) -> tuple[tuple[Card, ...], ...]:
    """Three cards each, one at a time: the hands in play order."""
    dealt = players * HAND_CARDS
    return tuple(tuple(deck[place:dealt:players]) for place in range(players))
