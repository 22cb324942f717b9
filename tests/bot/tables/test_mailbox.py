"""What is remembered of who takes no direct messages."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bot.newest import KEPT_MOST
from bot.tables.hidden import Mailbox
from tests.bot.manual_clock import ManualClock


def test_who_takes_no_messages_is_told_once_and_remembered_with_a_bound() -> None:
    """However many such people there were since the start."""
    mailbox = Mailbox(cast(Any, SimpleNamespace(clock=ManualClock())))
    for player_id in range(KEPT_MOST + 10):
        mailbox.failed(player_id)
    newest = KEPT_MOST + 9
    assert [mailbox.to_be_told(newest) for _ in range(2)] == [True, False]
    mailbox.arrived(newest)
    mailbox.failed(newest)
    assert mailbox.to_be_told(newest)
    assert len(mailbox._closed) == KEPT_MOST
