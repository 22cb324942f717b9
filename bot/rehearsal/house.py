"""The house player: joins a table that waits, checks or calls when it is its turn, tops up when it is short.

It knows the bot only by what stands on the public messages: the custom ids of the buttons
(`t:<table>:join`, `p:<table>:<hand>:<turn>:<verb>:<amount>`), the `▶` before who is to act, and the lines of
the seats, parted by ` · `: what follows the stack is why a seat is not dealt in.
"""

import asyncio
import contextlib
import logging
import re

from simcord.backend.errors import BackendError, SetupError

from bot.rehearsal.actors import Actors
from bot.rehearsal.seen import Seen

THINKING_SECONDS = 1.2
JOIN = re.compile(r"t:(\d+):join")
DEAL = re.compile(r"h:(\d+):(\d+):deal")
PLAY = re.compile(r"p:(\d+):(\d+):(\d+):([a-z_]+):(\d+)")
VERBS = (
    "check",
    "call",
    "see",
    "open",
    "pay",
    "play",
    "show",
    "pack",
    "pass",
    "fold",
    "decline",
)  # the first there is, is pressed
MESSAGES_LOOKED_AT = 5

_log = logging.getLogger(__name__)


class House:
    """Sits at every table that waits for players; `enabled` may be switched off."""

    def __init__(self, actors: Actors, name: str, *, thinking_seconds: float = THINKING_SECONDS) -> None:
        self.enabled = True
        self._actors = actors
        self._name = name
        self._thinking_seconds = thinking_seconds
        self._joined: set[str] = set()
        self._pressed: set[str] = set()

    async def run(self) -> None:
        """Look at every change, for ever; end it by cancelling."""
        changes = self._actors.world.backend.changes
        version = -1
        while True:
            version = await changes.after(version)
            if self.enabled:
                await self.look()

    async def look(self) -> None:
        """Do what is to be done now. A press that is refused was too late: somebody else was faster."""
        for message in self._newest():
            try:
                await self._join(message)
                await self._play(message)
                await self._come_back(message)
            except (SetupError, BackendError, KeyError) as error:
                _log.debug("the house came too late: %s", error)

    def _newest(self) -> list[Seen]:
        """The newest messages with buttons of each channel that the house can see."""
        world = self._actors.world
        found: list[Seen] = []
        for channel in list(world.backend.channels.values()):
            if channel.guild_id is not None:
                seen = self._actors.messages(channel.id, self._name)
                found.extend([message for message in seen if message.buttons][-MESSAGES_LOOKED_AT:])
        return found

    async def _join(self, message: Seen) -> None:
        """Take a seat once a table; a form is sent off with what it proposes."""
        for control in message.buttons:
            if JOIN.fullmatch(control.custom_id) is None or control.disabled:
                continue
            if control.custom_id in self._joined:
                continue
            self._joined.add(control.custom_id)
            await asyncio.sleep(self._thinking_seconds)
            answer = await self._actors.click(self._name, message, control.custom_id)
            if answer.modal is not None:
                await self._actors.submit(self._name, answer)

    async def _play(self, message: Seen) -> None:
        if not self._is_to_act(message.text):
            return
        offered = {
            match.group(4): control.custom_id
            for control in reversed(message.buttons)  # of several amounts the least
            if (match := PLAY.fullmatch(control.custom_id)) and not control.disabled
        }
        chosen = next((offered[verb] for verb in VERBS if verb in offered), None)
        if chosen is None or chosen in self._pressed:
            return
        self._pressed.add(chosen)
        await asyncio.sleep(self._thinking_seconds)
        with contextlib.suppress(KeyError):
            answer = await self._actors.click(self._name, message, chosen)
            if not answer.acknowledged:
                self._pressed.discard(chosen)  # the bot was down: once more when it is back

    async def _come_back(self, message: Seen) -> None:
        """Between two hands: who sits out comes back, who is short brings what the form proposes."""
        deal = next((c for c in message.buttons if DEAL.fullmatch(c.custom_id)), None)
        if deal is None or deal.custom_id in self._pressed or not self._is_left_out(message.text):
            return
        self._pressed.add(deal.custom_id)
        table = deal.custom_id.split(":")[1]
        panel = await self._actors.click(self._name, message, f"t:{table}:more")
        for shown in panel.private:
            offered = {control.custom_id for control in shown.buttons}
            wanted = next((w for w in (f"t:{table}:back", f"t:{table}:top_up") if w in offered), None)
            if wanted is not None:
                answer = await self._actors.click(self._name, shown, wanted)
                if answer.modal is not None:
                    await self._actors.submit(self._name, answer)

    def _is_left_out(self, text: str) -> bool:
        """Whether the line of the house's seat ends in words instead of its stack."""
        begins = re.compile(rf"\W*(?:\d+ |D\W )?\W*{re.escape(self._name)}\W* · ")
        seat = next((line for line in text.splitlines() if begins.match(line)), "")
        return bool(seat) and not seat.rpartition(" · ")[2].strip().isdecimal()

    def _is_named(self, text: str) -> bool:
        return re.search(rf"\b{re.escape(self._name)}\b", text) is not None

    def _is_to_act(self, text: str) -> bool:
        return any(line.lstrip().startswith("▶") and self._is_named(line) for line in text.splitlines())
