"""What play moved: counted by the database when a hand is over, the same as its transfers say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.clock import to_ms
from bot.store import Store, StoreError, Tx, audit, hands, ledger, nights, players, standings
from bot.store.standings import PlayedRow
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import SERVER, Scene, deal_hand, seat_players, violations

CHIPS = 1000


async def _night(tx: Tx, number: int) -> int:
    """A night that has begun."""
    host = await players.seen(tx, SERVER, SERVER * 1000 + 1, "Player 1", "en")
    row = await nights.add_night(
        tx,
        server_id=SERVER,
        date=f"2026-11-{number:02}",
        name="",
        host_player_id=host.player_id,
        channel_id=1,
        quiet_minutes=60,
        game="aces",
        options={},
        settings={},
        planned_at_ms=tx.now_ms,
    )
    return (await nights.start(tx, row.night_id)).night_id


async def _play(tx: Tx, scene: Scene, stacks: dict[int, int], paid: list[int], winner: int) -> int:
    """Everybody pays that much, one gets it all."""
    before = [stacks[sitting] for sitting in scene.sitting_ids]
    hand_id = await deal_hand(tx, scene, before)
    gives = {s: min(chips, stacks[s]) for s, chips in zip(scene.sitting_ids, paid, strict=False)}
    to = scene.sitting_ids[winner % len(scene.sitting_ids)]
    await ledger.settle(tx, hand_id, gives, {to: sum(gives.values())})
    for sitting, chips in gives.items():
        stacks[sitting] -= chips
    stacks[to] += sum(gives.values())
    after = [[seat, stacks[sitting]] for seat, sitting in enumerate(scene.sitting_ids, 1)]
    await hands.finish(tx, hand_id, {"stacks_after": after, "pots": []})
    return hand_id


async def _slowly(tx: Tx) -> list[PlayedRow]:
    """The same from the transfers, one by one."""
    rows: list[Any] = await tx.rows(
        "SELECT t.hand_id, t.reason, t.amount, d.player_id, c.player_id, h.game, b.night_id"
        " FROM transfers t"
        " JOIN accounts d ON d.account_id = t.debit JOIN accounts c ON c.account_id = t.credit"
        " JOIN hands h USING (hand_id) JOIN tables b USING (table_id)"
    )
    nets: Counter[tuple[int, int, int | None, str]] = Counter()
    for hand_id, reason, amount, giver, taker, game, night_id in rows:
        if reason == ledger.BET:
            nets[hand_id, giver, night_id, game] -= amount
        elif reason == ledger.WIN:
            nets[hand_id, taker, night_id, game] += amount
    sums: dict[tuple[int, int | None, str], list[int]] = {}
    for (_hand, player_id, night_id, game), net in nets.items():
        of_player = sums.setdefault((player_id, night_id, game), [0, 0, 0])
        of_player[0] += 1
        of_player[1] += net > 0
        of_player[2] += net
    return sorted(
        (PlayedRow(*key, *numbers) for key, numbers in sums.items()),
        key=lambda row: (row.player_id, str(row)),
    )


async def _all_nets(tx: Tx, limit: int) -> list[tuple[int, int, int]]:
    """Every hand's nets, read in pages of that many rows."""
    found: list[tuple[int, int, int]] = []
    after: tuple[int, int] | None = (-1, 2**62)
    while after is not None:
        page, after = await standings.nets_page(
            tx, SERVER, until_ms=2**62, night_id=None, after=after, limit=max(5, limit)
        )
        found += page
    assert len(found) == await tx.value("SELECT count(*) FROM plays")
    return found


PLAYED = st.lists(
    st.tuples(st.integers(0, 2), st.lists(st.integers(1, 9), min_size=2, max_size=4), st.integers(0, 3)),
    min_size=1,
    max_size=8,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PLAYED)
