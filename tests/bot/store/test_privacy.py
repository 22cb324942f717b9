"""Taking data away, being forgotten, and hands whose course is kept no longer."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.store import (
    Refused,
    Store,
    Tx,
    hands,
    house_rules,
    ledger,
    nights,
    players,
    privacy,
    servers,
    tables,
    waiting,
)
from bot.store.players import PlayerRow
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import SERVER, Scene, commit_hand, deal_hand, end_hand, seat_players, violations
from tests.bot.store.test_nights import DATE, series_in


async def play_hand(tx: Tx, scene: Scene) -> int:
    """One hand with an action of each of two seats, to its end; its id."""
    hand_id = await deal_hand(tx, scene)
    for seq, verb in enumerate(("bet", "fold"), start=1):
        await hands.add_action(tx, hand_id, seq=seq, seat=seq, verb=verb, source="press")
    await end_hand(tx, scene, hand_id)
    return hand_id


async def test_who_is_forgotten_gives_his_chips_back_to_the_house(store: Store) -> None:
    """The row is empty, the wallet too, the wish done, and the books balance."""

    async def job(tx: Tx) -> None:
        ann = await players.seen(tx, SERVER, 1, "Ann", "en")
        await privacy.ask(tx, ann.player_id)
        await privacy.ask(tx, ann.player_id)
        assert await privacy.asked(tx) == [ann]
        house = await ledger.balance(tx, await ledger.house_of(tx, SERVER))
        await players.forget(tx, ann.player_id)
        assert await privacy.asked(tx) == [] and await privacy.rows_of(tx, 1) == []
        assert await ledger.wallet_balance(tx, ann.player_id) == 0
        assert await ledger.balance(tx, await ledger.house_of(tx, SERVER)) == house + 1000
        gone = await players.get(tx, ann.player_id)
        assert (gone.user_id, gone.name, gone.locale, gone.dm_channel_id) == (None, "", "", None)
        assert await violations(tx) == []

    await store.write(job)


async def test_who_sits_is_forgotten_when_he_has_got_up(store: Store) -> None:
    """Before that it is refused and changes nothing."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        with pytest.raises(Refused) as refused:
            await players.forget(tx, scene.player_ids[0])
        assert refused.value.code == "seated_already"
        await ledger.cash_out(tx, scene.sitting_ids[0], key="out")
        await tables.stand_up(tx, scene.sitting_ids[0])
        await players.forget(tx, scene.player_ids[0])
        assert await violations(tx) == []

    await store.write(job)


