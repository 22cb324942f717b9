"""Why a hand beats another: the reason that is named is the one that decided, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.cards import JOKER, Card, parse_cards, rank_of, spell_all, suit_of
from engine.game import Game
from engine.games import game
from engine.options import Options
from engine.reason import TIES, Making, Reason, sign
from engine.seka import ranking as seka
from engine.seka.options import SekaOptions
from tests.engine.random_exports import random_options

ROOT = Path(__file__).parents[2]
GROUPS = 1500
RANKED = frozenset({"group", "second_group", "kicker", "top", "card", "lowest", "middle"})
KEYS = {  # what random hands bring up; the rest is among the examples
    "aces": "class group second_group kicker top card equal",
    "seka": "class group clean top lowest joker equal",
    "teen_patti": "class group kicker card order clean suit equal",
}


def explained(
    variant: Game, hands: list[tuple[Card, ...]], options: Options
) -> tuple[tuple[Making, ...], list[tuple[int, int, Reason]]]:
    """What the hands make, and the reason between each two of them."""
    assert variant.makings is not None and variant.decide is not None
    made = variant.makings(hands, options)
    pairs = [(i, j) for i in range(len(hands)) for j in range(len(hands)) if i != j]
    return made, [(i, j, variant.decide(made[i], made[j], options)) for i, j in pairs]


def opened(variant: Game, seed: int, count: int) -> Iterator[tuple[list[tuple[Card, ...]], Options]]:
    """Hands that are opened together, two or more, often of the same class, under any options."""
    random = Random(seed)
    for _ in range(count):
        options = random_options(variant, random)
        pack = list(variant.pack(options))
        most = min(4, len(pack) // variant.hand_cards)
        hands = [
            max(
                (tuple(random.sample(pack, variant.hand_cards)) for _ in range(random.choice((1, 4)))),
                key=lambda cards: variant.rank(cards, options).strength,
            )
        ]
        left = list(pack)
        for c in hands[0]:
            left.remove(c)
        random.shuffle(left)
        size = variant.hand_cards
        hands += [tuple(left[n * size : (n + 1) * size]) for n in range(random.randint(1, most - 1))]
        yield hands, options


def truly(variant: Game, hands: list[tuple[Card, ...]], i: int, j: int, options: Options) -> int:
    """Which of two hands is better, by the ranking alone, all of these being opened."""
    if isinstance(options, SekaOptions):
        made = seka.opened(hands, options)
        return sign(seka.order(made[i], made[j], options))
    return sign(variant.compare(hands[i], hands[j], options))


def check(variant: Game, mine: Making, other: Making, reason: Reason) -> None:
    """The reason agrees with itself: what it names does differ, in the direction that it says."""
    place = variant.classes.index
    if reason.key == "class":
        assert reason.order == sign(place(other.ranked.class_key) - place(mine.ranked.class_key)) != 0
        return
    assert mine.ranked.class_key == other.ranked.class_key
    if reason.key in TIES:
        assert reason.order == 0 and reason.cards is None
        assert reason.key != "joker" or not (mine.clean and other.clean)
    elif reason.key in ("clean", "natural"):
        assert mine.clean != other.clean and reason.order == (1 if mine.clean else -1)
    elif reason.key == "order":
        assert sorted(map(rank_of, mine.natural)) != sorted(map(rank_of, other.natural))
    else:
        assert reason.cards is not None
        a, b = reason.cards
        if reason.key == "suit":
            suits = [-1 if c == JOKER else suit_of(c) for c in (a, b)]
            assert reason.order == sign(suits[0] - suits[1]) != 0
            assert {a, b} <= {*mine.ranked.cards, *other.ranked.cards}
        else:
            assert reason.key in RANKED
            assert reason.order == sign(rank_of(a) - rank_of(b)) != 0
            assert a in mine.natural and b in other.natural


@pytest.mark.parametrize("key", list(KEYS))
def test_the_named_reason_decided(key: str) -> None:
    """For hands of all sorts under any house rules; a tie says so; most kinds of reason come up."""
    variant, told = game(key), set()
    for hands, options in opened(variant, 1, GROUPS):
        made, reasons = explained(variant, hands, options)
        for i, j, reason in reasons:
            named = (spell_all(hands[i]), spell_all(hands[j]), options, reason)
            assert reason.order == truly(variant, hands, i, j, options), named
            assert (reason.order == 0) == (reason.key in TIES), named
            check(variant, made[i], made[j], reason)
            told.add(reason.key)
    assert told >= set(KEYS[key].split())


@pytest.mark.parametrize("key", list(KEYS))
def test_both_sides_are_told_the_same(key: str) -> None:
    """Seen from the other hand it is the same reason the other way round."""
    variant = game(key)
    for hands, options in opened(variant, 2, 300):
        _, reasons = explained(variant, hands, options)
        by_pair = {(i, j): reason for i, j, reason in reasons}
        for (i, j), reason in by_pair.items():
            back = by_pair[j, i]
            assert (back.order, back.key, back.rule) == (-reason.order, reason.key, reason.rule)


@pytest.mark.parametrize("key", list(KEYS))
def test_every_rule_that_is_named_is_written_down(key: str) -> None:
    """In the RULES.md of its game."""
    variant = game(key)
    written = (ROOT / "engine" / key / "RULES.md").read_text(encoding="utf-8")
    named: set[str] = set()
    for hands, options in opened(variant, 3, 1000):
        made, reasons = explained(variant, hands, options)
        named |= {rule for one in made for rule in (one.rule, one.joker_rule) if rule}
        named |= {reason.rule for _, _, reason in reasons}
    assert {rule for rule in named if f"- {rule} " not in written} == set()


@pytest.mark.parametrize(
    ("key", "options", "a", "b", "wanted"),
    [
        ("aces", {}, "As Ks Qs 7s 9d 2c", "9c 8h 7c 6d Kd 3h", (1, "A4.1", "class")),
        ("aces", {}, "Kd Kh 9c 9h 4s 2c", "Qd Qh Jc Jh 4d 2d", (1, "A4.2", "group")),
        ("aces", {}, "Kd Kh 9c 9h 7s 2c", "Ks Kc 9d 9s 8d 3d", (0, "A4.3", "equal")),
        (
            "aces",
            {"natural_beats_joker": True},
            "As Kd Qh Jc Ts 2c",
            "Ad Kh Qs Jd 3c 2d",
            (1, "A4.4", "natural"),
        ),
        ("seka", {"jokers": 2}, "Ts Td Th", "As Ad Jk", (1, "B2.1", "clean")),
        ("seka", {"jokers": 2, "seka_clean": "same_rank"}, "Ts Td Th", "As Ad Jk", (-1, "B1.3", "group")),
        ("seka", {}, "Ks Js Td", "Qd Td Kh", (0, "B2.3", "equal")),
        ("seka", {"compare_cards": True}, "Ks Js Td", "Qd Td Kh", (1, "B2.4", "top")),
        ("seka", {"compare_cards": True}, "As Ks Ts", "Ad Qd Td", (1, "B2.4", "middle")),
        ("seka", {"compare_cards": True}, "As Ks Jk", "Ad Qd Td", (0, "B2.4", "joker")),
        ("teen_patti", {}, "As 2d 3h", "Kd Qh Js", (1, "C7.2", "order")),
        ("teen_patti", {}, "9s 9d Kh", "9c 9h Kd", (1, "C7.4", "suit")),
        ("teen_patti", {"suits": "split"}, "9s 9d Kh", "9c 9h Kd", (0, "C7.4", "equal")),
        ("teen_patti", {"jokers": 1}, "As Kd Qh", "Ac Kh Jk", (1, "C7.5", "clean")),
    ],
)
def test_examples(key: str, options: dict[str, object], a: str, b: str, wanted: tuple[int, str, str]) -> None:
    """One of each kind, by hand."""
    variant = game(key)
    rules = variant.options_type.from_mapping(options)
    _, reasons = explained(variant, [parse_cards(a), parse_cards(b)], rules)
    reason = reasons[0][2]
    assert (reason.order, reason.rule, reason.key) == wanted


@pytest.mark.parametrize(
    ("key", "options", "hands", "rules"),
    [
        ("aces", {}, ["As Ks Qs 7s 9d 2c", "9c 8h 7c 6d Kd 3h"], ["A3.4", "A3.5"]),
        ("aces", {}, ["Ad Ah 9c 8h 7s 2c", "9d 9s 9h Kd Ks 5c"], ["A3.3", "A3.1"]),
        ("aces", {"joker_fully_wild": True}, ["Kd Kh 9c 8h 4s 2c", "Qd Qs 9s 7h 3d 2d"], ["A4.4", "A4.4"]),
        ("seka", {"jokers": 3}, ["Jk Jk Jk", "As Ks Qd"], ["B1.3", ""]),
        ("seka", {"joker_no_duplicate": True}, ["As Ks Jk", "Ad Kd Td"], ["B1.4", ""]),
        ("seka", {"joker_no_duplicate": True, "jokers": 1}, ["As Kd Jk", "Ah Ad Ac"], ["B2.5", ""]),
        ("teen_patti", {"jokers": 1}, ["2s 3d Jk", "As Kd 9h"], ["C7.5", ""]),
    ],
)
def test_what_the_joker_is_has_its_rule(
    key: str, options: dict[str, object], hands: list[str], rules: list[str]
) -> None:
    """Why it stands for what it stands for, or is not needed."""
    variant = game(key)
    made, _ = explained(
        variant, [parse_cards(one) for one in hands], variant.options_type.from_mapping(options)
    )
    assert [one.joker_rule for one in made] == rules
