"""What six own cards and the joker make, and which hand is better (rules A2.2, A3 and A4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.aces.deal import HAND_CARDS
from engine.aces.options import AcesOptions
from engine.aces.tables import DIGITS, FOUR_SUITED, RANK_SHIFT, SUIT_BITS, SUIT_SHIFT, tables
from engine.aces.values import ACE, class_of, grouped_value, ranks_of
from engine.cards import JOKER, Card, card, check_distinct, rank_of, spell, suit_of
from engine.errors import InputError
from engine.game import Ranked

_OPEN_MOST: Final = 3


def strength(cards: Sequence[Card], options: AcesOptions) -> int:
    """The strength of six own cards: higher is better, equal is a tie, under the same options only.

    The fast path: it trusts that the six differ (``rank`` and ``compare`` check that). Anything but
    six of the 52 is an ``InputError`` as of ``check_own``.
    """
    by_ranks, by_suit = tables(
        options.joker_fully_wild, options.double_ace_flush, options.natural_beats_joker
    )
    try:
        a, b, c, d, e, f = cards
        digits = DIGITS[a] + DIGITS[b] + DIGITS[c] + DIGITS[d] + DIGITS[e] + DIGITS[f]
        value = by_ranks[digits >> RANK_SHIFT]
    except (ValueError, LookupError):
        check_own(cards)
        raise
    four_suited = digits & FOUR_SUITED
    if four_suited:
        held = SUIT_BITS[a] | SUIT_BITS[b] | SUIT_BITS[c] | SUIT_BITS[d] | SUIT_BITS[e] | SUIT_BITS[f]
        in_suit = by_suit[held >> SUIT_SHIFT[four_suited] & 0x1FFF]
        if in_suit > value:
            return in_suit
    return value


def compare(a: Sequence[Card], b: Sequence[Card], options: AcesOptions) -> int:
    """1 where ``a`` is better, -1 where ``b`` is, 0 where they split; ``InputError`` as ``check_own``."""
    check_own(a)
    check_own(b)
    mine, other = strength(a, options), strength(b, options)
    return (mine > other) - (mine < other)


def rank(cards: tuple[Card, ...], options: AcesOptions) -> Ranked:
    """What six own cards and the joker make: all five cards, the joker only where it is needed.

    Equal ranks stand in the order of suits, spades first, the joker after them. As an ace, or a rank of
    a straight, it takes the highest suit that the hand does not hold. ``InputError`` as ``check_own``.
    """
    check_own(cards)
    value = strength(cards, options)
    class_key, ranks = class_of(value), ranks_of(value)
    usable = cards
    suit = None
    if class_key in ("flush", "straight_flush"):
        suit = _flush_suit(cards)
        usable = tuple(c for c in cards if suit_of(c) == suit)
    five, wanted = _fill(ranks, usable)
    if wanted is None:
        return Ranked(class_key, value, five)
    stands_for = card(wanted, suit) if suit is not None else _free_card(wanted, cards)
    return Ranked(class_key, value, five, (stands_for,))


def open_rank(open_cards: Sequence[Card], options: AcesOptions) -> int:
    """The strength of one to three open cards, to be compared with open hands of as many cards (A2.2).

    Equal ranks, then kickers; with ``open_hand_counts_joker`` the joker is an ace among them (A2.3).
    """
    if not 1 <= len(open_cards) <= _OPEN_MOST:
        raise InputError(
            "cards_count",
            f"an open hand has 1 to {_OPEN_MOST} cards, not {len(open_cards)}",
        )
    _check_cards(open_cards)
    ranks = tuple(rank_of(c) for c in open_cards)
    return grouped_value((*ranks, ACE) if options.open_hand_counts_joker else ranks)


def check_own(cards: Sequence[Card]) -> None:
    """``InputError`` unless these are six different ones of the 52.

    Codes: ``cards_count``, ``card_foreign``, ``card_twice``.
    """
    if len(cards) != HAND_CARDS:
        raise InputError(
            "cards_count",
            f"a hand has {HAND_CARDS} own cards, not {len(cards)}; the joker is common and not among them",
        )
    _check_cards(cards)


def _check_cards(cards: Sequence[Card]) -> None:
    for c in cards:
        if not 0 <= c < JOKER:
            why = "it is common to all hands, leave it out" if c == JOKER else "it cannot be ranked"
            raise InputError("card_foreign", f"{spell(c)} is no own card: {why}", card=spell(c))
    check_distinct(cards)


def _flush_suit(cards: Sequence[Card]) -> int:
    """The suit of four or more of six cards: there is one where they make a flush with one joker."""
    suits = [suit_of(c) for c in cards]
    return max(suits, key=suits.count)


def _fill(ranks: Sequence[int], usable: Sequence[Card]) -> tuple[tuple[Card, ...], int | None]:
    """Cards of these ranks, the joker where none is left, and the rank that it stands for."""
    left = sorted(usable, reverse=True)  # the highest suit of each rank first
    five: list[Card] = []
    wanted = None
    for needed in ranks:
        found = next((c for c in left if rank_of(c) == needed), JOKER)
        five.append(found)
        if found == JOKER:
            assert wanted is None, "there is one joker only"
            wanted = needed
        else:
            left.remove(found)
    return tuple(five), wanted


def _free_card(wanted: int, cards: Sequence[Card]) -> Card:
    """The card of this rank in the highest suit not held; the spade where all four are held (A3.3)."""
    return next((c for s in (3, 2, 1, 0) if (c := card(wanted, s)) not in cards), card(wanted, 3))