async def test_data_is_the_persons_own_and_nobody_elses(store: Store) -> None:
    """Name, chips, actions and words of that person; of others neither name nor id."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        hand_id = await play_hand(tx, scene)
        ann = await players.get(tx, scene.player_ids[0])
        assert ann.user_id is not None
        (row,) = await privacy.rows_of(tx, ann.user_id, SERVER)
        found = await privacy.data_of(tx, row)
        assert (found["name"], found["user_id"]) == (ann.name, str(ann.user_id))
        assert found["wallet"] == await ledger.wallet_balance(tx, ann.player_id)
        chips, seats = await privacy.in_play(tx, ann.player_id)
        assert seats == 1 and sum(one["chips"] for one in found["transfers"]) == chips
        assert all(one["table_number"] == 1 for one in found["sittings"]) and len(found["sittings"]) == 1
        mine = [one for one in await hands.actions(tx, hand_id) if one.seat == 1]
        assert [one["verb"] for one in found["actions"]] == [one.verb for one in mine]
        other = await players.get(tx, scene.player_ids[1])
        assert other.name not in str(found) and str(other.user_id) not in str(found)

    await store.write(job)


EXPORTED = {  # every place that names a person, and what it is called in his own data; "" is about the chips
    "tables.host_player_id": "tables_hosted",
    "sittings.player_id": "sittings",
    "hand_words.player_id": "words",
    "hidden_messages.player_id": "cards_sent",
    "transfers.actor_player_id": "transfers_made",
    "waiting.player_id": "waiting",
    "series.host_player_id": "series_hosted",
    "nights.host_player_id": "nights_hosted",
    "night_answers.player_id": "night_answers",
    "seasons.started_by": "seasons_started",
    "seasons.ended_by": "seasons_ended",
    "plays.player_id": "results",
    "house_rules.saved_by": "house_rules",
    "farewells.player_id": "asked_to_be_forgotten",
    "accounts.player_id": "",
}


async def test_no_place_that_names_a_person_is_left_out_of_his_data(store: Store) -> None:
    """A table that is added to the schema must be added here, and as many rows are found as there are."""

    async def places(tx: Tx) -> set[str]:
        names = await tx.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
        keys = [
            (row["name"], key["from"])
            for row in names
            for key in await tx.rows(f"PRAGMA foreign_key_list({row['name']})")
            if key["table"] == "players" and key["to"] == "player_id"
        ]
        return {f"{table}.{column}" for table, column in keys}

    assert await store.read(places) == set(EXPORTED)

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        ann = await players.get(tx, scene.player_ids[0])
        await everywhere(tx, scene, ann)
        found = await privacy.data_of(tx, await players.get(tx, ann.player_id))
        for place, name in EXPORTED.items():
            table, column = place.split(".")
            count = await tx.value(f"SELECT count(*) FROM {table} WHERE {column} = ?", ann.player_id)
            assert count and (not name or len(found[name]) == count), place
        assert found["dm_channel_id"] == str(2**60) and found["reminded_by_dm"] is True
        assert found["cards_sent"][0]["message_id"] == str(2**60 + 1)  # no reader of JSON rounds it
        assert [one["note"] for one in found["transfers_made"]] == ["for the cake"]
        assert await violations(tx) == []

    await store.write(job)


async def test_hands_are_told_with_what_is_kept_of_their_end(store: Store) -> None:
    """Seat, stack, whether the cards were shown and, where they were the best shown, which they were."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx, count=3)
        hand_id = await deal_hand(tx, scene)
        best = {"seat": scene.seats[0].seat, "class": "pair", "strength": 1, "cards": ["As", "Ad"]}
        opened = [one.seat for one in scene.seats[:2]]
        chips = {one.sitting_id: 0 for one in scene.seats}
        await ledger.settle(tx, hand_id, chips, {})
        after = [[one.seat, one.stack] for one in scene.seats]
        await hands.finish(tx, hand_id, {"stacks_after": after, "opened": opened, "best": best})
        told = []
        for seat in scene.seats:
            (one,) = (await privacy.data_of(tx, await players.get(tx, seat.player_id)))["hands"]
            assert (one["seat"], one["stack"], one["dealt_in"]) == (seat.seat, seat.stack, 1)
            told.append((one["showed_cards"], one["best_hand_of_all"]))
        assert told == [(1, "As Ad"), (1, None), (0, None)]

    await store.write(job)


async def everywhere(tx: Tx, scene: Scene, ann: PlayerRow) -> None:
    """Let every place have a row of hers."""
    other = scene.player_ids[1]
    hand_id = await play_hand(tx, scene)
    await hands.set_word(tx, await commit_hand(tx, scene), 1, ann.player_id, "word")
    await ledger.grant(tx, SERVER, other, 5, "for the cake", ann.player_id, key="g")
    await players.set_dm_channel(tx, ann.player_id, 2**60)
    await nights.set_remind_by_dm(tx, ann.player_id, by_dm=True)
    night = await nights.night_of(tx, await series_in(tx, host_player_id=ann.player_id), DATE, 1000)
    await nights.answer(tx, night.night_id, ann.player_id, "yes")
    await waiting.add(tx, scene.table_id, ann.player_id)
    ours: dict[str, Any] = {"name": "ours", "game": "aces", "options": {"unit": 1}, "settings": {}}
    await house_rules.save(tx, server_id=SERVER, saved_by=ann.player_id, **ours)
    await privacy.ask(tx, ann.player_id)
    await tx.rows("INSERT INTO hidden_messages VALUES (?1, ?2, ?3, ?3 + 1)", hand_id, ann.player_id, 2**60)
    await tx.rows(
        "INSERT INTO seasons (server_id, number, name, starts_at_ms, ends_at_ms, started_by, ended_by,"
        " made_at_ms) VALUES (?1, 1, 'x', 1, 2, ?2, ?2, 1)",
        *(SERVER, ann.player_id),
    )


