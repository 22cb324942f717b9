"""What the gateway brings as an interaction, looked at before the library reads it.

Discord sends well-formed payloads. One that is not would raise inside the gateway's own task, which ends the
whole process for all servers; so such a one is answered and dropped here.

    {"id": "1", "token": "…", "type": 2, "data": {"name": "bank", "options": […]}}      a command
    {…, "type": 3, "data": {"custom_id": "t:1:join", "component_type": 2}, "message": …}  a press
    {…, "type": 5, "data": {"custom_id": "…", "components": […]}}                         a form

Source: Discord's documentation, "Receiving and Responding", interaction data.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any, Final

import discord
from discord.webhook.async_ import async_context

from bot.locale import ENGLISH
from bot.reporter import out_of_date
from bot.tables.post import REQUEST_FAILED

log = logging.getLogger(__name__)

Payload = Any
COMMAND, PRESS, AUTOCOMPLETE, FORM = 2, 3, 4, 5
BUTTON, TEXT_MENU, ROLE_MENU = 2, 3, 6  # of components, those that this bot sends
ROW, TEXT_FIELD, LABEL = 1, 4, 18
NESTED_OPTIONS: Final = (1, 2)  # a subcommand, and a group of them
_TEXT, _NUMBER, _YES, _DECIMAL, _FILE = 3, 4, 5, 10, 11
_KINDS: Final[dict[int, type | tuple[type, ...]]] = {
    _NUMBER: int,
    _YES: bool,
    _DECIMAL: (int, float),
}  # else str
_RESOLVED: Final = {  # options that carry an id, and where what it stands for is told
    6: ("users",),
    7: ("channels",),
    8: ("roles",),
    9: ("users", "roles"),
    _FILE: ("attachments",),
}


class Misshapen(Exception):
    """A payload is not as Discord describes it; the text says where, and quotes nothing of it."""


def check(payload: Payload) -> None:
    """``Misshapen`` where an interaction is not of the form that Discord describes."""
    _need(isinstance(payload, dict), "payload")
    for name in ("id", "token", "application_id"):
        _need(isinstance(payload.get(name), str) and payload[name] != "", name)
    _need(_is_id(payload["id"]) and _is_id(payload["application_id"]), "id")
    channel = payload.get("channel")
    _need(isinstance(channel, dict) and isinstance(channel.get("type"), int), "channel")
    _need(_is_id(channel.get("id")) and channel["id"] == payload.get("channel_id"), "channel_id")
    for name in ("locale", "guild_locale"):
        _need(isinstance(payload.get(name, ""), str), name)
    _check_sender(payload)
    kind, data = payload.get("type"), payload.get("data")
    _need(kind in (COMMAND, PRESS, AUTOCOMPLETE, FORM) and not isinstance(kind, bool), "type")
    _need(isinstance(data, dict), "data")
    _check_resolved(data.get("resolved", {}))
    if kind in (COMMAND, AUTOCOMPLETE):
        _need(isinstance(data.get("name"), str) and _is_id(data.get("id")), "name")
        _need(data.get("type", 1) in (1, 2, 3), "command type")
        _check_options(data.get("options", []), data.get("resolved", {}), typing=kind == AUTOCOMPLETE)
        _need(kind == COMMAND or focused_option(data) != "", "focused option")
    else:
        _need(isinstance(data.get("custom_id"), str), "custom_id")
        if kind == PRESS:
            _check_press(data, payload.get("message"))
        else:
            _check_fields(data.get("components"))


def _check_sender(payload: Payload) -> None:
    """In a server a member of it, elsewhere a person."""
    member = payload.get("member")
    if payload.get("guild_id") is not None:
        _need(_is_id(payload["guild_id"]) and isinstance(member, dict), "member")
        _need(_is_id(str(member.get("permissions"))) and isinstance(member.get("roles"), list), "member")
        _need(all(_is_id(one) for one in member["roles"]), "roles")
    person = payload.get("user") if payload.get("guild_id") is None else member.get("user")
    _need(isinstance(person, dict) and _is_id(person.get("id")), "user")
    _need(isinstance(person.get("username"), str) and {"discriminator", "avatar"} <= person.keys(), "user")


def _check_options(options: Payload, resolved: Payload, *, typing: bool) -> None:
    _need(_are_dicts(options), "options")
    for one in options:
        kind, value = one.get("type"), one.get("value")
        _need(isinstance(one.get("name"), str), "option name")
        if kind in NESTED_OPTIONS:
            _check_options(one.get("options", []), resolved, typing=typing)
            continue
        _need(isinstance(kind, int) and _TEXT <= kind <= _FILE, "option type")
        if typing and one.get("focused") and isinstance(value, str):  # a number may be half typed yet
            continue
        _need(isinstance(value, _KINDS.get(kind, str)), "option value")
        _need(isinstance(value, bool) == (kind == _YES), "option value")
        if kind in _RESOLVED:
            found = any(value in resolved.get(where, {}) for where in _RESOLVED[kind])
            _need(_is_id(value) and (found or typing), "option reference")


def _check_resolved(resolved: Payload) -> None:
    """People, roles and the like by kind and id."""
    _need(isinstance(resolved, dict), "resolved")
    for found in resolved.values():
        _need(isinstance(found, dict) and _are_dicts(list(found.values())), "resolved")
        _need(all(_is_id(one) for one in found), "resolved")


def _check_fields(components: Payload) -> None:
    """Rows and labels, and in them fields with what was written or chosen."""
    _need(_are_dicts(components), "components")
    for one in components:
        kind, inner = one.get("type"), one.get("component")
        _need(isinstance(kind, int) and isinstance(one.get("custom_id", ""), str), "component")
        if kind == ROW:
            _check_fields(one.get("components"))
        elif kind == LABEL:
            _check_fields([inner])
        elif kind == TEXT_FIELD:
            _need(isinstance(one.get("value"), str), "field")
        else:
            values = one.get("values", [])
            _need(isinstance(values, list) and all(isinstance(value, str) for value in values), "field")


def _check_press(data: Payload, message: Payload) -> None:
    """The button or menu must be on the message, and what is chosen no less and no more than it asks for."""
    _need(isinstance(message, dict) and _is_id(message.get("id")), "message")
    _need(_are_dicts(message.get("components", [])), "message components")
    _need(isinstance(message.get("flags", 0), int), "message flags")
    kind, shown = data.get("component_type"), _pressed(data, message)
    _need(kind in (BUTTON, TEXT_MENU, ROLE_MENU), "component_type")
    _need(shown.get("type") == kind, "control")
    if kind == BUTTON:
        return
    values, resolved = data.get("values"), data.get("resolved", {})
    _need(isinstance(values, list) and all(isinstance(one, str) for one in values), "values")
    _need(shown.get("min_values", 1) <= len(values) <= shown.get("max_values", 1), "values")
    if kind == ROLE_MENU and values:
        _need(resolved.keys() == {"roles"} and resolved["roles"].keys() == {*values}, "resolved")
        for number, role in resolved["roles"].items():
            _check_role(number, role)


def _check_role(number: str, role: Payload) -> None:
    """As far as the library reads it; what it cannot read it would hand on as a text."""
    _need(role.get("id") == number and isinstance(role.get("name"), str), "role")
    _need(_is_id(role.get("permissions", "0")), "role")
    _need(all(isinstance(role.get(name, {}), dict) for name in ("colors", "tags")), "role")


def _pressed(data: Payload, message: Payload) -> dict[str, Any]:
    """The button or menu of a message that was pressed; empty where it has none such."""
    there = _walk(message["components"])
    return next((one for one in there if one.get("custom_id") == data["custom_id"]), {})


def _spared(payload: Payload) -> Payload:
    """The same with no more of the message's parts than what was pressed.

    The library makes several objects of each, some fifty of a table; only the one that was pressed is used.
    """
    if payload["type"] != PRESS:
        return payload
    message, data = payload["message"], payload["data"]
    parts = [{"type": ROW, "components": [_pressed(data, message)]}]
    return {**payload, "message": {**message, "components": parts}}


def focused_option(data: Payload) -> str:
    """The option in which somebody is typing; empty where it is none, or several."""
    found = _focused(data.get("options", []))
    return found[0] if len(found) == 1 else ""


def _focused(options: Payload) -> list[str]:
    found: list[str] = []
    for one in options:
        if one.get("type") in NESTED_OPTIONS:
            found += _focused(one.get("options", []))
        elif one.get("focused"):
            found.append(one["name"])
    return found


def _walk(components: Payload) -> Iterator[dict[str, Any]]:
    for one in components:
        _need(isinstance(one, dict), "component")
        yield one
        yield from _walk(one.get("components") or [])
        yield from _walk([one[name] for name in ("component", "accessory") if one.get(name)])


def _is_id(value: Payload) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 20


def _are_dicts(value: Payload) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise Misshapen(what)


def guarded(
    read: Callable[[Payload], None], refuse: Callable[[str, str, int], None]
) -> Callable[[Payload], None]:
    """``read`` for payloads in order, of a press with the pressed part of its message alone.

    Others are logged and go to ``refuse`` with id, token and type.
    """

    def received(payload: Payload) -> None:
        try:
            check(payload)
            read(_spared(payload))
        except Exception as error:  # noqa: BLE001 - whatever it is, the other servers play on
            where = str(error) if isinstance(error, Misshapen) else repr(type(error))
            log.warning("an interaction was not understood", extra={"fields": {"where": where}})
            if isinstance(payload, dict):
                number, token, kind = payload.get("id"), payload.get("token"), payload.get("type")
                if _is_id(number) and isinstance(token, str) and token and isinstance(kind, int):
                    refuse(str(number), token, kind)

    return received


async def refuse_raw(http: discord.http.HTTPClient, interaction_id: str, token: str, kind: int) -> None:
    """Answer an interaction that could not be read, by its id and token alone."""
    autocomplete = kind == discord.InteractionType.autocomplete.value
    told = {"content": out_of_date().to(ENGLISH), "flags": 64, "allowed_mentions": {"parse": []}}
    body = {"type": 8, "data": {"choices": []}} if autocomplete else {"type": 4, "data": told}
    route = discord.http.Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction_id,
        webhook_token=token,
    )
    session = http._HTTPClient__session  # type: ignore[attr-defined]
    try:  # as the library answers: its other way to send writes addresses, and so tokens, into the log
        await async_context.get().request(route, session, payload=body)
    except REQUEST_FAILED:
        log.info("an interaction could not be answered")
