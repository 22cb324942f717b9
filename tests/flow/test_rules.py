"""/rules and Rules under More…: one private message in pages, with the options of its table."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rehearsal.seen import Answer, Seen
from bot.show.rules_view import PAGES
from bot.show.scene import Rules, Terms
from bot.tables.desk import Look
from bot.tables.mixed import CHOICE
from engine.aces.options import AcesOptions
from engine.seka.options import SekaOptions
from tests.flow.evening import CHANNEL, Evening
from tests.flow.test_forged import presses as forges

_GALLERY = 12
_PICTURE_PAGE = 2


async def asked(friends: Evening, who: str = "Ann", **options: str) -> Seen:
    """The private message behind /rules."""
    answer = await friends.wire.slash(who, CHANNEL, "rules", **options)
    await friends.until(lambda: answer.messages)
    (message,) = answer.messages
    assert message.ephemeral
    return message


def now(friends: Evening, message: Seen) -> Seen:
    """The message as it is now."""
    return Seen.of(friends.wire.world.backend.get_message(message.channel_id, message.id))


async def presses(friends: Evening, message: Seen, label: str, who: str = "Ann") -> Seen:
    """Press a button of it, and what it becomes."""
    return await _answered(friends, message, await friends.wire.click(who, now(friends, message), label))


async def turns_to(friends: Evening, message: Seen, page: int) -> Seen:
    """Choose a page in the menu, and what the message becomes."""
    current = now(friends, message)
    (menu,) = current.selects
    answer = await friends.wire.select("Ann", current, menu.custom_id, [str(page)])
    return await _answered(friends, message, answer)


async def _answered(friends: Evening, message: Seen, answer: Answer) -> Seen:
    await friends.until(lambda: answer.acknowledged)
    await friends.rest()
    return now(friends, message)


def galleries(message: Seen) -> list[dict[str, Any]]:
    """Its pictures."""
    (box,) = message.components
    return [one for one in box["components"] if one["type"] == _GALLERY]


async def test_the_rules_are_turned_page_by_page(friends: Evening) -> None:
    """Back and Next, the menu, and their ends; each page has its own words."""
    message = await asked(friends)
    assert "Page 1 of 5: How it is played" in message.text and "the usual options" in message.text
    assert message.button("Back one").disabled and not message.button("Next").disabled
    told = [message.text]
    for _ in PAGES[1:]:
        message = await presses(friends, message, "Next")
        told.append(message.text)
    assert len(set(told)) == len(PAGES) and message.button("Next").disabled
    assert "Page 5 of 5: Exact odds" in message.text
    assert "Page 3 of 5" in (await turns_to(friends, message, 3)).text


async def test_a_page_has_its_pictures_and_no_others(friends: Evening) -> None:
    """They come with the page, say in words what they show, and go with it."""
    message = await turns_to(friends, await asked(friends), _PICTURE_PAGE)
    (first, second) = galleries(message)
    assert len(message.attachments) == 2
    alt = first["items"][0]["description"]
    assert alt.startswith("Picture of example hands. What beats what. 1. five aces · A♠ A♥ A♦ A♣ 🃏")
    assert "10. high card" in second["items"][0]["description"]
    assert "five aces" not in message.text
    plain = await turns_to(friends, message, 1)
    assert galleries(plain) == [] and plain.attachments == []


async def test_a_page_whose_picture_fails_says_it_in_words(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So does one of a server that wants no pictures."""

    def broken(sketch: object) -> bytes:
        raise OSError("no font")

    monkeypatch.setattr(friends.room.desk.pictures, "_draw", broken)
    message = await turns_to(friends, await asked(friends), _PICTURE_PAGE)
    assert galleries(message) == [] and "1. five aces · A♠ A♥ A♦ A♣ 🃏 (K♦ 7♣), 🃏 as A♠" in message.text
    friends.room.set_look(friends.wire.world.guild.id, Look("off"))
    message = await turns_to(friends, message, 3)
    assert galleries(message) == [] and "Two pair stay two pair" in message.text


