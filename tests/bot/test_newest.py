"""What is remembered of people has a bound."""

from __future__ import annotations

from bot.newest import Newest


def test_only_the_newest_are_kept() -> None:
    """One that is put in again is new again."""
    kept = Newest[str, int](most=2)
    kept["a"], kept["b"], kept["a"], kept["c"] = 1, 2, 3, 4
    assert dict(kept) == {"a": 3, "c": 4}
