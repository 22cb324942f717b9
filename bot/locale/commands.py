"""Slash commands and their options as a reader of each language types them in Discord.

A command's name is a message of the context ``command``, an option's of the context ``option``.
"""

from __future__ import annotations

from typing import Final

from bot.locale.catalogues import catalogue

COMMAND: Final = "command"
OPTION: Final = "option"


def command(path: str, locale: str) -> str:
    """The command with that path, such as ``table open``: "/table open"."""
    return "/" + " ".join(catalogue(locale).form(word, context=COMMAND) for word in path.split())


def option(name: str, locale: str) -> str:
    """The name of an option, of whatever command."""
    return catalogue(locale).form(name, context=OPTION)
