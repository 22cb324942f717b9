"""The rules of a game as a player reads them, with the options of his table, and the exact odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from bot.locale import Text, say, say_as
from bot.show.cards import class_name
from bot.show.options import option_name, value_meaning, value_text
from bot.show.words import frame, game_name, lines, stake_text
from engine.aces.options import AcesOptions
from engine.games import GAMES
from engine.options import Options


def rules_text(options: Options) -> Text:
    """How the game is played, and every option with what its value does; within 2 000 characters."""
    heading = frame("**{game}** · {stake}", game=game_name(options.game), stake=stake_text(options))
    return lines(heading, *_PLAY.get(options.game, _no_text)(options), *options_lines(options))


def ranking_text(options: Options) -> Text:
    """Every class of hands, best first, with how many there are of it; within 2 000 characters."""
    counts = _counts(options)
    total = sum(counts.values())
    heading = say("**What beats what**, with the exact number among all {total} hands", total=_grouped(total))
    ranked = (
        frame(
            "{place}. {combination}: {count} ({percent})",
            place=place,
            combination=class_name(key),
            count=_grouped(count),
            percent=_percent(count, total),
        )
        for place, (key, count) in enumerate(counts.items(), start=1)
    )
    return lines(heading, *ranked)


def rules_pages(options: Options) -> tuple[Text, ...]:
    """All that there is to read about a game, one message each."""
    return rules_text(options), ranking_text(options)


def options_lines(options: Options) -> tuple[Text, ...]:
    """Every option with its value and what that does; what is not as usual stands out."""
    found = [say("**Options**")]
    for spec in options.specs():
        value = options.to_mapping()[spec.name]
        usual = value == spec.default
        params = {"option": option_name(spec), "value": value_text(spec, value)}
        line = frame("{option}: {value}" if usual else "**{option}: {value}**", **params)
        meaning = value_meaning(spec, value)
        found.append(line if meaning is None else frame("{line}. {meaning}", line=line, meaning=meaning))
    return tuple(found)


def _aces(options: Options) -> tuple[Text, ...]:
    assert isinstance(options, AcesOptions)
    unit = options.unit
    joker = say(
        "**The joker** is an ace, or the one card that completes a straight, a flush or a straight flush,"
        " even one that somebody else holds; nothing else: no second king, no third seven."
    )
    if options.joker_fully_wild:
        joker = say("**The joker** is any card that is not in your hand, or the fifth to four of a kind.")
    return (
        say(
            "**The deal.** Seven-card stud for 2 to 7 with one joker, which lies open in the middle and is"
            " everybody's seventh card. Each antes {ante}. First two closed cards and an open one, then an"
            " open one, another open one, and a closed one; a betting round after each.",
            ante=unit,
        ),
        say(
            "**Betting.** Bets and raises are {small} in rounds 1 and 2, {big} in rounds 3 and 4: one bet and"
            " at most three raises a round. The best open hand begins: three of a kind, a pair, high cards."
            " You need {reserve} before the deal, as much as a hand can cost, so nobody is ever all-in.",
            small=unit,
            big=2 * unit,
            reserve=GAMES[options.game].reserve(options),
        ),
        joker,
        say(
            "**The end.** The best five of your six cards and the joker win. Suits never decide; equal"
            " hands split the pot, odd chips go to the next after the dealer."
        ),
    )


def _no_text(options: Options) -> tuple[Text, ...]:
    return ()


_PLAY: Final[Mapping[str, Callable[[Options], tuple[Text, ...]]]] = {"aces": _aces}


@cache
def _counts(options: Options) -> Mapping[str, int]:
    return GAMES[options.game].counts(options)


def _grouped(count: int) -> str:
    """20 358 520 with narrow spaces that do not break."""
    return f"{count:,}".replace(",", "\u202f")


def _percent(count: int, total: int) -> Text:
    whole, _point, digits = f"{100 * count / total:.3g}".partition(".")
    if not digits:
        return frame("{whole} %", whole=whole)
    point = say_as("decimal point", ".")
    return frame("{whole}{point}{digits} %", whole=whole, point=point, digits=digits)
