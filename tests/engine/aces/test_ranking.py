"""What six own cards and the joker make: rules A3.1 to A4.4, each with hands that prove it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.aces.options import AcesOptions
from engine.aces.ranking import compare, rank, strength
from engine.cards import parse_cards, spell_all
from engine.errors import InputError

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
USUAL = AcesOptions()


def made(own: str, options: AcesOptions = USUAL) -> tuple[str, str, str]:
    """Class, the five cards, and what the joker stands for."""
    ranked = rank(parse_cards(own), options)
    return ranked.class_key, spell_all(ranked.cards), spell_all(ranked.joker_as)


def beats(a: str, b: str, options: AcesOptions = USUAL) -> bool:
    """True where the first hand is better, and the second one worse."""
    one, other = parse_cards(a), parse_cards(b)
    assert compare(one, other, options) == -compare(other, one, options)
    return compare(one, other, options) > 0


def ties(a: str, b: str, options: AcesOptions = USUAL) -> bool:
    """True where neither hand is better."""
    return compare(parse_cards(a), parse_cards(b), options) == 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['id']}")
def test_written_examples(example: dict[str, Any]) -> None:
    """Every example of the written rules ends as it says."""
    options = AcesOptions.from_mapping(example["options"])
    outcome = compare(parse_cards(example["a"]), parse_cards(example["b"]), options)
    assert {1: "a", 0: "tie", -1: "b"}[outcome] == example["result"], example["why"]


def test_a3_1_five_of_six_and_the_joker_which_is_not_compulsory() -> None:
    """A natural hand that the joker cannot improve is played without it."""
    assert made("As Ks Qs Js Ts 2d") == ("straight_flush", "As Ks Qs Js Ts", "")
    assert made("Kc Kd Kh Qs Qd 2c") == ("full_house", "Kh Kd Kc Qs Qd", "")
    assert made("Kc Kd Kh Ks As 2c") == ("four_of_a_kind", "Ks Kh Kd Kc As", "")


def test_a3_1_everybody_uses_it_even_as_a_card_of_somebody_else() -> None:
    """Both jokers may be the king of hearts, though a third hand holds it."""
    assert made("Ah Qh 9h 3h 2c 7d")[2] == "Kh"
    assert ties("Ah Qh 9h 3h 2c 7d", "Ah Qh 9h 3h 4c 7s")


@pytest.mark.parametrize(
    ("own", "class_key"),
    [
        ("Ks Qd 9h 7c 4d 2s", "high_card"),  # no second king
        ("7c 7d Kh Js 9d 2c", "pair"),  # no third seven
        ("7c 7d 9h 9s Kd 2c", "two_pair"),  # no full house out of two pairs
        ("7c 7d 7h Js 9d 2c", "three_of_a_kind"),  # no fourth seven
        ("7c 7d 7h 7s 9d 2c", "four_of_a_kind"),  # no fifth seven
    ],
)
def test_a3_2_the_joker_copies_no_other_rank_than_the_ace(own: str, class_key: str) -> None:
    """Beside no ace, straight or flush it is an ace kicker and nothing else."""
    key, cards, joker = made(own)
    assert (key, joker) == (class_key, "As")
    assert "Jk" in cards.split()


@pytest.mark.parametrize(
    ("own", "class_key", "joker"),
    [
        ("9c 8d 6h 5s Kd 2c", "straight", "7s"),
        ("Kc Jc 6c 2c Qd 9h", "flush", "Ac"),
        ("9c 8c 6c 5c Kd 2h", "straight_flush", "7c"),
    ],
)
def test_a3_2_it_completes_a_straight_a_flush_or_both(own: str, class_key: str, joker: str) -> None:
    """The one missing card, whatever its rank."""
    assert made(own)[::2] == (class_key, joker)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("Ac Kd 9h 7s 4d 2c", ("pair", "Ac Jk Kd 9h 7s", "As")),
        ("Ac Ad 9h 7s 4d 2c", ("three_of_a_kind", "Ad Ac Jk 9h 7s", "As")),
        ("Ac Ad Ah 7s 4d 2c", ("four_of_a_kind", "Ah Ad Ac Jk 7s", "As")),
        ("Ac Ad Ah As 4d 2c", ("five_aces", "As Ah Ad Ac Jk", "As")),
        ("Ac Ad Kh Ks 4d 2c", ("full_house", "Ad Ac Jk Ks Kh", "As")),
        ("7c 7d 7h As 4d 2c", ("full_house", "7h 7d 7c As Jk", "Ah")),
        ("As Ks 9h 9d 4d 2c", ("two_pair", "As Jk 9h 9d Ks", "Ah")),
        ("Kd Qd 9h 7s 4d 2c", ("high_card", "Jk Kd Qd 9h 7s", "As")),
    ],
)
def test_a3_3_as_an_ace_it_pairs_with_aces(own: str, expected: tuple[str, str, str]) -> None:
    """From the lone ace kicker to five aces."""
    assert made(own) == expected


def test_a3_4_in_a_flush_it_is_the_highest_missing_card() -> None:
    """The ace, or below a held ace the next card that is missing, in its place among the others."""
    assert made("Kh Jh 6h 2h Qd 9c") == ("flush", "Jk Kh Jh 6h 2h", "Ah")
    assert made("Ah Kh 6h 2h Qd 9c") == ("flush", "Ah Kh Jk 6h 2h", "Qh")
    assert made("Ah Kh Qh 2h 9d 9c") == ("flush", "Ah Kh Qh Jk 2h", "Jh")


def test_a3_4_it_is_never_a_second_ace_of_the_suit() -> None:
    """A-J with the joker as king loses to A-K with the joker as queen."""
    assert beats("Ah Kh 6h 2h 9d 8c", "As Js 6s 2s 9c 8d")
    assert ties("Ah Kh 6h 2h 9d 8c", "As Qs 6s 2s 9c 8d")  # both are A-K-Q-6-2


@pytest.mark.parametrize(
    ("own", "five", "joker"),
    [
        ("2c 3d 4h 5s Kd 9c", "Jk 5s 4h 3d 2c", "6s"),
        ("Kc Qd Jh Ts 3d 2c", "Jk Kc Qd Jh Ts", "As"),
        ("Ac 2d 3h 4s Kd 9c", "Jk 4s 3h 2d Ac", "5s"),
        ("Ac 3h 4s 5d Kd 9c", "5d 4s 3h Jk Ac", "2s"),
        ("9c 8d 7h 6s 5d 2c", "Jk 9c 8d 7h 6s", "Ts"),
    ],
)
def test_a3_5_in_a_straight_it_makes_the_higher_one(own: str, five: str, joker: str) -> None:
    """Also where a made straight drops its lowest card for it."""
    assert made(own) == ("straight", five, joker)


def test_a3_5_a_made_flush_may_drop_its_lowest_card() -> None:
    """The joker takes the place of the two, as the missing ace."""
    assert made("Kh Jh 8h 6h 2h Qd") == ("flush", "Jk Kh Jh 8h 6h", "Ah")
    assert made("9h 8h 7h 6h 5h Qd") == ("straight_flush", "Jk 9h 8h 7h 6h", "Th")


def test_a3_6_one_substitution_only() -> None:
    """A-K-Q-7 and the joker are no royal."""
    assert made("As Ks Qs 7s 9d 2c") == ("flush", "As Ks Qs Jk 7s", "Js")


def test_a4_1_classes_in_their_order() -> None:
    """A hand of each class beats a hand of the next."""
    best_first = [
        ("five_aces", "Ac Ad Ah As 4d 2c"),
        ("straight_flush", "2c 3c 4c 5c 9d Kh"),
        ("four_of_a_kind", "2c 2d 2h 2s 9d Kh"),
        ("full_house", "2c 2d 2h 3s 3d Kh"),
        ("flush", "2c 3c 4c 7c 9d Kh"),
        ("straight", "2c 3d 4c 5c 9d Kh"),
        ("three_of_a_kind", "2c 2d 2h 5s 9d Kh"),
        ("two_pair", "2c 2d 3h 3s 9d Kh"),
        ("pair", "2c 2d 7h 5s 9d Kh"),
        ("high_card", "2c 4d 7h 8s 9d Kh"),
    ]
    assert [made(own)[0] for _, own in best_first] == [key for key, _ in best_first]
    for (_, better), (_, worse) in pairwise(best_first):
        assert beats(better, worse)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("As Ks Qs 9s Ad Ac", ("four_of_a_kind", "As Ad Ac Jk Ks", "Ah")),
        ("As Ks 7s 2s Ad Kd", ("full_house", "As Ad Jk Ks Kd", "Ah")),
        ("9s 8s 7s 2s 6d 5c", ("flush", "Jk 9s 8s 7s 2s", "As")),
        ("9s 8s 6s 5s Ad Ac", ("straight_flush", "9s 8s Jk 6s 5s", "7s")),
    ],
)
def test_a4_1_the_joker_makes_the_better_of_two_classes(own: str, expected: tuple[str, str, str]) -> None:
    """Four of a suit are a flush only where nothing better is to be had."""
    assert made(own) == expected


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("8c 8d 8h 8s Qd 2c", "7c 7d 7h 7s Kd Qc"),  # the four, then the kicker
        ("7c 7d 7h 7s Ad 2c", "6c 6d 6h 6s Ah Kc"),
        ("8c 8d 8h 2s 2d 5c", "7c 7d 7h Ks Kd 5c"),  # the three before the pair
        ("8c 8d 8h 4s 4d 5c", "8c 8d 8h 3s 3d 5c"),
        ("8c 8d 8h Ks 4d 3c", "8c 8d 8h Qs Jd 3c"),  # three of a kind: kickers
        ("Kc Kd 3h 3s 7d 5c", "Qc Qd Jh Js 7d 5c"),  # two pair: the higher pair
        ("Kc Kd 4h 4s 9d 8c", "Kh Ks 3h 3s 9d 8c"),  # then the lower pair
        ("Ac 9d 9h Ks 4d 3c", "Ac 9d 9h Qs 4d 3c"),  # then the kicker
        ("9c 9d Kh Qs 4d 3c", "9h 9s Kd Js 7d 3c"),  # a pair: kickers from the top
        ("Kc Qd Jh 8s 5d 3c", "Kh Qs Jd 7s 5c 4h"),  # high card, the last kicker
        ("6c 5d 4h 3s Kd Jc", "Ac 2d 3h 4s Kd Jc"),  # a straight: the top card
        ("Kh Jh 8h 7h 2d 2c", "Ks Js 8s 6s Kd Qc"),  # a flush: from the top
    ],
)
def test_a4_2_main_group_then_kickers(better: str, worse: str) -> None:
    """Within a class the deciding ranks come in this order."""
    assert made(better)[0] == made(worse)[0]
    assert beats(better, worse)


def test_a4_2_sixth_and_seventh_cards_do_not_count() -> None:
    """Three pairs play two and the best kicker, which is the joker's ace."""
    assert made("Kc Kd 9h 9s 4d 4c") == ("two_pair", "Kd Kc 9s 9h Jk", "As")
    assert ties("Kc Kd 9h 9s 8d 8c", "Kh Ks 9c 9d 3d 2c")


