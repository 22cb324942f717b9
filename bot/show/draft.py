"""The terms of a table that is not open yet, packed into the custom ids of its private panel.

    <game>.<seats>.<least buy-in>.<most buy-in>.<seconds to act>.<pause>.<nudge>.<hints>.<rules>.<option>…
    <choice or rotation>.<the same seven>.<stake>.<one code a game>…

All numbers in base 36; an option with listed values is its place among them; ``rules`` is the id of house
rules that the server keeps (``saved``), 0 for none. The code of a game at a table of several: 0 it is not
played, 1 by the usual rules, else by the kept ones whose id is two less. So a panel outlives a restart
without being kept anywhere; one that the present options do not fit is too old (``DraftError``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.locale import Text, raw, say, say_as
from bot.show.options import option_name, value_meaning, value_text
from bot.show.scene import Rules, Terms
from bot.show.words import chips_text, game_name, mixed_name
from engine.errors import InputError
from engine.games import GAMES
from engine.options import OptionSpec, Value

DRAFT_LENGTH_MOST: Final = 88  # a custom id takes 100 letters
BUY_IN_STAKES: Final = (50, 100, 200)  # least, offered and most, in stakes of the game
MIXED: Final = ("choice", "rotation")
GAMES_LEAST: Final = 2  # of a table of several
STAKE_MOST: Final = 1_000_000
VALUES_MOST: Final = 25  # Discord: entries of a menu
_NOT_PLAYED, _USUAL, _FIRST_SAVED = 0, 1, 2
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_NUMBERS: Final[dict[str, Text]] = {
    "seats_most": say_as("terms", "Seats"),
    "buy_in_least": say_as("terms", "Least buy-in"),
    "buy_in_most": say_as("terms", "Most buy-in"),
    "turn_seconds": say_as("terms", "Seconds per decision"),
    "pause_seconds": say_as("terms", "Seconds between hands"),
    "nudge_seconds": say_as("terms", "Seconds until a nudge, 0 for none"),
}
_HINTS: Final = "hints"
_COMMON: Final = (*_NUMBERS, _HINTS)  # what the drafts of all tables begin with


class DraftError(ValueError):
    """A panel that the present version cannot read: it is too old."""


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One value that a field may take; ``meaning`` explains it where its name does not."""

    value: Value
    label: Text
    meaning: Text | None


@dataclass(frozen=True, slots=True)
class TermsField:
    """One thing about a table that its host may change. Without ``values`` it is a whole number."""

    name: str
    label: Text
    now: FieldValue
    values: tuple[FieldValue, ...] = ()
    least: int | None = None  # of an option's number; the limits of the other numbers are the tables'
    most: int | None = None


def fields_of(terms: Terms, saved: Sequence[Rules] = ()) -> tuple[TermsField, ...]:
    """Every field of the terms with its present value: the game's options, then what all tables have."""
    options = terms.options.to_mapping()
    found = [_option_field(spec, options[spec.name]) for spec in terms.options.specs()]
    if terms.mixed:
        found = _mixed_fields(terms, saved)
    for name, label in _NUMBERS.items():
        value: int = getattr(terms, name)
        found.append(TermsField(name, label, FieldValue(value, raw(value), None)))
    return (*found, _hints_field(terms))


def field_of(terms: Terms, name: str, saved: Sequence[Rules] = ()) -> TermsField:
    """The field of that name; DraftError where there is none."""
    for one in fields_of(terms, saved):
        if one.name == name:
            return one
    raise DraftError(name)


