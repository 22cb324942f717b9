"""The audit: everything that the books promise, computed anew from the transfers.

``check`` looks at the whole database, ``check_hand`` at one hand just played, ``run`` at a file, beside a
running bot. All of them only read.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.clock import Clock, SystemClock
from bot.store.connection import Tx, reading
from bot.store.errors import StoreError
from bot.store.migrate import check_is_newest
from bot.store.practice import is_practice


@dataclass(frozen=True, slots=True)
class Violation:
    """A promise that does not hold. ``code`` is stable; ``text`` is one English line with the numbers."""

    code: str
    text: str
    server_id: int | None = None
    table_id: int | None = None
    hand_id: int | None = None

    def __str__(self) -> str:
        """One line for a log: where, what, and the numbers."""
        practice = self.server_id is not None and is_practice(self.server_id)
        server_id = abs(self.server_id) if self.server_id is not None else None
        server = "practice at server" if practice else "server"
        places = ((server, server_id), ("table id", self.table_id), ("hand id", self.hand_id))
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        return f"{self.code}: {self.text}" + (f" ({where})" if where else "")


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found, and how much it looked at."""

    violations: tuple[Violation, ...]
    servers: int
    players: int
    hands: int
    transfers: int
    chips: int  # what all houses have given: the chips in wallets, stacks and pots
    practice_chips: int = 0  # what practice houses have given, which is not among those

    @property
    def clean(self) -> bool:
        """True where every promise holds."""
        return not self.violations


# Each check selects (server_id, table_id, hand_id, text) of what is wrong. ``sums`` is every account's
# balance as its transfers make it; ``moves`` what each hand moved, by account.
_SUMS: Final = """
WITH halves AS (
    SELECT debit AS account_id, -amount AS amount FROM transfers
    UNION ALL SELECT credit, amount FROM transfers),
sums AS (SELECT account_id, sum(amount) AS total FROM halves GROUP BY account_id)
"""
_MOVES: Final = """
WITH halves AS (
    SELECT hand_id, debit AS account_id, -amount AS amount FROM transfers WHERE hand_id IS NOT NULL
    UNION ALL SELECT hand_id, credit, amount FROM transfers WHERE hand_id IS NOT NULL),
moves AS MATERIALIZED (
    SELECT hand_id, account_id, sum(amount) AS net FROM halves GROUP BY hand_id, account_id)
"""

