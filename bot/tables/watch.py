"""What becomes of a table whose channel is lost, archived or closed to the bot, or whose server it has left.

A lost channel voids the hand and closes the table. Everything else waits: clocks stand still, the host is
told once, and the table goes on when what was missing is back.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord

from bot.clock import TimerHandle
from bot.discord_codes import ARCHIVED, UNKNOWN_CHANNEL, UNKNOWN_SERVER
from bot.locale import Text, listed, say
from bot.show.names import safe_name
from bot.show.scene import Phase
from bot.store import players
from bot.tables import hosting
from bot.tables.people import Refusal
from bot.tables.post import REQUEST_FAILED
from bot.tables.surely import in_the_end
from bot.tables.voiding import CHANNEL_LOST, void

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)

LOOK_AGAIN: Final = timedelta(seconds=60)  # where no event tells that a permission is back


class Watch:
    """Watches over one table's channel and server."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told = False  # the host knows what is wrong at present
        self._timer: TimerHandle | None = None
        self.stands_since: datetime | None = None

    # ---- before a hand

    def missing(self) -> Text | None:
        """What must be allowed before the next hand can be posted, None where all is well."""
        state = self._table.state
        found = self._table.desk.around.missing(state.server_id, state.channel_id)
        return listed(found) if found else None

    def check_postable(self) -> None:
        """Refusal that names what is missing."""
        missing = self.missing()
        if missing is not None:
            raise Refusal(_needs(missing))

    def hold_deal(self, missing: Text) -> None:
        """The next hand waits for a permission; the table says so, if it can. Holds the lock."""
        table = self._table
        table.clock.stop()
        table.state.word = _needs(missing)
        self._tell(_host_needs(table, missing))
        self._wait()
        table.changed(None)

    # ---- when a request finds out

    def lost(self, error: discord.HTTPException) -> None:
        """The table cannot be shown. Never waits; the screen goes on trying."""
        table = self._table
        self._stands()
        state = table.state
        if not table.desk.around.has_server(state.server_id):
            self.server_left()
        elif error.code == UNKNOWN_CHANNEL:
            table.spawn(in_the_end(table, self.channel_gone))
        elif error.code == ARCHIVED:
            table.spawn(self.unarchive())
        elif error.code != UNKNOWN_SERVER:
            missing = self.missing() or listed([say("View Channel"), say("Send Messages")])
            self._tell(_host_needs(table, missing))

    def stuck(self) -> None:
        """It cannot be shown for another reason."""
        self._stands()

    def shown(self) -> None:
        """The newest state stands in the channel."""
        self.stands_since = None
        if self._timer is None:
            self._told = False

    # ---- when the gateway tells

    def look_again(self) -> None:
        """Something has changed for the better, perhaps."""
        table = self._table
        if table.closed or not table.desk.around.has_server(table.state.server_id):
            return
        if self._timer is not None and self.missing() is None:
            self.stop()
            table.spawn(self._deal_goes_on())
        if table.clock.stands or table.screen.is_stuck:
            table.screen.try_again()
            table.screen.changed()  # once it stands there, the clock goes on

    def archived(self) -> None:
        """Somebody, or time, has archived the thread: a hand needs it open."""
        if self._table.state.phase not in (Phase.WAITING, Phase.CLOSED):
            self._table.spawn(self.unarchive())

    async def unarchive(self) -> None:
        """Open the thread again, or tell the host that somebody must."""
        table = self._table
        try:
            await table.desk.post.unarchive(table.state.channel_id)
        except REQUEST_FAILED as error:
            log.info("a thread stays archived table=%s error=%r", table.id, error)
            table.clock.stand_still()
            self._stands()
            self._tell(
                say(
                    "The thread of table {number} (<#{channel}>) is archived and I may not open it. "
                    "Open it again, and the table goes on.",
                    number=table.state.number,
                    channel=table.state.channel_id,
                )
            )
            return
        if table.screen.is_stuck:
            table.screen.try_again()

    def server_left(self) -> None:
        """The bot was removed from the server: the table waits, without a request."""
        self._stands()
        self._table.clock.stand_still(quiet=True)
        self._table.screen.hold()

    def server_back(self) -> None:
        """It was invited again."""
        table = self._table
        if not table.closed and table.screen.is_stuck:
            table.screen.is_stuck = False
            table.screen.changed()

    async def channel_gone(self) -> None:
        """The channel is no more: the hand is void, the table closes, its host is told."""
        table = self._table
        await self.give_up(CHANNEL_LOST)
        host_word = say(
            "The channel of table {number} is gone, so the table is closed. {what}",
            number=table.state.number,
            what=table.state.note or say("All stacks are back in the wallets."),
        )
        self._told = False
        self._tell(host_word)

    async def give_up(self, reason: Text) -> None:
        """Void the hand in play and close the table, without a request to its channel."""
        table = self._table
        async with table.lock:
            if table.closed:
                return
            table.lost_channel = True
            await table.screen.close()
            state = table.state
            state.closing = True
            await void(table, reason)
            if not table.closed:
                await hosting.close_now_or_after(table, None)

    def stop(self) -> None:
        """No timer runs."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # ---- what they share

    def _stands(self) -> None:
        if self.stands_since is None:
            self.stands_since = self._table.desk.clock.now()

    def _wait(self) -> None:
        self.stop()
        clock = self._table.desk.clock
        self._timer = clock.call_at(clock.now() + LOOK_AGAIN, self._still_missing)

    def _still_missing(self) -> None:
        self._timer = None
        if not self._table.closed and self._table.state.phase is Phase.PAUSE:
            self._wait()
            self.look_again()

    async def _deal_goes_on(self) -> None:
        """What was missing for the next hand is there: count down anew."""
        table = self._table
        async with table.lock:
            table.state.word = None
            if table.state.phase is Phase.PAUSE:
                table.clock.start()
            table.changed(None)

    def _tell(self, text: Text) -> None:
        """A direct message to the host, once until all is well again."""
        if not self._told:
            self._told = True
            self._table.spawn(self._send(text))

    async def _send(self, text: Text) -> None:
        table = self._table
        desk, state = table.desk, table.state
        host = await desk.store.read(lambda tx: players.get(tx, state.host_player_id))
        if host.user_id is None:
            return
        words = say("**{server}** {text}", server=safe_name(desk.server_name(state.server_id)), text=text)
        nonce = f"host:{table.id}:{int(desk.clock.now().timestamp())}"
        try:
            channel = await table.mailbox.channel(host.player_id, host.user_id)
            await desk.post.send_dm(channel, words.to(host.locale), nonce, silent=False)
        except REQUEST_FAILED as error:
            log.info("a host could not be told table=%s error=%r", table.id, error)


def _needs(missing: Text) -> Text:
    return say(
        "I cannot post the hand here. Whoever manages this channel must allow me: {permissions}.",
        permissions=missing,
    )


def _host_needs(table: Table, missing: Text) -> Text:
    return say(
        "Table {number} in <#{channel}> stands still: I may not write there. "
        "Whoever manages the channel must allow me: {permissions}. Then it goes on by itself.",
        number=table.state.number,
        channel=table.state.channel_id,
        permissions=missing,
    )
