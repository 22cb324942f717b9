"""Faults at the worst moment: a full disk, a connection that is closed; the table goes on in the end."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

import aiosqlite
import pytest
from aiohttp import web

from bot.rehearsal.calls import Fault
from bot.rehearsal.wire import WireDiscord
from bot.show.scene import Phase
from bot.store.connection import Connection
from tests.flow.evening import Evening
from tests.flow.test_hostile import hand_begun, stacks_match


@contextlib.contextmanager
def disk_full(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """No commit succeeds; the list counts those that were tried."""
    rows, tried = Connection.rows, list[str]()

    async def full(self: Connection, sql: str, params: Sequence[Any] = ()) -> list[aiosqlite.Row]:
        if sql == "COMMIT":
            tried.append(sql)
            raise sqlite3.OperationalError("database or disk is full")
        return await rows(self, sql, params)

    with monkeypatch.context() as patch:
        patch.setattr(Connection, "rows", full)
        yield tried


@contextlib.contextmanager
def hung_up(wire: WireDiscord, method: str, part: str, times: int = 1) -> Iterator[list[str]]:
    """Discord's side closes the connection without an answer to such calls."""
    handle, hit = wire.rest._handle, list[str]()

    async def closing(request: web.Request, path: str) -> web.StreamResponse:
        if request.method == method and part in path and len(hit) < times:
            hit.append(path)
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        return await handle(request, path)

    wire.rest._handle = closing  # type: ignore[method-assign]
    try:
        yield hit
    finally:
        wire.rest._handle = handle  # type: ignore[method-assign]


# ---- the disk is full


def errors_expected(caplog: pytest.LogCaptureFixture) -> None:
    """What was logged until now was meant to be."""
    assert [record for record in caplog.records if record.levelname == "ERROR"]
    caplog.clear()


async def test_a_press_on_a_full_disk_changes_nothing(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The player reads that something went wrong; the same press counts once there is room again."""
    await hand_begun(friends)
    before, screen = friends.live, friends.screen
    with disk_full(monkeypatch) as tried:
        answer = await friends.act("Bet")
        assert answer.kind == "message" and "went wrong" in answer.text and tried
    assert friends.live == before and friends.screen.text == screen.text
    errors_expected(caplog)
    assert (await friends.act("Bet")).kind == "update"
    await friends.play_out()
    await stacks_match(friends)


async def test_a_time_out_on_a_full_disk_is_tried_again(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits for ever for a player who is silent."""
    await hand_begun(friends)
    with disk_full(monkeypatch) as tried:
        await friends.time_passes(48)
        assert tried and friends.live.actions == 0
    errors_expected(caplog)
    await friends.time_passes(15)
    assert friends.live.actions == 1


async def test_a_countdown_on_a_full_disk_is_tried_again(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The next hand comes by itself when there is room again."""
    await hand_begun(friends)
    await friends.play_out()
    with disk_full(monkeypatch) as tried:
        await friends.time_passes(12)
        assert tried and friends.table.state.phase is Phase.PAUSE
    errors_expected(caplog)
    await friends.time_passes(15)
    await friends.dealt()
    assert friends.live.number == 2


async def test_the_end_of_a_pause_on_a_full_disk_is_tried_again(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A table is not paused for longer than it may be."""
    await hand_begun(friends)
    await friends.command("Ann", "table pause")
    await friends.act("Check")
    with disk_full(monkeypatch) as tried:
        await friends.time_passes(1801)
        assert tried and friends.table.state.phase is Phase.PAUSED
    errors_expected(caplog)
    await friends.time_passes(15)
    assert friends.table.state.phase is not Phase.PAUSED


async def test_a_hand_neither_posted_nor_void_is_void_in_the_end(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord refuses the hand's message and the disk is full: the table is not stuck in the shuffle."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    channel = friends.table.state.channel_id
    friends.wire.faults.append(
        Fault("POST", f"/channels/{channel}/messages", status=403, code=50013, delay_seconds=0.2)
    )
    await friends.press("Ann", "Deal")
    with disk_full(monkeypatch) as tried:
        await friends.until(lambda: tried)
        await friends.rest()
    errors_expected(caplog)
    await friends.time_passes(15)
    assert friends.table.state.phase is Phase.WAITING
    await friends.time_passes(6)
    assert "void" in (await friends.drawn()).text
    await friends.deal()


async def test_a_table_whose_message_cannot_be_stored_is_shown(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its message was deleted, the new one cannot be remembered: it stands there all the same."""
    await hand_begun(friends)
    with disk_full(monkeypatch) as tried:
        friends.wire.delete(friends.screen)
        await friends.until(lambda: tried)
        await friends.drawn()
        await friends.rest()
    errors_expected(caplog)
    assert (await friends.act("Bet")).kind == "update"


# ---- Discord hangs up


async def test_a_hand_whose_post_is_never_answered_is_void(friends: Evening) -> None:
    """The connection is closed instead of an answer: the table is not stuck in the shuffle."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    channel = friends.table.state.channel_id
    with hung_up(friends.wire, "POST", f"/channels/{channel}/messages") as hit:
        await friends.press("Ann", "Deal")
        await friends.until(lambda: hit and friends.table.state.phase != "dealing")
    await friends.time_passes(6)
    assert "void" in (await friends.drawn()).text
    await friends.deal()


async def test_a_redraw_whose_connection_is_closed_comes_again(friends: Evening) -> None:
    """An edit that is hung up on is tried again by itself."""
    await hand_begun(friends)
    channel = friends.table.state.channel_id
    with hung_up(friends.wire, "PATCH", f"/channels/{channel}/messages", times=3) as hit:
        await friends.command(friends.on_turn, "bet")

        await friends.until(lambda: hit)
        while friends.table.screen.drawn < friends.table.screen.wanted:
            await friends.time_passes(61)
    assert len(hit) == 3
    assert "bets 1" in (await friends.drawn()).text


async def test_a_direct_message_whose_connection_is_closed(friends: Evening) -> None:
    """It is as if he took none: he is told, has My cards, and the hand goes on."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    dm = friends.wire.world.backend.dm_channels[friends.wire.world.user("Boris").id]
    with hung_up(friends.wire, "POST", f"/channels/{dm}/messages", times=5):
        await friends.deal()
    assert not friends.cards_sent("Boris", 1)
    assert friends.cards_sent("Ann", 1)
    answer = await friends.press("Boris", "My cards")
    assert "Your cards" in answer.text
    await friends.play_out()


@pytest.mark.parametrize("how", ["500", "slow"])
async def test_a_form_counts_though_discords_word_that_it_is_shown_comes_late_or_never(
    friends: Evening, how: str
) -> None:
    """Who fills it in meanwhile is not told that it is from an earlier time."""
    await friends.open_table()
    fault = Fault("POST", "/interactions/*/callback", when="after", times=1)
    if how == "500":
        fault.status = 500
    else:
        fault.never = True
    friends.wire.faults.append(fault)
    form = await friends.wire.click("Boris", await friends.drawn(), "Join")
    assert form.kind == "modal"
    answer = await friends.wire.submit("Boris", form, {})
    assert not answer.private, answer.text
    await friends.until(lambda: friends.stacks() == {"Boris": 100})
