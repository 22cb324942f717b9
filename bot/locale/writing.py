"""What each language writes in its own way, as texts: numbers with signs, parts of a whole, lists, dates."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from bot.locale import commands, numbers
from bot.locale.text import Text, Written, frame

Part = Text | str


def signed(chips: int) -> Text:
    """Chips with their sign: "+1,234"; nothing is "0"."""
    return _written(Written(chips, numbers.signed))


def average(chips: float) -> Text:
    """An average with its sign and one digit behind the point: "+12.5"."""
    return _written(Written(chips, numbers.signed_tenths))


def percent(count: int, total: int) -> Text:
    """How much of the total that is: "1.23%"."""
    return _written(Written(count / total, numbers.percent))


def listed(parts: Iterable[Part | int]) -> Text:
    """ "A, B, and C"."""
    return _written(Written(tuple(parts), _all_of))


def either(parts: Iterable[Part | int]) -> Text:
    """ "A, B, or C"."""
    return _written(Written(tuple(parts), _one_of))


def strung(parts: Iterable[Part], separator: str = ", ") -> Text:
    """Parts that say one thing after another, with no "and" before the last; empty ones are left out."""
    return _written(Written((separator, tuple(parts)), _strung))


def day(when: date) -> Text:
    """A date where no timestamp of Discord's can stand: "Friday, November 6, 2026"."""
    return _written(Written(when, numbers.day))


def moment(when: datetime) -> Text:
    """A date with its time on the wall clock, where no timestamp of Discord's can stand."""
    return _written(Written(when, numbers.moment))


def command(path: str, **options: object) -> Text:
    """A command with values of its options, as its reader types it: "/bank statement page:3".

    One without options needs no parameter: the message names it as ``{/bank statement}``.
    """
    typed = _written(Written(path, commands.command))
    for name, value in options.items():
        typed = frame("{typed} {option}:{value}", typed=typed, option=option(name), value=str(value))
    return typed


def option(name: str) -> Text:
    """An option of a command as its reader sees it."""
    return _written(Written(name, commands.option))


def _written(written: Written) -> Text:
    return frame("{value}", value=written)


def _words(parts: Iterable[Any], locale: str) -> list[str]:
    return [part.to(locale) if isinstance(part, Text) else str(part) for part in parts]


def _all_of(parts: tuple[Any, ...], locale: str) -> str:
    return numbers.all_of(_words(parts, locale), locale)


def _one_of(parts: tuple[Any, ...], locale: str) -> str:
    return numbers.one_of(_words(parts, locale), locale)


def _strung(strung: tuple[str, tuple[Any, ...]], locale: str) -> str:
    separator, parts = strung
    return separator.join(word for word in _words(parts, locale) if word)
