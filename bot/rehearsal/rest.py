"""`/api/v10/*` over HTTP: token, limits, faults, then the routes."""

import asyncio
import io
import json
from typing import Any

from aiohttp import web
from aiohttp.web_request import FileField
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction

from bot.rehearsal.calls import Call, Calls, Fault, hit, route
from bot.rehearsal.limits import Limiter, Verdict, counts_globally
from bot.rehearsal.routes import Asked, Routes, Upload
from bot.rehearsal.world import World

NOT_IMPLEMENTED = 501


class Rest:
    """Answers the bot's calls on a world; its parts are public, so that tests can set and read them."""

    def __init__(self, world: World, routes: Routes, *, limiter: Limiter, token: str | None) -> None:
        self.world = world
        self.routes = routes
        self.limiter = limiter
        self.token = token
        self.calls = Calls()
        self.faults: list[Fault] = []
        self._waiting: dict[str, asyncio.Event] = {}
        self.unknown: list[str] = []
        self.closing = asyncio.Event()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["tail"]
        response = await self._handle(request, path)
        called = route(request.method, path)
        self.calls.add(Call(called, path, response.status, counts_globally(path)))
        return response

    async def until_answered(self, interaction: Interaction, *, timeout_seconds: float) -> None:
        """Wait until the bot acknowledged an interaction, or for the time it has."""
        key = str(interaction.id)
        try:
            async with asyncio.timeout(timeout_seconds):
                while not interaction.responded:
                    self._waiting[key] = waiting = asyncio.Event()
                    await waiting.wait()
        except TimeoutError:
            return
        finally:
            self._waiting.pop(key, None)

    async def _handle(self, request: web.Request, path: str) -> web.StreamResponse:
        if not self._token_fits(request, path):
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        verdict = self.limiter.take(
            request.method,
            path,
            message_age_seconds=self._message_age(path),
            hook_channel=self._hook_channel(path),
        )
        if not verdict.passed:
            return _refused(verdict)
        fault = hit(self.faults, request.method, path)
        asked = await _read(request, path)
        if fault is not None:
            lost = await self._suffer(fault, asked)
            if lost is not None:
                return lost
        return self._answer(asked, verdict.headers)

    def _answer(self, asked: Asked, headers: dict[str, str]) -> web.Response:
        try:
            made = self.routes.answer(asked)
        except BackendError as error:
            if error.status == NOT_IMPLEMENTED:
                self.unknown.append(f"{error}")
            return _json(error.to_json(), error.status, headers)
        if asked.method != "GET":
            self.world.touched()
        if asked.path.startswith("/interactions/"):
            waiting = self._waiting.get(asked.path.split("/")[2])
            if waiting is not None:
                waiting.set()  # now, whatever becomes of the reply to the bot
        if made is None:
            return web.Response(status=204, headers=headers)
        return _json(made, 200, headers)

    async def _suffer(self, fault: Fault, asked: Asked) -> web.Response | None:
        """What is left of the call after a fault: None when it goes on as if nothing had been."""
        if fault.delay_seconds:
            await asyncio.sleep(fault.delay_seconds)
        if fault.when == "after":
            self._answer(asked, {})
        if fault.never:
            await self.closing.wait()
            return web.Response(status=503)
        if fault.status is None:
            return None
        body: dict[str, Any] = {"message": fault.message, "code": fault.code}
        if fault.status == 429:
            body.update({"retry_after": 0.1, "global": False})
        return _json(body, fault.status)

    def _token_fits(self, request: web.Request, path: str) -> bool:
        if not counts_globally(path):
            return True  # an interaction's own token is in its path
        given = request.headers.get("Authorization", "").removeprefix("Bot ")
        return bool(given) if self.token is None else given == self.token

    def _message_age(self, path: str) -> float:
        match path.strip("/").split("/"):
            case ["channels", _, "messages", message_id] if message_id.isdecimal():
                return self.world.message_age_seconds(int(message_id))
        return 0.0

    def _hook_channel(self, path: str) -> str | None:
        match path.strip("/").split("/"):
            case ["webhooks", _, token, *_]:
                backend = self.world.backend
                interaction = backend.interactions.get(backend.interaction_tokens.get(token, 0))
                return str(interaction.channel_id) if interaction is not None else None
        return None


async def _read(request: web.Request, path: str) -> Asked:
    asked = Asked(request.method, path, query=dict(request.query))
    asked.reason = request.headers.get("X-Audit-Log-Reason")
    if request.content_type.startswith("multipart/"):
        await _read_form(request, asked)
    elif request.can_read_body:
        asked.body = await request.json()
    return asked


async def _read_form(request: web.Request, asked: Asked) -> None:
    """`payload_json` and `files[n]`, in the order of n; descriptions stand in the payload."""
    files: dict[int, Upload] = {}
    fields: dict[str, Any] = {}
    for key, value in (await request.post()).items():
        if isinstance(value, FileField):
            index = int("".join(filter(str.isdecimal, key)) or 0)
            files[index] = Upload(value.filename, io.BytesIO(value.file.read()))
        elif key == "payload_json":
            asked.body = json.loads(str(value))
        else:
            fields[key] = value
    if asked.body is None:
        asked.body = fields
    data = asked.body.get("data") or asked.body
    for attachment in data.get("attachments") or []:
        upload = files.get(int(attachment["id"])) if str(attachment.get("id")).isdecimal() else None
        if upload is not None:
            upload.description = attachment.get("description")
    asked.files = [files[index] for index in sorted(files)]


def _json(made: Any, status: int, headers: dict[str, str] | None = None) -> web.Response:
    """discord.py compares the content type with `application/json` exactly: no charset.

    Without `Via` it takes a refusal for one of the network before Discord, and does not retry.
    """
    head = {**(headers or {}), "Content-Type": "application/json", "Via": "1.1 rehearsal"}
    return web.Response(body=json.dumps(made).encode(), status=status, headers=head)


def _refused(verdict: Verdict) -> web.Response:
    body = {
        "message": "You are being rate limited.",
        "retry_after": verdict.retry_after_seconds,
        "global": verdict.is_global,
        "code": verdict.code,
    }
    return _json(body, 429, verdict.headers)
