"""Game nights in the store: a date is there once and never goes back; what its tables move is booked."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store import Refused, Store, Tx, ledger, night_posts, nights, players, tables
from bot.store.nights import NightRow, SeriesRow
from tests.bot.store.scene import CHANNEL, SERVER, open_table, seat_players, violations

DATE = "2026-01-09"  # a Friday


async def series_in(tx: Tx, **changes: Any) -> SeriesRow:
    """Fridays at 20:00."""
    host = await players.seen(tx, SERVER, 1, "Ann", "en")
    given: dict[str, Any] = {
        "series_id": 0,
        "server_id": SERVER,
        "name": "",
        "host_player_id": host.player_id,
        "channel_id": CHANNEL,
        "weekday": 4,
        "local_minute": 1200,
        "zone": "Europe/Berlin",
        "every_weeks": 1,
        "anchor_date": DATE,
        "announce_minutes": 4320,
        "remind_minutes": 60,
        "quiet_minutes": 120,
        "game": "aces",
        "options": {"unit": 1},
        "settings": {"guests": ""},
        "made_at_ms": 0,
        "ended_at_ms": None,
        **changes,
    }
    return await nights.add_series(tx, SeriesRow(**given))


async def night_in(tx: Tx) -> NightRow:
    """Its first date."""
    return await nights.night_of(tx, await series_in(tx), DATE, 1000)


async def test_a_date_is_made_once(store: Store) -> None:
    """Whatever has become of it: it is not planned anew."""

    async def job(tx: Tx) -> tuple[NightRow, NightRow]:
        series = await series_in(tx)
        row = await nights.night_of(tx, series, DATE, 1000)
        await nights.set_state(tx, row.night_id, nights.CANCELLED)
        return row, await nights.night_of(tx, series, DATE, 2000)

    first, again = await store.write(job)
    assert again.night_id == first.night_id and again.state == nights.CANCELLED
    assert again.planned_at_ms == 1000 and (first.options, first.settings) == ({"unit": 1}, {"guests": ""})


@pytest.mark.parametrize(
    ("passed", "then"),
    [
        ([nights.CANCELLED], nights.ANNOUNCED),
        ([nights.MISSED], nights.ANNOUNCED),
        ([nights.ANNOUNCED, nights.CANCELLED], nights.ANNOUNCED),
        ([], nights.OVER),
        ([], nights.CLOSING),
    ],
)
async def test_a_night_never_goes_back(store: Store, passed: list[str], then: str) -> None:
    """Nor leaves a step out."""

    async def job(tx: Tx) -> None:
        row = await night_in(tx)
        for state in passed:
            await nights.set_state(tx, row.night_id, state)
        await nights.set_state(tx, row.night_id, then)

    with pytest.raises(Refused):
        await store.write(job)


async def test_a_night_begins_once_and_gets_the_next_number(store: Store) -> None:
    """Cancelled ones have none."""

    async def job(tx: Tx) -> list[int | None]:
        series = await series_in(tx)
        rows = [await nights.night_of(tx, series, day, 1000) for day in (DATE, "2026-01-16", "2026-01-23")]
        await nights.set_state(tx, rows[1].night_id, nights.CANCELLED)
        begun = [await nights.start(tx, row.night_id) for row in (rows[0], rows[2])]
        for row in rows:
            with pytest.raises(Refused, match="has begun or is cancelled"):
                await nights.start(tx, row.night_id)
        return [row.number for row in begun]

    assert await store.write(job) == [1, 2]


async def test_a_night_is_not_over_while_a_table_of_it_is_open(store: Store) -> None:
    """So that its sums are zero when it is."""

    async def opened(tx: Tx) -> tuple[int, int]:
        row = await night_in(tx)
        table_id = await open_table(tx, row.host_player_id)
        with pytest.raises(Refused):
            await nights.add_table(tx, row.night_id, table_id)
        await nights.start(tx, row.night_id)
        await nights.add_table(tx, row.night_id, table_id)
        return row.night_id, table_id

    night_id, table_id = await store.write(opened)
    with pytest.raises(Refused) as refused:
        await store.write(lambda tx: nights.set_state(tx, night_id, nights.OVER))
    assert refused.value.code == "night_not_empty"

    async def close(tx: Tx) -> NightRow:
        await tables.set_state(tx, table_id, "closed")
        return await nights.set_state(tx, night_id, nights.OVER)

    assert (await store.write(close)).ended_at_ms is not None


async def test_a_table_with_players_joins_no_night(store: Store) -> None:
    """Else a part of what it moved would be missing in the night's sums."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        row = await night_in(tx)
        await nights.start(tx, row.night_id)
        await nights.add_table(tx, row.night_id, scene.table_id)

    with pytest.raises(Refused) as refused:
        await store.write(job)
    assert refused.value.code == "not_an_open_night"


