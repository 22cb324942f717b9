"""A hand of Seka as one seat or the public may know it.

``sight`` of a seat is ``dark`` until it has its cards, else ``seen``; it stays ``dark`` where the cards were
never looked at. ``round`` is the circle of the present deal. ``last_verb`` of an open offer is ``join`` or
``decline`` for who has answered.

The public numbers (``View.facts``): ``ante`` · ``price`` S, what who has seen pays at least · ``circle`` of
the present deal and ``circles_max``, after which all hands are opened · ``svara`` the number of the present
one, 0 in the first deal, and ``svara_max`` · ``asked`` 1 when the seat on turn is the last that can pay and
pays what it lacks to all-in hands, or passes (B7.4) · ``pay_most`` the most that one payment of who has
seen may be, 0 where only the stack limits it · ``replay`` 1 while a tied pot waits for its new cards (B7.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import HIDDEN
from engine.game import Ranked, Seat, SeatView, View
from engine.seka.ranking import rank, rank_opened
from engine.seka.state import ASK, OVER, REPLAY, Player, State

if TYPE_CHECKING:
    from engine.seka.betting import SekaHand


def view(hand: SekaHand, viewer: Seat | None) -> View:
    """Cards only of who has opened, of the viewer once he has seen, and of whom a look showed him."""
    state, turn = hand.state, hand.turn
    at = {p.seat: p for p in state.players}
    own = at.get(viewer) if viewer is not None else None
    known = {p.seat for p in state.players if p.opened}
    if own is not None:
        known |= own.knows | ({own.seat} if own.seen else set())
    ranks = _ranks(state, known)
    pots = _pots(state)
    return View(
        game=hand.setup.game,
        viewer=viewer,
        dealer=hand.setup.dealer,
        deal=max(0, state.decks - 1),
        round=state.circle,
        rounds=0,
        pots=tuple([amount for amount, _ in pots]),
        price=turn.price if turn else 0,
        common=(),
        order=tuple([p.seat for p in state.players if p.dealt]),
        seats=tuple([_seat_view(state, at[s.seat], s.seat in known, ranks) for s in hand.setup.seats]),
        turn=turn,
        choices=tuple([(seat, hand.options(seat)) for seat in turn.seats]) if turn else (),
        facts=_facts(state),
        result=state.result,
        contestants=tuple([seats for _, seats in pots]),
    )


def _pots(state: State) -> list[tuple[int, tuple[Seat, ...]]]:
    if state.awaits == OVER:
        return []
    if state.settling:
        return [(pot.amount, pot.contestants) for pot in state.settling]
    return [(stake.amount, stake.contestants) for stake in state.stakes()]


def _ranks(state: State, known: set[Seat]) -> dict[Seat, Ranked]:
    """What hands make that can be seen; those opened in one deal against each other (B2.6)."""
    seen = [p for p in state.players if p.seat in known and p.cards and HIDDEN not in p.cards]
    ranks = {p.seat: rank(p.cards, state.rules) for p in seen if not p.opened}
    for deck in {p.deck for p in seen if p.opened}:
        shown = [p for p in seen if p.opened and p.deck == deck]
        made = rank_opened([p.cards for p in shown], state.rules)
        ranks |= {p.seat: one for p, one in zip(shown, made, strict=True)}
    return ranks


def _seat_view(state: State, player: Player, known: bool, ranks: dict[Seat, Ranked]) -> SeatView:
    stack = player.stack
    if state.result is not None:
        stack = dict(state.result.stacks_after)[player.seat]
    if not player.dealt:
        return SeatView(player.seat, stack, "not_dealt", last_verb=player.last_verb)
    status = "folded" if not player.live else "in" if player.able or not state.decks else "all_in"
    return SeatView(
        player.seat,
        stack,
        status,
        player.cards if known else (HIDDEN,) * len(player.cards),
        opened=player.opened,
        bet=player.bet,
        paid=player.paid,
        sight=("seen" if player.seen else "dark") if player.cards else "",
        ranked=ranks.get(player.seat),
        last_verb=player.last_verb,
        deck=player.deck,
    )


def _facts(state: State) -> tuple[tuple[str, int], ...]:
    rules = state.rules
    cap = rules.bet_cap(state.payments.total)
    return (
        ("ante", rules.ante),
        ("price", state.price),
        ("circle", state.circle),
        ("circles_max", rules.circles_max),
        ("svara", state.svaras),
        ("svara_max", rules.svara_max),
        ("asked", int(state.awaits == ASK)),
        ("pay_most", 0 if cap is None else max(cap, state.price)),
        ("replay", int(state.awaits == REPLAY)),
    )
