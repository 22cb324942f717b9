"""Hands of Seka set up card by card, and moves spelled briefly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.cards import Card, parse_cards
from engine.game import Action, Event, SeatStart, Setup, Step
from engine.seka.betting import SekaHand
from engine.seka.deal import HAND_CARDS, pack_with
from engine.seka.game import SEKA
from engine.seka.options import SekaOptions

VERBS = ("see", "pay", "look", "open", "pass", "join", "decline")
# Hands of one pack, named by their values; the two of 20 are a tie.
TEN, ELEVEN, TWENTY, OTHER_TWENTY = "Tc Jd Qh", "Ac Kh Qd", "Kd Td Jc", "Jh Th Kc"
ACES, THIRTY = "Ah Ad Qc", "Ts Js Qs"


def seka(step: Step) -> SekaHand:
    """The hand of a step by its own type."""
    assert isinstance(step.hand, SekaHand)
    return step.hand


def deck_of(*rows: str, jokers: int = 1) -> tuple[Card, ...]:
    """The deck that gives these hands in play order; the rest of the pack follows."""
    hands = [parse_cards(row) for row in rows]
    fallen = [hand[i] for i in range(HAND_CARDS) for hand in hands]
    rest = list(pack_with(jokers))
    for c in fallen:
        rest.remove(c)
    return (*fallen, *rest)


def setup(stacks: Sequence[int], dealer: int = 0, sits_out: Sequence[int] = (), **options: Any) -> Setup:
    """Seats 1, 2, …; the last one deals by default, so that seat 1 is next after him."""
    seats = tuple(SeatStart(i, stack, i not in sits_out) for i, stack in enumerate(stacks, 1))
    return Setup("seka", SekaOptions(**options), seats, dealer or len(stacks))


def table(*rows: str, stacks: Any = 100, dark: Any = False, **options: Any) -> SekaHand:
    """A dealt hand with a row of cards for each seat; nobody plays dark unless ``dark`` is given.

    ``stacks``: one number for all, or one each.
    """
    chips = [stacks] * len(rows) if isinstance(stacks, int) else stacks
    start = SEKA.start(setup(chips, dark=dark, **options))
    return seka(start.deal(deck_of(*rows, jokers=options.get("jokers", 1))))


def dealt(hand: SekaHand, *rows: str) -> SekaHand:
    """A further deal of these hands."""
    return seka(hand.deal(deck_of(*rows, jokers=hand.state.rules.jokers)))


def acts(hand: SekaHand, moves: str) -> SekaHand:
    """Carry out moves, see ``steps``."""
    return seka(steps(hand, moves)[-1])


def steps(hand: SekaHand, moves: str) -> list[Step]:
    """Carry out moves such as ``1 pay 4, 2 look >3, 3 pass``: without an amount the least one."""
    done: list[Step] = []
    for move in moves.split(","):
        seat, verb, *rest = move.split()
        amount = next((int(word) for word in rest if word.isdigit()), least(hand, int(seat), verb))
        target = next((int(word[1:]) for word in rest if word[0] == ">"), None)
        done.append(hand.act(Action(int(seat), verb, amount, target)))
        hand = seka(done[-1])
    return done


def least(hand: SekaHand, seat: int, verb: str) -> int:
    """The least amount that the verb is offered for, 0 where it is not offered."""
    return next((c.least for c in hand.options(seat) if c.verb == verb), 0)


def on_turn(hand: SekaHand) -> tuple[int, ...]:
    """The seats that are awaited."""
    return hand.turn.seats if hand.turn else ()


def offered(hand: SekaHand, seat: int = 0) -> dict[str, tuple[int, int]]:
    """Verb to least and most amount, of the seat on turn by default."""
    return {c.verb: (c.least, c.most) for c in hand.options(seat or on_turn(hand)[0])}


def targets(hand: SekaHand) -> tuple[int, ...]:
    """Whom the seat on turn may look at."""
    return next((c.targets for c in hand.options(on_turn(hand)[0]) if c.verb == "look"), ())


def pots(hand: SekaHand) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Amount, contestants and winners of the pots of a hand that is over."""
    assert hand.result is not None
    return [(pot.amount, pot.contestants, pot.winners) for pot in hand.result.pots]


def standing(hand: SekaHand) -> list[tuple[int, tuple[int, ...]]]:
    """Amount and contestants of the pots of a hand that goes on."""
    view = hand.view(None)
    return list(zip(view.pots, view.contestants, strict=True))


def stacks(hand: SekaHand) -> list[int]:
    """The stacks in the order of the seats."""
    return [s.stack for s in hand.view(None).seats]


def price(hand: SekaHand) -> int:
    """S."""
    return hand.view(None).fact("price")


def kinds(events: Sequence[Event], *wanted: str) -> list[Event]:
    """The events of these kinds, in order."""
    return [e for e in events if e.kind in wanted]
