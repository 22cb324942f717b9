"""People and servers: one row per person and server, settings with defaults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store import Refused, Store, Tx, hands, ledger, players, servers, tables
from bot.store.servers import ServerRow
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import SERVER, deal_hand, seat_players, violations


async def test_a_new_player_gets_the_starting_chips_once(store: Store, clock: ManualClock) -> None:
    """As the server says; a second sight changes nothing."""

    async def job(tx: Tx) -> None:
        await servers.update(tx, ServerRow(SERVER, starting_chips=300))
        ann = await players.seen(tx, SERVER, 1, "Ann", "pt-BR")
        assert (ann.name, ann.locale, ann.user_id, ann.dm_channel_id) == ("Ann", "pt-BR", 1, None)
        assert ann.first_seen_ms == int(clock.now().timestamp() * 1000)
        assert await ledger.wallet_balance(tx, ann.player_id) == 300
        changes = await tx.value("SELECT total_changes()")
        assert await players.seen(tx, SERVER, 1, "Ann", "pt-BR") == ann
        assert await tx.value("SELECT total_changes()") == changes
        assert await players.get(tx, ann.player_id) == ann
        assert await players.by_user(tx, SERVER, 1) == ann

    await store.write(job)


async def test_a_server_without_starting_chips_grants_none(store: Store) -> None:
    """The wallet is there and empty."""

    async def job(tx: Tx) -> None:
        await servers.update(tx, ServerRow(SERVER, starting_chips=0))
        ann = await players.seen(tx, SERVER, 1, "Ann", "en")
        assert await ledger.wallet_balance(tx, ann.player_id) == 0
        assert await violations(tx) == []

    await store.write(job)


async def test_a_changed_name_keeps_the_player(store: Store) -> None:
    """The id, the chips and the DM channel stay."""

    async def job(tx: Tx) -> None:
        ann = await players.seen(tx, SERVER, 1, "Ann", "en")
        await players.set_dm_channel(tx, ann.player_id, 55)
        anna = await players.seen(tx, SERVER, 1, "Anna", "ru")
        assert anna == replace(ann, name="Anna", locale="ru", dm_channel_id=55)
        assert await ledger.wallet_balance(tx, ann.player_id) == 1000

    await store.write(job)


async def test_nothing_of_one_server_shows_in_another(store: Store) -> None:
    """The same person is two players."""

    async def job(tx: Tx) -> None:
        here = await players.seen(tx, SERVER, 1, "Ann", "en")
        there = await players.seen(tx, SERVER + 1, 1, "Annie", "en")
        assert here.player_id != there.player_id
        await ledger.correct(tx, SERVER, here.player_id, -999, "test", key="c")
        assert await ledger.wallet_balance(tx, there.player_id) == 1000
        assert [player.name for player in await players.of_server(tx, SERVER)] == ["Ann"]

    await store.write(job)


async def test_forgetting_a_person_leaves_the_books_balanced(store: Store) -> None:
    """User id, name, locale and DM channels go; the chips and the hands stay; he may come back as new."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        ann, bob = scene.player_ids
        hand_id = await deal_hand(tx, scene)
        for player_id in (ann, bob):
            await hands.set_hidden_message(tx, hand_id, player_id, 1, 2)
        with pytest.raises(Refused) as refused:
            await players.forget(tx, ann)
        assert refused.value.code == "seated_already"
        await ledger.cash_out(tx, scene.sitting_ids[0], "out")
        await tables.stand_up(tx, scene.sitting_ids[0])
        user_id = (await players.get(tx, ann)).user_id
        assert user_id is not None
        await players.forget(tx, ann)
        gone = await players.get(tx, ann)
        assert (gone.user_id, gone.name, gone.locale, gone.dm_channel_id) == (None, "", "", None)
        assert await hands.hidden_message(tx, hand_id, ann) is None
        assert await hands.hidden_message(tx, hand_id, bob) is not None
        assert [player.player_id for player in await players.of_server(tx, SERVER)] == [bob]
        again = await players.seen(tx, SERVER, user_id, "Ann", "en")
        assert again.player_id != ann
        assert await violations(tx) == []

    await store.write(job)


async def test_an_unknown_player_is_refused(store: Store) -> None:
    """And one never seen in a server has no row there."""

    async def job(tx: Tx) -> None:
        with pytest.raises(Refused) as refused:
            await players.get(tx, 404)
        assert refused.value.code == "no_such_row"
        assert await players.by_user(tx, SERVER, 404) is None

    await store.read(job)


async def test_a_server_has_defaults_until_it_sets_something(store: Store) -> None:
    """Reading them writes nothing; what is set is kept, the rest stays."""
    assert await store.read(lambda tx: servers.get(tx, SERVER)) == ServerRow(SERVER, 1000, None, None, 60)
    wanted = replace(ServerRow(SERVER), manager_role_id=9, locale="ru", return_stack_minutes=0)
    await store.write(lambda tx: servers.update(tx, wanted))
    assert await store.read(lambda tx: servers.get(tx, SERVER)) == wanted
    cleared = replace(wanted, manager_role_id=None)
    await store.write(lambda tx: servers.update(tx, cleared))
    assert await store.read(lambda tx: servers.get(tx, SERVER)) == cleared
    with pytest.raises(Refused):
        await store.write(lambda tx: servers.update(tx, replace(wanted, starting_chips=-1)))
