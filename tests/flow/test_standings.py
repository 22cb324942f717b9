"""Standings, seasons, summaries and exports of nights that are really played."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest

from bot.charts import Chart
from bot.rehearsal.seen import Answer, Seen
from bot.store import Tx, seasons
from tests.flow.evening import CHANNEL, PNG, Evening

NAMES = ("Ann", "Boris", "Carol")


@pytest.fixture(autouse=True)
def charts(friends: Evening) -> list[Chart]:
    """What is to be drawn."""
    return friends.charts_become(PNG)


async def _asked(friends: Evening, who: str, command: str, **options: Any) -> Answer:
    answer = await friends.wire.slash(who, CHANNEL, command, **options)
    await friends.until(lambda: answer.messages)
    return answer


async def _told(friends: Evening, who: str, command: str, **options: Any) -> str:
    answer = await _asked(friends, who, command, **options)
    assert answer.messages[-1].ephemeral
    return answer.messages[-1].text


async def _night(friends: Evening, *, hands: int = 2) -> None:
    """Ann begins a night, three sit down, play, and she ends it."""
    await _asked(friends, "Ann", "night start")
    await friends.until(lambda: friends.tables)
    await friends.sit(*NAMES)
    await friends.deal()
    for number in range(1, hands + 1):
        await friends.play_out()
        if number < hands:
            await friends.time_passes(12)
            await friends.dealt()
    await _asked(friends, "Ann", "night end")
    await friends.until(lambda: not friends.tables)
    await friends.time_passes(10)


async def _summary(friends: Evening, number: int) -> Seen:
    def posted() -> Seen | None:
        found = [one for one in friends.wire.messages(CHANNEL) if f"Night {number}" in one.text]
        return found[-1] if found else None

    return await friends.until(posted)


def _signed(text: str) -> int:
    return int(text.replace("−", "-"))


def _nets(text: str) -> dict[str, int]:
    """Every "**1.** Ann **+4**" of a message."""
    found = re.findall(r"^\*\*\d+\.\*\* (\w+) \*\*([+−\d]+)\*\*", text, re.MULTILINE)
    return {name: _signed(chips) for name, chips in found}


async def _file(friends: Evening, who: str, command: str, **options: Any) -> tuple[str, bytes]:
    answer = await _asked(friends, who, command, **options)
    message = answer.messages[-1]
    assert message.ephemeral
    (attachment,) = message.attachments
    made = friends.wire.world.backend.cdn.get(attachment["url"])
    assert made is not None
    return attachment["filename"], made


async def test_the_head_of_the_chart_says_what_is_drawn(friends: Evening, charts: list[Chart]) -> None:
    """Bars of what everybody has won or lost; lines over the nights once there are two."""
    for title in ("All time: net", "All time: net over the nights"):
        await _night(friends, hands=1)
        await _asked(friends, "Ann", "standings")
        assert charts[-1].title == title


async def test_a_night_ends_with_its_summary_and_moves_the_season(friends: Evening) -> None:
    """Who played, brought and took; nets sum to nothing; the chart is there with its words."""
    await _asked(friends, "Ann", "season start", name="Spring")
    await _night(friends)
    message = await _summary(friends, 1)
    nets = _nets(message.text)
    assert set(nets) == set(NAMES) and sum(nets.values()) == 0
    assert "in 100, out" in message.text and "**2** hands" in message.text
    assert "Biggest pot: **" in message.text and "Best hand, Aces" in message.text
    assert message.attachments[0]["description"].startswith("Night 1: ")
    shown = await _asked(friends, "Boris", "night show", number=1)
    assert shown.messages[-1].ephemeral
    assert _nets(shown.messages[-1].text) == nets


async def test_standings_are_what_was_won_and_lost_and_nothing_else(friends: Evening) -> None:
    """Grants and corrections change nothing; the places are by net."""
    assert "Nobody has played here yet" in await _told(friends, "Carol", "standings")
    await _night(friends)
    before = _nets(await _told(friends, "Carol", "standings"))
    assert sum(before.values()) == 0 and list(before.values()) == sorted(before.values(), reverse=True)
    await _asked(friends, "Ann", "bank grant", member="Boris", chips=500, reason="quiz")
    await _asked(friends, "Ann", "bank correct", member="Carol", chips=-5, reason="counted")
    assert _nets(await _told(friends, "Carol", "standings")) == before
    assert (await friends.wallet("Boris")) - 1500 == before["Boris"]
    record = await _told(friends, "Boris", "me")
    assert "**Your record**" in record and f"{before['Boris']:+d}".replace("-", "−") in record


async def test_shared_standings_are_turned_by_anybody(friends: Evening) -> None:
    """In the server's language, redrawn in place; the menu orders anew."""
    await _night(friends)
    answer = await _asked(friends, "Ann", "standings", share=True)
    await friends.until(lambda: answer.messages[-1].attachments)
    message = answer.messages[-1]
    assert not message.ephemeral
    await friends.wire.select("Boris", message, message.selects[0].custom_id, ["hands"])
    await friends.until(lambda: "by hands played" in friends.wire.look(message).text)
    await friends.wire.click("Boris", message, "Hide former members")
    await friends.until(lambda: friends.wire.look(message).button("Show former members"))
    assert [one.disabled for one in friends.wire.look(message).buttons] == [True, True, False]


