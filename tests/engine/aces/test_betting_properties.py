"""Whole hands of Aces played at random: what holds in every one of them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.aces.deal import covered
from engine.aces.game import ACES
from engine.cards import PACK_52, Card
from engine.game import Action, Hand, Setup, View
from tests.engine import contract
from tests.engine.aces.at_table import VERBS
from tests.engine.strategies import Played, play, played, setups


@given(played(ACES))
def test_random_hands_hold_the_contract(hand: Played) -> None:
    """Chips, turns, replay and immutability."""
    contract.check_hand(hand, ACES)
    contract.check_views_hide(hand)


@settings(max_examples=40)
@given(played(ACES), st.data())
def test_what_is_listed_is_accepted_and_nothing_else(hand: Played, data: st.DataObject) -> None:
    """Every verb, seat, amount and target around what is offered, in some state of a random hand."""
    contract.check_offered_is_accepted(data.draw(st.sampled_from(hand.hands)), ACES, VERBS)


@given(played(ACES))
def test_hands_end_within_the_most_decisions_that_the_cap_allows(hand: Played) -> None:
    """Four rounds of at most one answer each to a bet and three raises, after a round of checks."""
    players = len(hand.last.view(None).order)
    assert len(hand.last.actions) <= 4 * (5 * players - 1)


@given(played(ACES))
def test_a1_3_nobody_pays_more_than_the_reserve(hand: Played) -> None:
    """25 units are enough for everything that can happen, and the pot is one."""
    reserve = ACES.reserve(hand.setup.options)
    result = hand.last.result
    assert result is not None and len(result.pots) == 1
    assert all(s.paid <= reserve for s in hand.last.view(None).seats)


@given(played(ACES))
def test_a2_6_all_still_in_have_paid_the_same_between_rounds(hand: Played) -> None:
    """When a round begins and at a showdown those still in have put in equal chips."""
    for before, after in zip(hand.hands, hand.hands[1:], strict=False):
        over = after.result is not None and bool(after.result.opened)
        if over or after.view(None).round > before.view(None).round:
            assert len({s.paid for s in after.view(None).seats if s.status == "in"}) == 1


@given(played(ACES))
def test_events_tell_the_hand(hand: Played) -> None:
    """The chips of antes and actions are those paid, what is won is the pot, cards are those held."""
    events = [event for step in hand.steps for event in step.events]
    result = hand.last.result
    assert result is not None
    view = hand.last.view(None)
    for one in view.seats:
        paid = [e.amount for e in events if e.seat == one.seat and e.kind in ("ante", "action")]
        won = [e.amount for e in events if e.seat == one.seat and e.kind == "won"]
        assert sum(paid) == one.paid and sum(won) == result.won(one.seat)
        held = hand.last.view(one.seat).seat(one.seat).cards
        told = [
            c
            for e in events
            if e.seat == one.seat and e.kind in ("hidden_card", "open_card")
            for c in e.cards
        ]
        assert tuple(told) == held
    for event in events:
        assert event.audience == (frozenset({event.seat}) if event.kind == "hidden_card" else None)


@given(setups(ACES), st.integers(0, 2**64 - 1))
def test_hidden_cards_change_no_public_view_until_they_are_opened(setup: Setup, seed: int) -> None:
    """Two deals with the same open and other hidden cards look alike to the public at every step.

    So they do to each seat, but for its own cards; the actions offered are the same.
    """
    one = play(ACES.start(setup), PACK_52, Random(seed))
    other: Hand = ACES.start(setup).deal(with_other_closed_cards(one, Random(seed + 1))).hand
    for state, following, action in zip(one.hands[1:], one.hands[2:], one.last.actions, strict=False):
        assert other.view(None) == state.view(None)
        for seat in (s.seat for s in setup.seats):
            assert without_cards_of(other.view(seat), seat) == without_cards_of(state.view(seat), seat)
        if following.result is not None and following.result.opened:
            break
        other = other.act(action).hand
    else:
        assert other.result == one.last.result
        assert other.view(None) == one.last.view(None)


def with_other_closed_cards(one: Played, random: Random) -> tuple[Card, ...]:
    """The deck of a hand with all cards that the public never saw in its play shuffled among each other."""
    deck = one.last.decks[0]
    opened = {c for s in one.last.view(None).order for c in covered(own_cards(one.last, s))}
    places = [i for i, c in enumerate(deck) if c not in opened]
    cards = [deck[i] for i in places]
    random.shuffle(cards)
    changed = list(deck)
    for place, c in zip(places, cards, strict=True):
        changed[place] = c
    return tuple(changed)


def own_cards(hand: Hand, seat: int) -> tuple[Card, ...]:
    """What that seat holds."""
    return hand.view(seat).seat(seat).cards


def without_cards_of(view: View, seat: int) -> Iterable[object]:
    """The parts of a View that may not depend on hidden cards."""
    return (view.pots, view.turn, view.choices, view.facts, [s for s in view.seats if s.seat != seat])


@given(setups(ACES), st.integers(0, 2**64 - 1))
def test_p3_a_table_that_is_silent_checks_every_hand_to_its_end(setup: Setup, seed: int) -> None:
    """Nobody answers: all check, all hands are opened, the antes are the pot."""
    hand: Hand = ACES.start(setup).deal(tuple(Random(seed).sample(PACK_52, 52))).hand
    while hand.turn is not None:
        action = hand.silence(hand.turn.seats[0])
        assert action == Action(hand.turn.seats[0], "check")
        hand = hand.act(action).hand
    assert hand.result is not None
    players = hand.view(None).order
    assert sorted(hand.result.opened) == sorted(players)
    unit = hand.view(None).fact("unit")
    assert hand.result.pots[0].amount == unit * len(players)
