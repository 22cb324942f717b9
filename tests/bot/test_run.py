"""python -m bot as a process of its own: it comes up, is healthy, and stops cleanly."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from bot.secret import check_value
from bot.settings import PREFIX
from bot.store import Store, audit, meta, tables
from tests.flow.conftest import wire, world
from tests.flow.evening import CHANNEL, SECRET, evening

__all__ = ["wire", "world"]

START_SECONDS_MOST = 60.0  # on a machine that does much else
STOP_SECONDS_MOST = 5.0
TOKEN = "rehearsal"


@asynccontextmanager
async def _bot(
    wire: WireDiscord, folder: Path, token: str = TOKEN, *arguments: str, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The production main, pointed at that Discord; killed if the test left it running."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.rehearsal.child", wire.api_url, wire.gateway_url, *arguments),
        env={
            **kept,
            "DEALER_TOKEN": token,
            "DEALER_DATABASE": str(folder / "dealer.db"),
            "DEALER_LOG_FORMAT": "json",
            "DEALER_LOG_LEVEL": "debug",
            **{PREFIX + name.upper(): value for name, value in settings.items()},
        },
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _is_up(folder: Path) -> Path:
    """The heartbeat, once it is there."""
    alive = folder / "dealer.alive"
    async with asyncio.timeout(START_SECONDS_MOST):
        while not alive.exists():  # noqa: ASYNC110 - another process makes the file
            await asyncio.sleep(0.05)
    return alive


async def _health(folder: Path) -> int:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "health"),
        env={**os.environ, "DEALER_DATABASE": str(folder / "dealer.db")},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    return await process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_comes_up_healthy_and_stops_within_5_s(tmp_path: Path, number: signal.Signals) -> None:
    """Exit 0, the heartbeat gone, nothing but sound JSON in the log and no secret in it."""
    async with WireDiscord(World.new(), token=TOKEN) as wire, _bot(wire, tmp_path) as process:
        alive = await _is_up(tmp_path)
        assert wire.world.backend.commands
        assert await _health(tmp_path) == 0
        process.send_signal(number)
        async with asyncio.timeout(STOP_SECONDS_MOST):
            out, err = await process.communicate()
        assert process.returncode == 0
        assert not alive.exists()
        assert await _health(tmp_path) == 1
    assert out.decode().startswith("Invite the bot to a server: https://discord.com/oauth2/authorize?")
    lines = [json.loads(line) for line in err.decode().splitlines()]
    assert "stopped" in [line["message"] for line in lines]
    assert not [line for line in lines if line["level"] in ("warning", "error", "critical")]
    secret = (tmp_path / "dealer.key").read_text().strip()
    assert secret not in err.decode()


async def test_a_second_process_on_the_same_database_is_refused(tmp_path: Path) -> None:
    """One line and exit 1; the first goes on."""
    async with WireDiscord(World.new(), token=TOKEN) as wire, _bot(wire, tmp_path) as first:
        await _is_up(tmp_path)
        async with _bot(wire, tmp_path) as second:
            _, err = await second.communicate()
            assert second.returncode == 1
            assert "in use by another process" in err.decode().splitlines()[-1]
        assert first.returncode is None


async def test_a_refused_token_is_one_line_and_exit_1(tmp_path: Path) -> None:
    """As Discord refuses it."""
    async with WireDiscord(World.new(), token=TOKEN) as wire, _bot(wire, tmp_path, "another") as process:
        _, err = await process.communicate()
        assert process.returncode == 1
        told = [line for line in err.decode().splitlines() if not line.startswith("{")]
        assert told == [
            "Discord refuses the token in DEALER_TOKEN: take the one of the application's Bot page"
        ]


async def test_a_lost_secret_voids_the_hand_in_play_only_when_told_to(
    wire: WireDiscord, tmp_path: Path
) -> None:
    """Without --void-live nothing happens; with it the table says which hand, and no chip has moved."""
    now = SystemClock().now()  # a table of long ago would be closed by the process
    async with evening(wire, tmp_path / "dealer.db", begins=now) as friends:
        await friends.open_table()
        await friends.sit("Ann", "Boris")
        await friends.deal()
        message_id = friends.screen.id
        check = check_value(SECRET)
        await friends.store.write(lambda tx: meta.put(tx, meta.SECRET_CHECK, check))
    async with _bot(wire, tmp_path) as refused:
        _, err = await refused.communicate()
        assert refused.returncode == 1
        assert "--void-live" in err.decode()
    async with _bot(wire, tmp_path, TOKEN, "--void-live"):
        await _is_up(tmp_path)
        shown = await wire.until(
            lambda: [m for m in wire.messages(CHANNEL) if "void" in m.text.lower()], timeout_seconds=30
        )
        assert shown[-1].id >= message_id and "Deal" in [button.label for button in shown[-1].buttons]
    async with Store.open(tmp_path / "dealer.db", clock=SystemClock()) as store:
        report = await store.read(audit.check)
        assert report.clean
        assert await store.read(lambda tx: meta.get(tx, meta.SECRET_CHECK)) != check
        tables_open = await store.read(tables.open_tables)
        assert [row.state for row in tables_open] == ["open"]
