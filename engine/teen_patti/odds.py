"""Exact numbers of hands by class, with and without jokers (rule C7.6)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations
from math import comb

from engine.cards import JOKER, PACK_52, Card, rank_of, suit_of
from engine.teen_patti.options import TeenPattiOptions
from engine.teen_patti.ranking import CLASSES, HAND_CARDS, Rules, best, class_of, rules_of


def counts(options: TeenPattiOptions) -> dict[str, int]:
    """How many of all hands of three make each class, best first. Jokers count as different cards."""
    rules = Rules(a23_round=rules_of(options).a23_round)  # nothing else moves a hand to another class
    tally = Counter[str]()
    for jokers in range(options.jokers + 1):
        ways = comb(options.jokers, jokers)
        for key, hands in _with_jokers(jokers, rules).items():
            tally[key] += ways * hands
    assert tally.total() == comb(len(PACK_52) + options.jokers, HAND_CARDS)
    return {key: tally[key] for key in CLASSES}


@lru_cache(maxsize=8)
def _with_jokers(jokers: int, rules: Rules) -> Counter[str]:
    """All hands that hold exactly so many jokers; the class follows from ranks and from being of one suit."""
    first: dict[tuple[int, ...], tuple[Card, ...]] = {}
    alike = Counter[tuple[int, ...]]()
    for natural in combinations(PACK_52, HAND_CARDS - jokers):
        shape = (*map(rank_of, natural), len({suit_of(c) for c in natural}) == 1)
        first.setdefault(shape, natural)
        alike[shape] += 1
    tally = Counter[str]()
    for shape, natural in first.items():
        tally[class_of(best((*natural, *(JOKER,) * jokers), rules).strength)] += alike[shape]
    return tally
