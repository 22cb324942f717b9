"""A second, slow ranking of Aces: it tries every card that the joker may be, and shares no code with ours."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

from engine.aces.options import AcesOptions

WORST_FIRST = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
    "five_aces",
)

Plain = tuple[int, int]  # rank 2 to 14, suit
Five = tuple[int, tuple[int, ...], Plain | None]  # class from the worst, ranks that decide, joker


def plain(card: int) -> Plain:
    """Rank and suit of a card."""
    return card // 4 + 2, card % 4


ALL_52: tuple[Plain, ...] = tuple(plain(c) for c in range(52))


@cache
def five_value(four: tuple[int, ...], fifth: int, one_suit: bool) -> tuple[int, tuple[int, ...]]:
    """The class of five cards and the ranks that decide within it."""
    ranks = (*four, fifth)
    times = Counter(ranks)
    shape = sorted(times.values(), reverse=True)
    deciding = tuple(sorted(ranks, key=lambda r: (times[r], r), reverse=True))
    straight = None
    if len(times) == 5:
        if max(ranks) - min(ranks) == 4:
            straight = (max(ranks),)
        elif set(ranks) == {14, 2, 3, 4, 5}:
            straight = (5,)
    if shape == [5]:
        key = "five_aces" if ranks[0] == 14 else "five_of_a_kind"
    elif straight and one_suit:
        key = "straight_flush"
    elif shape == [4, 1]:
        key = "four_of_a_kind"
    elif shape == [3, 2]:
        key = "full_house"
    elif one_suit:
        key = "flush"
    elif straight:
        key = "straight"
    else:
        key = {3: "three_of_a_kind", 1: "high_card"}.get(shape[0], "")
        key = key or ("two_pair" if shape[1] == 2 else "pair")
    return WORST_FIRST.index(key), straight if straight and "straight" in key else deciding


def value_of_five(five: tuple[Plain, ...]) -> tuple[int, tuple[int, ...]]:
    """As ``five_value``, of ranks and suits."""
    return five_value(tuple(r for r, _ in five[:4]), five[4][0], len({s for _, s in five}) == 1)


def all_fives(own: tuple[int, ...]) -> list[Five]:
    """Every five of the six, and every four of them with every one of the 52 for the joker, best first."""
    cards = [plain(c) for c in own]
    found: set[Five] = {(*value_of_five(five), None) for five in combinations(cards, 5)}
    for four in combinations(sorted(cards), 4):
        ranks, suits = tuple(r for r, _ in four), {s for _, s in four}
        found.update((*five_value(ranks, joker[0], suits == {joker[1]}), joker) for joker in ALL_52)
    return sorted(found, key=lambda five: (five[0], five[1], five[2] is None), reverse=True)


def allowed(five: Five, own: frozenset[Plain], options: AcesOptions) -> bool:
    """May the joker be that card in that five (A3.2 to A3.4, A4.4)?"""
    number, ranks, joker = five
    key = WORST_FIRST[number]
    if joker is None:
        return True
    is_ace = joker[0] == 14
    if joker in own and key == "flush" and is_ace:
        return options.double_ace_flush
    if options.joker_fully_wild:
        return joker not in own or (key in ("five_of_a_kind", "five_aces") and ranks[0] == joker[0])
    if key in ("straight", "flush", "straight_flush"):
        return joker not in own
    return is_ace


def best(fives: list[Five], own: tuple[int, ...], options: AcesOptions) -> tuple[int, tuple[int, ...], bool]:
    """The best class and ranks, and with ``natural_beats_joker`` whether they need no joker."""
    held = frozenset(plain(c) for c in own)
    number, ranks, joker = next(five for five in fives if allowed(five, held, options))
    return number, ranks, options.natural_beats_joker and joker is None