_BOOKS: Final = {
    "balance_differs": f"""{_SUMS}
        SELECT a.server_id, s.table_id, a.hand_id,
               a.kind || ' account ' || a.account_id || ' says ' || a.balance
               || ', its transfers make ' || coalesce(total, 0)
        FROM accounts a LEFT JOIN sums USING (account_id) LEFT JOIN sittings s USING (sitting_id)
        WHERE a.balance <> coalesce(total, 0)""",
    "below_zero": """
        SELECT a.server_id, s.table_id, a.hand_id,
               a.kind || ' account ' || a.account_id || ' holds ' || a.balance
        FROM accounts a LEFT JOIN sittings s USING (sitting_id) WHERE a.kind <> 'house' AND a.balance < 0""",
    "server_sum": """
        SELECT server_id, NULL, NULL, 'all accounts of the server add up to ' || sum(balance)
        FROM accounts GROUP BY server_id HAVING sum(balance) <> 0""",
    "across_servers": """
        SELECT t.server_id, NULL, t.hand_id, 'transfer ' || t.transfer_id || ' leaves its server'
        FROM transfers t JOIN accounts d ON d.account_id = t.debit JOIN accounts c ON c.account_id = t.credit
        WHERE d.server_id <> t.server_id OR c.server_id <> t.server_id""",
    "account_missing": """
        SELECT p.server_id, NULL, NULL, 'player ' || p.player_id || ' has no wallet' FROM players p
        WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.kind = 'wallet' AND a.player_id = p.player_id)
        UNION ALL
        SELECT s.server_id, s.table_id, NULL, 'sitting ' || s.sitting_id || ' has no stack' FROM sittings s
        WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.sitting_id = s.sitting_id)
        UNION ALL
        SELECT v.server_id, NULL, NULL, 'the server has no house' FROM servers v
        WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.kind = 'house' AND a.server_id = v.server_id)""",
    "brought_differs": """
        SELECT s.server_id, s.table_id, NULL, 'sitting ' || s.sitting_id || ' says it brought '
               || s.brought_chips || ', its transfers say ' || coalesce(sum(t.amount), 0)
        FROM sittings s JOIN accounts a USING (sitting_id)
        LEFT JOIN transfers t ON t.credit = a.account_id AND t.reason IN ('buy_in', 'top_up')
        GROUP BY s.sitting_id HAVING s.brought_chips <> coalesce(sum(t.amount), 0)""",
    "closed_stack": """
        SELECT s.server_id, s.table_id, NULL,
               'sitting ' || s.sitting_id || ' has ended with ' || a.balance || ' chips on the table'
        FROM sittings s JOIN accounts a USING (sitting_id)
        WHERE s.left_at_ms IS NOT NULL AND a.balance <> 0""",
    "play_differs": """
        SELECT d.server_id, h.table_id, d.hand_id, 'the standings do not count what the transfers of player '
               || d.player_id || ' make' FROM (
            SELECT * FROM (SELECT * FROM played EXCEPT SELECT * FROM plays)
            UNION SELECT * FROM (SELECT * FROM plays EXCEPT SELECT * FROM played)) d
        JOIN hands h USING (hand_id) GROUP BY d.hand_id, d.player_id""",
    "promise_dropped": """
        SELECT b.server_id, b.table_id, NULL,
               'its last hand is number ' || max(h.number) || ', but it has ' || count(*) || ' hands'
        FROM tables b JOIN hands h USING (table_id) GROUP BY b.table_id HAVING max(h.number) <> count(*)
        UNION ALL
        SELECT h.server_id, h.table_id, h.hand_id, 'the table is closed and its hand is still ' || h.state
        FROM tables b JOIN hands h USING (table_id)
        WHERE b.state = 'closed' AND h.state NOT IN ('over', 'void')
        UNION ALL
        SELECT server_id, table_id, hand_id, 'a void hand has no reason' FROM hands
        WHERE state = 'void' AND trim(coalesce(void_reason, '')) = ''""",
    "foreign_key": """
        SELECT NULL, NULL, NULL,
               "table" || ' row ' || coalesce(rowid, '?') || ' points at no row of ' || parent
        FROM pragma_foreign_key_check""",
}

# {hand} narrows a check to one hand.
_HANDS: Final = {
    "pot_not_empty": """
        SELECT h.server_id, h.table_id, h.hand_id, h.state || ' hand has ' || a.balance || ' chips in its pot'
        FROM hands h JOIN accounts a USING (hand_id) WHERE a.balance <> 0 {hand}""",
    "hand_sum": f"""{_MOVES}
        SELECT h.server_id, h.table_id, h.hand_id,
               'the hand''s transfers leave ' || m.net || ' on ' || a.kind || ' account ' || a.account_id
        FROM moves m JOIN hands h USING (hand_id) JOIN accounts a USING (account_id)
        WHERE a.kind <> 'stack' AND m.net <> 0 {{hand}}""",
    "hand_moved": """
        SELECT h.server_id, h.table_id, h.hand_id,
               count(*) || ' transfers belong to a hand that is ' || h.state
        FROM hands h JOIN transfers t USING (hand_id) WHERE h.state <> 'over' {hand} GROUP BY h.hand_id""",
    "result_differs": f"""{_MOVES},
        before AS MATERIALIZED (
            SELECT h.hand_id, h.server_id, h.table_id, b.value ->> 'seat' AS seat,
                   b.value ->> 'sitting_id' AS sitting_id, b.value ->> 'stack' AS chips
            FROM hands h, json_each(h.seats_json) b WHERE h.state = 'over' {{hand}}),
        after AS MATERIALIZED (
            SELECT h.hand_id, r.value ->> 0 AS seat, r.value ->> 1 AS chips
            FROM hands h, json_each(h.result_json, '$.stacks_after') r WHERE h.state = 'over' {{hand}})
        SELECT b.server_id, b.table_id, b.hand_id,
               'seat ' || b.seat || ' went from ' || b.chips || ' to ' || coalesce(r.chips, '?')
               || ', its transfers make ' || coalesce(m.net, 0)
        FROM before b JOIN accounts a USING (sitting_id)
        LEFT JOIN after r ON r.hand_id = b.hand_id AND r.seat = b.seat
        LEFT JOIN moves m ON m.hand_id = b.hand_id AND m.account_id = a.account_id
        WHERE r.chips IS NULL OR r.chips - b.chips <> coalesce(m.net, 0)
        UNION ALL
        SELECT h.server_id, h.table_id, h.hand_id,
               a.kind || ' account ' || a.account_id || ' is not of this hand'
        FROM moves m JOIN hands h USING (hand_id) JOIN accounts a USING (account_id)
        LEFT JOIN before b ON b.hand_id = m.hand_id AND b.sitting_id = a.sitting_id
        WHERE h.state = 'over' {{hand}} AND b.hand_id IS NULL AND a.hand_id IS NOT h.hand_id""",
}

