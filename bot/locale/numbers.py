"""Numbers, lists, dates and cities as each language writes them, by what Babel brings along of CLDR.

Each takes a value and a code of ``LOCALES``. A minus is a true minus sign in every language.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from babel import Locale
from babel.dates import format_date, format_skeleton, get_timezone_location
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from bot.locale.languages import ENGLISH, LOCALES

MINUS: Final = "−"
_UNGROUPED_MOST: Final = 999
_SHORT: Final = ((10**9, 10**9, "G"), (10**6, 10**6, "M"), (10**5, 10**3, "k"))  # from where, of what
_TENTHS_MOST: Final = 1000  # with more of them, none is shown
_DIGITS_MOST: Final = 12  # behind the point


def grouped(number: int, locale: str) -> str:
    """A whole number: 12,345, 12 345 or 12.345."""
    if 0 <= number <= _UNGROUPED_MOST:
        return str(number)
    return _with_minus(format_decimal(number, locale=_known(locale)))


def short(number: int, locale: str) -> str:
    """A whole number in at most six letters and a sign, rounded towards zero: 12,500, 150k, 1.2M."""
    for size, unit, letter in _SHORT:
        if abs(number) >= size:
            tenths = abs(number) * 10 // unit
            shown = tenths // 10 if tenths >= _TENTHS_MOST else tenths / 10
            written = format_decimal(shown, format="#,##0.#", locale=_known(locale))
            return f"{MINUS if number < 0 else ''}{written}{letter}"
    return grouped(number, locale)


def signed_short(number: int, locale: str) -> str:
    """The same with its sign; nothing is 0."""
    return f"+{short(number, locale)}" if number > 0 else short(number, locale)


def signed(number: int, locale: str) -> str:
    """A whole number with its sign; nothing is 0."""
    return f"+{grouped(number, locale)}" if number > 0 else grouped(number, locale)


def signed_tenths(number: float, locale: str) -> str:
    """A number with its sign and one digit behind the point: +12.5."""
    return _with_minus(format_decimal(number, format="+#,##0.0;-#,##0.0", locale=_known(locale)))


def percent(part: float, locale: str) -> str:
    """A part of the whole, from 0 to 1, with the three digits that count: 1.23%, 12,3 %."""
    digits = Decimal(f"{part:.3g}")
    usual = Locale.parse(_known(locale)).percent_formats[None]
    return format_percent(
        digits, format=f"#,##0.{'#' * _DIGITS_MOST}{usual.suffix[0]}", locale=_known(locale)
    )


def all_of(parts: Sequence[str], locale: str) -> str:
    """ "A, B, and C"."""
    return format_list(parts, style="standard", locale=_known(locale))


def one_of(parts: Sequence[str], locale: str) -> str:
    """ "A, B, or C"."""
    return format_list(parts, style="or", locale=_known(locale))


def day(when: date, locale: str) -> str:
    """ "Friday, November 6, 2026"."""
    return format_date(when, "full", locale=_known(locale))


def moment(when: datetime, locale: str) -> str:
    """A short date with its weekday and the time on the wall clock: "Fri, Nov 6, 2026 20:00"."""
    short = format_skeleton("yMMMEd", when, locale=_known(locale))
    return f"{short} {when:%H:%M}"


def city(zone: str, locale: str) -> str:
    """The city that an IANA zone is named for: "Berlin", "Берлин", "Berlim"."""
    return get_timezone_location(zone, locale=_known(locale), return_city=True)


def _known(locale: str) -> str:
    return locale if locale in LOCALES else ENGLISH


def _with_minus(written: str) -> str:
    return written.replace("-", MINUS)
