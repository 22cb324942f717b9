"""/export: tables to take away as CSV."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answers import Press, answer_file
from bot.cooldowns import EXPORT
from bot.locale import say
from bot.standing_items import Wanted
from bot.standings import csvs
from bot.standings.messages import Messages
from bot.standings.ranking import Measure
from bot.store import Store, Tx, players, standings
from bot.store.standings import LedgerRow
from bot.tables.people import Refusal
from cogs.options import GAME_CHOICES, Number
from cogs.people import People
from cogs.standings import MEASURE_CHOICES, WHICH, scope_of

ROWS_AT_ONCE = 2_000


class ExportCog(
    commands.GroupCog,
    name="export",
    group_description=locale_str("Tables to take away, as CSV for a spreadsheet"),
):
    """/export"""

    def __init__(self, store: Store, people: People, messages: Messages) -> None:
        self._store, self._people, self._messages = store, people, messages

    @app_commands.command(description=locale_str("The standings: this season, all time or one night"))
    @app_commands.describe(**WHICH)
    @app_commands.rename(game_key="game")
    @app_commands.choices(by=MEASURE_CHOICES, game_key=GAME_CHOICES)
    async def standings(
        self,
        interaction: Press,
        by: str = Measure.NET.value,
        game_key: str | None = None,
        season: Number | None = None,
        night: Number | None = None,
        all_time: bool = False,
    ) -> None:
        """/export standings"""
        person = await self._people.of(interaction, EXPORT)
        wanted = Wanted(scope_of(season, night, all_time), Measure(by), game_key)
        page = await self._messages.page(person.server_id, wanted, None)
        await _send(interaction, "standings.csv", csvs.standings_csv(page.standings(), page.counted.names))

    @app_commands.command(description=locale_str("A night: who brought and took what"))
    @app_commands.describe(number=locale_str("The number of the night"))
    async def night(self, interaction: Press, number: Number) -> None:
        """/export night"""
        person = await self._people.of(interaction, EXPORT)
        book = self._messages.book
        night, names = await book.night(await book.night_id(person.server_id, number))
        await _send(interaction, f"night-{number}.csv", csvs.night_csv(night, names))

    @app_commands.command(description=locale_str("Every movement of chips on this server (managers)"))
    async def ledger(self, interaction: Press) -> None:
        """/export ledger"""
        person = await self._people.manager(interaction, EXPORT)
        people = await self._store.read(lambda tx: players.of_server(tx, person.server_id))
        names = {row.player_id: row.name for row in people}
        rows: list[LedgerRow] = []
        while True:
            after = rows[-1].transfer_id if rows else 0

            async def job(tx: Tx, after: int = after) -> list[LedgerRow]:
                return await standings.ledger_page(tx, person.server_id, after, ROWS_AT_ONCE)

            found = await self._store.read(job)
            rows += found
            if len(found) < ROWS_AT_ONCE:
                break
        made = await asyncio.to_thread(csvs.ledger_csv, rows, names)
        name, made = await asyncio.to_thread(csvs.packed, "ledger.csv", made)
        if len(made) > csvs.FILE_BYTES_MOST:
            raise Refusal(
                say(
                    "This ledger is too big to send, even packed. "
                    "Whoever runs this bot has all of it: `python -m bot backup`."
                )
            )
        await _send(interaction, name, made)


async def _send(interaction: Press, name: str, made: bytes) -> None:
    text = say("Here it is: `{name}`. Only you see this message.", name=name)
    await answer_file(interaction, text, discord.File(io.BytesIO(made), name))
