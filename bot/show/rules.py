"""The options of a table as a player reads them, and the exact odds under them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bot.locale import Text, frame, percent, say
from bot.show.cards import class_name
from bot.show.options import option_name, value_meaning, value_text
from bot.show.words import lines
from engine.games import GAMES
from engine.options import Options

COUNTS_KEPT: Final = 64


def ranking_text(options: Options) -> Text:
    """Every class of hands, best first, with how many there are of it; within 2 000 characters."""
    counts = counts_of(options)
    total = sum(counts.values())
    heading = say("**What beats what**, with the exact number of hands, of {total} in all", total=total)
    ranked = (
        frame(
            "{place}. {combination}: {count} ({percent})",
            place=place,
            combination=class_explained(key),
            count=count,
            percent=percent(count, total),
        )
        for place, (key, count) in enumerate(((k, n) for k, n in counts.items() if n), start=1)
    )
    return lines(heading, *ranked)


def odds_text(options: Options) -> Text:
    """The ranking, with a word where another table of it circulates; within 2 000 characters."""
    word = _CIRCULATING.get(options.game)
    return ranking_text(options) if word is None else lines(ranking_text(options), word)


def options_lines(options: Options) -> tuple[Text, ...]:
    """Every option with its value and what that does; what is not as usual stands out."""
    found = []
    for spec in options.specs():
        value = options.to_mapping()[spec.name]
        usual = value == spec.default
        params = {"option": option_name(spec), "value": value_text(spec, value)}
        line = frame("{option}: {value}" if usual else "**{option}: {value}**", **params)
        meaning = value_meaning(spec, value)
        found.append(line if meaning is None else frame("{line}. {meaning}", line=line, meaning=meaning))
    return tuple(found)


def class_explained(class_key: str) -> Text:
    """A class by its name, with what it is where the name does not say it."""
    return _CLASSES_EXPLAINED.get(class_key) or class_name(class_key)


_CLASSES_EXPLAINED: Final[Mapping[str, Text]] = {
    "full_house": say("full house (three of a rank and two of another)"),
    "flush": say("flush (five of one suit)"),
    "straight": say("straight (five in order)"),
    "trial": say("trial (three of a rank)"),
    "round": say("round (three in order of one suit)"),
    "run": say("run (three in order)"),
    "color": say("color (three of one suit)"),
    "three_sevens": say("seka of sekas (three sevens)"),
    "seka": say("32 (a seka, three of a rank)"),
    "31": say("31 (three of a suit, with the ace)"),
    "30": say("30 (three of a suit, without the ace)"),
    "22": say("22 (two aces)"),
    "21": say("21 (an ace and one of its suit)"),
    "20": say("20 (two of a suit, without the ace)"),
    "11": say("11 (three suits, with an ace)"),
    "10": say("10 (three suits, without an ace)"),
}
_CIRCULATING: Final[Mapping[str, Text]] = {
    "seka": say(
        "These are counted, not estimated. The table that circulates (32 to 10: 2, 3, 5, 8, 11, 22, 39 and"
        " 10 %) fits no pack of this game, with any number of jokers."
    ),
    "teen_patti": say(
        "These are counted, not estimated. What circulates is wrong in places: of 52 cards a trial comes in"
        " 0.24 % of hands, not in 0.02 %, and a run in 3.26 %, not in 4 %. Nor do jokers help pairs most: two"
        " of them make trials five times as many, pairs only by a third more."
    ),
}


@lru_cache(maxsize=COUNTS_KEPT)
def counts_of(options: Options) -> Mapping[str, int]:
    """How many hands make each class, best first; counted once."""
    return GAMES[options.game].counts(options)
