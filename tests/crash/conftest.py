"""A club of its own for every test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings import PREFIX, Settings
from tests.crash.club import Club, club


@pytest.fixture
async def friends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    """Four players, no bot yet."""
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    async with club(tmp_path) as made:
        yield made
