"""All tables of this process: opening them, finding them, and bringing them back after a restart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from random import SystemRandom
from typing import Final

import discord

from bot.clock import Clock
from bot.locale import ENGLISH, listed, locale_of, say, say_many
from bot.pictures import Pictures
from bot.show.cards import LETTERS, CardLook
from bot.show.layout import table_message
from bot.show.scene import Phase, Terms
from bot.store import Store, StoreError, Tx, players, practice, servers, tables
from bot.tables.around import Around
from bot.tables.desk import Chance, Desk, Look
from bot.tables.ending import commit_next, load_sittings
from bot.tables.hidden import Mailbox
from bot.tables.keeper import Keeper
from bot.tables.people import Person, Refusal
from bot.tables.post import REQUEST_FAILED, Post
from bot.tables.resuming import CannotResume, Found, adopt_or_void, load
from bot.tables.state import TableState
from bot.tables.table import Table
from bot.tables.terms import check_terms, write_settings
from bot.tables.voiding import NOT_REBUILT, SECRET_LOST, void_stored
from engine.errors import EngineError
from engine.game import Game
from engine.games import GAMES

log = logging.getLogger(__name__)

TABLES_PER_SERVER_MOST: Final = 20
CALLS_PER_SECOND: Final = 30  # after a restart: Discord allows 50 requests a second in all


class Room:
    """The tables of this process."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        discord: discord.Client,
        secret: bytes,
        chance: Chance | None = None,
        games: Mapping[str, Game] = GAMES,
        pictures: Pictures | None = None,
    ) -> None:
        self._client = discord
        self.games = games
        self.desk = Desk(
            store=store,
            clock=clock,
            post=Post(discord),
            around=Around(discord, clock),
            chance=chance or SystemRandom(),
            secret=secret,
            games=games,
            draw=table_message,
            pictures=pictures or Pictures(),
            server_name=self._server_name,
            server_locale=self._server_locale,
            server_look=self._server_look,
            card_look=lambda server_id: self._card_looks[self._server_look(server_id).four_colours],
        )
        self.mailbox = Mailbox(self.desk)
        self._tables: dict[int, Table] = {}
        self._locales: dict[int, str] = {}  # of servers that have set one
        self._looks: dict[int, Look] = {}
        self._card_looks = {False: LETTERS, True: LETTERS}  # by whether suits have four colours
        self._resumed = self._closed = False
        self._found: list[Found] | None = None  # the tables that were open, until they are back
        self._finishing: asyncio.Task[None] | None = None
        self.keeper = Keeper(self)

    def _server_name(self, server_id: int) -> str:
        guild = self._client.get_guild(server_id)
        return guild.name if guild else ""

    def set_locale(self, server_id: int, locale: str | None) -> None:
        """The language of a server's public texts (None: as Discord has it), at once also of its tables."""
        if self._locales.get(server_id) == locale:
            return
        if locale is None:
            del self._locales[server_id]
        else:
            self._locales[server_id] = locale
        self.show_anew(server_id)

    def show_anew(self, server_id: int) -> None:
        """Draw a server's tables once more: they speak another language now, or look otherwise."""
        for table in self.of_server(server_id):
            table.screen.changed()

    def set_card_look(self, four_colours: bool, look: CardLook) -> None:
        """How the cards of that deck are written from the next redraw on."""
        self._card_looks[four_colours] = look

    def _server_look(self, server_id: int) -> Look:
        return self._looks.get(server_id, Look())

    def set_look(self, server_id: int, look: Look) -> None:
        """How a server wants its cards from now on; its tables are drawn so at once."""
        if self._server_look(server_id) != look:
            self._looks[server_id] = look
            self.show_anew(server_id)

    def _server_locale(self, server_id: int) -> str:
        if server_id in self._locales:
            return self._locales[server_id]
        guild = self._client.get_guild(server_id)
        return locale_of(str(guild.preferred_locale)) if guild else ENGLISH

    # ---- finding

    def table(self, table_id: int) -> Table:
        """That table; Refusal where it is closed or was never here."""
        found = self._tables.get(table_id)
        if found is None or found.closed:
            raise Refusal(say("This table is closed. Open another with {/table open}."))
        return found

    def of_server(self, server_id: int) -> list[Table]:
        """The open tables of a server, by number."""
        found = [one for one in self._tables.values() if one.state.server_id == server_id and not one.closed]
        return sorted(found, key=lambda one: one.state.number)

    def here(self, person: Person, channel_id: int, number: int | None = None) -> Table:
        """The table that a command in this channel means; Refusal that names the choices else."""
        if number is not None:
            for one in self.of_server(person.server_id):
                if one.state.number == number:
                    return one
            raise Refusal(say("There is no open table {number} on this server.", number=number))
        found = [one for one in self.of_server(person.server_id) if one.state.channel_id == channel_id]
        seated = [one for one in found if one.state.of_user(person.user_id) is not None]
        if len(found) == 1 or len(seated) == 1:
            return found[0] if len(found) == 1 else seated[0]
        if not found:
            raise Refusal(say("There is no table in this channel. Open one with {/table open}."))
        numbers = listed(str(one.state.number) for one in found)
        raise Refusal(say("There are several tables here: {numbers}. Name one.", numbers=numbers))

    def everywhere(self) -> list[Table]:
        """The open tables of all servers."""
        return [one for one in self._tables.values() if not one.closed]

    def in_channel(self, channel_id: int) -> list[Table]:
        """The open tables of a channel."""
        return [one for one in self.everywhere() if one.state.channel_id == channel_id]

    # ---- opening and closing

    async def open(
        self,
        person: Person,
        channel_id: int,
        terms: Terms,
        also: Callable[[Tx, int], Awaitable[None]] | None = None,
    ) -> Table:
        """Open a table and post its message; Refusal where the terms or the server do not allow it.

        ``also`` runs in the same transaction, with the new table's id: who it seats sits there.
        """
        game = self.games.get(terms.game)
        if game is None:
            raise Refusal(say("I do not deal that game."))
        if any(one.game not in self.games for one in terms.games):
            raise Refusal(say("I do not deal that game."))
        check_terms(terms, game)
        server_id = person.server_id
        books_id = server_id if terms.practice is None else practice.books_of(server_id)

        async def job(tx: Tx) -> TableState:
            await _check_room_for_one(tx, server_id)
            if terms.practice is not None:
                await practice.ensure(tx, server_id)
            host = await players.seen(tx, books_id, person.user_id, person.name, person.locale)
            row = await tables.open_table(
                tx,
                server_id=books_id,
                channel_id=channel_id,
                host_player_id=host.player_id,
                game=game.key,
                options=terms.options.to_mapping(),
                settings=write_settings(terms),
            )
            if also is not None:
                await also(tx, row.table_id)
            return TableState(
                table_id=row.table_id,
                number=row.number,
                server_id=server_id,
                channel_id=channel_id,
                terms=terms,
                game=game,
                host_player_id=host.player_id,
                phase=Phase.WAITING,
                opener_name=person.name,
                opener_ids=(host.player_id, person.user_id),
                sittings=await load_sittings(tx, row.table_id),
                last_hand_at=self.desk.clock.now(),
                next_hand=await commit_next(tx, self.desk, row.table_id),
            )

        state = await self.desk.store.write(job)
        table = self._tables[state.table_id] = Table(self.desk, self.mailbox, state, 0)
        table.screen.changed()
        return table

    async def load(self) -> None:
        """Before the gateway: know every open table, so that no press is told that its table is closed."""
        self._found = []
        self._locales = await self.desk.store.read(servers.locales)
        for server in await self.desk.store.read(servers.with_looks):
            self.set_look(server.server_id, Look(server.pictures, bool(server.four_colours)))
        for row in await self.desk.store.read(tables.open_tables):
            try:
                found = await self._load(row)
            except (CannotResume, StoreError, EngineError, KeyError) as error:
                log.error("a table cannot go on table=%s reason=%s", row.table_id, error)
                continue
            self._found.append(found)
            table = Table(self.desk, self.mailbox, found.state, found.message_id)
            table.screen.posted_at = found.message_at or table.screen.posted_at
            table.root_version = table.screen.wanted + 1  # My cards wait until the root is surely shown
            self._tables[row.table_id] = table

    async def _load(self, row: tables.TableRow) -> Found:
        """One table; a hand that cannot be rebuilt is a fault of the bot: it is void, the table goes on."""
        try:
            return await self.desk.store.read(lambda tx: load(tx, self.desk, row))
        except (CannotResume, EngineError) as error:
            log.error("a hand cannot go on and is void table=%s reason=%s", row.table_id, error)
        await self.desk.store.write(lambda tx: void_stored(tx, self.desk, row.table_id, NOT_REBUILT))
        return await self.desk.store.read(lambda tx: load(tx, self.desk, row))

    async def resume(self) -> None:
        """Once in a process, on the gateway: every table goes on, those with a turn first."""
        if self._resumed:
            return
        self._resumed = True
        if self._found is None:
            await self.load()
        found, self._found = self._found or [], None
        calls = 0
        for one in sorted(found, key=lambda one: one.state.phase is not Phase.HAND):
            await self._pace(calls)
            if self._closed:
                return
            calls = await self._bring_back(one)
        came_back = [self._tables[one.state.table_id] for one in found]
        self._finishing = asyncio.create_task(self._finish(came_back))
        self.keeper.start()

    async def _finish(self, came_back: list[Table]) -> None:
        """When all can be played at: the cards that somebody may still wait for, then old messages."""
        calls = 0
        for table in came_back:
            live = table.state.live
            if live is not None and live.hand.result is None:
                await self._pace(calls)
                table.spawn(self._deal_out(table))
                calls = len(live.dealt)
        for number, table in enumerate(came_back):
            await self._pace(min(number, 1))
            await self._tidy(table)

    async def _pace(self, calls: int) -> None:
        """Wait as long as so many calls may take."""
        if calls:
            await self.desk.clock.sleep(calls / CALLS_PER_SECOND)

    async def _deal_out(self, table: Table) -> None:
        """Send the hidden cards of the hand on the table once more: their messages are only changed."""
        if await table.screen.until_shown(table.root_version):
            live = table.state.live
            if live is not None and live.hand.result is None:
                table.hidden.deliver(table.state, live, frozenset(one.seat for one in live.dealt))

    async def _tidy(self, table: Table) -> None:
        """See that no other message of a table has buttons."""
        here = self.desk.around.has_server(table.state.server_id)
        if table.state.phase is Phase.DEALING or table.lost_channel or not here:
            return  # its newest message is perhaps just being adopted, or none can be changed
        try:
            await table.screen.tidy(table.id)
        except REQUEST_FAILED as error:
            log.info("former messages may have buttons table=%s error=%r", table.id, error)

    async def _bring_back(self, found: Found) -> int:
        """Let a table go on; how many calls to Discord that makes: 1, or 0 where none is needed."""
        state = found.state
        table = self._tables[state.table_id]
        if not self.desk.around.has_server(state.server_id):
            table.watch.server_left()
            return 0
        table.waiting.after_restart()
        if found.posting is not None:
            table.spawn(adopt_or_void(table, found.posting))
            return 1
        if state.deadline is not None:  # a press has come already, started the clock and drawn the table
            return 0
        table.clock.start()
        table.screen.changed()
        async with table.lock:
            if state.live is not None and table.awaits_absent():
                await table.play_and_show(state.live, (), None)
        return 1

    async def void_live(self) -> None:
        """Before the gateway, when the secret was lost: void every hand; ``resume`` then says so."""
        for row in await self.desk.store.read(tables.open_tables):

            async def job(tx: Tx, row: tables.TableRow = row) -> None:
                await void_stored(tx, self.desk, row.table_id, SECRET_LOST)

            await self.desk.store.write(job)

    async def forget_closed(self) -> None:
        """Let go of closed tables whose last picture is drawn, or cannot be."""
        for table in [one for one in self._tables.values() if one.closed]:
            if table.lost_channel or table.screen.drawn == table.screen.wanted:
                await table.stop()
                del self._tables[table.id]

    async def close(self) -> None:
        """The process ends: no timer, no request; everything is stored."""
        if self._finishing is not None:
            self._finishing.cancel()
            await asyncio.gather(self._finishing, return_exceptions=True)
        self._closed = True
        await self.keeper.stop()
        for table in list(self._tables.values()):
            await table.stop()
        self.desk.pictures.close()

    # ---- what the gateway tells

    def gateway(self, *, up: bool, of: Callable[[int], bool]) -> None:
        """Presses from those servers arrive again (fresh clocks), or cannot arrive (their clocks stand)."""
        for table in self._tables.values():
            if of(table.state.server_id):
                table.clock.gateway(up=up)

    def message_seen(self, channel_id: int) -> None:
        """Somebody wrote in a channel: the tables there have drifted up."""
        for table in self._tables.values():
            if table.state.channel_id == channel_id:
                table.screen.messages_below += 1

    async def look_anew(self) -> None:
        """A gateway that begins anew tells nothing of what was missed: draw every table once more.

        So it finds out whose message or channel is gone.
        """
        for number, table in enumerate(self.everywhere()):
            await self._pace(min(number, 1))
            table.screen.changed()

    def message_deleted(self, message_id: int) -> None:
        """Somebody deleted a message: if a table stood there, it is posted anew."""
        for table in self._tables.values():
            if table.screen.message_id == message_id and not table.closed:
                table.screen.gone()


async def _check_room_for_one(tx: Tx, server_id: int) -> None:
    """Refusal where the server has as many tables as one may, those for practice among them."""
    there = [await tables.of_server(tx, one) for one in (server_id, practice.books_of(server_id))]
    if sum(map(len, there)) >= TABLES_PER_SERVER_MOST:
        raise Refusal(
            say_many(
                "This server has {count} open table already. Close one first.",
                "This server has {count} open tables already. Close one first.",
                TABLES_PER_SERVER_MOST,
            )
        )
