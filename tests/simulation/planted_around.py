"""Faults planted in what goes on around the tables: nights, seasons, settings, files, and being forgotten."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from bot.answers import Press
from bot.history import proving
from bot.nights import running
from bot.nights.desk import NightDesk
from bot.nights.keeper import Nights
from bot.store import Tx, ledger, nights, players, seasons, servers, standings
from bot.store.nights import NightRow
from bot.store.seasons import SeasonRow
from bot.store.servers import ServerRow
from bot.tables.people import Person
from bot.tables.table import Table
from cogs.people import People
from engine import export as exporting
from engine.game import Hand, Seat
from tests.simulation.loop import Program

Patches = Iterator[tuple[object, str, object]]


def a_night_forgotten_at_restart() -> Patches:
    """Only the first process looks after nights by itself."""
    start = Nights.start

    async def first_only(keeper: Nights) -> None:
        program = Program.current()
        if program is not None and program.number == 1:
            await start(keeper)

    yield Nights, "start", first_only


def a_night_opened_twice() -> Patches:
    """A night that begins opens a table, and another one."""
    begin = running.begin

    async def twice(desk: NightDesk, row: NightRow, person: Person, **named: Any) -> Table:
        table = await begin(desk, row, person, **named)
        await running.open_table(desk, row, person)
        return table

    yield running, "begin", twice


def an_answer_to_a_night_lost() -> Patches:
    """Now and then somebody's answer is shown to him but not kept."""
    answer, dice = nights.answer, random.Random(3)

    async def lossy(tx: Tx, night_id: int, player_id: int, said: str) -> bool:
        return dice.random() < 0.3 or await answer(tx, night_id, player_id, said)

    yield nights, "answer", lossy


def a_season_that_moves_chips() -> Patches:
    """Who begins a season gives everybody ten chips."""
    start = seasons.start

    async def generous(tx: Tx, server_id: int, name: str, starts_at_ms: int, by: int) -> SeasonRow:
        season = await start(tx, server_id, name, starts_at_ms, by)
        for one in await players.of_server(tx, server_id):
            await ledger.grant(
                tx, server_id, one.player_id, 10, key=f"season:{season.season_id}:{one.player_id}"
            )
        return season

    yield seasons, "start", generous


def a_setting_not_stored() -> Patches:
    """The language is in force at once, but only until the process ends."""
    update = servers.update

    async def without_language(tx: Tx, server: ServerRow) -> None:
        await update(tx, replace(server, locale=(await servers.get(tx, server.server_id)).locale))

    yield servers, "update", without_language


def a_setting_forgotten_at_restart() -> Patches:
    """The language is stored, but nobody reads it at a start."""

    async def none(tx: Tx) -> dict[int, str]:
        return {}

    yield servers, "locales", none


def a_right_not_asked_for() -> Patches:
    """Whatever only managers may do, everybody may."""

    async def anybody(people: People, interaction: Press, *rest: Any) -> Person:
        return replace(await people.of(interaction, *rest), manager=True)

    yield People, "manager", anybody


def an_export_of_anothers_cards() -> Patches:
    """A hand is taken away as its first player saw it, whoever takes it."""
    export = exporting.export

    def wrong(hand: Hand, reader: Seat | None, *rest: Any) -> Any:
        return export(hand, hand.view(None).order[0], *rest)

    yield proving, "export", wrong


def an_export_of_another_server() -> Patches:
    """The ledger that is taken away has every server's movements."""
    ledger_page = standings.ledger_page

    async def every(tx: Tx, server_id: int, after: int, count: int) -> list[Any]:
        found = [await ledger_page(tx, one, after, count) for one in await servers.every(tx)]
        return sorted((row for rows in found for row in rows), key=lambda row: row.transfer_id)[:count]

    yield standings, "ledger_page", every


def a_name_kept_of_who_is_forgotten() -> Patches:
    """Everything of a person is forgotten but for his name."""
    forget = players.forget

    async def but_the_name(tx: Tx, player_id: int) -> None:
        name = (await players.get(tx, player_id)).name
        await forget(tx, player_id)
        await tx.rows("UPDATE players SET name = ? WHERE player_id = ?", name, player_id)

    yield players, "forget", but_the_name


PLANTED_AROUND: tuple[Callable[[], Patches], ...] = (
    a_night_forgotten_at_restart,
    a_night_opened_twice,
    an_answer_to_a_night_lost,
    a_season_that_moves_chips,
    a_setting_not_stored,
    a_setting_forgotten_at_restart,
    a_right_not_asked_for,
    an_export_of_anothers_cards,
    an_export_of_another_server,
    a_name_kept_of_who_is_forgotten,
)
