"""Every chip that the house gives or takes was asked for by somebody who may, or is due by the rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tests.simulation.people import WORDS

if TYPE_CHECKING:
    from tests.simulation.evening import Evening

_OF_HOUSE: Final = """
    SELECT t.transfer_id, t.server_id, t.reason, t.key, t.amount, d.kind, c.player_id, d.player_id, p.user_id
    FROM transfers t JOIN accounts d ON d.account_id = t.debit JOIN accounts c ON c.account_id = t.credit
      LEFT JOIN players p ON p.player_id = t.actor_player_id
    WHERE t.transfer_id > ? AND 'house' IN (d.kind, c.kind) ORDER BY t.transfer_id"""
_FORGOTTEN: Final = """
    SELECT p.player_id FROM players p WHERE p.user_id IS NULL AND (
      p.name <> '' OR p.locale <> '' OR p.dm_channel_id IS NOT NULL
      OR EXISTS (SELECT 1 FROM accounts WHERE player_id = p.player_id AND kind <> 'pot' AND balance <> 0)
      OR EXISTS (SELECT 1 FROM night_answers WHERE player_id = p.player_id)
      OR EXISTS (SELECT 1 FROM hidden_messages WHERE player_id = p.player_id)
      OR EXISTS (SELECT 1 FROM waiting WHERE player_id = p.player_id)
      OR EXISTS (SELECT 1 FROM sittings WHERE player_id = p.player_id AND left_at_ms IS NULL))"""


class Bank:
    """One evening's house, and those who are forgotten."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._seen = 0  # transfers up to here are judged
        self.forgotten: set[int] = set()  # player ids

    def check(self, books: sqlite3.Connection) -> Iterator[str]:
        """What the house has given and taken since the last look; of who is forgotten nothing is left."""
        for row in books.execute(_OF_HOUSE, (self._seen,)).fetchall():
            self._seen = row[0]
            if not self._is_explained(*row[1:]):
                yield f"nobody has asked for transfer {row[0]}: {row[2]} of {row[4]} by {row[3]}"
        forgotten = {row[0] for row in books.execute("SELECT player_id FROM players WHERE user_id IS NULL")}
        if gone := self.forgotten - forgotten:
            yield f"players {sorted(gone)} were forgotten and are known again"
        self._evening.outcome.met["forgotten"] += len(forgotten - self.forgotten)
        self.forgotten |= forgotten
        yield from (f"player {row[0]} is forgotten, but not all of him" for row in books.execute(_FORGOTTEN))

    def at_the_end(self, books: sqlite3.Connection) -> Iterator[str]:
        """Of who has no row of his own neither id nor name stands anywhere in the whole database."""
        known = {row[0] for row in books.execute("SELECT user_id FROM players WHERE user_id IS NOT NULL")}
        lines = list(books.iterdump())
        for name, word in WORDS.items():
            user_id = self._evening.wire.world.user(name).id
            for line in lines if user_id not in known else ():
                if str(user_id) in line or word.search(line):
                    yield f"{name} is not known any more, but stands in the database: {line}"

    def _is_explained(
        self,
        server_id: int,
        reason: str,
        key: str,
        amount: int,
        gives: str,
        to: int | None,
        of: int | None,
        actor: int | None,
    ) -> bool:
        start, _, rest = key.partition(":")
        if reason not in ("grant", "correction"):
            self._evening.outcome.met[f"chips: {reason}"] += 1
        match reason:
            case "starting_chips":
                return key == f"start:{to}"
            case "regular_top_up":
                return start == "weekly" and rest.endswith(f":{to}")
            case "practice_chips":
                return server_id < 0 and start == "practice"
            case "forgotten":
                return gives == "wallet" and key == f"forget:{of}"
            case "grant" | "correction":
                act = self._evening.people.acts.get(int(rest)) if rest.isdecimal() else None
                may = actor is None or self._evening.watch.kept.may_manage(server_id, actor)
                asked = act is not None and act.name in ("bank grant", "bank correct")
                return asked and may and act is not None and abs(int(act.given["chips"])) == amount
        return False
