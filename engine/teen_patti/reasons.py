"""Why hands of Teen Patti rank as they do (rules C7.1 to C7.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import JOKER, Card, suit_of
from engine.game import Ranked
from engine.reason import Making, Reason, first_difference, sign
from engine.teen_patti.options import TeenPattiOptions
from engine.teen_patti.ranking import parts, rank, rules_of

# Of each class what its three ranks are, and the rule that orders them.
_PARTS: Final = {
    "trial": ("C7.2", ("group",) * 3),
    "round": ("C7.2", ("order",) * 3),
    "run": ("C7.2", ("order",) * 3),
    "color": ("C7.3", ("card",) * 3),
    "pair": ("C7.3", ("group", "group", "kicker")),
    "high_card": ("C7.3", ("card",) * 3),
}
_THIRD: Final = 2


def makings(hands: Sequence[tuple[Card, ...]], options: TeenPattiOptions) -> tuple[Making, ...]:
    """What each hand makes; nobody's joker depends on what others hold."""
    found = [rank(cards, options) for cards in hands]
    return tuple(
        Making(one, "C7.1", JOKER not in one.cards, "C7.5" if JOKER in one.cards else "") for one in found
    )


def decide(a: Making, b: Making, options: TeenPattiOptions) -> Reason:
    """What decides between two hands."""
    rules = rules_of(options)
    mine, other = a.ranked, b.ranked
    order = sign(mine.strength - other.strength)
    if mine.class_key != other.class_key:
        return Reason(order, "C7.1", "class")
    x, y = parts(mine.strength, rules), parts(other.strength, rules)
    place = first_difference(x.ranks, y.ranks)
    if x.clean != y.clean and (rules.clean_first or place is None):
        return Reason(order, "C7.5", "clean")
    if place is not None:
        rule, keys = _PARTS[mine.class_key]
        cards = None if keys[place] == "order" else (a.natural[place], b.natural[place])
        return Reason(order, rule, keys[place], cards)
    if not order:
        return Reason(0, "C7.4", "equal")
    return Reason(order, "C7.4" if a.clean else "C7.5", "suit", _suited(mine, other))


def _suited(mine: Ranked, other: Ranked) -> tuple[Card, Card]:
    """The cards whose suits decide; a joker, which has none, stands for itself."""
    if mine.class_key == "trial":
        best = [max((c for c in one.cards if c != JOKER), key=suit_of) for one in (mine, other)]
        return best[0], best[1]
    if mine.class_key == "pair":
        return mine.cards[_THIRD], other.cards[_THIRD]
    place = int(mine.cards[0] == other.cards[0] == JOKER)
    return mine.cards[place], other.cards[place]
