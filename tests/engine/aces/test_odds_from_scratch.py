"""Exact numbers of hands reckoned anew, by the slow ranking and every card a joker may be (rule A4.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from engine.aces.odds import counts
from engine.aces.options import AcesOptions
from tests.engine.aces.brute_force import WORST_FIRST, five_value
from tests.engine.aces.hands import ALL_OPTIONS, option_names
from tests.engine.aces.test_odds import USUAL, WILD

ACE = 14
RANKS = range(2, ACE + 1)
Ranks = tuple[int, ...]


@cache
def class_by_ranks(ranks: Ranks, wild: bool) -> int:
    """The best class of six ranks and the joker where suits make nothing (A3.2, A3.3, A3.5, A4.4)."""
    best = max(five_value(five[:4], five[4], False)[0] for five in set(combinations(ranks, 5)))
    held = Counter(ranks)
    for four in set(combinations(ranks, 4)):
        for joker in RANKS:
            number = five_value(four, joker, False)[0]
            key = WORST_FIRST[number]
            fifth = key in ("five_aces", "five_of_a_kind") and joker == four[0]
            allowed = (held[joker] < 4 or fifth) if wild else (joker == ACE or key == "straight")
            if allowed:
                best = max(best, number)
    return best


@cache
def class_in_suit(ranks: Ranks) -> int:
    """The best class of four to six cards of one suit and the joker as another one of it (A3.4, A3.5)."""
    found = [five_value(five[:4], five[4], True)[0] for five in combinations(ranks, 5)]
    for four in combinations(ranks, 4):
        found += [five_value(four, joker, True)[0] for joker in RANKS if joker not in ranks]
    return max(found)


def shapes() -> Iterator[tuple[Ranks, Ranks, int]]:
    """All hands by six ranks, those of the suit of which there are four or more, and their number."""
    for ranks in combinations_with_replacement(RANKS, 6):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        everything = prod(comb(4, times) for times in held.values())
        for number in (4, 5, 6):
            for suited in set(combinations(sorted(held), number)):
                # One card of each of these ranks is of the suit, all others are of the three other suits.
                rest = held - Counter(suited)
                ways = 4 * prod(comb(3, times) for times in rest.values())
                everything -= ways
                if ways:
                    yield ranks, suited, ways
        yield ranks, (), everything


@cache
def counted(wild: bool) -> dict[str, int]:
    """How many hands make each class."""
    tally = Counter[str]()
    for ranks, suited, ways in shapes():
        best = class_by_ranks(ranks, wild)
        tally[WORST_FIRST[max(best, class_in_suit(suited)) if suited else best]] += ways
    return tally


def test_the_shapes_are_all_hands() -> None:
    """Every six of the 52 cards once."""
    assert sum(ways for _, _, ways in shapes()) == comb(52, 6) == 20_358_520


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=option_names)
def test_a4_5_counted_from_scratch(options: AcesOptions) -> None:
    """Under every set of options the numbers that are pinned and the ones that are shown."""
    found = counted(options.joker_fully_wild)
    pinned = WILD if options.joker_fully_wild else USUAL
    assert {key: number for key, number in pinned.items() if number} == found
    assert {key: number for key, number in counts(options).items() if number} == found
