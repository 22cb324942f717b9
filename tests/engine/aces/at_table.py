"""Hands of Aces set up card by card, and moves spelled briefly."""

from __future__ import annotations

from engine.aces.betting import AcesHand
from engine.aces.game import ACES
from engine.aces.options import AcesOptions
from engine.cards import PACK_52, Card, parse_cards
from engine.game import Action, Event, SeatStart, Setup, Step

VERBS = ("check", "bet", "call", "raise", "fold")


def setup(*stacks: int, dealer: int = 0, **options: int | bool) -> Setup:
    """Seats 1, 2, … with these stacks; the last one deals by default, so that seat 1 is next after him."""
    seats = tuple(SeatStart(i, stack) for i, stack in enumerate(stacks, 1))
    return Setup("aces", AcesOptions(**options), seats, dealer or len(stacks))  # type: ignore[arg-type]


def deck_of(*rows: str) -> tuple[Card, ...]:
    """The deck that gives these hands (in play order, cards in dealing order).

    Rows may be short: other cards of the pack, the lowest first, fill them up in their places, unless the
    row ends with "fold": that player gets no more.
    """
    hands = [list(parse_cards(row.removesuffix("fold"))) for row in rows]
    wanted = [len(hand) if row.endswith("fold") else 6 for row, hand in zip(rows, hands, strict=True)]
    given = {c for hand in hands for c in hand}
    rest = [c for c in PACK_52 if c not in given]
    fallen = [
        hand.pop(0) if hand else rest.pop(0)
        for i in range(6)
        for hand, most in zip(hands, wanted, strict=True)
        if i < most
    ]
    return (*fallen, *rest)


def table(*rows: str, unit: int = 1, **options: int | bool) -> AcesHand:
    """A dealt hand of as many seats as rows (see ``deck_of``), 100 units each, seat 1 first in play order."""
    start = setup(*[100 * unit] * len(rows), unit=unit, **options)
    return dealt(ACES.start(start).deal(deck_of(*rows)))


def dealt(step: Step) -> AcesHand:
    """The hand of a step by its own type."""
    assert isinstance(step.hand, AcesHand)
    return step.hand


def acts(hand: AcesHand, moves: str) -> AcesHand:
    """Carry out verbs of whoever is on turn, at the one amount that each is offered for."""
    return dealt(steps(hand, moves)[-1])


def steps(hand: AcesHand, moves: str) -> list[Step]:
    """As ``acts``: every step of it."""
    done = []
    for verb in moves.split():
        done.append(hand.act(action(hand, verb)))
        hand = dealt(done[-1])
    return done


def action(hand: AcesHand, verb: str) -> Action:
    """That verb by the seat on turn, at the amount offered, 0 where it is not offered."""
    seat = on_turn(hand)
    return Action(seat, verb, next((c.least for c in hand.options(seat) if c.verb == verb), 0))


def on_turn(hand: AcesHand) -> int:
    """The seat that must act."""
    assert hand.turn is not None
    (seat,) = hand.turn.seats
    return seat


def offered(hand: AcesHand) -> dict[str, int]:
    """Verb to amount of the seat on turn; every amount is a fixed one."""
    choices = hand.options(on_turn(hand))
    assert all(c.least == c.most and not c.targets and not c.binds_to for c in choices)
    return {c.verb: c.least for c in choices}


def kinds(events: tuple[Event, ...], *wanted: str) -> list[Event]:
    """The events of these kinds, in order."""
    return [e for e in events if e.kind in wanted]
