"""Opening a table: the private panel with its terms, and what its menus and buttons do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from discord import ui
from discord.app_commands import Choice

from bot.answers import Press, answer, answer_with, locale_for, open_form, redraw
from bot.cooldowns import OPENING
from bot.locale import Text, say, say_many
from bot.reporter import Reporter
from bot.show.draft import DraftError, changed, field_of, unpack
from bot.show.panel import panel_message, with_choice
from bot.show.paper import Paper
from bot.show.scene import Rules, Terms
from bot.show.words import game_name, lines
from bot.store import Store
from bot.tables import house_rules, practice
from bot.tables.people import Person, Refusal
from bot.tables.room import Room
from bot.tables.terms import LIMITS, check_terms, unfit
from cogs.channels import channel_of, check_channel
from cogs.forms import Form, chips_typed
from cogs.people import People
from cogs.taps import Taps
from engine.errors import InputError


class Opening:
    """Implements ``bot.panel_items.PanelPresses``."""

    def __init__(self, reporter: Reporter, room: Room, people: People) -> None:
        self._reporter, self._room, self._people = reporter, room, people
        self._taps = Taps()

    async def offer(
        self,
        interaction: Press,
        person: Person,
        game_key: str | None,
        stake: int | None,
        rules: str | None = None,
    ) -> None:
        """Show the panel with the usual terms of that game, or those of house rules.

        ``game_key`` is a game, or how a table of several games comes to its next one.
        """
        saved = await self._saved(person.server_id)
        terms = await house_rules.wished(
            self._store, self._room.games, person.server_id, game_key, stake, rules
        )
        if rules is None:
            server = await self._people.server(person.server_id)
            terms = replace(terms, nudge_seconds=server.nudge_seconds)
        await answer_with(interaction, panel_message(terms, person.locale, saved=saved))

    async def practice(
        self,
        interaction: Press,
        person: Person,
        wished: tuple[str | None, int | None, str | None],
        house_players: int,
        temperament: str,
    ) -> None:
        """Open a practice table at once; ``wished`` are game, stake and house rules as for ``offer``."""
        terms = await house_rules.wished(self._store, self._room.games, person.server_id, *wished)
        terms = practice.practice_terms(terms, temperament, usual=wished[2] is None)
        await answer(interaction, await self._open_practice(interaction, person, terms, house_players))

    async def _open_practice(
        self, interaction: Press, person: Person, terms: Terms, house_players: int
    ) -> Text:
        table = await practice.open_practice(
            self._room, person, channel_of(interaction), terms, house_players
        )
        told = say_many(
            "Practice table {number} is open: you and {count} house player sit there. Press **{deal}** on "
            "it; **{cards}** shows you your hidden cards.",
            "Practice table {number} is open: you and {count} house players sit there. Press **{deal}** on "
            "it; **{cards}** shows you your hidden cards.",
            house_players,
            number=table.state.number,
            deal=table.label("deal"),
            cards=table.label("cards"),
        )
        no_messages = await table.greet(person)
        return lines(told, no_messages) if no_messages else told

    @property
    def _store(self) -> Store:
        return self._room.desk.store

    async def _saved(self, server_id: int | None) -> tuple[Rules, ...]:
        return await house_rules.kept(self._store, server_id) if server_id is not None else ()

    async def names(self, interaction: Press, typed: str) -> list[Choice[str]]:
        """The names of house rules, by what was typed."""
        return await rules_choices(self._store, interaction, typed)

    async def panel_change(self, interaction: Press, draft: str, field: str) -> None:
        """A field was chosen: offer its values, or a form for a number."""
        await self._reporter.run(interaction, self._change(interaction, draft, field))

    async def panel_set(
        self, interaction: Press, draft: str, field_place: int, value_place: int | None
    ) -> None:
        """A value was chosen."""
        await self._reporter.run(interaction, self._set(interaction, draft, field_place, value_place))

    async def panel_open(self, interaction: Press, draft: str) -> None:
        """Open the table."""
        work = self._taps.once(interaction, lambda: self._open(interaction, draft))
        await self._reporter.run(interaction, work)

    async def panel_practice(self, interaction: Press, draft: str) -> None:
        """Open it for practice."""
        work = self._taps.once(interaction, lambda: self._open(interaction, draft, for_practice=True))
        await self._reporter.run(interaction, work)

    async def panel_cancel(self, interaction: Press) -> None:
        """Put the panel away."""
        await self._reporter.run(interaction, self._cancel(interaction))

    async def _change(self, interaction: Press, draft: str, name: str) -> None:
        person = await self._people.of(interaction)
        saved = await self._saved(person.server_id)
        with _readable():
            terms = unpack(draft, saved)
            field = field_of(terms, name, saved)
        if field.values:
            await redraw(interaction, panel_message(terms, person.locale, name, saved))
            return
        least, most = LIMITS.get(name, (field.least or 0, field.most or 0))

        async def sent(press: Press, written: str) -> None:
            with _readable():
                after = changed(terms, name, chips_typed(written, least, most), saved)
            await self._redraw(press, after)

        form = Form(
            self._reporter,
            sent,
            locale=person.locale,
            title=field.label,
            label=field.label,
            hint=say("From {least} to {most}.", least=least, most=most),
            value=str(field.now.value),
        )
        await open_form(interaction, form)

    async def _set(self, interaction: Press, draft: str, field_place: int, value_place: int | None) -> None:
        saved = await self._saved(interaction.guild_id)
        with _readable():
            if value_place is None:
                raise DraftError("no value")
            terms = with_choice(unpack(draft, saved), field_place, value_place, saved)
        await self._redraw(interaction, terms)

    async def _redraw(self, interaction: Press, terms: Terms) -> None:
        """Show changed terms; Refusal where they do not fit together, and the panel stays as it was."""
        person = await self._people.of(interaction)
        check_terms(terms, self._room.games[terms.game])
        saved = await self._saved(person.server_id)
        await redraw(interaction, panel_message(terms, person.locale, saved=saved))

    async def _open(self, interaction: Press, draft: str, *, for_practice: bool = False) -> None:
        person = await self._people.of(interaction, OPENING)
        with _readable():
            terms = unpack(draft, await self._saved(person.server_id))
        await check_channel(interaction)
        if for_practice:
            terms = practice.practice_terms(terms, usual=False)
            count = min(practice.HOUSE_PLAYERS, practice.most_house_players(terms))
            told = await self._open_practice(interaction, person, terms, count)
            await redraw(interaction, _closing(told, person.locale))
            return
        table = await self._room.open(person, channel_of(interaction), terms)
        number = table.state.number
        await redraw(interaction, _closing(say("Table {number} is open.", number=number), person.locale))

    async def _cancel(self, interaction: Press) -> None:
        person = await self._people.of(interaction)
        await redraw(interaction, _closing(say("No table was opened."), person.locale))


async def rules_choices(store: Store, interaction: Press, typed: str) -> list[Choice[str]]:
    """The names of the server's house rules, by what was typed."""
    if interaction.guild_id is None:
        return []
    wanted, locale = typed.strip().casefold(), locale_for(interaction)
    return [
        Choice(name=f"{one.name} ({game_name(one.game).to(locale)})", value=one.name)
        for one in await house_rules.kept(store, interaction.guild_id)
        if wanted in one.name.casefold()
    ]


@contextmanager
def _readable() -> Iterator[None]:
    """Refusal where a panel is of an earlier version, and where values do not go together."""
    try:
        yield
    except DraftError:
        raise Refusal(say("This panel is too old. Use {/table open} again.")) from None
    except InputError as error:
        raise unfit(error) from None


def _closing(text: Text, locale: str) -> ui.LayoutView:
    """What stands in the panel's place when it is done with."""
    view = Paper()
    view.add_item(ui.TextDisplay(text.to(locale), id=1))
    return view
