"""A hint in words: what one holds, how often that wins, and what it takes to stay."""

from __future__ import annotations

from typing import Any, Final

from bot.locale import Text, percent, say, say_many
from bot.show.cards import named_text
from bot.show.words import lines
from engine.odds import Hint

_HUNDRED: Final = 100


def hint_text(hint: Hint) -> Text:
    """One sentence, and what it takes for granted."""
    return lines(
        _sentence(hint),
        say("-# Cards that you cannot see are taken as random: what others have bet tells more."),
    )


def _sentence(hint: Hint) -> Text:
    holding = say("You have not seen your cards")
    if hint.ranked is not None:
        holding = say("You hold **{hand}**", hand=named_text(hint.ranked))
    winning = say_many(
        "you win about **{chance}** against {count} hand still in",
        "you win about **{chance}** against {count} hands still in",
        hint.odds.against,
        chance=_rounded(hint.odds.win),
    )
    known: dict[str, Any] = {"holding": holding, "winning": winning, "pot": hint.pot}
    if hint.price is None:
        return say("{holding}; {winning}; it is not your turn, and the pot is {pot}.", **known)
    if not hint.price:
        return say("{holding}; {winning}; staying costs nothing now, and the pot is {pot}.", **known)
    return say(
        "{holding}; {winning}; staying costs {price} into a pot of {pot}, which needs {needs}.",
        **known,
        price=hint.price,
        needs=_rounded(hint.needs),
    )


def _rounded(share: float) -> Text:
    return percent(round(_HUNDRED * share), _HUNDRED)
