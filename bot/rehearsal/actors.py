"""People: what a human can do in Discord's client, and what he gets to see.

Several may act at once. Everything goes through simcord's actors, which refuse what a real client would
refuse (a disabled or missing button, an unknown command, a channel one cannot see) with SetupError.
"""

import asyncio
import copy
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from simcord.actors import MemberActor, _component_interaction
from simcord.backend.access import message_accessible
from simcord.backend.errors import SetupError
from simcord.backend.models import Channel, Guild, Interaction
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.components import walk_components
from simcord.enums import ComponentType, OptionType
from simcord.interactions import command_leaves
from simcord.results import InteractionResult, ResponseMessage

from bot.rehearsal.rest import Rest
from bot.rehearsal.seen import Answer, Seen
from bot.rehearsal.world import World

ANSWER_SECONDS = 3.0
UNTIL_SECONDS = 10.0
DM = "dm"

Result = TypeVar("Result")


class _Stage:
    """What simcord's actors ask of an environment: here nothing is serialised and the clock is real."""

    def __init__(self, world: World, rest: Rest) -> None:
        self.backend = world.backend
        self.bot = None
        self.strict_sync = True
        self._message_states: set[Any] = set()
        self._rest = rest
        self._sent: dict[asyncio.Task[Any] | None, Interaction] = {}

    def _begin_operation(self, label: str) -> None: ...

    def _end_operation(self) -> None: ...

    def _mark_mutation(self) -> None: ...

    def _notify_dispatch_observers(self, interaction: Interaction) -> None:
        self._sent[asyncio.current_task()] = interaction

    async def _settle_internal(self, *, dispatch: str | None = None) -> None:
        """Wait until the interaction that this task sent is answered, `ANSWER_SECONDS` at most."""
        interaction = self._sent.pop(asyncio.current_task(), None)
        if interaction is not None:
            await self._rest.until_answered(interaction, timeout_seconds=ANSWER_SECONDS)


