"""The process that draws: started when needed, replaced when it breaks, ended with the bot."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import charts
from bot.charts import BarChart, Charts
from tests.bot.manual_clock import ManualClock

CHART = BarChart("Night 1", (("Ann", 3), ("Boris", -3)))
BROKEN = BarChart("Night 1", (("Ann", "three"),))  # type: ignore[arg-type]
ROOT = Path(__file__).parent.parent.parent
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def drawing(clock: ManualClock) -> Iterator[Charts]:
    """Nothing is left running."""
    made = Charts(clock)
    yield made
    made.close()


def _process(drawing: Charts) -> int:
    assert drawing._pool is not None
    (found,) = drawing._pool._processes
    return found


def _is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


async def _until_gone(process: int) -> None:
    async with asyncio.timeout(10):
        while not _is_gone(process):  # noqa: ASYNC110 - another process tells nobody that it ends
            await asyncio.sleep(0.01)


async def test_charts_are_drawn_elsewhere_and_faults_leave_the_answer_without_one(
    drawing: Charts, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    """A picture; None for one that fails, and for one whose process is killed; then again a picture."""
    assert drawing._pool is None
    first = await drawing.draw(CHART)
    assert first is not None and first.startswith(PNG)
    assert _process(drawing) != os.getpid()
    with caplog.at_level(logging.ERROR):
        assert await drawing.draw(BROKEN) is None
    assert "a chart failed" in caplog.text
    os.kill(_process(drawing), signal.SIGKILL)
    assert await drawing.draw(CHART) is None
    again = await drawing.draw(CHART)
    assert again == first
    process = _process(drawing)
    await clock.advance(charts.IDLE_SECONDS)
    assert drawing._pool is None
    await _until_gone(process)


async def test_a_chart_that_takes_too_long_is_left_out(
    drawing: Charts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is ended with it, so that it holds up neither the next chart nor the stop."""
    monkeypatch.setattr(charts, "DRAW_SECONDS_MAX", 0.01)
    assert await drawing.draw(CHART) is None
    assert drawing._pool is None


async def test_too_many_at_once_are_left_out(drawing: Charts, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits is bounded."""
    monkeypatch.setattr(charts, "WAITING_MOST", 0)
    assert await drawing.draw(CHART) is None
    assert drawing._pool is None


_BOT = """
import asyncio
from bot.charts import BarChart, Charts
from bot.clock import SystemClock

async def main():
    charts = Charts(SystemClock())
    await charts.draw(BarChart("Night", (("Ann", 1),)))
    print(*charts._pool._processes, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_no_process_outlives_a_bot_that_was_killed(tmp_path: Path) -> None:
    """It is told of its parent's end by the system."""
    script = tmp_path / "killed.py"
    script.write_text(_BOT, encoding="utf-8")
    bot = await asyncio.create_subprocess_exec(
        sys.executable,
        str(script),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert bot.stdout is not None
    process = int(await bot.stdout.readline())
    bot.kill()
    await bot.wait()
    await _until_gone(process)


async def test_nothing_is_drawn_after_the_stop(clock: ManualClock) -> None:
    """And no process is left."""
    drawing = Charts(clock)
    assert await drawing.draw(CHART) is not None
    process = _process(drawing)
    drawing.close()
    assert await drawing.draw(CHART) is None
    await _until_gone(process)