def test_a4_2_the_wheel_is_the_lowest_straight_and_nothing_goes_round() -> None:
    """A-2-3-4-5 is five high; K-A-2-3 is no start of a straight."""
    assert made("Ac 2d 3h 5s Kd Jc") == ("straight", "5s Jk 3h 2d Ac", "4s")
    assert made("Ac 2d 3h Ks 9d 8c")[0] == "pair"
    assert beats("2c 3d 4h 5s Kd Jc", "Ac 2d 3h 5s Kd Jc")


def test_a4_3_suits_never_decide_and_a_joker_costs_nothing() -> None:
    """The same ranks tie in any suits, with and without the joker."""
    assert ties("Kc Kd 9h 7c 4d 2c", "Kh Ks 9d 7d 5s 3c")
    assert ties("As Ks Qs Js Ts 2d", "Ah Kh Qh Jh 3d 2c")
    assert ties("Kc Kd Kh Ks As 2d", "Kc Kd Kh Ks Qs 2d")


WILD = AcesOptions(joker_fully_wild=True)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("Ac Ad Ah As 4d 2c", ("five_aces", "As Ah Ad Ac Jk", "As")),
        ("Kc Kd Kh Ks Ad 2c", ("five_of_a_kind", "Ks Kh Kd Kc Jk", "Ks")),
        ("Kc Kd Kh 7s 4d 2c", ("four_of_a_kind", "Kh Kd Kc Jk 7s", "Ks")),
        ("Kc Kd 7h 7s 4d 2c", ("full_house", "Kd Kc Jk 7s 7h", "Ks")),
        ("Kc Kd 9h 7s 4d 2c", ("three_of_a_kind", "Kd Kc Jk 9h 7s", "Ks")),
        ("Kd Qd 9h 7s 4d 2c", ("pair", "Kd Jk Qd 9h 7s", "Ks")),
        ("As Ks Qs 7s 9d 2c", ("flush", "As Ks Qs Jk 7s", "Js")),
    ],
)
def test_a4_4_joker_fully_wild(own: str, expected: tuple[str, str, str]) -> None:
    """It copies any rank; in a flush it is still a card that the hand lacks."""
    assert made(own, WILD) == expected