class Actors:
    """The people of a world, by display name or id; channels by name or id, `"dm"` for one's own DM."""

    def __init__(self, world: World, rest: Rest) -> None:
        self.world = world
        self._stage: Any = _Stage(world, rest)

    # ---- doing

    async def slash(self, who: int | str, where: int | str, command: str, /, **options: Any) -> Answer:
        """`/command` with its subcommands in one string. People, channels and roles by name or id."""
        actor, channel = self._actor(who, where)
        given = self._options(actor, channel, command, options)
        if isinstance(actor, MemberActor):
            result = await actor.slash(self._handle(channel), command, **given)
        else:
            result = await actor.slash(command, **given)
        return self._answer(result)

    async def autocomplete(
        self, who: int | str, where: int | str, command: str, option: str, typed: str, /, **filled: Any
    ) -> list[dict[str, Any]]:
        """The choices that the bot offers for what was typed: name and value each."""
        actor, channel = self._actor(who, where)
        given = self._options(actor, channel, command, filled)
        if isinstance(actor, MemberActor):
            choices = await actor.autocomplete(self._handle(channel), command, option, typed, **given)
        else:
            choices = await actor.autocomplete(command, option, typed, **given)
        return list(choices)

    async def click(self, who: int | str, message: Seen, button: str) -> Answer:
        """Press a button, by custom_id or label, of the message as it is now."""
        actor, _ = self._actor(who, message.channel_id)
        now = self.look(message)
        custom_id = now.button(button).custom_id
        return self._answer(await actor.click(self._message(message), custom_id=custom_id))

    async def press(self, who: int | str, message: Seen, custom_id: str) -> Answer:
        """Press a button of the message as it was when it was looked at, whatever became of it since.

        For presses that crossed an edit: Discord sends the bot the message that the player pressed.
        """
        actor, channel = self._actor(who, message.channel_id)
        control = next(
            (c for c in walk_components(message.components) if c.get("custom_id") == custom_id), None
        )
        if control is None:
            raise KeyError(f"no button {custom_id!r} was there")
        stored = copy.copy(self.world.backend.get_message(channel.id, message.id))
        stored.components = message.components
        data = {"custom_id": custom_id, "component_type": control["type"], "id": control.get("id")}
        return self._answer(await _component_interaction(actor, stored, data))

    async def select(
        self, who: int | str, message: Seen, custom_id: str, values: Sequence[int | str]
    ) -> Answer:
        """Choose in a menu: texts in a string menu, names or ids of people, roles or channels elsewhere."""
        actor, _ = self._actor(who, message.channel_id)
        kinds = {c["custom_id"]: c["type"] for c in self._walk(message) if "custom_id" in c}
        chosen = [self._entity(kinds.get(custom_id, ComponentType.STRING_SELECT), v) for v in values]
        return self._answer(await actor.select(self._message(message), chosen, custom_id=custom_id))

    async def submit(self, who: int | str, shown: Answer, values: dict[str, Any] | None = None) -> Answer:
        """Send a form off. A field that is not in `values` keeps its default."""
        actor, _ = self._actor(who, shown.interaction.channel_id)
        given: dict[str, Any] = {}
        for form_field in shown.fields:
            value = (values or {}).get(form_field.custom_id, form_field.value)
            if form_field.kind == ComponentType.STRING_SELECT and isinstance(value, str):
                value = [value] if value else []
            elif isinstance(value, list):
                value = [self._entity(form_field.kind, item) for item in value]
            given[form_field.custom_id] = value
        unknown = set(values or {}) - set(given)
        if unknown:
            raise SetupError(f"the form has no field {sorted(unknown)}, it has {sorted(given)}")
        return self._answer(await actor.submit_modal(shown.result, given))

    async def send(
        self,
        who: int | str,
        where: int | str,
        content: str,
        *,
        files: Sequence[tuple[str, bytes]] = (),
        reply_to: Seen | None = None,
    ) -> Seen:
        """Write a message, with files (name, bytes) if there are any."""
        actor, channel = self._actor(who, where)
        backend = self.world.backend
        needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
        backend.require_permissions(channel.guild_id, actor.id, channel.id, needed)
        reference = None
        if reply_to is not None:
            ids = {"channel_id": str(reply_to.channel_id), "message_id": str(reply_to.id)}
            reference = backend.normalize_message_reference(channel.id, ids)
        attachments = backend.store_attachments(channel.id, list(files))
        return Seen.of(
            backend.create_message(
                channel.id, actor.id, content, reference=reference, attachments=attachments
            )
        )

    def delete(self, message: Seen) -> None:
        """A moderator deletes a message."""
        self.world.backend.delete_message(message.channel_id, message.id)

    # ---- seeing

    def messages(self, where: int | str, viewer: int | str | None = None) -> list[Seen]:
        """A channel's messages, oldest first, as the viewer sees them; without one nothing private."""
        channel = self._channel(where, viewer)
        viewer_id = self.world.user(viewer).id if viewer is not None else None
        kept = self.world.backend.messages.get(channel.id, {})
        visible = [
            message
            for message in kept.values()
            if (
                message_accessible(self.world.backend, channel.id, message, viewer_id)
                if viewer_id is not None
                else not message.is_ephemeral
            )
        ]
        return [Seen.of(message) for message in sorted(visible, key=lambda message: message.id)]

    def dm(self, who: int | str) -> list[Seen]:
        """What stands in a person's DM with the bot, oldest first; nothing if there is none yet."""
        user_id = self.world.user(who).id
        channel_id = self.world.backend.dm_channels.get(user_id)
        return self.messages(channel_id, user_id) if channel_id is not None else []

    def look(self, message: Seen) -> Seen:
        """The same message as it is now. BackendError 10008: it is gone."""
        return Seen.of(self.world.backend.get_message(message.channel_id, message.id))

    async def until(
        self, condition: Callable[[], Result | None], *, timeout_seconds: float = UNTIL_SECONDS
    ) -> Result:
        """Wait until a condition gives something true, looked at after every change; that is returned.

        TimeoutError: it did not within the time.
        """
        changes = self.world.backend.changes
        async with asyncio.timeout(timeout_seconds):
            while True:
                version = changes.version
                found = condition()
                if found:
                    return found
                await changes.after(version, timeout_seconds=0.25)

    # ---- switches of a person

    def close_dms(self, who: int | str, *, closed: bool = True) -> None:
        """Whether this person takes DMs from the bot; without, sending one fails with 50007."""
        user_id = self.world.user(who).id
        if closed:
            self.world.dms_closed.add(user_id)
        else:
            self.world.dms_closed.discard(user_id)
        self.world.touched()

    def speak(self, who: int | str, locale: str) -> None:
        """The language of a person's client: `en-US`, `ru`, `pt-BR`."""
        self.world.locales[self.world.user(who).id] = locale
        self.world.touched()

    def speak_on_server(self, locale: str) -> None:
        """The language that Discord has for the server; the bot is told of it."""
        self.world.backend.edit_guild(self.world.guild.id, {"preferred_locale": locale})
        self.world.touched()

    # ---- from names to simcord's handles

    def _channel(self, where: int | str, who: int | str | None) -> Channel:
        if where == DM and who is not None:
            return self.world.backend.get_dm_channel(self.world.user(who).id)
        return self.world.channel(where)

    def _actor(self, who: int | str, where: int | str) -> tuple[MemberActor | UserHandle, Channel]:
        user = UserHandle(self._stage, self.world.user(who))
        channel = self._channel(where, who)
        if channel.guild_id is None:
            return user, channel
        guild = self._guild(channel.guild_id)
        if user.id not in guild._guild.members:
            raise SetupError(f"{who} is not a member of {guild.name}")
        return MemberActor(self._stage, guild, user), channel

    def _guild(self, guild_id: int) -> GuildHandle:
        return GuildHandle(self._stage, self.world.backend.guilds[guild_id])

    def _handle(self, channel: Channel) -> ChannelHandle:
        guild = self._guild(channel.guild_id) if channel.guild_id is not None else None
        return ChannelHandle(self._stage, guild, channel)

    def _message(self, message: Seen) -> ResponseMessage:
        stored = self.world.backend.get_message(message.channel_id, message.id)
        return ResponseMessage(self._stage, stored)

    def _walk(self, message: Seen) -> list[dict[str, Any]]:
        return list(walk_components(self.look(message).components))

    def _entity(self, kind: int, value: int | str) -> Any:
        """A chosen value as simcord wants it: a text, or a handle of a person, role or channel."""
        if kind in (ComponentType.USER_SELECT, ComponentType.MENTIONABLE_SELECT):
            return self._person(value)
        if kind == ComponentType.ROLE_SELECT:
            return self._role(value)
        if kind == ComponentType.CHANNEL_SELECT:
            return self._handle(self.world.channel(value))
        return value

    def _person(self, who: int | str, guild_id: int | None = None) -> MemberActor | UserHandle:
        """That person as a member of the server of that id, else of the first."""
        user, guild = UserHandle(self._stage, self.world.user(who)), self._server(guild_id)
        return MemberActor(self._stage, self._guild(guild.id), user) if user.id in guild.members else user

    def _server(self, guild_id: int | None) -> Guild:
        return self.world.guild if guild_id is None else self.world.backend.guilds[guild_id]

    def _role(self, which: int | str, guild_id: int | None = None) -> RoleHandle:
        guild = self._server(guild_id)
        for role in guild.roles.values():
            if which in (role.id, role.name):
                return RoleHandle(self._stage, self._guild(guild.id), role)
        raise KeyError(f"there is no role {which}")

    def _options(
        self, actor: MemberActor | UserHandle, channel: Channel, command: str, given: dict[str, Any]
    ) -> dict[str, Any]:
        """Command options with people, channels and roles looked up by what the command declares."""
        declared = {option["name"]: option["type"] for option in self.options(actor.id, channel.id, command)}
        looked_up: dict[int, Callable[[Any], Any]] = {
            OptionType.USER: lambda value: self._person(value, channel.guild_id),
            OptionType.MENTIONABLE: lambda value: self._person(value, channel.guild_id),
            OptionType.ROLE: lambda value: self._role(value, channel.guild_id),
            OptionType.CHANNEL: lambda value: self._handle(self.world.channel(value)),
        }
        return {
            name: looked_up.get(declared.get(name, OptionType.STRING), lambda value: value)(value)
            for name, value in given.items()
        }

    def commands(self, viewer_id: int, channel_id: int) -> list[tuple[str, dict[str, Any]]]:
        """The slash commands a person may use in a channel: full name and what Discord knows of it."""
        roots = self.roots(viewer_id, channel_id)
        return [(" ".join(path), leaf) for root in roots for path, leaf in command_leaves(root)]

    def roots(self, viewer_id: int, channel_id: int) -> list[dict[str, Any]]:
        """The same, each group whole."""
        return list(self.world.backend.visible_commands(user_id=viewer_id, channel_id=channel_id))

    def options(self, viewer_id: int, channel_id: int, command: str) -> list[dict[str, Any]]:
        for name, leaf in self.commands(viewer_id, channel_id):
            if name == command:
                return list(leaf.get("options") or [])
        return []

    def _answer(self, result: InteractionResult) -> Answer:
        return Answer(result._interaction, result)
