"""/privacy: what is kept and why, take it away, be forgotten. In servers and in direct messages."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answers import Press, answer_file, answer_with, locale_for, redraw
from bot.cooldowns import EXPORT as EXPORTING
from bot.cooldowns import Cooldowns
from bot.farewells import Farewells
from bot.locale import Text, say
from bot.privacy_items import DELETE, EVERYWHERE, EXPORT, YES
from bot.reporter import Reporter
from bot.show.privacy import privacy_view, question_view, told_view
from bot.standings import csvs
from bot.store import Store, Tx, privacy, servers
from bot.store.players import PlayerRow
from bot.tables.people import Person, Refusal

FILE: Final = "my-data.json"


class PrivacyCog(commands.Cog, name="privacy"):
    """/privacy; implements ``bot.privacy_items.PrivacyPresses``."""

    def __init__(self, reporter: Reporter, store: Store, farewells: Farewells, cooldowns: Cooldowns) -> None:
        self._reporter, self._store, self._farewells = reporter, store, farewells
        self._cooldowns = cooldowns

    @app_commands.command(
        description=locale_str("What is kept about you and why; take it away or be forgotten")
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def privacy(self, interaction: Press) -> None:
        """/privacy"""
        server_id, user_id = interaction.guild_id or EVERYWHERE, interaction.user.id

        async def job(tx: Tx) -> tuple[int, set[int]]:
            known = {abs(row.server_id) for row in await privacy.rows_of(tx, user_id)}
            return (await servers.get(tx, server_id)).hands_kept_days, known

        days, known = await self._store.read(job)
        elsewhere = len(known - {server_id})
        await answer_with(interaction, privacy_view(server_id, days, elsewhere, locale_for(interaction)))

    async def privacy_pressed(self, interaction: Press, what: str, server_id: int) -> None:
        """One of the buttons."""
        works = {EXPORT: self._export, DELETE: self._ask, YES: self._forget}
        work = works.get(what, self._keep)
        await self._reporter.run(interaction, work(interaction, server_id))

    async def _export(self, interaction: Press, server_id: int) -> None:
        rows, user = await self._rows(interaction, server_id), interaction.user
        # Outside servers everybody counts alone.
        self._cooldowns.spend(EXPORTING, Person(interaction.guild_id or user.id, user.id, user.name))

        async def job(tx: Tx) -> list[dict[str, Any]]:
            return [await privacy.data_of(tx, row) for row in rows]

        found = await self._store.read(job)
        made = await asyncio.to_thread(_file, found)
        name, made = await asyncio.to_thread(csvs.packed, FILE, made)
        if len(made) > csvs.FILE_BYTES_MOST:
            raise Refusal(
                say("This is too much for one message, even packed. Ask whoever runs this bot for it.")
            )
        text = say(
            "Here is all that I keep about you: `{name}`. Times are milliseconds since 1970, UTC.", name=name
        )
        await answer_file(interaction, text, discord.File(io.BytesIO(made), name))

    async def _ask(self, interaction: Press, server_id: int) -> None:
        rows = await self._rows(interaction, server_id)

        async def job(tx: Tx) -> tuple[int, int]:
            found = [await privacy.in_play(tx, row.player_id) for row in rows if row.server_id > 0]
            seats = [await privacy.in_play(tx, row.player_id) for row in rows]
            return sum(chips for chips, _ in found), sum(count for _, count in seats)

        chips, seats = await self._store.read(job)
        await redraw(interaction, question_view(server_id, chips, seats, locale_for(interaction)))

    async def _forget(self, interaction: Press, server_id: int) -> None:
        done = await self._farewells.ask(await self._rows(interaction, server_id))
        text = (
            say("Done: I have forgotten you. If you sit down again, you begin anew.")
            if done
            else say("You leave your tables. When the hand that you are in is over, I forget you by myself.")
        )
        await redraw(interaction, told_view(text, locale_for(interaction)))

    async def _keep(self, interaction: Press, _server_id: int) -> None:
        await redraw(interaction, told_view(say("Nothing was changed."), locale_for(interaction)))

    async def _rows(self, interaction: Press, server_id: int) -> list[PlayerRow]:
        """The rows of who pressed, in this server or in all; a server id of elsewhere finds nothing."""
        if server_id not in (EVERYWHERE, interaction.guild_id):
            raise Refusal(_nothing())
        user_id = interaction.user.id
        rows = await self._store.read(lambda tx: privacy.rows_of(tx, user_id, server_id or None))
        if not rows:
            raise Refusal(_nothing())
        return rows


def _nothing() -> Text:
    return say("I keep nothing about you here.")


def _file(found: list[dict[str, Any]]) -> bytes:
    return json.dumps(found, ensure_ascii=False, indent=1).encode()