def changed(terms: Terms, name: str, value: Value, saved: Sequence[Rules] = ()) -> Terms:
    """The terms with that field changed; ``InputError`` where an option does not take the value.

    Options that are changed are the kept house rules no more, but for their stake.
    What hangs on an option goes with it: buy-ins keep their ratio to the stake, and a table with all the
    seats of its game has all that the game then has, else no more than those.
    """
    if name in _COMMON:
        common: dict[str, Any] = {name: value}
        return replace(terms, **common)
    if terms.mixed:
        return _mixed_changed(terms, name, value, saved)
    game = GAMES[terms.game]
    options = replace(terms.options, **{name: value})
    if name != game.stake_option and options != terms.options:
        terms = replace(terms, house_rules="", rules_id=0)
    old, new = game.stake(terms.options), game.stake(options)
    seats_before, seats = game.seats_most(terms.options), game.seats_most(options)
    return replace(
        terms,
        options=options,
        seats_most=seats if terms.seats_most == seats_before else min(terms.seats_most, seats),
        buy_in_least=max(1, terms.buy_in_least * new // old),
        buy_in_most=max(1, terms.buy_in_most * new // old),
    )


def pack(terms: Terms) -> str:
    """The terms as a part of a custom id: at most ``DRAFT_LENGTH_MOST`` of ``a-z 0-9 . _``."""
    values = terms.options.to_mapping()
    numbers = [int(getattr(terms, name)) for name in _COMMON]
    if terms.mixed:
        numbers += [stake_of(terms), *(_game_code(terms, key) for key in GAMES)]
        return _joined(terms.mixed, numbers)
    numbers += [terms.rules_id, *(_code(spec, values[spec.name]) for spec in terms.options.specs())]
    return _joined(terms.game, numbers)


def _joined(key: str, numbers: Sequence[int]) -> str:
    draft = ".".join((key, *map(_base36, numbers)))
    assert len(draft) <= DRAFT_LENGTH_MOST, "the terms no longer fit a custom id"
    return draft


def unpack(draft: str, saved: Sequence[Rules] = ()) -> Terms:
    """The terms packed so; DraftError where the present games, options and house rules cannot be it."""
    key, *codes = draft.split(".")
    game = GAMES.get(key)
    if key in MIXED:
        return _mixed_unpacked(draft, saved)
    if game is None:
        raise DraftError(draft)
    specs = game.options_type.specs()
    try:
        numbers = [int(code, 36) for code in codes]
        named = _common(numbers)
        rules_id, *values = numbers[len(_COMMON) :]
        coded = zip(specs, values, strict=True)
        options = game.options_type(**{spec.name: _value(spec, code) for spec, code in coded})
        kept = next((one for one in saved if one.rules_id == rules_id), Rules(key, options))
        return Terms(game=key, options=options, house_rules=kept.name, rules_id=kept.rules_id, **named)
    except (ValueError, TypeError, IndexError, InputError) as error:
        raise DraftError(draft) from error


# ---- a table of several games

_CHOICES: Final[dict[str, Text]] = {
    "choice": say("Before each deal the dealer picks the game."),
    "rotation": say("The games take turns, each for as many hands as players are dealt in."),
}


def stake_of(terms: Terms) -> int:
    """The one stake of all games (rule D2)."""
    return GAMES[terms.game].stake(terms.options)


def mixed_terms(mixed: str, games: Sequence[Rules], stake: int, terms: Terms | None = None) -> Terms:
    """The terms of a table of these games, the first one first; ``terms`` tells what all tables have.

    As many seats as the strictest game has, and one stake for all (rule D2). ``InputError`` where house rules
    do not go with that stake, or where fewer than two games are left (``games_too_few``).
    """
    if len(games) < GAMES_LEAST:
        raise InputError("games_too_few", f"a mixed table takes {GAMES_LEAST} games or more")
    staked = tuple(_staked(one, stake) for one in games)
    first, seats = staked[0], min(GAMES[one.game].seats_most(one.options) for one in staked)
    least, _, most = (n * stake for n in BUY_IN_STAKES)
    begun = terms or Terms(first.game, first.options, seats, least, most)
    full = not terms or not terms.games or terms.seats_most == _seats_of(terms)
    return replace(
        begun,
        game=first.game,
        options=first.options,
        seats_most=seats if full else min(begun.seats_most, seats),
        house_rules=first.name,
        mixed=mixed,
        games=staked,
    )


def _staked(rules: Rules, stake: int) -> Rules:
    given: dict[str, Any] = {GAMES[rules.game].stake_option: stake}
    return replace(rules, options=replace(rules.options, **given))


def _seats_of(terms: Terms) -> int:
    return min(GAMES[one.game].seats_most(one.options) for one in terms.games)


def _saved(rules_id: int, saved: Sequence[Rules]) -> Rules:
    found = next((one for one in saved if one.rules_id == rules_id), None)
    if found is None:  # deleted since
        raise DraftError(f"house rules {rules_id}")
    return found


def _game_code(terms: Terms, key: str) -> int:
    rules = next((one for one in terms.games if one.game == key), None)
    if rules is None:
        return _NOT_PLAYED
    return _FIRST_SAVED + rules.rules_id if rules.rules_id else _USUAL


def _rules_of(key: str, code: int, saved: Sequence[Rules]) -> Rules:
    if code == _USUAL:
        return Rules(key, GAMES[key].options_type())
    rules = _saved(code - _FIRST_SAVED, saved)
    if rules.game != key:
        raise DraftError(f"house rules {rules.rules_id} are of another game")
    return rules


def _mixed_unpacked(draft: str, saved: Sequence[Rules]) -> Terms:
    key, *codes = draft.split(".")
    try:
        numbers = [int(code, 36) for code in codes]
        stake, *games = numbers[len(_COMMON) :]
        rules = [_rules_of(name, code, saved) for name, code in zip(GAMES, games, strict=True) if code]
        terms = mixed_terms(key, rules, stake)
        return replace(terms, **_common(numbers))
    except (ValueError, InputError) as error:
        raise DraftError(draft) from error


def _mixed_fields(terms: Terms, saved: Sequence[Rules]) -> list[TermsField]:
    ways = tuple(FieldValue(one, mixed_name(one), meaning) for one, meaning in _CHOICES.items())
    now = next(one for one in ways if one.value == terms.mixed)
    stake = stake_of(terms)
    found = [
        TermsField("mixed", say_as("terms", "Next game"), now, ways),
        TermsField(
            "stake",
            say_as("terms", "Stake"),
            FieldValue(stake, chips_text(stake), say("The small bet, the ante and the boot.")),
            least=1,
            most=STAKE_MOST,
        ),
    ]
    for key in GAMES:
        values = tuple(_game_values(key, saved))
        code = _game_code(terms, key)
        played = next((one for one in values if one.value == code), values[0])
        found.append(TermsField(key, game_name(key), played, values))
    return found


def _game_values(key: str, saved: Sequence[Rules]) -> list[FieldValue]:
    found = [
        FieldValue(_NOT_PLAYED, say_as("one game", "not played"), None),
        FieldValue(_USUAL, say_as("one game", "by the usual rules"), None),
    ]
    named = [one for one in saved if one.game == key]
    found += [FieldValue(_FIRST_SAVED + one.rules_id, raw(one.name), None) for one in named]
    return found[:VALUES_MOST]


def _mixed_changed(terms: Terms, name: str, value: Value, saved: Sequence[Rules]) -> Terms:
    stake, games = stake_of(terms), {one.game: one for one in terms.games}
    if name == "mixed":
        return replace(terms, mixed=str(value))
    if name == "stake":
        assert isinstance(value, int)
        terms = mixed_terms(terms.mixed, terms.games, value, terms)
        least, most = (max(1, n * value // stake) for n in (terms.buy_in_least, terms.buy_in_most))
        return replace(terms, buy_in_least=least, buy_in_most=most)
    assert isinstance(value, int)
    games.pop(name, None)
    if value:
        games[name] = _rules_of(name, value, saved)
    return mixed_terms(terms.mixed, [games[key] for key in GAMES if key in games], stake, terms)


# ---- fields and codes


def _option_field(spec: OptionSpec, value: Value) -> TermsField:
    values = tuple(_field_value(spec, one) for one in spec.values)
    limits = (None, None) if spec.values else (spec.least, spec.most)
    return TermsField(spec.name, option_name(spec), _field_value(spec, value), values, *limits)


def _field_value(spec: OptionSpec, value: Value) -> FieldValue:
    return FieldValue(value, value_text(spec, value), value_meaning(spec, value))


def _hints_field(terms: Terms) -> TermsField:
    off = FieldValue(
        value=False, label=say_as("hints", "off"), meaning=say("Nobody is told the chance to win.")
    )
    on = FieldValue(
        value=True,
        label=say_as("hints", "on"),
        meaning=say("With {/hint} a player is told the chance to win, in private."),
    )
    return TermsField(_HINTS, say_as("terms", "Hints"), on if terms.hints else off, (off, on))


def _common(numbers: Sequence[int]) -> dict[str, Any]:
    """What the drafts of all tables begin with, by name; ValueError where it is something else."""
    named: dict[str, Any] = dict(zip(_COMMON, numbers[: len(_COMMON)], strict=True))
    if named[_HINTS] not in (0, 1):
        raise ValueError(f"hints {named[_HINTS]}")
    return {**named, _HINTS: bool(named[_HINTS])}


def _code(spec: OptionSpec, value: Value) -> int:
    if spec.values:
        return spec.values.index(value)
    assert isinstance(value, int)
    return value


def _value(spec: OptionSpec, code: int) -> Value:
    return spec.values[code] if spec.values else code


def _base36(number: int) -> str:
    assert number >= 0
    digits = ""
    while number >= 36:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return _DIGITS[number] + digits
