"""Play simulated evenings: ``python -m tests.simulation --seeds N [--first S] [--steps K]``.

Each seed is an evening of its own. The first one in which something is not as it must be is printed with
all of its steps; the same command with its seed plays it again. The exit code is 1 then.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import secrets
import sys
import time
from collections import Counter

from tests.simulation.evening import STEPS, play


def main() -> int:
    """Play one seed after another."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10, help="how many evenings; 0 for ever")
    parser.add_argument("--first", type=int, help="the first seed; one by chance without it")
    parser.add_argument("--steps", type=int, default=STEPS, help="how many things are done in an evening")
    parser.add_argument("--trace", action="store_true", help="print the steps of every evening")
    asked = parser.parse_args()
    first = secrets.randbelow(10**9) if asked.first is None else asked.first
    done, hands, met = 0, 0, Counter[str]()
    began = time.monotonic()
    while not asked.seeds or done < asked.seeds:
        with contextlib.redirect_stdout(io.StringIO()):  # what the bot tells who has started it
            outcome = play(first + done, asked.steps)
        done, hands, met = done + 1, hands + outcome.hands, met + outcome.met
        if outcome.problem is not None or asked.trace:
            print("\n".join(outcome.trace))
        if outcome.problem is not None:
            print(f"seed {outcome.seed}, step {outcome.steps}: {outcome.problem}")
            print(f"again: python -m tests.simulation --seeds 1 --first {outcome.seed} --steps {asked.steps}")
            return 1
        print(f"seed {outcome.seed}: {outcome.hands} hands, trace {outcome.digest}", flush=True)
    print(", ".join(f"{what} {times}" for what, times in sorted(met.items())))
    print(f"{done} evenings, {hands} hands, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
