"""Ranking by trying everything: each joker as each card that it may be (rules B1 and B2, nothing else)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from engine.cards import JOKER, Card, rank_of, suit_of
from engine.seka.deal import TWENTY
from engine.seka.options import SekaOptions

ACE = 14
LADDER = ("10", "11", "20", "21", "22", "30", "31", "seka", "three_sevens")
Key = tuple[int, int, int]


@cache
def plain(cards: tuple[Card, ...]) -> str:
    """The class of cards without jokers; fewer than three where a joker could be nothing."""
    ranks, suits = [rank_of(c) for c in cards], [suit_of(c) for c in cards]
    if len(cards) == 3 and len(set(ranks)) == 1:
        return "seka"
    if len(cards) == 3 and len(set(suits)) == 1:
        return "31" if ACE in ranks else "30"
    if ranks.count(ACE) >= 2:
        return "22"
    suited = [(a, b) for a, b in combinations(range(len(cards)), 2) if suits[a] == suits[b]]
    if any(ACE in (ranks[a], ranks[b]) for a, b in suited):
        return "21"
    if suited:
        return "20"
    return "11" if ACE in ranks else "10"


def stand_ins(cards: Sequence[Card], blocked: Iterable[Card]) -> list[tuple[Card, ...]]:
    """What the hand can count as, for every way to use its jokers."""
    natural = tuple(c for c in cards if c != JOKER)
    free = [c for c in TWENTY if c not in natural and c not in set(blocked)]
    jokers = min(len(cards) - len(natural), len(free))
    return [(*natural, *some) for some in combinations(free, jokers)]


def key(cards: tuple[Card, ...], blocked: frozenset[Card], options: SekaOptions) -> Key:
    """The best of all, as something to compare by."""
    return _key(cards, blocked if JOKER in cards else frozenset(), options.seka_clean)


@cache
def _key(cards: tuple[Card, ...], blocked: frozenset[Card], seka_clean: str) -> Key:
    if set(cards) == {JOKER}:
        return LADDER.index("three_sevens"), 0, 0
    clean = int(JOKER not in cards)
    keys = []
    for hand in stand_ins(cards, blocked):
        name = plain(hand)
        rank = rank_of(hand[0]) if name == "seka" else 0
        pure = clean if name == "seka" else 0
        pair = (rank, pure) if seka_clean == "same_rank" else (pure, rank)
        keys.append((LADDER.index(name), *pair))
    return max(keys)


def class_key(cards: Sequence[Card], options: SekaOptions, blocked: frozenset[Card] = frozenset()) -> str:
    """The class of the best."""
    return LADDER[key(tuple(cards), blocked, options)[0]]


def blocked_by(hands: Iterable[Sequence[Card]], options: SekaOptions) -> frozenset[Card]:
    """What no joker may be where these hands are opened together."""
    if not options.joker_no_duplicate:
        return frozenset()
    return frozenset(c for hand in hands for c in hand if c != JOKER)


@cache
def deciding(cards: tuple[Card, ...]) -> list[int]:
    """Top, lowest, middle rank of a clean combination."""
    name = plain(cards)
    size = 3 if name in ("30", "31") else 2
    if name == "22":
        return [ACE, ACE]
    for some in combinations(cards, size):
        if len({suit_of(c) for c in some}) == 1:
            ranks = sorted(rank_of(c) for c in some)
            return [ranks[-1], ranks[0], ranks[1]]
    raise AssertionError(f"{name} has no suit")


def compare(a: tuple[Card, ...], b: tuple[Card, ...], blocked: frozenset[Card], options: SekaOptions) -> int:
    """Above 0: a is better; below: b; 0: they are equal."""
    mine, other = key(a, blocked, options), key(b, blocked, options)
    if mine != other:
        return 1 if mine > other else -1
    if not options.compare_cards or JOKER in a or JOKER in b:
        return 0
    if plain(a) not in ("20", "21", "22", "30", "31"):
        return 0
    return (deciding(a) > deciding(b)) - (deciding(a) < deciding(b))
