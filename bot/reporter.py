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
import secrets
from collections.abc import Awaitable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

import discord
from discord import ui

from bot.clock import Clock, TimerHandle
from bot.locale import Text, locale_of, say
from bot.show.words import clipped
from bot.tables.people import Refusal
from bot.tables.post import REQUEST_FAILED, Sheet
from bot.tables.screen import Carrier

log = logging.getLogger(__name__)

Press = discord.Interaction[Any]

UNCLAIMED_SECONDS_MAX: Final = 1.5
WORK_SECONDS_MAX: Final = 2.0
CLOSE_SECONDS_MAX: Final = 1.0
ANSWER_SECONDS_MAX: Final = 3.0  # Discord's own limit
assert UNCLAIMED_SECONDS_MAX < WORK_SECONDS_MAX < ANSWER_SECONDS_MAX
CONTENT_LENGTH_MOST: Final = 2000  # Discord
CLAIMED_MOST: Final = 10_000  # so many interactions are remembered, to know one that comes again
QUIET_CODES: Final = (40060, 10062, 10015)  # answered already; too late; nothing was answered to speak behind
NOBODY: Final = discord.AllowedMentions.none()

# What the reporter keeps in an interaction's ``extras``.
_CLAIMED: Final = "claimed"
_ANSWERING: Final = "answering"
_DEFERRING: Final = "deferring"
_HANDED: Final = "handed"


class Handed(Carrier):
    """A press in the hands of a table's screen, which answers it. ``answered`` is done when it has."""

    def __init__(self, interaction: Press) -> None:
        super().__init__(interaction)
        self.started = False
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def redraw(self, sheet: Sheet, standing: str | None) -> None:
        """Answer with the redrawn message."""
        self.started = True
        try:
            await super().redraw(sheet, standing)
        finally:
            self._over()

    async def acknowledge(self) -> None:
        """Answer empty."""
        self.started = True
        try:
            await super().acknowledge()
        finally:
            self._over()

    def _over(self) -> None:
        if not self.answered.done():
            self.answered.set_result(None)


def locale_for(interaction: Press) -> str:
    """The catalogue that the person reads."""
    return locale_of(str(interaction.locale))


async def answer(interaction: Press, text: Text | str) -> None:
    """A private answer, which mentions nobody: the first one, or a further one behind it."""
    content = clipped(
        text.to(locale_for(interaction)) if isinstance(text, Text) else text, CONTENT_LENGTH_MOST
    )
    if await _first(interaction):
        await interaction.response.send_message(content, ephemeral=True, allowed_mentions=NOBODY)
    else:
        await interaction.followup.send(content, ephemeral=True, allowed_mentions=NOBODY)


async def answer_all(interaction: Press, text: Text, locale: str) -> None:
    """An answer that everybody in the channel reads; it mentions nobody and makes no sound."""
    content = clipped(text.to(locale), CONTENT_LENGTH_MOST)
    if await _first(interaction):
        await interaction.response.send_message(content, allowed_mentions=NOBODY, silent=True)
    else:
        await interaction.followup.send(content, allowed_mentions=NOBODY, silent=True)


async def answer_with(
    interaction: Press, view: ui.LayoutView, files: Sequence[discord.File] = (), *, private: bool = True
) -> None:
    """An answer with components and files, which mentions nobody and makes no sound."""
    sent: dict[str, Any] = {"view": view, "ephemeral": private, "allowed_mentions": NOBODY, "silent": True}
    if files:
        sent["files"] = list(files)
    if await _first(interaction):
        await interaction.response.send_message(**sent)
    else:
        await interaction.followup.send(**sent)


async def answer_file(interaction: Press, text: Text, file: discord.File) -> None:
    """A private answer with a file to take away."""
    content = clipped(text.to(locale_for(interaction)), CONTENT_LENGTH_MOST)
    if await _first(interaction):
        await interaction.response.send_message(content, file=file, ephemeral=True, allowed_mentions=NOBODY)
    else:
        await interaction.followup.send(content, file=file, ephemeral=True, allowed_mentions=NOBODY)


async def think_aloud(interaction: Press) -> None:
    """The answer will be for everybody and takes a while: from here on nothing is refused privately."""
    if await _first(interaction):
        await interaction.response.defer(thinking=True)


async def redraw(
    interaction: Press, view: ui.LayoutView, files: Sequence[discord.File] | None = None
) -> None:
    """Answer a press by changing its message; ``files`` take the place of those there, None leaves them."""
    sent: dict[str, Any] = {"view": view, "allowed_mentions": NOBODY}
    if files is not None:
        sent["attachments"] = list(files)
    if await _first(interaction):
        await interaction.response.edit_message(**sent)
    else:
        await interaction.edit_original_response(**sent)


