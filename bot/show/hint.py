"""A hint in words: what one holds, how often that wins, and what it takes to stay."""

from __future__ import annotations

from typing import Final

from bot.locale import Text, percent, say, say_many
from bot.show.cards import named_text
from bot.show.words import lines
from engine.odds import Hint

_HUNDRED: Final = 100


def hint_text(hint: Hint) -> Text:
    """One sentence: what he holds, how often it wins, what staying takes; and what that takes for granted."""
    sentence = _unseen(hint) if hint.ranked is None else _seen(hint, named_text(hint.ranked))
    return lines(
        sentence, say("-# Cards that you cannot see are taken as random: what others have bet tells more.")
    )


def _unseen(hint: Hint) -> Text:
    against, chance = hint.odds.against, _rounded(hint.odds.win)
    if hint.price is None:
        return say_many(
            "You have not seen your cards, which win about **{chance}** against {count} hand still in; "
            "it is not your turn, and the pot is {pot}.",
            "You have not seen your cards, which win about **{chance}** against {count} hands still in; "
            "it is not your turn, and the pot is {pot}.",
            against,
            chance=chance,
            pot=hint.pot,
        )
    if not hint.price:
        return say_many(
            "You have not seen your cards, which win about **{chance}** against {count} hand still in; "
            "staying costs nothing now, and the pot is {pot}.",
            "You have not seen your cards, which win about **{chance}** against {count} hands still in; "
            "staying costs nothing now, and the pot is {pot}.",
            against,
            chance=chance,
            pot=hint.pot,
        )
    return say_many(
        "You have not seen your cards, which win about **{chance}** against {count} hand still in; "
        "staying costs {price} into a pot of {pot}, which needs {needs}.",
        "You have not seen your cards, which win about **{chance}** against {count} hands still in; "
        "staying costs {price} into a pot of {pot}, which needs {needs}.",
        against,
        chance=chance,
        pot=hint.pot,
        price=hint.price,
        needs=_rounded(hint.needs),
    )


def _seen(hint: Hint, hand: Text) -> Text:
    against, chance = hint.odds.against, _rounded(hint.odds.win)
    if hint.price is None:
        return say_many(
            "Your hand, **{hand}**, wins about **{chance}** against {count} hand still in; "
            "it is not your turn, and the pot is {pot}.",
            "Your hand, **{hand}**, wins about **{chance}** against {count} hands still in; "
            "it is not your turn, and the pot is {pot}.",
            against,
            chance=chance,
            hand=hand,
            pot=hint.pot,
        )
    if not hint.price:
        return say_many(
            "Your hand, **{hand}**, wins about **{chance}** against {count} hand still in; "
            "staying costs nothing now, and the pot is {pot}.",
            "Your hand, **{hand}**, wins about **{chance}** against {count} hands still in; "
            "staying costs nothing now, and the pot is {pot}.",
            against,
            chance=chance,
            hand=hand,
            pot=hint.pot,
        )
    return say_many(
        "Your hand, **{hand}**, wins about **{chance}** against {count} hand still in; "
        "staying costs {price} into a pot of {pot}, which needs {needs}.",
        "Your hand, **{hand}**, wins about **{chance}** against {count} hands still in; "
        "staying costs {price} into a pot of {pot}, which needs {needs}.",
        against,
        chance=chance,
        hand=hand,
        pot=hint.pot,
        price=hint.price,
        needs=_rounded(hint.needs),
    )


def _rounded(share: float) -> Text:
    return percent(round(_HUNDRED * share), _HUNDRED)
