"""The rehearsal as a whole, with the stand-in bot in a process of its own."""

import asyncio
import os
import signal
import socket
import sys
import time
from pathlib import Path

import pytest

from bot.rehearsal.child import main as child_main
from bot.rehearsal.run import rehearse

SAYS_LINE = """
from bot.rehearsal.run import print_at_once
print_at_once("the address")
input()
"""
STANDIN = [sys.executable, "-m", "tests.bot.rehearsal"]
START_SECONDS_MOST = 5.0


async def test_opens_within_five_seconds_and_stops_on_sigterm(tmp_path: Path) -> None:
    """The address is printed once the bot is in; SIGTERM ends the bot too, with exit code 0."""
    said: asyncio.Queue[str] = asyncio.Queue()
    started = time.monotonic()
    running = asyncio.create_task(
        rehearse(data_dir=tmp_path, port=0, fresh=False, bot_command=STANDIN, say=said.put_nowait)
    )
    line = await asyncio.wait_for(said.get(), 20)
    assert "http://127.0.0.1:" in line
    assert time.monotonic() - started < START_SECONDS_MOST
    signal.raise_signal(signal.SIGTERM)
    assert await asyncio.wait_for(running, 10) == 0
    assert (tmp_path / "rehearsal" / "world.json").exists()
    assert "Fatal" not in (tmp_path / "rehearsal" / "bot.log").read_text()


async def test_line_leaves_at_once_where_stdout_is_no_terminal() -> None:
    """A reader of the pipe has it while the process goes on."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SAYS_LINE, stdin=pipe, stdout=pipe, env={**os.environ, "PYTHONUNBUFFERED": ""}
    )
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 20) == b"the address\n"
    assert process.returncode is None
    await process.communicate(b"\n")


async def test_bot_that_ends_is_reported(tmp_path: Path) -> None:
    """Exit code 1, and the end of the bot's log."""
    said: list[str] = []
    command = [sys.executable, "-c", "import sys; print('no good'); sys.exit(3)"]
    code = await rehearse(data_dir=tmp_path, port=0, fresh=False, bot_command=command, say=said.append)
    assert code == 1
    assert "exit code 3" in said[0]
    assert "no good" in said[0]


async def test_taken_port_is_named(tmp_path: Path) -> None:
    """One line that says what to do."""
    said: list[str] = []
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code = await rehearse(data_dir=tmp_path, port=port, fresh=False, bot_command=STANDIN, say=said.append)
    assert code == 1
    assert f"port {port} is taken" in said[0]


async def test_broken_world_says_to_start_over(tmp_path: Path) -> None:
    """A file that is no world: exit code 2; --fresh gets past it."""
    folder = tmp_path / "rehearsal"
    folder.mkdir()
    (folder / "world.json").write_text("{}")
    said: list[str] = []
    code = await rehearse(data_dir=tmp_path, port=0, fresh=False, bot_command=STANDIN, say=said.append)
    assert code == 2
    assert "--fresh" in said[0]


async def test_a_second_rehearsal_of_the_folder_is_refused(tmp_path: Path) -> None:
    """Both would write one world, and --fresh would delete it under the first: one line, exit 1."""
    said: asyncio.Queue[str] = asyncio.Queue()
    running = asyncio.create_task(
        rehearse(data_dir=tmp_path, port=0, fresh=False, bot_command=STANDIN, say=said.put_nowait)
    )
    await asyncio.wait_for(said.get(), 20)
    log = tmp_path / "rehearsal" / "bot.log"
    before = log.stat().st_ino
    for fresh in (False, True):
        told: list[str] = []
        code = await rehearse(data_dir=tmp_path, port=0, fresh=fresh, bot_command=STANDIN, say=told.append)
        assert code == 1 and told == [
            f"a rehearsal is open in {tmp_path / 'rehearsal'} already: stop that one first"
        ]
    assert log.stat().st_ino == before
    signal.raise_signal(signal.SIGTERM)
    assert await asyncio.wait_for(running, 10) == 0


async def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    """A file has the name of its folder: exit 1."""
    (tmp_path / "rehearsal").write_text("mine")
    for fresh in (False, True):
        told: list[str] = []
        code = await rehearse(data_dir=tmp_path, port=0, fresh=fresh, bot_command=STANDIN, say=told.append)
        assert code == 1 and len(told) == 1 and str(tmp_path / "rehearsal") in told[0]
    assert (tmp_path / "rehearsal").read_text() == "mine"


def test_child_without_addresses_says_how_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 and its usage."""
    assert child_main([]) == 2
    assert "API_URL GATEWAY_URL" in capsys.readouterr().err
