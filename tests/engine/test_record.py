"""Records of whole hands: written, read, replayed, verified, and refused with a reason (rules P5, P6)."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.aces.options import AcesOptions
from engine.cards import PACK_52
from engine.errors import EngineError, InputError, RecordError
from engine.game import Action, Game, SeatStart, Setup
from engine.games import game, registered
from engine.record import read, replay, steps, verify, write
from engine.shuffle import shuffled
from engine.simulate import hands
from tests.engine.strategies import Played, played
from tests.engine.toy import TOY

ACES = game("aces")
DECK = shuffled(b"a fixed key", 0, PACK_52)
Json = dict[str, Any]


def a_record() -> Json:
    """Four seats, one short, one sitting out by his own wish; seats 2 and 7 play to the showdown."""
    seats = (SeatStart(2, 60), SeatStart(3, 24), SeatStart(5, 90, plays=False), SeatStart(7, 40))
    hand = ACES.start(Setup("aces", AcesOptions(), seats, 7)).deal(DECK).hand
    while hand.result is None:
        assert hand.turn is not None
        (seat,) = hand.turn.seats
        choice = hand.options(seat)[1]  # bet, then call
        hand = hand.act(Action(seat, choice.verb, choice.least)).hand
    return write(hand)


RECORD = a_record()


def changed(change: Callable[[Json], object]) -> Json:
    """The record after a change."""
    record = deepcopy(RECORD)
    change(record)
    return record


def again(record: Json) -> Json:
    """Through JSON, read, replayed and written."""
    return write(replay(read(json.loads(json.dumps(record)))))


def test_p5_a_record_has_the_parts_that_the_rule_names() -> None:
    """Every seat with its stacks, the options whole, decks in dealing order, actions, pots."""
    assert list(RECORD) == ["game", "options", "dealer", "seats", "decks", "actions", "pots"]
    assert RECORD["game"] == "aces" and RECORD["dealer"] == 7
    assert RECORD["options"] == AcesOptions().to_mapping()
    assert RECORD["decks"][0][:2] == ["9d", "2c"] and len(RECORD["decks"][0]) == 52
    assert RECORD["actions"][:2] == [
        {"seat": 2, "verb": "bet", "amount": 1},
        {"seat": 7, "verb": "call", "amount": 1},
    ]
    assert RECORD["pots"] == [{"amount": 14, "contestants": [2, 7], "winners": [2]}]


def test_p5_who_is_not_dealt_in_says_so() -> None:
    """Short and sitting out read alike; nobody else carries the mark."""
    assert RECORD["seats"] == [
        {"seat": 2, "stack_before": 60, "stack_after": 67},
        {"seat": 3, "stack_before": 24, "stack_after": 24, "dealt_in": False},
        {"seat": 5, "stack_before": 90, "stack_after": 90, "dealt_in": False},
        {"seat": 7, "stack_before": 40, "stack_after": 33},
    ]
    assert again(RECORD) == RECORD


def test_options_that_are_left_out_are_defaults() -> None:
    """An older record without a newer option still reads, and is written whole."""
    assert again(changed(lambda r: r["options"].clear())) == RECORD


def test_an_unfinished_hand_has_no_record() -> None:
    """A hand in play is not written."""
    record = read(RECORD)
    for replayed in [*steps(record.setup, record.decks, record.actions)][:-1]:
        with pytest.raises(RecordError, match="not over"):
            write(replayed.step.hand)


def test_steps_stop_where_the_parts_stop() -> None:
    """Start, deal, then every action with its number; a hand in play can be continued from its parts."""
    record = read(RECORD)
    told = [*steps(record.setup, record.decks, record.actions[:3])]
    assert [(r.action, r.number) for r in told] == [
        (None, 0),
        (None, 0),
        *((action, n) for n, action in enumerate(record.actions[:3], 1)),
    ]
    assert told[-1].step.hand.turn is not None
    assert [*steps(record.setup, (), ())][-1].step.hand.deck_needed == 0


@pytest.mark.parametrize("key", ["aces", "toy"])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_simulated_records_round_trip(key: str, seed: str) -> None:
    """Simulate, write, read, replay, write: equal; and each one holds."""
    with registered(TOY):
        for hand in hands(game(key), game(key).options_type(), 4, 20, seed):
            record = write(hand)
            assert again(record) == record
            assert verify(read(record)).result == hand.result


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([ACES, TOY]).flatmap(played))
def test_every_hand_round_trips(hand: Played) -> None:
    """Any options, seats, short stacks and who sits out; further decks, targets and side pots."""
    with registered(TOY):
        record = write(hand.last)
        assert again(record) == record
        assert verify(read(record)).result == hand.last.result


def test_a_toy_hand_with_two_decks_and_a_target_is_among_them() -> None:
    """The round trips above do cover further decks, targets and several pots."""
    with registered(TOY):
        seen: set[str] = set()
        for hand in hands(TOY, TOY.options_type(), 5, 150, "1", 25):
            record = write(hand)
            seen |= {"decks"} if len(record["decks"]) > 1 else set()
            seen |= {"pots"} if len(record["pots"]) > 1 else set()
            seen |= {"target" for action in record["actions"] if "target" in action}
            seen |= {"dealt_in" for seat in record["seats"] if "dealt_in" in seat}
        assert seen == {"decks", "pots", "target", "dealt_in"}


def swap(deck: list[str], i: int, j: int) -> None:
    """Two cards change places."""
    deck[i], deck[j] = deck[j], deck[i]


@pytest.mark.parametrize(
    ("change", "code", "text"),
    [
        (lambda r: r["actions"].pop(), "record_truncated", "not over after 7 actions"),
        (lambda r: r["actions"].append(r["actions"][0]), "record_trailing", "action 9 comes after the end"),
        (lambda r: r["decks"].clear(), "deck_missing", "deck 0 is missing before action 1"),
        (lambda r: r["decks"].append(r["decks"][0]), "record_trailing", "1 of the decks"),
        (lambda r: r["decks"][0].pop(), "deck_refused", "deck 0: the deck lacks"),
        (lambda r: r["decks"][0].__setitem__(0, "Kd"), "deck_refused", "deck 0: card Kd is given twice"),
        (lambda r: r["decks"][0].__setitem__(60 - 9, "Jk"), "deck_refused", "deck 0: the deck lacks"),
        (
            lambda r: r["actions"][2].update(seat=7),
            "action_illegal",
            "action 3 of seat 7: seat 7 is not on turn",
        ),
        (lambda r: r["actions"][0].update(verb="fold", amount=0), "action_illegal", "action 1 of seat 2: "),
        (
            lambda r: r["actions"][5].update(amount=1),
            "action_illegal",
            "action 6 of seat 2: call takes 2 to 2",
        ),
        (lambda r: r["actions"][0].update(target=7), "action_illegal", "bet cannot name seat 7"),
        (
            lambda r: r["seats"][0].update(stack_after=68),
            "stack_wrong",
            "stack of seat 2: the record says 68",
        ),
        (lambda r: r["seats"][0].update(stack_before=61), "stack_wrong", "play gives 68"),
        (lambda r: r["seats"][1].pop("dealt_in"), "dealt_in_wrong", "seat 3 cannot be dealt in"),
        (lambda r: r["seats"][2].pop("dealt_in"), "action_illegal", "seat 2 is not on turn"),
        (lambda r: r["seats"][3].update(dealt_in=False), "setup_refused", "two players"),
        (lambda r: r["seats"][0].update(seat=9), "setup_refused", "ascending"),
        (lambda r: r.update(dealer=3), "setup_refused", "seat 3 cannot deal"),
        (lambda r: r["pots"][0].update(winners=[7]), "pots_wrong", "pot 1: the record says 14 chips"),
        (lambda r: r["pots"][0].update(amount=15), "pots_wrong", "play gives 14 chips"),
        (lambda r: r["pots"][0].update(contestants=[2]), "pots_wrong", "between 2, won by 2"),
        (lambda r: r["pots"].clear(), "pots_wrong", "the record has 0 pots, play gives 1"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(
    change: Callable[[Json], object], code: str, text: str
) -> None:
    """The first contradiction is named."""
    with pytest.raises(RecordError) as refused:
        verify(read(changed(change)))
    assert refused.value.code == code
    assert text in str(refused.value)


def test_another_winner_by_other_cards_is_refused() -> None:
    """The cards of the two players change hands: the pot would go to the other."""

    def exchange(record: Json) -> None:
        for i in range(0, 12, 2):
            swap(record["decks"][0], i, i + 1)

    with pytest.raises(RecordError):
        verify(read(changed(exchange)))


@settings(max_examples=60, deadline=None)
@given(hand=played(ACES), data=st.data())
def test_any_change_to_what_happened_is_refused(hand: Played, data: st.DataObject) -> None:
    """An action, a stack or a pot of a random record, changed."""
    record = write(hand.last)
    part = data.draw(st.sampled_from(["actions", "seats", "pots"]))
    one = data.draw(st.sampled_from(record[part]))
    names = {"seats": ["stack_before", "stack_after"], "actions": ["seat", "amount"], "pots": ["amount"]}
    name = data.draw(st.sampled_from(names[part]))
    one[name] += data.draw(st.sampled_from([-1, 1]))
    with pytest.raises(EngineError):
        verify(read(record))


@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        (lambda r: r.update(game="whist"), InputError, "unknown game 'whist'"),
        (lambda r: r.pop("game"), RecordError, "game must be a text"),
        (lambda r: r.update(options=[]), RecordError, "options must be an object"),
        (lambda r: r["options"].update(blind=3), InputError, "unknown option 'blind'"),
        (lambda r: r["options"].update(unit=0), InputError, "option unit takes"),
        (lambda r: r.update(dealer="7"), RecordError, "dealer must be a whole number"),
        (lambda r: r.update(dealer=8), RecordError, "with the dealer among them"),
        (lambda r: r["seats"].append(r["seats"][0]), RecordError, "distinct seats"),
        (lambda r: r["seats"].append(7), RecordError, "seats must be objects"),
        (lambda r: r["seats"][0].pop("stack_after"), RecordError, "stack_after must be a whole number"),
        (lambda r: r["seats"][0].update(stack_before=-1), RecordError, "stack_before must be"),
        (lambda r: r["seats"][0].update(stack_before=1.0), RecordError, "stack_before must be"),
        (lambda r: r["seats"][0].update(stack_before=True), RecordError, "stack_before must be"),
        (lambda r: r["seats"][0].update(dealt_in="no"), RecordError, "perhaps dealt_in"),
        (lambda r: r.update(decks="As"), RecordError, "decks must be a list"),
        (lambda r: r.update(decks=["As"]), RecordError, "decks must be lists of cards"),
        (lambda r: r["decks"][0].__setitem__(3, "1s"), InputError, "unknown card '1s'"),
        (lambda r: r["decks"][0].__setitem__(3, 12), RecordError, "decks must be lists of cards"),
        (lambda r: r["actions"].insert(1, None), RecordError, "action 2 must be an object"),
        (lambda r: r["actions"][1].pop("verb"), RecordError, "action 2 must be an object"),
        (lambda r: r["actions"][1].update(amount="1"), RecordError, "action 2: amount must be"),
        (lambda r: r["actions"][1].update(target="x"), RecordError, "action 2: target must be"),
        (lambda r: r["pots"].append(1), RecordError, "pots must be objects"),
        (lambda r: r["pots"][0].update(winners=2), RecordError, "winners must be a list"),
        (lambda r: r["pots"][0].update(winners=["2"]), RecordError, "winners must be a list of seats"),
        (lambda r: r.update(proof=[]), RecordError, "proof is no object"),
    ],
)
def test_what_is_no_record_is_not_read(
    change: Callable[[Json], object], error: type[EngineError], text: str
) -> None:
    """A part that is missing or of the wrong kind is named."""
    with pytest.raises(error) as refused:
        read(changed(change))
    assert text in str(refused.value)


@pytest.mark.parametrize("given_", [None, [], "aces", 3, {}])
def test_what_is_no_object_is_not_read(given_: object) -> None:
    """Any JSON may come."""
    with pytest.raises(RecordError):
        read(given_)


def test_keys_that_are_not_listed_are_ignored() -> None:
    """A record may carry more, such as a time."""
    assert again(changed(lambda r: r.update(dealt_at="2030-01-01"))) == RECORD


def test_a_game_other_than_aces_is_read_by_the_registry() -> None:
    """The toy is known only while it is registered."""
    with registered(TOY):
        record = write(next(iter(hands(TOY, TOY.options_type(), 3, 1, "1"))))
        toy: Game = game("toy")
        assert read(record).setup.options == toy.options_type()
    with pytest.raises(InputError, match="unknown game 'toy'"):
        read(record)
