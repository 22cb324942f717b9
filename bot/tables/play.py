"""One action and all that follows from it before anybody else is asked: pure, nothing is stored here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.tables.state import LiveHand, public_events
from engine.cards import Card
from engine.game import Action, Event, Hand, Seat
from engine.shuffle import DeckProof, shuffled

SILENCE: Final = "silence"  # the source of a move that was made because the time ran out
HOUSE: Final = "house"  # and of one that a house player made


@dataclass(frozen=True, slots=True)
class Move:
    """An action and where it came from: press, command, silence, absent, house.

    ``interaction_id`` 0: from none.
    """

    action: Action
    source: str
    interaction_id: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """What is to be stored in one commit, and the hand after it."""

    live: LiveHand
    moves: tuple[Move, ...]
    new_roots: tuple[tuple[int, bytes], ...]  # deck number, root
    private_to: frozenset[Seat]  # seats that learned something of their own


def play_on(
    live: LiveHand, moves: tuple[Move, ...], absent: Callable[[Seat], bool], pack: tuple[Card, ...]
) -> Played:
    """Carry out moves in order, deal the decks they call for, and answer for who is absent.

    Raises IllegalAction where a move is not allowed; nothing has changed then.
    """
    hand, events, done, roots = live.hand, list[Event](), list[Move](), list[tuple[int, bytes]]()
    timed_out = set(live.timed_out)
    waiting = list(moves)
    while True:
        if hand.deck_needed is not None:
            hand = _deal(hand, live.key, pack, events, roots)
        elif waiting:
            move = waiting.pop(0)
            step = hand.act(move.action)
            hand = step.hand
            if move.source == SILENCE:
                timed_out.add(len(live.events) + len(public_events(events)))  # the place of its event
            events.extend(step.events)
            done.append(move)
        elif (seat := _absent_seat(hand, absent)) is not None:
            waiting.append(Move(hand.silence(seat), "absent"))
        else:
            break
    after = replace(
        live.after(hand),
        events=(*live.events, *public_events(events)),
        timed_out=frozenset(timed_out),
        actions=live.actions + len(done),
        roots=(*live.roots, *(root.hex() for _, root in roots)),
    )
    private = frozenset(seat for event in events for seat in event.audience or ())
    return Played(after, tuple(done), tuple(roots), private)


def _absent_seat(hand: Hand, absent: Callable[[Seat], bool]) -> Seat | None:
    turn = hand.turn
    return next((seat for seat in turn.seats if absent(seat)), None) if turn else None


def _deal(
    hand: Hand, key: bytes, pack: tuple[Card, ...], events: list[Event], roots: list[tuple[int, bytes]]
) -> Hand:
    number = hand.deck_needed
    assert number is not None
    deck = shuffled(key, number, pack)
    roots.append((number, DeckProof(key, number, deck).root))
    step = hand.deal(deck)
    events.extend(step.events)
    return step.hand


def chips_of(hand: Hand) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """What each seat paid into a hand that is over, and what came back; seats without either left out."""
    result = hand.result
    assert result is not None
    before = {one.seat: one.stack for one in hand.setup.seats}
    paid, won = {}, {}
    for seat, after in result.stacks_after:
        if back := result.won(seat):
            won[seat] = back
        if gone := before[seat] - after + back:
            paid[seat] = gone
    return paid, won
