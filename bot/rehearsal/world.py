"""One offline Discord: its server, channels, people and messages, made new or read from a world file.

The world file fixes every id, so that the bot's database still fits the next time; what the file holds
is `world_file.Snapshot`. Ephemeral messages and open interactions end with the process, as on Discord.
"""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from simcord.backend.models import Channel, Guild, Message, User
from simcord.enums import InteractionType, OptionType

from bot.rehearsal import world_file
from bot.rehearsal.backing import WallClock, WorldBackend, made_at

SERVER = "Card Club"
CHANNELS = ("card-room", "chat")
PLAYERS = ("Ann", "Boris", "Carol", "Dana")
BOT = "Dealer"
MESSAGES_KEPT_PER_CHANNEL = 400
SAVE_DELAY_SECONDS = 1.0
INTERACTION_SECONDS = 15 * 60


class World:
    """The backend and what only the rehearsal knows: who is played, in which language, who takes no DMs."""

    def __init__(self, backend: WorldBackend, *, path: Path | None = None) -> None:
        self.backend = backend
        self.path = path
        self.player_ids: list[int] = []
        self.locales: dict[int, str] = {}
        self.dms_closed: set[int] = set()
        self.command_names: dict[int, str] = {}  # by interaction; simcord keeps the first word only
        self._saved_version = 0
        self._save_timer: asyncio.TimerHandle | None = None

    @classmethod
    def new(
        cls,
        *,
        server: str = SERVER,
        channels: Iterable[str] = CHANNELS,
        players: Iterable[str] = PLAYERS,
        path: Path | None = None,
        clock: WallClock | None = None,
    ) -> "World":
        """A fresh world; the first player owns the server. Nothing is written before `save`."""
        backend = WorldBackend(clock or WallClock())
        backend.bot_user.name = BOT
        world = cls(backend, path=path)
        people = [backend.make_user(name.lower(), global_name=name) for name in players]
        world.player_ids = [person.id for person in people]
        guild = backend.create_guild(server, owner_id=people[0].id)
        for person in people[1:]:
            backend.add_member(guild.id, person.id)
        for name in channels:
            backend.create_channel(guild.id, name)
        return world

    @classmethod
    def open(cls, path: Path, *, fresh: bool = False) -> "World":
        """The world of a file, or a new one that will be kept there. ValueError: the file is not a world."""
        if fresh:
            world_file.remove(path)
        if not path.exists():
            return cls.new(path=path)
        snapshot = world_file.read(path)
        backend = WorldBackend(WallClock(), last_id=snapshot.last_id)
        world = cls(backend, path=path)
        world_file.restore(backend, snapshot, world_file.images_folder(path))
        world.player_ids = list(snapshot.player_ids)
        world.locales = dict(snapshot.locales)
        world.dms_closed = set(snapshot.dms_closed)
        return world

    # ---- who and where

    @property
    def guild(self) -> Guild:
        """The first server; tests with several name theirs."""
        return next(iter(self.backend.guilds.values()))

    def user(self, who: int | str) -> User:
        """A person by id or by display name. KeyError names who is not there."""
        if isinstance(who, int):
            return self.backend.users[who]
        for user in self.backend.users.values():
            if who in (user.global_name, user.name):
                return user
        raise KeyError(f"nobody here is called {who}")

    def channel(self, where: int | str) -> Channel:
        """A channel or thread by id or name (with or without #). KeyError names what is not there."""
        if isinstance(where, int):
            return self.backend.channels[where]
        for channel in self.backend.channels.values():
            if channel.name == where.removeprefix("#"):
                return channel
        raise KeyError(f"there is no channel {where}")

    def name(self, user_id: int) -> str:
        user = self.backend.users[user_id]
        return user.global_name or user.name

    def message_age_seconds(self, message_id: int) -> float:
        return (self.backend.clock.now() - made_at(message_id)).total_seconds()

    def shape_interaction(self, payload: dict[str, Any]) -> None:
        """What simcord has as constants: languages, and by which install the command came."""
        user = payload.get("user") or payload["member"]["user"]
        payload["locale"] = self.locales.get(int(user["id"]), "en-US")
        guild_id = payload.get("guild_id")
        if guild_id is not None:
            payload["guild_locale"] = self.backend.guilds[int(guild_id)].preferred_locale
            payload["authorizing_integration_owners"] = {"0": guild_id}
        if payload["type"] == InteractionType.APPLICATION_COMMAND:
            self.command_names[int(payload["id"])] = _full_name(payload["data"])

    # ---- keeping

    def keep_saved(self) -> None:
        """Write the file `SAVE_DELAY_SECONDS` after a change, from now until `save_now`."""
        if self.path is not None:
            self.backend.subscribers.append(lambda event, payload: self._save_soon())

    def touched(self) -> None:
        """Something changed that no gateway event tells: a switch, an ephemeral message."""
        self.backend.changes.notify()
        self._save_soon()

    def _save_soon(self) -> None:
        if self.path is not None and self._save_timer is None:
            loop = asyncio.get_running_loop()
            self._save_timer = loop.call_later(SAVE_DELAY_SECONDS, self.save_now)

    def save_now(self) -> None:
        """Write the world file at once, if there is one and something changed."""
        if self._save_timer is not None:
            self._save_timer.cancel()
            self._save_timer = None
        if self.path is None or self._saved_version == self.backend.changes.version:
            return
        self._forget_old()
        snapshot = world_file.snapshot(
            self.backend,
            player_ids=self.player_ids,
            locales=self.locales,
            dms_closed=sorted(self.dms_closed),
        )
        world_file.write(self.path, snapshot, self.backend.images)
        self._saved_version = self.backend.changes.version

    def _forget_old(self) -> None:
        """Drop the oldest messages of a long channel, spent interactions, and images nobody shows."""
        backend = self.backend
        for messages in backend.messages.values():
            for message_id in sorted(messages)[:-MESSAGES_KEPT_PER_CHANNEL]:
                del messages[message_id]
        for interaction in list(backend.interactions.values()):
            if self.message_age_seconds(interaction.id) > INTERACTION_SECONDS:
                del backend.interactions[interaction.id]
                self.command_names.pop(interaction.id, None)
                backend.interaction_tokens.pop(interaction.token, None)
        shown = {url for message in self.all_messages() for url in world_file.image_urls(message)}
        shown.update(world_file.emoji_urls(backend))
        for url in backend.images.urls():
            if url not in shown:
                backend.images.drop(url)

    def all_messages(self) -> Iterable[Message]:
        return (message for messages in self.backend.messages.values() for message in messages.values())


def _full_name(data: dict[str, Any]) -> str:
    """A command with its group and subcommand: `table open`."""
    words = [str(data["name"])]
    inner = data.get("options") or []
    while inner and inner[0]["type"] in (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP):
        words.append(str(inner[0]["name"]))
        inner = inner[0].get("options") or []
    return " ".join(words)
