"""Finding hands that are over, for people of their server only."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from bot.history.past import Past, load, rebuild
from bot.locale import option, say
from bot.store import Refused, Tx, hands, history, nights, players, practice
from bot.store.hands import HandRow
from bot.store.history import ListedRow, TrustRow, Wanted
from bot.store.tables import TableRow
from bot.tables.desk import Desk
from bot.tables.people import Person, Refusal
from engine.game import Game

ROWS_ON_PAGE = 10
VOIDED_SHOWN = 3


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of hands, counted from 1. ``more``: others follow. What it is narrowed to, as people know it."""

    wanted: Wanted
    rows: tuple[ListedRow, ...]
    page: int
    more: bool
    table_number: int | None = None
    night_number: int | None = None
    player_name: str | None = None


@dataclass(frozen=True, slots=True)
class Trust:
    """What came of the server's promises, and its last hands that are void."""

    counts: TrustRow
    voided: tuple[Past, ...]


class Archive:
    """The hands of this bot that are over."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def games(self) -> Mapping[str, Game]:
        """The games by their keys."""
        return self._desk.games

    async def find(
        self, person: Person, channel_id: int, number: int | None, table_number: int | None
    ) -> Past:
        """The hand of that number, without one the last, at the table of that number or of this channel."""

        async def job(tx: Tx) -> tuple[TableRow, HandRow | None, int]:
            table = await _table(tx, person.server_id, channel_id, table_number)
            row = await history.ended(tx, table.table_id, number)
            return table, row, await history.last_number(tx, table.table_id)

        table, row, last = await self._desk.store.read(job)
        if row is None and not last:
            raise Refusal(say("No hand is over yet at table {table}.", table=table.number))
        if row is None:
            raise Refusal(
                say(
                    "Table {table} has no hand {number} that is over; the last one is {last}.",
                    table=table.number,
                    number=number or 0,
                    last=last,
                )
            )
        return await self._rebuilt(row.hand_id)

    async def open(self, person: Person, hand_id: int) -> Past:
        """The hand of that id; Refusal where it is not over, or not of this person's server."""

        async def job(tx: Tx) -> HandRow | None:
            try:
                row = await hands.get(tx, hand_id)
            except Refused:
                return None
            mine = row.server_id in (person.server_id, practice.books_of(person.server_id))
            return row if mine and row.state in ("over", "void") else None

        if await self._desk.store.read(job) is None:
            raise Refusal(say("There is no such hand here, or it is not over yet."))
        return await self._rebuilt(hand_id)

    async def _rebuilt(self, hand_id: int) -> Past:
        stored = await self._desk.store.read(lambda tx: load(tx, hand_id))
        return await asyncio.to_thread(rebuild, stored, self._desk.games, self._desk.secret)

    # ---- lists

    async def wanted(
        self,
        person: Person,
        table_number: int | None,
        night_number: int | None,
        player: str | None,
        by_pot: bool,
    ) -> Wanted:
        """What a list asks for by the numbers and names that people know; Refusal where there is none."""

        async def job(tx: Tx) -> Wanted:
            table_id = night_id = player_id = None
            if table_number is not None:
                table_id = (await _table(tx, person.server_id, 0, table_number)).table_id
            if night_number is not None:
                night = await nights.by_number(tx, person.server_id, night_number)
                if night is None:
                    raise Refusal(say("There was no night {number} here.", number=night_number))
                night_id = night.night_id
            if player is not None:
                player_id = await _player(tx, person.server_id, player)
            return Wanted(table_id, night_id, player_id, by_pot)

        return await self._desk.store.read(job)

    async def page(self, person: Person, wanted: Wanted, page: int) -> ListPage:
        """A page of hands that are over; the first one where that page does not exist."""
        page = max(page, 1)

        async def job(tx: Tx) -> ListPage:
            first = (page - 1) * ROWS_ON_PAGE
            rows = await history.listed(tx, person.server_id, wanted, first, ROWS_ON_PAGE + 1)
            shown, more = tuple(rows[:ROWS_ON_PAGE]), len(rows) > ROWS_ON_PAGE
            names = await history.named(tx, person.server_id, wanted)
            return ListPage(wanted, shown, page, more, *names)

        found = await self._desk.store.read(job)
        return found if found.rows or page == 1 else await self.page(person, wanted, 1)

    async def names(self, person: Person) -> list[tuple[int, str]]:
        """(player id, name) of everybody of this server, the names in order."""
        people = await self._desk.store.read(lambda tx: players.of_server(tx, person.server_id))
        return sorted(((one.player_id, one.name) for one in people), key=lambda one: one[1].casefold())

    async def tables(self, person: Person) -> list[tuple[TableRow, int]]:
        """The last tables of this server with how many hands each has seen to their end."""
        return await self._desk.store.read(lambda tx: history.recent_tables(tx, person.server_id))

    async def nights(self, person: Person) -> list[tuple[int, str, str]]:
        """(number, date, name) of the last nights of this server."""
        return await self._desk.store.read(lambda tx: history.recent_nights(tx, person.server_id))

    async def trust(self, person: Person) -> Trust:
        """What came of this server's promises."""

        async def job(tx: Tx) -> tuple[TrustRow, list[int]]:
            counts = await history.trust(tx, person.server_id)
            return counts, await history.last_voided(tx, person.server_id, VOIDED_SHOWN)

        counts, voided = await self._desk.store.read(job)
        return Trust(counts, tuple([await self._rebuilt(hand_id) for hand_id in voided]))


async def _table(tx: Tx, server_id: int, channel_id: int, number: int | None) -> TableRow:
    if number is None:
        found = await history.table_of_channel(tx, server_id, channel_id)
        if found is None:
            raise Refusal(
                say("No table was ever in this channel. Name one with {option}.", option=option("table"))
            )
    else:
        found = await history.table_named(tx, server_id, number)
        if found is None:
            raise Refusal(say("There was no table {number} on this server.", number=number))
    return found


async def _player(tx: Tx, server_id: int, typed: str) -> int:
    """The player id that was chosen, or of who is called so."""
    people = await players.of_server(tx, server_id)
    found = [one for one in people if typed == str(one.player_id)]
    found = found or [one for one in people if one.name.casefold() == typed.strip().casefold()]
    if len(found) != 1:
        raise Refusal(say("Choose a player from the list that appears while you type."))
    return found[0].player_id
