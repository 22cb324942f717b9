"""What must hold at the end of every evening, whatever was tried in it."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.rehearsal.calls import route
from bot.rehearsal.routes import Asked
from bot.rehearsal.wire import WireDiscord
from engine.game import Seat
from tests.bot import openapi
from tests.bot.discord_limits import check_commands, check_interaction_answer, check_message
from tests.flow.evening import Evening


@dataclass(frozen=True, slots=True)
class Request:
    """One call of the bot with its body; ``made`` is what Discord answered, None where it refused."""

    method: str
    path: str
    body: Any
    made: Any

    @property
    def route(self) -> str:
        """The call without its ids."""
        return route(self.method, self.path)

    @property
    def message(self) -> Any:
        """The message in the body, be it sent, edited or an answer; None where there is none."""
        if not isinstance(self.body, dict):
            return None
        if self.path.startswith("/interactions/"):
            return self.body.get("data") if self.body.get("type") in (4, 7) else None
        return self.body if "/messages" in self.path or self.path.startswith("/webhooks/") else None


class Recorder:
    """Every call that reached an offline Discord, in their order."""

    def __init__(self, wire: WireDiscord) -> None:
        self._answer = wire.rest.routes.answer
        self.requests: list[Request] = []
        wire.rest.routes.answer = self._record  # type: ignore[method-assign]

    def _record(self, asked: Asked) -> Any:
        body, made = _copied(asked.body), None
        try:
            made = self._answer(asked)
            return made
        finally:
            self.requests.append(Request(asked.method, asked.path, body, _copied(made)))

    def faults(self) -> Iterator[str]:
        """What Discord would refuse in the bodies."""
        for one in self.requests:
            for fault in _faults(one):
                yield f"{one.method} {one.path}: {fault}"


def _copied(value: Any) -> Any:
    """A body as it is now, copied in the quickest way: every call of every test is kept."""
    return pickle.loads(pickle.dumps(value))


def _faults(one: Request) -> list[str]:
    if one.body is None:
        return []
    found: list[str] = []
    if one.path.startswith("/interactions/"):
        found = check_interaction_answer(one.body)
    elif one.message is not None:
        found = check_message(one.message)
    elif one.path.endswith("/commands"):
        found = check_commands(one.body)
    return [*found, *_unlike_the_description(one)]


_FREE_TEXTS = ("content", "label", "custom_id", "placeholder", "description", "title", "value", "nonce")
_described: dict[tuple[str, str], list[str]] = {}  # bodies of one form are looked at once


def _unlike_the_description(one: Request) -> list[str]:
    """The faults by Discord's published description; how long texts are is for our own table of limits."""
    if not openapi.is_here():
        return []
    form = _form(one.body)
    key = (one.route, json.dumps(form, sort_keys=True))
    if key not in _described:
        _described[key] = openapi.check_request(one.method, one.path, form)
    return _described[key]


def _form(body: Any) -> Any:
    """A body with every free text in it the same."""
    if isinstance(body, dict):
        texts = {name: "text" for name in _FREE_TEXTS if isinstance(body.get(name), str)}
        return {**{name: _form(value) for name, value in body.items()}, **texts}
    return [_form(item) for item in body] if isinstance(body, list) else body


def unanswered(wire: WireDiscord) -> list[str]:
    """Interactions that nobody answered."""
    found = wire.world.backend.interactions.values()
    return [f"{one.id} {one.command_name or ''}" for one in found if not one.responded]


async def left_running(before: set[asyncio.Task[Any]]) -> list[str]:
    """Tasks of the bot that run on though everything was closed, those about to end left aside."""
    for _ in range(20):
        await asyncio.sleep(0)
    return [repr(task) for task in asyncio.all_tasks() - before if not _is_of_discord(task)]


def _is_of_discord(task: asyncio.Task[Any]) -> bool:
    """True for the offline Discord's connections, discord.py's timers of forms, and the test."""
    mine = task is asyncio.current_task()
    return mine or any(name in repr(task) for name in ("aiohttp/web_protocol.py", "__timeout_task_impl"))


def is_private(one: Request, friends: Evening) -> bool:
    """True for a direct message, and for an answer that one person sees."""
    dms = friends.wire.world.backend.dm_channels.values()
    ephemeral = bool(one.message and (one.message.get("flags") or 0) & 64)
    return ephemeral or any(one.path.startswith(f"/channels/{channel}/") for channel in dms)


def reader_of(one: Request, friends: Evening) -> Seat | None:
    """The seat of the only person who can read a message; None where everybody can."""
    backend = friends.wire.world.backend
    for sitting in friends.live.dealt:
        if one.path.startswith(f"/channels/{backend.dm_channels[sitting.user_id]}/"):
            return sitting.seat
        for interaction in backend.interactions.values():
            private = (one.message.get("flags") or 0) & 64 and interaction.token in one.path
            if private and interaction.user_id == sitting.user_id:
                return sitting.seat
    return None
