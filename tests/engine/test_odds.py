"""The chance to win from a View alone: what it counts, what it leaves out, and how near a sample comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.aces.options import AcesOptions
from engine.aces.ranking import strength
from engine.cards import HIDDEN, PACK_52, Card, parse_cards
from engine.errors import InputError
from engine.game import Action, Game, Hand, SeatStart, Setup, View
from engine.games import GAMES, registered
from engine.odds import hint, judge_of, odds, unseen_cards
from engine.seka.options import SekaOptions
from tests.engine import strategies
from tests.engine.seka import brute_force as seka_by_hand
from tests.engine.seka.at_table import dealt as seka_dealt
from tests.engine.seka.at_table import table as seka_table
from tests.engine.tables import random_options
from tests.engine.teen_patti import brute_force as teen_patti_by_hand
from tests.engine.toy import TOY

ALL = 10**6


def dealt(game: str, players: int, seed: int = 1, **options: Any) -> Hand:
    """A hand of that game as it was dealt."""
    one = GAMES[game]
    rules = one.options_type(**options)
    seats = tuple(SeatStart(i, 1000) for i in range(1, players + 1))
    return (
        one.start(Setup(game, rules, seats, players))
        .deal(strategies.shuffled(one.pack(rules), Random(seed)))
        .hand
    )


def on_turn(hand: Hand, *, seen: bool = True) -> View:
    """The View of who is on turn, after he has looked at his cards where he may."""
    assert hand.turn is not None
    seat = hand.turn.seats[0]
    if seen and any(choice.verb == "see" for choice in hand.options(seat)):
        hand = hand.act(Action(seat, "see")).hand
    return hand.view(seat)


def own_cards(view: View) -> tuple[Card, ...]:
    """The cards of the viewer."""
    assert view.viewer is not None
    return view.seat(view.viewer).cards


def test_seka_against_one_is_every_hand_of_the_others() -> None:
    """Three of the 18 cards that are left, compared by trying every joker; a tie counts half."""
    for jokers, compare_cards, no_duplicate in ((1, False, False), (3, True, False), (2, True, True)):
        hand = dealt("seka", 2, jokers=jokers, compare_cards=compare_cards, joker_no_duplicate=no_duplicate)
        view, options = on_turn(hand), hand.setup.options
        assert isinstance(options, SekaOptions)
        mine, won, count = own_cards(view), 0.0, 0
        pack = list(GAMES["seka"].pack(options))
        for c in mine:
            pack.remove(c)
        for theirs in combinations(pack, 3):
            blocked = seka_by_hand.blocked_by((mine, theirs), options)
            order = seka_by_hand.compare(mine, theirs, blocked, options)
            won, count = won + (order > 0) + (order == 0) / 2, count + 1
        found = odds(view, options, Random(1), ALL)
        assert (found.exact, found.deals, found.against) == (True, count, 1)
        assert found.win == pytest.approx(won / count)


@pytest.mark.parametrize("jokers", [0, 1])
def test_teen_patti_against_one_is_every_hand_of_the_others(jokers: int) -> None:
    """All hands of three that the others may hold, ranked by trying everything."""
    hand = dealt("teen_patti", 2, jokers=jokers, suits="split")
    view, options = on_turn(hand), hand.setup.options
    mine = own_cards(view)
    pack = list(GAMES["teen_patti"].pack(options))
    for c in mine:
        pack.remove(c)
    own, won = teen_patti_by_hand.key(mine, options), 0.0
    theirs = list(combinations(pack, 3))
    for cards in theirs:
        key = teen_patti_by_hand.key(tuple(sorted(cards)), options)
        won += 1.0 if own > key else 0.5 if own == key else 0.0
    found = odds(view, options, Random(1), ALL)
    assert found.exact and found.win == pytest.approx(won / len(theirs))


def test_aces_takes_open_cards_as_they_lie_and_the_rest_as_unseen() -> None:
    """In the last round of two one looks at every three closed cards that the other may hold."""
    hand = dealt("aces", 2)
    while hand.view(None).round < 4:
        seat = on_turn(hand).viewer
        assert seat is not None
        hand = hand.act(Action(seat, "check")).hand
    view, options = on_turn(hand), hand.setup.options
    (theirs,) = (s for s in view.seats if s.seat != view.viewer)
    shown = tuple(c for c in theirs.cards if c != HIDDEN)
    mine = own_cards(view)
    left = [c for c in PACK_52 if c not in (*mine, *shown)]
    assert unseen_cards(view, PACK_52) == left and len(shown) == 3 and len(left) == 43
    assert isinstance(options, AcesOptions)
    own, won = strength(mine, options), 0.0
    for closed in combinations(left, 3):
        other = strength((*shown, *closed), options)
        won += (own > other) + (own == other) / 2
    found = odds(view, options, Random(1), ALL)
    assert (found.exact, found.deals) == (True, 12_341)
    assert found.win == pytest.approx(won / 12_341)


@pytest.mark.parametrize(("game", "players"), [("aces", 2), ("seka", 3), ("teen_patti", 3)])
def test_a_sample_comes_near_the_true_chance(game: str, players: int) -> None:
    """Two samples of 4 000 deals, of different chance, lie within five standard errors."""
    hand = dealt(game, players, seed=3)
    view, options = on_turn(hand), hand.setup.options
    first, second = (odds(view, options, Random(seed), 4000) for seed in (1, 2))
    assert not first.exact and first.deals == 4000
    assert abs(first.win - second.win) <= 5 * (2 * 0.25 / 4000) ** 0.5
    assert odds(view, options, Random(1), 4000) == first


@pytest.mark.parametrize(("game", "sight"), [("seka", "dark"), ("teen_patti", "blind")])
def test_own_unseen_cards_are_unknown_too(game: str, sight: str) -> None:
    """Who plays dark or blind has the chance of any hand: as good as everybody's."""
    hand = dealt(game, 3)
    view = on_turn(hand, seen=False)
    assert view.viewer is not None and view.seat(view.viewer).sight == sight
    found = odds(view, hand.setup.options, Random(1), 6000)
    assert abs(found.win - 1 / 3) < 0.03


