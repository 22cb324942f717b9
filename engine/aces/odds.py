"""Exact numbers of hands: all C(52, 6) = 20 358 520 of them, under any options (A4.5)."""

from __future__ import annotations

from math import comb
from typing import Final

from engine.aces.options import AcesOptions
from engine.aces.tables import tables
from engine.aces.values import CLASSES, class_of

HANDS: Final = comb(52, 6)


def counts(options: AcesOptions) -> dict[str, int]:
    """How many six-card hands make each class with the joker, best first.

    ``five_of_a_kind`` is listed only with ``joker_fully_wild``: without it the class does not exist.
    Counted by ranks over all suits first; then the hands with four or more of a suit, of which only one
    suit can have so many, move to the flush or straight flush where that is better.
    """
    by_ranks, by_suit = tables(
        options.joker_fully_wild, options.double_ace_flush, options.natural_beats_joker
    )
    tally = dict.fromkeys(CLASSES, 0)
    for digits, value in by_ranks.items():
        tally[class_of(value)] += _suitings(digits)
    for mask, in_suit in enumerate(by_suit):
        if not in_suit:
            continue
        suited = sum(1 << 3 * i for i in range(13) if mask >> i & 1)
        for others, ways in _OTHERS[6 - mask.bit_count()]:
            value = by_ranks[suited + others]
            if in_suit > value:
                tally[class_of(value)] -= 4 * ways
                tally[class_of(in_suit)] += 4 * ways
    assert sum(tally.values()) == HANDS
    if not options.joker_fully_wild:
        assert tally.pop("five_of_a_kind") == 0
    return tally


def _suitings(digits: int) -> int:
    """In how many ways cards of these rank digits can have their suits."""
    ways = 1
    while digits:
        ways *= comb(4, digits & 7)
        digits >>= 3
    return ways


# Rank digits of none, one or two cards out of the three other suits, each with its number of ways.
_OTHERS: Final = (
    ((0, 1),),
    tuple((1 << 3 * i, 3) for i in range(13)),
    tuple((1 << 3 * i | 1 << 3 * j, 9) for i in range(13) for j in range(i))
    + tuple((2 << 3 * i, 3) for i in range(13)),
)