async def test_what_arrives_late_is_not_kept_of_who_is_forgotten(store: Store) -> None:
    """A direct message was on its way when he was forgotten: neither its channel nor it is remembered."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        ann = await players.get(tx, scene.player_ids[0])
        hand_id = await play_hand(tx, scene)
        await ledger.cash_out(tx, scene.sitting_ids[0], key="out")
        await tables.stand_up(tx, scene.sitting_ids[0])
        await players.forget(tx, ann.player_id)
        await players.set_dm_channel(tx, ann.player_id, 2**60)
        await hands.set_hidden_message(tx, hand_id, ann.player_id, 2**60, 2**60 + 1)
        assert (await players.get(tx, ann.player_id)).dm_channel_id is None
        assert await hands.hidden_message(tx, hand_id, ann.player_id) is None

    await store.write(job)


FORGOTTEN = ("hidden_messages", "waiting", "night_answers", "farewells")


async def test_what_is_said_to_go_is_gone(store: Store) -> None:
    """Where cards were sent, answers, the place in a list, the wish itself; no column names the person."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        ann = await players.get(tx, scene.player_ids[0])
        await everywhere(tx, scene, ann)
        await ledger.cash_out(tx, scene.sitting_ids[0], key="out")
        await tables.stand_up(tx, scene.sitting_ids[0])
        await players.forget(tx, ann.player_id)
        for table in FORGOTTEN:
            assert await tx.value(f"SELECT count(*) FROM {table} WHERE player_id = ?", ann.player_id) == 0
        for row in await tx.rows("SELECT name FROM sqlite_schema WHERE type = 'table'"):
            stored = await tx.rows(f"SELECT * FROM {row['name']}")
            values = [str(value) for one in stored for value in tuple(one)]
            for gone in map(str, (ann.user_id, ann.name, 2**60, 2**60 + 1)):
                assert not [one for one in values if re.search(rf"\b{gone}\b", one)], (row["name"], gone)
        assert await violations(tx) == []

    await store.write(job)


async def test_hands_are_emptied_when_their_server_keeps_them_no_longer(
    store: Store, clock: ManualClock
) -> None:
    """Actions, words and roots go; result, counts, chips and the audit stay; younger hands stay whole."""

    async def play(tx: Tx) -> int:
        scene = await seat_players(tx)
        return await play_hand(tx, scene)

    old = await store.write(play)
    await clock.advance(timedelta(days=8).total_seconds())
    assert await store.write(privacy.empty_old_hands) == 0  # for ever, by default

    async def keep_a_week(tx: Tx) -> None:
        await servers.update(tx, replace(await servers.get(tx, SERVER), hands_kept_days=7))

    await store.write(keep_a_week)
    assert await store.write(privacy.empty_old_hands) == 1
    assert await store.write(privacy.empty_old_hands) == 0

    async def check(tx: Tx) -> None:
        row = await hands.get(tx, old)
        assert row.state == "over" and row.result is not None
        assert await hands.actions(tx, old) == [] and await hands.roots(tx, old) == []
        assert await tx.value("SELECT count(*) FROM plays WHERE hand_id = ?", old) == 2
        assert await violations(tx) == []

    await store.read(check)


async def test_the_course_of_a_kept_hand_cannot_be_deleted(store: Store) -> None:
    """Only emptying does that, once, and nothing else of a hand that is over changes with it."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        hand_id = await play_hand(tx, scene)
        for table in ("hand_actions", "hand_decks"):
            with pytest.raises(Refused):
                await tx.rows(f"DELETE FROM {table} WHERE hand_id = ?", hand_id)
        for change in ("state = 'void'", "result_json = '{}', emptied_at_ms = 1", "void_reason = 'x'"):
            with pytest.raises(Refused):
                await tx.rows(f"UPDATE hands SET {change} WHERE hand_id = ?", hand_id)
        await tx.rows("UPDATE hands SET emptied_at_ms = 1 WHERE hand_id = ?", hand_id)
        with pytest.raises(Refused):
            await tx.rows("UPDATE hands SET emptied_at_ms = NULL WHERE hand_id = ?", hand_id)
        live = await deal_hand(tx, scene)
        with pytest.raises(Refused):
            await tx.rows("UPDATE hands SET emptied_at_ms = 1 WHERE hand_id = ?", live)

    await store.write(job)
