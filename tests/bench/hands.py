"""Whole hands per second: Aces against PokerKit's fixed-limit seven-card stud, in one run.

    python -m tests.bench.hands

Six players, uniformly random legal actions, decks given (shuffled beforehand, not counted), assertions on.
PokerKit shuffles its own deck when a hand is created; that much of its time is measured and taken off.
Processor time is measured, in short slices in turn, so that a busy machine slows both alike; the median
of the slices' ratios counts.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from engine.cards import Card
from engine.game import Action, SeatStart, Setup
from engine.games import game

PLAYERS = 6
SLICES = 21
SLICE_SECONDS = 0.3
RATIO_LEAST = 4.0
STACK = 200


def aces_hands(random: Random, decks: list[tuple[Card, ...]], seconds: float) -> float:
    """Hands of Aces per second."""
    aces = game("aces")
    seats = tuple(SeatStart(i, STACK) for i in range(1, PLAYERS + 1))
    setups = [Setup("aces", aces.options_type(), seats, s.seat) for s in seats]
    hands, start, elapsed = 0, process_time(), 0.0
    while elapsed < seconds:
        hand = aces.start(setups[hands % PLAYERS]).deal(decks[hands % len(decks)]).hand
        while (turn := hand.turn) is not None:
            seat = turn.seats[0]
            choice = random.choice(hand.options(seat))
            hand = hand.act(Action(seat, choice.verb, choice.least)).hand
        assert hand.result is not None
        hands += 1
        elapsed = process_time() - start
    return hands / elapsed


def stud_hands(random: Random, seconds: float) -> float:
    """Hands of PokerKit's stud per second, without the time that it takes to shuffle."""
    import pokerkit
    from pokerkit import Automation, FixedLimitSevenCardStud

    automations = tuple(a for a in Automation if a is not Automation.RUNOUT_COUNT_SELECTION)
    hands, start, elapsed = 0, process_time(), 0.0
    while elapsed < seconds:
        state = FixedLimitSevenCardStud.create_state(automations, True, 1, 1, 2, 4, STACK, PLAYERS)
        while state.status:
            moves: list[Callable[[], object]] = []
            if state.can_post_bring_in():
                moves.append(state.post_bring_in)
            if state.can_check_or_call():
                moves.append(state.check_or_call)
            if state.can_fold():
                moves.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                moves.append(state.complete_bet_or_raise_to)
            random.choice(moves)()
        hands += 1
        elapsed = process_time() - start
    pack = list(pokerkit.Deck.STANDARD)
    start = process_time()
    for _ in range(hands):
        random.shuffle(pack)
    return hands / (elapsed - (process_time() - start))


def main() -> int:
    """Print both rates and their ratio; exit 1 where it is less than it must be."""
    warnings.simplefilter("ignore")
    random = Random(1)
    pack = game("aces").pack(game("aces").options_type())
    decks = [tuple(random.sample(pack, len(pack))) for _ in range(500)]
    aces_hands(random, decks, 0.2)
    stud_hands(random, 0.2)
    ours, theirs, ratios = [], [], []
    for _ in range(SLICES):
        ours.append(aces_hands(random, decks, SLICE_SECONDS))
        theirs.append(stud_hands(random, SLICE_SECONDS))
        ratios.append(ours[-1] / theirs[-1])
    ratio = median(ratios)
    print(f"aces {median(ours):.0f} hands/s, PokerKit stud {median(theirs):.0f} hands/s, ratio {ratio:.1f}")
    return 0 if ratio >= RATIO_LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
