"""The terms of a table that is not open yet, packed into the custom ids of its private panel.

    <game>.<seats>.<least buy-in>.<most buy-in>.<seconds to act>.<pause>.<nudge>.<option>.<option>…

All numbers in base 36; an option with listed values is its place among them. So a panel outlives a
restart without being kept anywhere; one that the present options do not fit is too old (``DraftError``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from bot.locale import Text, say_as
from bot.show.options import option_name, value_meaning, value_text
from bot.show.scene import Terms
from bot.show.words import raw
from engine.errors import InputError
from engine.games import GAMES
from engine.options import OptionSpec, Value

DRAFT_LENGTH_MOST: Final = 85  # a custom id takes 100 letters
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_NUMBERS: Final[dict[str, Text]] = {
    "seats_most": say_as("terms", "Seats"),
    "buy_in_least": say_as("terms", "Least buy-in"),
    "buy_in_most": say_as("terms", "Most buy-in"),
    "turn_seconds": say_as("terms", "Seconds per decision"),
    "pause_seconds": say_as("terms", "Seconds between hands"),
    "nudge_seconds": say_as("terms", "Seconds until a nudge, 0 for none"),
}


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


def fields_of(terms: Terms) -> tuple[TermsField, ...]:
    """Every field of the terms with its present value: the game's options, then what all tables have."""
    options = terms.options.to_mapping()
    found = [_option_field(spec, options[spec.name]) for spec in terms.options.specs()]
    for name, label in _NUMBERS.items():
        value: int = getattr(terms, name)
        found.append(TermsField(name, label, FieldValue(value, raw(value), None)))
    return tuple(found)


def field_of(terms: Terms, name: str) -> TermsField:
    """The field of that name; DraftError where there is none."""
    for one in fields_of(terms):
        if one.name == name:
            return one
    raise DraftError(name)


def changed(terms: Terms, name: str, value: Value) -> Terms:
    """The terms with that field changed; ``InputError`` where an option does not take the value.

    What hangs on an option goes with it: buy-ins keep their ratio to the stake, and a table with all the
    seats of its game has all that the game then has, else no more than those.
    """
    if name in _NUMBERS:
        numbers: dict[str, Any] = {name: value}
        return replace(terms, **numbers)
    game = GAMES[terms.game]
    options = replace(terms.options, **{name: value})
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
    numbers = [getattr(terms, name) for name in _NUMBERS]
    numbers += [_code(spec, values[spec.name]) for spec in terms.options.specs()]
    draft = ".".join((terms.game, *map(_base36, numbers)))
    assert len(draft) <= DRAFT_LENGTH_MOST, "the terms no longer fit a custom id"
    return draft


def unpack(draft: str) -> Terms:
    """The terms packed so; DraftError where the present games and options cannot be it."""
    key, *codes = draft.split(".")
    game = GAMES.get(key)
    if game is None:
        raise DraftError(draft)
    specs = game.options_type.specs()
    try:
        numbers = [int(code, 36) for code in codes]
        named: dict[str, Any] = dict(zip(_NUMBERS, numbers, strict=False))
        coded = zip(specs, numbers[len(_NUMBERS) :], strict=True)
        options = game.options_type(**{spec.name: _value(spec, code) for spec, code in coded})
        return Terms(game=key, options=options, **named)
    except (ValueError, TypeError, IndexError, InputError) as error:
        raise DraftError(draft) from error


def _option_field(spec: OptionSpec, value: Value) -> TermsField:
    values = tuple(_field_value(spec, one) for one in spec.values)
    limits = (None, None) if spec.values else (spec.least, spec.most)
    return TermsField(spec.name, option_name(spec), _field_value(spec, value), values, *limits)


def _field_value(spec: OptionSpec, value: Value) -> FieldValue:
    return FieldValue(value, value_text(spec, value), value_meaning(spec, value))


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
