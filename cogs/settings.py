"""A server's settings, for its managers: one private panel, or options of the command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str
from discord.ext import commands

from bot.answers import Press, answer_with, open_form, redraw
from bot.locale import LOCALES, Text, say
from bot.locale.translator import choice_name
from bot.nights.keeper import Nights
from bot.reporter import Reporter, out_of_date
from bot.show.settings import AS_DISCORD, LABELS, VALUES, SettingsScene, settings_panel
from bot.store import Store, Tx, servers
from bot.store.servers import ServerRow
from bot.tables.desk import Look
from bot.tables.people import Person, Refusal
from bot.tables.terms import CHIPS_MOST, LIMITS
from cogs.forms import CHIPS_LENGTH_MOST, Form, chips_typed
from cogs.night_inputs import zone_choices, zone_of
from cogs.people import People

RETURN_MINUTES_MOST: Final = 7 * 24 * 60
NUDGE_SECONDS_MOST: Final = LIMITS["nudge_seconds"][1]
ZONE_LENGTH_MOST: Final = 64
KEPT_DAYS_MOST: Final = 3650
NUMBERS_MOST: Final = {
    "starting_chips": CHIPS_MOST,
    "top_up_chips": CHIPS_MOST,
    "nudge_seconds": NUDGE_SECONDS_MOST,
    "return_stack_minutes": RETURN_MINUTES_MOST,
    "hands_kept_days": KEPT_DAYS_MOST,
}
PICTURE_CHOICES: Final = [
    Choice(name=choice_name(text), value=value) for value, text in VALUES["pictures"].items()
]

Change = Callable[[ServerRow], ServerRow]


class SettingsCog(commands.Cog, name="settings"):
    """/settings; implements ``bot.setting_items.SettingPresses``."""

    def __init__(self, reporter: Reporter, store: Store, people: People, keeper: Nights) -> None:
        self._reporter, self._store = reporter, store
        self._people, self._keeper = people, keeper

    @app_commands.command(description=locale_str("Show or change this server's settings (managers)"))
    @app_commands.describe(
        starting_chips=locale_str("What somebody new gets"),
        manager_role=locale_str("Who may manage tables and chips, beside those who may manage the server"),
        no_manager_role=locale_str("Only those who may manage the server"),
        return_minutes=locale_str("Who comes back to a table within brings at least what he left with"),
        zone=locale_str("The time zone of this server; type the nearest city"),
        top_up=locale_str("Whoever has less is raised to so many chips once a week; 0 for nobody"),
        nudge_seconds=locale_str("After how long who is to act is nudged at new tables; 0 for never"),
        pictures=locale_str("When the table is drawn as a picture"),
        four_colours=locale_str("Every suit in a colour of its own: diamonds blue, clubs green"),
        keep_days=locale_str("After how many days the course of a hand is deleted for good; 0 for never"),
    )
    @app_commands.choices(pictures=PICTURE_CHOICES)
    async def settings(
        self,
        interaction: Press,
        starting_chips: Range[int, 0, CHIPS_MOST] | None = None,
        manager_role: discord.Role | None = None,
        no_manager_role: bool = False,
        return_minutes: Range[int, 0, RETURN_MINUTES_MOST] | None = None,
        zone: Range[str, 1, ZONE_LENGTH_MOST] | None = None,
        top_up: Range[int, 0, CHIPS_MOST] | None = None,
        nudge_seconds: Range[int, 0, NUDGE_SECONDS_MOST] | None = None,
        pictures: str | None = None,
        four_colours: bool | None = None,
        keep_days: Range[int, 0, KEPT_DAYS_MOST] | None = None,
    ) -> None:
        """/settings"""
        person = await self._people.manager(interaction)
        if manager_role is not None:
            _check_role(interaction, manager_role.id)
        given: dict[str, Any] = {
            "starting_chips": starting_chips,
            "return_stack_minutes": return_minutes,
            "top_up_chips": top_up,
            "nudge_seconds": nudge_seconds,
            "pictures": pictures,
            "four_colours": None if four_colours is None else int(four_colours),
            "hands_kept_days": keep_days,
            "zone": None if zone is None else zone_of(zone),
            "manager_role_id": None if manager_role is None else manager_role.id,
        }
        changes = {name: value for name, value in given.items() if value is not None}
        if no_manager_role:
            changes["manager_role_id"] = None
        row = await self._change(person, lambda row: replace(row, **changes))
        await answer_with(interaction, settings_panel(_scene(row), person.locale))

    @settings.autocomplete("zone")
    async def _zones(self, interaction: Press, typed: str) -> list[Choice[str]]:
        return await zone_choices(interaction, typed)

    # ---- the panel's menus

    async def setting_chosen(self, interaction: Press, name: str) -> None:
        """A setting was chosen: offer its values, or open a form."""
        await self._reporter.run(interaction, self._chosen(interaction, name))

    async def setting_value(self, interaction: Press, name: str, value: str) -> None:
        """A value was chosen."""
        work = self._language if name == "locale" else self._listed
        await self._reporter.run(interaction, work(interaction, name, value))

    async def setting_role(self, interaction: Press, role_id: int | None) -> None:
        """A role was chosen, or none."""

        async def work() -> None:
            if role_id is not None:
                _check_role(interaction, role_id)
            await self._set(interaction, lambda row: replace(row, manager_role_id=role_id))

        await self._reporter.run(interaction, work())

    async def _chosen(self, press: Press, name: str) -> None:
        person = await self._people.manager(press)
        if name not in LABELS:
            raise Refusal(out_of_date())
        row = await self._store.read(lambda tx: servers.get(tx, person.server_id))
        if name == "zone":
            await open_form(press, self._zone_form(person, row))
        elif name in NUMBERS_MOST:
            await open_form(press, self._number_form(person, row, name))
        else:
            await redraw(press, settings_panel(_scene(row), person.locale, name))

    def _zone_form(self, person: Person, row: ServerRow) -> Form:
        async def sent(press: Press, written: str) -> None:
            zone = zone_of(written)
            await self._set(press, lambda row: replace(row, zone=zone))

        hint = say("As in Europe/Berlin or America/New_York.")
        return self._form(person, "zone", hint, row.zone or "", sent, ZONE_LENGTH_MOST)

    def _number_form(self, person: Person, row: ServerRow, name: str) -> Form:
        most = NUMBERS_MOST[name]

        async def sent(press: Press, written: str) -> None:
            change: dict[str, Any] = {name: chips_typed(written, 0, most)}
            await self._set(press, lambda row: replace(row, **change))

        hint = say("From {least} to {most}.", least=0, most=most)
        return self._form(person, name, hint, str(getattr(row, name)), sent, CHIPS_LENGTH_MOST)

    def _form(self, person: Person, name: str, hint: Text, value: str, sent: Any, length_most: int) -> Form:
        return Form(
            self._reporter,
            sent,
            locale=person.locale,
            title=LABELS[name],
            label=LABELS[name],
            hint=hint,
            value=value,
            length_most=length_most,
        )

    async def _language(self, press: Press, name: str, value: str) -> None:
        if name != "locale" or value not in (AS_DISCORD, *LOCALES):
            raise Refusal(out_of_date())
        locale = None if value == AS_DISCORD else value
        await self._set(press, lambda row: replace(row, locale=locale))

    async def _listed(self, press: Press, name: str, value: str) -> None:
        """A value out of a setting's list was chosen."""
        if value not in VALUES.get(name, ()):
            raise Refusal(out_of_date())
        change: dict[str, Any] = {name: int(value) if value.isdecimal() else value}
        await self._set(press, lambda row: replace(row, **change))

    async def _set(self, press: Press, change: Change) -> None:
        person = await self._people.manager(press)
        row = await self._change(person, change)
        await redraw(press, settings_panel(_scene(row), person.locale))

    async def _change(self, person: Person, change: Change) -> ServerRow:
        async def job(tx: Tx) -> tuple[ServerRow, ServerRow]:
            row = await servers.get(tx, person.server_id)
            changed = change(row)
            if changed != row:
                await servers.update(tx, changed)
            return row, changed

        before, row = await self._store.write(job)
        if row != before:
            self._people.note_role(person.server_id, row.manager_role_id)
            room = self._keeper.desk.room
            room.set_locale(person.server_id, row.locale)
            if row.locale != before.locale:
                await self._keeper.show_anew(person.server_id)
            room.set_look(person.server_id, Look(row.pictures, bool(row.four_colours)))
            self._keeper.poke()  # the regular top-up may be due
        return row


def _check_role(interaction: Press, role_id: int) -> None:
    role = interaction.guild.get_role(role_id) if interaction.guild is not None else None
    if role is None:
        raise Refusal(say("That is no role of this server."))
    if role.is_default():
        raise Refusal(say("Everybody has that role, so everybody would be a manager. Choose another one."))


def _scene(row: ServerRow) -> SettingsScene:
    return SettingsScene(
        zone=row.zone or "",
        locale=row.locale or "",
        starting_chips=row.starting_chips,
        top_up_chips=row.top_up_chips,
        manager_role_id=row.manager_role_id,
        nudge_seconds=row.nudge_seconds,
        return_stack_minutes=row.return_stack_minutes,
        pictures=row.pictures,
        four_colours=row.four_colours,
        hands_kept_days=row.hands_kept_days,
    )
