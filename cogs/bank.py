"""The bank: what everybody has, where it came from, and what managers give and take, with reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str
from discord.ext import commands

from bot.answers import Press, answer, answer_all
from bot.cooldowns import PROOF
from bot.locale import Text, say, say_many
from bot.show.names import safe_name
from bot.show.statement import LINES_A_PAGE, statement_text
from bot.show.words import chips_text
from bot.store import NotEnoughChips, Store, Tx, audit, ledger, players, practice, tables
from bot.store.statement import statement
from bot.tables.people import Person, Refusal
from bot.tables.terms import CHIPS_MOST
from cogs.people import People

PAGES_MOST: Final = 100
REASON_LENGTH_MOST: Final = 100

Reason = Range[str, 1, REASON_LENGTH_MOST]


@dataclass(frozen=True, slots=True)
class _Owner:
    """Whose chips are meant. ``speaks``: the locale is his own, since he himself is here."""

    user_id: int
    name: str
    locale: str
    speaks: bool


class BankCog(
    commands.GroupCog,
    name="bank",
    group_description=locale_str("Play chips: what you have and where it came from"),
):
    """/bank"""

    def __init__(self, store: Store, people: People) -> None:
        self._store, self._people = store, people

    @app_commands.command(description=locale_str("How many chips you, or somebody else, has"))
    @app_commands.describe(member=locale_str("Whose chips; without it your own"))
    async def balance(self, interaction: Press, member: discord.Member | None = None) -> None:
        """/bank balance"""
        person = await self._people.of(interaction)
        owner = self._owner(person, member)

        async def job(tx: Tx) -> tuple[int, int]:
            player_id = await _player(tx, person.server_id, owner)
            wallet = await ledger.wallet_balance(tx, player_id)
            seated = [
                sitting
                for table in await tables.of_server(tx, person.server_id)
                for sitting in await tables.open_sittings(tx, table.table_id)
                if sitting.player_id == player_id
            ]
            return wallet, sum([await ledger.stack_of(tx, one.sitting_id) for one in seated])

        wallet, on_tables = await self._store.write(job)
        text = say("{name}: {wallet} in the wallet", name=safe_name(owner.name), wallet=chips_text(wallet))
        if on_tables:
            text = say("{balance}, {chips} on tables", balance=text, chips=chips_text(on_tables))
        await answer(interaction, say("{balance}.", balance=text))

    @app_commands.command(description=locale_str("Every movement of your chips, with its reason"))
    @app_commands.describe(
        page=locale_str("1 is the newest"), member=locale_str("Whose chips; without it your own")
    )
    async def statement(
        self,
        interaction: Press,
        page: Range[int, 1, PAGES_MOST] = 1,
        member: discord.Member | None = None,
    ) -> None:
        """/bank statement"""
        person = await self._people.of(interaction)
        owner = self._owner(person, member)

        async def job(tx: Tx) -> Text:
            player_id = await _player(tx, person.server_id, owner)
            lines = await statement(tx, player_id, page * LINES_A_PAGE + 1)
            actors = {line.actor_player_id for line in lines if line.actor_player_id is not None}
            names = {actor: (await players.get(tx, actor)).name for actor in actors}
            shown = lines[(page - 1) * LINES_A_PAGE : page * LINES_A_PAGE]
            more = len(lines) > page * LINES_A_PAGE
            return statement_text(owner.name, shown, names, page=page, more=more)

        await answer(interaction, await self._store.write(job))

    @app_commands.command(description=locale_str("Give somebody chips (managers)"))
    @app_commands.describe(
        member=locale_str("Who gets them"),
        chips=locale_str("How many"),
        reason=locale_str("Why; everybody can read it"),
    )
    async def grant(
        self, interaction: Press, member: discord.Member, chips: Range[int, 1, CHIPS_MOST], reason: Reason
    ) -> None:
        """/bank grant"""
        await self._move(interaction, member, chips, reason, granted=True)

    @app_commands.command(description=locale_str("Correct somebody's chips, up or down (managers)"))
    @app_commands.describe(
        member=locale_str("Whose chips"),
        chips=locale_str("How many more; with a minus how many fewer"),
        reason=locale_str("Why; everybody can read it"),
    )
    async def correct(
        self,
        interaction: Press,
        member: discord.Member,
        chips: Range[int, -CHIPS_MOST, CHIPS_MOST],
        reason: Reason,
    ) -> None:
        """/bank correct"""
        if chips == 0:
            raise Refusal(say("A correction of nothing changes nothing: write how many chips more or fewer."))
        await self._move(interaction, member, chips, reason, granted=False)

    @app_commands.command(description=locale_str("Prove that the books of this server balance"))
    async def check(self, interaction: Press) -> None:
        """/bank check"""
        person = await self._people.of(interaction, PROOF)
        report = await self._store.read(audit.check)
        books = (person.server_id, practice.books_of(person.server_id), None)
        here = [one for one in report.violations if one.server_id in books]
        if here:
            text = say_many(
                "**The books do not balance**: {count} fault found. Nothing was changed. "
                "Tell whoever runs this bot: `python -m bot audit` lists it.",
                "**The books do not balance**: {count} faults found. Nothing was changed. "
                "Tell whoever runs this bot: `python -m bot audit` lists them.",
                len(here),
            )
        else:
            text = say(
                "The books balance: every account holds what its transfers make, and no chip is missing."
            )
        await answer(interaction, text)

    def _owner(self, person: Person, member: discord.Member | None) -> _Owner:
        if member is None or member.id == person.user_id:
            return _Owner(person.user_id, person.name, person.locale, speaks=True)
        if member.bot:
            raise Refusal(say("A bot has no chips."))
        locale = self._people.server_locale(person.server_id)
        return _Owner(member.id, member.display_name, locale, speaks=False)

    async def _move(
        self, interaction: Press, member: discord.Member, chips: int, reason: str, *, granted: bool
    ) -> None:
        person = await self._people.manager(interaction)
        owner, server_id, key = self._owner(person, member), person.server_id, f"interaction:{interaction.id}"
        locale = self._people.server_locale(server_id)

        async def job(tx: Tx) -> None:
            actor = await _player(tx, server_id, self._owner(person, None))
            player_id = await _player(tx, server_id, owner)
            if granted:
                await ledger.grant(tx, server_id, player_id, chips, reason, actor, key=key)
            else:
                await ledger.correct(tx, server_id, player_id, chips, reason, actor, key=key)

        try:
            await self._store.write(job)
        except NotEnoughChips as error:
            raise Refusal(
                say(
                    "{name} has only {chips} in the wallet. Chips on a table are not touched.",
                    name=safe_name(owner.name),
                    chips=chips_text(error.available),
                )
            ) from None
        said = {
            "manager": safe_name(person.name),
            "name": safe_name(owner.name),
            "reason": safe_name(reason, 2 * REASON_LENGTH_MOST),
        }
        if granted:
            text = say("{manager} grants {name} {chips}: {reason}", chips=chips_text(chips), **said)
        elif chips > 0:
            text = say("{manager} corrects {name}: {chips} more: {reason}", chips=chips_text(chips), **said)
        else:
            text = say("{manager} corrects {name}: {chips} fewer: {reason}", chips=chips_text(-chips), **said)
        await answer_all(interaction, text, locale)


async def _player(tx: Tx, server_id: int, owner: _Owner) -> int:
    """The player's id; who was never seen before gets a wallet with the starting chips."""
    known = await players.by_user(tx, server_id, owner.user_id)
    locale = owner.locale if known is None or owner.speaks else known.locale
    return (await players.seen(tx, server_id, owner.user_id, owner.name, locale)).player_id