async def test_who_left_the_server_is_marked_and_can_be_hidden(friends: Evening) -> None:
    """Found by asking Discord."""
    await _night(friends)
    world = friends.wire.world
    world.backend.remove_member(world.guild.id, world.user("Carol").id)
    told = await _told(friends, "Boris", "standings")
    assert re.search(r"Carol \(left the server\)", told)
    assert "Carol" not in await _told(friends, "Boris", "standings", hide_left=True)


async def test_a_season_begins_and_ends_only_when_it_was_confirmed(friends: Evening) -> None:
    """Only managers; one at a time; the same button again does nothing."""
    server_id = friends.wire.world.guild.id

    async def every(tx: Tx) -> list[tuple[str, bool]]:
        return [(one.name, one.ends_at_ms is None) for one in await seasons.of_server(tx, server_id)]

    assert "Only managers" in await _told(friends, "Boris", "season start", name="Mine")
    asked = await _asked(friends, "Ann", "season start", name="Spring  2026")
    assert await friends.store.read(every) == []
    begun = await friends.wire.click("Ann", asked.messages[-1], "Begin it")
    await friends.until(lambda: len(begun.messages) > 1)
    assert not begun.messages[-1].ephemeral
    assert "Ann begins season 1, **Spring 2026**" in begun.messages[-1].text
    assert "has no end yet" in await _told(friends, "Ann", "season start", name="Summer")
    await _night(friends)
    question = await _asked(friends, "Ann", "season end")
    await friends.wire.click("Ann", question.messages[-1], "Leave it")
    assert await friends.store.read(every) == [("Spring 2026", True)]
    question = await _asked(friends, "Ann", "season end")
    message = question.messages[-1]
    custom_id = message.button("End it").custom_id
    ended = await friends.wire.click("Ann", message, "End it")
    await friends.until(lambda: len(ended.messages) > 1)
    assert "The season is over" in ended.messages[-1].text and not ended.messages[-1].ephemeral
    assert sum(_nets(ended.messages[-1].text).values()) == 0
    again = await friends.wire.press("Ann", message, custom_id)
    await friends.until(lambda: again.messages)
    assert "No season runs here" in again.messages[-1].text
    assert "Spring 2026" in await _told(friends, "Boris", "season list")


async def test_bad_seasons_and_nights_are_refused_with_what_would_work(friends: Evening) -> None:
    """A private line each."""
    assert "no season 7" in await _told(friends, "Boris", "standings", season=7)
    assert "no night 3" in await _told(friends, "Boris", "standings", night=3)
    assert "no night 3" in await _told(friends, "Boris", "night show", number=3)
    assert "Name one of these" in await _told(friends, "Boris", "standings", night=3, all_time=True)
    assert "That is no day" in await _told(friends, "Ann", "season start", name="X", day="2026-13-01")
    assert "within a year" in await _told(friends, "Ann", "season start", name="X", day="1999-01-01")
    assert "No season runs here" in await _told(friends, "Ann", "season end")


async def test_exports_hold_the_same_numbers(friends: Evening) -> None:
    """Standings, night and ledger as CSV; the ledger for managers only."""
    await _night(friends)
    nets = _nets(await _told(friends, "Carol", "standings"))
    name, made = await _file(friends, "Carol", "export standings")
    rows = list(csv.DictReader(io.StringIO(made.decode("utf-8-sig"), newline="")))
    assert name == "standings.csv" and {row["player"]: int(row["net"]) for row in rows} == nets
    name, made = await _file(friends, "Carol", "export night", number=1)
    rows = list(csv.DictReader(io.StringIO(made.decode("utf-8-sig"), newline="")))
    assert {row["player"]: int(row["left_with"]) - int(row["bought_in"]) for row in rows} == nets
    name, made = await _file(friends, "Ann", "export ledger")
    moved = dict.fromkeys(NAMES, 0)
    for row in csv.DictReader(io.StringIO(made.decode("utf-8-sig"), newline="")):
        if row["reason"] in ("bet", "win"):
            moved[row["from_player"] or row["to_player"]] += int(row["chips"]) * (
                1 if row["reason"] == "win" else -1
            )
            assert row["night"] == "1"
    assert moved == nets
    assert "Only managers" in await _told(friends, "Boris", "export ledger")


async def test_the_flow_of_chips_is_for_managers(friends: Evening) -> None:
    """It says what it is and what it is not."""
    await _night(friends)
    assert "Only managers" in await _told(friends, "Boris", "flow")
    told = await _told(friends, "Ann", "flow")
    assert " → " in told and "this is a convention" in told
