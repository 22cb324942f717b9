"""Discord's gateway as a websocket: identify, events with a sequence, resume, and members on request.

Source: Discord's documentation of the gateway, version 10, JSON, without compression (frames of plain text
are allowed even where the client asks for zlib). Each shard has a session of its own; events without a server
go to shard 0. What the bot's intents leave out is not sent.
"""

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord import intents
from simcord.backend import serializers

from bot.rehearsal.world import World

HEARTBEAT_MILLISECONDS = 41_250
# As on a real way. discord.py's thread notes when it has sent a heartbeat only after it wakes up: an answer
# that is there before seems to be one to the heartbeat before, and a warning tells of 41 seconds.
ACKNOWLEDGE_SECONDS = 0.05
EVENTS_KEPT = 2_000
MEMBERS_PER_CHUNK = 1000
DISPATCH, HEARTBEAT, IDENTIFY, RESUME, REQUEST_MEMBERS = 0, 1, 2, 6, 8
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
AUTHENTICATION_FAILED = 4004
WHOLE_SERVERS = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")  # events whose id is the server's


@dataclass
class _Session:
    """What one identified bot has been sent; `socket` is None while it is away."""

    id: str
    intents: discord.Intents
    shard: int = 0
    shards: int = 1
    outbox: asyncio.Queue[str] | None = None
    socket: web.WebSocketResponse | None = None
    sequence: int = 0
    events: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=EVENTS_KEPT))

    def serves(self, guild_id: int | None) -> bool:
        """Whether events of that server, or with None of none, come here."""
        return self.shard == (0 if guild_id is None else (guild_id >> 22) % self.shards)

    def send(self, event: str, payload: Mapping[str, Any]) -> None:
        self.sequence += 1
        frame = json.dumps({"op": DISPATCH, "s": self.sequence, "t": event, "d": payload})
        self.events.append((self.sequence, frame))
        if self.outbox is not None:
            self.outbox.put_nowait(frame)


