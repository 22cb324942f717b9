"""Sending what somebody of another server might send: any command, custom id or text, by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from simcord.backend import serializers
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from bot.rehearsal.seen import Answer
from bot.reporter import UNCLAIMED_SECONDS_MAX
from tests.flow.evening import Evening
from tests.hostile.payloads import AUTOCOMPLETE, COMMAND, FORM, LAID_OUT, MENUS, PRESS

Option = tuple[int, str, Any]  # type, name, value
ANSWER_ROUNDS, ROUNDS_LATE = 2000, 40
CLAIM_ROUNDS = 40  # of the loop: what is taken up at all is taken up at once


class Sender:
    """One person in one channel."""

    def __init__(self, friends: Evening, name: str, where: str) -> None:
        self._friends, world = friends, friends.wire.world
        self._channel, self.user_id = world.channel(where), world.user(name).id
        backend = world.backend
        self._decoy = backend.create_message(self._channel.id, backend.bot_user.id, "Look here.")
        self._decoy.content = ""
        self._decoy.components = [{"type": 10, "id": 1, "content": "Look here."}]
        self._decoy.flags |= LAID_OUT

    async def command(
        self, path: str, options: list[Option], resolved: Mapping[str, Any] | None = None, *, typing: str = ""
    ) -> Answer:
        """A command with these options; ``typing``: the one that asks for suggestions."""
        root, *names = path.split(" ")
        known = [one for by in self._friends.wire.world.backend.commands.values() for one in by.values()]
        command_id = next(one["id"] for one in known if one["name"] == root)
        given: list[dict[str, Any]] = [
            {"type": kind, "name": name, "value": value, **({"focused": True} if name == typing else {})}
            for kind, name, value in options
        ]
        for name in reversed(names):
            given = [{"type": 1, "name": name, "options": given}]
        data: dict[str, Any] = {"id": command_id, "name": root, "type": 1, "options": given}
        if resolved:
            data["resolved"] = dict(resolved)
        return await self._send(AUTOCOMPLETE if typing else COMMAND, data, {})

    async def press(
        self, custom_id: str, kind: int = 2, values: tuple[str, ...] = (), *, private: bool = False
    ) -> Answer:
        """A button, or with a type of menu these values of it."""
        backend = self._friends.wire.world.backend
        control: dict[str, Any] = {"type": kind, "custom_id": custom_id, "id": 2}
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind, "id": 2}
        if kind in MENUS:
            data["values"] = list(values)
            control |= {"min_values": 0, "max_values": max(1, len(values)), "options": []}
        else:
            control |= {"style": 2, "label": "forged"}
        message = dict(serializers.message_payload(backend, self._decoy))
        message["components"] = [{"type": 1, "id": 1, "components": [control]}]
        message["flags"] = LAID_OUT | (64 if private else 0)
        return await self._send(PRESS, data, {"message": message})

    async def form(self, custom_id: str, values: Mapping[str, str]) -> Answer:
        """What was written into a form of that id."""
        fields = [
            {"type": 18, "id": n, "component": {"type": 4, "id": n + 50, "custom_id": name, "value": value}}
            for n, (name, value) in enumerate(values.items(), 1)
        ]
        message = dict(serializers.message_payload(self._friends.wire.world.backend, self._decoy))
        return await self._send(FORM, {"custom_id": custom_id, "components": fields}, {"message": message})

    async def _send(self, kind: int, data: dict[str, Any], more: dict[str, Any]) -> Answer:
        wire = self._friends.wire
        record, payload = base_payload(
            wire.world.backend,
            type=kind,
            channel_id=self._channel.id,
            guild_id=self._channel.guild_id,
            user_id=self.user_id,
            data=data,
        )
        payload = {**payload, **more}
        if "message" in more:
            record.source_message_id = self._decoy.id
        wire.world.shape_interaction(payload)
        wire.gateway._sessions[0].send("INTERACTION_CREATE", payload)
        changes, clock = wire.world.backend.changes, self._friends.clock
        for number in range(ANSWER_ROUNDS):
            await clock.wake()
            await changes.after(changes.version, timeout_seconds=0.005)
            if record.responded:
                break
            if number == ROUNDS_LATE or await is_unclaimed(self._friends, record.id):  # the reporter answers
                await clock.advance(UNCLAIMED_SECONDS_MAX)
        return Answer(record, InteractionResult(wire._stage, record))


async def is_unclaimed(friends: Evening, interaction_id: int) -> bool:
    """True where the bot has an interaction that nothing in it takes up."""
    reporter = friends.bot.reporter
    for _ in range(CLAIM_ROUNDS):
        if interaction_id in reporter._claimed:
            return False
        await asyncio.sleep(0)
    return interaction_id in reporter._timers


def told(friends: Evening, answer: Answer) -> str:
    """All that an answer tells: texts, labels, ids, files with what is in them, forms, suggestions."""
    images = friends.wire.world.backend.images
    parts = [str(answer.modal or ""), str(answer.result.autocomplete_choices or "")]
    for message in answer.messages:
        parts += [message.content, str(message.components), str(message.attachments)]
        for file in message.attachments:
            parts.append((images.get(file["url"]) or b"").decode("utf-8", "replace"))
    return "\n".join(parts)
