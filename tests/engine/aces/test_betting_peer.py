"""Aces against PokerKit 0.7.7: the same random hands in both, compared at every step.

PokerKit's general ``State`` gets the four streets, antes and limits of Aces and our cards one by one; its
player 0 is the next after the dealer. Compared: whose turn it is (so the opener too, whose ties PokerKit
also gives to the nearest after the dealer), which verbs are legal and what they cost, stacks and pot after
every action, the order of the showdown, the winners, and what each gets.
How good a hand is PokerKit cannot know, since it has no bug: it asks the slow second ranking of these tests.
Left out: which winners get odd chips (PokerKit gives all of them to the first; rule P2 has tests of its own).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, State, Street

from engine.aces.game import ACES
from engine.aces.options import AcesOptions
from engine.cards import PACK_52, Card, parse_card, spell
from engine.game import Action, Event, Hand, SeatStart, Setup
from tests.engine.aces.brute_force import all_fives, best

HANDS = 2000
BATCHES = 4
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@functools.cache
def slow_rank(cards: frozenset[Card]) -> tuple[int, tuple[int, ...]]:
    """Class and ranks of six cards with the bug, by trying everything."""
    own = tuple(cards)
    number, ranks, _ = best(all_fives(own), own, AcesOptions())
    return number, ranks


@functools.total_ordering
class BugHand:
    """PokerKit's view of a hand: six cards with the bug."""

    low = False

    def __init__(self, cards: frozenset[Card]) -> None:
        self.value = slow_rank(cards)

    @classmethod
    def from_game(cls, hole: Iterable[Any], board: Iterable[Any] = ()) -> BugHand:
        """Of PokerKit's cards; ValueError (its own sign) while they are not six."""
        cards = frozenset(parse_card(repr(c)) for c in hole)
        if len(cards) != 6:
            raise ValueError("six cards are a hand")
        return cls(cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BugHand) and self.value == other.value

    def __lt__(self, other: BugHand) -> bool:
        return self.value < other.value

    def __hash__(self) -> int:
        return hash(self.value)


def peer(players: int, unit: int, stacks: tuple[int, ...]) -> Any:
    """PokerKit's state of such a table, before the first card."""
    streets = tuple(
        Street(False, statuses, 0, False, Opening.HIGH_HAND, limit * unit, 4)
        for statuses, limit in (((False, False, True), 1), ((True,), 1), ((True,), 2), ((False,), 2))
    )
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        (BugHand,),  # type: ignore[arg-type]
        streets,
        BettingStructure.FIXED_LIMIT,
        True,
        unit,
        0,
        0,
        stacks,
        players,
        mode=Mode.TOURNAMENT,
    )


def deal(state: Any, events: Iterable[Event], order: tuple[int, ...]) -> None:
    """Give PokerKit the cards that fell."""
    for event in events:
        if event.kind in ("hidden_card", "open_card"):
            state.deal_hole(spell(event.cards[0]), order.index(event.seat or 0))


def legal(state: Any) -> dict[str, int]:
    """What PokerKit's actor may do, in our words, with the chips that it moves."""
    found = {}
    bet = state.bets[state.actor_index]
    if state.can_fold():
        found["fold"] = 0
    if state.can_check_or_call():
        amount = state.checking_or_calling_amount
        found["call" if amount else "check"] = amount
    if state.can_complete_bet_or_raise_to():
        amount = state.min_completion_betting_or_raising_to_amount
        assert amount == state.max_completion_betting_or_raising_to_amount, "the limit is fixed"
        found["raise" if any(state.bets) else "bet"] = amount - bet
    return found


def do(state: Any, verb: str) -> None:
    """The same action there."""
    if verb == "fold":
        state.fold()
    elif verb in ("check", "call"):
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to()


def compare_turn(state: Any, hand: Hand, order: tuple[int, ...]) -> None:
    """Actor, verbs, amounts, stacks and pot."""
    assert hand.turn is not None
    (seat,) = hand.turn.seats
    assert order[state.actor_index] == seat
    assert legal(state) == {c.verb: c.least for c in hand.options(seat)}
    view = hand.view(None)
    assert list(state.stacks) == [view.seat(s).stack for s in order]
    assert list(state.bets) == [view.seat(s).bet for s in order]
    assert state.total_pot_amount == view.pot


def compare_end(state: Any, hand: Hand, order: tuple[int, ...]) -> None:
    """Showdown, winners, and payout but for odd chips."""
    result = hand.result
    assert result is not None
    shown = []
    while state.showdown_index is not None:
        shown.append(order[state.showdown_index])
        state.show_or_muck_hole_cards(True)
    assert tuple(shown) == result.opened
    assert not state.status
    (pot,) = result.pots
    before, after = hand.view(None), dict(result.stacks_after)
    won = {
        s: chips - (start_of(hand, s) - before.seat(s).paid)
        for s, chips in zip(order, state.stacks, strict=True)
    }
    assert {s for s, chips in won.items() if chips} == set(pot.winners)
    if pot.amount % len(pot.winners) == 0:
        assert list(state.stacks) == [after[s] for s in order]


def start_of(hand: Hand, seat: int) -> int:
    """The stack of a seat before the hand."""
    return next(s.stack for s in hand.setup.seats if s.seat == seat)


def random_setup(random: Random) -> Setup:
    """Two to seven players with any unit and dealer; stacks above the reserve."""
    unit = random.choice((1, 1, 2, 5))
    seats = tuple(SeatStart(i, unit * random.randint(26, 60)) for i in range(1, random.randint(2, 7) + 1))
    return Setup("aces", AcesOptions(unit=unit), seats, random.choice(seats).seat)


def play_both(random: Random) -> tuple[int, Hand]:
    """One random hand in both; how many decisions were compared, and the hand at its end."""
    setup = random_setup(random)
    step = ACES.start(setup).deal(tuple(random.sample(PACK_52, 52)))
    hand, order = step.hand, step.hand.view(None).order
    state = peer(len(order), hand.view(None).fact("unit"), tuple(start_of(hand, s) for s in order))
    deal(state, step.events, order)
    folds = random.choice((0.05, 0.3, 1.0))
    while hand.turn is not None:
        compare_turn(state, hand, order)
        (seat,) = hand.turn.seats
        choices = [c for c in hand.options(seat) if c.verb != "fold" or random.random() < folds]
        choice = random.choice(choices)
        do(state, choice.verb)
        step = hand.act(Action(seat, choice.verb, choice.least))
        deal(state, step.events, order)
        hand = step.hand
    compare_end(state, hand, order)
    return len(hand.actions), hand


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_hands_go_as_in_pokerkit(batch: int) -> None:
    """Legality, amounts, openers, pots and winners of thousands of hands, showdowns and splits among them."""
    random = Random(batch)
    decisions, showdowns, splits = 0, 0, 0
    for _ in range(HANDS // BATCHES):
        acted, hand = play_both(random)
        result = hand.result
        assert result is not None
        decisions += acted
        showdowns += bool(result.opened)
        splits += len(result.pots[0].winners) > 1
    assert decisions > 15 * HANDS // BATCHES
    assert showdowns > HANDS // BATCHES // 4 and splits > 0
