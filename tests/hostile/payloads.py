"""Random interactions: some that Discord would send, many that it never would.

They are made as Discord makes them, from the commands that the bot has registered and the messages that it
has sent, and then perhaps broken: a field missing, of another type, or with a value of nowhere.
"""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field
from typing import Any, Final

from simcord.backend import serializers
from simcord.components import walk_components
from simcord.interactions import base_payload, command_leaves

from bot.rehearsal.seen import form_fields
from bot.rehearsal.world import World
from tests.hostile.custom_ids import WICKED, Smith

COMMAND, PRESS, AUTOCOMPLETE, FORM = 2, 3, 4, 5
LAID_OUT: Final = 1 << 15  # flag of a message that is components alone
MENUS: Final = (3, 5, 6, 7, 8)
NUMBERS: Final = (0, 1, 2, 3, 5, 10, 100, -1, 10**6, 10**9, 10**9 + 1, 2**53 - 1, -(2**53), 2**63, 10**30)
OTHER_TYPES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    10**40,
    "",
    "x",
    [],
    ["x"],
    {},
    {"x": 1},
    [[]],
    "9" * 40,
)
BROKEN: Final = 0.15
KEPT: Final = 300


@dataclass
class Sent:
    """One of them. ``excused``: it names no token by which it could be answered."""

    number: int
    user_id: int
    guild_id: int | None
    payload: dict[str, Any] = field(repr=False)
    excused: bool = False

    @property
    def about(self) -> str:
        """What a report tells of it."""
        data = self.payload.get("data")
        return f"{self.user_id} in {self.guild_id}: type {self.payload.get('type')!r} {data!r}"


