"""Every interaction is answered exactly once and in time: all callbacks run inside this reporter.

    it was delivered a second time      nothing: the first delivery is at work
    nobody claimed it within 1.5 s      a private sentence: the button or form is of an older time
    claimed, still at work after 2 s    deferred, so that the answer may come later
    ``Refusal``                         its private text
    any other error                     logged under an error id, and a private sentence that names it

A press that is handed over to a table (``hand_over``) is answered by the table's screen.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

import discord

from bot.answers import (
    ANSWER_SECONDS_MAX,
    ANSWERING,
    CLAIMED,
    DEFERRING,
    HANDED,
    Handed,
    Press,
    acknowledge,
    answer,
    is_answered,
)
from bot.clock import Clock, TimerHandle
from bot.discord_codes import (
    ALREADY_ANSWERED,
    UNKNOWN_CHANNEL,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
)
from bot.locale import Text, say
from bot.tables.people import Refusal
from bot.tables.post import REQUEST_FAILED
from bot.tables.screen import Carrier

log = logging.getLogger(__name__)

UNCLAIMED_SECONDS_MAX: Final = 1.5
WORK_SECONDS_MAX: Final = 2.0
CLOSE_SECONDS_MAX: Final = 1.0
assert UNCLAIMED_SECONDS_MAX < WORK_SECONDS_MAX < ANSWER_SECONDS_MAX
CLAIMED_MOST: Final = 10_000  # so many interactions are remembered, to know one that comes again
_WRITTEN: Final = re.compile(r"(z:start:[0-9]+:).*", re.DOTALL)  # a season's name, which people write
# What an answer may end with where nothing is wrong here: it came twice or late, its place is gone.
QUIET_CODES: Final = (
    ALREADY_ANSWERED,
    UNKNOWN_INTERACTION,
    UNKNOWN_WEBHOOK,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)


class Reporter:
    """Watches over the interactions of one client."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timers: dict[int, TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._claimed: dict[int, None] = {}  # the ids of the newest interactions, oldest first
        self._closed = False

    async def run(self, interaction: Press, work: Coroutine[Any, Any, None]) -> None:
        """Do the work of one callback; whatever happens in it, the person gets one answer."""
        if not self.claim(interaction):
            work.close()
            return
        try:
            await work
        except Exception as error:  # noqa: BLE001 - the one place that must catch everything
            await self.failed(interaction, error)
        else:
            await self.finished(interaction)

    @contextmanager
    def hand_over(self, interaction: Press) -> Iterator[Carrier]:
        """Give the press to a table inside this block; one that it did not take is answered here."""
        handed = Handed(interaction)
        interaction.extras[HANDED] = handed
        handed.answered.add_done_callback(lambda _: self._forget(interaction))
        try:
            yield handed
        except BaseException:
            if not handed.taken:
                del interaction.extras[HANDED]
            raise

    def claim(self, interaction: Press) -> bool:
        """Somebody is at work on this interaction: it is deferred if that takes long.

        False where the gateway has brought it before, or the process ends: then nothing may be done.
        """
        if self._closed:
            return False
        again = interaction.id in self._claimed and not interaction.extras.get(CLAIMED)
        interaction.extras[CLAIMED] = True
        if again:
            log.info("interaction delivered again", extra={"fields": _fields(interaction)})
            return False
        self._claimed[interaction.id] = None
        if len(self._claimed) > CLAIMED_MOST:
            del self._claimed[next(iter(self._claimed))]
        if (task := asyncio.current_task()) is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if not _is_typing(interaction):  # what cannot be deferred
            self._later(interaction, WORK_SECONDS_MAX, self._defer)
        return True

    def seen(self, interaction: Press) -> None:
        """The gateway brought this interaction: it is answered here if nobody claims it."""
        if not (self._closed or interaction.extras.get(CLAIMED) or is_answered(interaction)):
            self._later(interaction, UNCLAIMED_SECONDS_MAX, self._answer_unclaimed)

    async def finished(self, interaction: Press) -> None:
        """The work is done: there must be an answer by now."""
        if HANDED in interaction.extras:
            return  # the timer goes on, in case the screen never begins
        self._forget(interaction)
        answered = interaction.response.is_done() and DEFERRING not in interaction.extras
        if not (answered or interaction.extras.get(ANSWERING)):
            log.error("callback gave no answer", extra={"fields": _fields(interaction)})
            await self._try(interaction, _done(interaction))

    async def failed(self, interaction: Press, error: BaseException) -> None:
        """The work ended with an error: tell the person what he may know."""
        if HANDED not in interaction.extras:  # else the screen answers first; where it is slow, the timer
            self._forget(interaction)
        if isinstance(error, Refusal):
            await self._try(interaction, _refused(interaction, error.text))
            return
        if _is_quiet(error) and _is_answering(interaction):
            log.info("answer not taken", extra={"fields": {**_fields(interaction), "why": str(error)}})
            return
        error_id = secrets.token_hex(4)
        fields = {**_fields(interaction), "error_id": error_id}
        log.error("callback failed", exc_info=error, extra={"fields": fields})
        await self._try(interaction, _refused(interaction, went_wrong(error_id)))

    async def close(self) -> None:
        """Stop every timer, and let the work that was begun and its answers end, within a moment."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if tasks := self._tasks - {asyncio.current_task()}:
            _, late = await asyncio.wait(tasks, timeout=CLOSE_SECONDS_MAX)
            for task in late:  # it waits for Discord: what it has stored stands
                task.cancel()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it beside everything else; ``close`` waits a moment for it."""
        self._spawn(work)

    # ---- timers

    def _later(self, interaction: Press, seconds: float, then: Any) -> None:
        self._forget(interaction)
        when = self._clock.now() + timedelta(seconds=seconds)
        self._timers[interaction.id] = self._clock.call_at(when, lambda: then(interaction))

    def _forget(self, interaction: Press) -> None:
        timer = self._timers.pop(interaction.id, None)
        if timer is not None:
            timer.cancel()

    def _spawn(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _defer(self, interaction: Press) -> None:
        self._timers.pop(interaction.id, None)
        handed: Handed | None = interaction.extras.get(HANDED)
        if not is_answered(interaction) and not (handed is not None and handed.started):
            deferring = self._spawn(self._try(interaction, _deferred(interaction)))
            interaction.extras[DEFERRING] = deferring
            if handed is not None:  # the screen leaves it alone from now on
                deferring.add_done_callback(lambda _: handed.over())

    def _answer_unclaimed(self, interaction: Press) -> None:
        self._timers.pop(interaction.id, None)
        if interaction.extras.get(CLAIMED) or is_answered(interaction):
            return
        log.info("interaction claimed by nobody", extra={"fields": _fields(interaction)})
        self._spawn(self._try(interaction, _refused(interaction, out_of_date())))

    # ---- answers that may themselves fail

    async def _try(self, interaction: Press, work: Awaitable[None]) -> None:
        try:
            await work
        except (discord.InteractionResponded, *REQUEST_FAILED) as error:
            level = logging.INFO if _is_quiet(error) else logging.WARNING
            fields = {**_fields(interaction), "why": str(error)}
            log.log(level, "answer not taken", extra={"fields": fields})


def went_wrong(error_id: str) -> Text:
    """What a person is told about a fault of the bot: only what is certainly true."""
    return say(
        "Something went wrong here (error {id}, it is in the log). What the table shows is what counts: "
        "look whether your wish is there, and if not, try it once more.",
        id=error_id,
    )


def out_of_date() -> Text:
    """What a person is told whose button, menu or form the bot knows no more."""
    return say(
        "This is from an earlier time and does nothing any more. "
        "Use the newest message of the table, or the command again."
    )


def old_command() -> Text:
    """What a person is told whose Discord shows a command as it was."""
    return say("This command has changed meanwhile. Restart Discord (Ctrl+R), then try again.")


async def _done(interaction: Press) -> None:
    """The answer of a callback that gave none."""
    if interaction.type is discord.InteractionType.component:
        await acknowledge(interaction)
    else:
        await answer(interaction, say("Done."))


async def _deferred(interaction: Press) -> None:
    if interaction.message is not None:  # a press, or the form that it opened: nothing is shown meanwhile
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _refused(interaction: Press, text: Text) -> None:
    """The private text; nothing is suggested to who is typing yet, who can be told nothing."""
    if _is_typing(interaction):
        await interaction.response.autocomplete([])
    else:
        await answer(interaction, text)


def _is_typing(interaction: Press) -> bool:
    return interaction.type is discord.InteractionType.autocomplete


def _is_answering(interaction: Press) -> bool:
    """Whether an error can be about the answer; one of another request leaves the person without any."""
    extras = interaction.extras
    return bool(extras.get(ANSWERING)) or interaction.response.is_done() or _is_typing(interaction)


def _is_quiet(error: BaseException) -> bool:
    if isinstance(error, discord.InteractionResponded):
        return True
    return isinstance(error, discord.HTTPException) and error.code in QUIET_CODES


def _fields(interaction: Press) -> dict[str, object]:
    data: Any = interaction.data or {}
    return {
        "interaction": interaction.id,
        "kind": interaction.type.name,
        "what": _WRITTEN.sub(r"\1", str(data.get("custom_id") or data.get("name") or "")),
        "server": interaction.guild_id,
        "channel": interaction.channel_id,
        "user": interaction.user.id,
    }
