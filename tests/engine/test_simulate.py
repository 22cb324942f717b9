"""Random legal play: the same from the same seed, stacks carried on, every hand asked for is played."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.aces.options import AcesOptions
from engine.errors import InputError
from engine.games import game, registered
from engine.record import write
from engine.simulate import Lots, hands
from tests.engine.toy import TOY

ACES = game("aces")


def test_one_seed_is_one_run_on_every_version_of_python() -> None:
    """The records of a run are pinned by their hash."""
    run = [write(hand) for hand in hands(ACES, AcesOptions(), 5, 20, "seven")]
    text = json.dumps(run, sort_keys=True)
    assert (
        hashlib.sha256(text.encode()).hexdigest()
        == "cd7211cc53d9f4051da29c5756c24ed0dbc932272f33d1d50687471630de68f3"
    )
    assert run != [write(hand) for hand in hands(ACES, AcesOptions(), 5, 20, "eight")]


def test_a_run_begins_as_a_longer_one_of_its_seed() -> None:
    """The number of hands changes none of them."""
    short, long = (list(hands(ACES, AcesOptions(), 3, count, "1")) for count in (3, 9))
    assert long[:3] == short


def test_a13_stacks_are_carried_and_the_short_sit_out_once() -> None:
    """Who is short sits one hand out and comes back with the first stack; nobody else's chips change."""
    run = [write(hand) for hand in hands(ACES, AcesOptions(), 5, 200, "1", 30)]
    sat_out = 0
    for one, following in pairwise(run):
        for before, now in zip(one["seats"], following["seats"], strict=True):
            if now["stack_before"] == before["stack_after"]:
                assert ("dealt_in" in now) == (now["stack_before"] < 25)
                sat_out += "dealt_in" in now
            else:
                short = [seat for seat in one["seats"] if seat["stack_after"] < 25]
                assert before["stack_after"] < 25 and now["stack_before"] == 30
                assert "dealt_in" in before or len(short) > 3
    assert sat_out > 10


def test_two_seats_go_on_for_as_many_hands_as_asked() -> None:
    """Where fewer than two could be dealt in, the short are topped up at once."""
    run = list(hands(ACES, AcesOptions(), 2, 100, "1", 25))
    assert len(run) == 100
    assert all(start.stack >= 25 for hand in run for start in hand.setup.seats)


def test_a14_the_deal_passes_clockwise() -> None:
    """With stacks that last, every seat deals in turn."""
    dealers = [hand.setup.dealer for hand in hands(ACES, AcesOptions(), 4, 9, "1")]
    assert all(following == dealer % 4 + 1 for dealer, following in pairwise(dealers))


def test_p5_every_verb_of_aces_is_played() -> None:
    """Check, bet, call, raise and fold all occur, and some hands reach a showdown."""
    run = list(hands(ACES, AcesOptions(unit=3), 4, 60, "1"))
    assert {a.verb for hand in run for a in hand.actions} == {"check", "bet", "call", "raise", "fold"}
    assert any(hand.result is not None and hand.result.opened for hand in run)


def test_amounts_and_targets_are_drawn_from_all_that_is_offered() -> None:
    """The toy's payments take any amount between price and double; its side show names a seat."""
    with registered(TOY):
        run = list(hands(TOY, TOY.options_type(), 4, 80, "1"))
        actions = [a for hand in run for a in hand.actions]
        assert len({a.amount for a in actions if a.verb == "pay"}) > 4
        assert {a.target for a in actions if a.target is not None} >= {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("seats", "stack", "code"),
    [(1, 100, "seats_out_of_range"), (8, 100, "seats_out_of_range"), (2, 24, "stack_short")],
)
def test_a_table_that_cannot_be_is_refused_at_once(seats: int, stack: int, code: str) -> None:
    """Before the first hand is asked for."""
    with pytest.raises(InputError) as refused:
        hands(ACES, AcesOptions(), seats, 1, "1", stack)
    assert refused.value.code == code


@given(seed=st.text(max_size=8), bound=st.integers(1, 2**40))
def test_lots_stay_below_their_bound(seed: str, bound: int) -> None:
    """Any seed, any bound."""
    assert all(0 <= Lots(seed).below(bound) < bound for _ in range(3))


def test_lots_are_even() -> None:
    """3 000 draws of six: each between 430 and 570."""
    lots = Lots("even")
    counts = Counter(lots.below(6) for _ in range(3_000))
    assert set(counts) == set(range(6)) and all(430 < n < 570 for n in counts.values())
