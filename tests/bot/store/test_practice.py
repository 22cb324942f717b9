"""Practice books: apart from the server's in everything but the numbers of tables."""

from __future__ import annotations

import pytest

from bot.store import (
    Refused,
    Store,
    Tx,
    audit,
    hands,
    ledger,
    players,
    practice,
    servers,
    standings,
    tables,
    topups,
)
from bot.store.servers import ServerRow
from tests.bot.store.scene import SERVER, Scene, deal_hand, seat_players, violations

BOOKS = practice.books_of(SERVER)


async def seat_practising(tx: Tx) -> Scene:
    """Two who sit at a practice table; their wallets were filled at once."""
    await practice.ensure(tx, SERVER)
    await servers.update(tx, ServerRow(BOOKS, starting_chips=1000))
    return await seat_players(tx, server_id=BOOKS)


async def test_practice_chips_are_given_as_they_are_needed(store: Store) -> None:
    """A wallet begins empty and is filled up to what is needed, once a wish."""

    async def job(tx: Tx) -> None:
        await practice.ensure(tx, SERVER)
        ann = await players.seen(tx, BOOKS, 1, "Ann", "en")
        assert await ledger.wallet_balance(tx, ann.player_id) == 0
        for _ in range(2):
            await practice.fill(tx, ann.player_id, 100, key="join:1")
        assert await ledger.wallet_balance(tx, ann.player_id) == 100
        await practice.fill(tx, ann.player_id, 60, key="join:2")
        assert await ledger.wallet_balance(tx, ann.player_id) == 100
        await practice.fill(tx, ann.player_id, 130, key="join:3")
        assert await ledger.wallet_balance(tx, ann.player_id) == 130
        assert await violations(tx) == []

    await store.write(job)


async def test_servers_know_nothing_of_their_practice_books(store: Store) -> None:
    """Players, tables, standings, top-ups and the count of chips are asked for by the server's own id."""

    async def job(tx: Tx) -> None:
        await practice.ensure(tx, SERVER)
        await servers.update(tx, ServerRow(SERVER, starting_chips=300, top_up_chips=500))
        await players.seen(tx, SERVER, 1, "Ann", "en")
        scene = await seat_practising(tx)
        await deal_hand(tx, scene)
        assert [one.name for one in await players.of_server(tx, SERVER)] == ["Ann"]
        assert await tables.of_server(tx, SERVER) == []
        assert await standings.played(tx, SERVER) == []
        assert await topups.servers_due(tx) == [SERVER]
        assert await topups.raise_some(tx, await servers.get(tx, SERVER), "2026-W45") == 1
        report = await audit.check(tx)
        assert report.clean and (report.servers, report.players, report.chips) == (1, 1, 500)
        assert report.practice_chips > 0

    await store.write(job)


async def test_tables_of_both_books_share_one_row_of_numbers(store: Store) -> None:
    """A number names one table, be it for practice or not; its hands are of the books that it is of."""

    async def job(tx: Tx) -> None:
        await practice.ensure(tx, SERVER)
        scenes = [await seat_players(tx), await seat_practising(tx)]
        numbers = [(await tables.get(tx, one.table_id)).number for one in scenes]
        assert numbers == [1, 2]
        for scene, number in zip(scenes, numbers, strict=True):
            found = await tables.by_number(tx, SERVER, number)
            assert found is not None and found.table_id == scene.table_id
        await deal_hand(tx, scenes[1])
        hand = await hands.live_hand(tx, scenes[1].table_id)
        assert hand is not None and hand.server_id == BOOKS

    await store.write(job)


async def test_who_is_forgotten_is_forgotten_in_both_books(store: Store) -> None:
    """Both rows of a person are emptied, from whichever it begins; not while he sits at a practice table."""

    async def job(tx: Tx) -> None:
        await practice.ensure(tx, SERVER)
        own = await players.seen(tx, SERVER, 1, "Ann", "en")
        practised = await players.seen(tx, BOOKS, 1, "Ann", "en")
        other = await players.seen(tx, SERVER, 2, "Boris", "en")
        scene = await seat_practising(tx)
        with pytest.raises(Refused, match="sits at a table"):
            await players.forget(tx, scene.player_ids[0])
        await players.forget(tx, own.player_id)
        gone = [await players.get(tx, one.player_id) for one in (own, practised)]
        assert [(one.user_id, one.name) for one in gone] == [(None, "")] * 2
        assert (await players.get(tx, other.player_id)).name == "Boris"
        await players.forget(tx, own.player_id)
        assert (await players.get(tx, other.player_id)).name == "Boris"

    await store.write(job)


def test_a_fault_of_practice_books_says_so() -> None:
    """The line names the server by Discord's id, and that it is about practice."""
    fault = audit.Violation("server_sum", "all accounts of the server add up to 1", BOOKS)
    assert str(fault).endswith(f"(practice at server {SERVER})")
