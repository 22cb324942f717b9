"""Tables and sittings."""

from __future__ import annotations

import pytest

from bot.store import Refused, Store, Tx, hands, ledger, tables
from bot.store.tables import TableRow
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import CHANNEL, SERVER, commit_hand, seat_players


async def test_tables_are_numbered_within_their_server(store: Store) -> None:
    """Each server counts from 1."""

    async def job(tx: Tx) -> None:
        numbers = []
        for server_id in (SERVER, SERVER + 1, SERVER):
            scene = await seat_players(tx, server_id=server_id)
            table = await tables.get(tx, scene.table_id)
            numbers.append((table.server_id, table.number))
            assert await tables.by_number(tx, server_id, table.number) == table
        assert numbers == [(SERVER, 1), (SERVER + 1, 1), (SERVER, 2)]
        assert await tables.by_number(tx, SERVER + 1, 2) is None
        assert [table.number for table in await tables.of_server(tx, SERVER)] == [1, 2]
        assert len(await tables.open_tables(tx)) == 3

    await store.write(job)


async def test_a_table_keeps_what_it_is_told(store: Store, clock: ManualClock) -> None:
    """Game, options, settings, host, dealer, message and its time, state."""

    async def opened(tx: Tx) -> TableRow:
        return await tables.get(tx, (await seat_players(tx)).table_id)

    table = await store.write(opened)
    assert (table.channel_id, table.game, table.state) == (CHANNEL, "aces", "open")
    assert table.options == {"unit": 1}
    assert table.settings == {"turn_seconds": 45}
    assert (table.message_id, table.dealer_seat, table.last_hand_at_ms) == (None, None, None)
    await clock.advance(60)

    async def change(tx: Tx) -> TableRow:
        _, bob = await tables.open_sittings(tx, table.table_id)
        await tables.set_message(tx, table.table_id, 77)
        await tables.set_dealer(tx, table.table_id, 2)
        await tables.set_host(tx, table.table_id, bob.player_id)
        await tables.set_state(tx, table.table_id, "paused")
        await tables.set_game(tx, table.table_id, "aces", {"unit": 2}, {"word": "ä"})
        return await tables.get(tx, table.table_id)

    changed = await store.write(change)
    assert (changed.message_id, changed.dealer_seat, changed.state) == (77, 2, "paused")
    assert changed.message_at_ms == table.opened_at_ms + 60_000
    assert (changed.options, changed.settings) == ({"unit": 2}, {"word": "ä"})
    assert changed.host_player_id != table.host_player_id
    await store.write(lambda tx: tables.set_message(tx, table.table_id, None))
    gone = await store.read(lambda tx: tables.get(tx, table.table_id))
    assert (gone.message_id, gone.message_at_ms) == (None, None)


async def test_a_closed_table_is_not_resumed_nor_opened_again(store: Store) -> None:
    """It closes only when nobody sits and no hand lives."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        hand_id = await commit_hand(tx, scene)
        for sitting_id in scene.sitting_ids:
            with pytest.raises(Refused) as refused:
                await tables.set_state(tx, scene.table_id, "closed")
            assert refused.value.code == "table_not_empty"
            await ledger.cash_out(tx, sitting_id, f"out:{sitting_id}")
            await tables.stand_up(tx, sitting_id)
        with pytest.raises(Refused):
            await tables.set_state(tx, scene.table_id, "closed")
        await hands.void(tx, hand_id, "table_closed")
        await tables.set_state(tx, scene.table_id, "closed")
        assert await tables.open_tables(tx) == []
        assert await tables.of_server(tx, SERVER) == []
        assert (await tables.get(tx, scene.table_id)).closed_at_ms == tx.now_ms
        with pytest.raises(Refused) as refused:
            await tables.set_state(tx, scene.table_id, "open")
        assert refused.value.code == "table_is_closed"
        with pytest.raises(Refused) as refused:
            await tables.sit_down(tx, scene.table_id, scene.player_ids[0], 1)
        assert refused.value.code == "table_is_closed"

    await store.write(job)


async def test_a_seat_has_one_player_and_a_player_one_seat(store: Store) -> None:
    """At one table; the reason tells which of the two it was."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx, count=2)
        other = await seat_players(tx, count=3)  # the same people and a third, at another table
        ann, _, carol = other.player_ids
        for player_id, seat, code in ((carol, 1, "seat_taken"), (ann, 3, "seated_already")):
            with pytest.raises(Refused) as refused:
                await tables.sit_down(tx, scene.table_id, player_id, seat)
            assert refused.value.code == code
        assert (await tables.sit_down(tx, scene.table_id, carol, 3)).seat == 3

    await store.write(job)


