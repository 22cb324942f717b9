"""Evenings of random players whose bot is killed again and again, one evening a game."""

from __future__ import annotations

import os
from typing import Final

import pytest

from engine.games import GAMES
from tests.crash.club import Club
from tests.crash.evening import Evening

KILLS: Final = 12
SEEDS: Final = [int(seed) for seed in os.environ.get("CRASH_SEEDS", "20261130").split()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
async def test_nothing_is_lost_by_kills_at_random(friends: Club, seed: int, game: str) -> None:
    """Chips, cards, pot and turn outlive every kill; ``CRASH_SEEDS="1 2 3"`` tries others."""
    evening = Evening(friends, seed, game, KILLS)
    try:
        await evening.run()
    except BaseException as error:
        error.add_note(f"CRASH_SEEDS={seed}: after {evening}\n{friends.log.read_text()[-3000:]}")
        raise
    assert evening.promises.resumed
