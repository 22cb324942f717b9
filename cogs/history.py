"""/hand: hands that are over, step by step, as lists, as files, and checked; and why a hand won."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str
from discord.ext import commands

from bot.answers import Press, answer_file, answer_with, redraw
from bot.cooldowns import LEAFING, PROOF, Limit
from bot.history import proving
from bot.history.archive import Archive, ListPage
from bot.history.openings import openings_of
from bot.history.paging import step_page
from bot.history.past import Past
from bot.history_items import Listing
from bot.locale import say
from bot.reporter import Reporter
from bot.show.history import ListedHand, list_title, list_view, step_view
from bot.show.names import plain_name, safe_name
from bot.show.trust import checked_view
from bot.show.why import why_view
from bot.show.words import clipped, game_name, joined
from bot.store.history import Wanted
from bot.tables.people import Person, Refusal
from cogs.channels import channel_of
from cogs.options import CHOICE_LENGTH_MOST, CHOICES_MOST, Number, TableNumber
from cogs.people import People
from cogs.taps import Taps

HAND_NUMBER_MOST = 10_000_000
HandNumber = Range[int, 1, HAND_NUMBER_MOST]

NUMBER = locale_str("The hand's number; without it the table's last one")
TABLE = locale_str("The table's number; without it the one of this channel")


class HistoryCog(
    commands.GroupCog,
    name="hand",
    group_description=locale_str("Hands that are over: look at them, take them away, check the deal"),
):
    """/hand; implements ``bot.history_items.HistoryPresses``."""

    def __init__(self, reporter: Reporter, people: People, archive: Archive) -> None:
        self._reporter, self._people, self._archive = reporter, people, archive
        self._taps = Taps()

    # ---- one hand

    @app_commands.command(description=locale_str("Step through a hand that is over, seeing what you may see"))
    @app_commands.describe(number=NUMBER, table=TABLE)
    async def show(
        self, interaction: Press, number: HandNumber | None = None, table: TableNumber | None = None
    ) -> None:
        """/hand show"""
        await self._show_first(interaction, number, table)

    async def show_last(self, interaction: Press, table_number: int) -> None:
        """The last hand of a table, for a press whose callback the reporter runs already."""
        await self._show_first(interaction, None, table_number)

    async def _show_first(self, interaction: Press, number: int | None, table: int | None) -> None:
        """A hand from its first step; of a void one what is left of it."""
        person, past = await self._found(interaction, number, table, LEAFING)
        page = step_page(past, past.stored.seat_of(person.user_id), None if past.row.state == "void" else 1)
        await answer_with(interaction, step_view(page, person.locale))

    @app_commands.command(description=locale_str("Take a hand away as a file, with the cards you may see"))
    @app_commands.describe(
        number=NUMBER,
        table=TABLE,
        names=locale_str("Write the players' names into it; else only their seats"),
    )
    async def export(
        self,
        interaction: Press,
        number: HandNumber | None = None,
        table: TableNumber | None = None,
        names: bool = False,
    ) -> None:
        """/hand export"""
        person, past = await self._found(interaction, number, table, PROOF)
        reader = past.stored.seat_of(person.user_id)
        made = proving.file_text(past, reader, names=names)
        name = proving.file_name(past)
        if reader is None:
            told = say(
                "This is the hand as everybody saw it. To read it: `python -m engine replay {file}`.",
                file=name,
            )
        else:
            told = say(
                "This is the hand as you saw it, your own cards included. "
                "To read it: `python -m engine replay {file} --seat {seat}`.",
                file=name,
                seat=reader,
            )
        await answer_file(interaction, told, _file(name, made))

    @app_commands.command(description=locale_str("Check that a hand was dealt as promised before it"))
    @app_commands.describe(number=NUMBER, table=TABLE)
    async def verify(
        self, interaction: Press, number: HandNumber | None = None, table: TableNumber | None = None
    ) -> None:
        """/hand verify"""
        person, past = await self._found(interaction, number, table, PROOF)
        checked, made = proving.check(past, past.stored.seat_of(person.user_id))
        await answer_with(interaction, checked_view(checked, person.locale))
        if made is not None:
            name = proving.file_name(past)
            told = say(
                "The proof. Anybody can check it without this bot: `python -m engine verify {file}`.",
                file=name,
            )
            await answer_file(interaction, told, _file(name, made))

    async def _found(
        self, interaction: Press, number: int | None, table: int | None, limit: Limit
    ) -> tuple[Person, Past]:
        person = await self._people.of(interaction, limit)
        past = await self._archive.find(person, channel_of(interaction), number, table)
        _check_may_see(interaction, person, past)
        return person, past

    # ---- lists

    @app_commands.command(
        name="list", description=locale_str("The last hands here, or those with the biggest pots")
    )
    @app_commands.describe(
        table=locale_str("The number of a table"),
        night=locale_str("The number of a night"),
        player=locale_str("Hands that this player was in"),
        biggest=locale_str("The biggest pots first"),
    )
    async def list_(
        self,
        interaction: Press,
        table: TableNumber | None = None,
        night: Number | None = None,
        player: Range[str, 1, CHOICE_LENGTH_MOST] | None = None,
        biggest: bool = False,
    ) -> None:
        """/hand list"""
        person = await self._people.of(interaction, LEAFING)
        wanted = await self._archive.wanted(person, table, night, player, biggest)
        page = await self._archive.page(person, wanted, 1)
        await answer_with(interaction, _drawn(page, person.locale))

    @list_.autocomplete("table")
    async def _tables(self, interaction: Press, typed: int | str) -> list[Choice[int]]:
        """The tables that were played at last."""
        person = await self._people.of(interaction)
        named = [
            (
                joined([say("table {number}", number=one.number), game_name(one.game)], person.locale),
                one.number,
            )
            for one, _count in await self._archive.tables(person)
        ]
        return _choices(named, str(typed))

    @list_.autocomplete("night")
    async def _nights(self, interaction: Press, typed: int | str) -> list[Choice[int]]:
        """The last nights."""
        person = await self._people.of(interaction)
        named = [
            (joined([say("night {number}", number=number), date, _plain(name)], person.locale), number)
            for number, date, name in await self._archive.nights(person)
        ]
        return _choices(named, str(typed))

    @list_.autocomplete("player")
    async def _players(self, interaction: Press, typed: str) -> list[Choice[str]]:
        """Everybody who was ever seen here."""
        person = await self._people.of(interaction)
        known = await self._archive.names(person)
        names = [(plain_name(name, CHOICE_LENGTH_MOST // 2), str(player_id)) for player_id, name in known]
        found = [(name, value) for name, value in names if typed.casefold() in name.casefold()]
        return [Choice(name=_short(name), value=value) for name, value in found[:CHOICES_MOST]]

    # ---- presses: each call answers its interaction

    async def step(self, interaction: Press, hand_id: int, step: int) -> None:
        """Another step in place of the one that stands there."""

        async def work() -> None:
            person, past = await self._pressed(interaction, hand_id)
            page = step_page(past, past.stored.seat_of(person.user_id), step)
            await _show(interaction, step_view(page, person.locale))

        await self._reporter.run(interaction, self._taps.once(interaction, work))

    async def why(self, interaction: Press, hand_id: int) -> None:
        """Why the opened hands rank as they do."""

        async def work() -> None:
            person, past = await self._pressed(interaction, hand_id)
            openings = openings_of(past, self._archive.games)
            if not openings:
                raise Refusal(past.missing or say("No hands were opened there, so nothing was compared."))
            scene = past.scene(past.view(len(past.steps), None))
            await answer_with(interaction, why_view(scene, openings, person.locale))

        await self._reporter.run(interaction, self._taps.once(interaction, work))

    async def turn_list(self, interaction: Press, listing: Listing) -> None:
        """Another page in place of the one that stands there."""

        async def work() -> None:
            person = await self._people.of(interaction, LEAFING)
            ids = (listing.table_id or None, listing.night_id or None, listing.player_id or None)
            page = await self._archive.page(person, Wanted(*ids, by_pot=listing.by_pot), listing.page)
            await _show(interaction, _drawn(page, person.locale))

        await self._reporter.run(interaction, self._taps.once(interaction, work))

    async def _pressed(self, interaction: Press, hand_id: int) -> tuple[Person, Past]:
        person = await self._people.of(interaction, LEAFING)
        past = await self._archive.open(person, hand_id)
        _check_may_see(interaction, person, past)
        return person, past


def _check_may_see(interaction: Press, person: Person, past: Past) -> None:
    """Refusal where the hand was played in a channel that this person cannot see, without him."""
    channel_id = past.stored.table.channel_id
    if past.stored.seat_of(person.user_id) is not None or channel_id == interaction.channel_id:
        return
    channel = interaction.guild.get_channel_or_thread(channel_id) if interaction.guild is not None else None
    if not (person.manager if channel is None else _sees(interaction, channel)):
        raise Refusal(say("That hand was played in a channel that you cannot see."))


def _sees(interaction: Press, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Of a private thread nobody knows here who is in it: only who manages threads sees all of them."""
    assert isinstance(interaction.user, discord.Member)
    try:
        granted = channel.permissions_for(interaction.user)
    except discord.ClientException:  # a thread whose channel is not known
        return False
    private = isinstance(channel, discord.Thread) and channel.is_private()
    return granted.view_channel and (granted.manage_threads or not private)


