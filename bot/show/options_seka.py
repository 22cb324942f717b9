"""House rules of Seka in words (rules B1 to B7): names, and what each value means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.locale import Text, say, say_as, say_many
from engine.options import OptionSpec, Value

NAMES: Final[Mapping[str, Text]] = {
    "ante": say_as("option", "Ante"),
    "jokers": say_as("option", "Jokers"),
    "seka_clean": say_as("option", "Clean seka"),
    "compare_cards": say_as("option", "Compare cards"),
    "joker_no_duplicate": say_as("option", "Joker is no double"),
    "next_dealer": say_as("option", "Next dealer"),
    "max_bet": say_as("option", "Highest payment"),
    "circles_max": say_as("option", "Circles at most"),
    "dark": say_as("option", "Dark play"),
    "dark_price": say_as("option", "Dark price"),
    "look": say_as("option", "Looks"),
    "look_first_circle": say_as("option", "Looks from circle 1"),
    "look_target": say_as("option", "Whom to look at"),
    "look_tie": say_as("option", "Equal at a look"),
    "svara_price": say_as("option", "Svara price"),
    "svara_join": say_as("option", "Who may join a svara"),
    "svara_max": say_as("option", "Svaras at most"),
}

VALUE_NAMES: Final[Mapping[tuple[str, Value], Text]] = {
    ("seka_clean", "any"): say_as("option", "beats all dirty ones"),
    ("seka_clean", "same_rank"): say_as("option", "within its rank"),
    ("next_dealer", "clockwise"): say_as("option", "the next seat"),
    ("next_dealer", "winner"): say_as("option", "the winner"),
    ("max_bet", "pot"): say_as("option", "the pot"),
    ("max_bet", "3x"): say_as("option", "3 antes"),
    ("max_bet", "4x"): say_as("option", "4 antes"),
    ("max_bet", "5x"): say_as("option", "5 antes"),
    ("max_bet", "none"): say_as("option", "no limit"),
    ("dark_price", "half"): say_as("option", "half the price"),
    ("dark_price", "full_double"): say_as("option", "full, doubles"),
    ("look_target", "any"): say_as("option", "anybody"),
    ("look_target", "previous"): say_as("option", "the one before"),
    ("look_target", "next"): say_as("option", "the one after"),
    ("look_tie", "looker_drops"): say_as("option", "who looks drops"),
    ("look_tie", "both_stay"): say_as("option", "both stay"),
    ("look_tie", "target_drops"): say_as("option", "the other drops"),
    ("svara_price", "1/2"): say_as("option", "half the pot"),
    ("svara_price", "1/3"): say_as("option", "a third of the pot"),
    ("svara_price", "1"): say_as("option", "the whole pot"),
    ("svara_join", "dealt_in"): say_as("option", "who was dealt in"),
    ("svara_join", "nobody"): say_as("option", "nobody"),
    ("svara_join", "whole_table"): say_as("option", "the whole table"),
}

_VALUES: Final[Mapping[tuple[str, Value], Text]] = {
    ("jokers", 0): say("20 cards and no seven."),
    ("jokers", 1): say("One seven is any card that its hand does not hold."),
    ("jokers", 2): say("Two sevens are any cards that their hand does not hold."),
    ("jokers", 3): say("Three sevens; all three in one hand beat everything."),
    ("jokers", 4): say("Four sevens; three of them in one hand beat everything."),
    ("seka_clean", "any"): say("Without a joker it beats every seka with one."),
    ("seka_clean", "same_rank"): say("The rank decides; clean beats dirty of the same rank."),
    ("compare_cards", False): say("Equal values are a svara."),
    ("compare_cards", True): say("Top card, lowest and middle decide; a joker or 10, 11: svara."),
    ("joker_no_duplicate", False): say("A joker may be a card that the other hand holds."),
    ("joker_no_duplicate", True): say("A joker cannot be a card that the other hand shows."),
    ("next_dealer", "clockwise"): say("The deal passes one seat on."),
    ("next_dealer", "winner"): say("Who won the oldest pot deals."),
    ("max_bet", "pot"): say("No payment above the pot, dark half of it; the price always may be paid."),
    ("max_bet", "none"): say("As much as the stack holds."),
    ("dark", True): say("The next after the dealer may play without having seen his cards."),
    ("dark", False): say("Everybody sees his cards."),
    ("dark_price", "half"): say("Dark costs half; others then pay twice as much."),
    ("dark_price", "full_double"): say("Dark costs the price, and doubles it for the others."),
    ("look", True): say("For the price two compare in private, the lower one drops."),
    ("look", False): say("Nobody may look; two may still open."),
    ("look_first_circle", False): say("Looks and openings begin with circle 2."),
    ("look_first_circle", True): say("Looks and openings already in circle 1."),
    ("look_target", "any"): say("Who looks chooses the hand."),
    ("look_target", "previous"): say("Only the player in front of him."),
    ("look_target", "next"): say("Only the player behind him."),
    ("look_tie", "looker_drops"): say("Of equal hands the one that looked drops."),
    ("look_tie", "both_stay"): say("Equal hands both stay."),
    ("look_tie", "target_drops"): say("Of equal hands the one looked at drops."),
    ("svara_price", "1/2"): say("Each joiner pays half of what was in the pot."),
    ("svara_price", "1/3"): say("Each joiner pays a third of what was in the pot."),
    ("svara_price", "1"): say("Each joiner pays as much as was in the pot."),
    ("svara_join", "dealt_in"): say("Everybody who was dealt into the hand may join."),
    ("svara_join", "nobody"): say("The tied play it out alone."),
    ("svara_join", "whole_table"): say("Everybody with a seat may join, also who sits out."),
}


def _ante(chips: int) -> Text:
    return say_many("Everybody antes {count} chip.", "Everybody antes {count} chips.", chips)


def _circles(circles: int) -> Text:
    return say_many(
        "After {count} circle all hands are opened.", "After {count} circles all hands are opened.", circles
    )


def _svaras(svaras: int) -> Text:
    if not svaras:
        return say("Equal hands split the pot at once.")
    return say_many(
        "Still equal after {count} svara: split.", "Still equal after {count} svaras: split.", svaras
    )


def _antes_at_most(antes: int) -> Text:
    return say_many(
        "No payment above {count} ante; the price always may be paid.",
        "No payment above {count} antes; the price always may be paid.",
        antes,
    )


_NUMBERS: Final[Mapping[str, Callable[[int], Text]]] = {
    "ante": _ante,
    "circles_max": _circles,
    "svara_max": _svaras,
}


def meaning(spec: OptionSpec, value: Value) -> Text | None:
    """What a value does, in one sentence; None for an option that Seka has not."""
    number = _NUMBERS.get(spec.name)
    if number is not None and isinstance(value, int):
        return number(value)
    if spec.name == "max_bet" and isinstance(value, str) and value.endswith("x"):
        return _antes_at_most(int(value.removesuffix("x")))
    return _VALUES.get((spec.name, value))
