"""The message catalogue: every text that a person reads in Discord is made here.

``say("{name} bets {chips}.", name=…, chips=…)`` makes a ``Text``: an English message with parameters,
that is put into words only when its reader's language is known, by ``text.to(locale)``. The English
message is the key of the gettext catalogues. Parameters may be texts themselves. Names of people are
escaped by whoever passes them (see ``bot.show.names``).
"""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGLISH: Final = "en"
LOCALES: Final = (ENGLISH, "ru", "pt_BR")  # a catalogue for each other language lies in this folder
_DOMAIN: Final = "dealer"


@dataclass(frozen=True, slots=True)
class Text:
    """A message that waits for its reader's language."""

    message: str
    params: tuple[tuple[str, object], ...] = ()
    plural: str = ""
    count: int = 0
    context: str = ""

    def to(self, locale: str) -> str:
        """The message in that language (a code of ``LOCALES``; others read English)."""
        catalogue = _catalogue(locale)
        if self.plural and self.context:
            form = catalogue.npgettext(self.context, self.message, self.plural, self.count)
        elif self.plural:
            form = catalogue.ngettext(self.message, self.plural, self.count)
        elif self.context:
            form = catalogue.pgettext(self.context, self.message)
        else:
            form = catalogue.gettext(self.message)
        values = {name: _put(value, locale) for name, value in self.params}
        return form.format(**values)


def say(message: str, **params: object) -> Text:
    """A text; ``{name}`` in the message is replaced by that parameter."""
    return Text(message, tuple(params.items()))


def say_many(one: str, many: str, count: int, **params: object) -> Text:
    """A text that depends on a number, which the message may name as ``{count}``."""
    return Text(one, (("count", count), *params.items()), plural=many, count=count)


def say_as(context: str, message: str, **params: object) -> Text:
    """A text whose English is ambiguous: ``context`` tells translators which sense is meant."""
    return Text(message, tuple(params.items()), context=context)


def locale_of(discord_locale: str) -> str:
    """The catalogue for a Discord locale code such as ``en-GB``; English where there is none."""
    code = discord_locale.replace("-", "_")
    return next((known for known in LOCALES if known in (code, code.split("_")[0])), ENGLISH)


def _put(value: object, locale: str) -> object:
    return value.to(locale) if isinstance(value, Text) else value


@cache
def _catalogue(locale: str) -> gettext.NullTranslations:
    if locale == ENGLISH or locale not in LOCALES:
        return gettext.NullTranslations()
    with (Path(__file__).parent / locale / "LC_MESSAGES" / f"{_DOMAIN}.po").open("rb") as source:
        catalogue = read_po(source, locale=locale)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
