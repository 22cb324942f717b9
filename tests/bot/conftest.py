"""What tests of the bot's parts begin with."""

from __future__ import annotations

import pytest

from bot.reporter import Reporter
from tests.bot.manual_clock import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    """Moved by hand."""
    return ManualClock()


@pytest.fixture
def reporter(clock: ManualClock) -> Reporter:
    """On that clock."""
    return Reporter(clock)
