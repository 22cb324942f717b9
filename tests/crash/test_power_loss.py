"""The power fails at any moment of play: what was acknowledged is there, for every commit is synced."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.rehearsal.wire import WireDiscord
from bot.show.scene import Phase
from bot.store import Store, Tx, audit, hands
from tests.bot.manual_clock import ManualClock
from tests.crash.power import lossy_disk
from tests.flow.conftest import wire, world
from tests.flow.evening import Evening, evening

__all__ = ["wire", "world"]  # the fixtures

HANDS = 2
CUTS = 2  # of the same moment: each finds other sectors


async def _moments(friends: Evening) -> AsyncIterator[tuple[int, int]]:
    """Play; after each acknowledged action the hand and how many actions of it there were."""
    await friends.open_table()
    await friends.sit("Ann", "Boris", "Carol")
    await friends.deal()
    for _ in range(HANDS):
        while friends.table.state.phase is Phase.HAND:
            await friends.act("Check", "Call", "Bet")
            yield friends.live.hand_id, friends.live.actions
        await friends.time_passes(friends.table.state.terms.pause_seconds)
        await friends.dealt()


async def _actions(tx: Tx, hand_id: int) -> int:
    return len(await hands.actions(tx, hand_id))


async def _power_fails(
    wire: WireDiscord, patched: pytest.MonkeyPatch, folder: Path, synchronous: str
) -> tuple[int, int]:
    """Cut the power after every acknowledged action; how many machines there were, and how many lost some.

    What is left is opened with the real store, and its books must balance.
    """
    promised: list[tuple[Path, int, int]] = []
    chance = random.Random(20261130)
    with lossy_disk(patched, synchronous) as disk:
        async with evening(wire, folder / "dealer.db") as friends:
            async for hand_id, actions in _moments(friends):
                for _ in range(CUTS):
                    left = folder / f"cut-{len(promised)}"
                    left.mkdir()
                    promised.append((disk.cut(folder / "dealer.db", chance, left), hand_id, actions))
    lost = 0
    for database, hand_id, actions in promised:
        async with Store.open(database, clock=ManualClock()) as store:
            report = await store.read(audit.check)
            assert report.clean, report.violations
            lost += await store.read(partial(_actions, hand_id=hand_id)) < actions
    return len(promised), lost


async def test_full_synchronisation_keeps_every_acknowledged_action(
    wire: WireDiscord, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whatever of the unsynced writes survives: the store opens, balances, and has each action."""
    cuts, lost = await _power_fails(wire, monkeypatch, tmp_path, "FULL")
    assert cuts > 40 and lost == 0


async def test_less_synchronisation_would_lose_some(
    wire: WireDiscord, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """NORMAL leaves commits unsynced: the books still balance, but what was acknowledged is gone."""
    cuts, lost = await _power_fails(wire, monkeypatch, tmp_path, "NORMAL")
    assert cuts > 40 and lost > 0
