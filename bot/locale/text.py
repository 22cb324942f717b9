"""Texts that wait for their reader's language.

A whole number in a text is written as the language groups it ("12,345", "12 345", "12.345"). One that
stands inside Discord's markup (``<t:{at}:R>``), or names a thing (``NAMING``), is written plainly, since
people type it as they read it. A field that begins with a slash is a command: ``{/table open}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from bot.locale.catalogues import catalogue
from bot.locale.commands import command
from bot.locale.numbers import grouped

# Fields of messages whose numbers are names: of a table, a hand, a night …
NAMING: Final = frozenset(
    (
        "number",
        "hand",
        "table",
        "night",
        "season",
        "page",
        "best_night",
        "worst_night",
        "hand_id",
        "message_id",
    )
)
FORMS_KEPT: Final = 4096
_COMMAND: Final = re.compile(r"\{/([a-z -]+)\}")
_MARKUP: Final = re.compile(r"<[^<>\s{}]*\{(\w+)\}[^<>\s{}]*>")


@dataclass(frozen=True, slots=True)
class Text:
    """A message that waits for its reader's language. ``fixed``: no language says it in another way."""

    message: str
    params: tuple[tuple[str, object], ...] = ()
    plural: str = ""
    count: int = 0
    context: str = ""
    fixed: bool = False

    def to(self, locale: str) -> str:
        """The message in that language (a code of ``LOCALES``; others read English)."""
        form = self.message
        if not self.fixed:
            form = catalogue(locale).form(
                self.message, context=self.context, plural=self.plural, count=self.count
            )
        plain, commands = _fields(form)
        values = {name: _put(value, locale, plain=name in plain) for name, value in self.params}
        for path in commands:
            values[f"/{path}"] = command(path, locale)
        return form.format_map(values)


@dataclass(frozen=True, slots=True)
class Written:
    """A value that each language writes in its own way: ``write`` takes it and the language."""

    value: Any
    write: Callable[[Any, str], str]

    def to(self, locale: str) -> str:
        """The value as that language writes it."""
        return self.write(self.value, locale)


def say(message: str, **params: object) -> Text:
    """A text; ``{name}`` in the message is replaced by that parameter."""
    return Text(message, tuple(params.items()))


def say_many(one: str, many: str, count: int, **params: object) -> Text:
    """A text that depends on a number, which the message may name as ``{count}``."""
    return Text(one, (("count", count), *params.items()), plural=many, count=count)


def say_as(context: str, message: str, **params: object) -> Text:
    """A text whose English is ambiguous: ``context`` tells translators which sense is meant."""
    return Text(message, tuple(params.items()), context=context)


def frame(form: str, **params: object) -> Text:
    """Parts put together in a way that no language changes: no message for the catalogue."""
    return Text(form, tuple(params.items()), fixed=True)


def raw(value: object) -> Text:
    """A name, or a number that each language groups in its own way, as a text."""
    return frame("{value}", value=value)


def _put(value: object, locale: str, *, plain: bool) -> object:
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if plain else grouped(value, locale)
    return value.to(locale) if isinstance(value, Text | Written) else value


@lru_cache(maxsize=FORMS_KEPT)
def _fields(form: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Of a message: the fields whose numbers are written without groups, and the commands that it names."""
    return NAMING | frozenset(_MARKUP.findall(form)), tuple(_COMMAND.findall(form))