async def test_only_what_a_nights_table_moves_is_booked_to_it(store: Store) -> None:
    """Grants, and another table's buy-ins, are not."""

    async def job(tx: Tx) -> list[tuple[str, int | None]]:
        await seat_players(tx)
        row = await night_in(tx)
        await nights.start(tx, row.night_id)
        table_id = await open_table(tx, row.host_player_id)
        await nights.add_table(tx, row.night_id, table_id)
        mark = await tx.value("SELECT max(transfer_id) FROM transfers")
        sitting = await tables.sit_down(tx, table_id, row.host_player_id, 1)
        await ledger.buy_in(tx, sitting.sitting_id, 50, "b")
        await ledger.grant(tx, SERVER, row.host_player_id, 5, key="g")
        await ledger.cash_out(tx, sitting.sitting_id, "c")
        rows = await tx.rows("SELECT reason, night_id FROM transfers WHERE transfer_id > ?", mark)
        assert await tx.value("SELECT count(*) FROM transfers WHERE transfer_id <= ? AND night_id", mark) == 0
        return [(one["reason"], one["night_id"]) for one in rows]

    assert await store.write(job) == [("buy_in", 1), ("grant", None), ("cash_out", 1)]
    assert await store.read(violations) == []


async def test_a_changed_answer_stands_last_and_the_same_one_where_it_was(store: Store) -> None:
    """Who said it first stands first; who is forgotten has said nothing."""

    async def answers_at(said: str, name: str, user: int) -> bool:
        async def job(tx: Tx) -> bool:
            player = await players.seen(tx, SERVER, user, name, "en")
            return await nights.answer(tx, 1, player.player_id, said)

        return await store.write(job)

    await store.write(night_in)
    assert await answers_at("yes", "Boris", 2) and await answers_at("yes", "Carol", 3)
    assert not await answers_at("yes", "Boris", 2) and await answers_at("no", "Carol", 3)
    found = await store.read(lambda tx: nights.answers(tx, 1))
    assert [(one.name, one.answer) for one in found] == [("Boris", "yes"), ("Carol", "no")]
    await store.write(lambda tx: players.forget(tx, found[0].player_id))
    assert [one.name for one in await store.read(lambda tx: nights.answers(tx, 1))] == ["Carol"]


async def test_a_post_is_intended_once_and_open_until_it_has_a_message(store: Store) -> None:
    """Or is given up."""

    async def job(tx: Tx) -> None:
        row = await night_in(tx)
        assert await night_posts.intend(tx, row.night_id, "announcement")
        assert not await night_posts.intend(tx, row.night_id, "announcement")
        assert await night_posts.intend(tx, row.night_id, "reminder")
        found = await night_posts.open_posts(tx)
        assert [(night, post.what) for night, post in found] == [
            (row, "announcement"),
            (row, "reminder"),
        ]
        await night_posts.posted(tx, row.night_id, "announcement", 77)
        await night_posts.posted(tx, row.night_id, "reminder", None)
        assert await night_posts.open_posts(tx) == []
        await nights.move(tx, row.night_id, 5000)
        assert await night_posts.post(tx, row.night_id, "reminder") is None
        kept = await night_posts.post(tx, row.night_id, "announcement")
        assert kept is not None and kept.message_id == 77

    await store.write(job)


@pytest.mark.parametrize(
    "sql",
    ["DELETE FROM nights", "DELETE FROM series", "UPDATE nights SET date = '2026-01-10'"],
)
async def test_dates_are_kept(store: Store, sql: str) -> None:
    """The database itself refuses to lose one."""
    await store.write(night_in)
    with pytest.raises(Refused):
        await store.write(lambda tx: tx.rows(sql))


@pytest.mark.parametrize("changes", [{"weekday": 3}, {"anchor_date": "2026-02-30"}, {"every_weeks": 0}])
async def test_a_series_that_makes_no_sense_is_refused(store: Store, changes: dict[str, Any]) -> None:
    """A date that is none, another weekday, no rhythm."""
    with pytest.raises(Refused):
        await store.write(lambda tx: series_in(tx, **changes))
