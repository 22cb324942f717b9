"""Seasons: one at a time, ended once, never overlapping."""

from __future__ import annotations

import pytest

from bot.clock import to_ms
from bot.store import Refused, Store, Tx, players, seasons
from bot.store.seasons import SeasonRow
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import SERVER

DAY_MS = 86_400_000


async def _by(tx: Tx, server_id: int = SERVER) -> int:
    return (await players.seen(tx, server_id, 1, "Ann", "en")).player_id


async def _start(store: Store, name: str, starts_at_ms: int, server_id: int = SERVER) -> SeasonRow:
    async def job(tx: Tx) -> SeasonRow:
        return await seasons.start(tx, server_id, name, starts_at_ms, await _by(tx, server_id))

    return await store.write(job)


async def _end(store: Store, season_id: int) -> SeasonRow:
    async def job(tx: Tx) -> SeasonRow:
        return await seasons.end(tx, season_id, await _by(tx))

    return await store.write(job)


async def test_a_season_runs_until_it_is_ended(store: Store, clock: ManualClock) -> None:
    """Its end is not in it; the next may begin there."""
    now_ms = to_ms(clock.now())
    first = await _start(store, "Spring", now_ms)
    with pytest.raises(Refused, match="overlap"):
        await _start(store, "Summer", now_ms + DAY_MS)
    await clock.advance(60)
    ended = await _end(store, first.season_id)
    assert ended.ends_at_ms == now_ms + 60_000 and not ended.called_off
    with pytest.raises(Refused, match="overlap"):
        await _start(store, "Summer", now_ms + 59_999)
    second = await _start(store, "Summer", now_ms + 60_000)
    assert second.number == 2

    async def at(tx: Tx) -> list[str | None]:
        found = [
            await seasons.at(tx, SERVER, ms) for ms in (now_ms - 1, now_ms, now_ms + 59_999, now_ms + 60_000)
        ]
        return [one.name if one else None for one in found]

    assert await store.read(at) == [None, "Spring", "Spring", "Summer"]


async def test_a_season_ends_once(store: Store, clock: ManualClock) -> None:
    """The second wish changes nothing."""
    season = await _start(store, "Spring", to_ms(clock.now()))
    await clock.advance(60)
    await _end(store, season.season_id)
    await clock.advance(60)
    with pytest.raises(Refused, match="ended"):
        await _end(store, season.season_id)


async def test_a_planned_season_can_be_called_off(store: Store, clock: ManualClock) -> None:
    """It never was: another may begin on any day."""
    now_ms = to_ms(clock.now())
    season = await _start(store, "Spring", now_ms + DAY_MS)
    assert (await _end(store, season.season_id)).called_off
    assert await store.read(lambda tx: seasons.at(tx, SERVER, now_ms + DAY_MS)) is None
    assert (await _start(store, "Now", now_ms)).number == 2


async def test_servers_have_their_own_seasons(store: Store, clock: ManualClock) -> None:
    """Numbers and limits count within one."""
    now_ms = to_ms(clock.now())
    await _start(store, "Spring", now_ms)
    assert (await _start(store, "Other", now_ms, SERVER + 1)).number == 1
    rows = await store.read(lambda tx: seasons.of_server(tx, SERVER))
    assert [one.name for one in rows] == ["Spring"]