def test_a4_4_five_of_a_kind_by_rank_on_top() -> None:
    """Five aces, five kings … five twos, then the royal."""
    assert beats("Ac Ad Ah As 4d 2c", "Kc Kd Kh Ks Ad 2c", WILD)
    assert beats("Kc Kd Kh Ks Ad 2c", "2c 2d 2h 2s Ad Ks", WILD)
    assert beats("2c 2d 2h 2s Ad Ks", "As Ks Qs Js Ts 2d", WILD)


def test_a4_4_double_ace_flush() -> None:
    """In a flush the joker is an ace even beside the suit's ace; in a straight flush it is not."""
    double = AcesOptions(double_ace_flush=True)
    assert made("Ah Kh 6h 2h Qd 9c", double) == ("flush", "Ah Jk Kh 6h 2h", "Ah")
    assert beats("As Js 6s 3s 9c 8d", "Ah Jh 6h 2h 9d 8c", double)
    assert made("Ah Kh Qh Th 9d 8c", double) == ("straight_flush", "Ah Kh Qh Jk Th", "Jh")
    assert made("Kh Qh 8h 2h 9d 8c", double)[1:] == ("Jk Kh Qh 8h 2h", "Ah")


def test_a4_4_double_ace_flush_beside_a_fully_wild_joker() -> None:
    """Both together: the flush may hold two aces of its suit."""
    both = AcesOptions(double_ace_flush=True, joker_fully_wild=True)
    assert made("Ah Kh 6h 2h Qd 9c", both) == ("flush", "Ah Jk Kh 6h 2h", "Ah")


