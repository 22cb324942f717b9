"""Why hands of Aces, Straights and Flushes rank as they do (rules A3 and A4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.aces.options import AcesOptions
from engine.aces.ranking import rank
from engine.aces.values import ACE, ranks_of
from engine.cards import JOKER, Card, rank_of
from engine.game import Ranked
from engine.reason import Making, Reason, first_difference, natural, sign

# Of each class what its five ranks are, the deciding one first (A4.2).
_PARTS: Final = {
    "four_of_a_kind": ("group",) * 4 + ("kicker",),
    "full_house": ("group",) * 3 + ("second_group",) * 2,
    "three_of_a_kind": ("group",) * 3 + ("kicker",) * 2,
    "two_pair": ("group",) * 2 + ("second_group",) * 2 + ("kicker",),
    "pair": ("group",) * 2 + ("kicker",) * 3,
    "straight": ("top",) * 5,
    "straight_flush": ("top",) * 5,
    "flush": ("card",) * 5,
    "high_card": ("card",) * 5,
}
_ALL_EQUAL: Final = ("group",) * 5  # five of a kind


def makings(hands: Sequence[tuple[Card, ...]], options: AcesOptions) -> tuple[Making, ...]:
    """What each hand makes; nobody's joker depends on what others hold (A3.1)."""
    found = [rank(cards, options) for cards in hands]
    # The joker is everybody's seventh card, so no hand is without it: clean is one that does not need it.
    return tuple(Making(one, "A4.1", JOKER not in one.cards, _joker_rule(one, options)) for one in found)


def _joker_rule(ranked: Ranked, options: AcesOptions) -> str:
    if JOKER not in ranked.cards:
        return "A3.1"
    (stands_for,) = ranked.joker_as
    others = [c for c in natural(ranked) if rank_of(c) == rank_of(stands_for)]
    if ranked.class_key == "flush":
        return "A3.4" if len(others) == 1 else "A4.4"
    if ranked.class_key in ("straight", "straight_flush"):
        return "A3.5"
    return "A3.3" if rank_of(stands_for) == ACE and not options.joker_fully_wild else "A4.4"


def decide(a: Making, b: Making, options: AcesOptions) -> Reason:
    """What decides between two hands."""
    mine, other = a.ranked, b.ranked
    order = sign(mine.strength - other.strength)
    if mine.class_key != other.class_key:
        return Reason(order, "A4.1", "class")
    place = first_difference(ranks_of(mine.strength), ranks_of(other.strength))
    if place is not None:
        key = _PARTS.get(mine.class_key, _ALL_EQUAL)[place]
        return Reason(order, "A4.2", key, (a.natural[place], b.natural[place]))
    return Reason(order, "A4.4", "natural") if order else Reason(0, "A4.3", "equal")
