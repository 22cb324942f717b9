"""Exact numbers of hands (rule C7.6)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
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


@pytest.mark.parametrize(("a23_suited", "jokers"), list(TABLE))
def test_c7_6_counted_by_trying_every_joker(a23_suited: str, jokers: int) -> None:
    """Every hand of the pack ranked one by one by the slow ranking: each row as it is pinned."""
    options = TeenPattiOptions(jokers=jokers, a23_suited=a23_suited, suits="split")
    made = Counter[str]()
    for held in range(jokers + 1):
        for natural in combinations(PACK_52, 3 - held):
            key = brute_force.class_key((*natural, *(JOKER,) * held), options)
            made[key] += comb(jokers, held)
    assert tuple(made[key] for key in CLASSES) == TABLE[a23_suited, jokers]
    assert dict(made) == counts(options)
