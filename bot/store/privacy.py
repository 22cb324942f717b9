"""What is kept about a person, taken away or forgotten; and old hands whose course is no longer kept."""

from __future__ import annotations

from typing import Any, Final

from bot.store import ledger, players
from bot.store.connection import Tx
from bot.store.players import PlayerRow
from bot.store.practice import books_of

DAY_MS: Final = 24 * 60 * 60 * 1000
HANDS_AT_ONCE: Final = 200

# What belongs to a person, by what it is called when it is taken away. Each takes the player's id.
_KEPT: Final = {
    "transfers": """
        SELECT t.transfer_id, t.at_ms, t.reason, t.note, h.number AS hand_number,
               sum(iif(a.account_id = t.credit, t.amount, -t.amount)) AS chips
        FROM accounts a JOIN transfers t ON a.account_id IN (t.debit, t.credit)
        LEFT JOIN hands h ON h.hand_id = t.hand_id
        WHERE a.player_id = ?1 GROUP BY t.transfer_id ORDER BY t.transfer_id""",
    "sittings": """
        SELECT b.number AS table_number, s.seat, s.state, s.brought_chips, s.left_chips, s.sat_at_ms,
               s.left_at_ms
        FROM sittings s JOIN tables b USING (table_id) WHERE s.player_id = ?1 ORDER BY s.sitting_id""",
    "actions": """
        SELECT b.number AS table_number, h.number AS hand_number, x.seq, x.verb, x.amount, x.source, x.at_ms
        FROM hands h JOIN tables b USING (table_id) JOIN json_each(h.seats_json) AS s
             JOIN hand_actions x ON x.hand_id = h.hand_id AND x.seat = s.value ->> 'seat'
        WHERE s.value ->> 'player_id' = ?1 AND h.server_id = ?2 ORDER BY h.hand_id, x.seq""",
    "hands": """
        SELECT b.number AS table_number, h.number AS hand_number, h.game, s.value ->> 'seat' AS seat,
               s.value ->> 'stack' AS stack, s.value ->> 'plays' AS dealt_in,
               EXISTS (SELECT 1 FROM json_each(h.result_json, '$.opened') o
                       WHERE o.value = s.value ->> 'seat') AS showed_cards,
               iif(h.result_json ->> '$.best.seat' = s.value ->> 'seat',
                   (SELECT group_concat(c.value, ' ') FROM json_each(h.result_json, '$.best.cards') c),
                   NULL) AS best_hand_of_all
        FROM hands h JOIN tables b USING (table_id) JOIN json_each(h.seats_json) AS s
        WHERE s.value ->> 'player_id' = ?1 AND h.server_id = ?2 ORDER BY h.hand_id""",
    "words": """
        SELECT b.number AS table_number, h.number AS hand_number, w.word
        FROM hand_words w JOIN hands h USING (hand_id) JOIN tables b USING (table_id)
        WHERE w.player_id = ?1 ORDER BY w.hand_id""",
    "night_answers": """
        SELECT n.date, a.answer, a.at_ms FROM night_answers a JOIN nights n USING (night_id)
        WHERE a.player_id = ?1 ORDER BY a.night_id""",
    "house_rules": """
        SELECT name, game, saved_at_ms FROM house_rules WHERE saved_by = ?1 ORDER BY rules_id""",
    "nights_hosted": "SELECT date, number, name FROM nights WHERE host_player_id = ?1 ORDER BY night_id",
    "series_hosted": """
        SELECT name, weekday, local_minute, zone, made_at_ms, ended_at_ms FROM series
        WHERE host_player_id = ?1 ORDER BY series_id""",
    "tables_hosted": """
        SELECT number AS table_number, game, opened_at_ms, closed_at_ms FROM tables
        WHERE host_player_id = ?1 ORDER BY table_id""",
    "seasons_started": "SELECT number, name, starts_at_ms FROM seasons WHERE started_by = ?1 ORDER BY number",
    "seasons_ended": "SELECT number, name, ends_at_ms FROM seasons WHERE ended_by = ?1 ORDER BY number",
    "transfers_made": """
        SELECT transfer_id, at_ms, reason, note, amount AS chips FROM transfers
        WHERE actor_player_id = ?1 ORDER BY transfer_id""",
    "results": """
        SELECT b.number AS table_number, h.number AS hand_number, p.game, p.net AS chips, p.at_ms
        FROM plays p JOIN hands h USING (hand_id) JOIN tables b USING (table_id)
        WHERE p.player_id = ?1 ORDER BY p.hand_id""",
    "cards_sent": """
        SELECT b.number AS table_number, h.number AS hand_number,
               CAST(m.channel_id AS TEXT) AS channel_id, CAST(m.message_id AS TEXT) AS message_id
        FROM hidden_messages m JOIN hands h USING (hand_id) JOIN tables b USING (table_id)
        WHERE m.player_id = ?1 ORDER BY m.hand_id""",
    "waiting": """
        SELECT b.number AS table_number, w.since_ms FROM waiting w JOIN tables b USING (table_id)
        WHERE w.player_id = ?1 ORDER BY w.waiting_id""",
    "asked_to_be_forgotten": "SELECT asked_at_ms FROM farewells WHERE player_id = ?1",
}


