"""Cards and what they make, as text that can be read without pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.locale import Text, raw, say, say_as, say_many
from engine.cards import HIDDEN, JOKER, Card, rank_of, suit_of
from engine.game import Ranked

_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SUITS: Final = ("♣", "♦", "♥", "♠")
JOKER_MARK: Final = "🃏"
HIDDEN_MARK: Final = "▒▒"

_CLASS_NAMES: Final[dict[str, Text]] = {
    "five_aces": say("five aces"),
    "five_of_a_kind": say("five of a kind"),
    "straight_flush": say("straight flush"),
    "four_of_a_kind": say("four of a kind"),
    "full_house": say("full house"),
    "flush": say("flush"),
    "straight": say("straight"),
    "three_of_a_kind": say("three of a kind"),
    "two_pair": say("two pair"),
    "pair": say("pair"),
    "high_card": say("high card"),
    "three_sevens": say("seka of sekas"),
    "seka": say("seka"),
    "22": say("22, two aces"),
    "trial": say("trial"),
    "round": say_as("three cards in order of one suit", "round"),
    "run": say_as("three cards in order", "run"),
    "color": say_as("three cards of one suit", "color"),
}


class _RankName(NamedTuple):
    """A rank in the forms that languages with cases need: "ace", "aces", "(pair) of aces", "(up to) ace"."""

    one: Text
    many: Text
    of_many: Text
    up_to: Text


_RANK_NAMES: Final[dict[int, _RankName]] = {
    2: _RankName(
        say_as("one card", "two"),
        say("twos"),
        say_as("of several cards", "twos"),
        say_as("up to one card", "two"),
    ),
    3: _RankName(
        say_as("one card", "three"),
        say("threes"),
        say_as("of several cards", "threes"),
        say_as("up to one card", "three"),
    ),
    4: _RankName(
        say_as("one card", "four"),
        say("fours"),
        say_as("of several cards", "fours"),
        say_as("up to one card", "four"),
    ),
    5: _RankName(
        say_as("one card", "five"),
        say("fives"),
        say_as("of several cards", "fives"),
        say_as("up to one card", "five"),
    ),
    6: _RankName(
        say_as("one card", "six"),
        say("sixes"),
        say_as("of several cards", "sixes"),
        say_as("up to one card", "six"),
    ),
    7: _RankName(
        say_as("one card", "seven"),
        say("sevens"),
        say_as("of several cards", "sevens"),
        say_as("up to one card", "seven"),
    ),
    8: _RankName(
        say_as("one card", "eight"),
        say("eights"),
        say_as("of several cards", "eights"),
        say_as("up to one card", "eight"),
    ),
    9: _RankName(
        say_as("one card", "nine"),
        say("nines"),
        say_as("of several cards", "nines"),
        say_as("up to one card", "nine"),
    ),
    10: _RankName(
        say_as("one card", "ten"),
        say("tens"),
        say_as("of several cards", "tens"),
        say_as("up to one card", "ten"),
    ),
    11: _RankName(
        say_as("one card", "jack"),
        say("jacks"),
        say_as("of several cards", "jacks"),
        say_as("up to one card", "jack"),
    ),
    12: _RankName(
        say_as("one card", "queen"),
        say("queens"),
        say_as("of several cards", "queens"),
        say_as("up to one card", "queen"),
    ),
    13: _RankName(
        say_as("one card", "king"),
        say("kings"),
        say_as("of several cards", "kings"),
        say_as("up to one card", "king"),
    ),
    14: _RankName(
        say_as("one card", "ace"),
        say("aces"),
        say_as("of several cards", "aces"),
        say_as("up to one card", "ace"),
    ),
}
_OF_FEW: Final = frozenset(("pair", "trial", "seka"))
_OF_EQUALS: Final = frozenset(("five_of_a_kind", "four_of_a_kind", "three_of_a_kind"))
_DIRTY_SEKA: Final = say("dirty seka")  # with a joker: a clean one beats it
_OF_TWO_GROUPS: Final = frozenset(("full_house", "two_pair"))
_BY_TOP_CARD: Final = frozenset(("straight_flush", "flush", "straight", "round", "run", "color"))
_STRAIGHTS: Final = frozenset(("straight_flush", "straight"))
_WHEEL: Final = frozenset((14, 2, 3, 4, 5))


@dataclass(frozen=True, slots=True)
class CardLook:
    """How cards are written: ``emojis`` has one for every card by its number, or none at all."""

    emojis: tuple[str, ...] = ()


LETTERS: Final = CardLook()  # rank letters and suit marks


def card_text(card: Card, look: CardLook = LETTERS) -> str:
    """An emoji, or rank and suit mark such as ``10♠``; 🃏 for a joker, ▒▒ for a hidden card."""
    if look.emojis:
        return look.emojis[card]
    if card == JOKER:
        return JOKER_MARK
    if card == HIDDEN:
        return HIDDEN_MARK
    return _RANKS[rank_of(card) - 2] + _SUITS[suit_of(card)]


def cards_text(cards: Iterable[Card], look: CardLook = LETTERS) -> str:
    """Cards with single spaces between them."""
    return " ".join(card_text(card, look) for card in cards)


def class_name(class_key: str) -> Text:
    """A class of hands by its stable key; a number is points of Seka, unknown keys stand for themselves."""
    if class_key not in _CLASS_NAMES and class_key.isdecimal():
        return say_many("{count} point", "{count} points", int(class_key))
    return _CLASS_NAMES.get(class_key) or raw(class_key.replace("_", " "))


def named_text(ranked: Ranked) -> Text:
    """The class with what distinguishes it: "two pair, aces and nines", "straight, king high"."""
    dirty = ranked.class_key == "seka" and ranked.joker_as
    name = _DIRTY_SEKA if dirty else class_name(ranked.class_key)
    natural = _as_natural(ranked)
    if not natural:
        return name
    if ranked.class_key == "high_card":
        top = _top_rank(ranked.class_key, natural).one
        return say_as("high card", "{combination}, {card} high", combination=name, card=top)
    if ranked.class_key in _BY_TOP_CARD:
        top = _top_rank(ranked.class_key, natural).up_to
        return say("{combination}, {card} high", combination=name, card=top)
    groups = sorted(Counter(map(rank_of, natural)).items(), key=lambda group: (-group[1], -group[0]))
    if ranked.class_key in _OF_FEW:
        return say("{combination} of {cards}", combination=name, cards=_RANK_NAMES[groups[0][0]].of_many)
    if ranked.class_key in _OF_EQUALS:
        return say("{combination}, {cards}", combination=name, cards=_RANK_NAMES[groups[0][0]].of_many)
    if ranked.class_key in _OF_TWO_GROUPS and len(groups) > 1:
        first, second = (_RANK_NAMES[rank].many for rank, _times in groups[:2])
        if ranked.class_key == "full_house":
            return say("{combination}, {first} over {second}", combination=name, first=first, second=second)
        return say("{combination}, {first} and {second}", combination=name, first=first, second=second)
    return name


def ranked_text(ranked: Ranked, look: CardLook = LETTERS) -> Text:
    """What cards make, whole: "**two pair, aces and nines** – A♠ 🃏 9♦ 9♣ K♦, 🃏 as A♦"."""
    named, cards = named_text(ranked), cards_text(ranked.cards, look)
    if not ranked.joker_as:
        return say("**{combination}** – {cards}", combination=named, cards=cards)
    return say(
        "**{combination}** – {cards}, {joker} as {stands_for}",
        combination=named,
        cards=cards,
        joker=card_text(JOKER, look),
        stands_for=cards_text(ranked.joker_as, look),
    )


def _as_natural(ranked: Ranked) -> tuple[Card, ...]:
    """The cards with each joker replaced by what it stands for."""
    stand_ins = iter(ranked.joker_as)
    replaced = (next(stand_ins, JOKER) if c == JOKER else c for c in ranked.cards)
    return tuple(c for c in replaced if c < JOKER)


def _top_rank(class_key: str, natural: tuple[Card, ...]) -> _RankName:
    ranks = set(map(rank_of, natural))
    top = 5 if class_key in _STRAIGHTS and ranks == _WHEEL else max(ranks)
    return _RANK_NAMES[top]
