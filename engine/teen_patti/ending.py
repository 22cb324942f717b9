"""The end of a hand: one is left, or hands are opened (rules C2.4, C2.5, C5.2, C5.3, C6)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import HIDDEN
from engine.errors import InputError
from engine.game import Event, Result, Seat
from engine.pots import payout, settle
from engine.teen_patti.ranking import strength
from engine.teen_patti.state import OVER

if TYPE_CHECKING:
    from engine.teen_patti.betting import TeenPattiHand


def leave_one(hand: TeenPattiHand, events: list[Event]) -> TeenPattiHand:
    """The last one left takes the pot unseen (C2.4)."""
    return _pay_out(hand, (), {}, None, events)


def open_all(hand: TeenPattiHand, events: list[Event], asker: Seat | None = None) -> TeenPattiHand:
    """Open every hand still in; ``asker`` paid for a show (C2.5, C5.2, B7.3, B7.4)."""
    live = [p for p in hand.players if p.live]
    for p in live:
        if HIDDEN in p.cards:
            raise InputError("card_hidden", f"an opened card of seat {p.seat} is hidden", seat=p.seat)
    events += [Event("opened", p.seat, cards=p.cards) for p in live]
    strengths = {p.seat: strength(p.cards, hand.rules) for p in live}
    leaves_ties = asker if hand.rules.tie_show == "asker_loses" else None
    return _pay_out(hand, tuple(strengths), strengths, leaves_ties, events)


def _pay_out(
    hand: TeenPattiHand,
    opened: tuple[Seat, ...],
    strengths: dict[Seat, int],
    leaves_ties: Seat | None,
    events: list[Event],
) -> TeenPattiHand:
    """Each pot to the best of its contestants; equal ones split it, but for ``leaves_ties`` (C5.3)."""

    def best(contestants: tuple[Seat, ...]) -> tuple[Seat, ...]:
        top = max(strengths[seat] for seat in contestants)
        tied = tuple(seat for seat in contestants if strengths[seat] == top)
        return tuple(seat for seat in tied if seat != leaves_ties) or tied

    standing = hand.payments.stakes([(p.seat, not p.able) for p in hand.players if p.live], 0)
    pots = settle(standing, best)
    won = Result(pots, (), ()).won
    stacks = {p.seat: p.stack + won(p.seat) for p in hand.players}
    after = tuple((s.seat, stacks.get(s.seat, s.stack)) for s in hand.setup.seats)
    events += payout(pots)
    return replace(hand, phase=OVER, ended=Result(pots, opened, after))
