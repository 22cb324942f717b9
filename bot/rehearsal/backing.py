"""simcord's backend on the wall clock, with ids that grow over restarts and images that are kept.

Everything the rehearsal changes in simcord's own objects is in this file; the other modules use it as it is.
Written against simcord 3.2.1 (pinned): `tests/bot/rehearsal/test_simcord_names.py` touches each name used.
"""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from simcord._clock import Clock
from simcord.backend.cdn import CDN_BASE, CdnStore
from simcord.backend.state import Backend

DISCORD_EPOCH_MILLISECONDS = 1_420_070_400_000
SNOWFLAKE_TIME_SHIFT = 22


def made_at(snowflake: int) -> datetime:
    """When an id was made, as Discord writes it into the id itself."""
    milliseconds = (snowflake >> SNOWFLAKE_TIME_SHIFT) + DISCORD_EPOCH_MILLISECONDS
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


class WallClock(Clock):
    """The wall clock; `advance` moves it on, for tests about old messages."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += timedelta(seconds=seconds)


class Images(CdnStore):
    """Uploads by their address, application emojis among them."""

    def put(self, url: str, data: bytes) -> None:
        self._blobs[url] = data

    def urls(self) -> list[str]:
        return list(self._blobs)

    def drop(self, url: str) -> None:
        self._blobs.pop(url, None)


def emoji_url(emoji_id: int | str) -> str:
    return f"{CDN_BASE}/emojis/{emoji_id}.png"


class Changes:
    """A version number that grows with every change of the world, and a way to wait for the next one."""

    def __init__(self) -> None:
        self.version = 0
        self._waiting: set[asyncio.Future[None]] = set()

    def notify(self) -> None:
        self.version += 1
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
        self._waiting.clear()

    async def after(self, version: int, *, timeout_seconds: float | None = None) -> int:
        """Wait until the version is not `version`; on timeout return the same number."""
        if self.version == version:
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.add(waiter)
            try:
                async with asyncio.timeout(timeout_seconds):
                    await waiter
            except TimeoutError:
                pass
            finally:
                self._waiting.discard(waiter)
        return self.version


class _Forgetful(list[Any]):
    """A log nobody reads: simcord appends every event and request to it for ever."""

    def append(self, _: Any) -> None:
        return


class WorldBackend(Backend):
    """simcord's store of one Discord, on `clock`, giving ids above `last_id` only."""

    def __init__(self, clock: WallClock, *, last_id: int = 0) -> None:
        self.last_id = last_id
        super().__init__(clock=clock)
        self.images = self.cdn = Images()
        self.transcript = _Forgetful()
        self.http_requests = _Forgetful()
        self.changes = Changes()
        self.subscribers.append(self._changed)

    def snowflake(self) -> int:
        """A new id: its time is now, and it is above every earlier one even if the clock went back."""
        milliseconds = int(self.clock.now().timestamp() * 1000) - DISCORD_EPOCH_MILLISECONDS
        self.last_id = max(self.last_id + 1, milliseconds << SNOWFLAKE_TIME_SHIFT)
        return self.last_id

    def _changed(self, event: str, payload: Mapping[str, Any]) -> None:
        self.changes.notify()
