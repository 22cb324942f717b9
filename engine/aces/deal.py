"""How the cards of Aces, Straights and Flushes fall (rules A1.1, A1.5, A2.1, P6)."""

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