async def _show(interaction: Press, view: discord.ui.LayoutView) -> None:
    """In place of the private message that was pressed; beside any other, which others read."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await redraw(interaction, view)
    else:
        await answer_with(interaction, view)


def _drawn(page: ListPage, locale: str) -> discord.ui.LayoutView:
    wanted = page.wanted
    listing = Listing(
        wanted.by_pot, wanted.table_id or 0, wanted.night_id or 0, wanted.player_id or 0, page.page
    )
    name = safe_name(page.player_name) if page.player_name is not None else None
    title = list_title(by_pot=wanted.by_pot, table=page.table_number, night=page.night_number, player=name)
    hands = [
        ListedHand(
            row.table_number,
            row.number,
            row.game,
            row.over_at_ms // 1000,
            row.pot,
            row.cuts,
            row.state == "void",
        )
        for row in page.rows
    ]
    return list_view(hands, listing, locale, more=page.more, title=title)


def _choices(named: Sequence[tuple[str, int]], typed: str) -> list[Choice[int]]:
    found = [(name, number) for name, number in named if typed.casefold() in name.casefold()]
    return [Choice(name=_short(name), value=number) for name, number in found[:CHOICES_MOST]]


def _plain(name: str) -> str:
    return plain_name(name, CHOICE_LENGTH_MOST // 2) if name else ""


def _short(name: str) -> str:
    return clipped(name, CHOICE_LENGTH_MOST)


def _file(name: str, text: str) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), name)
