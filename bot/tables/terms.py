"""What a table is opened with: defaults, limits, and how it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from bot.locale import say
from bot.show.scene import Terms
from bot.tables.people import Refusal
from engine.game import Game
from engine.options import Options

BUY_IN_STAKES: Final = (50, 100, 200)  # least, offered and most, in stakes of the game
CHIPS_MOST: Final = 1_000_000_000
LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    "seats_most": (2, 10),
    "buy_in_least": (1, CHIPS_MOST),
    "buy_in_most": (1, CHIPS_MOST),
    "turn_seconds": (10, 600),
    "pause_seconds": (3, 300),
    "nudge_seconds": (0, 300),
}

_NAMES: Final = {
    "seats_most": say("The number of seats"),
    "buy_in_least": say("The least buy-in"),
    "buy_in_most": say("The greatest buy-in"),
    "turn_seconds": say("The decision time in seconds"),
    "pause_seconds": say("The pause between hands in seconds"),
    "nudge_seconds": say("The time before a nudge in seconds"),
}


def default_terms(game: Game, options: Options) -> Terms:
    """Sensible terms for a game with these options."""
    least, _, most = (n * game.stake(options) for n in BUY_IN_STAKES)
    return Terms(game.key, options, game.seats_most(options), least, most)


def offered_buy_in(terms: Terms, game: Game) -> int:
    """The buy-in that the join form begins with, before the wallet is looked at."""
    usual = BUY_IN_STAKES[1] * game.stake(terms.options)
    return max(terms.buy_in_least, min(terms.buy_in_most, usual))


def check_terms(terms: Terms, game: Game) -> None:
    """Refusal that names what is wrong with terms and what would do."""
    for name, (least, most) in LIMITS.items():
        value = getattr(terms, name)
        if not least <= value <= most:
            raise Refusal(
                say(
                    "{name} takes {least} to {most}, not {value}.",
                    name=_NAMES[name],
                    least=least,
                    most=most,
                    value=value,
                )
            )
    if terms.seats_most > game.seats_most(terms.options):
        raise Refusal(say("This game seats at most {most} players.", most=game.seats_most(terms.options)))
    reserve = game.reserve(terms.options)
    if not reserve <= terms.buy_in_least <= terms.buy_in_most:
        raise Refusal(
            say(
                "The least buy-in must be {reserve} chips or more, which one hand can cost, "
                "and not above the greatest.",
                reserve=reserve,
            )
        )


def write_settings(terms: Terms, *, closing: bool = False) -> dict[str, Any]:
    """Terms as they are kept beside the game's name and options."""
    kept = {f.name: getattr(terms, f.name) for f in fields(Terms) if f.name not in ("game", "options")}
    return {**kept, "closing": closing}


def read_terms(game: Game, options: Mapping[str, Any], settings: Mapping[str, Any]) -> Terms:
    """Terms as they were kept; what a later version added has its default."""
    known = {f.name for f in fields(Terms)} - {"game", "options"}
    begun = default_terms(game, game.options_type.from_mapping(options))
    return replace(begun, **{name: value for name, value in settings.items() if name in known})
