"""The bot's process ends at any moment: the same hand goes on, or is void by the rules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.rehearsal.calls import Fault
from bot.show.scene import Phase
from bot.store import hands
from engine.shuffle import commitment
from tests.flow.evening import CHANNEL, Evening
from tests.flow.test_deal_order import seed_in

NAMES = ("Ann", "Boris", "Carol")


async def hand_begun(friends: Evening, round_: int = 1) -> None:
    """Three at a table, their first hand in that round, one action into it."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    while friends.live.hand.view(None).round < round_:
        await friends.act("Check", "Call")
    await friends.act("Bet")
    await friends.drawn()
    await friends.rest()


@pytest.mark.parametrize("round_", [1, 2, 3, 4])
async def test_a_hand_goes_on_with_the_same_cards_pot_and_turn(friends: Evening, round_: int) -> None:
    """In every round: what was dealt and done is there again, and the old message's buttons work."""
    await hand_begun(friends, round_)
    before, screen = friends.live, friends.screen
    await friends.clock.advance(9)
    sent = {name: friends.cards_sent(name, 1) for name in NAMES}
    await friends.restart()
    assert "goes on" in (await friends.drawn()).text
    await friends.rest()
    after = friends.live
    assert after.hand == before.hand and after.roots == before.roots and after.hand_id == before.hand_id
    assert friends.screen.id == screen.id
    assert [b.custom_id for b in friends.screen.buttons] == [b.custom_id for b in screen.buttons]
    assert all([m.id for m in friends.cards_sent(name, 1)] == [m.id for m in sent[name]] for name in NAMES)
    assert friends.table.state.deadline == friends.clock.now() + timedelta(seconds=45)
    answer = await friends.act("Call")
    assert answer.kind == "update"
    assert "goes on" not in (await friends.drawn()).text
    await friends.play_out()
    assert sum(friends.stacks().values()) == 300


