"""A small run of the statistics over decks: the true shuffle passes, planted faults are found out."""

from __future__ import annotations

import pytest

from engine.shuffle import shuffled
from tests.bench.decks import FAULTY, P_LEAST, p_values

DECKS = 8_000


def test_the_true_shuffle_looks_fair() -> None:
    """Every card at every position, beside every other, in a hand with every other."""
    found = p_values(shuffled, DECKS)
    assert min(found.values()) > P_LEAST, found


@pytest.mark.parametrize("name", list(FAULTY))
def test_a_faulty_shuffle_is_found_out(name: str) -> None:
    """With so few decks already."""
    found = p_values(FAULTY[name], DECKS)
    assert min(found.values()) < P_LEAST, found
