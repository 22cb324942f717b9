"""Attack the bot: ``python -m tests.hostile --payloads N [--seed S] [--charts]``.

The same seed sends the same payloads. What must not happen is printed with what was sent before it; the exit
code is 1 then.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import secrets
import sys
import tempfile
import time
from pathlib import Path

from bot import logs
from tests.hostile.attack import attack


def main() -> int:
    """Attack once."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--payloads", type=int, default=10_000)
    parser.add_argument("--seed", type=int, help="one by chance without it")
    parser.add_argument("--charts", action="store_true", help="draw them")
    asked = parser.parse_args()
    seed = secrets.randbelow(10**9) if asked.seed is None else asked.seed
    logs.configure("error", "text")
    logging.captureWarnings(capture=True)
    began, spent = time.monotonic(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        made = asyncio.run(attack(Path(folder) / "dealer.db", asked.payloads, seed, charts=asked.charts))
    for fault in made.faults:
        print(fault)
    print(
        f"seed {seed}: {made.payloads} payloads, {made.hands} hands, {made.actions} actions and"
        f" {made.transfers} transfers, {len(made.faults)} faults,"
        f" {time.monotonic() - began:.0f} s ({time.process_time() - spent:.0f} s of CPU)"
    )
    return 1 if made.faults else 0


if __name__ == "__main__":
    sys.exit(main())
