"""Random players: they bet, cut, sit out, top up, and press what is not theirs to press."""

from __future__ import annotations

import random
import re
from typing import Final

from simcord.backend.errors import BackendError, SetupError

from bot.rehearsal.seen import Answer, Seen
from tests.crash.books import Books
from tests.crash.club import NAMES, BotIsGone, Club, deal_button, on_turn, plays

_EAGERNESS: Final = {"check": 5, "call": 5, "bet": 3, "raise": 2, "fold": 1}
_WHIMS: Final = {"sit-out": 0.5, "back": 1.0, "leave": 0.3}
_STANDS: Final = {"sit-out": ("out",), "back": ("in",), "leave": ("leaving", "gone")}
_BUY_IN: Final = re.compile(r"buy-in here is ([0-9]+)")
TOP_UP: Final = 100


class Players:
    """Four of them, from one seed. What was acknowledged is kept, to be asked for after a kill."""

    def __init__(self, club: Club, chance: random.Random) -> None:
        self._club, self._chance = club, chance
        self._cuts = 0
        self.acted = 0
        self.refused = 0
        self.looked_at: Seen | None = None
        self.words: dict[str, tuple[int, str]] = {}  # by name: hand id, the last word acknowledged
        self.wishes: dict[str, str] = {}  # by name: in or out, where the last wish was acknowledged
        self.topped_up: list[int] = []  # acknowledged interactions

    async def until_killed(self) -> None:
        """Play until the process is dead."""
        changes = self._club.wire.world.backend.changes
        try:
            while self._club.child.running:
                screen = self._club.screen()
                version = changes.version
                self.looked_at = screen or self.looked_at
                if screen is None or not await self._one_press(screen):
                    await changes.after(version, timeout_seconds=0.1)
        except BotIsGone:
            return

    async def _one_press(self, screen: Seen) -> bool:
        """False where there is nothing to press."""
        if self._chance.random() < 0.15:
            await self._something_else(screen)
            return True
        if plays(screen):
            name = on_turn(screen)
            if self._chance.random() < 0.05:
                name = self._chance.choice(NAMES)  # perhaps not his turn
            answer = await self._press(name, self._wanted(plays(screen)), screen)
            self.acted += answer is not None and answer.kind == "update"
            self.refused += answer is not None and answer.kind == "message"
            return True
        if button := deal_button(screen):
            await self._gather()
            for name in NAMES:
                screen = self._club.screen() or screen
                if deal_button(screen) == button:
                    await self._press(name, button, screen)
            return True
        return False

    async def _gather(self) -> None:
        """Before a deal: some bring more chips, and those who are not in come back."""
        await self._top_up(self._chance.choice(NAMES))
        for name in NAMES:
            wish = self.wishes.get(name, "?")
            if wish == "leave" or (wish == "?" and self._chance.random() < 0.3):
                await self._join(name)
            elif wish == "sit-out":
                await self._wish(name, "back")

    def _wanted(self, buttons: list[str]) -> str:
        weights = [_EAGERNESS.get(one.split(":")[4], 1) for one in buttons]
        return self._chance.choices(buttons, weights)[0]

    async def _something_else(self, screen: Seen) -> None:
        name = self._chance.choice(NAMES)
        match self._chance.choice(("cut", "cards", "sit-out", "back", "leave", "join", "extend", "top up")):
            case "cut" if button := deal_button(screen):
                await self._cut(name, button.removesuffix("deal") + "cut", screen)
            case "sit-out" | "back" | "leave" as wish if self._chance.random() < _WHIMS[wish]:
                await self._wish(name, wish)
            case "join":
                await self._join(name)
            case "extend" if extend := _extend_button(screen):
                await self._press(on_turn(screen), extend, screen)
            case "top up":
                await self._top_up(name)
            case _:
                table = next(b.custom_id for b in screen.buttons if b.custom_id.endswith(":cards"))
                await self._press(name, table, screen)

    async def _wish(self, name: str, wish: str) -> None:
        """/table sit-out, back or leave: whatever the answer says, he stands so afterwards."""
        self.wishes.pop(name, None)
        answer = await self._club.slash(name, f"table {wish}")
        if answer.kind == "message" and "no seat" not in answer.text:
            self.wishes[name] = wish
        if wish == "leave":
            self.words.pop(name, None)

    async def _join(self, name: str) -> None:
        """Sit down, or back; with what the table asks for where one left with more."""
        self.wishes.pop(name, None)
        answer = await self._club.slash(name, "table join", chips=200)
        if asked := _BUY_IN.search(answer.text):
            await self._club.slash(name, "table join", chips=int(asked.group(1)))
        await self._wish(name, "back")

    async def _top_up(self, name: str) -> None:
        answer = await self._club.slash(name, "table top-up", chips=TOP_UP)
        if answer.kind == "message" and "at the table now" in answer.text:
            self.topped_up.append(answer.interaction.id)

    async def _cut(self, name: str, custom_id: str, screen: Seen) -> None:
        form = await self._press(name, custom_id, screen)
        if form is None or not form.fields:
            return
        self.words.pop(name, None)
        self._cuts += 1
        word = f"word {self._cuts}"
        answer = await self._club.answered(
            self._club.wire.submit(name, form, {form.fields[0].custom_id: word})
        )
        if answer.kind in ("update", "deferred_update"):
            self.words[name] = (int(custom_id.split(":")[2]), word)

    def kept(self, books: Books) -> None:
        """Every word, wish and top-up that was answered is in the books."""
        for name, (hand_id, word) in self.words.items():
            assert word in [one.word for one in books.words[hand_id]], f"{name}'s {word} is lost"
        for name, wish in self.wishes.items():
            assert books.states.get(name, "gone") in _STANDS[wish], (name, wish, books.states)
        for interaction_id in self.topped_up:
            assert f"top_up:{interaction_id}" in books.keys

    async def _press(self, name: str, custom_id: str, screen: Seen) -> Answer | None:
        """Press; None where the message is gone or its buttons are."""
        try:
            return await self._club.press(name, custom_id, screen)
        except (KeyError, SetupError, BackendError):
            return None


def _extend_button(screen: Seen) -> str:
    """The custom id of +30 s where somebody is on turn, else empty."""
    found = (b.custom_id for b in screen.buttons if b.custom_id.endswith(":extend"))
    return next(found, "") if plays(screen) else ""