class OwnForm(ui.Modal):
    """A form that takes nothing from anybody but who opened it, where he opened it."""

    opened_by: tuple[int, int | None] = (0, None)  # person and server

    async def interaction_check(self, interaction: Press) -> bool:
        """Whether it comes from there; else it is nobody's and ``Reporter.seen`` answers."""
        return self.opened_by == (interaction.user.id, interaction.guild_id)


async def open_form(interaction: Press, form: OwnForm) -> None:
    """Answer with a form, which can only be the first answer."""
    if not await _first(interaction):
        raise Refusal(say("That took too long. Please press once more."))
    form.opened_by = (interaction.user.id, interaction.guild_id)
    await interaction.response.send_modal(form)


async def acknowledge(interaction: Press) -> None:
    """Answer a press empty: nothing changes for the person."""
    if await _first(interaction):
        await interaction.response.defer()


async def _first(interaction: Press) -> bool:
    """True where the answer about to be given is the first; nothing else gives one from here on."""
    extras = interaction.extras
    deferring: asyncio.Task[None] | None = extras.get(_DEFERRING)
    handed: Handed | None = extras.get(_HANDED)
    if deferring is not None:
        await asyncio.wait({deferring})
    elif handed is not None:  # nothing may follow before the screen's own answer
        await asyncio.wait({handed.answered}, timeout=ANSWER_SECONDS_MAX)
    first = not (handed or extras.get(_ANSWERING) or interaction.response.is_done())
    extras[_ANSWERING] = True
    return first


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
        interaction.extras[_HANDED] = handed
        handed.answered.add_done_callback(lambda _: self._forget(interaction))
        try:
            yield handed
        except BaseException:
            if not handed.taken:
                del interaction.extras[_HANDED]
            raise

    def claim(self, interaction: Press) -> bool:
        """Somebody is at work on this interaction: it is deferred if that takes long.

        False where the gateway has brought it before, or the process ends: then nothing may be done.
        """
        if self._closed:
            return False
        again = interaction.id in self._claimed and not interaction.extras.get(_CLAIMED)
        interaction.extras[_CLAIMED] = True
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
        if not (self._closed or interaction.extras.get(_CLAIMED) or _is_answered(interaction)):
            self._later(interaction, UNCLAIMED_SECONDS_MAX, self._answer_unclaimed)

    async def finished(self, interaction: Press) -> None:
        """The work is done: there must be an answer by now."""
        if _HANDED in interaction.extras:
            return  # the timer goes on, in case the screen never begins
        self._forget(interaction)
        answered = interaction.response.is_done() and _DEFERRING not in interaction.extras
        if not (answered or interaction.extras.get(_ANSWERING)):
            log.error("callback gave no answer", extra={"fields": _fields(interaction)})
            await self._try(interaction, _done(interaction))

    async def failed(self, interaction: Press, error: BaseException) -> None:
        """The work ended with an error: tell the person what he may know."""
        self._forget(interaction)
        if isinstance(error, Refusal):
            await self._try(interaction, _refused(interaction, error.text))
            return
        if _is_quiet(error):
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
        handed: Handed | None = interaction.extras.get(_HANDED)
        if not _is_answered(interaction) and not (handed is not None and handed.started):
            deferring = self._spawn(self._try(interaction, _deferred(interaction)))
            interaction.extras[_DEFERRING] = deferring

    def _answer_unclaimed(self, interaction: Press) -> None:
        self._timers.pop(interaction.id, None)
        if interaction.extras.get(_CLAIMED) or _is_answered(interaction):
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


def _is_answered(interaction: Press) -> bool:
    """True where an answer was given or is under way here."""
    extras = interaction.extras
    return interaction.response.is_done() or bool(extras.get(_ANSWERING)) or _DEFERRING in extras


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


def _is_quiet(error: BaseException) -> bool:
    if isinstance(error, discord.InteractionResponded):
        return True
    return isinstance(error, discord.HTTPException) and error.code in QUIET_CODES


def _fields(interaction: Press) -> dict[str, object]:
    data: Any = interaction.data or {}
    return {
        "interaction": interaction.id,
        "kind": interaction.type.name,
        "what": data.get("custom_id") or data.get("name") or "",
        "server": interaction.guild_id,
        "channel": interaction.channel_id,
        "user": interaction.user.id,
    }
