"""What a seat may do in Seka, and what each thing costs (rules B3 to B7)."""

from __future__ import annotations

from typing import Final

from engine.game import Choice, Seat
from engine.seka.state import ASK, OFFER, TURN, Player, State

BINDS_TO: Final = "seen_price"
_PASS: Final = Choice("pass")
_SEE: Final = Choice("see", binds_to=BINDS_TO)
_DECLINE: Final = Choice("decline")


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """In the order ``see pay look open pass``; empty where the seat is not awaited."""
    if seat not in awaited(state):
        return ()
    if state.awaits == OFFER:
        return Choice("join", state.join_price, state.join_price), _DECLINE
    player = state.player(seat)
    see = () if player.seen else (_SEE,)
    if state.awaits == ASK:
        return *see, asked_payment(state, player), _PASS
    return *see, _payment(state, player), *_comparing(state, player), _PASS


def awaited(state: State) -> tuple[Seat, ...]:
    """The seats that must decide now."""
    if state.awaits == OFFER:
        return state.offered
    return state.queue[:1] if state.awaits in (TURN, ASK) else ()


def asked_payment(state: State, player: Player) -> Choice:
    """What he lacks to the all-in hands, at most what he has (B7.4)."""
    lacking = sum(-(-worth // player.weight) for _, worth in state.asked())
    chips = min(lacking, player.stack)
    return Choice("pay", chips, chips)


def _payment(state: State, player: Player) -> Choice:
    """From the price to the most that one payment may be (B3.2, B3.4, B4.3); all he has below it (B7.1)."""
    rules, least = state.rules, state.price
    most = rules.bet_cap(state.payments.total)
    if not player.seen:
        if rules.dark_price == "half":
            least = rules.ante if state.circle == 1 else -(-least // 2)
        most = None if most is None else most // 2
    if player.stack < least:
        return Choice("pay", player.stack, player.stack)
    return Choice("pay", least, player.stack if most is None else min(player.stack, max(least, most)))


def _comparing(state: State, player: Player) -> tuple[Choice, ...]:
    """A look among three or more (B5), an opening between two (B6.1)."""
    if not player.seen or not in_time(state):
        return ()
    able = [p.seat for p in state.able]
    if len(able) == 2:
        chips = min(state.price, player.stack)
        return (Choice("open", chips, chips),)
    if not state.rules.look or player.stack < state.price:
        return ()
    return (Choice("look", state.price, state.price, targets=_targets(state, able, player.seat)),)


def in_time(state: State) -> bool:
    """Looks and openings begin with the second circle (B5.1)."""
    return state.circle > 1 or state.rules.look_first_circle


def _targets(state: State, able: list[Seat], seat: Seat) -> tuple[Seat, ...]:
    here = able.index(seat)
    if state.rules.look_target == "previous":
        return (able[here - 1],)
    if state.rules.look_target == "next":
        return (able[(here + 1) % len(able)],)
    return tuple([other for other in able if other != seat])
