"""House rules of Teen Patti in words (rules C1 to C7): names, and what each value means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.locale import Text, say, say_as, say_many
from engine.options import OptionSpec, Value

NAMES: Final[Mapping[str, Text]] = {
    "jokers": say_as("option", "Jokers"),
    "direction": say_as("option", "Direction"),
    "next_dealer": say_as("option", "Next dealer"),
    "boot": say_as("option", "Boot"),
    "ante": say_as("option", "Ante"),
    "limit": say_as("option", "Limit"),
    "spread_max": say_as("option", "Spread limit"),
    "circles_max": say_as("option", "Circles at most"),
    "blind_turns_max": say_as("option", "Blind turns at most"),
    "third_offer": say_as("option", "Third side show"),
    "refused": say_as("option", "After a refusal"),
    "show": say_as("option", "Show"),
    "tie_show": say_as("option", "Tie at a show"),
    "a23_suited": say_as("option", "A-2-3 of a suit"),
    "a23_place": say_as("option", "Place of A-2-3"),
    "suits": say_as("option", "Suits"),
    "clean": say_as("option", "Without a joker"),
}

VALUE_NAMES: Final[Mapping[tuple[str, Value], Text]] = {
    ("direction", "ccw"): say_as("value", "counter-clockwise"),
    ("direction", "cw"): say_as("value", "clockwise"),
    ("next_dealer", "winner"): say_as("value", "the winner"),
    ("next_dealer", "rotate"): say_as("value", "the next seat"),
    ("ante", "each"): say_as("value", "by everybody"),
    ("ante", "dealer"): say_as("value", "by the dealer for all"),
    ("ante", "blinds"): say_as("value", "two blinds"),
    ("limit", "fixed"): say_as("value", "twice the stake"),
    ("limit", "spread"): say_as("value", "spread limit"),
    ("limit", "pot"): say_as("value", "pot limit"),
    ("limit", "none"): say_as("value", "no limit"),
    ("blind_turns_max", 0): say_as("value", "no limit"),
    ("third_offer", "received"): say_as("value", "counted over all"),
    ("third_offer", "same_asker"): say_as("value", "counted per asker"),
    ("third_offer", "consecutive"): say_as("value", "counted in a row"),
    ("refused", "pass_on"): say_as("value", "the turn passes on"),
    ("refused", "bet_again"): say_as("value", "the asker pays again"),
    ("show", "strict"): say_as("value", "blind may not ask seen"),
    ("show", "pagat"): say_as("value", "seen may not ask blind"),
    ("tie_show", "split"): say_as("value", "shared"),
    ("tie_show", "asker_loses"): say_as("value", "the asker loses"),
    ("a23_suited", "round"): say_as("value", "a round"),
    ("a23_suited", "color"): say_as("value", "only a color"),
    ("a23_place", "second"): say_as("value", "second to A-K-Q"),
    ("a23_place", "first"): say_as("value", "above A-K-Q"),
    ("suits", "rank"): say_as("value", "decide"),
    ("suits", "split"): say_as("value", "decide nothing"),
    ("clean", "same_rank"): say_as("value", "beats the same ranks"),
    ("clean", "class"): say_as("value", "beats its whole class"),
}

_VALUES: Final[Mapping[tuple[str, Value], Text]] = {
    ("jokers", 0): say("52 cards and no joker."),
    ("jokers", 1): say("One joker: any card that its hand does not hold."),
    ("jokers", 2): say("Two jokers: any cards that their hand does not hold."),
    ("direction", "ccw"): say("Cards and turns go counter-clockwise."),
    ("direction", "cw"): say("Cards and turns go clockwise."),
    ("next_dealer", "winner"): say("Who won the pot deals."),
    ("next_dealer", "rotate"): say("The deal passes one seat on."),
    ("ante", "each"): say("Everybody puts the boot."),
    ("ante", "dealer"): say("The dealer puts the boot for all."),
    ("ante", "blinds"): say("The next two after the dealer post one boot and two."),
    ("limit", "fixed"): say("At most twice the stake; blind, the stake."),
    ("limit", "spread"): say("At most the spread limit; blind, half of it."),
    ("limit", "pot"): say("At most the pot; blind, half of it."),
    ("limit", "none"): say("As much as the stack holds."),
    ("third_offer", "received"): say("The third that a player gets cannot be refused, nor later ones."),
    ("third_offer", "same_asker"): say("The third from one asker cannot be refused, nor later ones."),
    ("third_offer", "consecutive"): say("The third in a row of circles cannot be refused, nor later ones."),
    ("refused", "pass_on"): say("What was paid for it stays in the pot."),
    ("refused", "bet_again"): say("The asker pays again or packs."),
    ("show", "strict"): say("A blind player may not ask one who has seen."),
    ("show", "pagat"): say("Who has seen may not ask a blind player."),
    ("tie_show", "split"): say("Equal hands split the pot."),
    ("tie_show", "asker_loses"): say("Of equal hands the one that asked loses."),
    ("a23_suited", "round"): say("It is a round."),
    ("a23_suited", "color"): say("It is only a color."),
    ("a23_place", "second"): say("Below A-K-Q, above K-Q-J."),
    ("a23_place", "first"): say("Above A-K-Q."),
    ("suits", "rank"): say("Of equal ranks the higher suit wins, spades first."),
    ("suits", "split"): say("Suits decide nothing."),
    ("clean", "same_rank"): say("Beats the same ranks with a joker."),
    ("clean", "class"): say("Beats everything of its class with a joker."),
}


def _boot(chips: int) -> Text:
    return say("The minimum bet is {chips}, blind {blind}.", chips=2 * chips, blind=chips)


def _spread(chips: int) -> Text:
    return say_many(
        "The most with that limit, {count} chip.", "The most with that limit, {count} chips.", chips
    )


def _circles(circles: int) -> Text:
    return say_many(
        "After {count} circle all hands are opened.", "After {count} circles all hands are opened.", circles
    )


def _blind_turns(turns: int) -> Text:
    if not turns:
        return say("Anybody may stay blind.")
    return say_many(
        "After {count} blind payment a player sees or packs.",
        "After {count} blind payments a player sees or packs.",
        turns,
    )


_NUMBERS: Final[Mapping[str, Callable[[int], Text]]] = {
    "boot": _boot,
    "spread_max": _spread,
    "circles_max": _circles,
    "blind_turns_max": _blind_turns,
}


def meaning(spec: OptionSpec, value: Value) -> Text | None:
    """What a value does, in one sentence; None for an option that Teen Patti has not."""
    number = _NUMBERS.get(spec.name)
    if number is not None and isinstance(value, int):
        return number(value)
    return _VALUES.get((spec.name, value))