async def test_standings_are_a_recomputation_from_the_transfers(
    tmp_path: Path, played: list[tuple[int, list[int], int]]
) -> None:
    """In nights and outside, with grants and corrections in between; every night sums to nothing."""
    path = tmp_path / "d.db"
    path.unlink(missing_ok=True)
    clock = ManualClock()
    async with Store.open(path, clock=clock) as store:

        async def job(tx: Tx) -> None:
            night_ids = [None, await _night(tx, 1), await _night(tx, 2)]
            scenes = [await seat_players(tx, 4, night_id=night_id) for night_id in night_ids]
            stacks = {sitting: 100 for scene in scenes for sitting in scene.sitting_ids}
            for number, (which, paid, winner) in enumerate(played):
                await _play(tx, scenes[which], stacks, paid, winner)
                await ledger.grant(tx, SERVER, scenes[0].player_ids[0], 7, key=f"grant:{number}")
                await ledger.correct(tx, SERVER, scenes[0].player_ids[1], -1, "x", key=f"less:{number}")

        await store.write(job)

        async def look(tx: Tx) -> None:
            found = await standings.played(tx, SERVER)
            assert sorted(found, key=lambda row: (row.player_id, str(row))) == await _slowly(tx)
            assert await _all_nets(tx, 4) == await _all_nets(tx, 10_000)
            for night in await nights.begun(tx, SERVER):
                rows = await standings.played(tx, SERVER, night_id=night.night_id)
                assert sum(row.net for row in rows) == 0
                assert rows == [row for row in found if row.night_id == night.night_id]
                brought = await standings.brought(tx, night.night_id)
                nets = Counter({row.player_id: row.net for row in rows})
                assert {one.player_id: one.left - one.brought for one in brought} == {
                    one.player_id: nets[one.player_id] for one in brought
                }
            assert (await audit.check(tx)).clean

        await store.read(look)


async def test_a_hand_counts_at_the_beginning_of_its_night(store: Store, clock: ManualClock) -> None:
    """Outside nights at its own end: so no night is divided between seasons."""

    async def seat(tx: Tx) -> tuple[Scene, Scene]:
        return await seat_players(tx, night_id=await _night(tx, 1)), await seat_players(tx)

    of_night, outside = await store.write(seat)
    begun_ms = to_ms(clock.now())
    await clock.advance(3600)
    stacks = {sitting: 100 for scene in (of_night, outside) for sitting in scene.sitting_ids}
    for scene in (of_night, outside):
        await store.write(lambda tx, scene=scene: _play(tx, scene, stacks, [3, 3], 0))  # type: ignore[misc]

    async def nets(tx: Tx, since_ms: int, until_ms: int) -> list[int]:
        rows = await standings.played(tx, SERVER, since_ms=since_ms, until_ms=until_ms)
        return sorted(row.net for row in rows)

    assert await store.read(lambda tx: nets(tx, begun_ms, begun_ms + 1)) == [-3, 3]
    assert await store.read(lambda tx: nets(tx, begun_ms + 1, begun_ms + 3_600_000)) == []
    assert await store.read(lambda tx: nets(tx, begun_ms + 3_600_000, 2**62)) == [-3, 3]


async def test_what_was_counted_is_never_changed_and_the_audit_knows_it(store: Store) -> None:
    """The database refuses; where it was forced, the audit names the hand."""

    async def job(tx: Tx) -> int:
        scene = await seat_players(tx, 2, 100)
        return await _play(tx, scene, dict.fromkeys(scene.sitting_ids, 100), [3, 3], 0)

    await store.write(job)
    for sql in ("UPDATE plays SET net = 0", "DELETE FROM plays"):
        with pytest.raises(StoreError, match="immutable"):
            await store.write(lambda tx, sql=sql: tx.rows(sql))  # type: ignore[misc]
    assert await store.read(violations) == []

    async def force(tx: Tx) -> None:
        await tx.rows("DROP TRIGGER plays_no_update")
        await tx.rows("UPDATE plays SET net = net + 1 WHERE net > 0")

    await store.write(force)
    assert await store.read(violations) == ["play_differs"]


async def test_a_void_hand_counts_nothing(store: Store) -> None:
    """Nor does one that goes on."""

    async def job(tx: Tx) -> list[PlayedRow]:
        scene = await seat_players(tx, 2, 100)
        await hands.void(tx, await deal_hand(tx, scene), "test")
        await deal_hand(tx, scene)
        return await standings.played(tx, SERVER)

    assert await store.write(job) == []


async def test_the_ledger_comes_in_pages_of_one_server(store: Store) -> None:
    """In order, none twice, none of another server."""

    async def job(tx: Tx) -> list[tuple[int, str, str, str]]:
        scene = await seat_players(tx, 2, 100)
        await seat_players(tx, 2, 100, server_id=SERVER + 1)
        await _play(tx, scene, dict.fromkeys(scene.sitting_ids, 100), [3, 3], 0)
        found: list[standings.LedgerRow] = []
        while page := await standings.ledger_page(tx, SERVER, found[-1].transfer_id if found else 0, 2):
            found += page
        return [(one.amount, one.reason, one.from_kind, one.to_kind) for one in found]

    assert await store.write(job) == [
        *[(CHIPS, "starting_chips", "house", "wallet")] * 2,
        *[(100, "buy_in", "wallet", "stack")] * 2,
        *[(3, "bet", "stack", "pot")] * 2,
        (6, "win", "pot", "stack"),
    ]
