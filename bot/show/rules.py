"""The rules of a game as a player reads them, with the options of his table, and the exact odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from bot.locale import Text, frame, percent, say, say_many
from bot.show.cards import class_name
from bot.show.options import option_name, value_meaning, value_text
from bot.show.words import game_name, lines, stake_text
from engine.aces.options import AcesOptions
from engine.games import GAMES
from engine.options import Options
from engine.seka.options import SekaOptions
from engine.teen_patti.options import TeenPattiOptions

OPTIONS_BESIDE_RULES: Final = 8  # more of them have a message of their own
COUNTS_KEPT: Final = 64


def rules_text(options: Options) -> Text:
    """How the game is played, and every option with what its value does; within 2 000 characters."""
    return lines(play_text(options), *options_lines(options))


def play_text(options: Options) -> Text:
    """How the game is played with these options."""
    heading = frame("**{game}** · {stake}", game=game_name(options.game), stake=stake_text(options))
    return lines(heading, *_PLAY.get(options.game, _no_text)(options))


def ranking_text(options: Options) -> Text:
    """Every class of hands, best first, with how many there are of it; within 2 000 characters."""
    counts = counts_of(options)
    total = sum(counts.values())
    heading = say("**What beats what**, with the exact number among all {total} hands", total=total)
    ranked = (
        frame(
            "{place}. {combination}: {count} ({percent})",
            place=place,
            combination=_CLASSES_EXPLAINED.get(key) or class_name(key),
            count=count,
            percent=percent(count, total),
        )
        for place, (key, count) in enumerate(((k, n) for k, n in counts.items() if n), start=1)
    )
    return lines(heading, *ranked)


def rules_pages(options: Options) -> tuple[Text, ...]:
    """All that there is to read about a game, one message each."""
    if len(options.specs()) <= OPTIONS_BESIDE_RULES:
        return rules_text(options), ranking_text(options)
    return play_text(options), lines(*options_lines(options)), odds_text(options)


def odds_text(options: Options) -> Text:
    """The ranking, with a word where another table of it circulates; within 2 000 characters."""
    word = _CIRCULATING.get(options.game)
    return ranking_text(options) if word is None else lines(ranking_text(options), word)


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


def _seka(options: Options) -> tuple[Text, ...]:
    assert isinstance(options, SekaOptions)
    dark = say(
        "**Dark.** Only the next after the dealer may play without having seen his cards. **See my cards** is"
        " an action of his turn: from then on he pays the full price like everybody."
    )
    look = say(
        "**Look.** Who has seen may look at another hand for the price. Both find both hands under"
        " **My cards**, the lower one drops, the table learns only who."
    )
    svara = say(
        "**Svara.** Equal hands at an opening: the pot stays and the tied get new cards. All who may join are"
        " asked at once, for one decision time; silence is a no."
    )
    return (
        say(
            "**The deal.** Ten to ace in four suits and {jokers} as jokers. Everybody antes {ante} and gets"
            " three closed cards.",
            jokers=say_many("{count} seven", "{count} sevens", options.jokers),
            ante=options.ante,
        ),
        say(
            "**Betting.** It goes round without a check: pay at least the price or pass. A higher payment is"
            " the new price. Payments are not made equal; it goes on until one is left or hands are opened."
        ),
        *((dark,) if options.dark else ()),
        *((look,) if options.look else ()),
        say(
            "**Opening.** Of the last two who can still pay, one who has seen may pay the price and open both"
            " hands. Who has less than the price may pay all he has: he plays for what he could match, the"
            " rest is a side pot."
        ),
        *((svara,) if options.svara_max else ()),
    )


def _teen_patti(options: Options) -> tuple[Text, ...]:
    assert isinstance(options, TeenPattiOptions)
    show = say(
        "**Show.** Of the last two who can still pay, one may pay for a show: both hands are opened. It"
        " costs the stake, two blind players half of it; seen against blind costs twice the stake, and a"
        " blind player may not ask one who has seen."
    )
    if options.show == "pagat":
        show = say(
            "**Show.** Of the last two who can still pay, one may pay for a show: both hands are opened. It"
            " costs the stake, a blind player half of it; who has seen may not ask a blind player."
        )
    return (
        say(
            "**The deal.** Three closed cards each, and nobody sees them at first: all play blind. **See my"
            " cards** is an action of your turn; the table learns that you have seen."
        ),
        say(
            "**Betting.** It goes round without a check, and payments are not made equal: who has seen pays"
            " the stake ({stake} at first) or more, by twos, who is blind half of it or more, or packs. A"
            " payment is the new stake, a blind one counts twice.",
            stake=options.minimum_bet,
        ),
        say(
            "**Side show.** Where three or more can still pay and none of them is blind, one may pay the"
            " stake and ask the player before to compare. If that one accepts, both find both hands under"
            " **My cards**, and the lower one packs; of equal hands the one that asked."
        ),
        show,
        say(
            "**All-in.** Who has less than the price may pay all he has: he plays for what he could match,"
            " the rest is a side pot. Side show and show take the full price."
        ),
        say(
            "**Hands.** Trial: three of a rank. Round: three in order of one suit. Run: three in order."
            " Color: three of one suit. Then pair and high card. A-2-3 counts as an order, K-A-2 does not."
        ),
    )


_CLASSES_EXPLAINED: Final[Mapping[str, Text]] = {
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


def _no_text(options: Options) -> tuple[Text, ...]:
    return ()


_PLAY: Final[Mapping[str, Callable[[Options], tuple[Text, ...]]]] = {
    "aces": _aces,
    "seka": _seka,
    "teen_patti": _teen_patti,
}


@lru_cache(maxsize=COUNTS_KEPT)
def counts_of(options: Options) -> Mapping[str, int]:
    """How many hands make each class, best first; counted once."""
    return GAMES[options.game].counts(options)
