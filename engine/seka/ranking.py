"""What three cards make in Seka, and which hand is better (rules B1.2 to B2.6).

A joker is any of the twenty cards that is not in its holder's hand; two jokers of a hand are two different
ones. What others have opened may block cards (``joker_no_duplicate``): then the holder gets the best of
those left, and a joker for which none is left counts nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.cards import JOKER, Card, check_distinct, rank_of, spell, suit_of
from engine.errors import InputError
from engine.game import Ranked
from engine.seka.deal import HAND_CARDS, TWENTY
from engine.seka.options import SekaOptions

CLASSES: Final = ("three_sevens", "seka", "31", "30", "22", "21", "20", "11", "10")

_ACE: Final = 14
_LEVEL: Final = {key: len(CLASSES) - i for i, key in enumerate(CLASSES)}
COMPARED_CLASSES: Final = frozenset({"31", "30", "22", "21", "20"})  # by their cards (B2.4)
_NONE: Final[frozenset[Card]] = frozenset()
_TWENTY: Final = frozenset(TWENTY)


def _combinations() -> dict[str, tuple[tuple[Card, ...], ...]]:
    """All combinations of every class that has any, the best and highest first (B1.3)."""
    top_first = tuple(reversed(TWENTY))
    by_rank = [[c for c in top_first if rank_of(c) == rank] for rank in range(_ACE, 9, -1)]
    by_suit = [[c for c in top_first if suit_of(c) == suit] for suit in (3, 2, 1, 0)]
    aces = by_rank[0]
    others = [suited[1:] for suited in by_suit]
    found: dict[str, Sequence[tuple[Card, ...]]] = {
        "seka": [some for ranked in by_rank for some in combinations(ranked, 3)],
        "31": [
            (ace, *two) for ace, suited in zip(aces, others, strict=True) for two in combinations(suited, 2)
        ],
        "30": [some for suited in others for some in combinations(suited, 3)],
        "22": list(combinations(aces, 2)),
        "21": [(ace, c) for ace, suited in zip(aces, others, strict=True) for c in suited],
        "20": [some for suited in others for some in combinations(suited, 2)],
        "11": [(ace,) for ace in aces],
        "10": [(c,) for c in top_first],
    }
    return {key: tuple(sorted(some, key=_ranks, reverse=True)) for key, some in found.items()}


def _ranks(combination: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(map(rank_of, combination))


_COMBINATIONS: Final = _combinations()


class Made(NamedTuple):
    """What a hand makes: its class, the combination best first as the cards that it counts as, and more."""

    class_key: str
    combination: tuple[Card, ...]
    own: tuple[Card, ...]  # the same with JOKER where a joker stands for the card
    clean: bool  # the hand holds no joker at all (B2.4)

    @property
    def rank(self) -> int:
        """The rank of a seka."""
        return rank_of(self.combination[0])

    @property
    def deciding(self) -> tuple[int, ...]:
        """The ranks of the combination as cards are compared: top, lowest, middle (B2.4)."""
        top, *others = sorted(map(rank_of, self.combination), reverse=True)
        return (top, *reversed(others))


def value(made: Made, options: SekaOptions) -> int:
    """Its value as a number, higher is better; where equal, only ``compare_cards`` can decide."""
    if made.class_key != "seka":
        return _LEVEL[made.class_key] << 5
    clean, rank = int(made.clean), made.rank - 10
    within = rank << 1 | clean if options.seka_clean == "same_rank" else clean << 3 | rank
    return _LEVEL["seka"] << 5 | within


def order(a: Made, b: Made, options: SekaOptions) -> int:
    """Above 0 where ``a`` is better, below where ``b`` is, 0 where they are equal (B2.3)."""
    difference = value(a, options) - value(b, options)
    if difference or not (options.compare_cards and a.clean and b.clean and a.class_key in COMPARED_CLASSES):
        return difference
    return (a.deciding > b.deciding) - (a.deciding < b.deciding)


def opened(hands: Sequence[Sequence[Card]], options: SekaOptions) -> tuple[Made, ...]:
    """What hands make that are opened in one deal, or looked at (B2.5, B2.6)."""
    natural = frozenset(c for cards in hands for c in cards if c != JOKER)
    blocked = natural if options.joker_no_duplicate else _NONE
    return tuple(_made(tuple(sorted(cards)), blocked if JOKER in cards else _NONE) for cards in hands)


def best(hands: Sequence[Made], options: SekaOptions) -> tuple[int, ...]:
    """The places of those that none of the others beats: more than one are tied (B2.6)."""
    return tuple(
        i for i, mine in enumerate(hands) if all(order(mine, other, options) >= 0 for other in hands)
    )


def compare(a: Sequence[Card], b: Sequence[Card], options: SekaOptions) -> int:
    """1 where ``a`` is better, -1 where ``b`` is, 0 where they are equal; ``InputError`` as ``check_own``."""
    check_own(a)
    check_own(b)
    mine, other = opened((a, b), options)
    difference = order(mine, other, options)
    return (difference > 0) - (difference < 0)


def rank(cards: Sequence[Card], options: SekaOptions) -> Ranked:
    """What three cards make while nothing is blocked; ``InputError`` as ``check_own``.

    ``cards`` are those of the combination: three for 30 and above, two for 20 to 22, one for 10 and 11.
    Equal ``strength`` leaves the cards to decide where ``compare_cards`` is on.
    """
    check_own(cards)
    return ranked(_made(tuple(sorted(cards)), _NONE), options)


def rank_opened(hands: Sequence[Sequence[Card]], options: SekaOptions) -> tuple[Ranked, ...]:
    """As ``rank``, for hands that are opened together; ``InputError`` as ``check_own``."""
    for cards in hands:
        check_own(cards)
    return tuple(ranked(made, options) for made in opened(hands, options))


def ranked(made: Made, options: SekaOptions) -> Ranked:
    """The contract's form of what a hand makes."""
    joker_as = tuple(
        c for c, held in zip(made.combination, made.own, strict=True) if held == JOKER and c != JOKER
    )
    return Ranked(made.class_key, value(made, options), made.own, joker_as)


