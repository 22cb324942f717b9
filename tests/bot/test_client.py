"""The client on an offline Discord: ready, commands, catch-all, heartbeat, and a clean stop."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import pytest

from bot.client import INTENTS, DealerBot
from bot.farewells import Farewells
from bot.health import BEAT_SECONDS, sick_because
from bot.invite import PERMISSIONS, invite_link, missing_permissions
from bot.locale.catalogues import catalogue
from bot.nights.keeper import Nights
from bot.rehearsal.seen import Answer
from bot.rehearsal.wire import WireDiscord
from bot.store import Store
from bot.tables.room import Room
from tests.bot.manual_clock import ManualClock
from tests.flow.checks import Recorder
from tests.flow.conftest import database, friends, recorder, wire, world
from tests.flow.evening import CHANNEL, Evening, evening

__all__ = ["database", "friends", "recorder", "wire", "world"]


def _syncs(wire: WireDiscord) -> int:
    return sum(one.route.startswith("PUT /applications/") for one in wire.calls)


def test_no_intent_is_privileged() -> None:
    """Servers and their messages, without what stands in them."""
    assert {name for name, on in INTENTS if on} == {"guilds", "guild_messages"}


def test_the_invitation_asks_for_the_least() -> None:
    """A server's manager adds it, with these permissions and no other."""
    link = invite_link(42)
    assert link.startswith("https://discord.com/oauth2/authorize?client_id=42&")
    assert "scope=bot+applications.commands" in link
    assert f"permissions={PERMISSIONS.value}" in link
    assert link.endswith("&integration_type=0")
    assert {name for name, on in PERMISSIONS if on} == {
        "read_messages",
        "send_messages",
        "send_messages_in_threads",
        "embed_links",
        "attach_files",
        "read_message_history",
        "external_emojis",
    }


def test_what_is_granted_by_invitation_is_enough() -> None:
    """Nothing is missing then, and whatever is taken away is named."""
    assert missing_permissions(PERMISSIONS, thread=False) == []
    assert missing_permissions(PERMISSIONS, thread=True) == []
    fewer = PERMISSIONS & ~type(PERMISSIONS)(attach_files=True, send_messages=True)
    assert [text.to("en") for text in missing_permissions(fewer, thread=False)] == [
        "Send Messages",
        "Attach Files",
    ]
    assert [text.to("en") for text in missing_permissions(fewer, thread=True)] == ["Attach Files"]


async def test_commands_are_told_once(wire: WireDiscord, database: Path) -> None:
    """A second start finds them unchanged; one that Discord forgot is told again."""
    async with evening(wire, database):
        pass
    assert _syncs(wire) == 1
    async with evening(wire, database):
        pass
    assert _syncs(wire) == 1
    wire.world.backend.commands.clear()
    async with evening(wire, database) as again:
        assert _syncs(wire) == 2
        assert not await again.bot.sync_commands()


async def test_changed_commands_are_told_again(wire: WireDiscord, database: Path) -> None:
    """Only the payload decides."""
    async with evening(wire, database) as one:
        one.bot.tree.remove_command("help")
        assert await one.bot.sync_commands()
        assert not await one.bot.sync_commands()


