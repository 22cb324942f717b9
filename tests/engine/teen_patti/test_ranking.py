"""What three cards make: rules C7.1 to C7.5, each with hands that prove it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.cards import parse_cards, spell_all
from engine.errors import InputError
from engine.teen_patti.options import TeenPattiOptions
from engine.teen_patti.ranking import CLASSES, compare, rank

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
USUAL = TeenPattiOptions()
JOKERS = TeenPattiOptions(jokers=2)


def made(own: str, options: TeenPattiOptions = JOKERS) -> tuple[str, str, str]:
    """Class, the three cards, and what the jokers stand for."""
    ranked = rank(parse_cards(own), options)
    return ranked.class_key, spell_all(ranked.cards), spell_all(ranked.joker_as)


def order(a: str, b: str, options: TeenPattiOptions = JOKERS) -> int:
    """1 where the first hand is better; the other way round it is worse."""
    one, other = parse_cards(a), parse_cards(b)
    assert compare(one, other, options) == -compare(other, one, options)
    return compare(one, other, options)


def falls(hands: list[str], options: TeenPattiOptions = JOKERS) -> bool:
    """True where each hand is better than the next."""
    return all(order(a, b, options) == 1 for a, b in pairwise(hands))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['id']}")
def test_written_examples(example: dict[str, Any]) -> None:
    """Every example of the written rules ends as it says."""
    options = TeenPattiOptions.from_mapping(example["options"])
    outcome = compare(parse_cards(example["a"]), parse_cards(example["b"]), options)
    assert {1: "a", 0: "tie", -1: "b"}[outcome] == example["result"], example["why"]


def test_c7_1_classes_in_their_order() -> None:
    """The lowest hand of each class beats the highest of the next."""
    hands = ["2c 2d 2h", "4c 3c 2c", "4c 3d 2c", "5d 3d 2d", "2c 2d 3h", "5c 3d 2c"]
    assert [made(hand)[0] for hand in hands] == list(CLASSES)
    highest = ["As Ah Ad", "As Ks Qs", "As Ks Qd", "As Ks Js", "As Ah Kd", "As Ks Jh"]
    assert [made(hand)[0] for hand in highest] == list(CLASSES)
    for low, high in zip(hands[:-1], highest[1:], strict=True):
        assert order(low, high) == 1


def test_c7_2_trials_by_rank() -> None:
    """Aces are best, twos worst."""
    assert falls([f"{r}c {r}d {r}h" for r in "AKQJT98765432"])


@pytest.mark.parametrize("suits", ["ccc", "cdh"])
def test_c7_2_runs_and_rounds(suits: str) -> None:
    """A-K-Q, A-2-3, K-Q-J, down to 4-3-2; with ``a23_place = first`` A-2-3 leads."""
    tops = ["AKQ", "A23", *("AKQJT98765432"[i : i + 3] for i in range(1, 11))]
    hands = [" ".join(r + s for r, s in zip(top, suits, strict=True)) for top in tops]
    assert falls(hands)
    assert falls([hands[1], hands[0], *hands[2:]], TeenPattiOptions(a23_place="first"))
    assert {made(hand)[0] for hand in hands} == {"round" if suits == "ccc" else "run"}


def test_c7_2_k_a_2_is_no_run() -> None:
    """It is a color in one suit, else a high card."""
    assert made("Kd Ad 2d")[0] == "color" and made("Kd Ad 2h")[0] == "high_card"


def test_c7_2_suited_a23_may_be_a_color() -> None:
    """Then it is compared as ace, three, two."""
    color = TeenPattiOptions(a23_suited="color", a23_place="first")
    assert made("As 2s 3s", color)[0] == "color"
    assert falls(["4c 3c 2d", "Ac 4c 2c", "As 3s 2s", "Kd Jd Td"], color)
    assert order("As 2d 3s", "Ah Kh Qd", color) == 1, "in a run it still has its place"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ah Jh 4h", "As Ts 9s"),
        ("Ah Jh 4h", "As Js 3s"),
        ("9c 9d 2s", "8h 8s Ah"),
        ("9c 9d 5c", "9h 9s 4s"),
        ("Kc 4d 2h", "Qs Jh 9d"),
        ("Kc 9d 2h", "Ks 8s 7d"),
        ("Kc 9d 3h", "Ks 9s 2d"),
    ],
)
def test_c7_3_ranks_decide_from_the_top(better: str, worse: str) -> None:
    """Color and high card: first, second, third; pair: the pair, then the third card."""
    assert made(better)[0] == made(worse)[0]
    assert order(better, worse) == 1


def test_c7_4_suits_of_the_highest_card() -> None:
    """Spades, hearts, diamonds, clubs; in A-2-3 the ace is the highest card."""
    assert falls([f"A{s} J{t} 9{t}" for s, t in ("sc", "hd", "dh", "cs")])
    assert falls([f"J{s} T{t} 9{t}" for s, t in ("sc", "hd", "dh", "cs")])
    assert falls([f"A{s} 2{t} 3{t}" for s, t in ("sc", "hd", "dh", "cs")])
    assert falls([f"K{s} 9{s} 2{s}" for s in "shdc"])


def test_c7_4_suit_of_the_third_card_of_a_pair() -> None:
    """Not of the pair."""
    assert order("9c 9d 5s", "9h 9s 5h") == 1


def test_c7_4_suits_may_decide_nothing() -> None:
    """With ``suits = split`` equal ranks are equal."""
    split = TeenPattiOptions(suits="split", jokers=2)
    for a, b in (("As Js 4s", "Ah Jh 4h"), ("9c 9d 5s", "9h 9s 5h"), ("As Ah Jk", "Ad Ac Jk")):
        assert order(a, b, split) == 0


def test_c7_5_clean_beats_the_same_with_a_joker() -> None:
    """Ranks first by default; with ``clean = class`` any clean one of the class is better."""
    assert order("Kd Qh Js", "Kc Qc Jk") == -1, "with the joker it is a round"
    assert order("9h 9c 5d", "9s 5h Jk") == 1, "clean decides before the suit of the third card"
    assert order("Kd Kh Kc", "Ks Jk Jk") == 1
    ranks, clean = JOKERS, TeenPattiOptions(jokers=2, clean="class")
    assert order("2c 2d 2h", "As Ah Jk", ranks) == -1
    assert order("2c 2d 2h", "As Ah Jk", clean) == 1
    assert order("As Ah Jk", "4c 3c 2c", clean) == 1, "but no other class"


def test_c7_5_a_joker_makes_the_best_hand_by_the_whole_order() -> None:
    """J+2+3 is A-2-3, J+A-9 of a suit a color with the king, J+9-5 a pair of nines."""
    assert made("2s 3d Jk") == ("run", "Jk 3d 2s", "As")
    assert made("2s 3s Jk") == ("round", "Jk 3s 2s", "As")
    assert made("As 9s Jk") == ("color", "As Jk 9s", "Ks")
    assert made("9s 5d Jk") == ("pair", "9s Jk 5d", "9h")
    assert made("Ac Kc Jk") == ("round", "Ac Kc Jk", "Qc")
    assert made("Kd Qh Jk") == ("run", "Jk Kd Qh", "As")
    assert made("7c 7d Jk") == ("trial", "7d 7c Jk", "7s")
    assert made("2c Jk Jk") == ("trial", "2c Jk Jk", "2s 2h")


def test_c7_5_a_suited_joker_and_a23_as_color() -> None:
    """2 and 3 of a suit make 4-3-2, a round; ace and 2 or 3 a run, better than a color."""
    color = TeenPattiOptions(jokers=1, a23_suited="color")
    assert made("2s 3s Jk", color) == ("round", "Jk 3s 2s", "4s")
    assert made("As 2s Jk", color) == ("run", "As Jk 2s", "3h")
    assert made("As 3s Jk", color) == ("run", "As 3s Jk", "2h")


def test_c7_5_a_joker_stands_below_clubs() -> None:
    """A-K-Q with the ace as joker loses to one with a natural ace; both jokers: the next card's suit."""
    assert order("Ac Kh Jk", "Ks Qd Jk") == 1
    assert order("Ks Qh Jk", "Kd Qs Jk") == 1
    assert order("3c 2h Jk", "3d 2s Jk") == -1


def test_c7_5_a_trial_with_jokers_has_its_best_natural_suit() -> None:
    """Whatever the joker is called."""
    assert order("As Ac Jk", "Ah Ad Jk") == 1
    assert order("9d 9c Jk", "9h 9s Jk") == -1


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("As Kd", "cards_count"),
        ("As As Kd", "card_twice"),
        ("As Kd ??", "card_foreign"),
        ("As Kd Jk", "card_foreign"),
    ],
)
def test_what_is_no_hand_is_refused(cards: str, code: str) -> None:
    """Three different cards, and jokers only where the pack has them."""
    own = tuple(parse_cards(word)[0] for word in cards.split())
    with pytest.raises(InputError) as refused:
        rank(own, USUAL)
    assert refused.value.code == code
