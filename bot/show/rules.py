"""The rules of a game in short, with the options of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.locale import Text, say
from bot.show.options import option_name, value_meaning, value_text
from bot.show.words import game_name, stake_text
from engine.aces.options import AcesOptions
from engine.options import Options


def rules_text(options: Options) -> Text:
    """The whole: play, ranking, and what the options change from the usual."""
    parts = [
        say("**{game}** · {stake}", game=game_name(options.game), stake=stake_text(options)),
        *_RULES.get(options.game, _no_rules)(options),
        *_options(options),
    ]
    pattern = "\n".join(f"{{p{i}}}" for i in range(len(parts)))
    return Text(pattern, tuple((f"p{i}", part) for i, part in enumerate(parts)))


def _aces(options: Options) -> list[Text]:
    assert isinstance(options, AcesOptions)
    unit = options.unit
    return [
        say(
            "**The deal.** Seven-card stud for 2 to 7 with one joker, which lies open in the middle and is "
            "everybody's seventh card. Each antes {ante}. First two closed cards and an open one, then an "
            "open one, another open one, and a closed one; a betting round after each.",
            ante=unit,
        ),
        say(
            "**Betting.** Bets and raises are {small} in rounds 1 and 2, {big} in rounds 3 and 4, at most "
            "one bet and three raises a round. The best open hand begins. One hand can cost {reserve}, which "
            "you need before the deal, so nobody is ever all-in.",
            small=unit,
            big=2 * unit,
            reserve=25 * unit,
        ),
        say(
            "**The joker** is an ace, or the one card that completes a straight, a flush or a straight "
            "flush; nothing else. Your hand is the best five of your six cards and the joker."
        ),
        say(
            "**Ranking**, best first: five aces, straight flush, four of a kind, full house, flush, "
            "straight, three of a kind, two pair, pair, high card. Suits never decide; equal hands "
            "split the pot."
        ),
    ]


def _no_rules(options: Options) -> list[Text]:
    return []


_RULES: Final[Mapping[str, Callable[[Options], list[Text]]]] = {"aces": _aces}


def _options(options: Options) -> list[Text]:
    """A line for every house rule that is not as usual."""
    lines: list[Text] = []
    for spec in options.specs():
        value = getattr(options, spec.name)
        if value == spec.default or (meaning := value_meaning(spec, value)) is None:
            continue
        name, spelled = option_name(spec), value_text(spec, value)
        lines.append(
            say("House rule **{name}: {value}**. {meaning}", name=name, value=spelled, meaning=meaning)
        )
    return lines