class Gateway:
    """The bot's connection. `refusing`: nobody gets in. `identified` counts IDENTIFY, `resumed` RESUME.

    `token`: what the bot must show; None takes any. No page of a browser is let in.
    """

    def __init__(
        self,
        world: World,
        *,
        token: str | None = None,
        heartbeat_milliseconds: int = HEARTBEAT_MILLISECONDS,
    ) -> None:
        self.world = world
        self.token = token
        self.url = ""
        self.refusing = False
        self.identified = 0
        self.resumed = 0
        self.invalidated = 0
        self._heartbeat_milliseconds = heartbeat_milliseconds
        self._sessions: dict[int, _Session] = {}  # by shard
        self._sockets: set[web.WebSocketResponse] = set()
        world.backend.subscribers.append(self._publish)

    @property
    def connected(self) -> bool:
        """Whether a bot is identified or resumed on an open socket, with every shard that it has told of."""
        return bool(self._sessions) and all(
            one.socket is not None and not one.socket.closed for one in self._sessions.values()
        )

    async def drop(self, *, code: int = 4000, lose_session: bool = False, shard: int | None = None) -> None:
        """Close the connection, of one shard or all. The bot resumes, or with `lose_session` begins anew."""
        dropped = [one for one in self._sessions.values() if shard in (None, one.shard)]
        closed = list(self._sockets) if shard is None else [one.socket for one in dropped if one.socket]
        for session in dropped:
            session.socket = session.outbox = None
            if lose_session:
                del self._sessions[session.shard]
        for socket in closed:
            await socket.close(code=code)
        self.world.backend.changes.notify()

    async def cut(self) -> None:
        """Drop the connection and let nobody in until `restore`."""
        self.refusing = True
        await self.drop()

    def restore(self) -> None:
        self.refusing = False
        self.world.backend.changes.notify()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if self.refusing:
            raise web.HTTPServiceUnavailable
        if "Origin" in request.headers:
            raise web.HTTPForbidden
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        outbox: asyncio.Queue[str] = asyncio.Queue()
        writer = asyncio.create_task(_write(socket, outbox))
        self._sockets.add(socket)
        _put(outbox, HELLO, {"heartbeat_interval": self._heartbeat_milliseconds})
        try:
            async for frame in socket:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                received = json.loads(frame.data)
                if received["op"] in (IDENTIFY, RESUME) and self._is_stranger(received["d"]):
                    await socket.close(code=AUTHENTICATION_FAILED)
                    break
                self._receive(received, socket, outbox)
        finally:
            self._sockets.discard(socket)
            writer.cancel()
            for session in self._sessions.values():
                if session.socket is socket:
                    session.socket = session.outbox = None
            self.world.backend.changes.notify()
        return socket

    def _is_stranger(self, asked: dict[str, Any]) -> bool:
        return self.token is not None and asked["token"] != self.token

    def _receive(self, frame: dict[str, Any], socket: web.WebSocketResponse, out: asyncio.Queue[str]) -> None:
        op, data = frame["op"], frame["d"]
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACKNOWLEDGE_SECONDS, _put, out, HEARTBEAT_ACK, None)
        elif op == IDENTIFY:
            self._identify(data, socket, out)
        elif op == RESUME:
            self._resume(data, socket, out)
        elif op == REQUEST_MEMBERS:
            self._members(data)

    def _identify(
        self, asked: dict[str, Any], socket: web.WebSocketResponse, out: asyncio.Queue[str]
    ) -> None:
        self.identified += 1
        backend = self.world.backend
        shard, shards = asked.get("shard") or (0, 1)
        session = _Session(
            f"session-{self.identified}", discord.Intents._from_value(asked["intents"]), shard, shards
        )
        session.socket, session.outbox = socket, out
        self._sessions[shard] = session
        guilds = [one for one in backend.guilds.values() if session.serves(one.id)]
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(backend.bot_user)),
            "guilds": [{"id": str(one.id), "unavailable": True} for one in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {"id": str(backend.application_id), "flags": 0},
        }
        session.send("READY", ready)
        for guild in guilds:
            self._send(session, "GUILD_CREATE", serializers.guild_create_payload(backend, guild))
        backend.changes.notify()

    def _resume(self, asked: dict[str, Any], socket: web.WebSocketResponse, out: asyncio.Queue[str]) -> None:
        session = next((one for one in self._sessions.values() if one.id == asked["session_id"]), None)
        if session is None:
            self.invalidated += 1
            _put(out, INVALID_SESSION, False)
            return
        self.resumed += 1
        session.socket, session.outbox = socket, out
        for sequence, frame in session.events:
            if sequence > asked["seq"]:
                out.put_nowait(frame)
        session.send("RESUMED", {})
        self.world.backend.changes.notify()

    def _publish(self, event: str, payload: Mapping[str, Any]) -> None:
        guild_id = payload.get("id" if event in WHOLE_SERVERS else "guild_id")
        for session in self._sessions.values():
            if session.serves(None if guild_id is None else int(guild_id)):
                self._send(session, event, payload)

    def _send(self, session: _Session, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event as the session's intents allow. simcord shares its payloads: shape a copy."""
        wanted = intents.required_intent(event, payload)
        if wanted is not None and not getattr(session.intents, wanted):
            return
        shaped: dict[str, Any] = dict(payload)
        bot_id = self.world.backend.bot_user.id
        if event == "INTERACTION_CREATE":
            self.world.shape_interaction(shaped)
        elif event == "GUILD_CREATE":
            intents.prune_guild_create(shaped, session.intents, bot_id)
        elif event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not session.intents.message_content:
            intents.censor_message(shaped, bot_id, backend=self.world.backend)
        session.send(event, shaped)

    def _members(self, asked: dict[str, Any]) -> None:
        """Members by id or by the start of a name; whoever asks by id needs no intent."""
        guild = self.world.backend.guilds.get(int(asked["guild_id"]))
        session = next((one for one in self._sessions.values() if guild and one.serves(guild.id)), None)
        if session is None or guild is None:
            return
        found = list(guild.members.values())
        wanted = asked.get("user_ids")
        missing: list[str] = []
        if wanted:
            ids = {int(user_id) for user_id in (wanted if isinstance(wanted, list) else [wanted])}
            found = [member for member in found if member.user_id in ids]
            missing = [str(user_id) for user_id in sorted(ids - guild.members.keys())]
        elif asked.get("query"):
            start = asked["query"].lower()
            found = [m for m in found if self.world.name(m.user_id).lower().startswith(start)]
        if asked.get("limit"):
            found = found[: asked["limit"]]
        parts = [found[at : at + MEMBERS_PER_CHUNK] for at in range(0, len(found), MEMBERS_PER_CHUNK)] or [[]]
        for index, part in enumerate(parts):
            chunk: dict[str, Any] = {
                "guild_id": str(guild.id),
                "members": [serializers.member_payload(self.world.backend, guild, m) for m in part],
                "chunk_index": index,
                "chunk_count": len(parts),
                "not_found": missing if index == 0 else [],
                "nonce": asked.get("nonce"),
            }
            session.send("GUILD_MEMBERS_CHUNK", chunk)


def _put(outbox: asyncio.Queue[str], op: int, data: Any) -> None:
    outbox.put_nowait(json.dumps({"op": op, "d": data}))


async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> None:
    """Frames in the order they were put; a socket that closed under us gets the rest on resume."""
    while not socket.closed:
        frame = await outbox.get()
        try:
            await socket.send_str(frame)
        except (ConnectionError, RuntimeError):
            return
