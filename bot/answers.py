"""Answers to interactions: the first one and those behind it, each exactly once.

Whatever answers an interaction marks it, so that nothing else gives a first answer while one is under way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.locale import Text, locale_of, say
from bot.show.words import clipped
from bot.tables.people import Refusal
from bot.tables.post import Sheet
from bot.tables.screen import Carrier

Press = discord.Interaction[Any]

ANSWER_SECONDS_MAX: Final = 3.0  # Discord's own limit
CONTENT_LENGTH_MOST: Final = 2000  # Discord
NOBODY: Final = discord.AllowedMentions.none()

# What is kept in an interaction's ``extras``.
CLAIMED: Final = "claimed"
ANSWERING: Final = "answering"
DEFERRING: Final = "deferring"
HANDED: Final = "handed"


def is_answered(interaction: Press) -> bool:
    """True where an answer was given or is under way here."""
    extras = interaction.extras
    return interaction.response.is_done() or bool(extras.get(ANSWERING)) or DEFERRING in extras


class Handed(Carrier):
    """A press in the hands of a table's screen, which answers it. ``answered`` is done when it has."""

    def __init__(self, interaction: Press) -> None:
        super().__init__(interaction)
        self.started = False
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def is_late(self) -> bool:
        """True where it was answered otherwise, or is about to be."""
        return is_answered(self._interaction)

    async def redraw(self, sheet: Sheet, standing: str | None) -> None:
        """Answer with the redrawn message; InteractionResponded where it is late.

        One that fails is not over yet: the screen gives it up.
        """
        if self.is_late:  # Discord would refuse it as it does a picture that has arrived
            raise discord.InteractionResponded(self._interaction)
        self.started = True
        await super().redraw(sheet, standing)
        self.over()

    async def acknowledge(self) -> None:
        """Answer empty, where no other answer was given or is under way."""
        self.started = True
        try:
            if not (DEFERRING in self._interaction.extras or self._interaction.response.is_done()):
                await super().acknowledge()
        finally:
            self.over()

    async def give_up(self, error: BaseException | None) -> None:
        """Answer empty where that can come in time."""
        try:
            await super().give_up(error)
        finally:
            self.over()

    def over(self) -> None:
        """It is answered, one way or another: what waited for that goes on."""
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
    """Answer with a form, which can only be the first answer.

    discord.py knows it only when Discord has said that it is shown; who fills it in may be quicker, and that
    word may be lost. So it is known before, until its time is over.
    """
    if not await _first(interaction):
        raise Refusal(say("That took too long. Please press once more."))
    form.opened_by = (interaction.user.id, interaction.guild_id)
    interaction._state.store_view(form)
    await interaction.response.send_modal(form)


async def acknowledge(interaction: Press) -> None:
    """Answer a press empty: nothing changes for the person."""
    if await _first(interaction):
        await interaction.response.defer()


async def _first(interaction: Press) -> bool:
    """True where the answer about to be given is the first; nothing else gives one from here on."""
    extras = interaction.extras
    deferring: asyncio.Task[None] | None = extras.get(DEFERRING)
    handed: Handed | None = extras.get(HANDED)
    if deferring is not None:
        await asyncio.wait({deferring})
    elif handed is not None:  # nothing may follow before the screen's own answer
        await asyncio.wait({handed.answered}, timeout=ANSWER_SECONDS_MAX)
    first = not (handed or extras.get(ANSWERING) or interaction.response.is_done())
    extras[ANSWERING] = True
    return first
