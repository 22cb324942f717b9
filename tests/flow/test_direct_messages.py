"""Hidden cards by direct message, and what happens where none arrives."""

from __future__ import annotations

from bot.rehearsal.calls import Fault
from tests.flow.checks import Recorder
from tests.flow.evening import Evening

NAMES = ("Ann", "Boris", "Carol")
SILENT = 1 << 12


async def test_one_message_a_hand_which_changes_with_the_last_card(friends: Evening) -> None:
    """It names server, channel, table and hand; the last closed card is added to it."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    (first,) = friends.cards_sent("Ann", 1)
    assert "Card Club" in first.text and f"<#{friends.table.state.channel_id}>" in first.text
    assert "table 1" in first.text and not first.buttons
    while friends.live.hand.view(None).round < 4:
        await friends.act("Check")
    await friends.rest()
    (last,) = friends.cards_sent("Ann", 1)
    assert last.id == first.id and len(last.text) > len(first.text)
    assert "Best hand" in last.text


async def test_only_the_first_message_of_an_evening_makes_a_sound(
    friends: Evening, recorder: Recorder
) -> None:
    """The greeting rings, everything after it is silent."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    channel = friends.wire.world.backend.dm_channels[friends.wire.world.user("Ann").id]
    path = f"/channels/{channel}/messages"
    flags = [one.body.get("flags") or 0 for one in recorder.requests if one.path == path]
    assert [bool(one & SILENT) for one in flags] == [False, True]


async def test_closed_messages_at_the_start_are_told_and_my_cards_works(friends: Evening) -> None:
    """Who takes no messages learns it when he sits down, privately, once; the others notice nothing."""
    friends.wire.close_dms("Boris")
    await friends.open_table()
    await friends.sit("Ann")
    form = await friends.press("Boris", "Join")
    answer = await friends.wire.submit("Boris", form, {form.fields[0].custom_id: "100"})
    await friends.until(lambda: answer.private)
    assert "cannot send you direct messages" in answer.text and "My cards" in answer.text
    await friends.deal()
    assert friends.wire.dm("Boris") == [] and friends.cards_sent("Ann", 1)
    assert "Your cards" in (await friends.press("Boris", "My cards")).text
    await friends.play_out()
    assert sum(friends.stacks().values()) == 200


async def test_messages_closed_in_mid_evening_are_told_at_the_next_press(friends: Evening) -> None:
    """The hand waits for nobody; his next press brings the sentence behind its answer, once."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    friends.wire.close_dms("Boris")
    await friends.time_passes(12)
    await friends.dealt()
    assert not friends.cards_sent("Boris", 2)
    while friends.on_turn != "Boris":
        await friends.act("Check")
    answer = await friends.act("Check")
    await friends.until(lambda: answer.private)
    assert answer.kind == "update" and "cannot send you direct messages" in answer.text
    assert "Your cards" in (await friends.press("Boris", "My cards")).text
    while friends.on_turn != "Boris":
        await friends.act("Check")
    again = await friends.act("Check")
    await friends.rest()
    assert not again.private
    await friends.play_out()
    await friends.time_passes(12)
    await friends.dealt()
    assert not friends.cards_sent("Boris", 3)
    while friends.on_turn != "Boris":
        await friends.act("Check")
    assert not (await friends.act("Check")).private
    friends.wire.close_dms("Boris", closed=False)
    await friends.play_out()
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.cards_sent("Boris", 4)


async def test_a_hand_does_not_wait_for_a_slow_message(friends: Evening) -> None:
    """Ann's message never arrives; everybody plays on, and My cards has hers."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    channel = friends.wire.world.backend.dm_channels[friends.wire.world.user("Ann").id]
    friends.wire.faults.append(Fault("*", f"/channels/{channel}/messages*", never=True, times=None))
    await friends.deal()
    await friends.play_out()
    assert sum(friends.stacks().values()) == 200
    assert "Your cards" in (await friends.press("Ann", "My cards")).text
    assert not friends.cards_sent("Ann", 1) and friends.cards_sent("Boris", 1)


async def test_a_message_is_in_its_readers_language_without_anybody_elses_cards(friends: Evening) -> None:
    """Every player reads his own cards, as the engine's view of his seat has them, and no others."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    texts = {name: friends.cards_sent(name, 1)[0].text for name in NAMES}
    assert len(set(texts.values())) == 3
    for name, text in texts.items():
        assert (await friends.press(name, "My cards")).text == text
