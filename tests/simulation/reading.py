"""What people read out of the books: nothing of another server, nobody who was forgotten, no hidden card.

Everybody has another name in the other server (``OF_ELSEWHERE`` ends it), so that a name tells where a text
comes from. Charts are no pictures here but the numbers and names that they show.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from simcord.backend.models import Interaction

from bot.rehearsal.routes import Upload
from engine.cards import Card, spell
from tests.simulation import secrecy
from tests.simulation.people import NAMES, WORDS, Act

if TYPE_CHECKING:
    from tests.simulation.evening import Evening

OF_ELSEWHERE: Final = " of Elsewhere"
# Commands and presses whose answers are read out of what is stored.
_READERS: Final = re.compile(
    r"(standings|me|flow|export \w+|night (show|list)|hand \w+|season list)$|s:[san]\d|m:|y:|w:|j:"
)
_HAND_FILE: Final = re.compile(r"table-(\d+)-hand-(\d+)\.phh")
_CARD: Final = re.compile(r"(?<![0-9A-Za-z])((?:[2-9TJQKA][cdhs])+)(?![0-9A-Za-z])")
_SPELLED: Final = {spell(Card(number)): Card(number) for number in range(52)}


class Reading:
    """One evening's readers."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._unknown: dict[int, set[str]] = {}  # by interaction: people of whom nothing was known then

    def begins(self, interaction: Interaction, act: Act) -> None:
        """An interaction was sent: whom its answer may not name, if it is one that reads the books."""
        if interaction.guild_id is None or not _READERS.match(act.name):
            return
        self._unknown[interaction.id] = self._nobody_knows(interaction)

    def _nobody_knows(self, interaction: Interaction) -> set[str]:
        """Of whom nothing is kept in that server, but for who asks himself."""
        with self._evening.books() as books:
            sql = "SELECT user_id FROM players WHERE abs(server_id) = ? AND user_id IS NOT NULL"
            known = {row[0] for row in books.execute(sql, (interaction.guild_id,))} | {interaction.user_id}
        world = self._evening.wire.world
        return {name for name in NAMES if world.user(name).id not in known}

    def check(self, interaction: Interaction, text: str, files: list[Upload]) -> Iterator[str]:
        """An answer, with everything that it says."""
        act = self._evening.people.acts.get(interaction.id, Act())
        read = [(one.filename, one.fp.getvalue()) for one in files if not _is_picture(one.filename)]
        said = "\n".join([text, *(data.decode("utf-8", "replace") for _, data in read)])
        home = self._evening.wire.world.guild.id
        if interaction.guild_id == home and OF_ELSEWHERE in said and act.name != "v:export:0":
            yield f"the other server shows in the answer to {act.name}: {said}"
        unknown = self._unknown.get(interaction.id, set())
        for name in sorted(unknown & self._nobody_knows(interaction)) if unknown else ():
            if WORDS[name].search(said):
                yield f"{name}, of whom nothing is known, is named in the answer to {act.name}: {said}"
        for name, data in read:
            self._evening.outcome.met[f"file: {re.sub(r'[0-9]+', 'N', name)}"] += 1
            yield from (f"{name}: {problem}" for problem in self._file(interaction, act, name, data))

    def _file(self, interaction: Interaction, act: Act, name: str, data: bytes) -> Iterator[str]:
        if name == "my-data.json":
            yield from _own_data(interaction, act, json.loads(data))
        elif name.endswith(".csv"):
            with self._evening.books() as books:
                rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
                yield from self._table(books, interaction, name, rows)
        elif found := _HAND_FILE.fullmatch(name):
            with self._evening.books() as books:
                yield from self._hand(books, interaction, (int(found[1]), int(found[2])), data.decode())

    def _table(
        self, books: sqlite3.Connection, interaction: Interaction, name: str, rows: list[dict[str, str]]
    ) -> Iterator[str]:
        """A table for a spreadsheet is of that server alone, and chips only change hands."""
        server_id = interaction.guild_id
        sql = "SELECT player_id, user_id FROM players WHERE server_id = ?"
        users = {str(player): user for player, user in books.execute(sql, (server_id,))}
        if name == "ledger.csv":
            assert server_id is not None
            if not self._evening.watch.kept.may_manage(server_id, interaction.user_id):
                yield "it is given to somebody who may not manage the server"
            sql = "SELECT transfer_id, amount FROM transfers WHERE server_id = ?"
            stored = {str(number): str(chips) for number, chips in books.execute(sql, (server_id,))}
            told = {row["transfer"]: row["chips"] for row in rows}
            wrong = {number: chips for number, chips in told.items() if stored.get(number) != chips}
            if wrong:
                yield f"these transfers are not the server's own: {wrong}"
            return
        if strangers := {row["player_id"] for row in rows} - users.keys():
            yield f"players {sorted(strangers)} are none of the server"
        if total := sum(int(row["net"]) for row in rows):
            yield f"the nets add up to {total}"

    def _hand(
        self, books: sqlite3.Connection, interaction: Interaction, named: tuple[int, int], text: str
    ) -> Iterator[str]:
        """A hand is over before it can be taken away, and its reader sees what he saw at the table."""
        table, number = named
        sql = (
            "SELECT h.state FROM hands h JOIN tables b USING (table_id)"
            " WHERE b.number = ? AND h.number = ? AND abs(b.server_id) = ?"
        )
        row = books.execute(sql, (table, number, interaction.guild_id)).fetchone()
        if row is None or row[0] != "over":
            yield f"the hand is {row[0] if row else 'not of this server'}"
        live = self._evening.watch.hands.known(interaction.guild_id or 0, table, number)
        if live is None:
            return
        seat = next((one.seat for one in live.dealt if one.user_id == interaction.user_id), None)
        seen = secrecy.shown(live, seat)
        for run in _CARD.findall(text):
            for at in range(0, len(run), 2):
                if _SPELLED[run[at : at + 2]] not in seen:
                    yield f"it tells {run[at : at + 2]}, which its reader has not seen"


def _is_picture(name: str) -> bool:
    return name.startswith("table-") and name.endswith(".png")


def _own_data(interaction: Interaction, act: Act, found: list[dict[str, Any]]) -> Iterator[str]:
    """What is kept of somebody is his alone, and of the server that he asked in."""
    everywhere = act.name == "v:export:0"
    for one in found:
        if one["user_id"] != str(interaction.user_id):
            yield f"it has what is kept of {one['user_id']}"
        if not everywhere and one["server_id"] != str(interaction.guild_id):
            yield f"it has what is kept in server {one['server_id']}"
        if _CARD.search(json.dumps(one["actions"])):
            yield "it spells cards"
