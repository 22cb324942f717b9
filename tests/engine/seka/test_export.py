"""Records and exports of Seka: whole ones are checked in full, exports tell no card that was not seen."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import HIDDEN, spell
from engine.errors import RecordError
from engine.export import export
from engine.proof import HandShuffle
from engine.record import read, steps, verify, write
from engine.seka.betting import SekaHand
from engine.seka.game import SEKA
from engine.shuffle import shuffled
from tests.engine.seka.at_table import ELEVEN, OTHER_TWENTY, TEN, THIRTY, TWENTY, acts, seka, setup, table
from tests.engine.seka.test_properties import any_hand
from tests.engine.strategies import Played

Json = dict[str, Any]


def looked() -> SekaHand:
    """Seat 1 looks at seat 3 and drops; seats 2 and 3 go on, and seat 2 passes: nobody has opened."""
    return acts(
        table(TEN, TWENTY, THIRTY, ELEVEN),
        "1 pay, 2 pay, 3 pay, 4 pay, 1 look >3, 2 pay, 3 pay, 4 pass, 2 pass",
    )


def cards_in(exported: Json) -> set[str]:
    """The cards that stand in an export's decks."""
    return {c for deck in exported["decks"] for c in deck} - {"??"}


def test_b5_2_the_public_export_of_a_look_replays_without_a_card() -> None:
    """It tells who dropped beside the action, as the table learned it, and nothing else."""
    hand = looked()
    exported = json.loads(json.dumps(export(hand, None)))
    assert cards_in(exported) == set()
    assert exported["actions"][4] == {"seat": 1, "verb": "look", "amount": 1, "target": 3, "dropped": 1}
    assert [a for a in exported["actions"] if "dropped" in a] == [exported["actions"][4]]
    assert verify(read(exported)).result == hand.result


def test_b5_2_what_the_two_may_take_away() -> None:
    """Both hands; seat 2 has its own only."""
    hand = looked()
    both = set(TEN.split()) | set(THIRTY.split())
    assert cards_in(export(hand, 1)) == cards_in(export(hand, 3)) == both
    assert cards_in(export(hand, 2)) == set(TWENTY.split())
    for viewer in (1, 2, 3, 4):
        assert verify(read(export(hand, viewer))).result == hand.result


def test_a_whole_record_needs_no_outcome_and_proves_one_that_is_there() -> None:
    """The format of whole records is as it was; with the cards a false outcome is refused."""
    record = write(looked())
    assert all("dropped" not in action for action in record["actions"])
    verify(read(record))
    told = deepcopy(record)
    told["actions"][4]["dropped"] = 1
    assert verify(read(told)).result == looked().result
    for false in (0, 2, 3):
        told["actions"][4]["dropped"] = false
        with pytest.raises(RecordError) as refused:
            verify(read(told))
        assert refused.value.code == "action_illegal" and "action 5" in str(refused.value)


def test_an_export_whose_outcome_is_missing_or_impossible_is_refused() -> None:
    """Nobody dropped is possible only where both may stay."""
    exported = export(looked(), None)
    for dropped, code in ((None, "card_needed"), (2, "card_needed"), (0, "action_illegal")):
        exported["actions"][4]["dropped"] = dropped
        with pytest.raises(RecordError) as refused:
            verify(read(exported))
        assert refused.value.code == code
    exported["actions"][4]["dropped"] = "1"
    with pytest.raises(RecordError) as malformed:
        read(exported)
    assert malformed.value.code == "record_malformed"


def test_an_export_that_tells_the_other_as_dropped_plays_on_otherwise_and_is_refused() -> None:
    """Then the record's own actions no longer fit."""
    exported = export(looked(), None)
    exported["actions"][4]["dropped"] = 3
    with pytest.raises(RecordError):
        verify(read(exported))


