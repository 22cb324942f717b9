"""The rehearsal's page on loopback: its files, one person's view, a stream of changes, and actions.

Only for who knows the token in the address: every call but the page's own files needs it. The Host header
must be ours (no other site's name may point here), and what writes must come from our own page.
"""

import asyncio
import json
import mimetypes
import secrets
from collections.abc import Awaitable, Callable
from importlib import resources
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.rehearsal import page_view
from bot.rehearsal.actors import Actors
from bot.rehearsal.gateway import Gateway
from bot.rehearsal.page_actions import Actions
from bot.rehearsal.process import BotProcess

HOST = "127.0.0.1"
STREAM_PAUSE_SECONDS = 0.05
STREAM_BEAT_SECONDS = 15.0
UPLOAD_BYTES_MAX = 15 * 2**20
ID_DIGITS_MOST = 20  # of 64 bits
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PageServer:
    """Serves the page until `stop`. `address` has the token in it."""

    def __init__(
        self,
        actors: Actors,
        gateway: Gateway,
        *,
        port: int,
        bot: BotProcess | None = None,
    ) -> None:
        self.token = secrets.token_urlsafe(16)
        self._actors = actors
        self._gateway = gateway
        self._bot = bot
        self._port = port
        self._actions = Actions(actors, gateway, bot)
        self._runner: web.AppRunner | None = None
        self._closing = asyncio.Event()

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self._port}/?token={self.token}"

    async def start(self) -> None:
        """Listen. OSError: the port is taken."""
        app = web.Application(client_max_size=UPLOAD_BYTES_MAX, middlewares=[self._guard])
        app.router.add_get("/", self._index)
        app.router.add_get("/api/boot", self._boot)
        app.router.add_get("/api/view", self._view)
        app.router.add_get("/api/stream", self._stream)
        app.router.add_get("/api/image", self._image)
        app.router.add_post("/api/do", self._do)
        app.router.add_static("/page", page_folder())
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, self._port).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        self._port = runner.addresses[0][1]

    async def stop(self) -> None:
        self._closing.set()
        self._actors.world.backend.changes.notify()
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """403 for a foreign Host, a foreign Origin, or a missing token."""
        refusal = self._refusal(request)
        if refusal is not None:
            return web.Response(status=403, text=refusal, headers=HEADERS)
        try:
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(HEADERS)
            raise
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    def _refusal(self, request: web.Request) -> str | None:
        ours = {f"{name}:{self._port}" for name in (HOST, "localhost")}
        if request.host not in ours:
            return "This page answers on 127.0.0.1 only."
        if request.method != "GET":
            origin = request.headers.get("Origin", "")
            if origin.removeprefix("http://") not in ours or not origin.startswith("http://"):
                return "Only the rehearsal's own page may do this."
        if request.path.startswith("/page/"):
            return None
        given = request.headers.get("X-Rehearsal-Token") or request.query.get("token", "")
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return "Open the address that the rehearsal printed: it has a token in it."
        return None

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(page_folder() / "index.html")

    async def _boot(self, request: web.Request) -> web.Response:
        return _json(page_view.boot(self._actors.world))

    async def _view(self, request: web.Request) -> web.Response:
        viewer_id = _number(request.query.get("as", ""))
        if viewer_id not in self._actors.world.player_ids:
            raise web.HTTPBadRequest(text="?as= takes the id of a player, as /api/boot lists them.")
        channels = self._actors.world.backend.channels
        channel_id = _number(request.query.get("channel", ""))
        if channel_id not in channels:
            channel_id = self._actors.world.guild.channel_ids[0]
        made = page_view.view(self._actors, viewer_id, channel_id)
        made["bot"] = self._bot_state()
        made["gateway"] = not self._gateway.refusing
        return _json(made)

    def _bot_state(self) -> dict[str, Any]:
        if self._bot is None:
            return {"state": "running" if self._gateway.connected else "away", "own": False}
        if self._bot.running:
            return {"state": "running" if self._gateway.connected else "starting", "own": True}
        return {"state": "stopped", "own": True, "exit": self._bot.exit_code}

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """A version number for every change, as server-sent events."""
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        await response.prepare(request)
        changes = self._actors.world.backend.changes
        version = -1
        while not self._closing.is_set():
            version = await changes.after(version, timeout_seconds=STREAM_BEAT_SECONDS)
            try:
                await response.write(f"data: {version}\n\n".encode())
            except ConnectionError:
                break
            await asyncio.sleep(STREAM_PAUSE_SECONDS)  # many changes at once are one redraw
        return response

    async def _image(self, request: web.Request) -> web.Response:
        """An upload or emoji that the world keeps; everything but pictures only as a download."""
        url = request.query.get("url", "")
        data = self._actors.world.backend.images.get(url)
        if data is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(url)[0] or "application/octet-stream"
        inline = kind in ("image/png", "image/jpeg", "image/gif", "image/webp")
        headers = {} if inline else {"Content-Disposition": "attachment"}
        return web.Response(body=data, content_type=kind, headers=headers)

    async def _do(self, request: web.Request) -> web.Response:
        try:
            asked = await request.json()
        except ValueError:
            asked = None
        if not isinstance(asked, dict):
            raise web.HTTPBadRequest(text="An action is a JSON object with a kind.")
        return _json(await self._actions.do(asked))


def page_folder() -> Path:
    """Where the page's files are; the package is always installed as a folder."""
    return Path(str(resources.files("bot.rehearsal") / "page"))


def _number(text: str) -> int:
    """An id as the page writes it; 0 for anything else."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= ID_DIGITS_MOST else 0


def _json(made: dict[str, Any]) -> web.Response:
    return web.Response(body=json.dumps(made).encode(), content_type="application/json")
