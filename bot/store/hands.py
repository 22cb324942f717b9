"""Hands: everything a replay needs, stored before it is shown.

A hand moves ``committed`` → ``posting`` → ``dealt`` → ``over``, or from any of the first three to ``void``;
a table has one hand at most that is neither over nor void, and it goes on after a restart.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bot.store.connection import Tx
from bot.store.errors import Refused
from bot.store.rows import existing, named, to_json


@dataclass(frozen=True, slots=True)
class HandSeat:
    """A seat of the table as the hand began: ``stack`` in chips, ``plays`` False for who sits out."""

    seat: int
    sitting_id: int
    player_id: int
    stack: int
    plays: bool


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand. What is fixed by ``freeze`` is None or empty before it."""

    hand_id: int
    table_id: int
    server_id: int
    number: int  # counts within the table, used once
    state: str  # "committed", "posting", "dealt", "over" or "void"
    nonce: bytes = field(repr=False)  # no log may lead to the seed
    commitment: bytes
    game: str | None
    options: Mapping[str, Any] | None
    dealer: int | None
    seats: tuple[HandSeat, ...]
    channel_id: int | None
    message_id: int | None
    committed_at_ms: int
    posting_at_ms: int | None
    dealt_at_ms: int | None
    over_at_ms: int | None
    result: Mapping[str, Any] | None
    void_reason: str | None


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action of the hand (rule P5); ``seq`` counts from 1. ``source``: button, command, timeout …"""

    hand_id: int
    seq: int
    seat: int
    verb: str
    amount: int
    target: int | None
    source: str
    interaction_id: int | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class WordRow:
    """A word for the shuffle, and who gave it from which seat."""

    seat: int
    player_id: int
    word: str


@dataclass(frozen=True, slots=True)
class HiddenMessageRow:
    """Where a player's hidden cards of one hand were sent."""

    hand_id: int
    player_id: int
    channel_id: int
    message_id: int


_HAND = (
    "hand_id, table_id, server_id, number, state, nonce, commitment, game, options_json, dealer, seats_json,"
    " channel_id, message_id, committed_at_ms, posting_at_ms, dealt_at_ms, over_at_ms, result_json,"
    " void_reason"
)
_LIVE = "state IN ('committed', 'posting', 'dealt')"


async def commit_next(tx: Tx, table_id: int, nonce: bytes, commitment: bytes) -> HandRow:
    """Store the next hand's nonce and commitment under the table's next number, before they are shown."""
    row = await tx.row(
        "INSERT INTO hands (table_id, server_id, number, nonce, commitment, committed_at_ms)"
        " SELECT table_id, server_id, (SELECT 1 + coalesce(max(number), 0) FROM hands WHERE table_id = ?1),"
        f" ?2, ?3, ?4 FROM tables WHERE table_id = ?1 RETURNING {_HAND}",
        *(table_id, nonce, commitment, tx.now_ms),
    )
    return _hand(existing(row, f"table {table_id}"))


async def set_word(tx: Tx, hand_id: int, seat: int, player_id: int, word: str) -> bool:
    """Keep the player's word, in place of an earlier one; False where it came too late."""
    if (await get(tx, hand_id)).state != "committed":
        return False
    await tx.rows(
        "INSERT INTO hand_words (hand_id, seat, player_id, word) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (hand_id, seat) DO UPDATE SET player_id = excluded.player_id, word = excluded.word",
        *(hand_id, seat, player_id, word),
    )
    return True


async def freeze(
    tx: Tx,
    hand_id: int,
    *,
    game: str,
    options: Mapping[str, Any],
    dealer: int,
    seats: Sequence[HandSeat],
    channel_id: int,
) -> HandRow:
    """Fix who plays what (state posting), before the hand's message is posted.

    Words of players who do not sit on that seat any more are dropped; no word is taken afterwards.
    """
    for word in await words(tx, hand_id):
        if not any((s.seat, s.player_id) == (word.seat, word.player_id) for s in seats):
            await tx.rows("DELETE FROM hand_words WHERE hand_id = ? AND seat = ?", hand_id, word.seat)
    return await _step(
        tx,
        hand_id,
        "state = 'posting', game = ?, options_json = ?, dealer = ?, seats_json = ?, channel_id = ?,"
        " posting_at_ms = ?",
        *(game, to_json(options), dealer, to_json([asdict(seat) for seat in seats]), channel_id, tx.now_ms),
    )


async def posted(tx: Tx, hand_id: int, message_id: int, root: bytes) -> HandRow:
    """Store the message's id and deck 0's root together (state dealt), before the root is shown."""
    hand = await _step(tx, hand_id, "state = 'dealt', message_id = ?, dealt_at_ms = ?", message_id, tx.now_ms)
    await add_root(tx, hand_id, 0, root)
    await tx.rows("UPDATE tables SET last_hand_at_ms = ? WHERE table_id = ?", tx.now_ms, hand.table_id)
    return hand


async def add_root(tx: Tx, hand_id: int, deck_number: int, root: bytes) -> None:
    """Store the root of the hand's next deck; ``Refused`` (not_the_next_deck) else."""
    await tx.rows(
        "INSERT INTO hand_decks (hand_id, deck_number, root) VALUES (?, ?, ?)", hand_id, deck_number, root
    )


