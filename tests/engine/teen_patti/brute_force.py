"""Ranking by trying everything, read off rules C7.1 to C7.5; it shares no code with ours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from engine.cards import JOKER, Card, rank_of, suit_of
from engine.teen_patti.options import TeenPattiOptions

LADDER = ("high_card", "pair", "color", "run", "round", "trial")
RUNS = [{top, top - 1, top - 2} for top in range(4, 15)]  # 4-3-2 … A-K-Q
Key = tuple[object, ...]


@cache
def of_ranks(
    ranks: tuple[int, ...], one_suit: bool, a23_suited: str, a23_place: str
) -> tuple[int, tuple[int, ...]]:
    """The class and the ranks that decide, in their order."""
    down = tuple(sorted(ranks, reverse=True))
    if len(set(ranks)) == 1:
        return LADDER.index("trial"), down
    if len(set(ranks)) == 2:
        pair = next(r for r in ranks if ranks.count(r) == 2)
        return LADDER.index("pair"), (pair, next(r for r in ranks if r != pair))
    is_a23 = set(ranks) == {14, 2, 3}
    if is_a23 and one_suit and a23_suited == "color":
        return LADDER.index("color"), down
    if is_a23 or set(ranks) in RUNS:
        second = 13.5  # between A-K-Q and K-Q-J
        place = {"first": 14.5, "second": second}[a23_place] if is_a23 else max(ranks)
        return LADDER.index("round" if one_suit else "run"), (int(2 * place),)
    return LADDER.index("color" if one_suit else "high_card"), down


def suit_key(natural: list[Card], all_cards: list[tuple[Card, bool]], class_name: str) -> tuple[int, ...]:
    """Suits from the card that decides on; -1 for a joker (C7.4, C7.5)."""
    if class_name == "trial":
        return (max(suit_of(c) for c in natural),)
    ranks = [rank_of(c) for c, _ in all_cards]
    if class_name == "pair":
        return tuple(suit_of(c) if is_own else -1 for c, is_own in all_cards if ranks.count(rank_of(c)) == 1)
    down = sorted(all_cards, key=lambda one: -rank_of(one[0]))
    suits = [suit_of(c) if is_own else -1 for c, is_own in down]
    return tuple(suits[: 1 + next(i for i, suit in enumerate(suits) if suit >= 0)])


def readings(cards: tuple[Card, ...]) -> Iterator[list[tuple[Card, bool]]]:
    """Every way to name the jokers, each card with whether it is held."""
    natural = [c for c in cards if c != JOKER]
    for named in combinations(range(52), len(cards) - len(natural)):
        three = {*natural, *named}
        if len(three) == len(cards):
            yield [*((c, True) for c in natural), *((Card(c), False) for c in named)]


@cache
def key(cards: tuple[Card, ...], options: TeenPattiOptions) -> Key:
    """The best of all readings, as something to compare by."""
    natural = [c for c in cards if c != JOKER]
    clean = len(natural) == 3
    keys: list[Key] = []
    for reading in readings(cards):
        one_suit = len({suit_of(c) for c, _ in reading}) == 1
        three = tuple([rank_of(c) for c, _ in reading])
        number, ranks = of_ranks(three, one_suit, options.a23_suited, options.a23_place)
        suits = suit_key(natural, reading, LADDER[number]) if options.suits == "rank" else ()
        middle = (clean, ranks) if options.clean == "class" else (ranks, clean)
        keys.append((number, *middle, suits))
    return max(keys)


def class_key(cards: tuple[Card, ...], options: TeenPattiOptions) -> str:
    """The class of that best reading."""
    number = key(cards, options)[0]
    assert isinstance(number, int)
    return LADDER[number]
