"""The value of five cards as one integer, and how ranks alone and one suit alone are valued.

A value is ``class << 21 | five ranks of four bits each << 1 | natural``: the class counts from the worst,
the ranks (2 to 14) stand in the order in which they decide (A4.2), and the lowest bit says that the
five need no joker, where that counts (``natural_beats_joker``). Suits decide nothing (A4.3), so equal
values are ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

ACE: Final = 14

CLASSES: Final = (
    "five_aces",
    "five_of_a_kind",  # below aces; only with joker_fully_wild
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)
NATURAL: Final = 1

_CLASS_SHIFT: Final = 21
_NUMBER: Final = {key: len(CLASSES) - 1 - i for i, key in enumerate(CLASSES)}

_ONE_GROUP: Final = {4: "four_of_a_kind", 3: "three_of_a_kind", 2: "pair", 1: "high_card"}

# Ranks of every straight, the best first: bit 0 is the two, bit 12 the ace (A4.2).
_WHEEL: Final = 1 << 12 | 0b1111
_STRAIGHTS: Final = (*((top, 0b11111 << (top - 6)) for top in range(14, 5, -1)), (5, _WHEEL))


def value_of(class_key: str, ranks: Sequence[int]) -> int:
    """The value of this class with up to five ranks, the deciding one first; not marked natural."""
    packed = 0
    for rank in ranks:
        packed = packed << 4 | rank
    return _NUMBER[class_key] << _CLASS_SHIFT | packed << 4 * (5 - len(ranks)) + 1


def class_of(value: int) -> str:
    """The class key of a value."""
    return CLASSES[len(CLASSES) - 1 - (value >> _CLASS_SHIFT)]


def ranks_of(value: int) -> tuple[int, ...]:
    """The five ranks of a value, the deciding one first."""
    return tuple(value >> shift & 15 for shift in (17, 13, 9, 5, 1))


@cache
def straight_top(mask: int, missing: int) -> int:
    """The top rank of the best straight of which at most ``missing`` ranks are not in ``mask``; 0: none."""
    for top, needed in _STRAIGHTS:
        if (mask & needed).bit_count() >= 5 - missing:
            return top
    return 0


def straight_ranks(top: int) -> tuple[int, ...]:
    """The ranks of a straight from its top; the ace of A-2-3-4-5 stands last."""
    if top == 5:
        return (5, 4, 3, 2, ACE)
    return tuple(range(top, top - 5, -1))


def mask_of(ranks: Sequence[int]) -> int:
    """Thirteen bits, one for each rank that occurs: bit 0 is the two, bit 12 the ace."""
    mask = 0
    for rank in ranks:
        mask |= 1 << rank - 2
    return mask


def grouped_value(ranks: Sequence[int]) -> int:
    """The best five of these ranks (any number of cards) by equal ranks alone: no straight, no suits."""
    left = sorted(ranks, reverse=True)
    groups = sorted([(left.count(rank), rank) for rank in set(left)], reverse=True)
    most, top = groups[0]
    second_most, second = groups[1] if len(groups) > 1 else (0, 0)
    if most == 5:
        return value_of("five_aces" if top == ACE else "five_of_a_kind", (top,) * 5)
    if most == 3 and second_most >= 2:
        return value_of("full_house", (top, top, top, second, second))
    if most == 2 and second_most == 2:
        key, main = "two_pair", [top, top, second, second]
    else:
        key, main = _ONE_GROUP[most], [top] * most
    # All other cards compete as kickers, whatever group they are of: in K-K-Q-Q-J-J-A the ace is one.
    kickers = [rank for rank in left if rank not in main]
    return value_of(key, (main + kickers)[:5])


def ranks_value(ranks: Sequence[int], fully_wild: bool, natural_first: bool) -> int:
    """The best five of six own cards of these ranks and the joker, suits left aside (A3.2, A3.3, A3.5)."""
    best = grouped_value((*ranks, _best_partner(ranks) if fully_wild else ACE))
    mask = mask_of(ranks)
    best = max(best, _straight_value("straight", straight_top(mask, 1)))
    if natural_first:
        natural = max(grouped_value(ranks), _straight_value("straight", straight_top(mask, 0)))
        best |= NATURAL * (best == natural)
    return best


def suit_value(ranks: Sequence[int], double_ace: bool, natural_first: bool) -> int:
    """The best flush or straight flush of four to six own cards of one suit and the joker (A3.4, A3.5)."""
    mask = mask_of(ranks)
    top = straight_top(mask, 1)
    if top:
        natural = natural_first and top == straight_top(mask, 0)
        return _straight_value("straight_flush", top) | NATURAL * natural
    joker = ACE if double_ace else max(rank for rank in range(2, 15) if rank not in ranks)
    # Never natural: four or more of a suit that are no straight flush always gain by the missing card.
    return value_of("flush", sorted((*ranks, joker), reverse=True)[:5])


def _straight_value(class_key: str, top: int) -> int:
    return value_of(class_key, straight_ranks(top)) if top else 0


def _best_partner(ranks: Sequence[int]) -> int:
    """Where the joker may copy any rank: the highest of those that occur most often gains most."""
    return max(ranks, key=lambda rank: (ranks.count(rank), rank))
