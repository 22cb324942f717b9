"""How texts name a slash command and its options: as their reader sees them in Discord.

A command's name is a message of the context ``command``, an option's of the context ``option``.
"""

from __future__ import annotations

from typing import Any, Final

from bot.locale.catalogues import catalogue
from bot.locale.text import Text, Written, frame

COMMAND: Final = "command"
OPTION: Final = "option"


def command(path: str, /, **options: object) -> Text:
    """A command as its reader types it: "/table open", with options "/bank statement page:3"."""
    named = tuple((name, value) for name, value in options.items())
    return frame("{command}", command=Written((path, named), _command))


def option(name: str) -> Text:
    """An option of a command as its reader sees it."""
    return frame("{option}", option=Written(name, _option))


def _command(typed: tuple[str, tuple[tuple[str, Any], ...]], locale: str) -> str:
    path, options = typed
    words = [catalogue(locale).form(word, context=COMMAND) for word in path.split()]
    words += [f"{_option(name, locale)}:{value}" for name, value in options]
    return "/" + " ".join(words)


def _option(name: str, locale: str) -> str:
    return catalogue(locale).form(name, context=OPTION)
