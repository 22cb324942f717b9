"""A process that writes numbered pairs of transfers until it is killed, and prints each after its commit.

python -m tests.bot.store.numbered_writes DATABASE FIRST_NUMBER
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from bot.clock import SystemClock
from bot.store import Store, Tx, ledger, players
from tests.bot.store.scene import SERVER

WRITERS = 8  # at the same time, so that commits are shared


async def _write_for_ever(store: Store, numbers: Iterator[int]) -> None:
    for number in numbers:

        async def job(tx: Tx, number: int = number) -> None:
            player = await players.seen(tx, SERVER, number % 5, "Player", "en")
            await ledger.grant(tx, SERVER, player.player_id, 2, key=f"{number}:given")
            await ledger.correct(tx, SERVER, player.player_id, -1, "half of it", key=f"{number}:taken")

        await store.write(job)
        print(number, flush=True)


async def main(path: Path, first: int) -> None:
    """Write on from that number."""
    numbers = itertools.count(first)
    async with Store.open(path, clock=SystemClock()) as store:
        await asyncio.gather(*(_write_for_ever(store, numbers) for _ in range(WRITERS)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
