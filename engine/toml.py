"""Values as TOML text, for what the standard library can only read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

WIDTH_MOST: Final = 100  # a longer list has its parts on lines of their own
_ESCAPED: Final = re.compile(r'["\\\x00-\x1f\x7f]')


def spell(value: object) -> str:
    """A text, whole number, switch, list or mapping as one TOML value; a long list takes several lines."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name} = {_flat(one)}" for name, one in value.items()) + "}"
    assert isinstance(value, Sequence), f"TOML has no {type(value).__name__}"
    flat = _flat(value)
    if len(flat) <= WIDTH_MOST:
        return flat
    return "[\n" + "".join(f"  {_flat(one)},\n" for one in value) + "]"


def _flat(value: object) -> str:
    """The value on one line, which inline tables must stand on."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_flat, value)) + "]"
    return spell(value)


def _text(value: str) -> str:
    """A basic string: controls are escaped, and a lone surrogate, which no text may hold, is ``?``."""
    whole = value.encode("utf-8", "replace").decode()
    return '"' + _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", whole) + '"'
