"""A hand of Teen Patti as one seat or the public may know it.

``sight`` of a seat is ``blind`` until it has seen its cards, then ``seen``. ``round`` is the circle.
``last_verb`` is what a seat did in the present circle, ``bet`` what it paid there.

The public numbers (``View.facts``); those of a seat end in its number, such as ``offers:3``:
``boot`` chips · ``stake`` S, what a player who has seen pays at least · ``blind_price`` half of it ·
``circle`` and ``circles_max`` · ``blind_turns_max``, 0 where they are not limited · ``offers:N`` side shows
that seat N was offered in the hand · ``blind_turns:N`` blind payments that seat N may still make, only
where they are limited.
Only on a turn: ``pot_limit`` the pot when it began · ``asked`` 1 where the only one who can still pay is
asked for what he lacks to all-in hands (B7.4) · ``again`` 1 where his side show was refused and he pays
again (C4.4) · ``side_show_with`` the seat that he would ask, only where he may · ``side_show_forced`` 1
where that seat could not refuse. Only at an answer: ``forced`` 1 where it cannot be a refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.cards import HIDDEN
from engine.game import Seat, SeatView, View
from engine.teen_patti.ranking import rank
from engine.teen_patti.side_show import asked_by, cannot_refuse, why_not_ask
from engine.teen_patti.state import AGAIN, ANSWER, ASKED, BET, DEAL, OVER, Offer, Player

if TYPE_CHECKING:
    from engine.teen_patti.betting import TeenPattiHand


def view(hand: TeenPattiHand, viewer: Seat | None) -> View:
    """Cards only of who has opened, of the viewer once he has seen, and of whom a side show showed him."""
    turn, at = hand.turn, {p.seat: p for p in hand.players}
    known = set(hand.ended.opened) if hand.ended else set()
    own = at.get(viewer) if viewer is not None else None
    if own is not None:
        known |= own.knows | (own.alone if own.seen else frozenset())
    live = [(p.seat, not p.able) for p in hand.players if p.live]
    pots = () if hand.phase == OVER else hand.payments.stakes(live, 0)
    return View(
        game=hand.setup.game,
        viewer=viewer,
        dealer=hand.setup.dealer,
        deal=0,
        round=hand.circle,
        rounds=0,
        pots=tuple([stake.amount for stake in pots]),
        price=turn.price if turn else 0,
        common=(),
        order=tuple(at),
        seats=tuple(
            [
                _seat_view(hand, at[s.seat], s.seat in known)
                if s.seat in at
                else SeatView(s.seat, s.stack, "not_dealt")
                for s in hand.setup.seats
            ]
        ),
        turn=turn,
        choices=tuple([(seat, hand.options(seat)) for seat in turn.seats]) if turn else (),
        facts=tuple(_facts(hand)),
        result=hand.ended,
        contestants=tuple([stake.contestants for stake in pots]),
    )


def _seat_view(hand: TeenPattiHand, player: Player, known: bool) -> SeatView:
    status = "folded" if not player.live else "in" if player.able or hand.phase == DEAL else "all_in"
    return SeatView(
        player.seat,
        dict(hand.ended.stacks_after)[player.seat] if hand.ended else player.stack,
        status,
        player.cards if known else (HIDDEN,) * len(player.cards),
        opened=hand.ended is not None and player.seat in hand.ended.opened,
        bet=player.bet,
        paid=player.paid,
        sight=("seen" if player.seen else "blind") if player.cards else "",
        ranked=rank(player.cards, hand.rules) if known and HIDDEN not in player.cards else None,
        last_verb=player.last_verb,
    )


def _facts(hand: TeenPattiHand) -> Iterator[tuple[str, int]]:
    rules = hand.rules
    yield "boot", rules.boot
    yield "stake", hand.stake
    yield "blind_price", hand.stake // 2
    yield "circle", hand.circle
    yield "circles_max", rules.circles_max
    yield "blind_turns_max", rules.blind_turns_max
    for p in hand.players:
        yield f"offers:{p.seat}", sum([o.asked == p.seat for o in hand.offers])
        left = hand.blind_turns_left(p)
        if left is not None:
            yield f"blind_turns:{p.seat}", left
    if hand.phase == ANSWER:
        yield "forced", int(hand.forced)
    if hand.phase in (BET, AGAIN, ASKED):
        yield "pot_limit", hand.turn_pot
        yield "asked", int(hand.phase == ASKED)
        yield "again", int(hand.phase == AGAIN)
    if hand.phase == BET and not why_not_ask(hand, hand.on_turn):
        other = hand.players[asked_by(hand, hand.place)].seat
        offer = Offer(hand.on_turn.seat, other, hand.circle)
        yield "side_show_with", other
        yield "side_show_forced", int(cannot_refuse(rules.third_offer, hand.offers, offer))
