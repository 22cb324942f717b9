"""The fixed numbers of Aces, Straights and Flushes, and how its cards fall (rules A1, A2.1, P6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import HIDDEN, JOKER, PACK_52, Card

PACK: Final = PACK_52  # the joker is not shuffled in
COMMON: Final[tuple[Card, ...]] = (JOKER,)
STREETS: Final = ((False, False, True), (True,), (True,), (False,))  # what falls before each round: open?
ROUNDS: Final = len(STREETS)
HAND_CARDS: Final = sum(len(street) for street in STREETS)
PLAYERS_MOST: Final = 7
assert len(PACK) >= PLAYERS_MOST * HAND_CARDS
RAISES_MOST: Final = 3
LIMIT_UNITS: Final = (1, 1, 2, 2)  # what a bet or raise adds in each round (rule A1.2)
RESERVE_UNITS: Final = 1 + (1 + RAISES_MOST) * sum(LIMIT_UNITS)  # the ante and every bet (rule A1.3)
assert len(LIMIT_UNITS) == ROUNDS and RESERVE_UNITS == 25

_OPEN: Final = slice(2, 5)  # the open ones among a hand's cards, in dealing order


def deal_street(
    street: int, live: Sequence[int], deck: Sequence[Card], top: int
) -> tuple[list[tuple[int, Card, bool]], int]:
    """The cards of one street as (place in play order, card, open), and the new top of the deck.

    ``live`` are the places still in. One card at a time, without a burn card.
    """
    fallen = []
    for is_open in STREETS[street]:
        for place in live:
            fallen.append((place, deck[top], is_open))
            top += 1
    return fallen, top


def open_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """What everybody sees of a hand."""
    return cards[_OPEN]


def covered(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand as the others see it: HIDDEN for each closed card."""
    shown = cards[_OPEN]
    return (HIDDEN,) * min(2, len(cards)) + shown + (HIDDEN,) * (len(cards) - 2 - len(shown))