def check_own(cards: Sequence[Card]) -> None:
    """``InputError`` unless these are three cards of the pack: ``cards_count card_foreign card_twice``."""
    if len(cards) != HAND_CARDS:
        raise InputError("cards_count", f"a hand has {HAND_CARDS} cards, not {len(cards)}")
    for c in cards:
        if c not in TWENTY and c != JOKER:
            raise InputError("card_foreign", f"seka deals no card {spell(c)}", card=spell(c))
    check_distinct(cards)


@lru_cache(maxsize=1 << 14)
def _made(cards: tuple[Card, ...], blocked: frozenset[Card]) -> Made:
    """The best of three cards, jokers last, whose jokers may be none of ``blocked``."""
    natural = tuple(c for c in cards if c != JOKER)
    jokers = len(cards) - len(natural)
    if not natural:
        return Made("three_sevens", cards, cards, clean=False)
    free = _TWENTY - blocked - frozenset(natural) if jokers else _NONE
    for class_key, combinations_of in _COMBINATIONS.items():
        for combination in combinations_of:
            if _can_be(combination, natural, free, jokers):
                own = tuple(JOKER if c in free else c for c in combination)
                return Made(class_key, combination, own, clean=not jokers)
    raise AssertionError("every hand makes at least 10")


def _can_be(
    combination: tuple[Card, ...], natural: tuple[Card, ...], free: frozenset[Card], jokers: int
) -> bool:
    """Each card is held, or one that a joker may be, of which there are enough."""
    for c in combination:
        if c not in natural:
            if not jokers or c not in free:
                return False
            jokers -= 1
    return True
