"""The world on disk: one JSON file, and a folder of images beside it.

`world.json` is written to a neighbour and renamed over the old one, so that a kill leaves one or the other.
"""

import hashlib
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from simcord.backend.models import Channel, Guild, GuildEmoji, Message, User

from bot.rehearsal.backing import Images, WorldBackend, emoji_url

VERSION = 1


@dataclass
class Snapshot:
    """What is kept of a world. Ids are Discord's 64-bit numbers."""

    version: int
    last_id: int
    application_id: int
    bot_user_id: int
    users: list[User]
    guilds: list[Guild]
    channels: list[Channel]
    messages: list[Message]
    dm_channels: dict[int, int]
    commands: list[tuple[int | None, dict[str, Any]]]
    emojis: list[GuildEmoji]
    player_ids: list[int]
    locales: dict[int, str]
    dms_closed: list[int] = field(default_factory=list)


def images_folder(path: Path) -> Path:
    return path.with_suffix(".images")


def remove(path: Path) -> None:
    """Delete a world, its images too."""
    path.unlink(missing_ok=True)
    shutil.rmtree(images_folder(path), ignore_errors=True)


def snapshot(
    backend: WorldBackend,
    *,
    player_ids: list[int],
    locales: dict[int, str],
    dms_closed: list[int],
) -> Snapshot:
    """The state of a backend as it is kept; ephemeral messages are not."""
    messages = [m for kept in backend.messages.values() for m in kept.values() if not m.is_ephemeral]
    commands = [(scope, command) for scope, kept in backend.commands.items() for command in kept.values()]
    return Snapshot(
        version=VERSION,
        last_id=backend.last_id,
        application_id=backend.application_id,
        bot_user_id=backend.bot_user.id,
        users=list(backend.users.values()),
        guilds=list(backend.guilds.values()),
        channels=list(backend.channels.values()),
        messages=messages,
        dm_channels=dict(backend.dm_channels),
        commands=commands,
        emojis=list(backend.application_emojis.values()),
        player_ids=player_ids,
        locales=locales,
        dms_closed=dms_closed,
    )


def restore(backend: WorldBackend, kept: Snapshot, images: Path) -> None:
    """Put a snapshot into an empty backend."""
    backend.application_id = kept.application_id
    backend.users = {user.id: user for user in kept.users}
    backend.bot_user = backend.users[kept.bot_user_id]
    backend.guilds = {guild.id: guild for guild in kept.guilds}
    backend.channels = {channel.id: channel for channel in kept.channels}
    backend.messages = {channel.id: {} for channel in kept.channels}
    for message in kept.messages:
        backend.messages[message.channel_id][message.id] = message
    backend.dm_channels = dict(kept.dm_channels)
    backend.application_emojis = {emoji.id: emoji for emoji in kept.emojis}
    for scope, command in kept.commands:
        backend.commands.setdefault(scope, {})[(command["name"], command["type"])] = command
    urls = [url for message in kept.messages for url in image_urls(message)]
    for url in [*urls, *emoji_urls(backend)]:
        file = images / _file_name(url)
        if file.exists():
            backend.images.put(url, file.read_bytes())


def read(path: Path) -> Snapshot:
    """The snapshot of a world file. ValueError says what to do when it is none."""
    try:
        kept = TypeAdapter(Snapshot).validate_json(path.read_bytes())
    except ValidationError as error:
        raise ValueError(f"{path} is not a world of the rehearsal: start over with --fresh") from error
    if kept.version != VERSION:
        raise ValueError(f"{path} is of another version: start over with --fresh")
    return kept


def write(path: Path, kept: Snapshot, images: Images) -> None:
    """Write the world and the images it lacks on disk; delete images it no longer shows."""
    folder = images_folder(path)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {_file_name(url): url for url in images.urls()}
    for file in folder.iterdir():
        if file.name not in wanted:
            file.unlink()
    for name, url in wanted.items():
        data = images.get(url)
        if data is not None and not (folder / name).exists():
            (folder / name).write_bytes(data)
    beside = path.with_suffix(".tmp")
    beside.write_bytes(TypeAdapter(Snapshot).dump_json(kept))
    beside.replace(path)


def image_urls(message: Message) -> Iterable[str]:
    return (attachment["url"] for attachment in message.attachments)


def emoji_urls(backend: WorldBackend) -> Iterable[str]:
    return (emoji_url(emoji_id) for emoji_id in backend.application_emojis)


def _file_name(url: str) -> str:
    return hashlib.sha256(url.encode()).hexdigest()[:32]
