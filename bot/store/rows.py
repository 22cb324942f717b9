"""Rows as every file of the store reads and writes them."""

from __future__ import annotations

import json
import sqlite3
from typing import Any, Final, TypeVar

from bot.store.errors import Refused

Found = TypeVar("Found")

_JSON: Final = "_json"  # a column whose name ends so holds JSON


def existing(found: Found | None, what: str) -> Found:
    """What was found; ``Refused`` (no_such_row) where that is nothing."""
    if found is None:
        raise Refused(f"there is no {what}", code="no_such_row")
    return found


def to_json(value: object) -> str:
    """What a JSON column holds; mappings of any kind are read back as dictionaries."""
    return json.dumps(value, default=dict, ensure_ascii=False, sort_keys=True)


def named(row: sqlite3.Row) -> dict[str, Any]:
    """The row by the names of its columns; a JSON column is read, and named without its ending."""
    return {
        name.removesuffix(_JSON): json.loads(value) if name.endswith(_JSON) and value is not None else value
        for name, value in zip(row.keys(), row, strict=True)
    }
