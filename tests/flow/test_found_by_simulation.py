"""What a simulated evening has found, as the shortest way to it."""

from __future__ import annotations

import asyncio

import pytest

from bot.rehearsal.calls import Fault
from bot.show.scene import Phase
from tests.flow.evening import CHANNEL, Evening
from tests.flow.test_people import leaves
from tests.flow.test_screen import is_newest


async def test_a_member_who_has_left_is_no_fault_when_a_command_names_him(friends: Evening) -> None:
    """Discord's list still offers him: who types reads that he is not here, and no error is logged."""
    await friends.open_table()
    leaves(friends, "Dana")
    answer = await friends.wire.slash("Ann", CHANNEL, "bank balance", member="Dana")
    assert answer.private and "not a member" in answer.text


async def test_a_refused_deal_leaves_the_message_as_the_table_is(friends: Evening) -> None:
    """What the table said about an earlier hand is over with the press, on the message too."""
    await friends.open_table()
    await friends.sit("Ann", "Boris", "Carol")
    leaves(friends, "Carol")
    await friends.deal()
    await friends.play_out()
    await friends.command("Ann", "table sit-out")
    await friends.time_passes(20)
    assert "Left the server" in (await friends.drawn()).text
    assert friends.table.state.phase is not Phase.HAND
    await friends.press("Ann", "Deal now")
    await is_newest(friends)


async def test_work_that_a_stop_does_not_wait_for_ends_quietly(friends: Evening) -> None:
    """A seat is taken, its greeting hangs at Discord when the process is told to stop: no error is logged."""
    await friends.open_table()
    form = await friends.wire.click("Boris", await friends.drawn(), "Join")
    held = Fault("POST", "/users/@me/channels", never=True, times=None)
    friends.wire.faults.append(held)
    sent = asyncio.create_task(friends.wire.submit("Boris", form, {}))
    await friends.until(lambda: held.hits)
    await friends.stop()
    friends.wire.faults.clear()
    await sent
    await friends.start()
    await friends.until(lambda: friends.tables)
    assert friends.stacks() == {"Boris": 100}
    assert await friends.wallet("Boris") == 900


async def test_a_text_behind_an_answer_that_was_lost_is_no_fault(friends: Evening) -> None:
    """Discord gave the press up before its answer came: no text behind it either, but the wish stands."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    slow = Fault("POST", "/interactions/*/callback", status=404, code=10062, delay_seconds=0.2)
    friends.wire.faults.append(slow)
    before = friends.wire.calls.total
    pressed = asyncio.create_task(friends.press("Boris", "Leave"))
    await friends.until(lambda: slow.hits)
    friends.wire.world.backend.clock.advance(4)
    await friends.until(lambda: list(friends.stacks()) == ["Ann"])
    calls = friends.wire.calls
    await friends.until(lambda: any(one.path.startswith("/webhooks/") for one in calls.since(before)))
    await friends.rest()
    pressed.cancel()
    for interaction in friends.wire.world.backend.interactions.values():
        interaction.responded = True  # the one that Discord gave up is none that the bot forgot


async def test_a_refused_deal_shows_who_follows_a_host_that_has_left(friends: Evening) -> None:
    """He had no seat and left the server; too few are there for a hand, but the message names another."""
    await friends.open_table("Dana")
    await friends.sit("Ann")
    leaves(friends, "Dana")
    await friends.press("Ann", "Deal")
    assert "host Ann" in (await friends.drawn()).text
    await is_newest(friends)


async def test_a_message_deleted_before_a_new_session_is_posted_anew(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gateway begins anew and tells nothing of what was missed: an idle table finds out all the same."""

    async def at_once(shard_id: int | None, *, initial: bool = False) -> None:
        """discord.py waits for 5 s."""

    monkeypatch.setattr(friends.bot, "before_identify_hook", at_once)
    await friends.open_table()
    gone = await friends.drawn()
    friends.wire.world.backend.messages[gone.channel_id].pop(gone.id)
    await friends.wire.gateway.drop(lose_session=True)
    await friends.until(lambda: friends.table.screen.message_id not in (0, gone.id))
    await is_newest(friends)
