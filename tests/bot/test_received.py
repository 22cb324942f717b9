"""Payloads are looked at before the library reads them: a broken one is answered and ends nothing."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from bot.received import Misshapen, check, guarded

USER = {"id": "5", "username": "ann", "discriminator": "0", "avatar": None}
MEMBER = {"user": USER, "roles": ["7"], "permissions": "8"}
HEAD: dict[str, Any] = {
    "id": "1",
    "token": "t",
    "application_id": "2",
    "channel_id": "3",
    "channel": {"id": "3", "type": 0},
    "guild_id": "4",
    "member": MEMBER,
}
OPTION = {"type": 4, "name": "chips", "value": 3}
COMMAND = {**HEAD, "type": 2, "data": {"id": "9", "name": "bank", "options": [OPTION]}}
MENU = {"type": 3, "custom_id": "rm:aces:0", "options": [{"label": "a", "value": "a"}]}
MESSAGE = {"id": "8", "components": [{"type": 17, "components": [{"type": 1, "components": [MENU]}]}]}
PRESS = {
    **HEAD,
    "type": 3,
    "data": {"custom_id": "rm:aces:0", "component_type": 3, "values": ["a"]},
    "message": MESSAGE,
}
ROLE = {"id": "7", "name": "Dealers", "permissions": "0", "colors": {}}
ROLE_MENU = {"type": 6, "custom_id": "s:role", "min_values": 0, "max_values": 1}
PICKED = {
    **HEAD,
    "type": 3,
    "data": {
        "custom_id": "s:role",
        "component_type": 6,
        "values": ["7"],
        "resolved": {"roles": {"7": ROLE}},
    },
    "message": {"id": "8", "components": [{"type": 1, "components": [ROLE_MENU]}]},
}
TYPED = {**OPTION, "focused": True, "value": "1x"}
TYPING = {**HEAD, "type": 4, "data": {"id": "9", "name": "bank", "options": [TYPED]}}
FIELD = {"type": 18, "component": {"type": 4, "custom_id": "a", "value": "b"}}
FORM = {**HEAD, "type": 5, "data": {"custom_id": "x", "components": [FIELD]}}


@pytest.mark.parametrize("payload", [COMMAND, PRESS, PICKED, TYPING, FORM])
def test_what_discord_sends_is_read(payload: Any) -> None:
    """A command, a press, somebody who is typing, a form."""
    read: list[Any] = []
    guarded(read.append, lambda *_: pytest.fail("refused"))(payload)
    assert [{**one, "message": None} for one in read] == [{**payload, "message": None}]


@pytest.mark.parametrize(("payload", "pressed"), [(PRESS, MENU), (PICKED, ROLE_MENU)])
def test_of_a_press_the_pressed_part_is_read(payload: Any, pressed: Any) -> None:
    """A table has some fifty parts more, of each of which the library would make objects."""
    before, read = copy.deepcopy(payload), list[Any]()
    guarded(read.append, lambda *_: pytest.fail("refused"))(payload)
    (row,) = read[0]["message"].pop("components")
    assert row == {"type": 1, "components": [pressed]}
    assert read[0]["message"] == {"id": "8"} and payload == before


@pytest.mark.parametrize(
    ("payload", "path", "value"),
    [
        (COMMAND, ("member",), None),
        (COMMAND, ("member", "user", "username"), None),
        (COMMAND, ("channel",), None),
        (COMMAND, ("channel", "id"), "4"),
        (COMMAND, ("member", "user", "id"), 5),
        (COMMAND, ("data", "options", 0, "value"), "3"),
        (COMMAND, ("data", "options", 0, "value"), True),
        (COMMAND, ("data", "options", 0, "type"), 6),
        (COMMAND, ("data", "name"), {}),
        (COMMAND, ("locale",), None),
        (PRESS, ("data", "values"), []),
        (PRESS, ("data", "values"), [1]),
        (PRESS, ("data", "component_type"), 2),
        (PRESS, ("data", "custom_id"), "rm:seka:0"),
        (PRESS, ("message",), None),
        (PICKED, ("data", "values"), ["8"]),
        (PICKED, ("data", "resolved", "roles", "7", "id"), "8"),
        (PICKED, ("data", "resolved", "roles", "7", "name"), None),
        (PICKED, ("data", "resolved", "roles", "7", "permissions"), "x"),
        (PICKED, ("data", "resolved", "roles", "7", "colors"), []),
        (PICKED, ("data", "resolved", "roles", "9"), {**ROLE, "id": "9"}),
        (PICKED, ("data", "resolved", "users"), {"5": {}}),
        (TYPING, ("data", "options", 0, "focused"), False),
        (FORM, ("data", "components"), [{"type": 18}]),
        (FORM, ("data", "components", 0, "component", "value"), 1),
        (FORM, ("type",), 6),
    ],
)
def test_what_discord_never_sends_is_refused(payload: Any, path: tuple[Any, ...], value: Any) -> None:
    """One thing is wrong in it: nothing reads it, and its sender is answered."""
    broken = copy.deepcopy(payload)
    inner = broken
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(Misshapen):
        check(broken)
    refused: list[Any] = []
    guarded(lambda _: pytest.fail("read"), lambda *about: refused.append(about))(broken)
    assert refused == [("1", "t", broken["type"])]


@pytest.mark.parametrize("payload", [None, [], {}, {"id": "1"}, {"id": 1, "token": "t", "type": 2}])
def test_what_cannot_be_answered_is_dropped(payload: Any) -> None:
    """Without an id and a token nobody can answer; still nothing ends."""
    guarded(lambda _: pytest.fail("read"), lambda *_: pytest.fail("answered"))(payload)


def test_an_error_of_the_reader_ends_nothing() -> None:
    """What the library does not understand is answered too."""
    refused: list[Any] = []

    def read(payload: Any) -> None:
        raise KeyError("custom_id")

    guarded(read, lambda *about: refused.append(about))(PRESS)
    assert len(refused) == 1
