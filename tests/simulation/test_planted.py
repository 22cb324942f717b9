"""The simulation bites: every planted fault is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.simulation.planted import PLANTED, SEEDS_MOST, find
from tests.simulation.planted_around import Patches


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: Callable[[], Patches]) -> None:
    """Within a bounded number of evenings."""
    assert find(fault) is not None, f"not found in {SEEDS_MOST} evenings"
