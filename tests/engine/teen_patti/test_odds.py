"""Exact numbers of hands (rule C7.6)."""

from __future__ import annotations

from math import comb

import pytest

from engine.cards import JOKER, PACK_52
from engine.teen_patti.odds import counts
from engine.teen_patti.options import TeenPattiOptions
from engine.teen_patti.ranking import CLASSES
from tests.engine.teen_patti import brute_force

TABLE = {
    ("round", 0): (52, 48, 720, 1096, 3744, 16440),
    ("round", 1): (130, 148, 1020, 1308, 4380, 16440),
    ("round", 2): (260, 248, 1320, 1520, 5016, 16440),
    ("color", 0): (52, 44, 720, 1100, 3744, 16440),
    ("color", 1): (130, 136, 1028, 1312, 4380, 16440),
    ("color", 2): (260, 228, 1336, 1524, 5016, 16440),
}


@pytest.mark.parametrize(("a23_suited", "jokers"), list(TABLE))
@pytest.mark.parametrize("clean", ["same_rank", "class"])
def test_c7_6_exact_counts(a23_suited: str, jokers: int, clean: str) -> None:
    """Only jokers and ``a23_suited`` change the numbers."""
    options = TeenPattiOptions(jokers=jokers, a23_suited=a23_suited, clean=clean, suits="split")
    counted = counts(options)
    assert tuple(counted) == CLASSES
    assert tuple(counted.values()) == TABLE[a23_suited, jokers]
    assert sum(counted.values()) == comb(52 + jokers, 3) == (22100, 23426, 24804)[jokers]


@pytest.mark.parametrize("a23_suited", ["round", "color"])
def test_c7_6_jokers_one_by_one(a23_suited: str) -> None:
    """Every hand with one joker of one, by trying everything: the difference of the first two rows."""
    options = TeenPattiOptions(jokers=1, a23_suited=a23_suited)
    pairs = [(a, b, JOKER) for i, a in enumerate(PACK_52) for b in PACK_52[i + 1 :]]
    made = [brute_force.class_key(hand, options) for hand in pairs]
    more = zip(TABLE[a23_suited, 1], TABLE[a23_suited, 0], strict=True)
    assert [made.count(key) for key in CLASSES] == [one - none for one, none in more]
