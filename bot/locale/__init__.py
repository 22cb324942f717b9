"""The message catalogue: every text that a person reads in Discord is made here.

``say("{name} bets {chips}.", name=…, chips=…)`` makes a ``Text``: an English message with parameters,
that is put into words only when its reader's language is known, by ``text.to(locale)``. The English
message is the key of the gettext catalogues. Parameters may be texts themselves. Names of people are
escaped by whoever passes them (see ``bot.show.names``). Whole numbers are written as the language groups
them, and ``{/table open}`` is that command by its name there (see ``bot.locale.text``).
"""

from bot.locale.catalogues import load_catalogues
from bot.locale.languages import ENGLISH, LOCALES, NAMES, locale_of
from bot.locale.text import Text, frame, raw, say, say_as, say_many
from bot.locale.writing import average, command, day, either, listed, moment, option, percent, signed, strung

__all__ = [
    "ENGLISH",
    "LOCALES",
    "NAMES",
    "Text",
    "average",
    "command",
    "day",
    "either",
    "frame",
    "listed",
    "load_catalogues",
    "locale_of",
    "moment",
    "option",
    "percent",
    "raw",
    "say",
    "say_as",
    "say_many",
    "signed",
    "strung",
]
