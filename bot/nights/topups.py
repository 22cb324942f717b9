"""The regular top-up of every server that has one: once a week, at the first look after its Monday begins."""

from __future__ import annotations

import logging

from bot.nights.desk import NightDesk
from bot.nights.schedule import local_date
from bot.store import Tx, servers, topups
from bot.store.servers import ServerRow

log = logging.getLogger(__name__)


async def top_up_all(desk: NightDesk) -> None:
    """Raise every player who has less than his server's amount, unless that was done this week."""
    for server_id in await desk.store.read(topups.servers_due):
        if desk.here(server_id):
            await _top_up(desk, server_id)


async def _top_up(desk: NightDesk, server_id: int) -> None:
    server = await desk.store.read(lambda tx: servers.get(tx, server_id))
    week = week_of(desk, server)
    if server.top_up_week == week or not server.top_up_chips:
        return
    raised = 0

    async def job(tx: Tx) -> int:
        count = await topups.raise_some(tx, server, week)
        if not count:
            await topups.done(tx, server_id, week)
        return count

    while count := await desk.store.write(job):
        raised += count
    log.info("regular top-up server=%s week=%s players=%s", server_id, week, raised)


def week_of(desk: NightDesk, server: ServerRow) -> str:
    """The present week where the server is, like 2026-W45; it begins on Monday."""
    year, week, _ = local_date(desk.clock.now(), server.zone or "UTC").isocalendar()
    return f"{year}-W{week:02}"
