"""Playing: every button of a table's message, and the forms that they open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord.ext import commands

from bot.answers import Press, answer, answer_with, open_form
from bot.buttons import Play
from bot.cooldowns import PICTURE
from bot.locale import Text, say, say_many
from bot.reporter import Reporter, out_of_date
from bot.rules_items import Chapter
from bot.show.hidden import hidden_text
from bot.show.more import Standing, more_panel
from bot.show.offer import full_table_panel
from bot.show.scene import Phase
from bot.show.words import chips_text, verb_name
from bot.tables import dealing, hosting, practice, seating, turns
from bot.tables.people import Person, Refusal
from bot.tables.room import Room
from bot.tables.screen import Carrier
from bot.tables.table import Table
from bot.tables.waitlist import NoSeat
from cogs.channels import channel_of
from cogs.forms import Form, Sent, chips_typed
from cogs.people import People
from cogs.rulebook import show_rules
from cogs.taps import Taps
from engine.game import Seat


@dataclass(frozen=True, slots=True)
class At:
    """Somebody who pressed or typed something about a table."""

    press: Press
    person: Person
    table: Table

    @property
    def seat(self) -> Seat:
        """His seat, 0 where he has none."""
        return next((s.seat for s in self.table.scene().seats if s.user_id == self.person.user_id), 0)


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

    async def pick_game(self, interaction: Press, table_id: int, hand_id: int, place: int) -> None:
        """The dealer of the next hand picks its game."""

        async def work() -> None:
            at = await self._at(interaction, table_id)
            await self._carried(at, lambda t, person, it: dealing.pick(t, person, hand_id, place, it))

        await self._reporter.run(interaction, work())

    async def about_table(self, interaction: Press, table_id: int, what: str) -> None:
        """Join, leave, my cards, more, and what More… offers."""
        await self._reporter.run(interaction, self._about_table(interaction, table_id, what))

    async def _play(self, press: Press, play: Play) -> None:
        at = await self._at(press, play.table_id)
        with self._reporter.hand_over(press) as carrier:
            await at.table.act(at.person, play, press.id, carrier)
        if play.verb == "see":
            await answer(press, self.seen_text(at))
        await self._whisper(at)

    def seen_text(self, at: At) -> Text | str:
        """His own cards to who has just seen them, as under My cards."""
        try:
            return hidden_text(at.table.cards_of(at.person), at.person.locale)
        except Refusal as refused:  # the hand has gone on meanwhile
            return refused.text

    async def _ask_amount(self, press: Press, play: Play) -> None:
        at = await self._at(press, play.table_id)
        view, seat = at.table.scene().view, at.seat
        choice = next((c for c in view.choices_of(seat) if c.verb == play.verb), None) if view else None
        if view is None or choice is None or view.turn is None or view.turn.number != play.turn:
            raise Refusal(say("That is not possible now. The table's newest message shows whose turn it is."))
        least, most = choice.least, choice.most
        hint = say("From {least} to {most}.", least=least, most=most)
        if choice.step > 1:
            hint = say("From {least} to {most} in steps of {step}.", least=least, most=most, step=choice.step)

        async def sent(press: Press, written: str) -> None:
            amount = chips_typed(written, least, most)
            await self._play(press, replace(play, amount=amount))

        form = Form(
            self._reporter,
            sent,
            locale=at.person.locale,
            title=verb_name(play.verb),
            label=say("How many chips?"),
            hint=hint,
            value=str(least),
        )
        await open_form(press, form)

    async def _about_hand(self, press: Press, table_id: int, hand_id: int, what: str) -> None:
        at = await self._at(press, table_id)
        match what:
            case "cut":
                await self._ask_word(at, hand_id)
            case "deal":
                await self._carried(at, lambda table, person, it: dealing.deal(table, person, hand_id, it))
            case "extend":
                await self._carried(at, lambda table, person, it: turns.extend(table, person, hand_id, it))
            case "reveal":
                await self._carried(at, lambda table, person, it: turns.reveal(table, person, hand_id, it))
            case _:
                raise Refusal(out_of_date())

    async def _about_table(self, press: Press, table_id: int, what: str) -> None:
        at = await self._at(press, table_id)
        match what:
            case "cards":
                await answer(press, hidden_text(at.table.cards_of(at.person), at.person.locale))
            case "more":
                await answer_with(press, self._more(at))
            case "join":
                await self.ask_buy_in(at)
            case "top_up":
                await self.ask_top_up(at)
            case "rules":
                chapter = Chapter(at.table.state.terms.game, table_id)
                await show_rules(press, self._room, at.person, chapter)
            case "history":
                await press.client.history_presses.show_last(press, at.table.state.number)
            case "show":
                await self.show_below(at)
            case _ if what in _WISHES:
                await self._told(at, _WISHES[what])
            case _:
                raise Refusal(out_of_date())

    # ---- forms

    async def ask_buy_in(self, at: At) -> None:
        """Open the form behind Join."""
        try:
            least, begun, most, wallet = await seating.buy_in_range(at.table, at.person)
        except NoSeat as refused:
            await offer_waiting(at, refused)
            return

        async def sent(press: Press, written: str) -> None:
            chips = chips_typed(written, least, most)
            key = str(press.id)
            await self._told(replace(at, press=press), lambda t, p, it: sit_down(t, p, chips, key, it))

        form = self._chips_form(sent, at, say("Sit down"), (least, begun, most), wallet)
        await open_form(at.press, form)

    async def ask_top_up(self, at: At) -> None:
        """Open the form for more chips."""
        least, most, wallet = await seating.top_up_range(at.table, at.person)

        async def sent(press: Press, written: str) -> None:
            chips = chips_typed(written, least, most)
            key = str(press.id)
            await self._told(replace(at, press=press), lambda t, p, it: seating.top_up(t, p, chips, key, it))

        form = self._chips_form(sent, at, say("Top up"), (least, most, most), wallet)
        await open_form(at.press, form)

    def _chips_form(
        self,
        sent: Sent,
        at: At,
        title: Text,
        offered: tuple[int, int, int],
        wallet: int,
    ) -> Form:
        least, begun, most = offered
        hint = say(
            "From {least} to {most}. Your wallet holds {wallet}.", least=least, most=most, wallet=wallet
        )
        if at.table.state.terms.practice is not None:
            hint = say("From {least} to {most}. Practice chips are free.", least=least, most=most)
        label = say("How many chips?")
        return Form(
            self._reporter,
            sent,
            locale=at.person.locale,
            title=title,
            label=label,
            hint=hint,
            value=str(begun),
        )

    async def _ask_word(self, at: At, hand_id: int) -> None:
        seating.check_cut(at.table, at.person, hand_id)

        async def sent(press: Press, written: str) -> None:
            await self._told(
                replace(at, press=press), lambda t, p, it: seating.cut(t, p, hand_id, written, it)
            )

        form = Form(
            self._reporter,
            sent,
            locale=at.person.locale,
            title=say("Cut the cards"),
            label=say("A word of yours for the shuffle"),
            hint=say("Any word. It changes the deck, so that nobody else can choose it."),
            length_most=seating.WORD_LENGTH_MAX,
        )
        await open_form(at.press, form)

    async def show_below(self, at: At) -> None:
        """Post the table's message anew."""
        self._people.spend(PICTURE, at.person)
        await at.table.post_anew()
        await answer(at.press, say("The table stands at the end of the channel now."))

    # ---- what the calls share

    async def here(self, press: Press, number: int | None) -> At:
        """The table that a command in this channel means."""
        person = await self._people.of(press)
        return At(press, person, self._room.here(person, channel_of(press), number))

    async def _at(self, press: Press, table_id: int) -> At:
        person = await self._people.of(press)
        table = self._room.table(table_id)
        if table.state.server_id != person.server_id:
            raise Refusal(say("That table is not of this server."))
        table.notice(person)
        return At(press, person, table)

    async def _carried(self, at: At, act: Callable[[Table, Person, Carrier], Awaitable[object]]) -> None:
        """Something that the table's message shows: its redrawing is the answer."""

        async def work() -> None:
            with self._reporter.hand_over(at.press) as carrier:
                await act(at.table, at.person, carrier)
            await self._whisper(at)

        await self._taps.once(at.press, work)

    async def _told(self, at: At, act: Callable[[Table, Person, Carrier | None], Awaitable[Text]]) -> None:
        """The same with a private text: behind the redrawing, or alone where no table message was pressed."""
        message = at.press.message
        if message is None or message.flags.ephemeral:
            await answer(at.press, await act(at.table, at.person, None))
            return

        async def work() -> None:
            with self._reporter.hand_over(at.press) as carrier:
                text = await act(at.table, at.person, carrier)
            await answer(at.press, text)
            await self._whisper(at)

        await self._taps.once(at.press, work)

    async def _whisper(self, at: At) -> None:
        """Tell the person what he must know beside the answer, once: that his messages do not arrive."""
        text = at.table.whisper_for(at.person)
        if text is not None:
            await answer(at.press, text)

    def _more(self, at: At) -> discord.ui.LayoutView:
        scene = at.table.scene()
        state = next((one.state for one in scene.seats if one.user_id == at.person.user_id), "")
        if not state and any(one.user_id == at.person.user_id for one in at.table.state.waiting):
            state = "waiting"
        practice_of, count = scene.terms.practice, len(practice.house_players(at.table))
        leads, paused = _leads(at.table, at.person), scene.phase is Phase.PAUSED
        standing = Standing(state, leads, paused, practice_of, count)
        return more_panel(at.table.id, scene.number, standing, at.person.locale)


