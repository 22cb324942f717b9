"""Game nights: the weekly series, their dates, and answers. What is posted is in ``night_posts``.

A night is one date. It is planned, announced, open (its tables are), closing (they close after their hand)
and over; or cancelled, or missed. It never goes back. Every transfer of a table of a night carries its id.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from bot.store.connection import Tx
from bot.store.errors import Refused
from bot.store.rows import existing, named, to_json

PLANNED: Final = "planned"
ANNOUNCED: Final = "announced"
OPEN: Final = "open"
CLOSING: Final = "closing"
OVER: Final = "over"
CANCELLED: Final = "cancelled"
MISSED: Final = "missed"


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A weekly game. ``weekday`` 0 is Monday; ``local_minute`` counts from midnight on the zone's wall clock.

    ``anchor_date`` (YYYY-MM-DD) is its first date, every ``every_weeks`` weeks another. It is announced
    ``announce_minutes`` before, reminded of ``remind_minutes`` before (0: not), and ends after
    ``quiet_minutes`` without a hand.
    """

    series_id: int
    server_id: int
    name: str
    host_player_id: int
    channel_id: int
    weekday: int
    local_minute: int
    zone: str
    every_weeks: int
    anchor_date: str
    announce_minutes: int
    remind_minutes: int
    quiet_minutes: int
    game: str
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    made_at_ms: int
    ended_at_ms: int | None


@dataclass(frozen=True, slots=True)
class NightRow:
    """One date. ``date`` is its day by the series even where ``planned_at_ms`` was moved.

    ``number`` counts the nights of a server that have begun. ``series_id`` None: a night of its own.
    """

    night_id: int
    server_id: int
    series_id: int | None
    date: str
    number: int | None
    name: str
    host_player_id: int
    channel_id: int
    announce_minutes: int
    remind_minutes: int
    quiet_minutes: int
    game: str
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    state: str
    planned_at_ms: int
    event_id: int | None
    started_at_ms: int | None
    ended_at_ms: int | None


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """What somebody answered: "yes", "maybe" or "no"."""

    player_id: int
    user_id: int
    name: str
    locale: str
    dm_channel_id: int | None
    remind_by_dm: int
    answer: str


_JSON = {"options": "options_json", "settings": "settings_json"}
_SERIES = ", ".join(_JSON.get(field.name, field.name) for field in fields(SeriesRow))
_NIGHT = ", ".join(_JSON.get(field.name, field.name) for field in fields(NightRow))


# ---- series


async def add_series(tx: Tx, series: SeriesRow) -> SeriesRow:
    """Keep a new series; its ``series_id``, ``made_at_ms`` and ``ended_at_ms`` are given here."""
    row = await tx.row(
        "INSERT INTO series (server_id, name, host_player_id, channel_id, weekday, local_minute, zone,"
        " every_weeks, anchor_date, announce_minutes, remind_minutes, quiet_minutes, game, options_json,"
        " settings_json, made_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        f" RETURNING {_SERIES}",
        *(series.server_id, series.name, series.host_player_id, series.channel_id, series.weekday),
        *(series.local_minute, series.zone, series.every_weeks, series.anchor_date),
        *(series.announce_minutes, series.remind_minutes, series.quiet_minutes, series.game),
        *(to_json(series.options), to_json(series.settings), tx.now_ms),
    )
    return _series(existing(row, "new series"))


async def series(tx: Tx, series_id: int) -> SeriesRow:
    """The series of that id; ``Refused`` (no_such_row) where there is none."""
    row = await tx.row(f"SELECT {_SERIES} FROM series WHERE series_id = ?", series_id)
    return _series(existing(row, f"series {series_id}"))


async def all_series(tx: Tx, server_id: int | None = None) -> list[SeriesRow]:
    """The series that go on, of one server or of all."""
    rows = await tx.rows(
        f"SELECT {_SERIES} FROM series WHERE ended_at_ms IS NULL AND (?1 IS NULL OR server_id = ?1)"
        " ORDER BY series_id",
        server_id,
    )
    return [_series(row) for row in rows]


async def end_series(tx: Tx, series_id: int) -> None:
    """No date of it comes any more, but for those that have a row."""
    await tx.rows(
        "UPDATE series SET ended_at_ms = ? WHERE series_id = ? AND ended_at_ms IS NULL",
        *(tx.now_ms, series_id),
    )


# ---- nights


