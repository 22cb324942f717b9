"""What the database itself refuses, tried with raw SQL."""

from __future__ import annotations

import pytest

from bot.store import Refused, Store, Tx, hands
from tests.bot.store.scene import commit_hand, deal_hand, end_hand, post_hand, seat_players, violations

_COPY = "INSERT {verb} INTO transfers SELECT {columns} FROM transfers WHERE transfer_id = 1"
_COLUMNS = (
    "{id}, server_id, debit, credit, {amount}, reason, note, actor_player_id, hand_id, night_id, {key}, 0"
)

_VOID = "UPDATE hands SET state = 'void', void_reason = 'x', over_at_ms = 0"


async def _refused(store: Store, sql: str, code: str) -> None:
    """The statement is refused with that code on a database with one hand over and one in play."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        over = await deal_hand(tx, scene)
        await hands.add_action(tx, over, seq=1, seat=2, verb="bet", amount=1, source="button")
        await end_hand(tx, scene, over)
        live = await deal_hand(tx, scene)
        await hands.add_action(tx, live, seq=1, seat=2, verb="bet", amount=1, source="button")

    await store.write(job)
    before = await store.read(_everything)
    with pytest.raises(Refused) as refused:
        await store.write(lambda tx: tx.rows(sql))
    assert refused.value.code == code, str(refused.value)
    assert await store.read(_everything) == before
    assert await store.read(violations) == []


async def _everything(tx: Tx) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the tables that must not change."""
    return {
        table: [tuple(row) for row in await tx.rows(f"SELECT * FROM {table}")]
        for table in ("transfers", "accounts", "hands", "hand_actions", "hand_decks", "sittings", "tables")
    }


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("UPDATE transfers SET amount = 1", "transfers_are_immutable"),
        ("UPDATE transfers SET note = 'x' WHERE transfer_id = 1", "transfers_are_immutable"),
        ("UPDATE OR REPLACE transfers SET transfer_id = 2 WHERE transfer_id = 1", "transfers_are_immutable"),
        ("DELETE FROM transfers", "transfers_are_immutable"),
        ("DELETE FROM transfers WHERE transfer_id = 1", "transfers_are_immutable"),
        (
            _COPY.format(verb="OR REPLACE", columns=_COLUMNS.format(id="1", amount="5", key="'new'")),
            "transfer_exists",
        ),
        (
            _COPY.format(verb="OR REPLACE", columns=_COLUMNS.format(id="NULL", amount="5", key="key")),
            "transfer_exists",
        ),
        (
            _COPY.format(verb="OR IGNORE", columns=_COLUMNS.format(id="NULL", amount="5", key="key")),
            "transfer_exists",
        ),
        (
            "INSERT INTO transfers (server_id, debit, credit, amount, reason, key, at_ms)"
            " SELECT server_id, account_id, 1, balance + 1, 'bet', 'k', 0 FROM accounts"
            " WHERE kind = 'wallet'",
            "constraint",
        ),
        (
            "INSERT INTO transfers (server_id, debit, credit, amount, reason, key, at_ms)"
            " SELECT server_id, 1, account_id, -5, 'grant', 'k', 0 FROM accounts WHERE kind = 'wallet'",
            "constraint",
        ),
        (
            "INSERT INTO transfers (server_id, debit, credit, amount, reason, key, at_ms)"
            " SELECT server_id, account_id, account_id, 5, 'bet', 'k', 0 FROM accounts WHERE kind = 'wallet'",
            "constraint",
        ),
    ],
)
async def test_transfers_cannot_be_changed(store: Store, sql: str, code: str) -> None:
    """No update, no delete, no replacement, nothing below zero."""
    await _refused(store, sql, code)


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("UPDATE accounts SET balance = -1 WHERE kind = 'wallet'", "constraint"),
        ("UPDATE accounts SET player_id = 2 WHERE player_id = 1", "accounts_keep_their_owner"),
        ("UPDATE accounts SET kind = 'house' WHERE kind = 'wallet'", "accounts_keep_their_owner"),
        ("DELETE FROM accounts", "accounts_are_kept"),
        (
            "INSERT OR REPLACE INTO accounts (account_id, server_id, kind)"
            " SELECT account_id, server_id, kind FROM accounts WHERE kind = 'house'",
            "account_exists",
        ),
        (
            "INSERT OR REPLACE INTO accounts (server_id, kind, player_id)"
            " SELECT server_id, 'wallet', player_id FROM players",
            "account_exists",
        ),
        (
            "INSERT OR REPLACE INTO accounts (server_id, kind, player_id, sitting_id)"
            " SELECT server_id, 'stack', player_id, sitting_id FROM sittings",
            "account_exists",
        ),
        (
            "INSERT OR REPLACE INTO accounts (server_id, kind, hand_id)"
            " SELECT server_id, 'pot', hand_id FROM hands WHERE state = 'over'",
            "account_exists",
        ),
        (
            "INSERT INTO accounts (server_id, kind, hand_id, balance)"
            " SELECT server_id, 'pot', hand_id, 5 FROM hands WHERE state = 'dealt'",
            "accounts_start_empty",
        ),
        ("INSERT INTO accounts (server_id, kind) SELECT server_id, 'wallet' FROM servers", "constraint"),
    ],
)
async def test_accounts_keep_their_owner_and_balance(store: Store, sql: str, code: str) -> None:
    """An account cannot be given away, emptied by replacing it, or opened with chips on it."""
    await _refused(store, sql, code)


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("UPDATE hand_actions SET amount = 9 WHERE hand_id = 2", "actions_are_immutable"),
        ("DELETE FROM hand_actions", "actions_are_immutable"),
        ("INSERT OR REPLACE INTO hand_actions VALUES (2, 1, 1, 'fold', 0, NULL, 'x', NULL, 0)",
         "not_the_next_action"),
        ("INSERT INTO hand_actions VALUES (2, 3, 1, 'fold', 0, NULL, 'x', NULL, 0)", "not_the_next_action"),
        ("INSERT INTO hand_actions VALUES (1, 2, 1, 'fold', 0, NULL, 'x', NULL, 0)",
         "hand_not_in_that_state"),
        ("UPDATE hands SET state = 'dealt' WHERE hand_id = 1", "hand_not_in_that_state"),
        ("UPDATE hands SET state = 'posting' WHERE hand_id = 2", "hand_not_in_that_state"),
        ("UPDATE hands SET channel_id = 1 WHERE hand_id = 2", "hand_not_in_that_state"),
        (_VOID + ", message_id = 1 WHERE hand_id = 2", "hands_keep_what_was_promised"),
        (_VOID + ", nonce = x'00' WHERE hand_id = 2", "hands_keep_what_was_promised"),
        (_VOID + ", commitment = x'00' WHERE hand_id = 2", "hands_keep_what_was_promised"),
        (_VOID + ", seats_json = '[]' WHERE hand_id = 2", "hands_keep_what_was_promised"),
        (_VOID + ", dealer = 2 WHERE hand_id = 2", "hands_keep_what_was_promised"),
        ("DELETE FROM hands", "hands_are_kept"),
        (
            "INSERT OR REPLACE INTO hands (hand_id, table_id, server_id, number, nonce, commitment,"
            " committed_at_ms) SELECT hand_id, table_id, server_id, number, x'09', x'09', 0 FROM hands",
            "hand_exists",
        ),
        (
            "INSERT INTO hands (table_id, server_id, number, nonce, commitment, committed_at_ms)"
            " SELECT table_id, server_id, 99, nonce, x'09', 0 FROM hands WHERE hand_id = 1",
            "hand_exists",
        ),
        (
            "INSERT INTO hands (table_id, server_id, number, nonce, commitment, committed_at_ms)"
            " SELECT table_id, server_id, 99, x'09', x'09', 0 FROM hands WHERE hand_id = 1",
            "constraint",
        ),
        ("UPDATE hand_decks SET root = x'00'", "roots_are_immutable"),
        ("DELETE FROM hand_decks", "roots_are_immutable"),
        ("INSERT OR REPLACE INTO hand_decks VALUES (2, 0, x'00')", "not_the_next_deck"),
        ("INSERT INTO hand_decks VALUES (2, 2, x'00')", "not_the_next_deck"),
        ("INSERT INTO hand_words VALUES (2, 1, 1, 'late')", "hand_not_in_that_state"),
    ],
)  # fmt: skip
async def test_a_hand_keeps_what_it_promised(store: Store, sql: str, code: str) -> None:
    """What decides the shuffle or was shown never changes; a table has one hand in play."""
    await _refused(store, sql, code)


@pytest.mark.parametrize(
    "sql",
    ["UPDATE hand_words SET word = 'other'", "DELETE FROM hand_words"],
)
async def test_words_are_fixed_once_the_hand_is_posted(store: Store, sql: str) -> None:
    """The message's id must not be known before the last word."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        hand_id = await commit_hand(tx, scene)
        await hands.set_word(tx, hand_id, 1, scene.player_ids[0], "cut")
        await post_hand(tx, scene, hand_id)

    await store.write(job)
    with pytest.raises(Refused) as refused:
        await store.write(lambda tx: tx.rows(sql))
    assert refused.value.code == "hand_not_in_that_state"


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("UPDATE sittings SET left_at_ms = 1, left_chips = 0 WHERE sitting_id = 1", "stack_not_empty"),
        ("UPDATE sittings SET seat = 2 WHERE sitting_id = 1", "constraint"),
        ("UPDATE tables SET state = 'closed', closed_at_ms = 1", "table_not_empty"),
    ],
)
async def test_nobody_leaves_chips_on_a_table(store: Store, sql: str, code: str) -> None:
    """A sitting ends with an empty stack, a table with nobody at it and no hand in play."""
    await _refused(store, sql, code)
