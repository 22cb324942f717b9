"""Aces, Straights and Flushes as one of the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.aces import betting, odds, ranking, reasons
from engine.aces.betting import AcesHand
from engine.aces.deal import HAND_CARDS, PACK, PLAYERS_MOST, RESERVE_UNITS
from engine.aces.options import AcesOptions
from engine.aces.values import CLASSES
from engine.cards import Card
from engine.game import Game, Hand, Judge, Ranked, Seat, SeatStart, Setup, judge_by
from engine.options import Options
from engine.reason import Making, Reason
from engine.seating import check_setup, dealer_clockwise, play_order


def _own(options: Options) -> AcesOptions:
    assert isinstance(options, AcesOptions)
    return options


def reserve(options: Options) -> int:
    """25 units before every deal (A1.3)."""
    return RESERVE_UNITS * _own(options).unit


def start(setup: Setup) -> AcesHand:
    """A hand that needs its deck; ``InputError`` as ``seating.check_setup``."""
    return betting.start(setup, play_order(check_setup(setup, ACES), setup.dealer))


def next_dealer(hand: Hand, seats: tuple[SeatStart, ...]) -> Seat:
    """One seat clockwise (A1.4)."""
    return dealer_clockwise(hand.setup.dealer, seats, reserve(hand.setup.options))


def _rank(cards: tuple[Card, ...], options: Options) -> Ranked:
    return ranking.rank(cards, _own(options))


def _compare(a: tuple[Card, ...], b: tuple[Card, ...], options: Options) -> int:
    return ranking.compare(a, b, _own(options))


def _judge(options: Options) -> Judge:
    own = _own(options)
    return judge_by(lambda cards: ranking.strength(cards, own))


def _counts(options: Options) -> Mapping[str, int]:
    return odds.counts(_own(options))


def _makings(hands: Sequence[tuple[Card, ...]], options: Options) -> tuple[Making, ...]:
    return reasons.makings(hands, _own(options))


def _decide(a: Making, b: Making, options: Options) -> Reason:
    return reasons.decide(a, b, _own(options))


ACES: Final = Game(
    key=AcesOptions.game,
    classes=CLASSES,
    hand_cards=HAND_CARDS,
    options_type=AcesOptions,
    seats_most=lambda options: PLAYERS_MOST,
    pack=lambda options: PACK,
    reserve=reserve,
    start=start,
    rank=_rank,
    compare=_compare,
    counts=_counts,
    next_dealer=next_dealer,
    stake_option="unit",
    judge=_judge,
    makings=_makings,
    decide=_decide,
)
