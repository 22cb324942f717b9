"""Two servers with everything in them that somebody of the other one might be after."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

from bot.rehearsal.seen import Answer
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from bot.store.practice import books_of
from bot.tables.table import Table
from tests.flow.evening import CHANNEL, Evening, evening

CLUB, RIVAL = "Card Club", "Rival Club"
RIVAL_CHANNEL = "rival-room"
RIVALS = ("Rita", "Sam", "Tim")
BOTH = "Dana"  # a member of both servers


def two_clubs() -> World:
    """Ann owns the first server, Rita the second."""
    world = World.new(server=CLUB)
    backend = world.backend
    rivals = [backend.make_user(name.lower(), global_name=name) for name in RIVALS]
    guild = backend.create_guild(RIVAL, owner_id=rivals[0].id)
    for person in (*rivals[1:], world.user(BOTH)):
        backend.add_member(guild.id, person.id)
    backend.create_channel(guild.id, RIVAL_CHANNEL)
    return world


@contextlib.asynccontextmanager
async def two_clubs_open(database: Path, seed: int = 1) -> AsyncIterator[Evening]:
    """Both of them, with the bot connected."""
    async with (
        WireDiscord(two_clubs(), limits=False) as wire,
        evening(wire, database, seed=seed) as made,
    ):
        yield made


def club_id(friends: Evening, name: str = CLUB) -> int:
    """The server of that name."""
    return next(one.id for one in friends.wire.world.backend.guilds.values() if one.name == name)


async def typed(friends: Evening, doing: Coroutine[Any, Any, Answer]) -> Answer:
    """Do it, with the clock going where somebody waits for it."""
    task = asyncio.ensure_future(doing)
    await friends.until(task.done)
    return task.result()


async def play_a_hand(friends: Evening, host: str, where: str, names: tuple[str, ...], game: str) -> Table:
    """Open a table, seat people, deal; the hand is under way."""
    before = set(friends.room.everywhere())
    answer = await typed(friends, friends.wire.slash(host, where, "table open", game=game))
    await typed(friends, friends.wire.click(host, answer.messages[-1], "Open the table"))
    await friends.until(lambda: set(friends.room.everywhere()) - before)
    (table,) = set(friends.room.everywhere()) - before
    for name in names:
        await typed(
            friends, friends.wire.slash(name, where, "table join", chips=100, table=table.state.number)
        )
    await friends.until(lambda: len(table.state.sittings) == len(names))
    await deal(friends, host, table)
    return table


async def deal(friends: Evening, host: str, table: Table) -> None:
    """Press Deal, wait for the first turn."""
    await friends.until(lambda: table.screen.message_id and table.screen.drawn == table.screen.wanted)
    message = next(
        one for one in friends.wire.messages(table.state.channel_id) if one.id == table.screen.message_id
    )
    await typed(friends, friends.wire.click(host, message, "Deal"))
    await friends.until(lambda: table.state.phase == "hand")
    await friends.until(lambda: table.screen.drawn == table.screen.wanted)


async def end_hand(friends: Evening, table: Table) -> None:
    """Whoever is on turn gives his hand up, until it is over."""
    while (live := table.state.live) is not None and live.hand.turn is not None:
        seat = live.hand.turn.seats[0]
        verbs = [one.verb for one in live.hand.view(seat).choices_of(seat)]
        verb = next(one for one in ("fold", "pass", "pack", "decline", *verbs) if one in verbs)
        sitting = live.sitting(seat)
        assert sitting is not None
        if sitting.is_house:
            await friends.time_passes(3)
            continue
        where = table.state.channel_id
        await typed(
            friends, friends.wire.slash(sitting.name, where, "act", what=verb, table=table.state.number)
        )
        await friends.rest()
    await friends.rest()


async def fill(friends: Evening) -> list[Table]:
    """Everything there is, in the first server; its tables: one whose hand is over, one in a hand, practice.

    What people wrote there begins with ``alpha``.
    """
    wire = friends.wire
    await typed(friends, wire.slash("Ann", CHANNEL, "settings", zone="Asia/Tokyo", starting_chips=777_123))
    panel = await typed(friends, wire.slash("Ann", CHANNEL, "season start", name="alphaseason"))
    await typed(friends, wire.click("Ann", panel.messages[-1], panel.messages[-1].buttons[0].custom_id))
    await typed(
        friends, wire.slash("Ann", CHANNEL, "bank grant", member="Boris", chips=4321, reason="alphareason")
    )
    await typed(
        friends, wire.slash("Ann", CHANNEL, "night schedule", time="20:00", day="4", name="alphanight")
    )
    first = await play_a_hand(friends, "Ann", CHANNEL, ("Ann", "Boris", BOTH), "aces")
    await typed(friends, wire.slash("Ann", CHANNEL, "house-rules save", name="alpharules", table=1))
    await end_hand(friends, first)
    second = await play_a_hand(friends, "Boris", "chat", ("Carol", "Boris"), "seka")
    opened = set(friends.room.everywhere())
    await typed(friends, wire.slash("Carol", "chat", "table practice", game="aces"))
    (third,) = set(friends.room.everywhere()) - opened
    await deal(friends, "Carol", third)
    await end_hand(friends, third)
    await typed(friends, wire.slash("Ann", "chat", "night start", game="aces"))
    await friends.rest()
    return [first, second, third]


async def fill_rival(friends: Evening) -> Table:
    """A table with a hand that is over, in the second server."""
    table = await play_a_hand(friends, "Rita", RIVAL_CHANNEL, ("Rita", "Sam", BOTH), "aces")
    await end_hand(friends, table)
    return table


def books(server_id: int) -> tuple[int, int]:
    """Its own books and those of its practice tables."""
    return server_id, books_of(server_id)


__all__ = [
    "BOTH",
    "CHANNEL",
    "CLUB",
    "RIVAL",
    "RIVALS",
    "RIVAL_CHANNEL",
    "books",
    "club_id",
    "deal",
    "end_hand",
    "fill",
    "fill_rival",
    "play_a_hand",
    "two_clubs",
    "two_clubs_open",
    "typed",
]
