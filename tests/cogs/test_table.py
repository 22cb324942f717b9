"""/table by keyboard: every subcommand reaches the table of its channel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.flow.conftest import all_is_well  # noqa: F401 - holds after every test
from tests.flow.evening import CHANNEL, Evening


async def _told(friends: Evening, who: str, command: str, **options: Any) -> str:
    answer = await friends.wire.slash(who, CHANNEL, command, **options)
    assert answer.messages[-1].ephemeral
    return answer.messages[-1].text


async def test_join_and_leave_by_keyboard(friends: Evening) -> None:
    """With the chips as an option there is no form."""
    await friends.open_table()
    assert await _told(friends, "Boris", "table join", chips=120) == "You sit at seat 1 with 120 chips."
    assert "120 chips are back" in await _told(friends, "Boris", "table leave")


async def test_join_without_chips_asks_for_them(friends: Evening) -> None:
    """The same form as the button's; its text is the answer, since no table message was pressed."""
    await friends.open_table()
    form = await friends.wire.slash("Boris", CHANNEL, "table join")
    answer = await friends.wire.submit("Boris", form, {form.fields[0].custom_id: "60"})
    assert answer.messages[-1].text == "You sit at seat 1 with 60 chips."


@pytest.mark.parametrize("chips", [49, 201])
async def test_a_buy_in_beyond_the_tables_terms_is_refused(friends: Evening, chips: int) -> None:
    """It names what would do."""
    await friends.open_table()
    assert "50 to 200" in await _told(friends, "Boris", "table join", chips=chips)


async def test_sit_out_back_and_top_up(friends: Evening) -> None:
    """Each is told privately and shown on the table."""
    await friends.open_table()
    await friends.sit("Boris")
    await _told(friends, "Boris", "table sit-out")
    assert friends.sitting("Boris").state == "out"
    await _told(friends, "Boris", "table back")
    assert friends.sitting("Boris").state == "in"
    assert await _told(friends, "Boris", "table top-up", chips=20) == "You have 120 chips at the table now."
    form = await friends.wire.slash("Boris", CHANNEL, "table top-up")
    assert form.fields[0].value == "80"  # up to the most that this table takes


async def test_show_posts_the_table_anew(friends: Evening) -> None:
    """Below everything; the former message loses its buttons."""
    former = await friends.open_table()
    await friends.wire.send("Carol", CHANNEL, "hello")
    await friends.clock.advance(1)
    await _told(friends, "Carol", "table show")
    shown = await friends.drawn()
    assert shown.id > former.id and shown.buttons
    await friends.until(lambda: not friends.wire.look(former).buttons)


async def test_pause_and_resume_are_for_host_and_managers(friends: Evening) -> None:
    """Others are told so."""
    await friends.open_table()
    assert "Only the table's host" in await _told(friends, "Boris", "table pause")
    assert "paused" in await _told(friends, "Ann", "table pause")
    assert "goes on" in await _told(friends, "Ann", "table resume")


async def test_kick_and_host_name_a_player(friends: Evening) -> None:
    """Who does not sit here can be neither."""
    await friends.open_table()
    await friends.sit("Boris", "Carol")
    assert "no seat" in await _told(friends, "Ann", "table kick", player="Dana")
    assert "Carol is the host now" in await _told(friends, "Ann", "table host", player="Carol")
    assert "Boris leaves" in await _told(friends, "Carol", "table kick", player="Boris")


async def test_close_returns_the_stacks(friends: Evening) -> None:
    """And the table's buttons are gone."""
    screen = await friends.open_table()
    await friends.sit("Boris")
    assert "closed" in await _told(friends, "Ann", "table close")
    assert await friends.wallet("Boris") == 1000
    await friends.until(lambda: not friends.wire.look(screen).buttons)


async def test_several_tables_in_a_channel_are_told_apart_by_number(friends: Evening) -> None:
    """A command that could mean either lists them."""
    await friends.open_table()
    panel = (await friends.wire.slash("Ann", CHANNEL, "table open")).messages[-1]
    await friends.wire.click("Ann", panel, "Open the table")
    assert "1 and 2" in await _told(friends, "Boris", "table join", chips=100)
    assert "seat 1" in await _told(friends, "Boris", "table join", chips=100, table=2)
    assert "no open table 3" in await _told(friends, "Boris", "table join", chips=100, table=3)
