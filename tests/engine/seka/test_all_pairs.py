"""The ranking against a brute-force one, over all pairs of hands of all five packs.

Pairs that differ only by a permutation of the suits end alike by B1 and B2, which never name a suit, and
a pair of a smaller pack is a pair of the pack with four jokers. So one pair of each class is compared;
``test_suits_and_the_size_of_the_pack_decide_nothing`` shows for the engine what the classes rest on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from math import comb
from random import Random

import pytest

from engine.cards import JOKER, Card, card, rank_of, suit_of
from engine.seka.deal import JOKERS_MOST, pack_with
from engine.seka.options import SekaOptions
from engine.seka.ranking import compare
from tests.engine.seka.brute_force import blocked_by
from tests.engine.seka.brute_force import compare as compare_slowly
from tests.engine.seka.test_odds import ORDERS

Pair = tuple[tuple[Card, ...], tuple[Card, ...]]
SUITS = [dict(enumerate(order)) for order in permutations(range(4))]
HANDS: list[tuple[Card, ...]] = sorted(set(combinations(pack_with(JOKERS_MOST), 3)))


def turned(hand: tuple[Card, ...], suits: dict[int, int]) -> tuple[Card, ...]:
    """The hand with its suits permuted, in order."""
    return tuple(sorted(c if c == JOKER else card(rank_of(c), suits[suit_of(c)]) for c in hand))


def fit(a: tuple[Card, ...], b: tuple[Card, ...]) -> bool:
    """Both can come from one pack of four jokers."""
    return set(a) & set(b) <= {JOKER} and (a + b).count(JOKER) <= JOKERS_MOST


@cache
def one_of_each_class() -> list[Pair]:
    """A pair of every class: the first hand the least of its class, the second least given the first."""
    pairs: list[Pair] = []
    for a in HANDS:
        if a != min(images()[a]):
            continue
        keeping = [i for i, image in enumerate(images()[a]) if image == a]
        pairs += [(a, b) for b in HANDS if fit(a, b) and b == min(images()[b][i] for i in keeping)]
    return pairs


@cache
def images() -> dict[tuple[Card, ...], list[tuple[Card, ...]]]:
    """What each hand becomes under each permutation of the suits."""
    return {hand: [turned(hand, suits) for suits in SUITS] for hand in HANDS}


def options_of(order: tuple[str, bool, bool], jokers: int = JOKERS_MOST) -> SekaOptions:
    """The options that order hands."""
    clean, cards, alone = order
    return SekaOptions(jokers=jokers, seka_clean=clean, compare_cards=cards, joker_no_duplicate=alone)


@pytest.mark.parametrize("order", ORDERS)
def test_every_pair_of_hands_of_every_pack(order: tuple[str, bool, bool]) -> None:
    """Engine and brute force agree on each class of pairs."""
    options = options_of(order)
    outcomes: Counter[int] = Counter()
    for a, b in one_of_each_class():
        slow = compare_slowly(a, b, blocked_by((a, b), options), options)
        assert compare(a, b, options) == slow, (a, b)
        outcomes[slow] += 1
    assert set(outcomes) == {-1, 0, 1}


def test_the_classes_hold_every_pair_once() -> None:
    """Their sizes sum to the number of ordered pairs of hands that fit into one pack."""
    size = sum(_orbit(a, b) for a, b in one_of_each_class())
    assert Counter(hand.count(JOKER) for hand in HANDS) == {0: comb(20, 3), 1: comb(20, 2), 2: 20, 3: 1}
    fitting = sum(
        comb(20, 3 - i) * comb(17 + i, 3 - j) for i in range(4) for j in range(4) if i + j <= JOKERS_MOST
    )
    assert size == fitting


def _orbit(a: tuple[Card, ...], b: tuple[Card, ...]) -> int:
    return len(set(zip(images()[a], images()[b], strict=True)))


def _random_pairs(random: Random, count: int) -> Iterator[Pair]:
    for _ in range(count):
        six = random.sample(pack_with(JOKERS_MOST), 6)
        yield tuple(six[:3]), tuple(six[3:])


@pytest.mark.parametrize("order", ORDERS)
def test_suits_and_the_size_of_the_pack_decide_nothing(order: tuple[str, bool, bool]) -> None:
    """Whatever the suits, the order of the cards, the side and the number of jokers in the pack."""
    random = Random(7)
    for a, b in _random_pairs(random, 400):
        outcome = compare(a, b, options_of(order))
        assert compare(b, a, options_of(order)) == -outcome
        assert compare(a[::-1], b[::-1], options_of(order)) == outcome
        assert all(compare(a, b, options_of(order, jokers)) == outcome for jokers in range(5))
        suits = random.choice(SUITS)
        assert compare(turned(a, suits), turned(b, suits), options_of(order)) == outcome
