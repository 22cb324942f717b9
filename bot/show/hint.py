"""A hint in words: what one holds, how often that wins, and what it takes to stay."""

from __future__ import annotations

from typing import Final

from bot.locale import Text, frame, percent, say, say_many
from bot.show.cards import named_text
from bot.show.words import lines
from engine.odds import Hint

_HUNDRED: Final = 100


def hint_text(hint: Hint) -> Text:
    """What he holds, how often it wins and what staying takes; and what that takes for granted."""
    return lines(
        frame(
            "{holding} {winning} {staying}",
            holding=_holding(hint),
            winning=_winning(hint),
            staying=_staying(hint),
        ),
        say("-# Cards that you cannot see are taken as random: what others have bet tells more."),
    )


def _holding(hint: Hint) -> Text:
    if hint.ranked is None:
        return say("You have not seen your cards.")
    return say("You hold **{hand}**.", hand=named_text(hint.ranked))


def _winning(hint: Hint) -> Text:
    return say_many(
        "You win about **{chance}** against {count} hand still in.",
        "You win about **{chance}** against {count} hands still in.",
        hint.odds.against,
        chance=_rounded(hint.odds.win),
    )


def _staying(hint: Hint) -> Text:
    if hint.price is None:
        return say("It is not your turn, and the pot is {pot}.", pot=hint.pot)
    if not hint.price:
        return say("Staying costs nothing now, and the pot is {pot}.", pot=hint.pot)
    return say(
        "Staying costs {price} into a pot of {pot}, which needs {needs}.",
        price=hint.price,
        pot=hint.pot,
        needs=_rounded(hint.needs),
    )


def _rounded(share: float) -> Text:
    return percent(round(_HUNDRED * share), _HUNDRED)
