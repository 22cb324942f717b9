"""Late, foreign and double presses: one answer each, and nothing changes that should not."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from bot.rehearsal.seen import Answer, Seen
from tests.flow.checks import Recorder
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")


async def hand_begun(friends: Evening) -> Seen:
    """A table and its first hand; its message at the first turn."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    return friends.screen


def custom_id_of(message: Seen, label: str) -> str:
    """The custom id of the first button that begins so."""
    return next(button.custom_id for button in message.buttons if button.label.startswith(label))


async def refused(friends: Evening, answer: Answer) -> str:
    """What was answered privately; the hand is as it was."""
    assert answer.kind == "message" and len(answer.private) == 1 == len(answer.messages)
    return answer.text


@pytest.fixture(autouse=True)
def one_answer_each(recorder: Recorder, all_is_well: None) -> object:
    """After every test here: no interaction was answered a second time, not even in vain."""
    yield
    callbacks = Counter(one.path for one in recorder.requests if one.path.startswith("/interactions/"))
    assert set(callbacks.values()) == {1}


async def test_who_is_not_on_turn_is_told_whose_turn_it_is(friends: Evening) -> None:
    """A seated player's foreign press."""
    screen = await hand_begun(friends)
    other = next(name for name in NAMES if name != friends.on_turn)
    text = await refused(friends, await friends.wire.press(other, screen, custom_id_of(screen, "Bet")))
    assert "'s turn" in text and friends.on_turn in text
    assert friends.live.actions == 0


async def test_an_onlooker_is_told_how_to_sit_down(friends: Evening) -> None:
    """Who has no seat changes nothing."""
    screen = await hand_begun(friends)
    text = await refused(friends, await friends.wire.press("Dana", screen, custom_id_of(screen, "Check")))
    assert "Join" in text
    assert friends.live.actions == 0


async def test_a_press_for_an_earlier_turn_is_refused(friends: Evening) -> None:
    """Two take the same turn: the first one counts; also where the second is on turn again."""
    screen = await hand_begun(friends)
    name = friends.on_turn
    for _ in NAMES:
        await friends.act("Check")
    assert friends.on_turn == name or friends.live.hand.view(None).round == 2
    before = friends.live.actions
    text = await refused(friends, await friends.wire.press(name, screen, custom_id_of(screen, "Bet")))
    assert "earlier turn" in text
    assert friends.live.actions == before


async def test_a_press_for_an_earlier_hand_is_refused(friends: Evening) -> None:
    """Buttons of hand 1 mean nothing in hand 2."""
    screen = await hand_begun(friends)
    name = friends.on_turn
    await friends.play_out()
    text = await refused(friends, await friends.wire.press(name, screen, custom_id_of(screen, "Bet")))
    assert "hand is over" in text
    await friends.time_passes(12)
    await friends.dealt()
    text = await refused(friends, await friends.wire.press(name, screen, custom_id_of(screen, "Bet")))
    assert "another hand" in text
    assert friends.live.actions == 0


async def test_a_double_press_acts_once_and_is_quiet(friends: Evening) -> None:
    """The second one of the same button is acknowledged empty."""
    screen = await hand_begun(friends)
    name, custom_id = friends.on_turn, custom_id_of(screen, "Bet")
    answers = await asyncio.gather(*(friends.wire.press(name, screen, custom_id) for _ in range(3)))
    await friends.drawn()
    assert friends.live.actions == 1
    assert Counter(answer.kind for answer in answers) == {"update": 1, "deferred_update": 2}
    assert not any(answer.messages and answer.private for answer in answers)


async def test_of_two_buttons_pressed_at_once_one_counts(friends: Evening) -> None:
    """Check and Bet of the same turn, in either order: one action, one refusal."""
    screen = await hand_begun(friends)
    name = friends.on_turn
    answers = await asyncio.gather(
        *(friends.wire.press(name, screen, custom_id_of(screen, label)) for label in ("Check", "Bet"))
    )
    await friends.drawn()
    assert friends.live.actions == 1
    assert sorted(str(answer.kind) for answer in answers) == ["message", "update"]


async def test_a_valid_press_on_an_older_message_counts(friends: Evening) -> None:
    """The table has moved on; the turn is the same: it is acknowledged empty and the new message redrawn."""
    screen = await hand_begun(friends)
    await friends.command("Ann", "table show")
    await friends.drawn()
    assert friends.screen.id != screen.id
    answer = await friends.wire.press(friends.on_turn, screen, custom_id_of(screen, "Bet"))
    assert answer.kind == "deferred_update"
    await friends.drawn()
    assert friends.live.actions == 1 and "bets 1" in friends.screen.text
    assert [one.id for one in friends.live_messages()] == [friends.screen.id]


async def test_a_press_at_a_closed_table_is_refused(friends: Evening) -> None:
    """Whatever button was still on somebody's screen."""
    screen = await friends.open_table()
    await friends.command("Ann", "table close")
    for label in ("Join", "Leave", "Deal", "Cut", "My cards", "More…"):
        answer = await friends.wire.press("Boris", screen, custom_id_of(screen, label))
        assert "closed" in await refused(friends, answer)
    assert friends.wire.messages(CHANNEL)[-1].buttons == []


async def test_my_cards_changes_nothing_and_is_private(friends: Evening) -> None:
    """At any time, for who is dealt in; for others a sentence."""
    await hand_begun(friends)
    before = friends.live
    for name in NAMES:
        answer = await friends.press(name, "My cards")
        assert answer.private and answer.text == friends.cards_sent(name, 1)[0].text
    assert "not dealt into" in (await friends.press("Dana", "My cards")).text
    assert friends.live == before


async def test_the_library_keeps_nothing_of_what_is_shown(friends: Evening) -> None:
    """Private panels, menus and tables work without: each would wait a quarter of an hour for its end."""
    await hand_begun(friends)
    more = await friends.press("Ann", "More…")
    panel = await friends.wire.slash("Ann", CHANNEL, "table open", game="seka")
    assert more.messages and panel.messages
    await friends.act("Check")
    store = friends.bot._connection._view_store
    assert not store._views and not store._synced_message_views
    assert not [task for task in asyncio.all_tasks() if "__timeout_task_impl" in repr(task)]
    await friends.wire.click("Ann", panel.messages[-1], "Open the table")
    assert len(friends.tables) == 2
