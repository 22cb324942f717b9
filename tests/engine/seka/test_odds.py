"""Exact numbers of hands (rule B8)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb

import pytest

from engine.seka.deal import pack_with
from engine.seka.odds import counts
from engine.seka.options import SekaOptions
from engine.seka.ranking import CLASSES
from tests.engine.seka.brute_force import class_key

B8 = {
    "three_sevens": (0, 0, 0, 1, 4),
    "seka": (20, 50, 100, 170, 260),
    "31": (24, 64, 104, 144, 184),
    "30": (16, 16, 16, 16, 16),
    "22": (96, 144, 192, 240, 288),
    "21": (192, 264, 336, 408, 480),
    "20": (360, 360, 360, 360, 360),
    "11": (192, 192, 192, 192, 192),
    "10": (240, 240, 240, 240, 240),
}
TOTALS = (1140, 1330, 1540, 1771, 2024)
ORDERS = list(product(("any", "same_rank"), (False, True), (False, True)))


@pytest.mark.parametrize("jokers", range(5))
def test_b8_exact_counts(jokers: int) -> None:
    """By class, best first, and all of them."""
    counted = counts(SekaOptions(jokers=jokers))
    assert list(counted.items()) == [(key, B8[key][jokers]) for key in CLASSES]
    assert sum(counted.values()) == TOTALS[jokers] == comb(20 + jokers, 3)


@pytest.mark.parametrize(("seka_clean", "compare_cards", "no_duplicate"), ORDERS)
def test_b8_only_the_jokers_change_the_counts(
    seka_clean: str, compare_cards: bool, no_duplicate: bool
) -> None:
    """The other options order hands, or look at hands opposite."""
    options = SekaOptions(
        jokers=3, seka_clean=seka_clean, compare_cards=compare_cards, joker_no_duplicate=no_duplicate
    )
    assert counts(options) == counts(SekaOptions(jokers=3))


@pytest.mark.parametrize("jokers", range(5))
def test_b8_counted_by_trying_every_joker(jokers: int) -> None:
    """The brute-force ranking gives the same numbers."""
    options = SekaOptions(jokers=jokers)
    tally = Counter(class_key(hand, options) for hand in combinations(pack_with(jokers), 3))
    assert {key: number for key, number in counts(options).items() if number} == tally
