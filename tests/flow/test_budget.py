"""What a hand costs at Discord's door."""

from __future__ import annotations

import pytest

from bot.show.scene import Phase
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol", "Dana")
CALLS_MOST, COUNTED_MOST = 28, 12


@pytest.mark.parametrize("pictures", ["off", "showdown", "street"])
async def test_a_steady_hand_of_four_stays_within_its_budget(friends: Evening, pictures: str) -> None:
    """Sixteen actions, nobody slow: at most 28 calls, 12 of them under the global limit.

    Pictures cost none: they come with calls that are made without them too.
    """
    friends.room.desk.pictures.ready_seconds = 5.0  # however busy the machine is
    await friends.wire.slash("Ann", CHANNEL, "settings", pictures=pictures)
    friends.wire.limiter.enabled = True
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    await friends.play_out()
    await friends.rest()
    mark = friends.wire.calls.total
    await friends.time_passes(12)
    await friends.dealt()
    while friends.table.state.phase is Phase.HAND:
        await friends.clock.advance(1)
        await friends.act("Check")
    last = await friends.drawn()
    assert bool(last.attachments) == (pictures != "off")
    await friends.rest()
    assert friends.live.number == 2 and friends.live.actions == 16
    calls = friends.wire.calls.since(mark)
    assert all(call.status < 300 for call in calls)
    assert len(calls) <= CALLS_MOST, friends.wire.calls.by_route(mark)
    assert friends.wire.calls.counted(mark) <= COUNTED_MOST, friends.wire.calls.by_route(mark)


async def test_a_slow_turn_costs_a_nudge_and_its_deletion(friends: Evening) -> None:
    """Beside the answer of the press: one message that mentions, one deletion; both are counted."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    await friends.rest()
    mark = friends.wire.calls.total
    await friends.time_passes(11)
    await friends.act("Check")
    await friends.rest()
    assert (len(friends.wire.calls.since(mark)), friends.wire.calls.counted(mark)) == (3, 2)


async def test_a_typed_action_costs_one_edit_more_than_a_press(friends: Evening) -> None:
    """It is answered privately, so the table's message needs an ordinary edit, which is counted."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    await friends.rest()
    mark = friends.wire.calls.total
    await friends.command(friends.on_turn, "check")
    await friends.rest()
    assert (len(friends.wire.calls.since(mark)), friends.wire.calls.counted(mark)) == (2, 1)