async def night_of(tx: Tx, of: SeriesRow, date: str, planned_at_ms: int) -> NightRow:
    """The night of that date, made where there is none: a date is there once, whatever happened to it."""
    await tx.rows(
        "INSERT INTO nights (server_id, series_id, date, name, host_player_id, channel_id, announce_minutes,"
        " remind_minutes, quiet_minutes, game, options_json, settings_json, planned_at_ms)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (series_id, date) DO NOTHING",
        *(of.server_id, of.series_id, date, of.name, of.host_player_id, of.channel_id, of.announce_minutes),
        *(of.remind_minutes, of.quiet_minutes, of.game),
        *(to_json(of.options), to_json(of.settings), planned_at_ms),
    )
    row = await tx.row(f"SELECT {_NIGHT} FROM nights WHERE series_id = ? AND date = ?", of.series_id, date)
    return _night(existing(row, f"night {date}"))


async def add_night(
    tx: Tx,
    *,
    server_id: int,
    date: str,
    name: str,
    host_player_id: int,
    channel_id: int,
    quiet_minutes: int,
    game: str,
    options: Mapping[str, Any],
    settings: Mapping[str, Any],
    planned_at_ms: int,
    announce_minutes: int = 0,
    remind_minutes: int = 0,
) -> NightRow:
    """A night of no series."""
    row = await tx.row(
        "INSERT INTO nights (server_id, date, name, host_player_id, channel_id, announce_minutes,"
        " remind_minutes, quiet_minutes, game, options_json, settings_json, planned_at_ms)"
        f" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING {_NIGHT}",
        *(server_id, date, name, host_player_id, channel_id, announce_minutes, remind_minutes),
        *(quiet_minutes, game),
        *(to_json(options), to_json(settings), planned_at_ms),
    )
    return _night(existing(row, "new night"))


async def get(tx: Tx, night_id: int) -> NightRow:
    """The night of that id; ``Refused`` (no_such_row) where there is none."""
    row = await tx.row(f"SELECT {_NIGHT} FROM nights WHERE night_id = ?", night_id)
    return _night(existing(row, f"night {night_id}"))


async def by_number(tx: Tx, server_id: int, number: int) -> NightRow | None:
    """The server's night of that number, None where it has none."""
    row = await tx.row(f"SELECT {_NIGHT} FROM nights WHERE server_id = ? AND number = ?", server_id, number)
    return _night(row) if row else None


async def going_on(tx: Tx, server_id: int | None = None) -> list[NightRow]:
    """Nights planned, announced, open or closing, of one server or of all, who comes first first."""
    return await _where(
        tx,
        "state IN ('planned', 'announced', 'open', 'closing') AND (?1 IS NULL OR server_id = ?1)"
        " ORDER BY planned_at_ms, night_id",
        server_id,
    )


async def begun(tx: Tx, server_id: int) -> list[NightRow]:
    """The server's nights that have begun, by number."""
    return await _where(tx, "server_id = ? AND number IS NOT NULL ORDER BY number", server_id)


async def of_series(tx: Tx, series_id: int) -> list[NightRow]:
    """Every date of a series that has a row, by date."""
    return await _where(tx, "series_id = ? ORDER BY date", series_id)


async def set_state(tx: Tx, night_id: int, state: str) -> NightRow:
    """ANNOUNCED, CLOSING, CANCELLED, MISSED or OVER; ``Refused`` (night_not_in_that_state) backwards.

    OVER is refused (night_not_empty) while a table of it is open.
    """
    ended_at_ms = tx.now_ms if state == OVER else None
    row = await tx.row(
        f"UPDATE nights SET state = ?, ended_at_ms = ? WHERE night_id = ? RETURNING {_NIGHT}",
        *(state, ended_at_ms, night_id),
    )
    return _night(existing(row, f"night {night_id}"))


async def start(tx: Tx, night_id: int) -> NightRow:
    """It begins, under the server's next number; ``Refused`` where it has begun or was cancelled."""
    row = await tx.row(
        "UPDATE nights SET state = 'open', started_at_ms = ?2,"
        " number = (SELECT 1 + coalesce(max(o.number), 0) FROM nights o WHERE o.server_id = nights.server_id)"
        f" WHERE night_id = ?1 AND state IN ('planned', 'announced') RETURNING {_NIGHT}",
        *(night_id, tx.now_ms),
    )
    if row is None:
        raise Refused(f"night {night_id} has begun or is cancelled", code="night_not_in_that_state")
    return _night(row)


async def move(tx: Tx, night_id: int, planned_at_ms: int) -> NightRow:
    """Another time for that date; who was reminded of the old one is reminded of the new one.

    ``Refused`` (nights_keep_their_date) where it has begun or will never begin.
    """
    row = await tx.row(
        f"UPDATE nights SET planned_at_ms = ? WHERE night_id = ? RETURNING {_NIGHT}",
        *(planned_at_ms, night_id),
    )
    await tx.rows("DELETE FROM night_posts WHERE night_id = ? AND what IN ('reminder', 'moved')", night_id)
    return _night(existing(row, f"night {night_id}"))