async def rows_of(tx: Tx, user_id: int, server_id: int | None = None) -> list[PlayerRow]:
    """That Discord user's rows, of one server with its practice books or of all; by id."""
    ids = await tx.rows(
        "SELECT player_id FROM players WHERE user_id = ?1 AND (?2 IS NULL OR server_id IN (?2, ?3))"
        " ORDER BY player_id",
        *(user_id, server_id, None if server_id is None else books_of(server_id)),
    )
    return [await players.get(tx, row["player_id"]) for row in ids]


async def data_of(tx: Tx, player: PlayerRow) -> dict[str, Any]:
    """All that is kept about that person in that server. Times in ms since 1970, chips as they moved."""
    found: dict[str, Any] = {
        "server_id": str(abs(player.server_id)),
        "practice": player.server_id < 0,
        "user_id": str(player.user_id),
        "name": player.name,
        "language": player.locale,
        "dm_channel_id": None if player.dm_channel_id is None else str(player.dm_channel_id),
        "reminded_by_dm": bool(
            await tx.value("SELECT remind_by_dm FROM players WHERE player_id = ?", player.player_id)
        ),
        "first_seen_ms": player.first_seen_ms,
        "wallet": await ledger.wallet_balance(tx, player.player_id),
    }
    for what, sql in _KEPT.items():
        given = (player.player_id, player.server_id) if "?2" in sql else (player.player_id,)
        found[what] = [dict(zip(row.keys(), row, strict=True)) for row in await tx.rows(sql, *given)]
    return found


async def ask(tx: Tx, player_id: int) -> None:
    """Note that this person wants to be forgotten, until ``players.forget``."""
    await tx.rows(
        "INSERT INTO farewells (player_id, asked_at_ms) VALUES (?, ?) ON CONFLICT DO NOTHING",
        player_id,
        tx.now_ms,
    )


async def asked(tx: Tx) -> list[PlayerRow]:
    """Who has asked and is not forgotten yet, in order of asking."""
    rows = await tx.rows("SELECT player_id FROM farewells ORDER BY asked_at_ms, player_id")
    return [await players.get(tx, row["player_id"]) for row in rows]


async def empty_old_hands(tx: Tx) -> int:
    """Delete the course of hands that are older than their server keeps them; how many, a batch at most.

    Practice hands are kept as long as those of their server.
    """
    rows = await tx.rows(
        "SELECT h.hand_id FROM servers s JOIN hands h ON h.server_id IN (s.server_id, -s.server_id)"
        " WHERE s.hands_kept_days > 0 AND h.emptied_at_ms IS NULL AND h.over_at_ms IS NOT NULL"
        " AND h.over_at_ms < ?1 - s.hands_kept_days * ?2 LIMIT ?3",
        *(tx.now_ms, DAY_MS, HANDS_AT_ONCE),
    )
    for row in rows:
        hand_id = row["hand_id"]
        await tx.rows("UPDATE hands SET emptied_at_ms = ? WHERE hand_id = ?", tx.now_ms, hand_id)
        for table in ("hand_actions", "hand_words", "hand_decks", "hidden_messages"):
            await tx.rows(f"DELETE FROM {table} WHERE hand_id = ?", hand_id)
    return len(rows)


async def is_emptied(tx: Tx, hand_id: int) -> bool:
    """True where the course of that hand is kept no longer."""
    return bool(await tx.value("SELECT emptied_at_ms IS NOT NULL FROM hands WHERE hand_id = ?", hand_id))


async def in_play(tx: Tx, player_id: int) -> tuple[int, int]:
    """Chips in that person's wallet and stacks, and how many seats he has."""
    chips = await tx.value("SELECT coalesce(sum(balance), 0) FROM accounts WHERE player_id = ?", player_id)
    seats = await tx.value(
        "SELECT count(*) FROM sittings WHERE player_id = ? AND left_at_ms IS NULL", player_id
    )
    return int(chips), int(seats)
