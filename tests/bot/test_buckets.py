"""What discord.py knows of rate limits: thrown away when unused, and not looked through all the time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from discord.http import HTTPClient, Ratelimit

from bot.buckets import SWEEP_SECONDS, sweep_seldom
from tests.simulation.loop import VirtualLoop

CHANNELS = 1000
UNUSED_SECONDS = 300  # discord.py's


def in_no_time(play: Callable[[], Any]) -> None:
    """Play on a loop whose time passes by itself."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(play())


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each bucket that is looked at."""
    seen, is_inactive = list[int](), Ratelimit.is_inactive

    def counted(self: Ratelimit) -> bool:
        seen.append(1)
        return is_inactive(self)

    monkeypatch.setattr(Ratelimit, "is_inactive", counted)
    return seen


def test_many_channels_waking_up_are_looked_through_once(looks: list[int]) -> None:
    """Not once more for each of them; as discord.py comes, it is some half a million looks."""

    async def play() -> None:
        http = HTTPClient(asyncio.get_running_loop())
        sweep_seldom(http)
        for channel in range(CHANNELS):
            http.get_ratelimit(f"POST:{channel}")
        assert len(http._buckets) == CHANNELS
        assert len(looks) < 2 * CHANNELS

    in_no_time(play)


def test_unused_buckets_go_within_a_minute(looks: list[int]) -> None:
    """Their number stays that of the channels of the last minutes."""

    async def play() -> None:
        http = HTTPClient(asyncio.get_running_loop())
        sweep_seldom(http)
        for channel in range(CHANNELS):
            await http.get_ratelimit(f"POST:{channel}").acquire()
            http._buckets[f"POST:{channel}"].outgoing = 0
        await asyncio.sleep(UNUSED_SECONDS + SWEEP_SECONDS)
        http.get_ratelimit("POST:new")
        assert len(http._buckets) == 1

    in_no_time(play)
