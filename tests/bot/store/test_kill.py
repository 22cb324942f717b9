"""A killed process loses nothing that it acknowledged, and leaves no half of anything."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from bot.store import Store, Tx, audit
from tests.bot.manual_clock import ManualClock

KILLS = 10
ROOT = Path(__file__).parents[3]


def _acknowledged_until_killed(path: Path, first: int, lines: int) -> list[int]:
    """Start the writing process, kill it after so many lines, and give every number that it printed."""
    command = [sys.executable, "-m", "tests.bot.store.numbered_writes", str(path), str(first)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        printed += process.stdout.readlines()
    return [int(line) for line in printed if line.endswith("\n")]


async def _stored(tx: Tx) -> dict[str, set[int]]:
    rows = await tx.rows("SELECT key FROM transfers WHERE key LIKE '%:given' OR key LIKE '%:taken'")
    stored: dict[str, set[int]] = {"given": set(), "taken": set()}
    for row in rows:
        number, half = row["key"].split(":")
        stored[half].add(int(number))
    return stored


async def test_nothing_acknowledged_is_lost_by_a_kill(path: Path, clock: ManualClock) -> None:
    """Ten kills at random moments: every number printed is there, both of its transfers or none."""
    chance = random.Random(20261130)
    acknowledged: set[int] = set()
    first = 0
    for _ in range(KILLS):
        acknowledged.update(_acknowledged_until_killed(path, first, chance.randint(1, 80)))
        async with Store.open(path, clock=clock) as store:
            stored = await store.read(_stored)
            report = await store.read(audit.check)
        assert report.clean
        assert stored["given"] == stored["taken"]
        assert acknowledged <= stored["given"]
        first = max(stored["given"]) + 1
    assert len(acknowledged) > KILLS
