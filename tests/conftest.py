"""What holds for all tests: Hypothesis without deadlines, the longest files first, little garbage to seek."""

import gc
from pathlib import Path
from typing import Final

import discord
import pytest
from hypothesis import settings

settings.register_profile("suite", deadline=None)  # first examples build tables on busy machines
settings.load_profile("suite")

HERE: Final = Path(__file__).parent
LONGEST: Final = (
    "bot/rehearsal/test_page_game.py",
    "simulation/test_planted.py",
    "simulation/test_evenings.py",
    "bot/rehearsal/test_page.py",
    "crash/test_points.py",
    "bot/test_run.py",
    "bot/test_sharding.py",
    "flow/test_log_secrets.py",
    "flow/test_press_matrix.py",
    "engine/teen_patti/test_betting_model.py",
    "engine/test_phh.py",
    "engine/aces/test_betting_peer.py",
    "engine/seka/test_model.py",
    "bot/nights/test_schedule.py",
    "crash/test_random_kills.py",
)
_PLACES: Final = {HERE / name: place for place, name in enumerate(LONGEST)}


@pytest.fixture
def discord_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test does to discord.py's addresses is undone after it."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    socket = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(socket, "DEFAULT_GATEWAY", socket.DEFAULT_GATEWAY)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file goes to one worker as a whole: a long one begun last would keep one busy and the others idle."""
    items.sort(key=lambda item: _PLACES.get(item.path, len(_PLACES)))


def pytest_collection_finish() -> None:
    """Leave aside what lives to the end: looking through it again and again took a tenth of the time."""
    gc.collect()
    gc.freeze()
