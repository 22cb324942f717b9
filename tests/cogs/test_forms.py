"""Numbers as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.people import Refusal
from cogs.forms import chips_typed


@given(st.integers(1, 10**9), st.sampled_from(["", " ", "\u00a0", "\u202f", "_", "'", "’"]))
def test_a_number_is_read_however_its_thousands_are_grouped(chips: int, gap: str) -> None:
    """1000, 1 000, 1'000."""
    written = f"{chips:,}".replace(",", gap)
    assert chips_typed(f" {written} ", 1, 10**9) == chips


@pytest.mark.parametrize("written", ["", " ", "ten", "-5", "5.0", "5,0", "1e3", "٥", "²", "0x10", "9" * 400])
def test_what_is_no_whole_number_in_range_is_refused(written: str) -> None:
    """With the least and the most that would do."""
    with pytest.raises(Refusal) as caught:
        chips_typed(written, 5, 100)
    assert caught.value.text.to("en") == "Write a whole number from 5 to 100."


@pytest.mark.parametrize(("written", "fits"), [("4", False), ("5", True), ("100", True), ("101", False)])
def test_the_limits_count_in(written: str, fits: bool) -> None:
    """From least to most."""
    if fits:
        assert chips_typed(written, 5, 100) == int(written)
    else:
        with pytest.raises(Refusal):
            chips_typed(written, 5, 100)