async def stale_events(tx: Tx) -> list[NightRow]:
    """Nights that will not be but have a scheduled event yet."""
    return await _where(tx, "state IN ('cancelled', 'missed') AND event_id IS NOT NULL")


async def without_event(tx: Tx, after_ms: int) -> list[NightRow]:
    """Nights to come, and those that should have been, that know no event: one may have been lost."""
    return await _where(
        tx,
        "state IN ('announced', 'cancelled', 'missed') AND event_id IS NULL AND planned_at_ms > ?",
        after_ms,
    )


async def event_ids(tx: Tx, server_id: int) -> set[int]:
    """The events that any night of that server knows."""
    rows = await tx.rows(
        "SELECT event_id FROM nights WHERE server_id = ? AND event_id IS NOT NULL", server_id
    )
    return {row["event_id"] for row in rows}


async def set_event(tx: Tx, night_id: int, event_id: int | None) -> None:
    """Remember Discord's scheduled event."""
    await tx.rows("UPDATE nights SET event_id = ? WHERE night_id = ?", event_id, night_id)


# ---- tables


async def add_table(tx: Tx, night_id: int, table_id: int) -> None:
    """A new table, at which nobody sits yet, is of that night; ``Refused`` (not_an_open_night) else."""
    await tx.rows("UPDATE tables SET night_id = ? WHERE table_id = ?", night_id, table_id)


async def of_table(tx: Tx, table_id: int) -> int | None:
    """The night that a table is of."""
    night_id: int | None = await tx.value("SELECT night_id FROM tables WHERE table_id = ?", table_id)
    return night_id


async def table_ids(tx: Tx, night_id: int, *, open_only: bool = False) -> list[int]:
    """The tables of a night, by number."""
    rows = await tx.rows(
        "SELECT table_id FROM tables WHERE night_id = ?1 AND (NOT ?2 OR state <> 'closed') ORDER BY number",
        *(night_id, open_only),
    )
    return [row["table_id"] for row in rows]


async def last_play_ms(tx: Tx, night_id: int) -> int | None:
    """When the night was last played at: a hand's end or deal, or its beginning."""
    last: int | None = await tx.value(
        "SELECT max(started_at_ms, coalesce((SELECT max(coalesce(last_hand_at_ms, 0)) FROM tables"
        " WHERE night_id = ?1), 0), coalesce((SELECT max(coalesce(over_at_ms, dealt_at_ms, 0)) FROM hands"
        " JOIN tables USING (table_id) WHERE night_id = ?1), 0)) FROM nights WHERE night_id = ?1",
        night_id,
    )
    return last


# ---- answers


async def answer(tx: Tx, night_id: int, player_id: int, said: str) -> bool:
    """Keep somebody's answer; False where it was this one already."""
    return bool(
        await tx.rows(
            "INSERT INTO night_answers (night_id, player_id, answer, at_ms) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (night_id, player_id) DO UPDATE"
            " SET answer = excluded.answer, at_ms = excluded.at_ms"
            " WHERE answer <> excluded.answer RETURNING 1",
            *(night_id, player_id, said, tx.now_ms),
        )
    )


async def answers(tx: Tx, night_id: int) -> list[AnswerRow]:
    """Everybody's answers, who said it first first."""
    rows = await tx.rows(
        "SELECT player_id, user_id, name, locale, dm_channel_id, remind_by_dm, answer FROM night_answers"
        " JOIN players USING (player_id) WHERE night_id = ? AND user_id IS NOT NULL"
        " ORDER BY at_ms, player_id",
        night_id,
    )
    return [AnswerRow(*row) for row in rows]


async def answered_by(tx: Tx, player_id: int) -> list[int]:
    """The ids of the nights that this person has answered."""
    rows = await tx.rows("SELECT night_id FROM night_answers WHERE player_id = ?", player_id)
    return [row["night_id"] for row in rows]


async def set_remind_by_dm(tx: Tx, player_id: int, *, by_dm: bool) -> None:
    """A personal setting: the reminder comes as a direct message too."""
    await tx.rows("UPDATE players SET remind_by_dm = ? WHERE player_id = ?", by_dm, player_id)


def _series(row: sqlite3.Row) -> SeriesRow:
    return SeriesRow(**named(row))


async def _where(tx: Tx, what: str, *params: int | str | None) -> list[NightRow]:
    rows = await tx.rows(f"SELECT {_NIGHT} FROM nights WHERE {what}", *params)
    return [_night(row) for row in rows]


def _night(row: sqlite3.Row) -> NightRow:
    return NightRow(**named(row))