async def test_a3_rules_under_more_are_those_of_the_table(friends: Evening) -> None:
    """After a restart of the bot and a change of channel too: the buttons carry the table."""
    await friends.open_table()
    friends.table.state.terms = Terms("aces", AcesOptions(joker_fully_wild=True), 7, 25, 200)
    panel = (await friends.press("Ann", "More…")).messages[-1]
    answer = await friends.wire.click("Ann", panel, "Rules")
    await friends.until(lambda: answer.messages)
    (message,) = answer.messages
    assert message.ephemeral and "table 1" in message.text
    message = await turns_to(friends, message, 4)
    assert "**Joker fully wild: on**" in message.text
    await friends.restart()
    message = await presses(friends, message, "Back one")
    assert "table 1" in message.text and "Page 3 of 5" in message.text


async def test_of_two_tables_here_the_rules_are_those_of_ones_own(friends: Evening) -> None:
    """Who sits at neither reads those of the older."""
    await friends.open_table()
    screen = await friends.open_table("Boris", game="teen_patti")
    form = await friends.wire.click("Boris", screen, "Join")
    answer = await friends.wire.submit("Boris", form, {form.fields[0].custom_id: "100"})
    await friends.until(lambda: answer.private)
    assert "Teen Patti" in (await asked(friends, "Boris")).text
    assert "Aces, Straights and Flushes" in (await asked(friends, "Carol")).text


async def test_who_presses_reads_his_own_language(friends: Evening) -> None:
    """And the pictures are in it."""
    message = await asked(friends)
    friends.wire.speak("Ann", "ru")
    message = await turns_to(friends, message, _PICTURE_PAGE)
    assert "Тузы, стриты и флеши" in message.text
    assert "пять тузов" in galleries(message)[0]["items"][0]["description"]


async def test_d1_a_table_of_several_games_offers_the_rules_of_each(friends: Evening) -> None:
    """And those of no other; the deal moves as it does at such a table."""
    await friends.open_table()
    games = (Rules("aces", AcesOptions()), Rules("seka", SekaOptions(jokers=3), "Fridays"))
    friends.table.state.terms = Terms("aces", AcesOptions(), 7, 25, 200, mixed=CHOICE, games=games)
    message = await asked(friends)
    assert "the deal always passes one seat clockwise" in message.text
    assert [one.label for one in message.buttons][2:] == ["Aces, Straights and Flushes", "Seka “Fridays”"]
    message = await presses(friends, message, "Seka “Fridays”")
    assert "3 sevens, which are jokers" in message.text and message.button("Seka “Fridays”").disabled


async def test_rules_of_a_closed_table_are_the_usual_ones_and_say_so(friends: Evening) -> None:
    """The message goes on to work."""
    await friends.open_table(stake=5)
    message = await asked(friends)
    assert "5/10 fixed limit · table 1" in message.text
    panel = (await friends.press("Ann", "More…")).messages[-1]
    await friends.wire.click("Ann", panel, "Close the table")
    await friends.rest()
    message = await presses(friends, message, "Next")
    assert "1/2 fixed limit · the usual options" in message.text
    assert "That table is closed." in message.text and "Page 2 of 5" in message.text


async def test_history_under_more_opens_the_last_hand(friends: Evening) -> None:
    """Privately, at its first step; where none is over it says so."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    panel = (await friends.press("Ann", "More…")).messages[-1]
    answer = await friends.wire.click("Ann", panel, "History")
    await friends.until(lambda: answer.messages)
    assert answer.text == "No hand is over yet at table 1."
    await friends.deal()
    await friends.play_out()
    await friends.rest()
    answer = await friends.wire.click("Ann", panel, "History")
    await friends.until(lambda: answer.messages)
    assert answer.messages[-1].ephemeral and "hand 1" in answer.text and "step 1 of" in answer.text


async def test_whatever_a_forged_button_says_a_page_that_there_is_opens_privately(friends: Evening) -> None:
    """And the table's message, on which it never was, stays as it is."""
    screen = await friends.open_table()
    for custom_id, page in (("r:aces:0:9", 5), ("r:bridge:99:0", 1)):
        answer = await forges(friends, "Ann", custom_id)
        await friends.rest()
        (message,) = answer.messages
        assert message.ephemeral and f"Page {page} of 5" in message.text
    answer = await forges(friends, "Ann", "rm:seka:0", ["many"])
    await friends.rest()
    assert "Seka" in answer.messages[-1].text and "Page 1 of 5" in answer.messages[-1].text
    assert friends.seen(screen.id).text == screen.text
