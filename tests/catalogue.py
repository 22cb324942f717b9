"""The translators' files: extract every text from the source, merge it into them, tell what is missing.

``python -m tests.catalogue`` rewrites ``bot/locale/<language>/LC_MESSAGES/dealer.po`` for every language
but English: new texts come in empty, old translations stay, what is no longer said goes.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from discord import app_commands
from discord.ext import commands

import cogs
from bot.locale import ENGLISH, LOCALES
from bot.locale.commands import OPTION, sense

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "bot" / "locale"
SOURCES: Final = ("bot", "cogs")
METHODS: Final = [("rehearsal/**", "ignore"), ("**.py", "python")]  # that is a program of its own, in English
KEYWORDS: Final[dict[str, Any]] = {
    "say": None,
    "say_many": (1, 2),
    "say_as": ((1, "c"), 2),
    "locale_str": None,
}
Node = app_commands.Command[Any, ..., Any] | app_commands.Group
TRANSLATED: Final = tuple(locale for locale in LOCALES if locale != ENGLISH)


def path_of(locale: str) -> Path:
    """Where the translations of that language are."""
    return FOLDER / locale / "LC_MESSAGES" / "dealer.po"


def extracted() -> Catalog:
    """Every text that the source says, with where it stands (files only: lines would change daily)."""
    found = Catalog(project="Dealer's Choice", charset="utf-8")
    for folder in SOURCES:
        with redirect_stderr(StringIO()):  # Babel warns of each f-string that is a parameter of a text
            texts = list(
                extract_from_dir(
                    ROOT / folder,
                    method_map=METHODS,
                    keywords=KEYWORDS,
                    comment_tags=("Translators:",),
                    strip_comment_tags=True,
                )
            )
        for name, _line, message, comments, context in texts:
            ids = message if isinstance(message, str) else tuple(message)
            found.add(ids, locations=[(f"{folder}/{name}", 0)], auto_comments=comments, context=context)
    for context, name, where in command_names():
        found.add(name, locations=[(where, 0)], context=context)
    return found


def command_names() -> Iterator[tuple[str, str, str]]:
    """Context (``command`` or ``option``), name and file of all that stands on the command line."""
    for path, one, where in commands_of_cogs():
        yield sense(path), path.split()[-1], where
        if isinstance(one, app_commands.Command):
            for option in one.parameters:
                yield OPTION, option.display_name, where


def commands_of_cogs() -> Iterator[tuple[str, Node | None, str]]:
    """Path of every command and group, such as ``table open``, with its file; None: a cog is the group."""
    for module in pkgutil.iter_modules(cogs.__path__, "cogs."):
        where = module.name.replace(".", "/") + ".py"
        for kind in vars(importlib.import_module(module.name)).values():
            if (
                not (isinstance(kind, type) and issubclass(kind, commands.Cog))
                or kind.__module__ != module.name
            ):
                continue
            group = str(kind.__cog_group_name__) if issubclass(kind, commands.GroupCog) else ""
            if group:
                yield group, None, where
            for command in kind.__cog_app_commands__:
                below = command.walk_commands() if isinstance(command, app_commands.Group) else ()
                yield from (
                    (f"{group} {one.qualified_name}".strip(), one, where) for one in (command, *below)
                )


def translations(locale: str) -> Catalog:
    """What has been translated into that language; empty where nothing has yet."""
    path = path_of(locale)
    if not path.exists():
        return Catalog(locale=locale, project="Dealer's Choice", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def update(locale: str) -> int:
    """Bring that language's file up to the source; how many of its texts are not translated."""
    catalogue = translations(locale)
    catalogue.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    path_of(locale).parent.mkdir(parents=True, exist_ok=True)
    with path_of(locale).open("wb") as file:
        write_po(file, catalogue, width=0, sort_output=True, omit_header=False, include_lineno=False)
    return sum(not complete(message.string) for message in catalogue if message.id)


def complete(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """True where every form is there."""
    return all(string) if isinstance(string, tuple | list) else bool(string)


if __name__ == "__main__":
    for language in TRANSLATED:
        print(f"{language}: {update(language)} texts to translate")
