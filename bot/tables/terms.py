"""What a table is opened with: defaults, limits, and how it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from bot.locale import say, say_many
from bot.show.draft import BUY_IN_STAKES
from bot.show.scene import Practice, Rules, Terms
from bot.tables.mixed import Course
from bot.tables.people import Refusal
from engine.errors import InputError
from engine.game import Game
from engine.games import game as game_named
from engine.options import Options

CHIPS_MOST: Final = 1_000_000_000
LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    "seats_most": (2, 10),
    "buy_in_least": (1, CHIPS_MOST),
    "buy_in_most": (1, CHIPS_MOST),
    "turn_seconds": (10, 600),
    "pause_seconds": (3, 300),
    "nudge_seconds": (0, 300),
}

_KEPT_APART: Final = {"game", "options", "games", "practice"}  # the others are plain values
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
    played = [(game_named(one.game), one.options) for one in terms.games] or [(game, terms.options)]
    seats_most = min(one.seats_most(options) for one, options in played)  # of the strictest (rule D2)
    if terms.seats_most > seats_most:
        raise Refusal(
            say_many(
                "This game seats at most {count} player.",
                "This game seats at most {count} players.",
                seats_most,
            )
        )
    reserve = max(one.reserve(options) for one, options in played)
    if not reserve <= terms.buy_in_least <= terms.buy_in_most:
        raise Refusal(
            say_many(
                "The least buy-in must be {count} chip or more, which one hand can cost, "
                "and not above the greatest.",
                "The least buy-in must be {count} chips or more, which one hand can cost, "
                "and not above the greatest.",
                reserve,
            )
        )


def unfit(error: InputError) -> Refusal:
    """What somebody is told whose wishes do not go together."""
    if error.code == "games_too_few":
        return Refusal(say("Leave at least two games."))
    if error.code == "spread_max_unfit":
        least = error.params["least"]
        return Refusal(
            say("The spread limit takes an even number from {least}, twice the boot.", least=least)
        )
    return Refusal(say("These values do not go together."))


def write_settings(terms: Terms, *, closing: bool = False, course: Course | None = None) -> dict[str, Any]:
    """Terms as they are kept beside the game's name and options, and how far a mixed table has come."""
    kept = {f.name: getattr(terms, f.name) for f in fields(Terms) if f.name not in _KEPT_APART}
    games = [{**_fields_of(one), "options": one.options.to_mapping()} for one in terms.games]
    practice = _fields_of(terms.practice) if terms.practice is not None else None
    course_kept = _fields_of(course or Course())
    return {**kept, "games": games, "practice": practice, "closing": closing, "course": course_kept}


def _fields_of(one: Rules | Course | Practice) -> dict[str, Any]:
    return {f.name: getattr(one, f.name) for f in fields(one)}


def read_course(settings: Mapping[str, Any]) -> Course:
    """How far a mixed table has come."""
    return Course(**settings.get("course", {}))


def read_terms(game: Game, options: Mapping[str, Any], settings: Mapping[str, Any]) -> Terms:
    """Terms as they were kept; what a later version added has its default."""
    known = {f.name for f in fields(Terms)} - _KEPT_APART
    begun = default_terms(game, game.options_type.from_mapping(options))
    games = tuple(
        Rules(**{**one, "options": game_named(one["game"]).options_type.from_mapping(one["options"])})
        for one in settings.get("games", ())
    )
    kept = {name: value for name, value in settings.items() if name in known}
    practice = settings.get("practice")
    return replace(begun, games=games, practice=practice and Practice(**practice), **kept)
