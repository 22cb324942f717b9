"""The translators' files, read when the bot starts: what each English message is in a language.

What a file lacks is said in English, and logged once, so that whoever runs the bot learns of it.
"""

from __future__ import annotations

import gettext
import logging
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.locale.languages import ENGLISH, LOCALES

log = logging.getLogger(__name__)

DOMAIN: Final = "dealer"


class Catalogue:
    """One language's messages. ``missing``: what was asked for and is not there, with its context."""

    def __init__(self, locale: str) -> None:
        self.missing: set[tuple[str, str]] = set()
        self._locale = locale
        self._translations = gettext.NullTranslations() if locale == ENGLISH else _read(locale)
        if locale != ENGLISH:
            self._translations.add_fallback(_English(self))

    def form(self, message: str, *, context: str = "", plural: str = "", count: int = 0) -> str:
        """The message as the language says it, for that count where it has a plural."""
        found = self._translations
        if plural and context:
            return found.npgettext(context, message, plural, count)
        if plural:
            return found.ngettext(message, plural, count)
        return found.pgettext(context, message) if context else found.gettext(message)

    def note(self, context: str, message: str) -> None:
        """A message that is not there was asked for."""
        if (context, message) not in self.missing:
            self.missing.add((context, message))
            fields = {"language": self._locale, "context": context, "message": message}
            log.warning("a text is not translated", extra={"fields": fields})


class _English(gettext.NullTranslations):
    """What is said where a catalogue lacks a message."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._catalogue = catalogue

    def gettext(self, message: str) -> str:
        self._catalogue.note("", message)
        return message

    def pgettext(self, context: str, message: str) -> str:
        self._catalogue.note(context, message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._catalogue.note("", msgid1)
        return super().ngettext(msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self._catalogue.note(context, msgid1)
        return super().npgettext(context, msgid1, msgid2, n)


@cache
def catalogue(locale: str) -> Catalogue:
    """The catalogue of that language; English for a code that is none of ``LOCALES``."""
    return Catalogue(locale) if locale in LOCALES else catalogue(ENGLISH)


def load_catalogues() -> None:
    """Read every catalogue, which takes some 0.1 s: before the gateway, in a thread."""
    for locale in LOCALES:
        catalogue(locale)


def _read(locale: str) -> gettext.NullTranslations:
    with (Path(__file__).parent / locale / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as source:
        messages = read_po(source, locale=locale)
    for message in list(messages):  # one that lacks a plural form lacks all: half of it would mix languages
        if isinstance(message.string, tuple | list) and not all(message.string):
            messages.delete(message.id, context=message.context)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
