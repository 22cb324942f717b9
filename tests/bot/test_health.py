"""The heartbeat file and what health says of it."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.health import BEAT_SECONDS_MOST, beat, sick_because, stop_beating

NOW = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)


def test_healthy_after_a_beat_of_this_process(tmp_path: Path) -> None:
    """Alive and lately ready."""
    file = tmp_path / "dealer.alive"
    beat(file, NOW)
    assert sick_because(file, NOW + timedelta(seconds=BEAT_SECONDS_MOST)) is None


def test_sick_when_the_gateway_was_not_ready_lately(tmp_path: Path) -> None:
    """The process lives, but it beats only while the gateway is up."""
    file = tmp_path / "dealer.alive"
    beat(file, NOW)
    reason = sick_because(file, NOW + timedelta(seconds=BEAT_SECONDS_MOST + 1))
    assert reason is not None and "gateway" in reason


def test_sick_when_nothing_ran_or_it_was_stopped(tmp_path: Path) -> None:
    """A clean stop takes the heartbeat away."""
    file = tmp_path / "dealer.alive"
    assert sick_because(file, NOW) is not None
    beat(file, NOW)
    stop_beating(file)
    assert sick_because(file, NOW) is not None


def test_sick_when_the_process_was_killed(tmp_path: Path) -> None:
    """A fresh heartbeat of a process that is gone does not count."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    file = tmp_path / "dealer.alive"
    file.write_text(f"{gone.pid} {NOW.isoformat()}\n")
    reason = sick_because(file, NOW)
    assert reason is not None and str(gone.pid) in reason


def test_a_file_that_says_nothing_is_sick(tmp_path: Path) -> None:
    """Half a line is no heartbeat."""
    file = tmp_path / "dealer.alive"
    file.write_text(str(os.getpid()))
    assert sick_because(file, NOW) == f"the heartbeat {file} cannot be read"
