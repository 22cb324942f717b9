"""Hands ranked per second: ours against treys and phevaluator (a C extension), in one run.

    python -m tests.bench.evaluator

All rank seven cards in one process on one core, one call a hand: ours six own cards and the joker under
the usual options, the others seven of the 52. Cards are given in the form that each of them takes; that
conversion is not counted. They take turns in short slices, so that a busy machine slows all alike; the
median slice counts. Before that the tables of every set of options are built and timed, each afresh.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from engine.aces import tables, values
from engine.aces.options import AcesOptions
from engine.aces.ranking import strength
from engine.cards import PACK_52, Card, spell

HANDS = 20_000
SLICES = 15
TREYS_RATIO_LEAST = 10.0
PHEVALUATOR_RATIO_LEAST = 1.0
TABLE_SECONDS_MOST = 0.5


def table_seconds() -> list[float]:
    """The wall time to build the tables, for each set of options that needs tables of its own."""
    seconds = []
    for switches in product((False, True), repeat=3):
        tables.tables.cache_clear()
        tables._by_ranks.cache_clear()
        tables._by_suit.cache_clear()
        values.straight_top.cache_clear()
        start = perf_counter()
        tables.tables(*switches)
        seconds.append(perf_counter() - start)
    return seconds


def our_slice(hands: Sequence[tuple[Card, ...]]) -> float:
    """Our hands per second."""
    options = AcesOptions()
    start = process_time()
    for hand in hands:
        strength(hand, options)
    return len(hands) / (process_time() - start)


def treys_slice(hands: Sequence[tuple[list[int], list[int]]], evaluate: Callable[..., Any]) -> float:
    """The hands per second of treys, which takes five cards of a board and two of a hand."""
    start = process_time()
    for hand, board in hands:
        evaluate(hand, board)
    return len(hands) / (process_time() - start)


def phevaluator_slice(hands: Sequence[tuple[int, ...]], evaluate: Callable[..., Any]) -> float:
    """The hands per second of phevaluator, which numbers cards as we do."""
    start = process_time()
    for hand in hands:
        evaluate(*hand)
    return len(hands) / (process_time() - start)


def main() -> int:
    """Print the times of the tables, all rates and both ratios; exit 1 where one is not what it must be."""
    from phevaluator import evaluate_cards
    from treys.card import Card as TreysCard
    from treys.evaluator import Evaluator

    times = table_seconds()
    print(f"tables: {times[0]:.3f} s with the usual options, {max(times):.3f} s at most")
    random = Random(1)
    sevens = [tuple(random.sample(PACK_52, 7)) for _ in range(HANDS)]
    sixes = [hand[:6] for hand in sevens]
    plain = [tuple(int(c) for c in hand) for hand in sevens]
    coded = [[TreysCard.new(spell(c)) for c in hand] for hand in sevens[: HANDS // 10]]
    dealt = [(hand[:2], hand[2:]) for hand in coded]
    treys_evaluate = Evaluator().evaluate
    our_slice(sixes)
    slices = [
        (
            our_slice(sixes),
            treys_slice(dealt, treys_evaluate),
            phevaluator_slice(plain, evaluate_cards),
        )
        for _ in range(SLICES)
    ]
    ours, by_treys, by_phevaluator = (median(rates) for rates in zip(*slices, strict=True))
    print(f"ours {ours:,.0f}/s, treys {by_treys:,.0f}/s, phevaluator {by_phevaluator:,.0f}/s")
    print(f"ratio to treys {ours / by_treys:.1f}, to phevaluator {ours / by_phevaluator:.2f}")
    good = (
        ours >= TREYS_RATIO_LEAST * by_treys
        and ours >= PHEVALUATOR_RATIO_LEAST * by_phevaluator
        and max(times) <= TABLE_SECONDS_MOST
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