def test_cards_of_an_earlier_deal_are_in_the_pack_again() -> None:
    """A beaten hand that was opened before a svara lies on the table, but its cards are dealt anew."""
    hand = seka_table("Kd Td Jc", "Jh Th Kc", "Tc Jd Qh", circles_max=1, svara_join="nobody")
    for seat in (1, 2, 3):
        hand = hand.act(Action(seat, "pay", 1)).hand  # type: ignore[assignment]
    hand = seka_dealt(hand, "Ah Ad Qc", "Kh Qd Ts")
    view = hand.view(1)
    beaten = view.seat(3)
    assert beaten.opened and beaten.deck == 0 and view.deal == 1
    unseen = unseen_cards(view, GAMES["seka"].pack(hand.setup.options))
    assert set(beaten.cards) - set(own_cards(view)) <= set(unseen) and len(unseen) == 18


def test_cards_that_a_look_showed_are_known() -> None:
    """After a look both hands are out of what may be dealt, and of two the stronger wins for sure."""
    hand: Hand = seka_table("Ah Ad Qc", "Kd Td Jc", "Tc Jd Qh", look_first_circle=True, look_tie="both_stay")
    hand = hand.act(Action(1, "look", 1, 2)).hand
    view, options = hand.view(1), hand.setup.options
    assert view.seat(2).status == "folded"
    assert len(unseen_cards(view, GAMES["seka"].pack(options))) == 15
    assert odds(view, options, Random(1), ALL).against == 1


def test_only_who_is_still_in_has_a_chance() -> None:
    """Neither the public nor who has left."""
    hand = dealt("seka", 3, dark=False)
    with pytest.raises(InputError, match="still in"):
        odds(hand.view(None), hand.setup.options, Random(1), 10)
    assert hand.turn is not None
    (seat,) = hand.turn.seats
    hand = hand.act(Action(seat, "pass")).hand
    with pytest.raises(InputError) as refused:
        odds(hand.view(seat), hand.setup.options, Random(1), 10)
    assert refused.value.code == "not_in_hand"


def test_some_of_the_others_can_be_left_out() -> None:
    """A side show is against one seat only."""
    hand = dealt("teen_patti", 4)
    view, options = on_turn(hand), hand.setup.options
    others = [s.seat for s in view.seats if s.seat != view.viewer]
    assert odds(view, options, Random(1), 50, against=others[:1]).against == 1
    assert odds(view, options, Random(1), 50, against=()).win == 1.0


def test_a_hint_names_the_price_and_what_it_needs() -> None:
    """The price as a part of the pot that it makes; who waits has no price."""
    hand = dealt("seka", 3, dark=False)
    view, options = on_turn(hand), hand.setup.options
    found = hint(view, options, Random(1), 200)
    assert (found.pot, found.price) == (3, 1) and found.needs == pytest.approx(1 / 4)
    assert found.ranked is not None and found.ranked == view.seat(view.viewer or 0).ranked
    waiting = hint(hand.view(2), options, Random(1), 200)
    assert waiting.price is None and waiting.needs == 0


@given(st.sampled_from([*GAMES.values()]), st.integers(0, 2**32))
def test_the_games_judges_agree_with_their_comparing(game: Game, seed: int) -> None:
    """Of two hands the judge finds what ``compare`` says, under any options."""
    random = Random(seed)
    options = random_options(game, random)
    pack = strategies.shuffled(game.pack(options), random)
    count = game.hand_cards
    hands: Sequence[tuple[Card, ...]] = (pack[:count], pack[count : 2 * count])
    difference = game.compare(hands[0], hands[1], options)
    best = [0] if difference > 0 else [1] if difference < 0 else [0, 1]
    assert list(judge_of(game, options)(hands)) == best
    assert list(judge_of(replace(game, judge=None), options)(hands)) == best


def test_a_game_without_a_judge_of_its_own_is_compared() -> None:
    """The toy's one card against one other: kings beat 44 of the 51 cards and tie with three."""
    with registered(TOY):
        options = TOY.options_type()
        deck = (*parse_cards("Ks 2c"), *(c for c in PACK_52 if c not in parse_cards("Ks 2c")))
        seats = (SeatStart(1, 50), SeatStart(2, 50))
        hand = TOY.start(Setup("toy", options, seats, 2)).deal(deck).hand
        view = on_turn(hand)
        found = odds(view, options, Random(1), ALL)
        assert found.win == pytest.approx((44 + 3 / 2) / 51)


@pytest.mark.parametrize("key", GAMES)
def test_which_options_change_the_counts(key: str) -> None:
    """Only these, and each is counted from scratch in its game's ``test_odds``; a new one must be added."""
    game, changing = GAMES[key], set[str]()
    usual = game.options_type()
    for spec in usual.specs():
        for value in spec.values or (spec.least, min(spec.most, spec.least + 7)):
            values = {**usual.to_mapping(), spec.name: value}
            if game.counts(game.options_type.from_mapping(values)) != game.counts(usual):
                changing.add(spec.name)
    expected = {"aces": {"joker_fully_wild"}, "seka": {"jokers"}, "teen_patti": {"jokers", "a23_suited"}}
    assert changing == expected[key]
