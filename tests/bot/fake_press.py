"""An interaction without Discord: it notes how it is answered."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

import discord

from bot.answers import Press
from tests.bot.manual_clock import ManualClock


class _Response:
    """``interaction.response``: takes one answer, as Discord's library does."""

    def __init__(self, press: FakePress) -> None:
        self._press = press
        self._done = False

    def is_done(self) -> bool:
        return self._done

    async def send_message(self, content: str | None = None, **how: Any) -> None:
        self._answer("message", content if content is not None else how.get("view"))
        self._press.ephemeral.append(bool(how.get("ephemeral")))

    async def edit_message(self, **how: Any) -> None:
        self._answer("update", how.get("view"))

    async def send_modal(self, form: Any) -> None:
        self._answer("modal", form)

    async def autocomplete(self, choices: list[Any]) -> None:
        self._answer("autocomplete", choices)

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        self._answer("defer", "thinking" if thinking else "")

    def _answer(self, kind: str, what: object) -> None:
        if self._press.fails_with is not None:
            raise self._press.fails_with
        if self._done:
            raise discord.InteractionResponded(self._press.press)
        self._done = True
        self._press.answers.append((kind, what))


class _Followup:
    """``interaction.followup``."""

    def __init__(self, press: FakePress) -> None:
        self._press = press

    async def send(self, content: str | None = None, **how: Any) -> None:
        self._press.answers.append(("followup", content if content is not None else how.get("view")))
        self._press.ephemeral.append(bool(how.get("ephemeral")))


class FakePress:
    """``answers`` lists what it was answered with: (kind, content), kinds as in the methods above."""

    _ids = iter(range(1, 1_000_000))

    def __init__(
        self,
        kind: discord.InteractionType = discord.InteractionType.component,
        *,
        user_id: int = 7,
        custom_id: str = "t:1:more",
        on_message: bool = True,
        at: datetime | None = None,
    ) -> None:
        self.id = next(self._ids)
        self.type = kind
        self.extras: dict[Any, Any] = {}
        self.answers: list[tuple[str, object]] = []
        self.ephemeral: list[bool] = []
        self.fails_with: Exception | None = None
        self.response, self.followup = _Response(self), _Followup(self)
        self.locale = discord.Locale.american_english
        self.user = type("User", (), {"id": user_id})()
        self.guild_id, self.channel_id = 1, 2
        self.data = {"custom_id": custom_id}
        self.message = (
            type("Message", (), {"id": 3, "flags": discord.MessageFlags()})() if on_message else None
        )
        self.created_at = at or ManualClock().now()

    @property
    def press(self) -> Press:
        """Itself, as the code under test knows it."""
        return cast(Press, self)


def http_error(status: int, code: int) -> discord.HTTPException:
    """What Discord's library raises for such an answer."""
    response = type("Response", (), {"status": status, "reason": "no"})()
    return discord.HTTPException(response, {"code": code, "message": "no"})