async def add_action(
    tx: Tx,
    hand_id: int,
    *,
    seq: int,
    seat: int,
    verb: str,
    amount: int = 0,
    target: int | None = None,
    source: str,
    interaction_id: int | None = None,
) -> None:
    """Store the hand's next action, ``seq`` from 1.

    ``Refused``: not_the_next_action, interaction_used, hand_not_in_that_state.
    """
    await tx.rows(
        "INSERT INTO hand_actions (hand_id, seq, seat, verb, amount, target, source, interaction_id, at_ms)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *(hand_id, seq, seat, verb, amount, target, source, interaction_id, tx.now_ms),
    )


async def finish(tx: Tx, hand_id: int, result: Mapping[str, Any]) -> HandRow:
    """Close a hand that was played (state over); ``ledger.settle`` belongs into the same transaction.

    ``result`` is kept as JSON and must hold ``stacks_after``: [seat, chips] for every seat of ``freeze``,
    which the audit compares with the transfers.
    """
    hand = await get(tx, hand_id)
    after = {int(seat): int(chips) for seat, chips in result["stacks_after"]}
    before = {seat.seat: seat.stack for seat in hand.seats}
    if after.keys() != before.keys() or sum(after.values()) != sum(before.values()):
        raise Refused(f"hand {hand_id}: the stacks after it do not match those before", code="sums_differ")
    return await _step(
        tx, hand_id, "state = 'over', result_json = ?, over_at_ms = ?", to_json(result), tx.now_ms
    )


async def void(tx: Tx, hand_id: int, reason: str) -> HandRow:
    """Close a hand that cannot go on (state void): it moves no chips, its number is never used again."""
    return await _step(tx, hand_id, "state = 'void', void_reason = ?, over_at_ms = ?", reason, tx.now_ms)


async def get(tx: Tx, hand_id: int) -> HandRow:
    """The hand of that id; ``Refused`` (no_such_row) where there is none."""
    row = await tx.row(f"SELECT {_HAND} FROM hands WHERE hand_id = ?", hand_id)
    return _hand(existing(row, f"hand {hand_id}"))


async def live_hand(tx: Tx, table_id: int) -> HandRow | None:
    """The table's hand that is committed, posting or dealt; None where it has none."""
    row = await tx.row(f"SELECT {_HAND} FROM hands WHERE table_id = ? AND {_LIVE}", table_id)
    return _hand(row) if row else None


async def recent(tx: Tx, table_id: int, limit: int = 10) -> list[HandRow]:
    """The table's last hands that are over or void, newest first."""
    rows = await tx.rows(
        f"SELECT {_HAND} FROM hands WHERE table_id = ? AND NOT {_LIVE} ORDER BY number DESC LIMIT ?",
        *(table_id, limit),
    )
    return [_hand(row) for row in rows]


async def actions(tx: Tx, hand_id: int) -> list[ActionRow]:
    """The hand's actions in order."""
    rows = await tx.rows(
        "SELECT hand_id, seq, seat, verb, amount, target, source, interaction_id, at_ms"
        " FROM hand_actions WHERE hand_id = ? ORDER BY seq",
        hand_id,
    )
    return [ActionRow(*row) for row in rows]


async def words(tx: Tx, hand_id: int) -> list[WordRow]:
    """The words given for the hand's shuffle, by seat."""
    rows = await tx.rows(
        "SELECT seat, player_id, word FROM hand_words WHERE hand_id = ? ORDER BY seat", hand_id
    )
    return [WordRow(*row) for row in rows]


async def roots(tx: Tx, hand_id: int) -> list[bytes]:
    """The root of each deck of the hand, by deck number from 0."""
    rows = await tx.rows("SELECT root FROM hand_decks WHERE hand_id = ? ORDER BY deck_number", hand_id)
    return [row["root"] for row in rows]


async def hidden_message(tx: Tx, hand_id: int, player_id: int) -> HiddenMessageRow | None:
    """Where that player's cards of the hand were sent; None where they were not."""
    row = await tx.row(
        "SELECT hand_id, player_id, channel_id, message_id FROM hidden_messages"
        " WHERE hand_id = ? AND player_id = ?",
        *(hand_id, player_id),
    )
    return HiddenMessageRow(*row) if row else None


async def set_hidden_message(tx: Tx, hand_id: int, player_id: int, channel_id: int, message_id: int) -> None:
    """Remember where that player's cards of the hand were sent, in place of an earlier message.

    Of who is forgotten meanwhile nothing is remembered.
    """
    await tx.rows(
        "INSERT INTO hidden_messages (hand_id, player_id, channel_id, message_id)"
        " SELECT ?1, player_id, ?3, ?4 FROM players WHERE player_id = ?2 AND user_id IS NOT NULL"
        " ON CONFLICT (hand_id, player_id) DO UPDATE"
        " SET channel_id = excluded.channel_id, message_id = excluded.message_id",
        *(hand_id, player_id, channel_id, message_id),
    )


async def _step(tx: Tx, hand_id: int, what: str, *params: int | str | None) -> HandRow:
    row = await tx.row(f"UPDATE hands SET {what} WHERE hand_id = ? RETURNING {_HAND}", *params, hand_id)
    return _hand(existing(row, f"hand {hand_id}"))


def _hand(row: sqlite3.Row) -> HandRow:
    found = named(row)
    return HandRow(**{**found, "seats": tuple(HandSeat(**seat) for seat in found["seats"] or ())})
