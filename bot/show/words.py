"""The words that every part of the table uses: games, stakes, verbs, chips, options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from bot.locale import Text, frame, raw, say, say_as, say_many
from bot.show.names import NAME_WIDTH_MOST, safe_name
from bot.show.scene import Rules, Scene, Terms
from engine.game import Choice, Seat, SeatView
from engine.games import GAMES
from engine.options import Options

SEPARATOR: Final = " · "
LABEL_LENGTH_MOST: Final = 80  # Discord: a button's label

_GAMES: Final[dict[str, Text]] = {
    "aces": say("Aces, Straights and Flushes"),
    "seka": say("Seka"),
    "teen_patti": say("Teen Patti"),
}
_MIXED: Final[dict[str, Text]] = {"choice": say("Dealer's choice"), "rotation": say("Rotation")}
_TEMPERAMENTS: Final[dict[str, Text]] = {
    "rock": say_as("temperament", "Rock: plays good hands only"),
    "regular": say_as("temperament", "Regular: plays what is worth its price"),
    "maniac": say_as("temperament", "Maniac: raises often and bluffs"),
}
# Verbs without a price (rule P5), as labels.
_VERBS: Final[dict[str, Text]] = {
    "check": say_as("button", "Check"),
    "bet": say_as("button", "Bet"),
    "call": say_as("button", "Call"),
    "raise": say_as("button", "Raise"),
    "fold": say_as("button", "Fold"),
    "see": say_as("button", "See my cards"),
    "pay": say_as("button", "Pay"),
    "play": say_as("button", "Play"),
    "look": say_as("button", "Look"),
    "open": say_as("button", "Open"),
    "pass": say_as("button", "Pass"),
    "join": say_as("button", "Play for the pot"),
    "decline": say_as("button", "No, thanks"),
    "side_show": say_as("button", "Side show"),
    "show": say_as("button", "Show"),
    "pack": say_as("button", "Pack"),
    "accept": say_as("button", "Accept"),
    "refuse": say_as("button", "Refuse"),
}
# What was done, for the last events. ``to`` is what the player has put in during the round.
_DONE: Final[dict[str, Callable[[str, int, int, str], Text]]] = {
    "check": lambda who, chips, to, whom: say("{name} checks.", name=who),
    "bet": lambda who, chips, to, whom: say("{name} bets {chips}.", name=who, chips=chips),
    "call": lambda who, chips, to, whom: say("{name} calls {chips}.", name=who, chips=chips),
    "raise": lambda who, chips, to, whom: say("{name} raises to {to}.", name=who, to=to),
    "fold": lambda who, chips, to, whom: say("{name} folds.", name=who),
    "see": lambda who, chips, to, whom: say("{name} has seen the cards.", name=who),
    "pay": lambda who, chips, to, whom: say("{name} pays {chips}.", name=who, chips=chips),
    "play": lambda who, chips, to, whom: say("{name} plays {chips}.", name=who, chips=chips),
    "look": lambda who, chips, to, whom: say(
        "{name} pays {chips} to look at {other}.", name=who, chips=chips, other=whom
    ),
    "open": lambda who, chips, to, whom: say("{name} pays {chips} and opens.", name=who, chips=chips),
    "pass": lambda who, chips, to, whom: say("{name} passes.", name=who),
    "join": lambda who, chips, to, whom: say(
        "{name} pays {chips} to play for the pot.", name=who, chips=chips
    ),
    "decline": lambda who, chips, to, whom: say("{name} stays out.", name=who),
    "side_show": lambda who, chips, to, whom: say(
        "{name} pays {chips} and asks {other} for a side show.", name=who, chips=chips, other=whom
    ),
    "show": lambda who, chips, to, whom: say("{name} pays {chips} for a show.", name=who, chips=chips),
    "pack": lambda who, chips, to, whom: say("{name} packs.", name=who),
    "accept": lambda who, chips, to, whom: say("{name} accepts the side show.", name=who),
    "refuse": lambda who, chips, to, whom: say("{name} refuses the side show.", name=who),
}


def lines(*parts: Text) -> Text:
    """One part a line."""
    named = {f"line{number}": part for number, part in enumerate(parts)}
    return frame("\n".join(f"{{{name}}}" for name in named), **named)


def temperament_name(temperament: str) -> Text:
    """How a house player plays."""
    return _TEMPERAMENTS[temperament]


def game_name(game: str) -> Text:
    """The game by its key; a key without a name stands for itself."""
    return _GAMES.get(game) or raw(game)


def rules_name(rules: Rules) -> Text:
    """The game, with the name of its house rules: "Seka “Fridays”"."""
    if not rules.name:
        return game_name(rules.game)
    return say("{game} “{name}”", game=game_name(rules.game), name=safe_name(rules.name))


def mixed_name(mixed: str) -> Text:
    """How a table of several games comes to its next one."""
    return _MIXED[mixed]


def chips_text(count: int) -> Text:
    """ "1 chip", "5 chips"."""
    return say_many("{count} chip", "{count} chips", count)


def verb_name(verb: str) -> Text:
    """The verb as a label without a price."""
    return _VERBS.get(verb) or raw(verb.replace("_", " ").capitalize())


def choice_verbs() -> tuple[str, ...]:
    """Every verb of rule P5 that has words of its own."""
    return tuple(_VERBS)


def done_text(verb: str, name: str, chips: int, to: int, other: str = "") -> Text:
    """What a player did; ``to`` is all that he has put in during the round, ``other`` whom he named."""
    done = _DONE.get(verb)
    if done is not None:
        return done(name, chips, to, other)
    if chips:
        return say("{name}: {verb} {chips}.", name=name, verb=verb_name(verb), chips=chips)
    return say("{name}: {verb}.", name=name, verb=verb_name(verb))


def choice_label(choice: Choice, amount: int, seat: SeatView | None) -> Text:
    """The label of a button for that amount: "Call 1", "Raise to 3", "Pay 2 (dark)"."""
    name = verb_name(choice.verb)
    if choice.verb == "raise" and seat is not None:
        return say_as("button", "Raise to {to}", to=seat.bet + amount)
    if choice.verb == "see" and choice.binds_to:
        return say_as("button", "See my cards (full price)")
    if amount == 0:
        return name
    if seat is not None and seat.sight == "dark":
        return say_as("button", "{verb} {chips} (dark)", verb=name, chips=amount)
    if seat is not None and seat.sight == "blind":
        return say_as("button", "{verb} {chips} (blind)", verb=name, chips=amount)
    return say_as("button", "{verb} {chips}", verb=name, chips=amount)


def stake_text(options: Options) -> Text:
    """What is played for, from the option that sets it: "1/2 fixed limit"."""
    if isinstance(unit := getattr(options, "unit", None), int):
        return say("{small}/{big} fixed limit", small=unit, big=2 * unit)
    if isinstance(ante := getattr(options, "ante", None), int):
        return say("ante {chips}", chips=ante)
    if isinstance(boot := getattr(options, "boot", None), int):
        return say("boot {chips}", chips=boot)
    return raw("")


def terms_stake(terms: Terms) -> Text:
    """The same for a table: one stake where it plays several games (rule D2)."""
    if not terms.mixed:
        return stake_text(terms.options)
    return say("stake {chips}", chips=GAMES[terms.game].stake(terms.options))


def terms_game(terms: Terms) -> Text:
    """What a table plays: a game, or how it comes to the next of several."""
    return mixed_name(terms.mixed) if terms.mixed else game_name(terms.game)


def seat_name(scene: Scene, seat: Seat, width_most: int = NAME_WIDTH_MOST) -> str:
    """The name at that seat, escaped; the seat's number where the person has left."""
    name = scene.name_of(seat)
    return safe_name(name, width_most) if name else f"#{seat}"


def joined(parts: Iterable[Text | str], locale: str, separator: str = SEPARATOR) -> str:
    """The parts that are not empty, in words, with a separator between them."""
    words = [part.to(locale) if isinstance(part, Text) else part for part in parts if part]
    return separator.join(filter(None, words))


def clipped(text: str, length_most: int = LABEL_LENGTH_MOST) -> str:
    """The text, cut with "…" where Discord takes no more."""
    return text if len(text) <= length_most else text[: length_most - 1].rstrip() + "…"


def buy_in_text(terms: Terms) -> Text:
    """ "buy-in 50–200", in chips."""
    if terms.buy_in_least == terms.buy_in_most:
        return say("buy-in {chips}", chips=terms.buy_in_least)
    return say("buy-in {least}–{most}", least=terms.buy_in_least, most=terms.buy_in_most)


assert _VERBS.keys() == _DONE.keys(), "a verb has both a label and a sentence"
