"""House rules in words: what each option is called and what each of its values means.

An option or value without words of its own shows its stable name, so that a new game is readable at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.locale import Text, raw, say, say_as
from bot.show import options_seka, options_teen_patti
from bot.show.words import chips_text
from engine.options import OptionSpec, Value, spell_value

_NAMES: Final[dict[str, Text]] = {
    "unit": say_as("option", "Unit"),
    "open_hand_counts_joker": say_as("option", "Joker counts in open hands"),
    "joker_fully_wild": say_as("option", "Joker fully wild"),
    "double_ace_flush": say_as("option", "Two aces in a flush"),
    "natural_beats_joker": say_as("option", "Natural beats joker"),
}
# What an option does, for each value of a switch: (off, on).
_SWITCHES: Final[dict[str, tuple[Text, Text]]] = {
    "open_hand_counts_joker": (
        say("Rounds are opened by the best open cards alone."),
        say("Rounds are opened by the best open cards with the joker as an ace."),
    ),
    "joker_fully_wild": (
        say("The joker is an ace, or completes a straight or flush. The usual game."),
        say("The joker is any card not in your hand, or the fifth of a kind. Another game!"),
    ),
    "double_ace_flush": (
        say("In a flush the joker is the highest card you lack."),
        say("In a flush the joker is an ace, even beside the suit's own ace."),
    ),
    "natural_beats_joker": (
        say("Equal hands split the pot, with the joker or without."),
        say("Of equal hands one that needs no joker wins."),
    ),
}


_IN_CHIPS: Final = frozenset(("unit", "boot", "spread_max"))


def _is_seka(spec: OptionSpec) -> bool:
    return spec.rule.startswith("B")


def _is_teen_patti(spec: OptionSpec) -> bool:
    return spec.rule.startswith("C")


def option_name(spec: OptionSpec) -> Text:
    """What the option is called."""
    names: Mapping[str, Text] = _NAMES
    if _is_seka(spec):
        names = options_seka.NAMES
    elif _is_teen_patti(spec):
        names = options_teen_patti.NAMES
    return names.get(spec.name) or raw(spec.name.replace("_", " "))


def value_text(spec: OptionSpec, value: Value) -> Text:
    """A value in a word or two: "on", "off", a number, a name."""
    if isinstance(value, bool):
        return say_as("option", "on") if value else say_as("option", "off")
    if _is_teen_patti(spec) and (named := options_teen_patti.VALUE_NAMES.get((spec.name, value))) is not None:
        return named
    if _is_seka(spec) and (named := options_seka.VALUE_NAMES.get((spec.name, value))) is not None:
        return named
    if spec.name in _IN_CHIPS and isinstance(value, int):
        return chips_text(value)
    return raw(spell_value(value).replace("_", " "))


def value_meaning(spec: OptionSpec, value: Value) -> Text | None:
    """What a value of an option does, in one sentence; None where its name says it all."""
    if _is_seka(spec):
        return options_seka.meaning(spec, value)
    if _is_teen_patti(spec):
        return options_teen_patti.meaning(spec, value)
    if spec.name == "unit" and isinstance(value, int):
        return say(
            "Ante {small}; bets of {small} in rounds 1 and 2, {big} later.", small=value, big=2 * value
        )
    switch = _SWITCHES.get(spec.name)
    return switch[bool(value)] if switch is not None else None
