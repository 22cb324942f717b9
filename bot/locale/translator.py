"""What Discord is told of the slash commands in every language; its English clients get the default names."""

from __future__ import annotations

from typing import Final

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str
from discord.app_commands.translator import TranslationContextLocation as Location

from bot.locale.catalogues import catalogue
from bot.locale.commands import COMMAND, OPTION, sense
from bot.locale.languages import ENGLISH, locale_of
from bot.locale.text import Text

_CONTEXTS: Final = {
    Location.group_name: COMMAND,
    Location.parameter_name: OPTION,
}
_ENGLISH: Final = (Locale.american_english, Locale.british_english)
_SPOKEN: Final = {one: locale_of(one.value) for one in Locale if locale_of(one.value) != ENGLISH}


class CommandTranslator(Translator):
    """Puts names, descriptions and choices of the commands into the languages that the bot speaks."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """The string in that language of Discord's; None for one that the bot does not speak."""
        if locale in _ENGLISH:
            return string.message
        language = _SPOKEN.get(locale)  # asked for every name in all of Discord's languages
        if language is None:
            return None
        if context.location is Location.command_name:
            meant = sense(context.data.qualified_name)
        else:
            meant = _CONTEXTS.get(context.location) or str(string.extras.get("context", ""))
        return catalogue(language).form(string.message, context=meant)


def choice_name(text: Text) -> locale_str:
    """A text without parameters as the name of a command's choice."""
    assert not text.params, "a choice says the same at all times"
    return locale_str(text.message, context=text.context)
