"""An evening of random players whose bot is killed again and again, at random requests and moments."""

from __future__ import annotations

import asyncio
import random
from typing import Final

from tests.crash.club import NAMES, Club, on_turn, plays
from tests.crash.players import Players
from tests.crash.promises import EMPTY_ANSWERS, Promises

SECONDS_MOST: Final = 3.0  # between two kills


class Evening:
    """One seed's kills and what came of them: in mid-play, on one table of a game with the usual options."""

    def __init__(self, friends: Club, seed: int, game: str, kills: int) -> None:
        self._friends, self._game, self._kills_wanted = friends, game, kills
        self._chance = random.Random(seed)
        self.players = Players(friends, self._chance)
        self.kills = 0
        self.promises = Promises(friends)

    async def run(self) -> None:
        """Sit down, be killed so many times, and stop in order at the end."""
        self._friends.start()
        await self._friends.online()
        await self._friends.open_table(self._game)
        await self._friends.sit(*NAMES)
        while self.kills < self._kills_wanted:
            await self._round()
        self._friends.child.terminate()
        assert await self._friends.child.exit_code() == 0
        await self.promises.after_kill()

    async def _round(self) -> None:
        """Play until the kill, check, start, check."""
        timer = self._arm(requests_most=30)
        await self.players.until_killed()
        await self._dead(timer)
        if self._chance.random() < 0.25:  # and once more while it comes back
            self._friends.start()
            timer = self._arm(requests_most=12, seconds_most=0.5)
            await self._friends.child.dead.wait()
            await self._dead(timer)
        before = await self._friends.books()
        self._friends.start()
        await self._friends.online()
        await self.promises.after_start(before)
        await self._old_button()

    def _arm(self, *, requests_most: int, seconds_most: float = SECONDS_MOST) -> asyncio.TimerHandle:
        """Let it die at a request, before or after that is done, or between requests."""
        after, skip = self._chance.random() < 0.5, self._chance.randrange(requests_most)
        seconds = seconds_most
        match self._chance.choices(("moment", "request", "post", "edit"), (3, 5, 2, 1))[0]:
            case "moment":
                seconds = self._chance.uniform(0, 0.3)
            case "request":
                self._friends.deadly("*", "*", after=after, skip=skip)
            case "post":
                self._friends.deadly("POST", self._friends.channel_path, after=after, skip=skip % 2)
            case "edit":
                self._friends.deadly("PATCH", f"{self._friends.channel_path}/*", after=after, skip=skip % 4)
        return asyncio.get_running_loop().call_later(seconds, self._friends.child.kill)

    async def _dead(self, timer: asyncio.TimerHandle) -> None:
        await self._friends.dies()
        timer.cancel()
        self.kills += 1
        self.players.kept(await self.promises.after_kill())

    async def _old_button(self) -> None:
        """A button of before the kill works where its turn is still on, else it says why it does not."""
        old, screen = self.players.looked_at, self._friends.screen()
        assert old is not None and screen is not None
        if not plays(old) or not plays(screen):
            return
        button = plays(old)[0]
        answer = await self._friends.press(on_turn(screen), button, old)
        if button in plays(screen):
            assert answer.kind in EMPTY_ANSWERS, answer.text
        else:
            assert answer.kind == "message" and answer.private, answer.kind

    def __str__(self) -> str:
        told = self.promises
        return (
            f"{self._game}, {self.kills} kills: {told.resumed} hands went on, {told.adopted} were adopted, "
            f"{told.voided} void; {self.players.acted} actions, {self.players.refused} refused"
        )
