"""Slash commands and their options as a reader of each language types them in Discord.

A command's name is a message of the context ``command`` (see ``sense``), an option's of ``option``.
"""

from __future__ import annotations

from typing import Final

from bot.locale.catalogues import catalogue

COMMAND: Final = "command"
OPTION: Final = "option"
# Below these groups a word means something else than as a command of its own.
_OTHER_SENSES: Final = {"bank check": "command, to check the books"}


def command(path: str, locale: str) -> str:
    """The command with that path, such as ``table open``: "/table open"."""
    words = path.split()
    paths = (" ".join(words[: count + 1]) for count in range(len(words)))
    forms = (catalogue(locale).form(word, context=sense(of)) for word, of in zip(words, paths, strict=True))
    return "/" + " ".join(forms)


def sense(path: str) -> str:
    """The context of the last word of a command's path."""
    return _OTHER_SENSES.get(path, COMMAND)


def option(name: str, locale: str) -> str:
    """The name of an option, of whatever command."""
    return catalogue(locale).form(name, context=OPTION)
