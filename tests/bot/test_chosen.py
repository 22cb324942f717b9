"""What was chosen in a menu."""

from __future__ import annotations

import pytest

from bot import chosen


@pytest.mark.parametrize(
    ("values", "word", "number"),
    [
        ([], "", None),
        (["7"], "7", 7),
        (["0", "1"], "0", 0),
        (["-1"], "-1", None),
        (["٣"], "٣", None),
        (["9" * 40], "9" * 40, None),
        (["a"], "a", None),
    ],
)
def test_the_first_value_counts(values: list[str], word: str, number: int | None) -> None:
    """As a word, and as a number where it is one."""
    assert (chosen.word(values), chosen.number(values)) == (word, number)
