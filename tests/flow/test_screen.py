"""The table's one message under trouble: it ends on the newest state, with live buttons on it alone."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.locale import ENGLISH
from bot.rehearsal.calls import Fault
from bot.rehearsal.seen import Answer
from bot.show.layout import table_texts
from bot.show.scene import Phase
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")
CALLBACK = "/interactions/*/callback"


async def hand_begun(friends: Evening) -> None:
    """A table and its first hand."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()


async def is_newest(friends: Evening) -> None:
    """The message shows what the table would draw now, and no other message has buttons."""
    await friends.drawn()
    await friends.rest()
    newest = [text for _, text in table_texts(friends.table.scene(), ENGLISH)]
    shown = friends.screen
    assert shown.text == "\n".join(newest)
    assert [one.id for one in friends.live_messages()] == [shown.id]


async def test_a_deleted_message_is_posted_anew(friends: Evening) -> None:
    """A moderator takes it away: another one stands there at once, and it is remembered."""
    await hand_begun(friends)
    gone = friends.screen
    friends.wire.delete(gone)
    await friends.until(lambda: friends.table.screen.message_id not in (0, gone.id))
    await is_newest(friends)
    await friends.act("Check")
    await friends.restart()
    await is_newest(friends)


async def test_a_message_deleted_unseen_is_posted_anew(friends: Evening) -> None:
    """Discord says that it knows no such message when it is edited (10008)."""
    await hand_begun(friends)
    friends.wire.world.backend.messages[friends.screen.channel_id].pop(friends.screen.id)
    gone = friends.table.screen.message_id
    await friends.command(friends.on_turn, "check")
    await friends.until(lambda: friends.table.screen.message_id not in (0, gone))
    await is_newest(friends)


async def test_a_message_far_above_moves_down_at_a_turn_change(friends: Evening) -> None:
    """More than ten messages below, and then once a minute at most; the former loses its buttons."""
    await hand_begun(friends)
    first = friends.screen
    await friends.clock.advance(8)
    for number in range(11):
        await friends.wire.send("Dana", CHANNEL, f"talk {number}")
    await friends.act("Check")
    await friends.rest()
    assert friends.screen.id == first.id  # it is not a minute old
    for _ in range(7):
        await friends.clock.advance(9)
        await friends.act("Check", "Call")
    await friends.rest()
    moved = friends.screen
    assert moved.id != first.id
    former = friends.wire.look(first).text
    assert "stands further down" in former and "<t:" not in former
    assert "further down" not in moved.text
    await is_newest(friends)
    for number in range(11):
        await friends.wire.send("Dana", CHANNEL, f"more talk {number}")
    await friends.act("Check", "Call")
    await is_newest(friends)
    assert friends.screen.id == moved.id


async def test_two_turns_at_once_move_the_message_once(friends: Evening) -> None:
    """While the new message is on its way another turn changes: there is no second one."""
    await hand_begun(friends)
    await friends.clock.advance(8)
    for number in range(11):
        await friends.wire.send("Dana", CHANNEL, f"talk {number}")
    for _ in range(6):
        await friends.act("Check", "Call")
        await friends.clock.advance(9)
    before = len(friends.wire.messages(CHANNEL))
    channel = friends.screen.channel_id
    friends.wire.faults.append(Fault("POST", f"/channels/{channel}/messages", status=None, delay_seconds=0.2))
    await friends.act("Check")
    await friends.clock.advance(0.5)
    await friends.command(friends.on_turn, "check")
    await friends.command(friends.on_turn, "check")
    await is_newest(friends)
    assert len(friends.wire.messages(CHANNEL)) == before + 1


async def test_show_while_the_cards_are_shuffled_waits(friends: Evening) -> None:
    """The hand's own message decides the deck: no other one may come between."""
    await friends.open_table()
    await friends.sit(*NAMES)
    channel = friends.screen.channel_id
    slow = Fault("POST", f"/channels/{channel}/messages", status=None, delay_seconds=0.2)
    friends.wire.faults.append(slow)
    await friends.press("Ann", "Deal")
    await friends.until(lambda: slow.hits)
    assert "being shuffled" in await friends.command("Boris", "table show")
    await friends.dealt()
    await is_newest(friends)
    assert len(friends.wire.messages(CHANNEL)) == 2


