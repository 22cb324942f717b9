"""Routes that simcord lacks or answers too thinly, and the way to all of its own."""

import base64
import binascii
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.rehearsal.backing import emoji_url
from bot.rehearsal.world import World

UNKNOWN_COMMAND = 10063
NONCE_SECONDS = 300


@dataclass
class Upload:
    """One file of a multipart body, in the shape simcord reads files."""

    filename: str
    fp: io.BytesIO
    description: str | None = None


@dataclass
class Asked:
    """One request, read."""

    method: str
    path: str
    body: Any = None
    query: dict[str, str] = field(default_factory=dict)
    files: list[Upload] = field(default_factory=list)
    reason: str | None = None


class Routes:
    """Answers requests on a world. Errors are BackendError: a status, a code and a message of Discord."""

    def __init__(self, world: World, gateway_url: Callable[[], str]) -> None:
        self.world = world
        self._gateway_url = gateway_url
        self._nonces: dict[tuple[str, str], int] = {}

    def answer(self, asked: Asked) -> Any:
        """The answer's JSON, None for no content."""
        parts = asked.path.strip("/").split("/")
        match asked.method, parts:
            case "GET", ["gateway", "bot"]:
                return self._gateway()
            case "GET", ["gateway"]:
                return {"url": self._gateway_url()}
            case "GET", ["oauth2", "applications", "@me"] | ["applications", "@me"]:
                return self._application()
            case "POST", ["applications", _, "emojis"]:
                return self._create_emoji(asked)
            case "POST", ["channels", channel_id, "messages"]:
                return self._create_message(asked, channel_id)
            case method, ["applications", _, "commands", *rest]:
                if method == "POST" or rest:
                    return self._command(asked, None, rest)
            case method, ["applications", _, "guilds", guild_id, "commands", *rest]:
                if method == "POST" or (len(rest) == 1 and rest != ["permissions"]):
                    return self._command(asked, int(guild_id), rest)
        return self._dispatch(asked)

    def _dispatch(self, asked: Asked) -> Any:
        return router.dispatch(
            self.world.backend,
            asked.method,
            asked.path,
            json=asked.body,
            params=dict(asked.query),
            files=list(asked.files),
            reason=asked.reason,
        )

    def _gateway(self) -> dict[str, Any]:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self._gateway_url(), "shards": 1, "session_start_limit": limit}

    def _application(self) -> dict[str, Any]:
        """simcord names the bot as its own owner; here the first player owns it."""
        about: dict[str, Any] = router.dispatch(self.world.backend, "GET", "/oauth2/applications/@me")
        owner = self.world.backend.users[self.world.guild.owner_id]
        about["owner"] = dict(serializers.user_payload(owner))
        about["approximate_guild_count"] = len(self.world.backend.guilds)
        return about

    def _create_emoji(self, asked: Asked) -> Any:
        made = self._dispatch(asked)
        _, _, encoded = str(asked.body.get("image", "")).partition(",")
        try:
            data = base64.b64decode(encoded, validate=True)
        except binascii.Error as error:
            raise BackendError(400, 50035, "image: not base64") from error
        self.world.backend.images.put(emoji_url(made["id"]), data)
        return made

    def _create_message(self, asked: Asked, channel_id: str) -> Any:
        """Closed DMs, and a nonce that is enforced: the same one again gives the first message."""
        backend = self.world.backend
        channel = backend.get_channel(int(channel_id))
        if self.world.dms_closed.intersection(channel.recipient_ids):
            raise BackendError(403, 50007, "Cannot send messages to this user")
        body = asked.body if isinstance(asked.body, dict) else {}
        nonce = body.get("nonce")
        key = (channel_id, str(nonce))
        if nonce is not None and body.get("enforce_nonce"):
            earlier = self._nonces.get(key)
            message = backend.messages[channel.id].get(earlier) if earlier is not None else None
            if message is not None and self.world.message_age_seconds(message.id) < NONCE_SECONDS:
                return {**serializers.message_payload(backend, message), "nonce": nonce}
        made = self._dispatch(asked)
        if nonce is not None:
            made["nonce"] = nonce
            self._nonces[key] = int(made["id"])
        return made

    def _command(self, asked: Asked, guild_id: int | None, rest: list[str]) -> Any:
        """One application command: make, read, change, delete. simcord knows only all at once."""
        backend = self.world.backend
        kept = backend.commands.get(guild_id, {})
        if asked.method == "POST":
            others = [_bare(command) for command in kept.values() if command["name"] != asked.body["name"]]
            registered = backend.register_commands(guild_id, [*others, _plain(asked.body)])
            return registered[-1]
        found = next((command for command in kept.values() if command["id"] == rest[0]), None)
        if found is None:
            raise BackendError(404, UNKNOWN_COMMAND, "Unknown application command")
        if asked.method == "PATCH":
            found.update(_plain(asked.body))
        elif asked.method == "DELETE":
            del kept[(found["name"], found["type"])]
            return None
        return found


def _plain(payload: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in payload.items() if key != "nsfw"}


def _bare(command: dict[str, Any]) -> dict[str, Any]:
    made_by_discord = ("id", "application_id", "guild_id", "version")
    return {key: value for key, value in command.items() if key not in made_by_discord}