async def test_a_changed_translation_is_told_again(
    wire: WireDiscord, database: Path, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Discord knows is compared with every language of it."""
    async with evening(wire, database) as one:
        (told,) = (call.body for call in recorder.requests if call.path.endswith("/commands"))
        (help_,) = (command for command in told if command["name"] == "help")
        assert re.search("[а-я]", help_["name_localizations"]["ru"])
        assert not await one.bot.sync_commands()
        forms = catalogue("ru").form
        monkeypatch.setattr(
            catalogue("ru"), "form", lambda text, **sense: forms(text, **sense) + "x" * (text == "help")
        )
        assert await one.bot.sync_commands()


async def test_a_form_of_an_earlier_process_is_answered(wire: WireDiscord, database: Path) -> None:
    """Sent off after a restart: a private sentence, not "This interaction failed"."""
    async with evening(wire, database) as before:
        await before.open_table()
        form = await wire.click("Ann", await before.drawn(), "Join")
    async with evening(wire, database) as after:
        sending = wire.submit("Ann", form, {form.fields[0].custom_id: "100"})
        answer = await _while_time_passes(after, sending)
        assert "earlier time" in answer.messages[-1].text
        assert answer.messages[-1].ephemeral
        assert after.table.state.sittings == {}


async def _while_time_passes(friends: Evening, doing: Awaitable[Answer]) -> Answer:
    """What a person gets to see while the clock goes on."""
    task = asyncio.ensure_future(doing)
    while not task.done():
        await asyncio.sleep(0.02)
        await friends.clock.advance(0.5)
    return await task


async def test_a_press_on_a_closed_table_says_so(friends: Evening) -> None:
    """Its buttons are gone, but a slow phone may still show them."""
    screen = await friends.open_table()
    join = screen.button("Join").custom_id
    await friends.wire.slash("Ann", CHANNEL, "table close")
    answer = await friends.wire.press("Boris", screen, join)
    assert answer.messages[-1].text == "This table is closed. Open another with /table open."


async def test_an_event_handler_that_fails_is_logged(
    friends: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the client goes on."""

    def broken(channel_id: int) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(friends.room, "message_seen", broken)
    await friends.wire.send("Ann", CHANNEL, "hello")
    await friends.wire.until(lambda: [r for r in caplog.records if r.message == "event handler failed"])
    (record,) = [r for r in caplog.records if r.levelno == logging.ERROR]
    assert record.__dict__["fields"] == {"event": "on_message"}
    answer = await friends.wire.slash("Ann", CHANNEL, "help")
    assert "/table open" in answer.messages[-1].text


class NotedRoom:
    """Notes what the client tells the room."""

    def __init__(self) -> None:
        self.told: list[str] = []

    @property
    def keeper(self) -> NotedRoom:
        return self

    async def check_servers(self) -> None:
        """Nothing to look after."""

    async def resume(self) -> None:
        self.told.append("resume")

    async def look_anew(self) -> None:
        self.told.append("look")

    def gateway(self, *, up: bool, of: Callable[[int], bool]) -> None:
        self.told.append("back" if up else "lost")

    async def close(self) -> None:
        self.told.append("close")


class NoFarewells:
    """Stands in for the farewells, which need a store."""

    def start(self) -> None:
        """Nobody has asked."""

    async def close(self) -> None:
        """Nothing is under way."""


class NoNights:
    """Stands in for the nights, which need a store."""

    async def start(self) -> None:
        """None is due."""

    async def close(self) -> None:
        """Nothing is under way."""


async def test_the_heart_beats_while_the_gateway_is_up(tmp_path: Path) -> None:
    """It stops with the gateway, comes back with it, and is taken away by a clean stop."""
    clock, room, file = ManualClock(), NotedRoom(), tmp_path / "dealer.alive"
    bot = DealerBot(
        clock=clock,
        store=cast(Store, None),
        room=lambda client: cast(Room, room),
        cogs=lambda client: (),
        heartbeat_file=file,
    )
    bot.nights, bot.farewells = cast(Nights, NoNights()), cast(Farewells, NoFarewells())
    await bot.on_ready()
    await clock.advance(10 * BEAT_SECONDS)
    assert sick_because(file, clock.now()) is None
    await bot.on_disconnect()
    await bot.on_disconnect()  # discord.py may say it more than once
    await clock.advance(10 * BEAT_SECONDS)
    assert sick_because(file, clock.now()) is not None
    await bot.on_resumed()
    assert sick_because(file, clock.now()) is None
    await bot.on_ready()
    await bot.close()
    await clock.advance(10 * BEAT_SECONDS)
    assert not file.exists()
    assert room.told == ["back", "resume", "lost", "back", "look", "close"]


async def test_a_stop_while_the_tables_come_back_cuts_that_off() -> None:
    """What would have followed begins no more: it would find a closed store."""
    begun: list[str] = []

    class SlowRoom(NotedRoom):
        async def resume(self) -> None:
            begun.append("resume")
            await asyncio.Event().wait()

    class NotedNights(NoNights):
        async def start(self) -> None:
            begun.append("nights")

    bot = DealerBot(
        clock=ManualClock(),
        store=cast(Store, None),
        room=lambda client: cast(Room, SlowRoom()),
        cogs=lambda client: (),
    )
    bot.nights, bot.farewells = cast(Nights, NotedNights()), cast(Farewells, NoFarewells())
    ready = asyncio.create_task(bot.on_ready())
    await asyncio.sleep(0)
    await bot.close()
    assert ready.cancelled() and begun == ["resume"]


async def test_what_the_gateway_brings_while_the_bot_stops_begins_nothing() -> None:
    """discord.py tells of ready some seconds late, then perhaps to a client that has let go of its loop."""
    begun: list[str] = []

    class ClosingRoom(NotedRoom):
        async def resume(self) -> None:
            begun.append("resume")

        async def close(self) -> None:
            bot.dispatch("ready")
            await asyncio.sleep(0)

    room = ClosingRoom()
    bot = DealerBot(
        clock=ManualClock(),
        store=cast(Store, None),
        room=lambda client: cast(Room, room),
        cogs=lambda client: (),
    )
    bot.nights, bot.farewells = cast(Nights, NoNights()), cast(Farewells, NoFarewells())
    async with bot:
        await bot.close()
        bot.dispatch("ready")
        await asyncio.sleep(0)
    assert begun == []
