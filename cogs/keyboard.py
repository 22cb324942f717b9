"""Playing by keyboard: the same as the buttons of a table's message, by slash commands."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str
from discord.ext import commands

from bot.answers import Press, answer
from bot.buttons import Play
from bot.locale import Text, say
from bot.show.hidden import hidden_text
from bot.show.refusals import priced_text
from bot.show.scene import Phase
from bot.show.words import choice_label, choice_verbs, clipped
from bot.tables.people import Refusal
from cogs.options import TABLE, Chips, TableNumber
from cogs.play import PlayCog
from engine.game import Choice as EngineChoice
from engine.game import Seat, View


class KeyboardCog(commands.Cog, name="keyboard"):
    """/bet, /raise, /call, /check, /fold, /act and /cards"""

    def __init__(self, play: PlayCog) -> None:
        self._play = play

    @app_commands.command(description=locale_str("Bet at the table of this channel"))
    @app_commands.describe(
        chips=locale_str("How many chips; without it the least that is possible"),
        table=TABLE,
    )
    async def bet(
        self, interaction: Press, chips: Chips | None = None, table: TableNumber | None = None
    ) -> None:
        """/bet"""
        await self._by_command(interaction, ("bet", "pay", "play"), chips, table)

    @app_commands.command(name="raise", description=locale_str("Raise at the table of this channel"))
    @app_commands.describe(
        chips=locale_str("How many chips you put in; without it the least that is possible"),
        table=TABLE,
    )
    async def raise_(
        self, interaction: Press, chips: Chips | None = None, table: TableNumber | None = None
    ) -> None:
        """/raise"""
        await self._by_command(interaction, ("raise",), chips, table)

    @app_commands.command(description=locale_str("Call at the table of this channel"))
    @app_commands.describe(table=TABLE)
    async def call(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/call"""
        await self._by_command(interaction, ("call",), None, table)

    @app_commands.command(description=locale_str("Check at the table of this channel"))
    @app_commands.describe(table=TABLE)
    async def check(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/check"""
        await self._by_command(interaction, ("check",), None, table)

    @app_commands.command(description=locale_str("Fold your hand at the table of this channel"))
    @app_commands.describe(table=TABLE)
    async def fold(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/fold"""
        await self._by_command(interaction, ("fold", "pass", "pack"), None, table)

    @app_commands.command(description=locale_str("Do anything that the table offers you: see, look, open …"))
    @app_commands.describe(
        what=locale_str("What to do"),
        chips=locale_str("How many chips; without it the least that is possible"),
        player=locale_str("Whom, where it is about another player"),
        table=TABLE,
    )
    async def act(
        self,
        interaction: Press,
        what: Range[str, 1, 40],
        chips: Chips | None = None,
        player: discord.Member | None = None,
        table: TableNumber | None = None,
    ) -> None:
        """/act"""
        if what not in choice_verbs():
            raise Refusal(say("Choose one of the list that appears while you type."))
        await self._by_command(interaction, (what,), chips, table, player)

    @act.autocomplete("what")
    async def _suggest_what(self, interaction: Press, typed: str) -> list[Choice[str]]:
        """What this person may do now, with its price."""
        try:
            at = await self._play.here(interaction, None)
        except Refusal:
            return []
        view = at.table.scene().view
        choices = view.choices_of(at.seat) if view is not None else ()
        named = [(priced_text(one, None).to(at.person.locale), one.verb) for one in choices]
        return [
            Choice(name=clipped(label), value=verb) for label, verb in named if typed.lower() in label.lower()
        ]

    @app_commands.command(description=locale_str("Show your own cards, to you alone"))
    @app_commands.describe(table=TABLE)
    async def cards(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/cards"""
        at = await self._play.here(interaction, table)
        await answer(interaction, hidden_text(at.table.cards_of(at.person), at.person.locale))

    async def _by_command(
        self,
        interaction: Press,
        verbs: tuple[str, ...],
        chips: int | None,
        number: int | None,
        player: discord.Member | None = None,
    ) -> None:
        """An action by keyboard; of the verbs, that are one word in different games, the game's own."""
        at = await self._play.here(interaction, number)
        scene = at.table.scene()
        view = scene.view
        if scene.phase is not Phase.HAND or view is None or view.turn is None:
            raise Refusal(say("No hand is being played at table {number}.", number=scene.number))
        offered = next((c for c in view.choices_of(at.seat) if c.verb in verbs), None)
        verb, least = (offered.verb, offered.least) if offered else (verbs[0], 0)
        target = next((s.seat for s in scene.seats if player is not None and s.user_id == player.id), None)
        amount = least if chips is None else chips
        play = Play(at.table.id, scene.hand_id, view.turn.number, verb, amount, target)
        await at.table.act(at.person, play, interaction.id, None, source="command")
        done = self._play.seen_text(at) if verb == "see" else _done(offered, amount, view, at.seat)
        await answer(interaction, at.table.whisper_for(at.person) or done)


def _done(offered: EngineChoice | None, amount: int, view: View, seat: Seat) -> Text:
    """What was done, in the words of its button."""
    if offered is None:
        return say("Done.")
    return say("Done: {what}.", what=choice_label(offered, amount, view.seat(seat)))
