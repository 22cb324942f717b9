"""Golden playthroughs: the games behave as the files tell."""

from __future__ import annotations

import pytest

from tests.engine.playthrough import GOLDEN, path_of, told


@pytest.mark.parametrize("key", GOLDEN)
def test_a_game_plays_as_its_golden_file_tells(key: str) -> None:
    """Events, views and choices of every step; ``python -m tests.engine.playthrough`` writes them anew."""
    assert told(key) == path_of(key).read_text("utf-8")
