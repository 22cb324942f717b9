"""What stands in the channels when everything has come to rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.locale import locale_of
from bot.show.cards import LETTERS
from bot.show.layout import table_texts
from bot.tables.table import Table

if TYPE_CHECKING:
    from tests.simulation.evening import Evening


def not_newest(evening: Evening) -> Iterator[str]:
    """Tables that do not stand on one message in their newest state, or whose clock stands still."""
    for table in evening.tables():
        if table.closed or table.screen.is_stuck:
            continue
        if table.clock.stands:
            yield f"the clock of table {table.state.number} stands still"
        if f"channels/{table.state.channel_id}/messages/{table.screen.message_id}" in evening.watch.stale:
            continue
        shown, newest = evening.people.message_of(table), _newest(evening, table)
        if shown is None or shown.text not in newest:
            text = shown.text if shown else "nothing"
            yield f"table {table.state.number} shows\n{text}\ninstead of\n{newest[0]}"


def _newest(evening: Evening, table: Table) -> list[str]:
    """A table's words, with cards as letters and as emojis: those come with a redraw."""
    looks = dict.fromkeys((LETTERS, table.desk.card_look(table.state.server_id)))
    scenes = [replace(table.scene(), look=look) for look in looks]
    language = _language(evening, table)
    return ["\n".join(text for _, text in table_texts(scene, language)) for scene in scenes]


def _language(evening: Evening, table: Table) -> str:
    """What a table speaks, by what is stored of its server."""
    with evening.books() as books:
        sql = "SELECT locale FROM servers WHERE server_id = ?"
        stored = books.execute(sql, (table.state.server_id,)).fetchone()
    guild = evening.wire.world.backend.guilds[table.state.server_id]
    return stored[0] if stored and stored[0] else locale_of(guild.preferred_locale)
