"""What was chosen in a menu, whatever stands there: a menu with one choice may come back with none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

DIGITS_MOST: Final = 9


def word(values: Sequence[Any]) -> str:
    """The first value; empty where there is none."""
    return str(values[0]) if values else ""


def number(values: Sequence[Any]) -> int | None:
    """The first value as a whole number from 0; None where it is none."""
    written = word(values)
    return int(written) if written.isascii() and written.isdecimal() and len(written) <= DIGITS_MOST else None
