"""Posts the summary of a night that is over."""

from __future__ import annotations

from bot.nights.desk import NightDesk
from bot.nights.telling import SendSummary
from bot.show.night import mark
from bot.standings.messages import Messages
from bot.store.nights import NightRow


def summary_sender(messages: Messages, desk: NightDesk) -> SendSummary:
    """What ``bot.nights.telling`` calls when a night is over."""

    async def send(night: NightRow, nonce: str) -> int:
        locale = desk.locale(night.server_id)
        made = await messages.summary(night.night_id, locale, mark(night.night_id, "summary"))
        return await desk.post.send(night.channel_id, made.view, nonce, files=made.files)

    return send
