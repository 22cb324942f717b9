"""What goes wrong: Discord's answers, gateway, process and clock, and what moderators and people undo."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Final

from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.rehearsal.calls import Fault
from bot.rehearsal.seen import Seen
from tests.simulation.loop import Program
from tests.simulation.people import CHANNELS, ELSEWHERE, NAMES

if TYPE_CHECKING:
    from tests.simulation.evening import Evening

WRITE_MESSAGES: Final = 1 << 11
AWAY_SECONDS: Final = (2, 10, 60, 400)
# What the bot asks of Discord, as shell patterns.
PATHS: Final = (
    ("*", "/interactions/*/callback"),
    ("*", "/webhooks/*"),
    ("PATCH", "/channels/*/messages/*"),
    ("POST", "/channels/*/messages"),
    ("POST", "/users/@me/channels"),
    ("DELETE", "/channels/*/messages/*"),
    ("GET", "/channels/*/messages*"),
    ("*", "*"),
)


class Trouble:
    """One evening's faults. Each ``do_...`` brings one about and says in a line what."""

    def __init__(self, evening: Evening, dice: Random) -> None:
        self._evening, self._dice = evening, dice
        self._coming_back: set[asyncio.Task[None]] = set()
        self._dies_at = ""  # the kind of message after which the process is killed
        self._victim: Program | None = None

    def do_fail(self) -> str:
        """Some of the next requests to Discord fail, before or after they were carried out, or hang."""
        method, path = self._dice.choice(PATHS)
        times = self._dice.choice((1, 1, 2, 6))
        kind = self._dice.choice(("429", "500 before", "500 after", "never before", "never after", "slow"))
        fault = Fault(method, path, times=times)
        match kind.split():
            case ["429"]:
                fault.status = 429
            case ["slow"]:
                fault.status, fault.delay_seconds = None, self._dice.choice((0.5, 1.5, 2.5, 8.0))
            case [how, when]:
                fault.never = how == "never"
                fault.when = "after" if when == "after" else "before"
                fault.status = self._dice.choice((500, 502, 503))
        self._evening.wire.faults.append(fault)
        self._evening.watch.nights.disturbed()
        return f"{times} of {method} {path}: {kind}"

    def do_cut(self) -> str:
        """The gateway is lost: to be resumed at once or later, or its session is gone."""
        kind = self._dice.choice(("drop", "drop", "lose", "cut"))
        if kind == "cut":
            away = self._dice.choice(AWAY_SECONDS)
            self._later(self._cut(away))
            return f"the gateway is away for {away} s"
        self._later(self._drop(lose_session=kind == "lose"))
        return f"the gateway: {kind}"

    async def _drop(self, *, lose_session: bool) -> None:
        self._evening.watch.excuse_the_young()
        await self._evening.wire.gateway.drop(lose_session=lose_session)

    async def _cut(self, away: int) -> None:
        gateway = self._evening.wire.gateway
        self._evening.watch.excuse_the_young()
        await gateway.cut()
        await asyncio.sleep(away)
        gateway.restore()

    def do_kill(self) -> str:
        """The process ends like in a power cut, some callbacks from now, and is started again."""
        host = self._evening.host
        if not host.up or host.program.steps_left is not None or self._dies_at:
            return "the bot is down"
        steps, away = self._dice.choice((0, 10, 60, 200, 600)), self._dice.choice((1, *AWAY_SECONDS))
        steps += self._dice.randrange(steps + 1)
        host.program.at_death.append(self._evening.watch.excuse_the_young)
        self._later(self._start_again(away))
        self._dies_at = self._dice.choice(("", "", "", "any", "night", "night"))
        if self._dies_at:
            self._victim = host.program
            return f"the process is killed when Discord has its next message ({self._dies_at}), for {away} s"
        host.program.steps_left = steps
        return f"the process is killed after {steps} steps, for {away} s"

    def posted(self, *, about_night: bool) -> None:
        """Discord has a message; perhaps the bot never hears of it."""
        if self._dies_at == "any" or (about_night and self._dies_at):
            self._die()

    def _die(self) -> None:
        self._dies_at = ""
        if self._victim is not None:
            self._victim.kill()

    async def _start_again(self, away: int) -> None:
        host = self._evening.host
        await host.program.dead.wait()
        await asyncio.sleep(away)
        if not host.up:
            host.start()

    def do_restart(self) -> str:
        """The process is stopped cleanly and started again."""
        host = self._evening.host
        if not self._evening.ready or host.program.steps_left is not None or self._dies_at:
            return "the bot is down"
        self._later(self._restart())
        return "the process is restarted"

    async def _restart(self) -> None:
        self._evening.watch.excuse_the_young()
        await self._evening.stop_cleanly()
        if not self._evening.host.up:
            self._evening.host.start()

    def do_jump(self) -> str:
        """The machine's clock is set, ahead or back."""
        self._evening.watch.nights.disturbed()
        seconds = self._dice.choice((-30, -2, 2, 30, 400))
        self._evening.host.clock.ahead += timedelta(seconds=seconds)
        return f"the clock is set by {seconds} s"

    def do_delete(self) -> str:
        """A moderator deletes a message."""
        where = self._dice.choice((*CHANNELS, ELSEWHERE))
        messages = self._messages(where)
        if not messages:
            return "nothing to delete"
        message = self._dice.choice(messages[-3:])
        self._evening.wire.delete(message)
        return f"a message in {where} is deleted"

    def _messages(self, where: str) -> list[Seen]:
        try:
            return list(self._evening.wire.messages(where))
        except KeyError:
            return []

    def do_channel(self) -> str:
        """A channel is deleted, and another of that name made."""
        world, where = self._evening.wire.world, self._dice.choice(CHANNELS)
        world.backend.delete_channel(world.channel(where).id)
        world.backend.create_channel(world.guild.id, where)
        return f"{where} is deleted and made anew"

    def do_forbid(self) -> str:
        """The bot may not write in a channel for a while."""
        world = self._evening.wire.world
        channel, away = world.channel(self._dice.choice(CHANNELS)), self._dice.choice(AWAY_SECONDS)
        target = world.backend.bot_user.id
        world.backend.set_overwrite(channel.id, Overwrite(target, OverwriteType.MEMBER, 0, WRITE_MESSAGES))
        self._later(self._allow(channel.id, target, away))
        return f"the bot may not write in {channel.name} for {away} s"

    async def _allow(self, channel_id: int, target: int, away: int) -> None:
        await asyncio.sleep(away)
        self._evening.watch.nights.disturbed()
        backend = self._evening.wire.world.backend
        if channel_id in backend.channels:
            backend.delete_overwrite(channel_id, target)

    def do_direct(self) -> str:
        """Somebody closes his direct messages, or opens them."""
        wire, who = self._evening.wire, self._dice.choice(NAMES)
        closed = wire.world.user(who).id not in wire.world.dms_closed
        wire.close_dms(who, closed=closed)
        return f"{who} {'closes' if closed else 'opens'} direct messages"

    def do_leave(self) -> str:
        """Somebody leaves the server, or comes again."""
        world, who = self._evening.wire.world, self._dice.choice(NAMES[1:])  # the owner stays
        user, guild = world.user(who).id, world.guild
        if user in guild.members:
            world.backend.remove_member(guild.id, user)
            return f"{who} leaves the server"
        world.backend.add_member(guild.id, user)
        return f"{who} comes to the server again"

    def _later(self, work: object) -> None:
        assert asyncio.iscoroutine(work)
        task = asyncio.create_task(work)
        self._coming_back.add(task)
        task.add_done_callback(self._coming_back.discard)

    async def over(self) -> None:
        """End all of it: faults, absences and prohibitions."""
        self._evening.watch.nights.disturbed()
        self._evening.wire.faults.clear()
        if self._dies_at:
            self._die()
        while self._coming_back:
            await asyncio.wait(set(self._coming_back))
            self._evening.wire.faults.clear()
