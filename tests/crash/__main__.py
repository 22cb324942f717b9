"""Random kills of the real process during play, as many as are wanted.

    python -m tests.crash [--kills 500] [--seed 1]

Evenings of 25 kills, each on a club of its own, the games in turn. After every kill and every start it is
checked that nothing acknowledged is lost, that the books balance, that no card has changed, and that the
hand goes on where it stood or is void by the rules. A fault ends the run and tells the evening's seed.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from bot.settings import PREFIX
from engine.games import GAMES
from tests.crash.club import club
from tests.crash.evening import Evening

KILLS_AN_EVENING: Final = 25


async def evenings(kills: int, seed: int) -> list[Evening]:
    """Play them one after another; each is told of when it is over."""
    games, made = list(GAMES), list[Evening]()
    while (left := kills - sum(one.kills for one in made)) > 0:
        number = seed + len(made)
        with tempfile.TemporaryDirectory() as folder:
            async with club(Path(folder)) as friends:
                game = games[number % len(games)]
                evening = Evening(friends, number, game, min(left, KILLS_AN_EVENING))
                try:
                    await evening.run()
                except BaseException as error:
                    log = friends.log.read_text()[-3000:] if friends.log.exists() else ""
                    error.add_note(f"--seed {number}: after {evening}\n{log}")
                    raise
        print(f"seed {number}: {evening}", flush=True)
        made.append(evening)
    return made


def main(arguments: list[str]) -> int:
    """Print what was seen."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # uploads that a kill cuts off
    begun = time.monotonic()
    made = asyncio.run(evenings(given.kills, given.seed))
    kills = sum(one.kills for one in made)
    told = [one.promises for one in made]
    print(
        f"{kills} kills in {time.monotonic() - begun:.0f} s:"
        f" {sum(one.resumed for one in told)} hands went on, {sum(one.adopted for one in told)} were adopted,"
        f" {sum(one.voided for one in told)} void;"
        f" {sum(one.players.acted for one in made)} actions,"
        f" {sum(one.players.refused for one in made)} refused"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
