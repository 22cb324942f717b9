"""The order of all hands, against a brute-force one and against PokerKit's (rules C7.1 to C7.5)."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations, groupby

import pytest
from pokerkit import RhodeIslandHoldemHand

from engine.cards import JOKER, PACK_52, Card, rank_of, spell
from engine.teen_patti.options import TeenPattiOptions
from engine.teen_patti.ranking import class_of, rank, strength
from tests.engine.teen_patti import brute_force

NATURAL = list(combinations(PACK_52, 3))
WITH_JOKERS = [(*two, JOKER) for two in combinations(PACK_52, 2)] + [(c, JOKER, JOKER) for c in PACK_52]


def rules(**values: str) -> TeenPattiOptions:
    """Options with two jokers."""
    return TeenPattiOptions.from_mapping({"jokers": 2, **values})


RULES = [
    rules(),
    rules(clean="class"),
    rules(a23_suited="color"),
    rules(a23_place="first", suits="split"),
    rules(a23_suited="color", a23_place="first", clean="class", suits="split"),
]

PINNED = [
    (RULES[0], 3598, "39f23c3f6ed2bd0a5b4ef7543411605695874114b053fe1a26a05317cc6702e5"),
    (
        rules(a23_suited="color", clean="class"),
        3594,
        "71f341458bd11f98d02c2b16d6db3e609393e15df9bf7753484c9444b61633d1",
    ),
]


@pytest.mark.parametrize("options", RULES, ids=range(len(RULES)))
def test_c7_the_order_of_every_hand_with_and_without_jokers(options: TeenPattiOptions) -> None:
    """24 804 hands of a pack with two jokers: strengths order them as trying everything does."""
    hands = [*NATURAL, *WITH_JOKERS]
    assert len(NATURAL) == 22_100
    pairs = {(strength(hand, options), brute_force.key(hand, options)) for hand in hands}
    in_order = sorted(pairs)
    assert len({value for value, _ in pairs}) == len({key for _, key in pairs}) == len(pairs)
    assert [key for _, key in in_order] == sorted(key for _, key in pairs)
    for hand in hands[::7]:
        assert class_of(strength(hand, options)) == brute_force.class_key(hand, options)


def shape(hand: tuple[Card, ...]) -> str:
    """``trial``, ``a23`` or neither."""
    ranks = {rank_of(c) for c in hand}
    return "trial" if len(ranks) == 1 else "a23" if ranks == {14, 2, 3} else ""


def test_c7_the_order_of_all_22_100_hands_where_pokerkit_agrees() -> None:
    """PokerKit's three-card order has trials below rounds and A-2-3 as the lowest run, and no suits.

    Without those two kinds of hands the orders are the same, ties included; trials agree among themselves,
    and A-2-3 stands in the same class.
    """
    options = rules(suits="split")
    told = [(RhodeIslandHoldemHand("".join(map(spell, hand))).entry, hand) for hand in NATURAL]
    for kinds in (("",), ("trial",), ("a23",)):
        compared = sorted((e.index, strength(hand, options)) for e, hand in told if shape(hand) in kinds)
        ours = [{value for _, value in group} for _, group in groupby(compared, key=lambda one: one[0])]
        assert all(len(values) == 1 for values in ours)
        flat = [value for values in ours for value in values]
        assert flat == sorted(set(flat))
    names = {"Straight flush": "round", "Three of a kind": "trial", "Straight": "run", "Flush": "color"}
    names |= {"One pair": "pair", "High card": "high_card"}
    assert all(names[e.label.value] == class_of(strength(hand, options)) for e, hand in told)


@pytest.mark.parametrize("options", RULES, ids=range(len(RULES)))
def test_c7_5_what_is_shown_makes_what_is_said(options: TeenPattiOptions) -> None:
    """The cards shown are those held; with what the jokers stand for they are a hand of that class."""
    for hand in WITH_JOKERS[::5]:
        ranked = rank(hand, options)
        assert sorted(ranked.cards) == sorted(hand)
        stands_for = iter(ranked.joker_as)
        filled = tuple(next(stands_for) if c == JOKER else c for c in ranked.cards)
        assert next(stands_for, None) is None and len(set(filled)) == 3
        assert class_of(strength(filled, options)) == ranked.class_key


@pytest.mark.parametrize(("options", "places", "order"), PINNED, ids=("usual", "color"))
def test_c7_the_whole_order_is_pinned(options: TeenPattiOptions, places: int, order: str) -> None:
    """SHA-256 over the place of every hand, the worst 0, ties sharing one; however strengths are numbered.

    Hands in the order of ``itertools.combinations``, those with jokers last; four bytes each, little-endian.
    """
    values = [strength(hand, options) for hand in (*NATURAL, *WITH_JOKERS)]
    place = {value: i for i, value in enumerate(sorted(set(values)))}
    digest = sha256(b"".join(place[value].to_bytes(4, "little") for value in values)).hexdigest()
    assert (len(place), digest) == (places, order)
