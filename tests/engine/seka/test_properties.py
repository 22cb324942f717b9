"""Whole hands of Seka played at random: what holds in every one of them."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import HIDDEN, Card
from engine.game import Action, Event, Hand, Setup, Step
from engine.seka.game import SEKA
from engine.seka.options import SekaOptions
from tests.engine import contract
from tests.engine.seka.at_table import VERBS
from tests.engine.seka.random_hands import random_setup, random_steps
from tests.engine.strategies import Played, play, played, setups, shuffled


@st.composite
def long_hands(draw: st.DrawFn) -> Played:
    """Hands in which few pass and many are tied, at up to eight seats with short stacks."""
    random = Random(draw(st.integers(0, 2**32)))
    setup = None
    while setup is None:
        setup = random_setup(random)
    hands: list[Hand] = []
    steps: list[Step] = []
    for hand, done in random_steps(SEKA.start(setup), random):
        hands.append(hand)
        if done:
            steps.append(hand.act(done) if isinstance(done, Action) else hand.deal(done))
    return Played(tuple(hands), tuple(steps))


any_hand = st.one_of(played(SEKA), long_hands())


@given(any_hand)
def test_random_hands_hold_the_contract(hand: Played) -> None:
    """Chips, turns, replay and immutability."""
    contract.check_hand(hand, SEKA)


@settings(max_examples=40)
@given(any_hand, st.data())
def test_what_is_listed_is_accepted_and_nothing_else(hand: Played, data: st.DataObject) -> None:
    """Every verb, seat, amount and target around what is offered, in some state of a random hand."""
    contract.check_offered_is_accepted(data.draw(st.sampled_from(hand.hands)), SEKA, VERBS)


@given(any_hand)
def test_hands_end_within_the_circles_that_the_options_allow(hand: Played) -> None:
    """In each deal one action a seat and circle, one sight, a last question, an offer; and a deck a svara."""
    options = hand.setup.options
    assert isinstance(options, SekaOptions)
    seats = len(hand.setup.seats)
    deals = hand.last.view(None).fact("svara") + 1
    assert deals <= options.svara_max + 1
    assert len(hand.last.actions) <= deals * (options.circles_max * seats + 2 + seats)
    assert len(hand.last.decks) <= deals + seats * options.svara_max


@given(any_hand)
def test_b4_4_views_show_only_what_was_seen(hand: Played) -> None:
    """A seat knows what an event told it, until those cards are gone; the public what was opened."""
    knows: dict[int, set[int]] = {s.seat: set() for s in hand.setup.seats}
    for state, step in zip(hand.hands[1:], hand.steps, strict=True):
        public = state.view(None)
        for event in step.events:
            if event.kind == "deck":
                fresh = {e.seat for e in step.events if e.kind in ("hidden_card", "open_card")}
                knows = {seat: others - fresh for seat, others in knows.items()}
            elif event.cards and event.seat is not None:
                for seat in knows if event.audience is None else event.audience:
                    knows[seat].add(event.seat)
        for seat, others in knows.items():
            for one, shown in zip(state.view(seat).seats, public.seats, strict=True):
                assert (HIDDEN not in one.cards) == (one.seat in others or shown.opened or not one.cards)
                assert contract.covers(one.cards, shown.cards)
                assert (HIDDEN not in shown.cards) == (shown.opened or not shown.cards)


@given(setups(SEKA), st.integers(0, 2**64 - 1))
def test_hidden_cards_change_no_public_view_until_they_are_compared(setup: Setup, seed: int) -> None:
    """Two deals that differ in all cards look alike to everybody but the holders."""
    pack = SEKA.pack(setup.options)
    one = play(SEKA.start(setup), pack, Random(seed))
    other: Hand = SEKA.start(setup).deal(shuffled(pack, Random(seed + 1))).hand
    for state, step, action in zip(one.hands[1:], one.steps[1:], one.last.actions, strict=False):
        if any(s.opened for v in (state, other) for s in v.view(None).seats):
            break  # opened right after the antes
        assert other.view(None) == state.view(None)
        assert other.turn is not None
        if any(e.kind in ("looked", "opened") for e in step.events):
            break
        following = other.act(action)
        assert [public(e) for e in following.events] == [public(e) for e in step.events]
        other = following.hand


def public(event: Event) -> Event:
    """The event without cards that not everybody may know."""
    cards: tuple[Card, ...] = event.cards if event.audience is None else ()
    return Event(event.kind, event.seat, event.amount, event.word, event.target, cards)


@given(any_hand)
def test_events_tell_the_chips(hand: Played) -> None:
    """Antes and actions are what was paid, what is won or returned is the pots."""
    events = [event for step in hand.steps for event in step.events]
    result = hand.last.result
    assert result is not None
    for one in hand.last.view(None).seats:
        paid = [e.amount for e in events if e.seat == one.seat and e.kind in ("ante", "action")]
        won = [e.amount for e in events if e.seat == one.seat and e.kind in ("won", "refund")]
        assert sum(paid) == one.paid and sum(won) == result.won(one.seat)
    assert sum(pot.amount for pot in result.pots) == sum(s.paid for s in hand.last.view(None).seats)


@given(any_hand)
def test_b5_2_and_b3_2_the_price_never_falls_within_a_deal(hand: Played) -> None:
    """And each payment leaves it at least as high as what it is worth."""
    for before, after in zip(hand.hands, hand.hands[1:], strict=False):
        if len(before.decks) == len(after.decks):
            assert after.view(None).fact("price") >= before.view(None).fact("price")


@given(setups(SEKA), st.integers(0, 2**64 - 1))
def test_p3_a_table_that_is_silent_leaves_the_pot_to_the_last(setup: Setup, seed: int) -> None:
    """All pass in turn; somebody who cannot act stays in."""
    hand: Hand = SEKA.start(setup).deal(shuffled(SEKA.pack(setup.options), Random(seed))).hand
    passes = 0
    while hand.turn is not None:
        action = hand.silence(hand.turn.seats[0])
        assert action.verb == "pass"
        hand = hand.act(action).hand
        passes += 1
    assert passes < len(hand.view(None).order)
    assert hand.deck_needed is not None or hand.result is not None
