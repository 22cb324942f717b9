"""What three cards make, with or without jokers, and which hand is better (rules C7.1 to C7.5).

The strength of a hand is one number: its class, then ranks, clean and suits in the order that the house
rules give them. A joker is tried as every card that it may be; the best one counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.cards import JOKER, Card, card, check_distinct, rank_of, spell, suit_of
from engine.errors import InputError
from engine.game import Ranked
from engine.teen_patti.options import TeenPattiOptions

CLASSES: Final = ("trial", "round", "run", "color", "pair", "high_card")  # best first
HAND_CARDS: Final = 3
JOKERS_MOST: Final = 2
_TRIAL, _ROUND, _RUN, _COLOR, _PAIR, _HIGH = range(len(CLASSES) - 1, -1, -1)
_A23: Final = (14, 3, 2)
_RANK_BITS, _RANKS_BITS, _SUIT_BITS, _CLEAN_BITS = 4, 12, 5, 1
_CLASS_SHIFT: Final = _RANKS_BITS + _SUIT_BITS + _CLEAN_BITS
_NO_SUIT: Final = 0  # of a joker, below clubs; the suits count from 1
_SUIT_VALUES: Final = 5
assert _SUIT_VALUES**2 <= 1 << _SUIT_BITS


class Rules(NamedTuple):
    """The options that ranking depends on, as switches; quicker to look up than all of them."""

    a23_round: bool = True
    a23_first: bool = False
    suits: bool = True
    clean_first: bool = False


class Made(NamedTuple):
    """A way to read a hand: its strength, the cards best first, and what its jokers stand for."""

    strength: int
    cards: tuple[Card, ...]
    joker_as: tuple[Card, ...]


def rules_of(options: TeenPattiOptions) -> Rules:
    """What of the options decides about hands."""
    return Rules(
        options.a23_suited == "round",
        options.a23_place == "first",
        options.suits == "rank",
        options.clean == "class",
    )


def strength(cards: Sequence[Card], options: TeenPattiOptions) -> int:
    """The strength of three cards: higher is better, equal is a tie, under the same options only."""
    return best(tuple(sorted(cards)), rules_of(options)).strength


class Parts(NamedTuple):
    """What a strength is made of; ``ranks`` in the order in which they decide."""

    ranks: tuple[int, int, int]
    clean: bool


def parts(value: int, rules: Rules) -> Parts:
    """The ranks of a strength, and whether it holds no joker."""
    rest = value >> _SUIT_BITS
    clean = rest >> _RANKS_BITS if rules.clean_first else rest
    packed = rest if rules.clean_first else rest >> _CLEAN_BITS
    most = (1 << _RANK_BITS) - 1
    a, b, c = (packed >> shift & most for shift in (2 * _RANK_BITS, _RANK_BITS, 0))
    return Parts((a, b, c), bool(clean & 1))


def class_of(value: int) -> str:
    """The class of a strength."""
    return CLASSES[_TRIAL - (value >> _CLASS_SHIFT)]


def compare(a: Sequence[Card], b: Sequence[Card], options: TeenPattiOptions) -> int:
    """1 where ``a`` is better, -1 where ``b`` is, 0 where they are equal; ``InputError`` as ``check_own``."""
    check_own(a, options)
    check_own(b, options)
    mine, other = strength(a, options), strength(b, options)
    return (mine > other) - (mine < other)


def rank(cards: tuple[Card, ...], options: TeenPattiOptions) -> Ranked:
    """What three cards make, all of them, best first. ``InputError`` as ``check_own``."""
    check_own(cards, options)
    made = best(tuple(sorted(cards)), rules_of(options))
    return Ranked(class_of(made.strength), made.strength, made.cards, made.joker_as)


def check_own(cards: Sequence[Card], options: TeenPattiOptions) -> None:
    """``InputError`` unless these are three cards of one pack of the table.

    Codes: ``cards_count``, ``card_foreign``, ``card_twice``.
    """
    if len(cards) != HAND_CARDS:
        raise InputError("cards_count", f"a hand has {HAND_CARDS} cards, not {len(cards)}")
    for c in cards:
        if not 0 <= c <= JOKER:
            raise InputError("card_foreign", f"{spell(c)} cannot be ranked", card=spell(c))
    jokers = sum(c == JOKER for c in cards)
    if jokers > options.jokers:
        raise InputError(
            "card_foreign", f"the hand has {jokers} jokers, the pack {options.jokers}", card=spell(JOKER)
        )
    check_distinct(cards)


@lru_cache(maxsize=1 << 15)
def best(own: tuple[Card, ...], rules: Rules) -> Made:
    """The best reading of three cards that stand in ascending order, jokers last (C7.5).

    Of equally good ones the jokers stand for the highest cards, spades first.
    """
    jokers = own.count(JOKER)
    natural = own[: HAND_CARDS - jokers]
    if not jokers:
        return _made(natural, HAND_CARDS, rules)
    readings = ((*natural, *stands_for) for stands_for in _stand_ins(natural, jokers))
    return max((_made(r, len(natural), rules) for r in readings), key=lambda made: made.strength)


def _stand_ins(natural: tuple[Card, ...], jokers: int) -> Iterator[tuple[Card, ...]]:
    """What jokers may stand for, the highest first, without what cannot be better than another way.

    Cards of a rank are alike, but for one that is of the suit of all natural cards.
    """
    suits = {suit_of(c) for c in natural}
    for rank in _useful_ranks(*map(rank_of, natural)):
        free = [c for c in (card(rank, s) for s in (3, 2, 1, 0)) if c not in natural]
        if jokers == JOKERS_MOST:
            yield from combinations(free, jokers)
            continue
        off = next(c for c in free if len(suits) > 1 or suit_of(c) not in suits)
        yield from ((c,) for c in free if c == off or {suit_of(c)} == suits)


@cache
def _useful_ranks(first: int, second: int = 0) -> tuple[int, ...]:
    """Those of cards that a joker may gain by, the highest first.

    Two jokers make a trial of any card. One makes a trial, a pair or three in order; or a color, with the
    highest that is not held, of which there is one among ace, king and queen.
    """
    if second in (0, first):
        return (first,)
    in_order = (r for r in range(14, 1, -1) if _are_in_order({first, second, r}))
    return tuple(sorted({first, second, *in_order, 14, 13, 12}, reverse=True))


def _are_in_order(ranks: set[int]) -> bool:
    return ranks == set(_A23) or (len(ranks) == HAND_CARDS and max(ranks) - min(ranks) == HAND_CARDS - 1)


def _made(three: tuple[Card, ...], natural: int, rules: Rules) -> Made:
    """That reading of a hand whose first ``natural`` cards are held and whose others jokers stand for."""
    held = set(three[:natural])
    number, ranks, ordered = _sorted_class(three, held, rules)
    value = number
    clean = natural == HAND_CARDS
    packed = 0
    for r in ranks:
        packed = packed << _RANK_BITS | r
    if rules.clean_first:
        value = (value << _CLEAN_BITS | clean) << _RANKS_BITS | packed
    else:
        value = (value << _RANKS_BITS | packed) << _CLEAN_BITS | clean
    value = value << _SUIT_BITS | (_suit_value(number, ordered, held) if rules.suits else 0)
    cards = tuple(c if c in held else JOKER for c in ordered)
    return Made(value, cards, tuple(c for c in ordered if c not in held))


def _sorted_class(
    three: tuple[Card, ...], held: set[Card], rules: Rules
) -> tuple[int, tuple[int, int, int], tuple[Card, ...]]:
    """The class, the ranks that decide in their order (C7.2, C7.3), and the cards in that order."""
    if len(held) == HAND_CARDS:
        x, y, z = sorted(three, reverse=True)
    else:
        x, y, z = sorted(three, key=lambda c: (rank_of(c), c in held, c), reverse=True)
    a, b, c = x // 4 + 2, y // 4 + 2, z // 4 + 2
    if a == c:
        return _TRIAL, (a, b, c), (x, y, z)
    if a == b:
        return _PAIR, (a, b, c), (x, y, z)
    if b == c:
        return _PAIR, (b, c, a), (y, z, x)
    one_suit = suit_of(x) == suit_of(y) == suit_of(z)
    if (a, b, c) == _A23:
        if one_suit and not rules.a23_round:
            return _COLOR, (a, b, c), (x, y, z)
        place = (15, 3, 2) if rules.a23_first else _A23  # above or below 14, 13, 12
        return (_ROUND if one_suit else _RUN), place, (x, y, z)
    if a - b == 1 == b - c:
        return (_ROUND if one_suit else _RUN), (a, b, c), (x, y, z)
    return (_COLOR if one_suit else _HIGH), (a, b, c), (x, y, z)


def _suit_value(number: int, ordered: tuple[Card, ...], held: set[Card]) -> int:
    """What the deciding card's suit is worth; where that card is a joker the next one's counts (C7.4, C7.5).

    Deciding is the highest card, of a pair the third; of a trial the best natural suit.
    """
    if number == _TRIAL:
        return 1 + max(suit_of(c) for c in ordered if c in held)
    first, second, third = (1 + suit_of(c) if c in held else _NO_SUIT for c in ordered)
    if number == _PAIR:
        return third
    # A natural deciding card leaves nothing to the next: nobody else holds the same one.
    return first * _SUIT_VALUES if first else second
