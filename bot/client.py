"""The Discord client: is handed what it needs, puts the cogs in, and starts the tables when it is ready."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sys
from collections.abc import Callable, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import discord
from discord.ext import commands

from bot.answers import NOBODY, Press
from bot.buckets import sweep_seldom
from bot.buttons import ITEMS, Presses
from bot.charts import Charts
from bot.clock import Clock, TimerHandle
from bot.emojis import CardEmojis
from bot.farewells import Farewells
from bot.health import BEAT_SECONDS, beat, stop_beating
from bot.history_items import HISTORY_ITEMS, HistoryPresses
from bot.invite import invite_link
from bot.locale import load_catalogues
from bot.locale.translator import CommandTranslator
from bot.night_items import NIGHT_ITEMS, NightPresses
from bot.nights.keeper import Nights
from bot.panel_items import PANEL_ITEMS, PanelPresses
from bot.privacy_items import PRIVACY_ITEMS, PrivacyPresses
from bot.received import guarded, refuse_raw
from bot.reporter import Reporter
from bot.rules_items import RULES_ITEMS, RulesPresses
from bot.setting_items import SETTING_ITEMS, SettingPresses
from bot.shards import ALL_SERVERS, Shards
from bot.standing_items import STANDING_ITEMS, SeasonPresses, StandingPresses
from bot.store import Store, meta
from bot.tables.room import Room
from bot.tree import DealerTree, command_payload

log = logging.getLogger(__name__)

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True)


class DealerBot(commands.Bot):
    """One process on the gateway, with one shard of it; ``ShardedBot`` has several.

    ``room`` makes the room of tables for this client. ``cogs`` makes the cogs and sets ``presses`` and
    ``panel_presses``, since the buttons look for them here. ``card_emojis``: the cards are uploaded as
    emojis of the application. ``guild_ready_seconds``: the client is ready
    when no further server has been told of for so long.
    """

    presses: Presses
    panel_presses: PanelPresses
    standing_presses: StandingPresses
    season_presses: SeasonPresses
    night_presses: NightPresses
    setting_presses: SettingPresses
    history_presses: HistoryPresses
    privacy_presses: PrivacyPresses
    rules_presses: RulesPresses

    def __init__(
        self,
        *,
        clock: Clock,
        store: Store,
        room: Callable[[discord.Client], Room],
        cogs: Callable[[DealerBot], Iterable[commands.Cog]],
        heartbeat_file: Path | None = None,
        card_emojis: bool = False,
        shards: Shards = ALL_SERVERS,
        guild_ready_seconds: float = 2.0,  # no further server for so long at the start: all are there
    ) -> None:
        # It speaks in no voice channel, so it needs no warning about what that takes.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=commands.when_mentioned,  # never looked at: on_message does not read commands
            help_command=None,
            tree_cls=DealerTree,
            intents=INTENTS,
            allowed_mentions=NOBODY,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=guild_ready_seconds,
            **_shard_options(shards),
        )
        sweep_seldom(self.http)
        parsers = self._connection.parsers  # the only way to see a payload before the library reads it
        parsers["INTERACTION_CREATE"] = guarded(parsers["INTERACTION_CREATE"], self._refuse_raw)
        del parsers["MESSAGE_UPDATE"]  # one comes back for each redraw; nothing here asks for them
        self.shards_served = shards
        self.clock = clock
        self.reporter = Reporter(clock)
        self.room = room(self)
        self.charts = Charts(clock)
        self.card_emojis: CardEmojis | None = None
        if card_emojis:
            self.card_emojis = CardEmojis(store, clock, self, self.room.set_card_look, uploads=shards.first)
        self.nights = Nights(store=store, clock=clock, client=self, room=self.room)
        self.farewells = Farewells(store, clock, self.room, self.nights)
        self._store = store
        self._make_cogs = cogs
        self._heartbeat_file = heartbeat_file
        self._resumed = self._stopping = False
        self._away = set(shards.ids)  # those that are not on the gateway
        self._next_beat: TimerHandle | None = None
        self._at_ready: asyncio.Task[Any] | None = None  # what is done when the gateway is ready

    async def setup_hook(self) -> None:
        """Before the gateway: languages, cogs, buttons, commands, and the link that invites the bot."""
        await asyncio.to_thread(load_catalogues)  # later the loop would wait for it
        for cog in self._make_cogs(self):
            await self.add_cog(cog)
        self.add_dynamic_items(
            *ITEMS,
            *PANEL_ITEMS,
            *NIGHT_ITEMS,
            *SETTING_ITEMS,
            *STANDING_ITEMS,
            *PRIVACY_ITEMS,
            *HISTORY_ITEMS,
            *RULES_ITEMS,
        )
        if self.card_emojis is not None:
            await self.card_emojis.load()
        await self.room.load()
        await self.tree.set_translator(CommandTranslator())
        await self.sync_commands()
        assert self.application_id is not None
        print(f"Invite the bot to a server: {invite_link(self.application_id)}", flush=True)

    async def sync_commands(self) -> bool:
        """Tell Discord the commands if they are not those that it was told last; True if it was told."""
        key = f"commands:{self.application_id}"
        payload = await command_payload(self.tree)
        told = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).digest()
        if told == await self._store.read(lambda tx: meta.get(tx, key)):
            known = {command.name for command in await self.tree.fetch_commands()}
            if known == {command["name"] for command in payload}:
                return False
        await self.tree.sync()
        await self._store.write(lambda tx: meta.put(tx, key, told))
        log.info("commands told to Discord", extra={"fields": {"count": len(payload)}})
        return True

    # ---- the gateway

    async def on_ready(self) -> None:
        """The first time in a process the tables go on; later it is a reconnection like any other."""
        log.info("gateway ready", extra={"fields": {"user": self.user, "servers": len(self.guilds)}})
        for shard_id in self.shards_served.ids:
            self._is_up(shard_id)
        self._at_ready = asyncio.current_task()
        if not self._resumed:
            self._resumed = True  # at once: a second ready may come while the tables are coming back
            await self.room.resume()
            await self.nights.start()
            if self.card_emojis is not None:
                self.card_emojis.start()
            self.farewells.start()
        else:
            await self.room.keeper.check_servers()
            await self.room.look_anew()

    async def on_resumed(self) -> None:
        """The gateway is back and has brought what was missed."""
        self._alone(self._is_up)

    async def on_disconnect(self) -> None:
        """The gateway is gone; discord.py connects again by itself."""
        self._alone(self._is_lost)

    async def on_message(self, message: discord.Message) -> None:
        """Count what is written below a table; nothing is read."""
        if self.user is None or message.author.id != self.user.id:
            self.room.message_seen(message.channel.id)

    async def on_raw_message_delete(self, deleted: discord.RawMessageDeleteEvent) -> None:
        """A table whose message is gone is posted anew."""
        self.room.message_deleted(deleted.message_id)

    async def on_raw_bulk_message_delete(self, deleted: discord.RawBulkMessageDeleteEvent) -> None:
        """The same for many at once."""
        for message_id in deleted.message_ids:
            self.room.message_deleted(message_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server; an outage is told by another event."""
        await self.room.keeper.check_servers()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """It was invited, perhaps again."""
        await self.room.keeper.check_servers()

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord has lost a server for a while: no press arrives from there."""
        self.room.keeper.server_reachable(guild.id, reachable=False)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """It is back, or known again."""
        self.room.keeper.server_reachable(guild.id, reachable=True)
        await self.room.keeper.check_servers()

    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Its language may be another; what stands there speaks it."""
        if before.preferred_locale != after.preferred_locale:
            self.room.show_anew(after.id)
            await self.nights.show_anew(after.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A lost channel voids the hand and closes the table."""
        self.room.keeper.channel_deleted(channel.id)

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread, be it known or not."""
        self.room.keeper.channel_deleted(deleted.thread_id)

    async def on_raw_thread_update(self, update: discord.RawThreadUpdateEvent) -> None:
        """A thread was archived, or opened again."""
        archived = bool(update.data.get("thread_metadata", {}).get("archived"))
        self.room.keeper.thread_changed(update.thread_id, archived=archived)

    async def on_guild_channel_update(self, before: object, after: discord.abc.GuildChannel) -> None:
        """A permission may be back."""
        self.room.keeper.allowed_anew(after.guild.id)

    async def on_guild_role_update(self, before: object, after: discord.Role) -> None:
        """The same by a role."""
        self.room.keeper.allowed_anew(after.guild.id)

    async def on_member_update(self, before: object, after: discord.Member) -> None:
        """The same by a role that was given to the bot, the only member that it is told of."""
        self.room.keeper.allowed_anew(after.guild.id)

    async def on_interaction(self, interaction: Press) -> None:
        """See to it that everything is answered, also what no callback claims."""
        self.reporter.seen(interaction)

    def _refuse_raw(self, interaction_id: str, token: str, kind: int) -> None:
        self.reporter.begin(refuse_raw(self.http, interaction_id, token, kind))

    async def on_app_command_completion(self, interaction: Press, command: object) -> None:
        """A command ended well."""
        await self.reporter.finished(interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """An event's handler failed: log it and go on."""
        error = sys.exc_info()[1]
        log.error("event handler failed", exc_info=error, extra={"fields": {"event": event_method}})

    async def connect(self, *, reconnect: bool = True) -> None:
        """As discord.py does; after a first connection that failed it waits, then misses its websocket."""
        while True:
            try:
                return await super().connect(reconnect=reconnect)
            except AttributeError:
                former: object = self.ws  # None, whatever its type says
                if former is not None or self.is_closed() or isinstance(self, commands.AutoShardedBot):
                    raise

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """As discord.py does, until the bot stops: it comes with ready late, perhaps to a closed client."""
        if not self._stopping:
            super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """Stop: first the tables, then the gateway."""
        if self.is_closed():
            return
        self._stopping = True
        if self._next_beat is not None:
            self._next_beat.cancel()
        if self._heartbeat_file is not None:
            stop_beating(self._heartbeat_file)
        self._away = set(self.shards_served.ids)
        if self._at_ready is not None and self._at_ready is not asyncio.current_task():
            self._at_ready.cancel()  # the tables were still coming back: they do at the next start
            await asyncio.wait({self._at_ready})
        await self.reporter.close()
        if self.card_emojis is not None:
            await self.card_emojis.close()
        await self.farewells.close()
        await self.nights.close()
        await self.room.close()
        self.charts.close()
        await super().close()

    def _alone(self, told: Callable[[int], None]) -> None:
        """Events that name no shard are about the only one; where there are several, others name them."""
        if len(self.shards_served.ids) == 1:
            told(self.shards_served.ids[0])

    def _is_lost(self, shard_id: int) -> None:
        if shard_id not in self._away:
            self._away.add(shard_id)
            log.warning("gateway lost shard=%s", shard_id)
            self.room.gateway(up=False, of=lambda server_id: self.shards_served.of(server_id) == shard_id)

    def _is_up(self, shard_id: int) -> None:
        if shard_id in self._away:
            self._away.discard(shard_id)
            self.room.gateway(up=True, of=lambda server_id: self.shards_served.of(server_id) == shard_id)
        self._beat()

    def _beat(self) -> None:
        """Touch the heartbeat while all shards are on the gateway, again and again."""
        if self._heartbeat_file is None:
            return
        if self._next_beat is not None:
            self._next_beat.cancel()
        if not self._away:
            now = self.clock.now()
            beat(self._heartbeat_file, now)
            self._next_beat = self.clock.call_at(now + timedelta(seconds=BEAT_SECONDS), self._beat)


class ShardedBot(DealerBot, commands.AutoShardedBot):
    """The same with several shards.

    Not for one: a shard of several that cannot connect at once begins anew instead of resuming, after 5 s.
    """

    async def on_shard_ready(self, shard_id: int) -> None:
        """A shard has begun anew; at the start ``on_ready`` follows when all have."""
        if self._resumed:
            self._is_up(shard_id)
            await self.room.look_anew()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A shard is back and has brought what was missed."""
        self._is_up(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """A shard is gone; discord.py connects again by itself."""
        self._is_lost(shard_id)


def _shard_options(shards: Shards) -> dict[str, Any]:
    if len(shards.ids) > 1:
        return {"shard_count": shards.count, "shard_ids": list(shards.ids)}
    if shards.count > 1:
        return {"shard_count": shards.count, "shard_id": shards.ids[0]}
    return {}
