"""People's names made harmless: a name can neither format, link, ping, hide nor turn a line around."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

NAME_WIDTH_MOST: Final = 20  # columns; a wide letter takes two
_NAMELESS: Final = "—"
_MARKS_IN_A_ROW_MOST: Final = 2
# Letters by their category that show as nothing.
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_UNSEEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"))
_MARKS: Final = frozenset(("Mn", "Me"))
_PUNCTUATION: Final = re.compile(r"([!-/:-?\[-`{-~])")
_ISOLATE: Final = "\u2068"
_END_ISOLATE: Final = "\u2069"
_ZERO_WIDTH_SPACE: Final = "\u200b"
_NAMES_REMEMBERED: Final = 4096  # every redraw names the same people again


@lru_cache(_NAMES_REMEMBERED)
def plain_name(name: str, width_most: int = NAME_WIDTH_MOST) -> str:
    """The name for labels, where nothing is formatted: visible letters only, never empty, cut with "…"."""
    shown = _cut(_visible(name), width_most) or _NAMELESS
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in shown):
        return f"{_ISOLATE}{shown}{_END_ISOLATE}"
    return shown


@lru_cache(_NAMES_REMEMBERED)
def safe_name(name: str, width_most: int = NAME_WIDTH_MOST) -> str:
    """The name for texts: as ``plain_name``, with markdown, links and mentions defused.

    Every ASCII punctuation mark is escaped, but "@": mentions are found in the raw text, where no escaping
    counts, so a zero-width space parts it from what follows.
    """
    escaped = _PUNCTUATION.sub(r"\\\1", plain_name(name, width_most))
    return escaped.replace("@", "@" + _ZERO_WIDTH_SPACE)


def _visible(name: str) -> str:
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name):
        category = unicodedata.category(letter)
        if category in _UNSEEN or letter in _BLANKS:
            # A format character joins (right-to-left marks, joiners); everything else parts words.
            if category != "Cf":
                letters.append(" ")
            continue
        marks = marks + 1 if _is_mark(letter) else 0
        stray = bool(marks) and (not letters or letters[-1] == " ")  # it would sit on what stands before
        if marks <= _MARKS_IN_A_ROW_MOST and not stray:
            letters.append(letter)
    return " ".join("".join(letters).split())


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in _MARKS


def _columns(letter: str) -> int:
    if _is_mark(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def _cut(name: str, width_most: int) -> str:
    assert width_most >= 2
    if sum(map(_columns, name)) <= width_most:
        return name
    kept: list[str] = []
    width = 1  # of the "…"
    for letter in name:
        width += _columns(letter)
        if width > width_most:
            break
        kept.append(letter)
    return "".join(kept).rstrip() + "…"
