"""Tables that make ranking fast: built at first use, one pair for every set of options that differ.

Each of the 52 cards has a number of octal digits: four low ones count cards by suit, thirteen high
ones by rank. The sum over a hand counts both at once without a carry (at most six of a suit, four of
a rank), and a digit of a suit has its 4 bit set exactly where four or more are of that suit.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from engine.aces.values import ranks_value, suit_value

RANK_SHIFT: Final = 12
FOUR_SUITED: Final = 0o4444

DIGITS: Final = tuple(1 << RANK_SHIFT + 3 * (c // 4) | 1 << 3 * (c % 4) for c in range(52))
"""By card: one in its suit's digit and one in its rank's."""

SUIT_BITS: Final = tuple(1 << 13 * (c % 4) + c // 4 for c in range(52))
"""By card: its bit among 52, the thirteen of a suit side by side, the two lowest."""

SUIT_SHIFT: Final = {4 << 3 * suit: 13 * suit for suit in range(4)}
"""By the ``FOUR_SUITED`` bit of a suit: where its thirteen bits begin."""

Tables = tuple[dict[int, int], list[int]]


@cache
def tables(fully_wild: bool, double_ace: bool, natural_first: bool) -> Tables:
    """Values by rank digits, and by the thirteen bits of a suit that has four or more cards."""
    return _by_ranks(fully_wild, natural_first), _by_suit(double_ace, natural_first)


@cache
def _by_ranks(fully_wild: bool, natural_first: bool) -> dict[int, int]:
    values = {}
    for ranks in combinations_with_replacement(range(14, 1, -1), 6):
        if ranks[0] != ranks[4] and ranks[1] != ranks[5]:  # no rank five times
            digits = 0
            for rank in ranks:
                digits += 1 << 3 * (rank - 2)
            values[digits] = ranks_value(ranks, fully_wild, natural_first)
    assert len(values) == 18_395  # multisets of six ranks, none more than four times
    return values


@cache
def _by_suit(double_ace: bool, natural_first: bool) -> list[int]:
    values = [0] * (1 << 13)
    for mask in range(1 << 13):
        if 4 <= mask.bit_count() <= 6:
            ranks = tuple(rank for rank in range(2, 15) if mask >> rank - 2 & 1)
            values[mask] = suit_value(ranks, double_ace, natural_first)
    return values