@pytest.mark.parametrize(
    ("natural", "joker"),
    [
        ("As Ks Qs Js Ts 2d", "Ah Kh Qh Jh 3d 2c"),
        ("Kc Kd Kh Ks As 2d", "Kc Kd Kh Ks Qs 2d"),
        ("Ac Kd Qh Js Td 2c", "Ac Kd Qh Js 3d 2c"),
    ],
)
def test_a4_4_natural_beats_joker(natural: str, joker: str) -> None:
    """Of equal fives the one that needs no joker wins, in the same class."""
    first = AcesOptions(natural_beats_joker=True)
    assert ties(natural, joker)
    assert beats(natural, joker, first)
    assert made(natural, first)[0] == made(joker, first)[0]
    assert made(natural, first)[2] == ""


def test_a4_4_natural_decides_only_between_equal_fives() -> None:
    """A natural full house still loses to a higher one with the joker."""
    first = AcesOptions(natural_beats_joker=True)
    assert beats("Ac Ad 2h 2s 7d 5c", "Kc Kd Kh Qs Qd 5c", first)
    assert ties("Kc Kd 9h 7c 4d 2c", "Kh Ks 9d 7d 5s 3c", first)


@pytest.mark.parametrize(
    ("own", "code", "named"),
    [
        ("As Ks Qs", "cards_count", "3"),
        ("As Ks Qs 7s 9d 2c 3c", "cards_count", "7"),
        ("As Ks Qs 7s 9d Jk", "card_foreign", "Jk"),
        ("As Ks Qs 7s 9d ??", "card_foreign", "??"),
    ],
)
def test_wrong_cards_are_refused_by_name(own: str, code: str, named: str) -> None:
    """Ranking, comparing and the fast path name what is wrong."""
    cards, good = parse_cards(own), parse_cards("As Ks Qs 7s 9d 2c")
    for refused in (
        lambda: rank(cards, USUAL),
        lambda: compare(good, cards, USUAL),
        lambda: compare(cards, good, USUAL),
        lambda: strength(cards, USUAL),
    ):
        with pytest.raises(InputError) as caught:
            refused()
        assert caught.value.code == code
        assert named in str(caught.value)


def test_a_card_twice_is_refused_by_name() -> None:
    """Ranking and comparing name it."""
    twice = (*parse_cards("As Ks Qs 7s 9d"), *parse_cards("9d"))
    for refused in (
        lambda: rank(twice, USUAL),
        lambda: compare(twice, twice, USUAL),
    ):
        with pytest.raises(InputError, match="9d") as caught:
            refused()
        assert caught.value.code == "card_twice"