async def test_a_sitting_changes_only_what_is_given(store: Store) -> None:
    """State, misses, a top-up that waits for the hand's end."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        sitting_id = scene.sitting_ids[0]
        await tables.update_sitting(tx, sitting_id, misses=1)
        await tables.update_sitting(tx, sitting_id, state="out")
        await tables.update_sitting(tx, sitting_id, top_up_pending=25)
        row = await tables.sitting(tx, sitting_id)
        assert (row.state, row.misses, row.top_up_pending, row.brought_chips) == ("out", 1, 25, 100)
        await tables.update_sitting(tx, sitting_id, misses=0, top_up_pending=0)
        row = await tables.sitting(tx, sitting_id)
        assert (row.state, row.misses, row.top_up_pending) == ("out", 0, 0)
        with pytest.raises(Refused):
            await tables.update_sitting(tx, sitting_id, state="asleep")

    await store.write(job)


async def test_who_comes_back_is_known_by_what_he_left_with(store: Store, clock: ManualClock) -> None:
    """The last ended sitting says when he left and with how much; the seat is free again."""
    scene = await store.write(seat_players)
    ann, sitting_id = scene.player_ids[0], scene.sitting_ids[0]

    async def leave(tx: Tx) -> None:
        assert await tables.last_sitting(tx, scene.table_id, ann) is None
        with pytest.raises(Refused) as refused:
            await tables.stand_up(tx, sitting_id)
        assert refused.value.code == "stack_not_empty"
        await ledger.cash_out(tx, sitting_id, "out")
        await tables.stand_up(tx, sitting_id)
        with pytest.raises(Refused) as refused:
            await tables.stand_up(tx, sitting_id)
        assert refused.value.code == "sitting_has_ended"

    await store.write(leave)
    await clock.advance(600)

    async def come_back(tx: Tx) -> None:
        assert [row.player_id for row in await tables.open_sittings(tx, scene.table_id)] == [
            scene.player_ids[1]
        ]
        last = await tables.last_sitting(tx, scene.table_id, ann)
        assert last is not None
        assert (last.sitting_id, last.left_chips) == (sitting_id, 100)
        assert last.left_at_ms == tx.now_ms - 600_000
        again = await tables.sit_down(tx, scene.table_id, ann, 1)
        assert again.sitting_id != sitting_id
        assert await ledger.stack_of(tx, again.sitting_id) == 0
        assert await tables.last_sitting(tx, scene.table_id, ann) == last

    await store.write(come_back)


async def test_unknown_ids_are_refused(store: Store) -> None:
    """Reading or writing, with the id in the words."""

    async def job(tx: Tx) -> None:
        for call in (
            tables.get(tx, 404),
            tables.set_dealer(tx, 404, 1),
            tables.sit_down(tx, 404, 1, 1),
            tables.sitting(tx, 404),
            tables.stand_up(tx, 404),
            tables.update_sitting(tx, 404, misses=1),
        ):
            with pytest.raises(Refused) as refused:
                await call
            assert refused.value.code == "no_such_row"
            assert "404" in str(refused.value)

    await store.write(job)
