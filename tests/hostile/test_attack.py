"""A thousand payloads that no honest client sends; ``python -m tests.hostile`` sends as many as one likes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

import bot.answers
import bot.received
from cogs.play import At, PlayCog
from tests.hostile.attack import attack

PAYLOADS, SEED = 1000, 20261106
FEW, PLANTED_SEED = 400, 5

pytestmark = pytest.mark.usefixtures("discord_addresses")


async def test_nothing_comes_of_a_thousand_hostile_payloads(tmp_path: Path) -> None:
    """All answered, no error logged, nobody pinged, no chip moved but by its owner; and hands were played."""
    made = await attack(tmp_path / "dealer.db", PAYLOADS, SEED)
    assert made.faults == []
    assert made.payloads == PAYLOADS and made.hands and made.actions and made.transfers


def _unchecked(payload: Any) -> None:
    return None


async def _for_who_is_awaited(self: PlayCog, press: Any, table_id: int) -> At:
    at = await AT(self, press, table_id)
    live = at.table.state.live
    if live is None or live.hand.turn is None:
        return at
    sitting = live.sitting(live.hand.turn.seats[0])
    assert sitting is not None
    return replace(at, person=replace(at.person, user_id=sitting.user_id, name=sitting.name))


AT = PlayCog._at
PLANTED = {
    "payloads that nobody looks at": (bot.received, "check", _unchecked),
    "anybody plays for who is on turn": (PlayCog, "_at", _for_who_is_awaited),
    "answers that ping": (bot.answers, "NOBODY", discord.AllowedMentions.all()),
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