async def test_an_edit_that_never_answers_does_not_stop_the_table(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is given up; the next press redraws the message, and the clock runs again."""
    monkeypatch.setattr("bot.tables.screen.EDIT_SECONDS_MAX", 0.2)
    await hand_begun(friends)
    screen, channel = friends.screen, friends.screen.channel_id
    friends.wire.faults.append(Fault("PATCH", f"/channels/{channel}/messages/*", never=True))
    await friends.command(friends.on_turn, "check")
    await friends.until(lambda: friends.table.clock.stands)
    refused = await friends.wire.click(friends.on_turn, screen, "+30 s")
    assert "clock stands still" in refused.text
    await friends.command(friends.on_turn, "check")
    await friends.time_passes(5)
    await is_newest(friends)
    assert friends.live.actions == 2 and not friends.table.clock.stands


async def test_a_press_that_is_being_deferred_is_drawn_by_an_edit(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is late, and comes to draw while its empty answer is under way: the message is not left old."""
    await hand_begun(friends)
    busy, slow = asyncio.Event(), Fault("POST", CALLBACK, status=None, delay_seconds=0.2)
    ready = friends.table.album.ready

    async def late() -> None:
        await busy.wait()
        await ready()

    monkeypatch.setattr(friends.table.album, "ready", late)
    pressed = asyncio.create_task(friends.act("Check"))
    await friends.until(lambda: friends.live.actions == 1)
    friends.wire.faults.append(slow)
    await friends.clock.advance(2.1)
    await friends.until(lambda: slow.hits)
    busy.set()
    await pressed
    await is_newest(friends)


async def test_show_that_cannot_post_says_so(friends: Evening) -> None:
    """The old message stays the table's, with its buttons."""
    await hand_begun(friends)
    screen = friends.screen
    friends.wire.faults.append(Fault("POST", f"/channels/{screen.channel_id}/messages", status=503))
    assert "could not be posted" in await friends.command("Ann", "table show")
    await is_newest(friends)
    assert friends.screen.id == screen.id


async def test_ten_messages_below_are_not_too_many(friends: Evening) -> None:
    """The message stays where it is."""
    await hand_begun(friends)
    first = friends.screen
    for number in range(10):
        await friends.wire.send("Dana", CHANNEL, f"talk {number}")
    for _ in range(8):
        await friends.clock.advance(9)
        await friends.act("Check", "Call")
    await is_newest(friends)
    assert friends.screen.id == first.id


async def test_a_hand_of_fifty_minutes_moves_to_a_new_message(friends: Evening) -> None:
    """Messages over an hour old take few edits."""
    await hand_begun(friends)
    first = friends.screen
    friends.table.clock.stop()
    await friends.clock.advance(50 * 60 + 1)
    await friends.act("Check")
    await is_newest(friends)
    assert friends.screen.id != first.id


@pytest.mark.parametrize("status", [500, 503])
@pytest.mark.parametrize("when", ["before", "after"])
async def test_an_answer_that_fails_once(friends: Evening, status: int, when: str) -> None:
    """A 5xx in place of the answer, whether the answer was taken or not: the press counts once."""
    await hand_begun(friends)
    fault = Fault("POST", CALLBACK, status=status, when=when)  # type: ignore[arg-type]
    friends.wire.faults.append(fault)
    await friends.act("Bet")
    await is_newest(friends)
    assert fault.hits == 1 and friends.live.actions == 1
    await friends.act("Call")
    await is_newest(friends)


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 50035), (403, 50001)])
async def test_a_redrawing_that_is_refused_leaves_no_press_unanswered(
    friends: Evening, status: int, code: int
) -> None:
    """It is acknowledged, and what was to be told privately stands behind that; an edit shows the rest."""
    await friends.open_table()
    await friends.sit(*NAMES)
    friends.wire.faults.append(Fault("POST", CALLBACK, status=status, code=code))
    answer = await friends.press("Ann", "Leave")
    assert answer.kind == "deferred_update"
    await is_newest(friends)
    assert "You have left" in answer.text and answer.private


async def test_an_answer_that_takes_too_long(friends: Evening) -> None:
    """After two seconds an ordinary edit brings the state; what lands later is drawn over."""
    await hand_begun(friends)
    friends.wire.faults.append(Fault("POST", CALLBACK, status=None, delay_seconds=2.3))
    await friends.act("Bet")
    await friends.command(friends.on_turn, "call")
    await is_newest(friends)
    assert friends.live.actions == 2
    await friends.rest()
    await is_newest(friends)


