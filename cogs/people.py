"""Who pressed or typed, as the tables know people."""

from __future__ import annotations

import discord

from bot.answers import Press
from bot.cooldowns import Cooldowns, Limit
from bot.locale import locale_of, say
from bot.newest import Newest
from bot.store import Store, players, servers
from bot.store.servers import ServerRow
from bot.tables.people import Person, Refusal
from bot.tables.room import Room


class People:
    """Makes a ``Person`` of an interaction; remembers each server's manager role, and what people speak."""

    def __init__(self, store: Store, cooldowns: Cooldowns, room: Room) -> None:
        self._store, self._cooldowns, self._room = store, cooldowns, room
        self._manager_roles: dict[int, int | None] = {}
        self._languages = Newest[tuple[int, int], str]()  # by server and user, as last seen

    async def of(self, interaction: Press, limit: Limit | None = None) -> Person:
        """Who is behind this interaction; Refusal outside servers, and where the limit is reached."""
        member, server_id = interaction.user, interaction.guild_id
        if server_id is None or not isinstance(member, discord.Member):
            raise Refusal(say("This works in a server only."))
        role_id = await self._manager_role(server_id)
        allowed = interaction.permissions.manage_guild or interaction.permissions.administrator
        holds_role = role_id is not None and any(role.id == role_id for role in member.roles)
        person = Person(
            server_id=server_id,
            user_id=member.id,
            name=member.display_name,
            locale=locale_of(str(interaction.locale)),
            # Whoever may manage the server could give himself the role: he is never locked out.
            manager=allowed or holds_role,
            role_ids=frozenset(role.id for role in member.roles),
        )
        if limit is not None:
            self.spend(limit, person)
        await self._hear(person)
        return person

    def spend(self, limit: Limit, person: Person) -> None:
        """Count one more thing that costs; Refusal where it is one too many."""
        self._cooldowns.spend(limit, person)

    async def manager(self, interaction: Press, limit: Limit | None = None) -> Person:
        """The same for what only managers may do; Refusal for others."""
        person = await self.of(interaction, limit)
        if not person.manager:
            raise Refusal(
                say("Only managers can do that: whoever may manage this server, or has its manager role.")
            )
        return person

    def server_locale(self, server_id: int) -> str:
        """The language of what everybody of that server reads: as it is set, else as Discord has it."""
        return self._room.desk.server_locale(server_id)

    async def server(self, server_id: int) -> ServerRow:
        """The server's settings."""
        return await self._store.read(lambda tx: servers.get(tx, server_id))

    def note_role(self, server_id: int, role_id: int | None) -> None:
        """The server's manager role was changed."""
        self._manager_roles[server_id] = role_id

    async def _hear(self, person: Person) -> None:
        """His direct messages come in the language that he was last seen with, here and at his tables."""
        key = (person.server_id, person.user_id)
        if self._languages.get(key) == person.locale:
            return
        self._languages[key] = person.locale
        for table in self._room.of_server(person.server_id):
            table.notice(person)
        known = await self._store.read(lambda tx: players.by_user(tx, *key))
        if known is not None and known.locale != person.locale:
            await self._store.write(lambda tx: players.seen(tx, *key, person.name, person.locale))

    async def _manager_role(self, server_id: int) -> int | None:
        if server_id not in self._manager_roles:
            row = await self._store.read(lambda tx: servers.get(tx, server_id))
            self._manager_roles.setdefault(server_id, row.manager_role_id)  # perhaps changed meanwhile
        return self._manager_roles[server_id]
