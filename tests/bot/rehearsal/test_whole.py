"""The production bot in a process of its own on the wire front: stopped with its world in mid-hand."""

import contextlib
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from bot.rehearsal.process import BotProcess
from bot.rehearsal.seen import Seen
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World

TOKEN = "token-of-the-tests"
START_SECONDS_MOST = 30.0
ROOM = "card-room"


@contextlib.asynccontextmanager
async def open_world(folder: Path) -> AsyncIterator[WireDiscord]:
    """The world and the database of a folder, with the bot online; both stopped at the end."""
    world = World.open(folder / "world.json")
    async with WireDiscord(world, token=TOKEN) as wire:
        bot = BotProcess(
            [sys.executable, "-m", "bot.rehearsal.child", wire.api_url, wire.gateway_url],
            {"DEALER_TOKEN": TOKEN, "DEALER_DATABASE": str(folder / "dealer.db")},
            folder / "bot.log",
            world.backend.changes.notify,
        )
        await bot.start()
        try:
            await wire.until(
                lambda: (wire.gateway.connected and world.backend.commands) or not bot.running,
                timeout_seconds=START_SECONDS_MOST,
            )
            assert bot.running, bot.last_lines()
            yield wire
        finally:
            await bot.stop()
        assert bot.exit_code == 0, bot.last_lines()


def live(wire: WireDiscord) -> Seen | None:
    """The table's message of a hand that is being played."""
    playing = [one for one in wire.messages(ROOM) if any(b.custom_id.startswith("p:") for b in one.buttons)]
    return playing[-1] if playing else None


async def cards_of(wire: WireDiscord, name: str) -> str:
    """What My cards says."""
    message = live(wire)
    assert message is not None
    answer = await wire.click(name, message, "My cards")
    found = re.search(r"Your cards: .*", answer.text)
    assert found is not None, answer.text
    return found[0]


async def test_hand_goes_on_after_everything_was_stopped(tmp_path: Path) -> None:
    """World, database and the table's message fit again: same cards, same turn, buttons that work."""
    async with open_world(tmp_path) as wire:
        panel = await wire.slash("Ann", ROOM, "table open")
        await wire.click("Ann", panel.messages[-1], "Open the table")
        table = await wire.until(lambda: [m for m in wire.messages(ROOM) if "Join" in str(m.buttons)])
        for name in ("Ann", "Boris"):
            await wire.submit(name, await wire.click(name, table[-1], "Join"))
        await wire.until(lambda: "Boris" in wire.look(table[-1]).text)
        dealt = await wire.click("Ann", table[-1], "Deal")
        assert dealt.acknowledged and not dealt.private, (dealt.kind, dealt.text)
        before = await wire.until(lambda: live(wire), timeout_seconds=START_SECONDS_MOST)
        cards = await cards_of(wire, "Ann")
        turn = [line for line in before.text.splitlines() if line.startswith("▶")]
    async with open_world(tmp_path) as wire:
        message = await wire.until(lambda: live(wire))
        await wire.until(lambda: "restarted" in (live(wire) or message).text, timeout_seconds=20)
        message = live(wire) or message
        assert [b.custom_id for b in message.buttons] == [b.custom_id for b in before.buttons]
        assert await cards_of(wire, "Ann") == cards
        assert turn
        name = "Ann" if "Ann" in turn[0] else "Boris"
        answer = await wire.click(name, message, "Check")
        assert answer.acknowledged
        await wire.until(lambda: f"{name} checks" in (live(wire) or message).text)


async def test_refused_token_is_one_line_and_exit_code_1(tmp_path: Path) -> None:
    """A Discord that takes another token only: the bot says so and ends."""
    world = World.new()
    async with WireDiscord(world, token="another") as wire:
        bot = BotProcess(
            [sys.executable, "-m", "bot.rehearsal.child", wire.api_url, wire.gateway_url],
            {"DEALER_TOKEN": "mine-and-nobody-elses", "DEALER_DATABASE": str(tmp_path / "dealer.db")},
            tmp_path / "bot.log",
            world.backend.changes.notify,
        )
        await bot.start()
        await wire.until(lambda: not bot.running, timeout_seconds=START_SECONDS_MOST)
        assert bot.exit_code == 1
        assert "DEALER_TOKEN" in bot.last_lines().splitlines()[-1]
        assert "nobody-elses" not in (tmp_path / "bot.log").read_text()
