"""Teen Patti as one of the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.cards import Card
from engine.game import Game, Hand, Judge, Ranked, Seat, SeatStart, Setup, judge_by
from engine.options import Options
from engine.reason import Making, Reason
from engine.seating import check_setup, enough_players, next_in_play
from engine.teen_patti import betting, odds, ranking, reasons
from engine.teen_patti.betting import PLAYERS_MOST, TeenPattiHand, pack_of
from engine.teen_patti.options import TeenPattiOptions
from engine.teen_patti.ranking import CLASSES, HAND_CARDS
from engine.teen_patti.seating import is_clockwise, seated


def _own(options: Options) -> TeenPattiOptions:
    assert isinstance(options, TeenPattiOptions)
    return options


def reserve(options: Options) -> int:
    """The boot, in full (C1.3)."""
    return _own(options).boot


def start(setup: Setup) -> TeenPattiHand:
    """A hand that needs its deck; its setup names the dealer to whom the deal may have passed on (C1.3).

    ``InputError`` as ``seating.check_setup``, and ``players_too_few`` where nobody can post.
    """
    check_setup(setup, TEEN_PATTI)
    order = seated(_own(setup.options), setup.seats, setup.dealer)
    return betting.start(replace(setup, dealer=order[-1]), order)


def next_dealer(hand: Hand, seats: tuple[SeatStart, ...]) -> Seat:
    """Who won the oldest pot, of several the first in play order; or one seat on (C1.2, C1.3)."""
    options = _own(hand.setup.options)
    playing, clockwise = enough_players(seats, options.boot), is_clockwise(options)
    dealer = hand.setup.dealer
    if options.next_dealer == "winner" and hand.result is not None:
        dealer = hand.result.pots[0].winners[0]
        if dealer not in playing:
            dealer = next_in_play(dealer, playing, clockwise=clockwise)
    else:
        dealer = next_in_play(dealer, playing, clockwise=clockwise)
    return seated(options, seats, dealer)[-1]


def _rank(cards: tuple[Card, ...], options: Options) -> Ranked:
    return ranking.rank(cards, _own(options))


def _compare(a: tuple[Card, ...], b: tuple[Card, ...], options: Options) -> int:
    return ranking.compare(a, b, _own(options))


def _judge(options: Options) -> Judge:
    rules = ranking.rules_of(_own(options))
    return judge_by(lambda cards: ranking.best(tuple(sorted(cards)), rules).strength)


def _counts(options: Options) -> Mapping[str, int]:
    return odds.counts(_own(options))


def _makings(hands: Sequence[tuple[Card, ...]], options: Options) -> tuple[Making, ...]:
    return reasons.makings(hands, _own(options))


def _decide(a: Making, b: Making, options: Options) -> Reason:
    return reasons.decide(a, b, _own(options))


TEEN_PATTI: Final = Game(
    key=TeenPattiOptions.game,
    classes=CLASSES,
    hand_cards=HAND_CARDS,
    options_type=TeenPattiOptions,
    seats_most=lambda options: PLAYERS_MOST,
    pack=lambda options: pack_of(_own(options)),
    reserve=reserve,
    start=start,
    rank=_rank,
    compare=_compare,
    counts=_counts,
    next_dealer=next_dealer,
    stake_option="boot",
    judge=_judge,
    makings=_makings,
    decide=_decide,
)
