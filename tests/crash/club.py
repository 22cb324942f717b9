"""Players on an offline Discord whose bot is a process that dies: what they see, press, and were answered."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from bot.rehearsal.calls import Fault
from bot.rehearsal.seen import Answer, Seen
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from tests.crash.books import Books, read_books
from tests.crash.child import TOKEN, Child, Start

CHANNEL: Final = "card-room"
NAMES: Final = ("Ann", "Boris", "Carol", "Dana")
_ON_TURN: Final = re.compile(r"▶.*?\*\*(\w+)\*\*")

T = TypeVar("T")


class BotIsGone(Exception):
    """The process died before it answered."""


@dataclass(slots=True)
class Deadly(Fault):
    """A request that the bot does not outlive: ``skip`` calls that fit pass first."""

    kill: Callable[[], None] = lambda: None
    skip: int = 0

    def fits(self, method: str, path: str) -> bool:
        """True once; the process is dead before the request is done, or before its answer is out."""
        if not Fault.fits(self, method, path):
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.kill()
        return True


@dataclass(slots=True)
class DeadlyPost(Deadly):
    """Deadly at any of several paths."""

    paths: set[str] = field(default_factory=set)

    def fits(self, method: str, path: str) -> bool:
        """As for ``Deadly``."""
        return path in self.paths and Deadly.fits(self, method, path)


@dataclass(frozen=True, slots=True)
class Press:
    """A button that somebody pressed, as the gateway brought it to the bot."""

    interaction_id: int
    name: str
    custom_id: str


class Club:
    """One channel, four players, one database, and the processes that serve them one after another."""

    def __init__(self, wire: WireDiscord, folder: Path) -> None:
        self.wire, self.folder = wire, folder
        self.database = folder / "dealer.db"
        self.log = folder / "bot.log"
        self.child = Child()
        self.presses: list[Press] = []
        wire.world.backend.subscribers.append(self._note_press)

    def _note_press(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and "custom_id" in (data := payload.get("data") or {}):
            user = payload.get("user") or payload["member"]["user"]
            name = self.wire.world.name(int(user["id"]))
            self.presses.append(Press(int(payload["id"]), name, data["custom_id"]))

    # ---- the process

    def start(self, *arguments: str, point: str = "", secret: str = "", hurried: bool = True) -> None:
        """Start the bot."""
        addresses = (self.wire.api_url, self.wire.gateway_url)
        self.child.start(Start(*addresses, self.database, self.log, arguments, point, secret, hurried))

    async def refuses(self, *, secret: str = "") -> str:
        """Start it where it must end with exit code 1; the one line that it says."""
        self.log.unlink()
        self.start(secret=secret)
        assert await self.child.exit_code() == 1
        (line,) = self.log.read_text().splitlines()
        return line

    async def online(self) -> None:
        """Wait until it is on the gateway; AssertionError with its log where it ends instead."""
        known = self.wire.gateway.identified
        await self.wire.until(lambda: self.wire.gateway.identified > known or not self.child.running)
        assert self.child.running, self.log.read_text()

    def deadly(self, method: str, path: str, *, after: bool = False, skip: int = 0) -> None:
        """Let the process die at a request, before it is done or after it."""
        when = _when(after=after)
        self.wire.faults.append(Deadly(method, path, when=when, kill=self.child.kill, skip=skip))

    def deadly_of(self, channel_ids: Sequence[int], *, after: bool, skip: int) -> None:
        """The same at a post into any of these channels, counted over all of them."""
        fault = DeadlyPost("POST", when=_when(after=after), kill=self.child.kill, skip=skip)
        fault.paths = {f"/channels/{one}/messages" for one in channel_ids}
        self.wire.faults.append(fault)

    async def dies(self) -> None:
        """Wait until the process is dead by SIGKILL."""
        code = await self.child.exit_code()
        assert code == -9, f"exit code {code}: {self.log.read_text()[-2000:]}"
        self.wire.faults.clear()

    async def books(self) -> Books:
        """What is stored."""
        return await read_books(self.database)

    @property
    def key_file(self) -> Path:
        """Where the secret lies."""
        return self.database.with_suffix(".key")

    # ---- what people see

    @property
    def channel_path(self) -> str:
        """The path under which the bot posts and edits in the channel."""
        return f"/channels/{self.wire.world.channel(CHANNEL).id}/messages"

    def alive(self) -> list[Seen]:
        """The messages with buttons that can be pressed, oldest first."""
        return [one for one in self.wire.messages(CHANNEL) if any(not b.disabled for b in one.buttons)]

    def screen(self) -> Seen | None:
        """The newest of them: the table."""
        return self.alive()[-1] if self.alive() else None

    async def until_screen(self, fits: Callable[[Seen], object] = lambda _: True) -> Seen:
        """Wait until the table looks so."""

        def found() -> Seen | None:
            screen = self.screen()
            return screen if screen is not None and fits(screen) else None

        return await self.wire.until(found)

    # ---- what people do

    async def answered(self, doing: Coroutine[Any, Any, T]) -> T:
        """Do it and wait for the answer; BotIsGone where the process dies first."""
        task, dead = asyncio.create_task(doing), asyncio.create_task(self.child.dead.wait())
        await asyncio.wait({task, dead}, return_when=asyncio.FIRST_COMPLETED)
        dead.cancel()
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            raise BotIsGone
        return task.result()

    async def until_gone(self, doing: Coroutine[Any, Any, object]) -> None:
        """Do what kills the process: it dies before the answer or soon after it."""
        with contextlib.suppress(BotIsGone):
            await self.answered(doing)
        async with asyncio.timeout(10):
            await self.child.dead.wait()

    async def press(self, name: str, custom_id: str, message: Seen | None = None) -> Answer:
        """Press a button of the table, or of a message as it once was."""
        shown = message or self.screen()
        assert shown is not None
        return await self.answered(self.wire.press(name, shown, custom_id))

    async def slash(self, name: str, command: str, **options: Any) -> Answer:
        """A command in the channel."""
        return await self.answered(self.wire.slash(name, CHANNEL, command, **options))

    async def open_table(self, game: str = "aces") -> None:
        """Ann opens a table with the usual terms."""
        answer = await self.slash("Ann", "table open", game=game)
        await self.answered(self.wire.click("Ann", answer.messages[-1], "Open the table"))

    async def sit(self, *names: str, chips: int = 200) -> None:
        """Sit down, one after another."""
        for name in names:
            await self.slash(name, "table join", chips=chips)

    async def play(self, *verbs: str) -> Answer:
        """Who is on turn presses the first of these verbs that is offered."""
        screen = await self.until_screen(lambda seen: any(one.split(":")[4] in verbs for one in plays(seen)))
        custom_id = next(one for verb in verbs for one in plays(screen) if one.split(":")[4] == verb)
        return await self.press(on_turn(screen), custom_id, screen)

    async def deal(self) -> None:
        """All press Deal until the cards are there."""
        screen = await self.until_screen(lambda seen: deal_button(seen))
        hand = deal_button(screen)
        for name in NAMES:
            if deal_button(screen) != hand:
                break
            await self.press(name, hand, screen)
            screen = self.screen() or screen

    async def dealt(self) -> Seen:
        """Press Deal, and wait for the first turn."""
        await self.deal()
        return await self.until_screen(plays)

    async def play_out(self) -> Seen:
        """Check and call to the showdown."""
        while not deal_button(screen := await self.until_screen(lambda one: plays(one) or deal_button(one))):
            await self.play("check", "call")
            await self.until_screen(lambda one, old=screen: plays(one) != plays(old))  # type: ignore[misc]
        return screen


def _when(*, after: bool) -> Literal["before", "after"]:
    return "after" if after else "before"


def plays(seen: Seen) -> list[str]:
    """The custom ids of the actions that a message offers."""
    return [one.custom_id for one in seen.buttons if one.custom_id.startswith("p:")]


def deal_button(seen: Seen) -> str:
    """The custom id of Deal or Deal now, empty where there is none."""
    found = (b.custom_id for b in seen.buttons if b.custom_id.startswith("h:"))
    return next((one for one in found if one.endswith(":deal")), "")


def on_turn(seen: Seen) -> str:
    """Who is to act."""
    match = _ON_TURN.search(seen.text)
    assert match is not None, seen.text
    return match.group(1)


@contextlib.asynccontextmanager
async def club(folder: Path) -> AsyncIterator[Club]:
    """A new world without limits, and no bot yet; what runs at the end is killed."""
    async with WireDiscord(World.new(), token=TOKEN, limits=False) as wire:
        made = Club(wire, folder)
        try:
            yield made
        finally:
            await made.child.stop()