async def offer_waiting(at: At, refused: NoSeat) -> None:
    """Say why there is no seat now, and offer the list."""
    panel = full_table_panel(at.table.id, refused.text, waits=refused.waits, locale=at.person.locale)
    await answer_with(at.press, panel)


async def sit_down(table: Table, person: Person, chips: int, key: str, carrier: Carrier | None) -> Text:
    """Join, and what the person is told of it."""
    sitting = await seating.join(table, person, chips, key, carrier)
    seated = say("You sit at seat {seat} with {chips}.", seat=sitting.seat, chips=chips_text(chips))
    if table.state.terms.practice is not None:
        seated = say_many(
            "You sit at seat {seat} with {count} practice chip.",
            "You sit at seat {seat} with {count} practice chips.",
            chips,
            seat=sitting.seat,
        )
    no_messages = await table.greet(person)
    return say("{first} {second}", first=seated, second=no_messages) if no_messages else seated


_WISHES: Final[dict[str, Callable[[Table, Person, Carrier | None], Awaitable[Text]]]] = {
    "leave": seating.leave,
    "sit_out": seating.sit_out,
    "back": seating.back,
    "close": hosting.close,
    "pause": hosting.pause,
    "resume": hosting.resume,
    "wait": seating.wait_for_seat,
    "unwait": seating.stop_waiting,
    "add_house": practice.add,
    "remove_house": practice.remove,
    "hurry": practice.hurry,
    "take_time": practice.take_time,
}


def _leads(table: Table, person: Person) -> bool:
    try:
        hosting.check_may(table, person)
    except Refusal:
        return False
    return True
