"""What three cards make and which hand is better: rules B1.1 to B2.6, each with hands that prove it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.cards import parse_cards, spell_all
from engine.errors import InputError
from engine.seka.options import SekaOptions
from engine.seka.ranking import best, compare, opened, rank, rank_opened

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
USUAL = SekaOptions()
CARDS = SekaOptions(compare_cards=True)
ALONE = SekaOptions(joker_no_duplicate=True)


def made(own: str, options: SekaOptions = USUAL) -> tuple[str, str, str]:
    """Class, the combination, and what its jokers stand for."""
    ranked = rank(parse_cards(own), options)
    return ranked.class_key, spell_all(ranked.cards), spell_all(ranked.joker_as)


def outcome(a: str, b: str, options: SekaOptions = USUAL) -> str:
    """``a``, ``b`` or ``tie``, the same from both sides."""
    one, other = parse_cards(a), parse_cards(b)
    assert compare(one, other, options) == -compare(other, one, options)
    return {1: "a", 0: "tie", -1: "b"}[compare(one, other, options)]


def unbeaten(options: SekaOptions, *rows: str) -> tuple[int, ...]:
    """Which of several opened hands nobody beats."""
    return best(opened([parse_cards(row) for row in rows], options), options)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['id']}")
def test_written_examples(example: dict[str, Any]) -> None:
    """Every example of the written rules ends as it says."""
    options = SekaOptions.from_mapping(example["options"])
    assert outcome(example["a"], example["b"], options) == example["result"], example["why"]


def test_b1_2_ranks_rise_from_ten_to_ace() -> None:
    """Sekas follow the ranks, and so does card comparison."""
    rows = ["As Ah Ad", "Ks Kh Kd", "Qs Qh Qd", "Js Jh Jd", "Ts Th Td"]
    assert {outcome(a, b) for a, b in pairwise(rows)} == {"a"}


def test_b1_2_a_joker_is_no_card_of_its_own_hand() -> None:
    """Beside the ace of spades it is another ace, in a flush another card of the suit."""
    assert made("As Kd Jk") == ("22", "As Jk", "Ah")
    assert made("As Ks Jk") == ("31", "As Ks Jk", "Qs")
    assert made("As Jk Jk") == ("seka", "As Jk Jk", "Ah Ad")


@pytest.mark.parametrize(
    ("own", "class_key", "combination"),
    [
        ("Ks Kh Kd", "seka", "Ks Kh Kd"),
        ("As Qs Ts", "31", "As Qs Ts"),
        ("Kh Qh Th", "30", "Kh Qh Th"),
        ("Ad Kc Ah", "22", "Ah Ad"),
        ("Ad Td Kc", "21", "Ad Td"),
        ("Ts Kd Js", "20", "Js Ts"),
        ("Ks Js Ah", "20", "Ks Js"),
        ("Ks Jd Ah", "11", "Ah"),
        ("Ks Kd Ah", "11", "Ah"),
        ("Ks Jd Th", "10", "Ks"),
        ("Ks Kd Th", "10", "Ks"),
    ],
)
def test_b1_3_values(own: str, class_key: str, combination: str) -> None:
    """Three cards, two, or one; a pair below aces counts nothing, two suited and an odd ace are 20."""
    assert made(own) == (class_key, combination, "")


def test_b1_3_the_order_of_the_values() -> None:
    """From three sevens down to ten."""
    four = SekaOptions(jokers=4)
    rows = ["Jk Jk Jk", "Ts Th Td", "As Qs Ts", "Kh Qh Th", "Ad Kc Ah", "Ad Td Kc", "Ks Js Ah", "Ks Jd Ah"]
    rows.append("Ks Jd Th")
    assert {outcome(a, b, four) for a, b in pairwise(rows)} == {"a"}
    assert made("Jk Jk Jk", four) == ("three_sevens", "Jk Jk Jk", "")


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("Ks Kh Jk", ("seka", "Ks Kh Jk", "Kd")),
        ("Ks Ts Jk", ("31", "Jk Ks Ts", "As")),
        ("As Th Jk", ("22", "As Jk", "Ah")),
        ("Ks Qh Jk", ("21", "Jk Ks", "As")),
        ("Tc Jk Jk", ("seka", "Jk Jk Tc", "Ts Th")),
    ],
)
def test_b1_4_with_a_joker(own: str, expected: tuple[str, str, str]) -> None:
    """Each pair of cards has its best use."""
    assert made(own) == expected


def test_b2_1_any_clean_seka_beats_every_dirty_one() -> None:
    """Dirty ones of a rank are equal, with one joker or two; three sevens beat all."""
    assert outcome("Ts Th Td", "As Ah Jk") == "a"
    assert outcome("As Ah Jk", "Ad Jk Jk", SekaOptions(jokers=3)) == "tie"
    assert outcome("Kd Kh Jk", "Qd Qh Jk", SekaOptions(jokers=2)) == "a"
    assert outcome("Jk Jk Jk", "As Ah Ad", SekaOptions(jokers=3)) == "a"


def test_b2_1_same_rank_puts_rank_first() -> None:
    """Dirty aces beat clean kings, clean kings beat dirty kings."""
    same = SekaOptions(seka_clean="same_rank", jokers=2)
    assert outcome("As Ah Jk", "Ks Kh Kd", same) == "a"
    assert outcome("Ks Kh Kd", "Kc Jk Jk", same) == "a"


def test_b2_2_a_joker_in_a_31_is_as_good() -> None:
    """Clean and dirty matter for sekas only."""
    assert outcome("As Ks Qs", "Ah Kh Jk") == "tie"


def test_b2_4_cards_of_clean_combinations_only() -> None:
    """Top, then lowest, then middle; two cards in 20 to 22; never with a joker on either side."""
    assert outcome("Ks Js Ah", "Qd Td Ac", CARDS) == "a"
    assert outcome("Ks Ts Ah", "Kd Jd Ac", CARDS) == "b"
    assert outcome("As Ks Ts", "Ah Qh Jh", CARDS) == "b"
    assert outcome("Ks Qs Ts", "Kh Jh Th", CARDS) == "a"
    assert outcome("As Ts Kd", "Ah Jh Kc", CARDS) == "b"
    assert outcome("As Ah Kd", "Ad Ac Ts", CARDS) == "tie"
    assert outcome("As Ks Qs", "Ah Th Jk", CARDS) == "tie"
    assert outcome("Ks Kd Ah", "Qs Jd Ac", CARDS) == "tie"
    assert outcome("Ks Jd Th", "Qs Jh Tc", CARDS) == "tie"


def test_b2_4_a_hand_with_a_joker_is_never_clean() -> None:
    """Even where its combination leaves the joker out, since every card that would help is opposite."""
    both = SekaOptions(compare_cards=True, joker_no_duplicate=True)
    rows = [parse_cards(row) for row in ("As Ks Jk", "Ah Qh Qs", "Ad Qd Js", "Ac Qc Ts")]
    ranked = rank_opened(rows, both)
    assert [one.class_key for one in ranked] == ["21"] * 4
    assert (spell_all(ranked[0].cards), ranked[0].joker_as) == ("As Ks", ())
    assert best(opened(rows, both), both) == (0, 1, 2, 3)


def test_b2_5_a_joker_is_no_card_of_the_other_hand() -> None:
    """The holder gets the next best; the jokers opposite block nothing."""
    assert outcome("Ks Kh Jk", "Kd Kc Ts", ALONE) == "a"
    rows = [parse_cards("Ks Kh Jk"), parse_cards("Kd Kc Ts")]
    assert [r.class_key for r in rank_opened(rows, ALONE)] == ["21", "10"]
    assert outcome("Ks Qs Jk", "As Td Jh", ALONE) == "a"
    two = SekaOptions(jokers=2, joker_no_duplicate=True)
    assert outcome("Ks Qs Jk", "Ts Js Jk", two) == "tie"


def test_b2_6_every_opened_hand_blocks() -> None:
    """A third hand may hold the card, whoever contests what."""
    rows = [parse_cards(row) for row in ("Ks Qs Jk", "Td Jh Qc", "As Jd Tc")]
    assert [r.class_key for r in rank_opened(rows, ALONE)] == ["30", "10", "11"]
    assert [r.class_key for r in rank_opened(rows[:2], ALONE)] == ["31", "10"]


def test_b2_6_a_joker_for_which_nothing_is_left_counts_nothing() -> None:
    """Seven players open the whole pack: king and queen of spades are 20."""
    rows = ["Ks Qs Jk", "As Ah Ad", "Ac Kh Kd", "Kc Qh Qd", "Qc Js Jh", "Jd Jc Ts", "Th Td Tc"]
    ranked = rank_opened([parse_cards(row) for row in rows], ALONE)
    assert (ranked[0].class_key, spell_all(ranked[0].cards), ranked[0].joker_as) == ("20", "Ks Qs", ())
    assert unbeaten(ALONE, *rows) == (1,)


def test_b2_6_the_best_are_those_that_nobody_beats() -> None:
    """A 31 with a joker ties with each clean one, though these beat each other."""
    assert unbeaten(CARDS, "As Js Ts", "Ah Kh Qh", "Ad Qd Jk") == (1, 2)
    assert unbeaten(USUAL, "As Js Ts", "Ah Kh Qh", "Ad Qd Jk") == (0, 1, 2)


@pytest.mark.parametrize(
    ("own", "code"),
    [("As Ks", "cards_count"), ("As Ks Qs Js", "cards_count"), ("As Ks 9s", "card_foreign")],
)
def test_what_is_no_hand_is_refused(own: str, code: str) -> None:
    """Three cards of the pack."""
    with pytest.raises(InputError) as refused:
        rank(parse_cards(own), USUAL)
    assert refused.value.code == code
