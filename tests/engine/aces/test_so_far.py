"""What an unfinished hand makes is the worst that it can become (rules A3, A4)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from engine.aces.options import AcesOptions
from engine.aces.ranking import rank, strength
from engine.aces.so_far import rank_so_far
from engine.aces.values import class_of
from engine.cards import PACK_52, parse_cards, spell_all

USUAL = AcesOptions()


@pytest.mark.parametrize(
    ("cards", "class_key", "shown"),
    [
        ("9s 9d Kc", "pair", "9s 9d Jk Kc"),
        ("As 9d Kc", "pair", "As Jk Kc 9d"),
        ("Qs 9d Kc", "high_card", "Jk Kc Qs 9d"),
        ("As 9d 9c", "two_pair", "As Jk 9d 9c"),
        ("9s 9d 9c", "three_of_a_kind", "9s 9d 9c Jk"),
        ("As Ad 9c", "three_of_a_kind", "As Ad Jk 9c"),
        ("9s 8d 7c 6h", "straight", "Jk 9s 8d 7c 6h"),
        ("As Ks 9s 2s", "flush", "As Ks Jk 9s 2s"),
        ("As Ks Qs Ts 2d", "straight_flush", "As Ks Qs Jk Ts"),
        ("As Ad Kc Kd 2s", "full_house", "As Ad Jk Kd Kc"),
    ],
)
def test_a3_an_unfinished_hand_is_named(cards: str, class_key: str, shown: str) -> None:
    """The class, and only cards that are held, with the joker."""
    ranked = rank_so_far(parse_cards(cards), USUAL)
    assert (ranked.class_key, spell_all(ranked.cards)) == (class_key, shown)


def test_a_whole_hand_is_ranked_as_ever() -> None:
    """With six cards there is nothing to come."""
    cards = parse_cards("9s 9d Kc 2h 3h 4d")
    assert rank_so_far(cards, USUAL) == rank(cards, USUAL)


@pytest.mark.parametrize("options", [USUAL, AcesOptions(joker_fully_wild=True)])
@pytest.mark.parametrize(("held", "hands"), [(3, 3), (4, 40), (5, 300)])
def test_it_is_the_worst_of_all_that_can_come(held: int, hands: int, options: AcesOptions) -> None:
    """Against every possible rest of the pack, for hands drawn from one seed."""
    chance = random.Random(held)
    for _ in range(hands):
        cards = tuple(chance.sample(PACK_52, held))
        rest = [c for c in PACK_52 if c not in cards]
        worst = min(strength((*cards, *more), options) for more in combinations(rest, 6 - held))
        assert rank_so_far(cards, options).class_key == class_of(worst), spell_all(cards)
