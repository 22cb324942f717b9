"""A database is split and a bot goes on with a part: all of its servers is there, and proves itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from bot.store import audit, privacy
from bot.store.split import split
from tests.flow.evening import CHANNEL, Evening, evening
from tests.flow.test_servers_apart import OF_NO_SERVER, belongs
from tests.hostile import clubs
from tests.hostile.clubs import typed

FILLED = (
    *("seasons", "nights", "series", "house_rules", "plays", "hand_actions", "hand_decks"),
    *("hidden_messages", "farewells"),
)
PROVED = 4  # promise, deck, cards, play
LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("hand verify", {}), ("hand show", {}), ("hand list", {}), ("hand export", {}), ("trust", {})),
    *(("standings", {}), ("season list", {}), ("night list", {}), ("house-rules list", {}), ("settings", {})),
    *(("bank statement", {"member": "Boris"}), ("bank check", {}), ("bank balance", {})),
)
pytestmark = pytest.mark.usefixtures("ask_freely")


@pytest.fixture
def world() -> World:
    """Two servers."""
    return clubs.two_clubs()


def rows_of(database: Path, server_id: int | None) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of one server and its practice books, by table; None: every row there is."""
    found = {}
    with closing(sqlite3.connect(database)) as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            columns = [column for (column,) in raw.execute(f"SELECT name FROM pragma_table_info('{name}')")]
            every = server_id is None or name in OF_NO_SERVER
            where, books = ("true", ()) if every else (belongs(name, columns), clubs.books(server_id or 0))
            rows = raw.execute(f"SELECT * FROM {name} WHERE {where}", books)
            found[name] = sorted((tuple(row) for row in rows), key=repr)
    return found


async def looks(friends: Evening, name: str, where: str) -> dict[str, str]:
    """What somebody is told about everything that was."""
    told = {}
    for command, options in LOOKS:
        answer = await typed(friends, friends.wire.slash(name, where, command, **options))
        told[command] = answer.text + str([one["filename"] for one in answer.messages[-1].attachments])
    return told


async def test_a_bot_goes_on_with_a_part_as_with_the_whole(
    wire: WireDiscord, database: Path, tmp_path: Path
) -> None:
    """Seasons, nights, rules, settings, practice, old hands and their proof, a hand in play, a wish to go."""
    async with evening(wire, database) as friends:
        friends.charts_become(None)
        server_id = clubs.club_id(friends)
        await clubs.fill(friends)
        await clubs.fill_rival(friends)
        panel = (await wire.slash("Boris", CHANNEL, "privacy")).messages[-1]
        for label in ("Delete me", "Yes, delete me"):
            panel = (await wire.click("Boris", panel, label)).messages[-1]
        before = await looks(friends, "Ann", CHANNEL)
        ends = friends.clock.now()
    whole, part = rows_of(database, None), tmp_path / "part.db"
    assert await split(database, part, lambda one: abs(one) == server_id) == (1, 1)
    assert rows_of(part, None) == rows_of(database, server_id) != whole == rows_of(database, None)
    assert [name for name in FILLED if not rows_of(part, None)[name]] == []
    async with evening(wire, part, seed=2, begins=ends) as friends:
        friends.charts_become(None)
        assert await looks(friends, "Ann", CHANNEL) == before
        for table in friends.tables:
            await clubs.end_hand(friends, table)
        told = (await looks(friends, "Carol", "chat"))["hand verify"]
        assert told.count("✅") == before["hand verify"].count("✅") == PROVED
        await friends.time_passes(11)
        boris = wire.world.user("Boris").id
        assert await friends.store.read(lambda tx: privacy.rows_of(tx, boris)) == []
        assert (await friends.store.read(audit.check)).clean
