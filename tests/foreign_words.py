"""Words of a language in texts of another: what a text must not have, whoever wrote it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from bot.locale import ENGLISH, LOCALES
from tests.catalogue import extracted, translations

# What is no language's: markup, code, cards of a deck's proof, cities of time zones, commands.
NO_WORDS = re.compile(r"<[^<>]*>|`[^`]*`|\b[0-9a-f]{16,}\b|\b[A-Z]\w+(?:/[A-Z]\w+)+\b|https?://\S+")
FIELD = re.compile(r"\{[^{}]*\}")
WORD = re.compile(r"[^\W\d_]{2,}")
ASCII_WORD = re.compile(r"[a-z]{2,}")
ANYWHERE = frozenset(("discord", "csv", "utc", "png"))


@cache
def vocabulary(locale: str) -> frozenset[str]:
    """Every word of the messages in that language."""
    forms: list[str] = []
    for message in extracted() if locale == ENGLISH else translations(locale):
        if message.id:
            found: Any = message.id if locale == ENGLISH else message.string
            forms += [found] if isinstance(found, str) else found
    return frozenset(word for form in forms for word in words(FIELD.sub(" ", form)))


def words(text: str) -> set[str]:
    """Its words in small letters, without what is no language's."""
    return set(WORD.findall(NO_WORDS.sub(" ", text).lower()))


def strange(locale: str, text: str, names: frozenset[str]) -> set[str]:
    """Words of other languages in a text; in Russian also every Latin word. ``names`` are no words."""
    others = frozenset[str]().union(*(vocabulary(one) for one in LOCALES if one != locale))
    found = words(text) - names - ANYWHERE
    own = vocabulary(locale)
    latin = {word for word in found if ASCII_WORD.fullmatch(word)} if locale == "ru" else set()
    return ((found & others) - own) | (latin - own)
