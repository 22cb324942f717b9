"""A Discord that is only fast: raw frames and answers, so that what is measured is the bot.

It knows servers with text channels, one message per place that has buttons, direct messages that it only
counts, and people who press. Like Discord it puts the pressed message into each press, sends an event for
each message that is made or changed, and gives the drawn message back in the answer to a callback.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self

from aiohttp import WSMsgType, web

from tests.bench.payloads import (
    APPLICATION_ID,
    BOT,
    EVERYBODY,
    application_payload,
    channel_payload,
    guild_payload,
    member_payload,
    message_payload,
    snowflake,
    text_length,
)

ALREADY_ANSWERED: Final = 40060  # Discord's code


@dataclass(eq=False, slots=True)
class Place:
    """A message with buttons, and where it stands. ``version`` counts how often it was drawn."""

    server_id: int
    channel_id: int
    message_id: int
    components: list[dict[str, Any]]
    version: int = 0

    def payload(self) -> dict[str, Any]:
        """The message as Discord writes it."""
        return message_payload(self.channel_id, self.message_id, self.components)


@dataclass(slots=True)
class Tally:
    """What the bot did since it was last asked."""

    acknowledged_s: list[float] = field(default_factory=list)  # from the press's frame to its callback
    callbacks: Counter[int] = field(default_factory=Counter)  # by type: 4 a sentence, 6 empty, 7 redrawn
    calls: Counter[str] = field(default_factory=Counter)
    edited: list[tuple[float, Place]] = field(default_factory=list)  # ordinary edits, with their time
    counted_at: list[float] = field(default_factory=list)  # calls that weigh on Discord's global limit
    hands: int = 0  # dealt: their new messages
    uploads: int = 0  # of the calls, those that bring a picture
    texts: int = 0  # letters drawn
    drawings: int = 0


class Front:
    """``drawn`` is called after each change of a place. Times are of ``time.perf_counter``."""

    def __init__(self, servers: dict[int, list[Place]]) -> None:
        self.servers = servers
        self.places = {one.message_id: one for places in servers.values() for one in places}
        self._by_channel = {one.channel_id: one for one in self.places.values()}
        self.drawn: Callable[[Place], None] = lambda place: None
        self.tally = Tally()
        self.ready = asyncio.Event()  # a bot is on the gateway and has been told of every server
        self._socket: web.WebSocketResponse | None = None
        self._sequence = 0
        self._last_id = snowflake()
        self._pressed: dict[int, tuple[float, Place, asyncio.Future[int]]] = {}
        self._port = 0
        self._asked_at = time.perf_counter()

    async def __aenter__(self) -> Self:
        self._runner = web.ServerRunner(web.Server(self._handle))
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket is not None:
            await self._socket.close()
        await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        """Where its API is."""
        return f"http://127.0.0.1:{self._port}/api/v10"

    @property
    def gateway_url(self) -> str:
        """Where its gateway is."""
        return f"ws://127.0.0.1:{self._port}/gateway"

    def take(self) -> Tally:
        """The tally until now; a new one begins."""
        taken, self.tally = self.tally, Tally()
        return taken

    async def until_quiet(self, seconds: float) -> None:
        """Wait until nothing has been asked for so long."""
        while (left := self._asked_at + seconds - time.perf_counter()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(left)

    def new_id(self) -> int:
        """An id of this moment."""
        self._last_id = max(self._last_id + 1, snowflake())
        return self._last_id

    # ---- people

    async def press(self, place: Place, custom_id: str, user_id: int, name: str) -> int:
        """Press a button; the type of the callback that answers it."""
        interaction_id = self.new_id()
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        payload = {
            "id": str(interaction_id),
            "application_id": str(APPLICATION_ID),
            "type": 3,
            "token": f"token-{interaction_id}",
            "version": 1,
            "guild_id": str(place.server_id),
            "channel_id": str(place.channel_id),
            "channel": channel_payload(place.server_id, place.channel_id),
            "data": {"component_type": 2, "custom_id": custom_id},
            "member": member_payload(user_id, name),
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": EVERYBODY,
            "attachment_size_limit": 10_000_000,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(place.server_id)},
            "context": 0,
            "message": place.payload(),
        }
        self._pressed[interaction_id] = (time.perf_counter(), place, future)
        await self._send("INTERACTION_CREATE", payload)
        return await future

    # ---- the gateway

    async def _send(self, event: str, payload: dict[str, Any]) -> None:
        if self._socket is not None and not self._socket.closed:
            self._sequence += 1
            frame = json.dumps({"op": 0, "s": self._sequence, "t": event, "d": payload})
            await self._socket.send_str(frame)

    async def _gateway(self, request: web.BaseRequest) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str(json.dumps({"op": 10, "d": {"heartbeat_interval": 41_250}}))
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            asked = json.loads(frame.data)
            if asked["op"] == 1:
                await socket.send_str(json.dumps({"op": 11, "d": None}))
            elif asked["op"] == 2:
                self._socket = socket
                await self._welcome()
        return socket

    async def _welcome(self) -> None:
        unavailable = [{"id": str(one), "unavailable": True} for one in self.servers]
        await self._send(
            "READY",
            {
                "v": 10,
                "user": BOT,
                "guilds": unavailable,
                "session_id": "bench",
                "resume_gateway_url": self.gateway_url,
                "shard": [0, 1],
                "application": {"id": str(APPLICATION_ID), "flags": 0},
            },
        )
        for server_id, places in self.servers.items():
            await self._send("GUILD_CREATE", guild_payload(server_id, [one.channel_id for one in places]))
        self.ready.set()

    # ---- the API

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path.startswith("/gateway"):
            return await self._gateway(request)
        self._asked_at = time.perf_counter()
        body = await _body(request)
        parts = request.path.removeprefix("/api/v10/").split("/")
        known = ["{id}" if one.isdecimal() else one for one in parts]
        if parts[0] in ("interactions", "webhooks"):
            known[2] = "{token}"
        else:
            self.tally.counted_at.append(self._asked_at)
        self.tally.calls[f"{request.method} {'/'.join(known)}"] += 1
        self.tally.uploads += request.content_type == "multipart/form-data"
        made = await self._answer(request.method, parts, body)
        if made is None:
            return web.Response(status=204)
        head = {"Content-Type": "application/json", "Via": "1.1 bench"}
        return web.Response(body=json.dumps(made).encode(), headers=head)

    async def _answer(self, method: str, parts: list[str], body: Any) -> Any:
        match method, parts:
            case "POST", ["interactions", interaction_id, _, "callback"]:
                return await self._called_back(int(interaction_id), body)
            case "PATCH", ["channels", channel_id, "messages", message_id]:
                return await self._edited(int(channel_id), int(message_id), body)
            case "POST", ["channels", channel_id, "messages"]:
                return await self._posted(int(channel_id), body)
            case "GET", ["channels", channel_id, "messages"]:
                place = self._by_channel.get(int(channel_id))
                return [place.payload()] if place else []
            case "POST", ["webhooks", *_]:
                return message_payload(0, self.new_id(), [])
            case "GET", ["gateway", "bot"]:
                limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
                return {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}
            case "GET", ["users", "@me"]:
                return BOT
            case "GET", ["oauth2", *_] | ["applications", "@me"]:
                return application_payload()
            case "GET", ["applications", *_]:
                return []
            case "PUT", ["applications", *_]:
                given = {"id": "1", "application_id": str(APPLICATION_ID), "version": "1"}
                return [{"type": 1, **one, **given} for one in body]
            case "DELETE", _:
                return None
        raise web.HTTPNotImplemented(text=f"{method} {parts}")

    async def _called_back(self, interaction_id: int, body: dict[str, Any]) -> dict[str, Any]:
        if interaction_id not in self._pressed:
            raise web.HTTPBadRequest(
                text=json.dumps({"code": ALREADY_ANSWERED, "message": "already acknowledged"}),
                content_type="application/json",
            )
        begun, place, future = self._pressed.pop(interaction_id)
        kind = int(body["type"])
        self.tally.acknowledged_s.append(time.perf_counter() - begun)
        self.tally.callbacks[kind] += 1
        made: dict[str, Any] = {
            "interaction": {
                "id": str(interaction_id),
                "type": 3,
                "response_message_id": str(place.message_id),
            }
        }
        if kind == 7:
            await self._draw(place, body["data"]["components"])
            made["resource"] = {"type": kind, "message": place.payload()}
        future.set_result(kind)
        return made

    async def _edited(self, channel_id: int, message_id: int, body: dict[str, Any]) -> dict[str, Any]:
        place = self.places.get(message_id)
        if place is not None and "components" in body:
            self.tally.edited.append((time.perf_counter(), place))
            await self._draw(place, body["components"])
        return message_payload(
            channel_id, message_id, body.get("components") or [], body.get("content") or ""
        )

    async def _posted(self, channel_id: int, body: dict[str, Any]) -> dict[str, Any]:
        message_id = self.new_id()
        components = body.get("components") or []
        made = message_payload(channel_id, message_id, components, body.get("content") or "")
        place = self._by_channel.get(channel_id)
        if place is not None and components:
            self.tally.hands += 1
            del self.places[place.message_id]
            place.message_id, self.places[message_id] = message_id, place
            await self._draw(place, components, event="MESSAGE_CREATE")
        return {**made, "nonce": body.get("nonce")}

    async def _draw(
        self, place: Place, components: list[dict[str, Any]], event: str = "MESSAGE_UPDATE"
    ) -> None:
        place.components = components
        place.version += 1
        self.tally.texts += text_length(components)
        self.tally.drawings += 1
        await self._send(event, {**place.payload(), "guild_id": str(place.server_id)})
        self.drawn(place)


async def _body(request: web.BaseRequest) -> Any:
    """What was sent, without the files that go with it."""
    if request.content_type == "multipart/form-data":
        return json.loads(str((await request.post())["payload_json"]))
    return await request.json() if request.can_read_body else None
