"""What must hold after every step of every game, as assertions: a failure is a fault of ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.cards import Card


def assert_chips(total: int, stacks: Iterable[int], middle: int) -> None:
    """No chip is made or lost: stacks and middle are the chips that the table began with."""
    assert middle >= 0, "chips below zero in the middle"
    held = 0
    for stack in stacks:
        assert stack >= 0, "a stack below zero"
        held += stack
    assert held + middle == total, "chips were made or lost"


def assert_cards(hands: Iterable[Sequence[Card]], deck: Sequence[Card], dealt: int) -> None:
    """Every card is in one place: the hands hold exactly the first ``dealt`` cards of the deck.

    The rest of the deck holds the others, since a deck is a whole pack (``cards.check_pack``).
    """
    held: list[Card] = []
    for hand in hands:
        held += hand
    assert len(held) == dealt and sorted(held) == sorted(deck[:dealt]), "a card is in two places or in none"