def test_b5_2_a_tie_in_which_both_stay_is_told_as_nobody() -> None:
    """0 is no seat."""
    hand = table(TWENTY, TEN, OTHER_TWENTY, look_tie="both_stay")
    hand = acts(hand, "1 pay, 2 pay, 3 pay, 1 look >3, 2 pass, 3 pass")
    exported = export(hand, None)
    assert exported["actions"][3]["dropped"] == 0
    assert verify(read(exported)).result == hand.result


def test_b4_4_a_dark_player_who_never_looked_takes_no_card_away() -> None:
    """Not his own either, unless they were opened."""
    hand = acts(table(TEN, TWENTY, dark=True), "1 pay 1, 2 pay 2, 1 pass")
    assert cards_in(export(hand, 1)) == set()
    opened = acts(table(TEN, TWENTY, dark=True), "1 pay 1, 2 pay 2, 1 pay 1, 2 open")
    assert cards_in(export(opened, None)) == set(TEN.split()) | set(TWENTY.split())


def test_an_export_with_a_proof_opens_only_what_it_shows() -> None:
    """Each shown card with its opening, the look of two hidden hands with its outcome."""
    shuffle = HandShuffle(b"s" * 32, 5, 6, ())
    hand = SEKA.start(setup((50, 50, 50), dark=False))
    dealt = seka(hand.deal(shuffled(shuffle.key, 0, SEKA.pack(hand.setup.options))))
    over = acts(dealt, "1 pay, 2 pay, 3 pay, 1 look >2")
    while over.result is None:
        assert over.turn is not None
        over = seka(over.act(over.silence(over.turn.seats[0])))
    for viewer in (None, 1, 2, 3):
        exported = export(over, viewer, shuffle)
        assert len(exported["proof"]["openings"]) == sum(c != "??" for d in exported["decks"] for c in d)
        assert verify(read(exported)).result == over.result


@settings(max_examples=60)
@given(any_hand, st.data())
def test_every_export_shows_what_its_reader_saw_and_replays(hand: Played, data: st.DataObject) -> None:
    """The known cards are those of all Views of the hand, and the result is the same."""
    last = hand.last
    viewer = data.draw(st.sampled_from([None, *(s.seat for s in last.setup.seats)]))
    exported = json.loads(json.dumps(export(last, viewer)))
    seen = [set[str]() for _ in last.decks]
    for state in hand.hands[1:]:
        assert isinstance(state, SekaHand)
        for one in state.view(viewer).seats:
            seen[state.state.player(one.seat).deck] |= {spell(c) for c in one.cards if c != HIDDEN}
    assert [set(deck) - {"??"} for deck in exported["decks"]] == seen
    record = read(exported)
    assert verify(record).result == last.result
    again = [r.step.hand.view(viewer) for r in steps(record.setup, record.decks, record.actions)]
    told = [state.view(viewer) for state in hand.hands]
    assert [(v.pots, v.turn, v.choices, v.facts) for v in again] == [
        (v.pots, v.turn, v.choices, v.facts) for v in told
    ]


@settings(max_examples=60)
@given(any_hand)
def test_every_record_round_trips(hand: Played) -> None:
    """Written, read, verified; whatever the options, seats and stacks."""
    record = json.loads(json.dumps(write(hand.last)))
    assert verify(read(record)).result == hand.last.result
    assert write(verify(read(record))) == record


@settings(max_examples=40)
@given(any_hand, st.integers(0, 2**32))
def test_a_look_that_is_told_falsely_is_refused(hand: Played, seed: int) -> None:
    """In a whole record any other outcome than the true one."""
    record, exported = write(hand.last), export(hand.last, None)
    told = [i for i, action in enumerate(exported["actions"]) if "dropped" in action]
    if told:
        at = Random(seed).choice(told)
        true = exported["actions"][at]["dropped"]
        seats = {0, *(s.seat for s in hand.setup.seats)} - {true}
        record["actions"][at]["dropped"] = Random(seed).choice(sorted(seats))
        with pytest.raises(RecordError):
            verify(read(record))
