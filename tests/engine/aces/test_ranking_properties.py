"""What holds for the ranking of every hand, and its agreement with a brute-force one."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.aces.options import AcesOptions
from engine.aces.ranking import compare, rank, strength
from engine.aces.values import CLASSES
from engine.cards import JOKER, Card, card, rank_of, suit_of
from tests.engine.aces import brute_force
from tests.engine.aces.hands import ALL_OPTIONS, Own, option_names, own_cards, random_hands, ranking_options

SUIT_PERMUTATIONS = tuple(permutations(range(4)))


Best = tuple[int, tuple[int, ...], bool]


@pytest.fixture(scope="module")
def hands_and_best() -> list[tuple[Own, list[Best]]]:
    """Two thousand hands, each with its best five by brute force under every set of options."""
    found = []
    for own in random_hands(Random(20), 2000):
        fives = brute_force.all_fives(own)
        found.append((own, [brute_force.best(fives, own, options) for options in ALL_OPTIONS]))
    return found


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=option_names)
def test_a3_a4_agree_with_brute_force(
    hands_and_best: list[tuple[Own, list[Best]]], options: AcesOptions
) -> None:
    """Trying every card that the joker may be gives the same classes and the same order, ties included."""
    seen = set()
    for own, expected in hands_and_best:
        best = expected[ALL_OPTIONS.index(options)]
        ranked = rank(own, options)
        assert ranked.class_key == brute_force.WORST_FIRST[best[0]], own
        seen.add((best, ranked.strength))
    in_order = [number for _, number in sorted(seen)]
    assert in_order == sorted(set(in_order))


@given(own=own_cards, options=ranking_options, random=st.randoms(use_true_random=False))
def test_a4_order_of_cards_does_not_matter(own: Own, options: AcesOptions, random: Random) -> None:
    """Shuffled cards make the same."""
    assert rank(tuple(random.sample(own, 6)), options) == rank(own, options)


@given(own=own_cards, options=ranking_options, suits=st.sampled_from(SUIT_PERMUTATIONS))
def test_a4_3_suits_exchanged_do_not_matter(own: Own, options: AcesOptions, suits: tuple[int, ...]) -> None:
    """Any permutation of the suits leaves the strength as it was."""
    moved = tuple(card(rank_of(c), suits[suit_of(c)]) for c in own)
    assert compare(own, moved, options) == 0


@given(a=own_cards, b=own_cards, options=ranking_options)
def test_a4_1_strength_agrees_with_the_order_of_classes(a: Own, b: Own, options: AcesOptions) -> None:
    """A hand of a better class is stronger, and compare says what strength says."""
    one, other = rank(a, options), rank(b, options)
    assert one.strength == strength(a, options)
    if CLASSES.index(one.class_key) < CLASSES.index(other.class_key):
        assert one.strength > other.strength
    assert compare(a, b, options) == (one.strength > other.strength) - (one.strength < other.strength)


@given(own=own_cards, options=ranking_options)
def test_a3_1_what_is_shown_makes_what_is_said(own: Own, options: AcesOptions) -> None:
    """The five shown are own cards and at most one joker; with what it stands for they make that class."""
    ranked = rank(own, options)
    natural = [c for c in ranked.cards if c != JOKER]
    assert len(ranked.cards) == 5
    assert len(set(natural)) == 5 - len(ranked.joker_as) >= 4
    assert set(natural) <= set(own)
    stands_for = iter(ranked.joker_as)
    filled: list[Card] = [next(stands_for) if c == JOKER else c for c in ranked.cards]
    number, ranks = brute_force.value_of_five(tuple(brute_force.plain(c) for c in filled))
    assert brute_force.WORST_FIRST[number] == ranked.class_key
    best_first = tuple(rank_of(c) for c in filled)
    assert best_first[: len(ranks)] == ranks


@given(own=own_cards, wild=st.booleans(), double=st.booleans())
def test_a4_4_natural_beats_joker_changes_no_other_order(own: Own, wild: bool, double: bool) -> None:
    """It marks a five that shows no joker and changes nothing else of it."""
    usual = rank(own, AcesOptions(joker_fully_wild=wild, double_ace_flush=double))
    marked = rank(own, AcesOptions(joker_fully_wild=wild, double_ace_flush=double, natural_beats_joker=True))
    assert (marked.class_key, marked.cards, marked.joker_as) == (
        usual.class_key,
        usual.cards,
        usual.joker_as,
    )
    assert marked.strength == usual.strength + (not usual.joker_as)
