"""Exact numbers of hands under any options (B8)."""

from __future__ import annotations

from itertools import combinations

from engine.seka.deal import HAND_CARDS, pack_with
from engine.seka.options import SekaOptions
from engine.seka.ranking import CLASSES, rank


def counts(options: SekaOptions) -> dict[str, int]:
    """How many three-card hands of the pack make each class, best first; only ``jokers`` changes them."""
    tally = dict.fromkeys(CLASSES, 0)
    for cards in combinations(pack_with(options.jokers), HAND_CARDS):
        tally[rank(cards, options).class_key] += 1
    return tally
