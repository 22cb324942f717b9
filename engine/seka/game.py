"""Seka as one of the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import Card
from engine.game import Game, Hand, Judge, Ranked, Seat, SeatStart, Setup
from engine.options import Options
from engine.reason import Making, Reason
from engine.seating import check_setup, enough_players, next_clockwise, play_order
from engine.seka import betting, odds, ranking, reasons
from engine.seka.betting import SekaHand
from engine.seka.deal import HAND_CARDS, pack_with, seats_with
from engine.seka.options import SekaOptions
from engine.seka.ranking import CLASSES


def _own(options: Options) -> SekaOptions:
    assert isinstance(options, SekaOptions)
    return options


def reserve(options: Options) -> int:
    """The ante, in full (B3.1)."""
    return _own(options).ante


def start(setup: Setup) -> SekaHand:
    """A hand that needs its deck; ``InputError`` as ``seating.check_setup``."""
    dealt_in = check_setup(setup, SEKA)
    return betting.start(setup, play_order([s.seat for s in setup.seats], setup.dealer), dealt_in)


def next_dealer(hand: Hand, seats: tuple[SeatStart, ...]) -> Seat:
    """One seat clockwise, or who won the oldest pot, of several the first in play order (B3.1)."""
    options = _own(hand.setup.options)
    playing = enough_players(seats, reserve(options))
    if options.next_dealer == "clockwise" or hand.result is None:
        return next_clockwise(hand.setup.dealer, playing)
    winner = hand.result.pots[0].winners[0]
    return winner if winner in playing else next_clockwise(winner, playing)


def _rank(cards: tuple[Card, ...], options: Options) -> Ranked:
    return ranking.rank(cards, _own(options))


def _rank_opened(hands: Sequence[tuple[Card, ...]], options: Options) -> tuple[Ranked, ...]:
    return ranking.rank_opened(hands, _own(options))


def _compare(a: tuple[Card, ...], b: tuple[Card, ...], options: Options) -> int:
    return ranking.compare(a, b, _own(options))


def _judge(options: Options) -> Judge:
    own = _own(options)
    return lambda hands: ranking.best(ranking.opened(hands, own), own)


def _counts(options: Options) -> Mapping[str, int]:
    return odds.counts(_own(options))


def _makings(hands: Sequence[tuple[Card, ...]], options: Options) -> tuple[Making, ...]:
    return reasons.makings(hands, _own(options))


def _decide(a: Making, b: Making, options: Options) -> Reason:
    return reasons.decide(a, b, _own(options))


SEKA: Final = Game(
    key=SekaOptions.game,
    classes=CLASSES,
    hand_cards=HAND_CARDS,
    options_type=SekaOptions,
    seats_most=lambda options: seats_with(_own(options).jokers),
    pack=lambda options: pack_with(_own(options).jokers),
    reserve=reserve,
    start=start,
    rank=_rank,
    compare=_compare,
    counts=_counts,
    next_dealer=next_dealer,
    stake_option="ante",
    judge=_judge,
    makings=_makings,
    decide=_decide,
    rank_opened=_rank_opened,
)
