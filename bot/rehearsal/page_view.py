"""What one person's page shows: channels, messages, commands, people, and the switches."""

from typing import Any

from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Message
from simcord.enums import ChannelType
from simcord.interactions import command_leaves

from bot.rehearsal.actors import Actors
from bot.rehearsal.world import World

MESSAGES_SHOWN = 60
MARKS_SHOWN = 40
CATEGORY = ChannelType.CATEGORY


def boot(world: World) -> dict[str, Any]:
    """What stays the same while the page is open."""
    backend = world.backend
    return {
        "server": world.guild.name,
        "players": [{"id": str(user_id), "name": world.name(user_id)} for user_id in world.player_ids],
        "bot": {"id": str(backend.bot_user.id), "name": world.name(backend.bot_user.id)},
    }


def view(actors: Actors, viewer_id: int, channel_id: int) -> dict[str, Any]:
    """One channel as one person sees it, and everything around it."""
    world = actors.world
    backend = world.backend
    return {
        "version": backend.changes.version,
        "channel": str(channel_id),
        "channels": [_channel(world, channel, viewer_id) for channel in _channels(world, viewer_id)],
        "messages": [shown(world, message, viewer_id) for message in _messages(world, channel_id, viewer_id)],
        "commands": _commands(actors, viewer_id, channel_id),
        "names": {str(user_id): world.name(user_id) for user_id in backend.users},
        "roles": {str(role.id): role.name for role in world.guild.roles.values()},
        "pinged": {str(user_id): _pinged(world, user_id) for user_id in world.player_ids},
        "dms_closed": viewer_id in world.dms_closed,
        "locale": world.locales.get(viewer_id, "en-US"),
        "server_locale": world.guild.preferred_locale,
    }


def _pinged(world: World, viewer_id: int) -> dict[str, str]:
    """By channel: the newest message that pings this person, for the mark on his name."""
    found = {
        str(channel.id): [mark["id"] for mark in _channel(world, channel, viewer_id)["marks"] if mark["ping"]]
        for channel in _channels(world, viewer_id)
    }
    return {channel_id: ids[-1] for channel_id, ids in found.items() if ids}


def _channels(world: World, viewer_id: int) -> list[Channel]:
    """Channels, each followed by its threads; the person's DM with the bot last."""
    seen = [c for c in world.backend.channels.values() if channel_accessible(world.backend, c.id, viewer_id)]
    ordered: list[Channel] = []
    for channel in seen:
        if channel.guild_id is not None and not channel.is_thread and channel.type != CATEGORY:
            ordered.append(channel)
            ordered.extend(thread for thread in seen if thread.is_thread and thread.parent_id == channel.id)
    return [*ordered, *(channel for channel in seen if channel.guild_id is None)]


def _channel(world: World, channel: Channel, viewer_id: int) -> dict[str, Any]:
    dm = channel.guild_id is None
    marks = [
        {"id": str(message.id), "ping": dm or pings(world, message, viewer_id)}
        for message in _messages(world, channel.id, viewer_id)[-MARKS_SHOWN:]
        if message.author_id != viewer_id
    ]
    return {
        "id": str(channel.id),
        "name": world.name(world.backend.bot_user.id) if dm else channel.name,
        "kind": "dm" if dm else "thread" if channel.is_thread else "channel",
        "topic": channel.topic or "",
        "marks": marks,
    }


def _messages(world: World, channel_id: int, viewer_id: int) -> list[Message]:
    """The newest messages of a channel that this person sees; the backend keeps them in their order."""
    if not channel_accessible(world.backend, channel_id, viewer_id):
        return []
    kept = world.backend.messages.get(channel_id, {}).values()
    return [message for message in kept if message.visible_to(viewer_id)][-MESSAGES_SHOWN:]


def pings(world: World, message: Message, viewer_id: int) -> bool:
    """Whether a message pings this person: by name, by a role of his, or everybody."""
    member = world.guild.members.get(viewer_id)
    roles = set(member.role_ids) if member is not None else set()
    everybody = message.mention_everyone
    return viewer_id in message.ping_user_ids or everybody or bool(roles.intersection(message.ping_role_ids))


def shown(world: World, message: Message, viewer_id: int) -> dict[str, Any]:
    """A message as Discord's payload, with what a client adds to it."""
    made = dict(serializers.message_payload(world.backend, message, for_user=viewer_id))
    about = message.interaction_metadata or {}
    made["ping"] = message.author_id != viewer_id and pings(world, message, viewer_id)
    made["ephemeral"] = message.is_ephemeral
    made["loading"] = bool(message.flags & (1 << 7))
    made["own"] = message.author_id == viewer_id
    if about.get("name"):
        name = world.command_names.get(int(about["id"]), about["name"])
        made["command"] = {"name": name, "user": about["user"]["id"]}
    return made


def _commands(actors: Actors, viewer_id: int, channel_id: int) -> list[dict[str, Any]]:
    """Slash commands with names and descriptions in the person's language, where the bot has them."""
    locale = actors.world.locales.get(viewer_id, "en-US")
    return [
        {
            "command": " ".join(path),
            "shown": _shown_path(root, path, locale),
            "description": _in(leaf, "description", locale),
            "options": [
                {**option, "shown": _in(option, "name", locale), "about": _in(option, "description", locale)}
                for option in leaf.get("options") or []
            ],
        }
        for root in actors.roots(viewer_id, channel_id)
        for path, leaf in command_leaves(root)
    ]


def _shown_path(root: dict[str, Any], path: list[str], locale: str) -> str:
    """The command as the person's client names it."""
    node, shown = root, [_in(root, "name", locale)]
    for name in path[1:]:
        node = next(child for child in node["options"] if child["name"] == name)
        shown.append(_in(node, "name", locale))
    return " ".join(shown)


def _in(spec: dict[str, Any], key: str, locale: str) -> str:
    return str((spec.get(f"{key}_localizations") or {}).get(locale) or spec.get(key) or "")