async def test_the_pause_between_hands_goes_on(friends: Evening) -> None:
    """The showdown still stands there, the promise is the same, and the next hand comes by itself."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    await friends.play_out()
    promise, stacks, screen = friends.table.state.next_hand, friends.stacks(), friends.screen
    assert promise is not None
    await friends.restart()
    await friends.drawn()
    assert friends.table.state.phase is Phase.PAUSE and friends.stacks() == stacks
    assert friends.table.state.next_hand == promise
    assert friends.screen.id == screen.id and "Won and lost" in friends.screen.text
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.hand_id == promise.hand_id


async def test_a_paused_table_stays_paused(friends: Evening) -> None:
    """Who paused it must go on; then the turn has a fresh clock."""
    await hand_begun(friends)
    before = friends.live.hand
    await friends.command("Ann", "table pause")
    await friends.restart()
    assert "Paused" in (await friends.drawn()).text
    await friends.time_passes(300)
    assert friends.live.hand == before
    await friends.command("Ann", "table resume")
    assert friends.table.state.deadline == friends.clock.now() + timedelta(seconds=45)
    assert (await friends.act("Call")).kind == "update"


async def test_who_was_waiting_for_cards_gets_them(friends: Evening) -> None:
    """The process ends between root and direct messages: they come after the start, once each."""
    await friends.open_table()
    await friends.sit(*NAMES)
    channels = friends.wire.world.backend.dm_channels
    late = [channels[friends.wire.world.user(name).id] for name in NAMES]
    held = [Fault("POST", f"/channels/{id_}/messages", never=True, times=None) for id_ in late]
    friends.wire.faults.extend(held)
    await friends.press("Ann", "Deal")
    await friends.until(lambda: all(fault.hits for fault in held))
    assert not friends.cards_sent("Ann", 1)
    await friends.stop()
    friends.wire.faults.clear()
    await friends.start()
    await friends.until(lambda: all(friends.cards_sent(name, 1) for name in NAMES))
    await friends.rest()
    assert [len(friends.cards_sent(name, 1)) for name in NAMES] == [1, 1, 1]


@pytest.mark.parametrize("ahead", [False, True])
async def test_a_message_posted_but_not_stored_is_adopted(friends: Evening, ahead: bool) -> None:
    """The process ends before Discord's answer is read: the message is found by its buttons.

    Also where the computer's time is an hour ahead of Discord's, so that it seems to be from before.
    """
    if ahead:
        friends.clock.set_by((datetime.now(UTC) - friends.clock.now()).total_seconds() + 3600)
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    await friends.play_out("Fold", "Check")
    former = friends.screen
    room = friends.wire.world.channel(CHANNEL).id
    held = Fault("POST", f"/channels/{room}/messages", when="after", never=True)
    friends.wire.faults.append(held)
    await friends.clock.advance(12)
    await friends.until(lambda: len(friends.wire.messages(CHANNEL)) == 3)
    posted = friends.wire.messages(CHANNEL)[-1]
    assert friends.table.screen.message_id == former.id and posted.id != former.id
    await friends.stop()
    friends.wire.faults.clear()
    await friends.start()
    await friends.until(lambda: friends.tables and friends.table.state.phase == "hand")
    await friends.drawn()
    await friends.rest()
    assert friends.screen.id == posted.id and friends.live.number == 2
    row = await friends.store.read(lambda tx: hands.get(tx, friends.live.hand_id))
    assert row.message_id == posted.id
    assert [one.id for one in friends.live_messages()] == [posted.id]
    assert "hand 1" in friends.seen(former.id).text
    assert len(friends.cards_sent("Ann", 2)) == 1
    assert (await friends.act("Check")).kind == "update"


async def test_a_hand_without_a_message_is_void_and_its_seed_opened(friends: Evening) -> None:
    """The process ends before the post: no chip moves, the seed fits the promise, its number is spent."""
    screen = await friends.open_table()
    await friends.sit(*NAMES)
    promised = friends.table.state.next_hand
    assert promised is not None and promised.commitment.hex() in screen.text
    room = friends.wire.world.channel(CHANNEL).id
    held = Fault("POST", f"/channels/{room}/messages", never=True)
    friends.wire.faults.append(held)
    await friends.press("Ann", "Deal")
    await friends.until(lambda: held.hits)
    await friends.stop()
    friends.wire.faults.clear()
    await friends.start()
    await friends.until(lambda: friends.tables and friends.table.state.phase == "waiting")
    text = (await friends.drawn()).text
    assert "Hand 1 is void" in text and "No bets had been made" in text
    assert commitment(seed_in(text)) == promised.commitment
    assert friends.stacks() == dict.fromkeys(NAMES, 100)
    following = friends.table.state.next_hand
    assert following is not None and following.number == 2 and following.commitment != promised.commitment
    await friends.deal()
    assert friends.live.number == 2


async def test_who_leaves_before_the_end_of_the_process_is_not_waited_for_after_it(friends: Evening) -> None:
    """His turns pass at once after the start too."""
    await hand_begun(friends)
    leaver = next(name for name in NAMES if name != friends.on_turn)
    await friends.command(leaver, "table leave")
    await friends.restart()
    await friends.drawn()
    await friends.play_out()
    assert leaver not in friends.stacks()
    assert all(one.source in ("press", "absent") for one in await actions(friends))


async def actions(friends: Evening) -> list[hands.ActionRow]:
    """What is stored of the hand on the table."""
    return await friends.store.read(lambda tx: hands.actions(tx, friends.live.hand_id))


async def test_the_age_of_a_message_outlives_the_process(friends: Evening) -> None:
    """A hand whose message is over 50 minutes old moves to a new one, a restart in between or not."""
    await hand_begun(friends)
    old = friends.screen.id
    await friends.clock.advance(9)
    friends.table.clock.stand_still()
    await friends.clock.advance(49 * 60)
    await friends.restart()
    await friends.drawn()
    assert friends.screen.id == old
    friends.table.clock.stand_still()
    await friends.clock.advance(2 * 60)
    await friends.act("Call")
    await friends.wire.until(lambda: friends.table.screen.message_id != old)
    await friends.rest()
    assert [one.id for one in friends.wire.messages(CHANNEL) if one.buttons] == [friends.screen.id]
