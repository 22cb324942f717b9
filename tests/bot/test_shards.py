"""Which servers a process serves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.shards import Shards


@given(st.integers(1, 64), st.integers(1, 2**63 - 1))
def test_every_server_is_served_by_exactly_one_process(count: int, server_id: int) -> None:
    """However the shards are divided, and with its practice books."""
    half = count // 2 or count
    parts = [
        Shards(count, tuple(range(half))),
        *([Shards(count, tuple(range(half, count)))] if half < count else []),
    ]
    assert sum(part.serve(server_id) for part in parts) == 1
    assert all(part.serve(server_id) == part.serve(-server_id) for part in parts)


def test_settings_name_shards_one_by_one_and_in_ranges() -> None:
    """0,2-3 of 4; without ids all."""
    assert Shards.parse(4, "0,2-3").ids == (0, 2, 3)
    assert Shards.parse(4, " 3 , 1 ").ids == (1, 3)
    assert Shards.parse(3, None).ids == (0, 1, 2)
    assert str(Shards.parse(4, "2-3")) == "2,3 of 4"
    assert Shards.parse(4, "0-1").first and not Shards.parse(4, "1").first


@pytest.mark.parametrize("ids", ["", "4", "a", "3-1", "-1", "0;1", "0-9999"])
def test_shards_that_are_not_there_are_refused(ids: str) -> None:
    """With a word."""
    with pytest.raises(ValueError, match="shards"):
        Shards.parse(4, ids)
