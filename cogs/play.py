"""Playing: every button of a table's message, and the same by slash commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str
from discord.ext import commands

from bot.buttons import Play
from bot.locale import Text, say
from bot.reporter import Press, Reporter, answer, answer_with, open_form
from bot.show.hidden import hidden_text
from bot.show.more import Standing, more_panel
from bot.show.scene import Phase
from bot.show.words import verb_name
from bot.tables import dealing, hosting, seating
from bot.tables.people import Person, Refusal
from bot.tables.room import Room
from bot.tables.screen import Carrier
from bot.tables.table import Table
from cogs.channels import channel_of
from cogs.forms import Form, chips_typed
from cogs.help import tell_rules
from cogs.people import People
from cogs.taps import Taps

CHIPS_MOST: Final = 1_000_000_000
WORD_LENGTH_MOST: Final = 32

Chips = Range[int, 1, CHIPS_MOST]
TableNumber = Range[int, 1, 1_000_000]


class PlayCog(commands.Cog, name="play"):
    """Implements ``bot.buttons.Presses``."""

    def __init__(self, reporter: Reporter, room: Room, people: People) -> None:
        self._reporter, self._room, self._people = reporter, room, people
        self._taps = Taps()

    # ---- presses: each call answers its interaction

    async def play(self, interaction: Press, play: Play) -> None:
        """An action of a hand."""
        await self._reporter.run(
            interaction, self._taps.once(interaction, lambda: self._play(interaction, play))
        )

    async def ask_amount(self, interaction: Press, table_id: int, hand_id: int, turn: int, verb: str) -> None:
        """Open the form for an amount."""
        await self._reporter.run(
            interaction, self._ask_amount(interaction, Play(table_id, hand_id, turn, verb, 0))
        )

    async def about_hand(self, interaction: Press, table_id: int, hand_id: int, what: str) -> None:
        """Deal, cut, extend or reveal."""
        work = self._about_hand(interaction, table_id, hand_id, what)
        await self._reporter.run(interaction, work)

    async def about_table(self, interaction: Press, table_id: int, what: str) -> None:
        """Join, leave, my cards, more, and what More… offers."""
        await self._reporter.run(interaction, self._about_table(interaction, table_id, what))

    async def _play(self, interaction: Press, play: Play) -> None:
        person, table = await self._at(interaction, play.table_id)
        with self._reporter.hand_over(interaction) as carrier:
            await table.act(person, play, interaction.id, carrier)
        await self._whisper(interaction, table, person)

    async def _ask_amount(self, interaction: Press, play: Play) -> None:
        person, table = await self._at(interaction, play.table_id)
        scene = table.scene()
        seat = next((one.seat for one in scene.seats if one.user_id == person.user_id), 0)
        view = scene.view
        choice = next((c for c in view.choices_of(seat) if c.verb == play.verb), None) if view else None
        if view is None or choice is None or view.turn is None or view.turn.number != play.turn:
            raise Refusal(say("That is not possible now. The table's newest message shows whose turn it is."))
        least, most = choice.least, choice.most

        async def sent(press: Press, written: str) -> None:
            amount = chips_typed(written, least, most)
            await self._play(press, Play(play.table_id, play.hand_id, play.turn, play.verb, amount))

        await open_form(
            interaction,
            Form(
                self._reporter,
                sent,
                locale=person.locale,
                title=verb_name(play.verb),
                label=say("How many chips?"),
                hint=say("From {least} to {most}.", least=least, most=most),
                value=str(least),
            ),
        )

    async def _about_hand(self, interaction: Press, table_id: int, hand_id: int, what: str) -> None:
        person, table = await self._at(interaction, table_id)
        match what:
            case "cut":
                await self._ask_word(interaction, table, person, hand_id)
            case "deal":
                await self._carried(interaction, lambda it: dealing.deal(table, person, hand_id, it))
            case "extend":
                await self._carried(interaction, lambda it: table.extend(person, hand_id, it))
            case "reveal":
                await self._carried(interaction, lambda it: table.reveal(person, hand_id, it))
            case _:
                raise Refusal(say("This button does nothing any more. Use the table's newest message."))

    async def _about_table(self, interaction: Press, table_id: int, what: str) -> None:
        person, table = await self._at(interaction, table_id)
        match what:
            case "cards":
                await answer(interaction, hidden_text(table.cards_of(person), person.locale))
            case "more":
                await answer_with(interaction, self._more(table, person))
            case "join":
                await self.ask_buy_in(interaction, table, person)
            case "top_up":
                await self.ask_top_up(interaction, table, person)
            case "rules":
                await tell_rules(interaction, table.state.terms.options)
            case "show":
                await self.show_below(interaction, table)
            case _ if what in _WISHES:
                await self._told(interaction, lambda it: _WISHES[what](table, person, it))
            case _:
                raise Refusal(say("This button does nothing any more. Use the table's newest message."))

    # ---- forms

    async def ask_buy_in(self, interaction: Press, table: Table, person: Person) -> None:
        """Open the form behind Join."""
        least, offered, most, wallet = await seating.buy_in_range(table, person)

        async def sent(press: Press, written: str) -> None:
            chips = chips_typed(written, least, most)
            await self._told(press, lambda it: sit_down(table, person, chips, str(press.id), it))

        form = self._chips_form(sent, person, say("Sit down"), (least, offered, most), wallet)
        await open_form(interaction, form)

    async def ask_top_up(self, interaction: Press, table: Table, person: Person) -> None:
        """Open the form for more chips."""
        least, most, wallet = await seating.top_up_range(table, person)

        async def sent(press: Press, written: str) -> None:
            chips = chips_typed(written, least, most)
            await self._told(press, lambda it: seating.top_up(table, person, chips, str(press.id), it))

        form = self._chips_form(sent, person, say("Top up"), (least, most, most), wallet)
        await open_form(interaction, form)

    def _chips_form(
        self,
        sent: Callable[[Press, str], Awaitable[None]],
        person: Person,
        title: Text,
        offered: tuple[int, int, int],
        wallet: int,
    ) -> Form:
        least, begun, most = offered
        hint = say(
            "From {least} to {most}. Your wallet holds {wallet}.", least=least, most=most, wallet=wallet
        )
        label = say("How many chips?")
        return Form(
            self._reporter, sent, locale=person.locale, title=title, label=label, hint=hint, value=str(begun)
        )

    async def _ask_word(self, interaction: Press, table: Table, person: Person, hand_id: int) -> None:
        async def sent(press: Press, written: str) -> None:
            await self._told(press, lambda it: seating.cut(table, person, hand_id, written, it))

        form = Form(
            self._reporter,
            sent,
            locale=person.locale,
            title=say("Cut the cards"),
            label=say("A word of yours for the shuffle"),
            hint=say("Any word. It changes the deck, so that nobody else can choose it."),
            length_most=WORD_LENGTH_MOST,
        )
        await open_form(interaction, form)

    async def show_below(self, interaction: Press, table: Table) -> None:
        """Post the table's message anew."""
        await table.post_anew()
        await answer(interaction, say("The table stands at the end of the channel now."))

    # ---- slash commands: the same by keyboard

    @app_commands.command(description=locale_str("Bet at the table of this channel"))
    @app_commands.describe(
        chips=locale_str("How many chips; without it the least that is possible"),
        table=locale_str("The table's number, where the channel has several"),
    )
    async def bet(
        self, interaction: Press, chips: Chips | None = None, table: TableNumber | None = None
    ) -> None:
        """/bet"""
        await self._by_command(interaction, ("bet", "pay", "play"), chips, table)

    @app_commands.command(name="raise", description=locale_str("Raise at the table of this channel"))
    @app_commands.describe(
        chips=locale_str("How many chips you put in; without it the least that is possible"),
        table=locale_str("The table's number, where the channel has several"),
    )
    async def raise_(
        self, interaction: Press, chips: Chips | None = None, table: TableNumber | None = None
    ) -> None:
        """/raise"""
        await self._by_command(interaction, ("raise",), chips, table)

    @app_commands.command(description=locale_str("Call at the table of this channel"))
    @app_commands.describe(table=locale_str("The table's number, where the channel has several"))
    async def call(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/call"""
        await self._by_command(interaction, ("call",), None, table)

    @app_commands.command(description=locale_str("Check at the table of this channel"))
    @app_commands.describe(table=locale_str("The table's number, where the channel has several"))
    async def check(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/check"""
        await self._by_command(interaction, ("check",), None, table)

    @app_commands.command(description=locale_str("Fold your hand at the table of this channel"))
    @app_commands.describe(table=locale_str("The table's number, where the channel has several"))
    async def fold(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/fold"""
        await self._by_command(interaction, ("fold", "pass", "pack"), None, table)

    @app_commands.command(description=locale_str("Show your own cards, to you alone"))
    @app_commands.describe(table=locale_str("The table's number, where the channel has several"))
    async def cards(self, interaction: Press, table: TableNumber | None = None) -> None:
        """/cards"""
        person = await self._people.of(interaction)
        here = self._room.here(person, channel_of(interaction), table)
        await answer(interaction, hidden_text(here.cards_of(person), person.locale))

    async def _by_command(
        self, interaction: Press, verbs: tuple[str, ...], chips: int | None, number: int | None
    ) -> None:
        """An action by keyboard; of the verbs, that are one word in different games, the game's own."""
        person = await self._people.of(interaction)
        table = self._room.here(person, channel_of(interaction), number)
        scene = table.scene()
        view = scene.view
        if scene.phase is not Phase.HAND or view is None or view.turn is None:
            raise Refusal(say("No hand is being played at table {number}.", number=scene.number))
        seat = next((one.seat for one in scene.seats if one.user_id == person.user_id), 0)
        offered = next((c for c in view.choices_of(seat) if c.verb in verbs), None)
        verb, least = (offered.verb, offered.least) if offered else (verbs[0], 0)
        play = Play(table.id, scene.hand_id, view.turn.number, verb, least if chips is None else chips)
        await table.act(person, play, interaction.id, None, source="command")
        await answer(interaction, table.whisper_for(person) or say("Done."))

    # ---- what the calls share

    async def _at(self, interaction: Press, table_id: int) -> tuple[Person, Table]:
        person = await self._people.of(interaction)
        table = self._room.table(table_id)
        if table.state.server_id != person.server_id:
            raise Refusal(say("That table is not of this server."))
        return person, table

    async def _carried(self, interaction: Press, act: Callable[[Carrier], Awaitable[object]]) -> None:
        """Something that the table's message shows: its redrawing is the answer."""

        async def work() -> None:
            with self._reporter.hand_over(interaction) as carrier:
                await act(carrier)

        await self._taps.once(interaction, work)

    async def _told(self, interaction: Press, act: Callable[[Carrier | None], Awaitable[Text]]) -> None:
        """The same with a private text: behind the redrawing, or alone where no table message was pressed."""
        message = interaction.message
        if message is None or message.flags.ephemeral:
            await answer(interaction, await act(None))
            return

        async def carried() -> None:
            with self._reporter.hand_over(interaction) as carrier:
                text = await act(carrier)
            await answer(interaction, text)

        await self._taps.once(interaction, carried)

    async def _whisper(self, interaction: Press, table: Table, person: Person) -> None:
        text = table.whisper_for(person)
        if text is not None:
            await answer(interaction, text)

    def _more(self, table: Table, person: Person) -> discord.ui.LayoutView:
        scene = table.scene()
        state = next((one.state for one in scene.seats if one.user_id == person.user_id), "")
        standing = Standing(
            state=state,
            leads=_leads(table, person),
            paused=scene.phase is Phase.PAUSED,
        )
        return more_panel(table.id, scene.number, standing, person.locale)


async def sit_down(table: Table, person: Person, chips: int, key: str, carrier: Carrier | None) -> Text:
    """Join, and what the person is told of it."""
    sitting = await seating.join(table, person, chips, key, carrier)
    seated = say("You sit at seat {seat} with {chips} chips.", seat=sitting.seat, chips=chips)
    no_messages = await table.greet(person)
    return say("{first} {second}", first=seated, second=no_messages) if no_messages else seated


_WISHES: Final[dict[str, Callable[[Table, Person, Carrier | None], Awaitable[Text]]]] = {
    "leave": seating.leave,
    "sit_out": seating.sit_out,
    "back": seating.back,
    "close": hosting.close,
    "pause": hosting.pause,
    "resume": hosting.resume,
}


def _leads(table: Table, person: Person) -> bool:
    try:
        hosting.check_may(table, person)
    except Refusal:
        return False
    return True
