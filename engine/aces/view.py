"""A hand of Aces, Straights and Flushes as one seat or the public may know it.

The public numbers (``View.facts``), all but the first while a round is played only: ``unit`` chips of the
small bet · ``limit`` chips that a bet or raise adds · ``bets`` 1 once there is a bet · ``raises`` made ·
``raises_most`` allowed · ``level`` chips that everybody must have put in this round · ``opener`` the seat
that opened it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.aces.deal import COMMON, RAISES_MOST, ROUNDS, STREETS, covered
from engine.aces.so_far import rank_so_far
from engine.cards import HIDDEN, Card
from engine.game import Seat, SeatView, View

if TYPE_CHECKING:
    from engine.aces.betting import AcesHand, Player


def view(hand: AcesHand, viewer: Seat | None) -> View:
    """Closed cards only of the viewer himself and of who has opened."""
    turn, at = hand.turn, {p.seat: p for p in hand.players}
    return View(
        game=hand.setup.game,
        viewer=viewer,
        dealer=hand.setup.dealer,
        deal=0,
        round=_rounds_begun(hand),
        rounds=ROUNDS,
        pots=(sum(p.paid for p in hand.players),) if turn else (),
        price=turn.price if turn else 0,
        common=COMMON,
        order=tuple(at),
        seats=tuple(
            _seat_view(hand, at[s.seat], viewer) if s.seat in at else SeatView(s.seat, s.stack, "not_dealt")
            for s in hand.setup.seats
        ),
        turn=turn,
        choices=tuple((seat, hand.options(seat)) for seat in turn.seats) if turn else (),
        facts=_facts(hand),
        result=hand.ended,
    )


def _rounds_begun(hand: AcesHand) -> int:
    """As many rounds as the longest hand has cards for, 0 before the deal."""
    longest = max(len(p.cards) for p in hand.players)
    return max(0, longest - len(STREETS[0]) + 1)


def _seat_view(hand: AcesHand, player: Player, viewer: Seat | None) -> SeatView:
    opened = hand.ended is not None and player.seat in hand.ended.opened
    knows = opened or viewer == player.seat
    return SeatView(
        player.seat,
        dict(hand.ended.stacks_after)[player.seat] if hand.ended else player.stack,
        "in" if player.live else "folded",
        player.cards if knows else covered(player.cards),
        opened=opened,
        bet=player.bet,
        paid=player.paid,
        ranked=rank_so_far(player.cards, hand.rules) if knows and _is_known(player.cards) else None,
        last_verb=player.last_verb,
    )


def _is_known(cards: tuple[Card, ...]) -> bool:
    """There are cards and all can be seen: an exported hand hides some even from their owner's View."""
    return bool(cards) and HIDDEN not in cards


def _facts(hand: AcesHand) -> tuple[tuple[str, int], ...]:
    unit = ("unit", hand.rules.unit)
    now = hand.betting
    if now is None:
        return (unit,)
    return (
        unit,
        ("limit", now.limit),
        ("bets", int(now.level > 0)),
        ("raises", now.raises),
        ("raises_most", RAISES_MOST),
        ("level", now.level),
        ("opener", hand.players[now.opener].seat),
    )
