"""Exported hands: exactly what their reader may see, in its place, and as replayable as the whole record."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import HIDDEN, Card, spell
from engine.export import export, visible_places
from engine.game import Seat
from engine.games import game, registered
from engine.proof import write_proof
from engine.record import read, replay, steps, verify
from engine.simulate import hands
from tests.engine.exported import EXPORT, FOLDED, HAND, SHOWN, SHUFFLE, Json, cards_of, play_out
from tests.engine.strategies import Played, played
from tests.engine.toy import TOY


def known(exported: Json) -> set[str]:
    """The cards that stand in an export's decks."""
    return {c for deck in exported["decks"] for c in deck} - {"??"}


def test_the_public_gets_opened_and_open_cards_only() -> None:
    """The folded seat's two closed cards and the rest of the deck are hidden, in their places."""
    hidden = set(cards_of(FOLDED)[:2])
    dealt = {c for seat in (1, 2, 3, 4) for c in cards_of(seat)}
    assert known(EXPORT) == dealt - hidden
    assert len(EXPORT["decks"][0]) == 52
    for exported, true in zip(EXPORT["decks"][0], HAND.decks[0], strict=True):
        assert exported in ("??", spell(true))


def test_a_seat_gets_its_own_folded_cards_too() -> None:
    """The one who folded may take his own closed cards with him."""
    assert known(export(HAND, FOLDED)) == known(EXPORT) | set(cards_of(FOLDED)[:2])
    assert known(export(HAND, SHOWN)) == known(EXPORT)


def test_a27_cards_that_the_last_one_left_shows_are_exported() -> None:
    """All others fold: nothing is known of the winner's closed cards unless he shows."""
    hand = play_out(lambda seat, verbs: "fold" if "fold" in verbs else "bet")
    assert hand.result is not None
    (winner,) = hand.result.pots[0].winners
    own = {spell(c) for c in hand.view(winner).seat(winner).cards}
    assert len(own & known(export(hand, None))) == 1
    assert own <= known(export(hand.show(winner).hand, None))
    for exported in (export(hand, None, SHUFFLE), export(hand.show(winner).hand, None, SHUFFLE)):
        verify(read(exported))


@pytest.mark.parametrize("viewer", [None, 1, 2, 3, 4])
@pytest.mark.parametrize("open_seed", [False, True])
def test_an_export_holds_for_its_reader(viewer: Seat | None, open_seed: bool) -> None:
    """Through JSON: it replays, its openings lead to the root, and with the seed all follows."""
    exported = json.loads(json.dumps(export(HAND, viewer, SHUFFLE, open_seed)))
    record = read(exported)
    hand = verify(record)
    assert hand.result == HAND.result
    assert [step.step.hand.view(viewer) for step in steps(record.setup, record.decks, record.actions)] == [
        step.step.hand.view(viewer) for step in steps(HAND.setup, HAND.decks, HAND.actions)
    ]
    assert record.proof is not None
    assert write_proof(record.proof) == exported["proof"]
    assert len(record.proof.openings) == len(known(exported))


def test_a_masked_hand_can_be_seen_by_everybody() -> None:
    """Also a seat whose cards its reader lacks has a View: hidden, and without what they make."""
    record = read(export(HAND, None))
    for replayed in steps(record.setup, record.decks, record.actions):
        for seat in (1, 2, 3, 4):
            replayed.step.hand.view(seat)
    assert replay(record).view(FOLDED).seat(FOLDED).cards[:2] == (HIDDEN, HIDDEN)


@settings(max_examples=40, deadline=None)
@given(hand=played(game("aces")), data=st.data())
def test_every_export_shows_what_its_reader_saw_and_nothing_else(hand: Played, data: st.DataObject) -> None:
    """The known cards are those of all Views of the hand; the export replays to the same result."""
    last = hand.last
    viewer = data.draw(st.sampled_from([None, *(start.seat for start in last.setup.seats)]))
    seen = {c for state in hand.hands for one in state.view(viewer).seats for c in one.cards} - {HIDDEN}
    exported = export(last, viewer)
    assert known(exported) == {spell(c) for c in seen}
    assert verify(read(exported)).result == last.result


def test_further_decks_and_cards_seen_late_are_exported_in_their_places() -> None:
    """The toy deals twice, hides cards from their owner until he sees them, and shows some to two seats."""
    with registered(TOY):
        decks = 0
        for hand in hands(TOY, TOY.options_type(), 4, 30, "4", 60):
            for viewer in (None, 1, 2, 3, 4):
                seen = [set[Card]() for _ in hand.decks]
                for step in steps(hand.setup, hand.decks, hand.actions):
                    at = {p.seat: p.deal for p in getattr(step.step.hand, "players", ())}
                    for one in step.step.hand.view(viewer).seats:
                        for c in one.cards:
                            seen[at[one.seat]] |= {c} - {HIDDEN}
                places = visible_places(hand, viewer)
                assert [{hand.decks[k][p] for k, p in places if k == n} for n in range(len(seen))] == seen
            decks = max(decks, len(hand.decks))
        assert decks > 1
