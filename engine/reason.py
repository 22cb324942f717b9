"""Why opened hands rank as they do, as data: whoever tells it finds the words.

``key`` is a stable word for what decided; ``rule`` the rule's number in the game's RULES.md.

    class        different combinations
    group second_group kicker    ranks of the combination's greater part, its smaller part, its other cards
    top card     the highest card of a straight; the first card from the top that differs
    order        runs and rounds by their own order
    clean natural    without a joker before with one
    lowest middle    further cards where combinations are compared by them
    suit         the suit of the deciding card
    joker equal  nothing: equal because of a joker on either side, equal altogether
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import JOKER, Card
from engine.game import Ranked

TIES = frozenset({"joker", "equal"})


@dataclass(frozen=True, slots=True)
class Making:
    """What one of several opened hands makes. ``clean``: it needs no joker, or in Seka holds none at all.

    ``joker_rule`` says why a joker stands for what it stands for, or why it stands for nothing; empty where
    there is none.
    """

    ranked: Ranked
    rule: str
    clean: bool
    joker_rule: str = ""

    @property
    def natural(self) -> tuple[Card, ...]:
        """The cards of the combination, each joker as what it stands for."""
        return natural(self.ranked)


@dataclass(frozen=True, slots=True)
class Reason:
    """What decided between two hands. ``order``: 1 the first is better, -1 the second, 0 they are equal.

    ``cards``: the deciding card of the first and of the second, where single cards decided.
    """

    order: int
    rule: str
    key: str
    cards: tuple[Card, Card] | None = None


def natural(ranked: Ranked) -> tuple[Card, ...]:
    """The cards of a combination, each joker as what it stands for, itself where it stands for nothing."""
    stand_ins = iter(ranked.joker_as)
    return tuple(next(stand_ins, JOKER) if c == JOKER else c for c in ranked.cards)


def sign(number: int) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)


def first_difference(a: Sequence[int], b: Sequence[int]) -> int | None:
    """The first place where two sequences of one length differ, None where they are the same."""
    return next((place for place, (x, y) in enumerate(zip(a, b, strict=True)) if x != y), None)