class Payloads:
    """Makes them. ``seen``: messages with buttons, and forms, that the bot has shown somebody."""

    def __init__(self, world: World, dice: random.Random, smith: Smith) -> None:
        self._world, self._dice, self._smith = world, dice, smith
        self.messages: list[Any] = []
        backend = world.backend
        texts = [one for one in backend.channels.values() if one.guild_id is not None and one.type == 0]
        self.decoys = [backend.create_message(one.id, backend.bot_user.id, "Look here.") for one in texts]
        for one in self.decoys:
            one.content, one.components = "", [{"type": 10, "id": 1, "content": "Look here."}]
            one.flags |= LAID_OUT
        self.forms: list[Any] = []  # the interactions that they answered

    def make(self) -> Sent:
        """The next one."""
        dice = self._dice
        kind = dice.choices((COMMAND, PRESS, AUTOCOMPLETE, FORM), (30, 50, 8, 12))[0]
        channel, user_id = self._somewhere()
        more: dict[str, Any] = {}
        if kind in (COMMAND, AUTOCOMPLETE):
            data = self._command(channel, user_id, typing=kind == AUTOCOMPLETE)
        elif kind == PRESS:
            data, more["message"] = self._press()
        else:
            data, more = self._form()
        if "message" in more:  # pressed where it stands
            channel, user_id = self._at(more["message"])
        sent = self._sent(kind, channel, user_id, data, more)
        if dice.random() < BROKEN:
            for _ in range(dice.randint(1, 3)):
                sent.excused |= self._broken(sent.payload)
        return sent

    def honest(self, stored: Any, custom_id: str, user_id: int) -> Sent:
        """A button of a message, pressed by somebody who sees it."""
        message = dict(serializers.message_payload(self._world.backend, stored))
        data = {"custom_id": custom_id, "component_type": 2, "id": 2}
        channel = self._world.backend.get_channel(stored.channel_id)
        return self._sent(PRESS, channel, user_id, data, {"message": message})

    def _sent(self, kind: int, channel: Any, user_id: int, data: Any, more: dict[str, Any]) -> Sent:
        guild_id = channel.guild_id
        record, payload = base_payload(
            self._world.backend,
            type=kind,
            channel_id=channel.id,
            guild_id=guild_id,
            user_id=user_id,
            data=copy.deepcopy(data),
        )
        payload = copy.deepcopy({**payload, **more})
        if "message" in more:
            record.source_message_id = int(more["message"]["id"])
        self._world.shape_interaction(payload)
        return Sent(record.id, user_id, guild_id, payload)

    def note_form(self, form: Any) -> None:
        """Somebody was shown this form."""
        self.forms = [*self.forms, form][-KEPT:]

    # ---- who and where

    def _somewhere(self) -> tuple[Any, int]:
        backend, dice = self._world.backend, self._dice
        channels = [one for one in backend.channels.values() if one.guild_id is not None and one.type == 0]
        channel = dice.choice(channels)
        assert channel.guild_id is not None
        members = [one for one in backend.guilds[channel.guild_id].members if one != backend.bot_user.id]
        user_id = dice.choice(members)
        if dice.random() < 0.05:
            return backend.get_dm_channel(user_id), user_id
        return channel, user_id

    def _at(self, message: dict[str, Any]) -> tuple[Any, int]:
        backend = self._world.backend
        channel = backend.get_channel(int(message["channel_id"]))
        if channel.guild_id is None:
            return channel, self._dice.choice(channel.recipient_ids)
        members = backend.guilds[channel.guild_id].members
        return channel, self._dice.choice([one for one in members if one != backend.bot_user.id])

    # ---- commands

    def _command(self, channel: Any, user_id: int, *, typing: bool) -> dict[str, Any]:
        roots = list(self._world.backend.visible_commands(user_id=user_id, channel_id=channel.id))
        roots = roots or [one for by in self._world.backend.commands.values() for one in by.values()]
        root = self._dice.choice(roots)
        path, leaf = self._dice.choice(list(command_leaves(root)))
        resolved: dict[str, dict[str, Any]] = {}
        options = self._options(leaf.get("options") or [], resolved)
        if typing:
            self._focus(options, leaf.get("options") or [])
        for name in reversed(path[1:]):
            options = [{"type": 1, "name": name, "options": options}]
        data = {"id": str(root["id"]), "name": root["name"], "type": 1, "options": options}
        return {**data, "resolved": resolved} if resolved else data

    def _options(self, declared: list[dict[str, Any]], resolved: dict[str, Any]) -> list[dict[str, Any]]:
        dice, made = self._dice, []
        for one in declared:
            if dice.random() < (0.95 if one.get("required") else 0.4):
                made.append({"type": one["type"], "name": one["name"], "value": self._value(one, resolved)})
        if dice.random() < 0.03:
            made.append({"type": 3, "name": dice.choice(("nonsense", "table", "chips")), "value": "1"})
        return made

    def _value(self, declared: dict[str, Any], resolved: dict[str, Any]) -> Any:
        dice, kind = self._dice, declared["type"]
        if dice.random() < 0.05:
            return copy.deepcopy(dice.choice(OTHER_TYPES))
        if declared.get("choices") and dice.random() < 0.8:
            return dice.choice(declared["choices"])["value"]
        if kind == 3:
            return dice.choice((*WICKED, "20:00", "2026-01-09", "Europe/Berlin", "call", "fold", "see", "1"))
        if kind == 4:
            return dice.choice((*NUMBERS, *self._smith.numbers, 1, 1, 1, 2, 100))
        if kind == 5:
            return dice.random() < 0.5
        return self._entity(kind, resolved)

    def _entity(self, kind: int, resolved: dict[str, Any]) -> str:
        """An id of a person, channel or role of any server, mostly with what it stands for."""
        backend, dice = self._world.backend, self._dice
        guild = dice.choice(list(backend.guilds.values()))
        if dice.random() < 0.1:
            return dice.choice(("1", "0", "9" * 19, "x"))
        if kind == 7:
            channel = dice.choice([one for one in backend.channels.values() if one.guild_id])
            payload = {**serializers.channel_payload(backend, channel), "permissions": "0"}
            resolved.setdefault("channels", {})[str(channel.id)] = payload
            return str(channel.id)
        if kind == 8:
            role = dice.choice(list(guild.roles.values()))
            resolved.setdefault("roles", {})[str(role.id)] = dict(serializers.role_payload(role))
            return str(role.id)
        user = dice.choice(list(backend.users.values()))
        resolved.setdefault("users", {})[str(user.id)] = dict(serializers.user_payload(user))
        if user.id in guild.members and dice.random() < 0.9:
            member = dict(serializers.member_payload(backend, guild, guild.members[user.id]))
            member.pop("user", None)
            resolved.setdefault("members", {})[str(user.id)] = {**member, "permissions": "0"}
        return str(user.id)

    def _focus(self, options: list[dict[str, Any]], declared: list[dict[str, Any]]) -> None:
        offered = [one for one in declared if one.get("autocomplete")] or declared
        if not offered:
            return
        one = self._dice.choice(offered)
        options[:] = [made for made in options if made["name"] != one["name"]]
        typed = self._dice.choice((*WICKED, "", "a", "1"))
        options.append({"type": one["type"], "name": one["name"], "value": typed, "focused": True})

    # ---- presses and forms

    def _press(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """A button or menu of a message that there is, or one with a forged custom id on it."""
        dice, backend = self._dice, self._world.backend
        stored = dice.choice(self.messages) if self.messages else None
        controls = [one for one in walk_components(stored.components) if "custom_id" in one] if stored else []
        if stored is not None and controls and dice.random() < 0.5:
            control = dice.choice(controls)
            message = dict(serializers.message_payload(backend, stored))
        else:
            control = self._forged_control()
            message = dict(serializers.message_payload(backend, dice.choice(self.decoys)))
            message["components"] = [{"type": 1, "id": 1, "components": [control]}]
            message["flags"] = LAID_OUT | dice.choice((0, 64))
        data: dict[str, Any] = {"custom_id": control["custom_id"], "component_type": control["type"], "id": 2}
        if control["type"] in MENUS:
            resolved: dict[str, Any] = {}
            data["values"] = self._chosen(control, resolved)
            if resolved:
                data["resolved"] = resolved
        return data, message

    def _forged_control(self) -> dict[str, Any]:
        custom_id, kind = self._smith.forge()
        made: dict[str, Any] = {"type": kind, "id": 2, "custom_id": custom_id}
        if made["type"] == 2:
            return {**made, "style": 2, "label": "forged"}
        if made["type"] == 3:
            made["options"] = [{"label": "a", "value": "a"}]
        return {**made, "min_values": self._dice.choice((0, 1)), "max_values": 1}

    def _chosen(self, control: dict[str, Any], resolved: dict[str, Any]) -> list[Any]:
        dice = self._dice
        if control["type"] != 3:
            kinds = {5: 6, 6: 8, 7: 9, 8: 7}
            return [
                self._entity(kinds[control["type"]], resolved) for _ in range(dice.choice((0, 1, 1, 1, 2)))
            ]
        offered = [one["value"] for one in control.get("options") or ()]
        others = (*WICKED, "1", "2", "99", "-1", "9" * 30, "off", "ru", "net", "call", "1000")
        return dice.choice(
            ([], [dice.choice(offered or ["1"])], [dice.choice(others)], [dice.choice(others)])
        )

    def _form(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Something written into a form, and the message whose button opened it if one did."""
        dice = self._dice
        written = ("1", "100", "0", "-1", "9" * 30, "1e9", "٣", "١٠٠", *WICKED)
        forms = [one for one in self.forms if one.source_message_id is None or self._source(one)]
        if not forms or dice.random() < 0.2:
            text = {"type": 4, "custom_id": "x" * 32, "value": dice.choice(written), "id": 2}
            return {
                "custom_id": dice.choice(("", "x" * 32, self._smith.forge()[0])),
                "components": [{"type": 18, "id": 1, "component": text}],
            }, {}
        opened = dice.choice(forms)
        form, stored = opened.modal, self._source(opened)
        more = {"message": dict(serializers.message_payload(self._world.backend, stored))} if stored else {}
        fields = [
            {
                "type": 18,
                "id": 2 * n,
                "component": {
                    "type": one.kind,
                    "custom_id": one.custom_id,
                    "id": 2 * n + 1,
                    "value": dice.choice((one.value, *written)),
                },
            }
            for n, one in enumerate(form_fields(form), 1)
        ]
        return {"custom_id": form["custom_id"], "components": fields}, more

    def _source(self, opened: Any) -> Any:
        """The message whose button opened a form; None where none did, or it is gone."""
        return self._world.backend.messages.get(opened.channel_id, {}).get(opened.source_message_id)

    # ---- breaking

    def _broken(self, payload: dict[str, Any]) -> bool:
        """Take a field away or put something else there; True where nobody could answer it any more."""
        dice, path = self._dice, list[Any]()
        node: Any = payload
        part: Any = (
            payload["data"] if isinstance(payload.get("data"), dict) and dice.random() < 0.7 else payload
        )
        if part is not payload:
            path.append("data")
        while True:
            keys = list(part) if isinstance(part, dict) else list(range(len(part)))
            if not keys:
                return False
            node, key = part, dice.choice(keys)
            path.append(key)
            inner = node[key]
            if not isinstance(inner, dict | list) or not inner or dice.random() < 0.3:
                break
            if path == ["message", "components"]:  # the bot's own words, which come back as they were
                break
            part = inner
        if dice.random() < 0.4 and isinstance(node, dict):
            del node[key]
        else:
            node[key] = copy.deepcopy(dice.choice(OTHER_TYPES))
        return path[0] in ("id", "token", "type")