async def test_presses_that_overtake_each_other(friends: Evening) -> None:
    """Several answers at once, the first one slow: one redraws, the others are acknowledged, none is lost."""
    await friends.open_table()
    await friends.sit(*NAMES, "Dana")
    await friends.deal()
    await friends.play_out("Fold", "Check")
    screen = await friends.drawn()
    dealer = friends.live.hand.setup.dealer
    seats = sorted(friends.table.state.sittings)
    following = friends.table.state.sittings[seats[(seats.index(dealer) + 1) % 4]].name
    first, second, third = (name for name in (*NAMES, "Dana") if name != following)
    friends.wire.faults.append(Fault("POST", CALLBACK, status=None, delay_seconds=0.3))
    wishes = ((first, "Deal now"), (second, "Sit out"), (third, "Sit out"))
    answers = await asyncio.gather(
        *(friends.wire.press(name, screen, screen.button(label).custom_id) for name, label in wishes)
    )
    await is_newest(friends)
    assert friends.sitting(second).state == friends.sitting(third).state == "out"
    assert all(answer.acknowledged for answer in answers)
    assert "deferred_update" in [answer.kind for answer in answers]


async def test_a_timer_beside_a_press(friends: Evening) -> None:
    """The press is being answered while the next player's time runs out."""
    await hand_begun(friends)
    friends.wire.faults.append(Fault("POST", CALLBACK, status=None, delay_seconds=0.3))
    pressing = asyncio.create_task(friends.act("Check"))
    await friends.until(lambda: friends.live.actions == 1)
    await friends.clock.advance(47)
    await friends.until(lambda: friends.live.actions == 2)
    await pressing
    await is_newest(friends)


async def test_a_turn_that_cannot_be_shown_has_no_clock(friends: Evening) -> None:
    """Edits fail: nobody's time runs; when one succeeds, a fresh time begins and nothing was missed."""
    await hand_begun(friends)
    channel = friends.screen.channel_id
    fault = Fault("PATCH", f"/channels/{channel}/messages/*", status=503, times=2)
    friends.wire.faults.append(fault)
    await friends.command(friends.on_turn, "check")
    await friends.until(lambda: friends.table.clock.stands)
    assert friends.table.state.deadline is None
    await friends.time_passes(5)
    assert fault.hits == 2 and friends.table.clock.stands
    await friends.time_passes(10)
    await friends.until(lambda: not friends.table.clock.stands)
    await is_newest(friends)
    assert friends.live.actions == 1
    assert friends.table.state.deadline == friends.clock.now() + timedelta(seconds=45)


async def test_a_farewell_that_fails_leaves_no_live_buttons(friends: Evening) -> None:
    """Deal's own answer takes the buttons off the former message; where it comes too late an edit does."""
    await friends.open_table()
    await friends.sit(*NAMES)
    former = friends.screen
    friends.wire.faults.append(Fault("POST", CALLBACK, status=404, code=10062))
    pressing = asyncio.create_task(friends.press("Ann", "Deal"))
    await friends.dealt()
    await is_newest(friends)
    assert friends.seen(former.id).buttons == []
    await nobody_could_answer(friends, pressing)


async def nobody_could_answer(friends: Evening, pressing: asyncio.Task[Answer]) -> None:
    """The person's client has given the press up: its three seconds were over."""
    pressing.cancel()
    await asyncio.wait([pressing])
    (lost,) = (one for one in friends.wire.world.backend.interactions.values() if not one.responded)
    lost.responded = True


async def test_a_press_whose_answer_comes_too_late_counts(friends: Evening) -> None:
    """Discord takes no answer to it any more (10062): an edit shows what it did."""
    await hand_begun(friends)
    friends.wire.faults.append(Fault("POST", CALLBACK, status=404, code=10062))
    pressing = asyncio.create_task(friends.act("Bet"))
    await friends.until(lambda: friends.live.actions)
    await is_newest(friends)
    await nobody_could_answer(friends, pressing)


async def test_a_hand_that_cannot_be_posted_is_void(friends: Evening) -> None:
    """No chip moves; the table says why and can deal again."""
    await friends.open_table()
    await friends.sit(*NAMES)
    channel = friends.screen.channel_id
    friends.wire.faults.append(Fault("POST", f"/channels/{channel}/messages", status=503))
    await friends.press("Ann", "Deal")
    await friends.until(lambda: friends.table.state.note)
    await friends.time_passes(5)
    assert friends.table.state.phase is Phase.WAITING
    await is_newest(friends)
    assert "Hand 1 is void" in friends.screen.text
    await friends.deal()
    assert friends.live.number == 2
