"""Double taps: the same person's same button within two seconds is one wish."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from bot.answers import Press, acknowledge

DOUBLE_TAP: Final = timedelta(seconds=2)


class Taps:
    """Remembers presses for two seconds."""

    def __init__(self) -> None:
        self._last: dict[tuple[int, int, str], datetime] = {}

    async def once(self, interaction: Press, work: Callable[[], Awaitable[None]]) -> None:
        """Do the work; the second tap of a double tap is acknowledged empty instead.

        A press that was refused, or failed, does not count: the next one is a new wish.
        """
        now, key = interaction.created_at, _key(interaction)
        while self._last and now - self._last[oldest := next(iter(self._last))] > DOUBLE_TAP:
            del self._last[oldest]
        former = self._last.pop(key, None)  # perhaps older still: presses do not arrive in order
        if former is not None and now - former <= DOUBLE_TAP:
            self._last[key] = former
            await acknowledge(interaction)
            return
        self._last[key] = now
        try:
            await work()
        except Exception:
            self._last.pop(key, None)
            raise


def _key(interaction: Press) -> tuple[int, int, str]:
    """Who, on which message, which button, or what of a menu.

    One panel's Open is not another's, though they look the same.
    """
    data: dict[str, object] = dict(interaction.data or {})
    message_id = interaction.message.id if interaction.message is not None else 0
    return interaction.user.id, message_id, f"{data.get('custom_id', interaction.id)} {data.get('values')}"
