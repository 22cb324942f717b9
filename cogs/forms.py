"""Forms that ask for one thing, and what people may write into them."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Any, Final

from discord import ui

from bot.answers import OwnForm, Press
from bot.locale import Text, say
from bot.reporter import Reporter
from bot.show.words import clipped
from bot.tables.people import Refusal

FORM_SECONDS: Final = 600  # who sends it later is told that it is of an older time
TITLE_LENGTH_MOST: Final = 45  # Discord: titles and labels of a form
DESCRIPTION_LENGTH_MOST: Final = 100
CHIPS_LENGTH_MOST: Final = 13
_BETWEEN_DIGITS: Final = re.compile(r"(?<=\d)[\s_'’](?=\d)")  # as people group thousands

Sent = Callable[[Press, str], Coroutine[Any, Any, None]]


class Form(OwnForm):
    """Asks for one line; ``sent`` gets what was written, inside the reporter."""

    def __init__(
        self,
        reporter: Reporter,
        sent: Sent,
        *,
        locale: str,
        title: Text,
        label: Text,
        hint: Text,
        value: str = "",
        length_most: int = CHIPS_LENGTH_MOST,
    ) -> None:
        super().__init__(title=clipped(title.to(locale), TITLE_LENGTH_MOST), timeout=FORM_SECONDS)
        self._reporter, self._sent = reporter, sent
        self._field: ui.TextInput[Any] = ui.TextInput(default=value or None, max_length=length_most)
        self.add_item(
            ui.Label(
                text=clipped(label.to(locale), TITLE_LENGTH_MOST),
                description=clipped(hint.to(locale), DESCRIPTION_LENGTH_MOST),
                component=self._field,
            )
        )

    async def on_submit(self, interaction: Press) -> None:
        """Hand over what was written."""
        await self._reporter.run(interaction, self._sent(interaction, self._field.value))


def chips_typed(text: str, least: int, most: int) -> int:
    """The number of chips that somebody wrote; Refusal where it is none, or not from least to most."""
    digits = _BETWEEN_DIGITS.sub("", text.strip())
    if not (digits.isascii() and digits.isdigit() and least <= int(digits) <= most):
        raise Refusal(say("Write a whole number from {least} to {most}.", least=least, most=most))
    return int(digits)
