"""Whole evenings from one seed: people who do anything at any time, and a Discord that fails now and then."""

from __future__ import annotations

import random

import pytest

from bot.rehearsal.calls import Fault
from bot.show.scene import Phase
from bot.store import audit
from tests.flow.evening import CHANNEL, Evening
from tests.flow.test_screen import is_newest

NAMES = ("Ann", "Boris", "Carol", "Dana")
STEPS = 150
COMMANDS = (
    *("check", "call", "bet", "raise", "fold"),
    *("table leave", "table sit-out", "table show", *("table back",) * 5),
    *("table pause", *("table resume",) * 3),
)
LABELS = ("Deal", "Sit out", "+30 s", "My cards", "Show my hand")


class Chaos:
    """One evening's dice. Every step is one thing that somebody does, or that happens to Discord."""

    def __init__(self, friends: Evening, seed: int) -> None:
        self.friends, self.dice = friends, random.Random(seed)
        self.steps = (
            *(self.plays,) * 12,
            *(self.types, self.presses, self.passes_time) * 2,
            *(self.joins, self.tops_up, self.talks, self.deletes, self.fails, self.restarts, self.cuts),
        )

    async def step(self) -> None:
        """One of them."""
        await self.dice.choice(self.steps)()

    async def plays(self) -> None:
        """Who is on turn presses something."""
        table = self.friends.table
        await self.friends.rest()
        message = next(
            (one for one in self.friends.live_messages() if one.id == table.screen.message_id), None
        )
        if message is None or table.state.phase is not Phase.HAND:
            await self.passes_time()
            return
        buttons = [one for one in message.buttons if one.custom_id.startswith("p:")]
        if buttons:
            await self.friends.wire.press(self.friends.on_turn, message, self.dice.choice(buttons).custom_id)

    async def types(self) -> None:
        """Anybody types any command, sensible or not."""
        await self.friends.command(self.dice.choice(NAMES), self.dice.choice(COMMANDS))

    async def presses(self) -> None:
        """Anybody presses any button of any message that has some."""
        messages = self.friends.live_messages()
        if not messages:
            return
        message = self.dice.choice(messages)
        there = [one for one in message.buttons if one.label.startswith(LABELS) and not one.disabled]
        if there:
            custom_id = self.dice.choice(there).custom_id
            await self.friends.wire.press(self.dice.choice(NAMES), message, custom_id)

    async def joins(self) -> None:
        """Somebody sits down, if he may."""
        await self.friends.command(self.dice.choice(NAMES), "table join", chips=self.dice.choice((50, 100)))

    async def tops_up(self) -> None:
        """Somebody brings more chips, if he may."""
        await self.friends.command(self.dice.choice(NAMES), "table top-up", chips=self.dice.choice((1, 30)))

    async def talks(self) -> None:
        """The channel fills up."""
        for number in range(6):
            await self.friends.wire.send("Dana", CHANNEL, f"talk {number}")

    async def deletes(self) -> None:
        """A moderator takes the table's message away."""
        await self.friends.rest()
        self.friends.wire.delete(self.dice.choice(self.friends.wire.messages(CHANNEL)))
        await self.friends.rest()

    async def fails(self) -> None:
        """The next edit, or the next direct message, fails."""
        paths = [f"/channels/{self.friends.table.state.channel_id}/messages/*"]
        paths += [
            f"/channels/{one}/messages*" for one in self.friends.wire.world.backend.dm_channels.values()
        ]
        method = self.dice.choice(("PATCH", "POST"))
        when = self.dice.choice(("before", "after"))
        self.friends.wire.faults.append(
            Fault(method, self.dice.choice(paths), status=503, when=when)  # type: ignore[arg-type]
        )

    async def restarts(self) -> None:
        """The bot's process ends and starts again."""
        await self.friends.restart()
        await self.friends.until(lambda: self.friends.tables)

    async def cuts(self) -> None:
        """The gateway is away for a minute."""
        await self.friends.wire.gateway.drop(code=4000)
        await self.friends.until(lambda: self.friends.wire.gateway.connected)

    async def passes_time(self) -> None:
        """From a second to longer than a decision."""
        await self.friends.time_passes(self.dice.choice((1, 5, 12, 50)))


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_an_evening_of_anything_ends_well(friends: Evening, seed: int) -> None:
    """No chip is made or lost, and the table stands on one message in its newest state."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    chaos = Chaos(friends, seed)
    for _ in range(STEPS):
        await chaos.step()
    friends.wire.faults.clear()
    await friends.time_passes(61)
    await is_newest(friends)
    report = await friends.store.read(audit.check)
    assert report.clean and report.chips == 4000 and report.hands > 2
