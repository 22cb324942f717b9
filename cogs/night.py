"""/night: the weekly game, and the buttons of its messages."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str
from discord.ext import commands

from bot.answers import Press, acknowledge, answer, answer_with, redraw, think_aloud
from bot.cooldowns import OPENING, PICTURE
from bot.locale import Text, say
from bot.nights import answering, dates, planning, schedule
from bot.nights.dates import Coming
from bot.nights.keeper import Nights
from bot.nights.planning import Plan, planned_text
from bot.reporter import Reporter
from bot.show.night import ListedNight, announcement, answered_text, list_text
from bot.standings.messages import Messages
from bot.store import Tx, nights, players
from bot.store.nights import NightRow
from bot.tables.guests import ANSWERS, of_role
from bot.tables.people import Person, Refusal
from cogs import night_inputs as inputs
from cogs.channels import channel_of, check_channel, check_channel_for
from cogs.opening import rules_choices
from cogs.options import RULES, STAKE, TABLE_CHOICES, Chips, Number, RulesName, Stake, TableNumber
from cogs.people import People
from cogs.play import At, PlayCog
from cogs.taps import Taps

NAME_LENGTH_MOST: Final = 40
LISTED_MOST: Final = 12
DATE = locale_str("Which date; choose from the list")
TypedTime = Range[str, 1, 12]
TypedDay = Range[str, 1, 12]
TypedDate = Range[str, 1, 40]
Channel = discord.TextChannel | discord.VoiceChannel | discord.Thread


class NightCog(
    commands.GroupCog,
    name="night",
    group_description=locale_str("The weekly game: dates, answers, begin and end"),
):
    """/night; implements ``bot.night_items.NightPresses``."""

    def __init__(
        self, reporter: Reporter, keeper: Nights, people: People, play: PlayCog, messages: Messages
    ) -> None:
        self._reporter, self._keeper = reporter, keeper
        self._people, self._play, self._messages = people, play, messages
        self._taps = Taps()

    # ---- presses

    async def night_answer(self, interaction: Press, night_id: int, answer: str, *, announced: bool) -> None:
        """I'm in, Maybe or Can't."""
        work = self._taps.once(interaction, lambda: self._answer(interaction, night_id, answer, announced))
        await self._reporter.run(interaction, work)

    async def night_join(self, interaction: Press, night_id: int) -> None:
        """Sit down at a table of the night."""
        await self._reporter.run(interaction, self._join(interaction, night_id))

    async def _answer(self, press: Press, night_id: int, said: str, announced: bool) -> None:
        person = await self._people.of(press)
        scene = await answering.answer(self._keeper, person, night_id, said)
        board = self._keeper.board
        if not announced:
            board.changed(night_id)
            await answer(press, answered_text(said, scene.planned_s))
        elif board.take_press(night_id):
            try:
                await redraw(press, announcement(scene, self._keeper.desk.locale(person.server_id)))
            except discord.HTTPException:
                board.changed(night_id)
                raise
        else:
            await acknowledge(press)

    async def _join(self, press: Press, night_id: int) -> None:
        person = await self._people.of(press)
        table = await answering.table_to_join(self._keeper, person, night_id)
        await self._play.ask_buy_in(At(press, person, table))

    # ---- commands

    @app_commands.command(description=locale_str("Schedule a game night, weekly or once (managers)"))
    @app_commands.describe(
        time=locale_str("When it begins, like 20:00"),
        day=locale_str("On which weekday"),
        first=locale_str("The first date, like 2026-11-06; without it the next such weekday"),
        every=locale_str("Every how many weeks; 0 for once"),
        channel=locale_str("Where; without it in this channel"),
        zone=locale_str("The time zone; asked once, then the server's"),
        name=locale_str("What the night is called"),
        game=locale_str("Which game"),
        stake=STAKE,
        like=locale_str("The number of a table of this server that it shall be like"),
        rules=RULES,
        buy_in_least=locale_str("The least buy-in"),
        buy_in_most=locale_str("The greatest buy-in"),
        role=locale_str("Only members with this role may sit"),
        only_answers=locale_str("Only who answers I'm in or Maybe may sit"),
        announce_days=locale_str("How many days before it is announced"),
        remind_minutes=locale_str("How many minutes before people are reminded; 0 for never"),
        end_minutes=locale_str("It ends when so many minutes nobody has played"),
        hints=locale_str("Players may ask for their chance to win"),
    )
    @app_commands.choices(day=inputs.DAYS)
    @app_commands.choices(game=TABLE_CHOICES)
    async def schedule(
        self,
        interaction: Press,
        time: TypedTime,
        day: str | None = None,
        first: TypedDay | None = None,
        every: Range[int, 0, 52] = 1,
        channel: Channel | None = None,
        zone: Range[str, 1, 64] | None = None,
        name: Range[str, 1, NAME_LENGTH_MOST] | None = None,
        game: str | None = None,
        stake: Stake | None = None,
        like: TableNumber | None = None,
        rules: RulesName | None = None,
        buy_in_least: Chips | None = None,
        buy_in_most: Chips | None = None,
        role: discord.Role | None = None,
        only_answers: bool = False,
        announce_days: Range[int, 0, 28] = 3,
        remind_minutes: Range[int, 0, 10080] = 60,
        end_minutes: Range[int, 10, 1440] = planning.QUIET_MINUTES,
        hints: bool = False,
    ) -> None:
        """/night schedule"""
        person = await self._people.manager(interaction)
        terms = await inputs.terms_of(
            self._keeper, person, game, stake, like, rules, least=buy_in_least, most=buy_in_most
        )
        guests = ANSWERS if only_answers else of_role(role.id) if role is not None else terms.guests
        plan = Plan(
            name=name or "",
            channel_id=channel_of(interaction) if channel is None else channel.id,
            weekday=None if day is None else int(day),
            local_minute=inputs.minute_of(time),
            zone=await inputs.zone_for(self._keeper, person, zone),
            every_weeks=every,
            first=None if first is None else inputs.day_of(first, person.locale),
            announce_minutes=announce_days * schedule.DAY_MINUTES,
            remind_minutes=remind_minutes,
            quiet_minutes=end_minutes,
            terms=replace(terms, guests=guests, hints=hints),
        )
        await (check_channel(interaction) if channel is None else check_channel_for(interaction, channel))
        await answer(interaction, await self._planned(person, plan))

    async def _planned(self, person: Person, plan: Plan) -> Text:
        desk = self._keeper.desk
        begins = await planning.plan_night(self._keeper, person, plan)
        announced = begins - timedelta(minutes=plan.announce_minutes)
        where = {"time": planned_text(begins), "channel": plan.channel_id}
        if announced <= desk.clock.now():
            text = say("Scheduled: {time} in <#{channel}>. It is announced there now.", **where)
        else:
            text = say(
                "Scheduled: {time} in <#{channel}>. It is announced there <t:{announced}:R>.",
                **where,
                announced=int(announced.timestamp()),
            )
        if desk.post.may_create_events(person.server_id):
            return text
        return say(
            "{scheduled}\nI may not make events of Discord here, so there will be none: that takes the "
            "permission Create Events. Everything else works without.",
            scheduled=text,
        )

    @schedule.autocomplete("zone")
    async def _zones(self, interaction: Press, typed: str) -> list[Choice[str]]:
        return await inputs.zone_choices(interaction, typed)

    @app_commands.command(description=locale_str("What a night came to: who won, its hands, how it moved"))
    @app_commands.describe(
        number=locale_str("The number of the night"), share=locale_str("Show it to everybody in this channel")
    )
    async def show(self, interaction: Press, number: Number, share: bool = False) -> None:
        """/night show"""
        person = await self._people.of(interaction, PICTURE)
        night_id = await self._messages.book.night_id(person.server_id, number)
        locale = person.locale
        if share:
            await think_aloud(interaction)
            locale = self._people.server_locale(person.server_id)
        made = await self._messages.summary(night_id, locale)
        await answer_with(interaction, made.view, made.files, private=not share)

    @app_commands.command(name="list", description=locale_str("The game nights that come"))
    async def list_(self, interaction: Press) -> None:
        """/night list"""
        person = await self._people.of(interaction)
        now = self._keeper.desk.clock.now()

        async def job(tx: Tx) -> list[ListedNight]:
            begun = [row for row in await nights.going_on(tx, person.server_id) if row.number is not None]
            found = await dates.coming(tx, person.server_id, now)
            return [_running(row) for row in begun] + [_listed(one) for one in found[:LISTED_MOST]]

        await answer(interaction, list_text(await self._keeper.desk.store.read(job)))

    @app_commands.command(description=locale_str("Leave out one date of a weekly game (host, managers)"))
    @app_commands.describe(date=DATE)
    async def skip(self, interaction: Press, date: TypedDate) -> None:
        """/night skip"""
        person = await self._people.of(interaction)
        one = await planning.cancel(self._keeper, person, date, tell=False)
        await answer(interaction, say("Left out: {time}.", time=planned_text(one.planned)))

    @app_commands.command(description=locale_str("Cancel one date and tell who comes (host, managers)"))
    @app_commands.describe(date=DATE, later_too=locale_str("All later dates of this weekly game too"))
    async def cancel(self, interaction: Press, date: TypedDate, later_too: bool = False) -> None:
        """/night cancel"""
        person = await self._people.of(interaction)
        one = await planning.cancel(self._keeper, person, date, tell=True, later_too=later_too)
        text = say("Cancelled: {time}.", time=planned_text(one.planned))
        if later_too:
            text = say("{cancelled} No later date of it comes either.", cancelled=text)
        await answer(interaction, text)

    @app_commands.command(description=locale_str("Move one date to another day or time (host, managers)"))
    @app_commands.describe(
        date=DATE,
        day=locale_str("The new date, like 2026-11-06; without it the same day"),
        time=locale_str("The new time, like 21:00; without it the same time"),
    )
    async def move(
        self, interaction: Press, date: TypedDate, day: TypedDay | None = None, time: TypedTime | None = None
    ) -> None:
        """/night move"""
        person = await self._people.of(interaction)
        if day is None and time is None:
            raise Refusal(say("Say where to: a day, a time, or both."))
        new_day = None if day is None else inputs.day_of(day, person.locale)
        minute = None if time is None else inputs.minute_of(time)
        one, begins = await planning.move(self._keeper, person, date, new_day, minute)
        text = say("Moved from {old} to {new}.", old=planned_text(one.planned), new=planned_text(begins))
        await answer(interaction, text)

    @app_commands.command(description=locale_str("Begin a night now, or open another table of it"))
    @app_commands.describe(
        date=locale_str("Which date to begin now; without it a night of its own"),
        game=locale_str("Which game"),
        stake=STAKE,
        like=locale_str("The number of a table of this server that it shall be like"),
        rules=RULES,
        hints=locale_str("Players may ask for their chance to win"),
    )
    @app_commands.choices(game=TABLE_CHOICES)
    async def start(
        self,
        interaction: Press,
        date: TypedDate | None = None,
        game: str | None = None,
        stake: Stake | None = None,
        like: TableNumber | None = None,
        rules: RulesName | None = None,
        hints: bool = False,
    ) -> None:
        """/night start"""
        person = await self._people.of(interaction, OPENING)
        await check_channel(interaction)
        terms = await inputs.terms_of(self._keeper, person, game, stake, like, rules)
        channel_id = channel_of(interaction)
        terms = replace(terms, hints=hints)
        table, row = await planning.start(self._keeper, person, channel_id, date, terms)
        text = say(
            "Table {number} of the game night is open in <#{channel}>.",
            number=table.state.number,
            channel=row.channel_id,
        )
        await answer(interaction, text)

    @app_commands.command(description=locale_str("End the night; tables close after their hand"))
    async def end(self, interaction: Press) -> None:
        """/night end"""
        person = await self._people.of(interaction)
        await planning.end(self._keeper, person, channel_of(interaction))
        await answer(interaction, say("The night ends: every table closes when its hand is over."))

    @schedule.autocomplete("rules")
    @start.autocomplete("rules")
    async def _rules(self, interaction: Press, typed: str) -> list[Choice[str]]:
        return await rules_choices(self._keeper.desk.store, interaction, typed)

    @skip.autocomplete("date")
    @cancel.autocomplete("date")
    @move.autocomplete("date")
    @start.autocomplete("date")
    async def _dates(self, interaction: Press, typed: str) -> list[Choice[str]]:
        return await inputs.date_choices(self._keeper, interaction, typed)

    @app_commands.command(description=locale_str("How you are reminded of game nights"))
    @app_commands.describe(by_dm=locale_str("By direct message instead of a mention in the channel"))
    async def remind(self, interaction: Press, by_dm: bool) -> None:
        """/night remind"""
        person = await self._people.of(interaction)

        async def job(tx: Tx) -> None:
            row = await players.seen(tx, person.server_id, person.user_id, person.name, person.locale)
            await nights.set_remind_by_dm(tx, row.player_id, by_dm=by_dm)

        await self._keeper.desk.store.write(job)
        said = (
            say("You are reminded by direct message.")
            if by_dm
            else say("You are reminded by a mention in the channel.")
        )
        await answer(interaction, said)


def _running(row: NightRow) -> ListedNight:
    return ListedNight(row.name, row.planned_at_ms // 1000, row.channel_id, row.state, 0, "", "")


def _listed(one: Coming) -> ListedNight:
    state = one.row.state if one.row is not None else nights.PLANNED
    planned_s = int(one.planned.timestamp())
    if one.series is None:
        return ListedNight(one.name, planned_s, one.channel_id, state, 0, "", "")
    series = one.series
    at = schedule.minute_text(series.local_minute)
    return ListedNight(one.name, planned_s, one.channel_id, state, series.every_weeks, series.zone, at)
