"""Opening a table: the private panel with its terms, and what its menus and buttons do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from discord import ui

from bot.locale import Text, say
from bot.reporter import Press, Reporter, answer_with, open_form, redraw
from bot.show.draft import DraftError, changed, field_of, unpack
from bot.show.panel import panel_message, with_choice
from bot.show.scene import Terms
from bot.tables.people import Person, Refusal
from bot.tables.room import Room
from bot.tables.terms import LIMITS, check_terms, default_terms
from cogs.channels import channel_of, check_channel
from cogs.forms import Form, chips_typed
from cogs.people import People
from cogs.taps import Taps


class Opening:
    """Implements ``bot.panel_items.PanelPresses``."""

    def __init__(self, reporter: Reporter, room: Room, people: People) -> None:
        self._reporter, self._room, self._people = reporter, room, people
        self._taps = Taps()

    async def offer(self, interaction: Press, person: Person, game_key: str, stake: int | None) -> None:
        """Show the panel with the usual terms of that game."""
        game = self._room.games[game_key]
        given = {} if stake is None else {game.stake_option: stake}
        options = game.options_type.from_mapping(given)
        server = await self._people.server(person.server_id)
        terms = replace(default_terms(game, options), nudge_seconds=server.nudge_seconds)
        await answer_with(interaction, panel_message(terms, person.locale))

    async def panel_change(self, interaction: Press, draft: str, field: str) -> None:
        """A field was chosen: offer its values, or a form for a number."""
        await self._reporter.run(interaction, self._change(interaction, draft, field))

    async def panel_set(self, interaction: Press, draft: str, field_place: int, value_place: int) -> None:
        """A value was chosen."""
        await self._reporter.run(interaction, self._set(interaction, draft, field_place, value_place))

    async def panel_open(self, interaction: Press, draft: str) -> None:
        """Open the table."""
        work = self._taps.once(interaction, lambda: self._open(interaction, draft))
        await self._reporter.run(interaction, work)

    async def panel_cancel(self, interaction: Press) -> None:
        """Put the panel away."""
        await self._reporter.run(interaction, self._cancel(interaction))

    async def _change(self, interaction: Press, draft: str, name: str) -> None:
        person = await self._people.of(interaction)
        with _readable():
            terms = unpack(draft)
            field = field_of(terms, name)
        if field.values:
            await redraw(interaction, panel_message(terms, person.locale, name))
            return
        least, most = LIMITS.get(name, (field.least or 0, field.most or 0))

        async def sent(press: Press, written: str) -> None:
            await self._redraw(press, changed(terms, name, chips_typed(written, least, most)))

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

    async def _set(self, interaction: Press, draft: str, field_place: int, value_place: int) -> None:
        with _readable():
            terms = with_choice(unpack(draft), field_place, value_place)
        await self._redraw(interaction, terms)

    async def _redraw(self, interaction: Press, terms: Terms) -> None:
        """Show changed terms; Refusal where they do not fit together, and the panel stays as it was."""
        person = await self._people.of(interaction)
        check_terms(terms, self._room.games[terms.game])
        await redraw(interaction, panel_message(terms, person.locale))

    async def _open(self, interaction: Press, draft: str) -> None:
        person = await self._people.of(interaction)
        with _readable():
            terms = unpack(draft)
        await check_channel(interaction)
        table = await self._room.open(person, channel_of(interaction), terms)
        number = table.state.number
        await redraw(interaction, _closing(say("Table {number} is open.", number=number), person.locale))

    async def _cancel(self, interaction: Press) -> None:
        person = await self._people.of(interaction)
        await redraw(interaction, _closing(say("No table was opened."), person.locale))


@contextmanager
def _readable() -> Iterator[None]:
    """Refusal where a panel is of an earlier version."""
    try:
        yield
    except DraftError:
        raise Refusal(say("This panel is too old. Use /table open again.")) from None


def _closing(text: Text, locale: str) -> ui.LayoutView:
    """What stands in the panel's place when it is done with."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text.to(locale), id=1))
    return view
