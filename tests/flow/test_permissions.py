"""Who may do what: every command that there is, asked by somebody who hosts nothing and manages nothing."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend import serializers
from simcord.interactions import command_leaves

from bot.store import audit
from tests.flow.evening import CHANNEL, Evening
from tests.hostile.clubs import typed
from tests.hostile.sending import Sender

FREE = frozenset(
    {
        *("act", "bet", "call", "cards", "check", "fold", "raise", "help", "hint", "me", "odds", "privacy"),
        *("rules", "standings", "trust", "bank balance", "bank check", "bank statement", "export night"),
        *("export standings", "hand export", "hand list", "hand show", "hand verify", "house-rules list"),
        *("house-rules use", "night list", "night remind", "night show", "season list", "table back"),
        *("table join", "table leave", "table open", "table practice", "table show", "table sit-out"),
        "table top-up",
    }
)
MANAGERS: dict[str, dict[str, Any]] = {
    "bank grant": {"member": "Carol", "chips": 5, "reason": "mine"},
    "bank correct": {"member": "Carol", "chips": 5, "reason": "mine"},
    "export ledger": {},
    "flow": {},
    "night schedule": {"time": "20:00", "day": "4", "zone": "UTC"},
    "night start": {},
    "season start": {"name": "mine"},
    "season end": {},
    "settings": {"starting_chips": 5},
}
HOSTS: dict[str, dict[str, Any]] = {
    "table close": {},
    "table pause": {},
    "table resume": {},
    "table kick": {"player": "Boris"},
    "table host": {"player": "Carol"},
    "house-rules save": {"name": "mine"},
    "house-rules delete": {"name": "his"},
}
NIGHT_HOSTS: dict[str, dict[str, Any]] = {
    "night skip": {"date": "{date}"},
    "night cancel": {"date": "{date}"},
    "night move": {"date": "{date}", "time": "21:00"},
    "night end": {},
}
PRESSES = {
    "s:change": ("starting_chips",),
    "s:set:pictures": ("off",),
    "s:set:locale": ("ru",),
    "s:role": (),
    "z:start:1767384002:mine": None,
    "z:end:1": None,
    "t:1:close": None,
    "t:1:pause": None,
}


def leaves(friends: Evening) -> dict[str, str]:
    """Every command that the bot has told Discord, and how it describes itself."""
    known = [one for by in friends.wire.world.backend.commands.values() for one in by.values()]
    return {" ".join(path): leaf["description"] for root in known for path, leaf in command_leaves(root)}


async def test_every_command_is_somebodys(friends: Evening) -> None:
    """A new command must be put where it belongs; who may is told where only some may."""
    told, some = leaves(friends), {**MANAGERS, **HOSTS, **NIGHT_HOSTS}
    assert set(told) == FREE | set(some)
    for name, description in told.items():
        if "managers)" in description:
            assert name in some, name
    unmarked = {name for name in some if "managers)" not in told[name]}
    assert unmarked == {"night start", "night end", "house-rules save", "house-rules delete"}


@pytest.fixture
async def ruled(friends: Evening) -> Evening:
    """Ann manages; Boris has a table and house rules; a night is planned, another goes on, a season too."""
    wire = friends.wire
    await friends.open_table("Boris")
    await friends.sit("Boris")
    await friends.command("Boris", "house-rules save", name="his")
    await typed(friends, wire.slash("Ann", CHANNEL, "night schedule", time="20:00", day="4", zone="UTC"))
    await typed(friends, wire.slash("Ann", "chat", "night start"))
    panel = await wire.slash("Ann", CHANNEL, "season start", name="hers")
    await wire.click("Ann", panel.messages[-1], panel.messages[-1].buttons[0].custom_id)
    await friends.until(lambda: len(friends.tables) == 2)
    await friends.time_passes(6)  # what is posted for them is posted
    return friends


async def state(friends: Evening) -> list[str]:
    """The books, and the tables."""
    dump = await friends.store.read(audit.check)
    return [repr(dump), *(repr(one.state) for one in friends.room.everywhere())]


REFUSED = {
    **dict.fromkeys(MANAGERS, "Only managers can"),
    **dict.fromkeys(HOSTS, "Only the table's host or a manager can do that."),
    **dict.fromkeys(NIGHT_HOSTS, "Only who has scheduled this night, or a manager, can do that."),
    "house-rules delete": "only he or a manager can change them",
}


@pytest.mark.parametrize("command", REFUSED)
async def test_it_is_refused_to_others(ruled: Evening, command: str) -> None:
    """Privately, with who may; and nothing happens."""
    friends = ruled
    options = {**MANAGERS, **HOSTS, **NIGHT_HOSTS}[command]
    if "date" in options:
        found = await friends.wire.autocomplete("Carol", CHANNEL, command, "date", "")
        options = {**options, "date": found[0]["value"]}
    where = "chat" if command == "night end" else CHANNEL
    if command.startswith(("table", "house-rules save")):
        options = {**options, "table": 1}
    before = await state(friends)
    answer = await typed(friends, friends.wire.slash("Carol", where, command, **options))
    await friends.rest()
    assert REFUSED[command] in answer.text and answer.private
    assert await state(friends) == before


@pytest.mark.parametrize("custom_id", PRESSES)
async def test_a_managers_button_is_refused_to_others(ruled: Evening, custom_id: str) -> None:
    """Whoever gets hold of a panel's custom id is asked who he is all the same."""
    friends, values = ruled, PRESSES[custom_id]
    before = await state(friends)
    kind = 2 if values is None else 6 if custom_id == "s:role" else 3
    answer = await Sender(friends, "Carol", CHANNEL).press(custom_id, kind, values or ())
    await friends.rest()
    assert "Only " in answer.text and answer.private
    assert await state(friends) == before


async def test_a_role_that_all_have_or_that_is_of_elsewhere_makes_no_managers(friends: Evening) -> None:
    """Neither is taken, so nobody else becomes one."""
    everybody = next(iter(friends.wire.world.guild.roles.values()))
    refused = await friends.wire.slash("Ann", CHANNEL, "settings", manager_role=everybody.name)
    assert "Everybody has that role" in refused.text and refused.private
    backend = friends.wire.world.backend
    foreign = backend.create_role(backend.create_guild("Elsewhere").id, "Croupier")
    payload = {"roles": {str(foreign.id): dict(serializers.role_payload(foreign))}}
    option = [(8, "manager_role", str(foreign.id))]
    refused = await Sender(friends, "Ann", CHANNEL).command("settings", option, payload)
    assert "no role of this server" in refused.text
    told = await friends.wire.slash("Boris", CHANNEL, "bank grant", member="Boris", chips=5, reason="mine")
    assert "Only managers" in told.text
