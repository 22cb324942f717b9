"""Random hands of Teen Patti hold the contract (rules P, C1 to C6)."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import HIDDEN
from engine.export import export
from engine.game import Setup
from engine.record import read, steps, verify, write
from engine.teen_patti.game import TEEN_PATTI
from tests.engine import contract
from tests.engine.strategies import Played, play, shuffled
from tests.engine.teen_patti.tables import VERBS, played, randoms, setups

OPENS = ("accept", "show")


@settings(deadline=None)
@given(played)
def test_random_hands_hold_the_contract(hand: Played) -> None:
    """Chips, turns, replay and immutability, with jokers, short stacks and up to ten players."""
    contract.check_hand(hand, TEEN_PATTI)


@settings(max_examples=30, deadline=None)
@given(played, st.data())
def test_what_is_listed_is_accepted_and_nothing_else(hand: Played, data: st.DataObject) -> None:
    """Every verb, seat, amount and target around what is offered, in some state of a random hand."""
    contract.check_offered_is_accepted(data.draw(st.sampled_from(hand.hands)), TEEN_PATTI, VERBS)


@settings(deadline=None)
@given(played)
def test_c1_4_c4_3_views_show_only_what_was_seen(hand: Played) -> None:
    """A seat knows its own cards from ``see`` on, another's from an accepted side show on, never more."""
    knows: dict[int, set[int]] = {seat: set() for seat in hand.last.view(None).order}
    for state, step in zip(hand.hands[1:], hand.steps, strict=True):
        for event in step.events:
            assert event.kind != "hidden_card" or event.audience is not None
            for seat in event.audience or () if event.cards else ():
                assert event.seat is not None
                knows[seat].add(event.seat)
        public = state.view(None)
        opened = {one.seat for one in public.seats if one.opened}
        for one in public.seats:
            assert (HIDDEN not in one.cards) == (one.opened or not one.cards)
            assert not one.opened or state.result is not None
            mine = state.view(one.seat)
            shown = {s.seat for s in mine.seats if s.cards and HIDDEN not in s.cards}
            assert shown == knows.get(one.seat, set()) | opened
            assert (mine.turn, mine.choices, mine.facts) == (public.turn, public.choices, public.facts)


@settings(max_examples=60, deadline=None)
@given(setups, randoms)
def test_hidden_cards_change_no_public_view_until_they_are_compared(setup: Setup, random: Random) -> None:
    """Two deals look alike to everybody, choices included, until hands are compared or opened."""
    pack = TEEN_PATTI.pack(setup.options)
    one = play(TEEN_PATTI.start(setup), pack, random)
    other = TEEN_PATTI.start(setup).deal(shuffled(pack, random)).hand
    for state, following, action in zip(one.hands[1:], one.hands[2:], one.last.actions, strict=False):
        assert other.view(None) == state.view(None)
        if action.verb in OPENS or (following.result is not None and following.result.opened):
            break
        other = other.act(action).hand
    else:
        assert one.last.result is not None
        assert one.last.result.opened or other.view(None) == one.last.view(None)


@settings(max_examples=60, deadline=None)
@given(played, st.data())
def test_a_record_and_every_export_hold(hand: Played, data: st.DataObject) -> None:
    """Written, read and verified; so are exports, which show what their reader saw and who dropped."""
    assert verify(read(write(hand.last))).result == hand.last.result
    viewer = data.draw(st.sampled_from([None, *(s.seat for s in hand.setup.seats)]))
    record = read(export(hand.last, viewer))
    assert verify(record).result == hand.last.result
    assert [one.step.hand.view(viewer) for one in steps(record.setup, record.decks, record.actions)] == [
        state.view(viewer) for state in hand.hands
    ]


@settings(max_examples=60, deadline=None)
@given(setups, randoms)
def test_p3_a_table_that_is_silent_packs(setup: Setup, random: Random) -> None:
    """Nobody answers: each packs at his turn, the last one takes the pot, unseen."""
    hand = TEEN_PATTI.start(setup).deal(shuffled(TEEN_PATTI.pack(setup.options), random)).hand
    while hand.turn is not None:
        (seat,) = hand.turn.seats
        hand = hand.act(hand.silence(seat)).hand
    assert {action.verb for action in hand.actions} <= {"pack"}
    assert hand.result is not None and len(hand.result.pots[0].winners) >= 1


@settings(deadline=None)
@given(played)
def test_c2_payments_and_the_stake(hand: Played) -> None:
    """The stake is even and never falls; who has seen and has the price pays even chips, within the limit."""
    rules = hand.setup.options.to_mapping()
    for state, following in zip(hand.hands, hand.hands[1:], strict=False):
        view = state.view(None)
        assert view.fact("stake") % 2 == 0
        assert following.view(None).fact("stake") >= view.fact("stake")
        if state.turn is None or following.actions[-1].verb != "play" or view.fact("asked"):
            continue
        action, one = following.actions[-1], view.seat(state.turn.seats[0])
        weight = 1 if one.sight == "seen" else 2
        assert action.amount == one.stack or action.amount * weight >= view.fact("stake")
        if one.sight == "seen" and one.stack >= view.fact("stake"):
            assert action.amount % 2 == 0
        if rules["limit"] == "fixed":
            assert action.amount * weight <= 2 * view.fact("stake")
