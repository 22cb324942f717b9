"""Presses and keyboard play, as the cog hands them over; what a table does with them is tested there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.flow.conftest import all_is_well  # noqa: F401 - holds after every test
from tests.flow.evening import CHANNEL, Evening


async def _hand(friends: Evening) -> None:
    """A hand with Ann and Boris."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()


async def _told(friends: Evening, who: str, command: str, **options: Any) -> str:
    answer = await friends.wire.slash(who, CHANNEL, command, **options)
    assert answer.messages[0].ephemeral
    return answer.messages[0].text


async def test_a_double_tap_plays_once_and_is_quiet(friends: Evening) -> None:
    """The second press of the same button is acknowledged empty."""
    await _hand(friends)
    who, message = friends.on_turn, await friends.drawn()
    check = message.button("Check").custom_id
    first = await friends.wire.press(who, message, check)
    second = await friends.wire.press(who, message, check)
    assert (first.kind, second.kind) == ("update", "deferred_update")
    assert friends.turn.number == 2


async def test_my_cards_are_shown_to_their_owner_alone(friends: Evening) -> None:
    """By button and by command, the same."""
    await _hand(friends)
    answer = await friends.press("Ann", "My cards")
    assert answer.messages[-1].ephemeral
    assert "Your cards:" in answer.messages[-1].text
    assert await _told(friends, "Ann", "cards") == answer.messages[-1].text
    assert await _told(friends, "Boris", "cards") != answer.messages[-1].text
    assert "no cards" in await _told(friends, "Carol", "cards")


async def test_a_hand_is_played_by_keyboard(friends: Evening) -> None:
    """/bet takes the least where no amount is given, /raise and /call their price."""
    await _hand(friends)
    first, second = friends.on_turn, "Boris" if friends.on_turn == "Ann" else "Ann"
    assert await _told(friends, first, "bet") == "Done: Bet 1."
    assert await _told(friends, second, "raise") == "Done: Raise to 2."
    assert await _told(friends, first, "call") == "Done: Call 1."
    await friends.drawn()
    assert friends.live.hand.view(None).pot == 2 + 2 + 2


@pytest.mark.parametrize(
    ("command", "options", "told"),
    [
        ("call", {}, "no bet to call"),
        ("raise", {}, "no bet to raise"),
        ("fold", {}, "check for nothing"),
        ("bet", {"chips": 3}, "1"),
    ],
)
async def test_what_is_not_possible_by_keyboard_is_explained(
    friends: Evening, command: str, options: dict[str, Any], told: str
) -> None:
    """Nothing has changed then."""
    await _hand(friends)
    assert told in await _told(friends, friends.on_turn, command, **options)
    assert friends.turn.number == 1


async def test_keyboard_play_without_a_hand_says_so(friends: Evening) -> None:
    """With the table's number."""
    await friends.open_table()
    assert await _told(friends, "Ann", "check") == "No hand is being played at table 1."


async def test_commands_without_a_table_say_how_to_open_one(friends: Evening) -> None:
    """In any channel without one."""
    assert "/table open" in await _told(friends, "Ann", "check")


async def test_more_offers_what_the_person_can_do(friends: Evening) -> None:
    """An onlooker joins, a player sits out, the host closes."""
    await friends.open_table()
    await friends.sit("Boris")
    labels = {
        name: [b.label for b in (await friends.press(name, "More…")).messages[-1].buttons]
        for name in ("Ann", "Boris", "Carol")
    }
    assert "Join" in labels["Carol"] and "Close the table" not in labels["Carol"]
    assert "Sit out" in labels["Boris"]
    assert "Close the table" in labels["Ann"]


async def test_the_private_panel_answers_privately_and_changes_the_table(friends: Evening) -> None:
    """Sit out and back from More…"""
    await friends.open_table()
    await friends.sit("Ann")
    panel = (await friends.press("Ann", "More…")).messages[-1]
    answer = await friends.wire.click("Ann", panel, "Sit out")
    assert answer.messages[-1].ephemeral
    assert "sit out" in answer.messages[-1].text
    assert friends.sitting("Ann").state == "out"


async def test_rules_come_with_the_tables_options_and_the_odds(friends: Evening) -> None:
    """One private message in pages."""
    await friends.open_table(stake=5)
    panel = (await friends.press("Ann", "More…")).messages[-1]
    answer = await friends.wire.click("Ann", panel, "Rules")
    await friends.until(lambda: answer.messages)
    (message,) = answer.messages
    assert message.ephemeral and "5/10 fixed limit" in message.text


async def test_a_cut_is_marked_on_the_table_and_kept_by_its_owner(friends: Evening) -> None:
    """The form's answer redraws the table; the word itself is shown to nobody."""
    await friends.open_table()
    await friends.sit("Ann")
    form = await friends.press("Ann", "Cut")
    await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "abracadabra"})
    screen = await friends.drawn()
    assert "✂" in screen.text and "abracadabra" not in screen.text
    assert friends.table.state.next_hand is not None
    assert friends.table.state.next_hand.words == ((friends.sitting("Ann").seat, "abracadabra"),)


async def test_a_word_that_is_no_number_of_chips_is_refused_privately(friends: Evening) -> None:
    """The form closes, nothing has moved."""
    await friends.open_table()
    form = await friends.press("Ann", "Join")
    answer = await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "all of it"})
    assert answer.messages[-1].text == "Write a whole number from 50 to 200."
    assert friends.table.state.sittings == {}


async def test_who_gets_no_messages_is_told_beside_the_answer(friends: Evening) -> None:
    """Privately, behind the redrawing of the table; the press itself counts."""
    friends.wire.close_dms("Ann")
    await friends.open_table()
    await friends.sit("Boris")
    form = await friends.press("Ann", "Join")
    answers = [await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "100"})]
    await friends.clock.advance(2)
    answers.append(await friends.press("Ann", "Deal"))
    await friends.until(lambda: [m for one in answers for m in one.messages if "direct messages" in m.text])
    told = [m for one in answers for m in one.messages if "direct messages" in m.text]
    assert len(told) == 1 and told[0].ephemeral
    assert friends.table.state.phase in ("dealing", "hand")


async def test_rules_without_a_game_are_those_of_the_channels_table(friends: Evening) -> None:
    """And the usual ones where there is none."""
    assert "1/2 fixed limit" in await _told(friends, "Boris", "rules")
    await friends.open_table(stake=3)
    assert "3/6 fixed limit" in await _told(friends, "Boris", "rules")
    assert "3/6 fixed limit" in await _told(friends, "Boris", "rules", game="aces")
    assert "ante 1" in await _told(friends, "Boris", "rules", game="seka")