_COUNTS: Final = """
SELECT (SELECT count(*) FROM servers WHERE server_id > 0),
       (SELECT count(*) FROM players WHERE server_id > 0),
       (SELECT count(*) FROM hands), (SELECT count(*) FROM transfers),
       (SELECT coalesce(-sum(balance), 0) FROM accounts WHERE kind = 'house' AND server_id > 0),
       (SELECT coalesce(-sum(balance), 0) FROM accounts WHERE kind = 'house' AND server_id < 0)
"""


async def check(tx: Tx) -> Report:
    """The whole database, on one snapshot."""
    violations: list[Violation] = []
    for code, sql in (*_BOOKS.items(), *_HANDS.items()):
        violations += await _violations(tx, code, sql.replace("{hand}", ""))
    counts = await tx.row(_COUNTS)
    assert counts is not None
    return Report(tuple(violations), *counts)


async def check_hand(tx: Tx, hand_id: int) -> list[Violation]:
    """One hand: its transfers against its result, its pot, and the balances of the accounts it touched."""
    violations: list[Violation] = []
    for code, sql in _HANDS.items():
        sql = sql.replace("FROM transfers WHERE hand_id IS NOT NULL", "FROM transfers WHERE hand_id = ?1")
        violations += await _violations(tx, code, sql.replace("{hand}", "AND h.hand_id = ?1"), hand_id)
    violations += await _violations(tx, "balance_differs", _TOUCHED, hand_id)
    return violations


_TOUCHED: Final = """
WITH touched AS (
    SELECT debit AS account_id FROM transfers WHERE hand_id = ?1
    UNION SELECT credit FROM transfers WHERE hand_id = ?1),
sums AS (
    SELECT account_id,
           (SELECT coalesce(sum(amount), 0) FROM transfers WHERE credit = account_id)
           - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit = account_id) AS total
    FROM touched)
SELECT a.server_id, h.table_id, h.hand_id,
       a.kind || ' account ' || a.account_id || ' says ' || a.balance || ', its transfers make ' || total
FROM sums JOIN accounts a USING (account_id) JOIN hands h ON h.hand_id = ?1
WHERE a.balance <> total
"""


async def run(path: Path, clock: Clock | None = None) -> Report:
    """Audit the file at ``path`` through a connection of its own that only reads, beside a running bot.

    ``CannotOpen`` where it is no database of ours; ``StoreError`` where it is damaged or of another schema.
    """
    async with reading(path, clock or SystemClock()) as tx:
        try:
            check_is_newest(await tx.value("PRAGMA user_version"))
            return await check(tx)
        except StoreError as error:
            raise StoreError(f"the database {path} cannot be audited: {error}", code=error.code) from error


async def _violations(tx: Tx, code: str, sql: str, *params: int) -> list[Violation]:
    rows = await tx.rows(sql, *params)
    return [
        Violation(code, text, server_id, table_id, hand_id) for server_id, table_id, hand_id, text in rows
    ]
