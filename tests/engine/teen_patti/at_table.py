"""Hands of Teen Patti set up card by card, and moves spelled briefly."""

from __future__ import annotations

from engine.cards import Card, parse_cards
from engine.errors import IllegalAction
from engine.game import Action, Event, Hand, SeatStart, Setup, Step
from engine.options import Value
from engine.teen_patti.game import TEEN_PATTI
from engine.teen_patti.options import TeenPattiOptions

ROWS = ("Kc 7d 2s", "Qc 8d 3s", "Jc 9d 4s", "Tc 6d 5h", "9c 5d 3h", "8c 4d 2h")  # the first is the best


def setup(*stacks: int, dealer: int = 0, **options: Value) -> Setup:
    """Seats 1, 2, … with these stacks, clockwise; the last deals, so that seat 1 is first in play order."""
    rules = TeenPattiOptions.from_mapping({"direction": "cw", **options})
    seats = tuple(SeatStart(i, stack) for i, stack in enumerate(stacks, 1))
    return Setup("teen_patti", rules, seats, dealer or len(stacks))


def deck_of(rules: TeenPattiOptions, *rows: str) -> tuple[Card, ...]:
    """The deck that deals these hands, in play order."""
    hands = [parse_cards(row) for row in rows]
    fallen = [hand[i] for i in range(3) for hand in hands]
    rest = list(TEEN_PATTI.pack(rules))
    for c in fallen:
        rest.remove(c)
    return (*fallen, *rest)


def dealt(start: Setup, *rows: str) -> Step:
    """The deal of that setup; without rows, hands of which the first in play order is the best."""
    hand = TEEN_PATTI.start(start)
    rules = start.options
    assert isinstance(rules, TeenPattiOptions)
    return hand.deal(deck_of(rules, *(rows or ROWS[: len(hand.view(None).order)])))


def table(*stacks: int, rows: tuple[str, ...] = (), dealer: int = 0, **options: Value) -> Hand:
    """A dealt hand of seats 1, 2, …"""
    return dealt(setup(*stacks, dealer=dealer, **options), *rows).hand


def step(hand: Hand, moves: str) -> Step:
    """Carry out moves of whoever is on turn, "verb" or "verb:amount"; the last step.

    Without an amount it is the least that is offered.
    """
    last = Step(hand, ())
    for move in moves.split():
        hand = last.hand
        assert hand.turn is not None, "the hand is over"
        (seat,) = hand.turn.seats
        verb, _, amount = move.partition(":")
        chips = int(amount) if amount else offered(hand).get(verb, (0, 0))[0]
        last = hand.act(Action(seat, verb, chips))
    return last


def acts(hand: Hand, moves: str) -> Hand:
    """The hand after ``step``."""
    return step(hand, moves).hand


def on_turn(hand: Hand) -> int:
    """The seat that is awaited."""
    assert hand.turn is not None
    (seat,) = hand.turn.seats
    return seat


def offered(hand: Hand) -> dict[str, tuple[int, int]]:
    """Verb to least and most of the awaited seat."""
    return {c.verb: (c.least, c.most) for c in hand.options(on_turn(hand))}


def refused(hand: Hand, verb: str, amount: int = 0) -> str:
    """The code with which the awaited seat's action is refused."""
    try:
        hand.act(Action(on_turn(hand), verb, amount))
    except IllegalAction as error:
        return error.code
    raise AssertionError(f"{verb} was accepted")


def stake(hand: Hand) -> int:
    """What a player who has seen pays."""
    return hand.view(None).fact("stake")


def pots(hand: Hand) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Amount, contestants and winners of an ended hand's pots."""
    assert hand.result is not None, "the hand is not over"
    return [(pot.amount, pot.contestants, pot.winners) for pot in hand.result.pots]


def kinds(events: tuple[Event, ...], *wanted: str) -> list[Event]:
    """The events of these kinds, in order."""
    return [e for e in events if e.kind in wanted]
