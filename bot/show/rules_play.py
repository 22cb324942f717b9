"""How each game is dealt and played, as a newcomer reads it: the first page of its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.locale import Text, frame, say, say_many
from bot.show.keys import label_of
from bot.show.options import value_meaning
from engine.aces.options import AcesOptions
from engine.games import GAMES
from engine.options import Options
from engine.seka.options import SekaOptions
from engine.teen_patti.options import TeenPattiOptions


def play_texts(options: Options, locale: str) -> tuple[Text, ...]:
    """How the game is played with these options, one paragraph each; empty for a game without words.

    ``locale`` is the server's, in which the table's buttons are named.
    """
    told = _PLAY.get(options.game)
    return told(options, locale) if told is not None else ()


def meaning(options: Options, name: str) -> Text:
    """What the value of that option does, in one sentence."""
    spec = next(one for one in options.specs() if one.name == name)
    found = value_meaning(spec, getattr(options, name))
    assert found is not None, f"option {name} has no words"
    return found


def paragraph(*sentences: Text) -> Text:
    """Whole sentences after one another."""
    named = {f"sentence{number}": text for number, text in enumerate(sentences)}
    return frame(" ".join(f"{{{name}}}" for name in named), **named)


def _aces(options: Options, _locale: str) -> tuple[Text, ...]:
    assert isinstance(options, AcesOptions)
    unit = options.unit
    reserve = say_many(
        "You need {count} chip before the deal, as much as a hand can cost, so nobody is ever all-in.",
        "You need {count} chips before the deal, as much as a hand can cost, so nobody is ever all-in.",
        GAMES[options.game].reserve(options),
    )
    return (
        say(
            "**The deal.** Seven-card stud for 2 to 7 with one joker, which lies open in the middle and is"
            " everybody's seventh card. Each antes {ante}. First two closed cards and an open one, then an"
            " open one, another open one, and a closed one; a betting round after each.",
            ante=unit,
        ),
        paragraph(
            say(
                "**Betting.** Bets and raises are {small} in rounds 1 and 2, {big} in rounds 3 and 4: one bet"
                " and at most three raises a round. While nobody has bet, check or bet; then fold, call or"
                " raise. Who has checked may raise later.",
                small=unit,
                big=2 * unit,
            ),
            reserve,
        ),
        paragraph(
            say(
                "**Who begins.** In every round the best open hand: three of a kind, a pair, high cards, then"
                " the kickers; straights, flushes and suits do not count. Of equal ones the nearest after the"
                " dealer begins."
            ),
            meaning(options, "open_hand_counts_joker"),
        ),
        say(
            "**The end.** The best five of your six cards and the joker win. Suits never decide; equal"
            " hands split the pot, odd chips go to the next after the dealer."
        ),
        say(
            "**Alone.** When all others have folded, the last one takes the pot and need not show. The deal"
            " passes one seat clockwise."
        ),
    )


def _seka(options: Options, _locale: str) -> tuple[Text, ...]:
    assert isinstance(options, SekaOptions)
    deal = say_many(
        "**The deal.** Ten to ace in four suits and {count} seven, which is a joker. Everybody antes {ante}"
        " and gets three closed cards.",
        "**The deal.** Ten to ace in four suits and {count} sevens, which are jokers. Everybody antes {ante}"
        " and gets three closed cards.",
        options.jokers,
        ante=options.ante,
    )
    if not options.jokers:
        deal = say(
            "**The deal.** Ten to ace in four suits, no joker. Everybody antes {ante} and gets three closed"
            " cards.",
            ante=options.ante,
        )
    return (
        deal,
        paragraph(
            say(
                "**Betting.** It goes round without a check: pay at least the price or pass. A higher payment"
                " is the new price. Payments are not made equal; it goes on until one is left or hands are"
                " opened."
            ),
            meaning(options, "max_bet"),
            meaning(options, "circles_max"),
        ),
        paragraph(
            say(
                "**Opening.** Of the last two who can still pay, one who has seen may pay the price and open"
                " both hands. Who has less than the price may pay all he has: he plays for what he could"
                " match, the rest is a side pot."
            ),
            meaning(options, "look_first_circle"),
        ),
        say(
            "**Alone.** When all others have passed or dropped, the last one takes the pot and need not show."
        ),
        paragraph(say("**The next dealer.**"), meaning(options, "next_dealer")),
    )


def _teen_patti(options: Options, locale: str) -> tuple[Text, ...]:
    assert isinstance(options, TeenPattiOptions)
    limits = ["limit", "circles_max"]
    if options.limit == "spread":
        limits.insert(1, "spread_max")
    return (
        paragraph(
            say(
                "**The deal.** Three closed cards each, and nobody sees them at first: all play blind."
                " **{button}** is an action of your turn; the table learns that you have seen.",
                button=label_of("see", locale),
            ),
            meaning(options, "direction"),
        ),
        paragraph(
            say("**The boot** is {chips}.", chips=options.boot),
            meaning(options, "ante"),
        ),
        paragraph(
            say(
                "**Betting.** It goes round without a check, and payments are not made equal: who has seen"
                " pays the stake ({stake} at first) or more, by twos, who is blind half of it or more, or"
                " packs. A payment is the new stake, a blind one counts twice.",
                stake=options.minimum_bet,
            ),
            *(meaning(options, name) for name in limits),
        ),
        say(
            "**All-in.** Who has less than the price may pay all he has: he plays for what he could match,"
            " the rest is a side pot. Side show and show take the full price."
        ),
        say("**Alone.** When all others have packed, the last one takes the pot and need not show."),
        paragraph(say("**The next dealer.**"), meaning(options, "next_dealer")),
    )


_PLAY: Final[Mapping[str, Callable[[Options, str], tuple[Text, ...]]]] = {
    "aces": _aces,
    "seka": _seka,
    "teen_patti": _teen_patti,
}
