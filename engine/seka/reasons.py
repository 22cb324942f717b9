"""Why hands of Seka rank as they do (rules B1.3 to B2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import JOKER, Card, rank_of
from engine.game import Ranked
from engine.reason import Making, Reason, first_difference, sign
from engine.seka.options import SekaOptions
from engine.seka.ranking import COMPARED_CLASSES, rank, rank_opened

_DECIDING: Final = ("top", "lowest", "middle")  # B2.4


def makings(hands: Sequence[tuple[Card, ...]], options: SekaOptions) -> tuple[Making, ...]:
    """What each hand makes when all of these are opened together."""
    found = rank_opened(hands, options)
    return tuple(
        Making(one, "B1.3", JOKER not in cards, _joker_rule(cards, one, len(hands), options))
        for cards, one in zip(hands, found, strict=True)
    )


def _joker_rule(cards: tuple[Card, ...], ranked: Ranked, hands: int, options: SekaOptions) -> str:
    if JOKER not in cards:
        return ""
    if ranked != rank(cards, options):
        return "B2.5" if hands == 2 else "B2.6"
    return "B1.3" if ranked.class_key == "three_sevens" else "B1.4"


def decide(a: Making, b: Making, options: SekaOptions) -> Reason:
    """What decides between two hands."""
    mine, other = a.ranked, b.ranked
    order = sign(mine.strength - other.strength)
    if mine.class_key != other.class_key:
        return Reason(order, "B1.3", "class")
    if order:
        return _between_sekas(a, b, order, options)
    if not options.compare_cards or mine.class_key not in COMPARED_CLASSES:
        dirty = mine.class_key == "seka"
        return Reason(0, "B2.1" if dirty else "B2.3", "equal")
    if not (a.clean and b.clean):
        return Reason(0, "B2.4", "joker")
    x, y = _deciding(a), _deciding(b)
    place = first_difference([rank_of(c) for c in x], [rank_of(c) for c in y])
    if place is None:
        return Reason(0, "B2.4", "equal")
    return Reason(sign(rank_of(x[place]) - rank_of(y[place])), "B2.4", _DECIDING[place], (x[place], y[place]))


def _between_sekas(a: Making, b: Making, order: int, options: SekaOptions) -> Reason:
    same_rank = rank_of(a.natural[0]) == rank_of(b.natural[0])
    if a.clean != b.clean and (same_rank or options.seka_clean == "any"):
        return Reason(order, "B2.1", "clean")
    return Reason(order, "B1.3", "group", (a.natural[0], b.natural[0]))


def _deciding(making: Making) -> tuple[Card, ...]:
    """The cards of the combination as they are compared: top, lowest, middle."""
    top, *others = sorted(making.natural, key=rank_of, reverse=True)
    return (top, *reversed(others))
