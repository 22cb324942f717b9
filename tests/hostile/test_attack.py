"""A thousand payloads that no honest client sends; ``python -m tests.hostile`` sends as many as one likes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

import bot.received
from bot.reporter import OwnForm
from bot.tables import seating
from cogs.people import People
from tests.hostile.attack import attack

PAYLOADS, SEED = 1000, 20261106
FEW, PLANTED_SEED = 400, 5


@pytest.fixture(autouse=True)
def own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py's own addresses come back after each test."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    socket = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(socket, "DEFAULT_GATEWAY", socket.DEFAULT_GATEWAY)


async def test_nothing_comes_of_a_thousand_hostile_payloads(tmp_path: Path) -> None:
    """All answered, no error logged, nobody pinged, no chip moved but by its owner; and hands were played."""
    made = await attack(tmp_path / "dealer.db", PAYLOADS, SEED)
    assert made.faults == []
    assert made.payloads == PAYLOADS and made.hands and made.actions and made.transfers


async def _of_anybody(*_: object) -> bool:
    return True


def _unchecked(payload: Any) -> None:
    return None


async def _manager(self: People, interaction: Any, limit: Any = None) -> Any:
    return await self.of(interaction, limit)


async def _for_the_first(table: Any, person: Any, *rest: Any) -> Any:
    first = next(iter(table.state.sittings.values()))
    return await TOP_UP(table, person.__class__(person.server_id, first.user_id, first.name, "en"), *rest)


TOP_UP = seating.top_up
PLANTED = {
    "a form that takes what others send": (OwnForm, "interaction_check", _of_anybody),
    "payloads that nobody looks at": (bot.received, "check", _unchecked),
    "managers' commands for everybody": (People, "manager", _manager),
    "chips of whoever sits there first": (seating, "top_up", _for_the_first),
}


@pytest.mark.parametrize("fault", PLANTED)
async def test_a_planted_fault_is_found(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack would see it: each of these makes it fail."""
    monkeypatch.setattr(*PLANTED[fault])
    for number in range(4):
        made = await attack(tmp_path / f"{number}.db", FEW, PLANTED_SEED + number)
        if made.faults:
            return
    raise AssertionError(f"nothing was found of {fault}")
