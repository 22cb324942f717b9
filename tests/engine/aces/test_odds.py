"""Exact numbers of hands (rule A4.5), under the usual and all other options."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import pytest

from engine.aces.odds import counts
from engine.aces.options import AcesOptions
from engine.aces.ranking import rank
from engine.aces.values import CLASSES
from engine.cards import PACK_52
from tests.engine.aces.hands import ALL_OPTIONS, option_names

USUAL = {
    "five_aces": 1_128,
    "straight_flush": 169_380,
    "four_of_a_kind": 82_624,
    "full_house": 715_344,
    "flush": 2_124_444,
    "straight": 5_056_008,
    "three_of_a_kind": 1_009_056,
    "two_pair": 4_120_416,
    "pair": 5_594_160,
    "high_card": 1_485_960,
}
WILD = {
    "five_aces": 1_128,
    "five_of_a_kind": 13_536,
    "straight_flush": 169_380,
    "four_of_a_kind": 896_176,
    "full_house": 2_523_960,
    "flush": 1_979_580,
    "straight": 4_903_920,
    "three_of_a_kind": 6_853_680,
    "two_pair": 0,
    "pair": 3_017_160,
    "high_card": 0,
}


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=option_names)
def test_a4_5_exact_counts(options: AcesOptions) -> None:
    """Only a fully wild joker changes the numbers; the other options order hands within a class."""
    counted = counts(options)
    assert counted == (WILD if options.joker_fully_wild else USUAL)
    assert sum(counted.values()) == comb(52, 6) == 20_358_520
    assert list(counted) == [key for key in CLASSES if key in counted]


def test_a4_5_five_of_a_kind_by_hand() -> None:
    """Four of a rank and any two of the other 48, thirteen ranks."""
    assert WILD["five_aces"] == comb(48, 2)
    assert WILD["five_of_a_kind"] == 12 * comb(48, 2)


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=option_names)
def test_a4_5_shares_of_random_hands_fit_the_counts(options: AcesOptions) -> None:
    """Hands ranked one by one occur as often as counted, within five standard deviations."""
    random, number = Random(5), 1500
    seen = Counter(rank(tuple(random.sample(PACK_52, 6)), options).class_key for _ in range(number))
    for key, hands in counts(options).items():
        share = hands / comb(52, 6)
        assert abs(seen[key] - number * share) <= 5 * (number * share * (1 - share)) ** 0.5 + 1, key
