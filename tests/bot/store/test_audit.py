"""The audit finds what raw hands did to the books, and says where."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import CannotOpen, Store, Tx, audit, ledger, meta
from bot.store.connection import reading
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import SERVER, Scene, deal_hand, end_hand, names_in, seat_players

_LATER = SERVER + 1  # a second server, whose books stay sound
_MOVE = (
    "INSERT INTO transfers (server_id, debit, credit, amount, reason, key, hand_id, at_ms)"
    " SELECT {server}, d.account_id, c.account_id, 7, 'bet', 'raw', {hand}, 0"
    " FROM accounts d, accounts c WHERE d.{debit} AND c.{credit} LIMIT 1"
)


async def _evening(tx: Tx) -> Scene:
    """Sitting 1 won hand 1 (over), sitting 2 lost it; hand 2 is in play; another server plays as well."""
    scene = await seat_players(tx)
    await end_hand(tx, scene, await deal_hand(tx, scene))
    await deal_hand(tx, scene)
    other = await seat_players(tx, server_id=_LATER)
    await end_hand(tx, other, await deal_hand(tx, other))
    return scene


def _tamper(path: Path, statements: Sequence[str]) -> None:
    """Change the file behind the store's back, with every guard off."""
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            assert raw.execute(statement).rowcount > 0, statement


_TAMPERED = [
    (["UPDATE accounts SET balance = balance + 5 WHERE account_id = 2"], "balance_differs", False),
    (["UPDATE accounts SET balance = balance + 5 WHERE sitting_id = 1"], "balance_differs", True),
    (["UPDATE accounts SET balance = -5 WHERE account_id = 2"], "below_zero", False),
    (["UPDATE accounts SET balance = balance + 5 WHERE account_id = 2"], "server_sum", False),
    (
        [_MOVE.format(server=SERVER, hand="NULL", debit="account_id = 2", credit=f"server_id = {_LATER}")],
        "across_servers",
        False,
    ),
    (["DELETE FROM accounts WHERE account_id = 2"], "account_missing", False),
    (["DELETE FROM accounts WHERE sitting_id = 2"], "account_missing", False),
    ([f"DELETE FROM accounts WHERE kind = 'house' AND server_id = {SERVER}"], "account_missing", False),
    (["UPDATE sittings SET brought_chips = 99 WHERE sitting_id = 1"], "brought_differs", False),
    (["UPDATE sittings SET left_at_ms = 5, left_chips = 0 WHERE sitting_id = 1"], "closed_stack", False),
    (["UPDATE hands SET number = 9 WHERE hand_id = 2"], "promise_dropped", False),
    (["UPDATE tables SET state = 'closed', closed_at_ms = 1 WHERE table_id = 1"], "promise_dropped", False),
    (["UPDATE hands SET state = 'void', void_reason = ' ', over_at_ms = 1 WHERE hand_id = 2"],
     "promise_dropped", False),
    (["INSERT INTO hidden_messages VALUES (404, 1, 1, 1)"], "foreign_key", False),
    (["UPDATE accounts SET balance = 7 WHERE hand_id = 1"], "pot_not_empty", True),
    ([_MOVE.format(server=SERVER, hand="1", debit="sitting_id = 1", credit="hand_id = 1")], "hand_sum", True),
    ([_MOVE.format(server=SERVER, hand="1", debit="sitting_id = 1", credit="kind = 'house'")],
     "hand_sum", True),
    ([_MOVE.format(server=SERVER, hand="2", debit="sitting_id = 1", credit="sitting_id = 2")],
     "hand_moved", None),
    (
        [
            "UPDATE hands SET state = 'void', result_json = NULL, void_reason = 'x' WHERE hand_id = 1",
        ],
        "hand_moved",
        True,
    ),
    (
        ["UPDATE hands SET result_json = '{\"stacks_after\": [[1, 111], [2, 89]]}' WHERE hand_id = 1"],
        "result_differs",
        True,
    ),
    (
        ["UPDATE hands SET result_json = '{\"stacks_after\": [[1, 110]]}' WHERE hand_id = 1"],
        "result_differs",
        True,
    ),
    (
        [_MOVE.format(server=SERVER, hand="1", debit="sitting_id = 1", credit="sitting_id = 2")],
        "result_differs",
        True,
    ),
    (["DELETE FROM transfers WHERE hand_id = 1 AND reason = 'win'"], "result_differs", True),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "code", "in_hand"), _TAMPERED)
async def test_each_broken_promise_is_found(
    path: Path, clock: ManualClock, statements: list[str], code: str, in_hand: bool | None
) -> None:
    """With its server; where it is about hand 1, the quick check after that hand finds it too."""
    async with Store.open(path, clock=clock) as store:
        await store.write(_evening)
    assert (await audit.run(path)).violations == ()
    _tamper(path, statements)
    report = await audit.run(path)
    assert not report.clean
    assert code in {violation.code for violation in report.violations}
    if code not in ("foreign_key", "across_servers"):
        assert {violation.server_id for violation in report.violations if violation.code == code} == {SERVER}
    if in_hand:
        assert {violation.table_id for violation in report.violations if violation.code == code} == {1}
    if in_hand is not None:
        async with reading(path, clock) as tx:
            found = await audit.check_hand(tx, 1)
        assert (code in {violation.code for violation in found}) is in_hand
        assert all(violation.table_id == 1 for violation in found)


async def test_sound_books_are_clean(store: Store) -> None:
    """After an evening, whole and hand by hand; the report says how much it saw."""
    await store.write(_evening)
    report = await store.read(audit.check)
    assert report.clean
    assert (report.servers, report.players, report.hands) == (2, 4, 3)
    assert report.chips == 4000
    assert report.transfers == 4 + 4 + 6
    for hand_id in (1, 2, 3):
        assert await store.read(lambda tx, hand_id=hand_id: audit.check_hand(tx, hand_id)) == []  # type: ignore[misc]


def test_a_violation_prints_as_one_line() -> None:
    """With every place that it knows."""
    assert str(audit.Violation("hand_sum", "7 are left", 1, 2, 3)) == (
        "hand_sum: 7 are left (server 1, table id 2, hand id 3)"
    )
    assert str(audit.Violation("foreign_key", "row 9")) == "foreign_key: row 9"


async def test_an_empty_database_is_clean(store: Store) -> None:
    """Nothing was promised yet."""
    report = await audit.run(store.path)
    assert report.clean
    assert (report.servers, report.transfers, report.chips) == (0, 0, 0)


async def test_the_audit_runs_beside_the_bot(store: Store) -> None:
    """On what is committed, while the store is open and a job is being written."""
    scene = await store.write(seat_players)

    async def job(tx: Tx) -> audit.Report:
        await ledger.grant(tx, SERVER, scene.player_ids[0], 5, key="g")
        return await audit.run(store.path)

    beside = await store.write(job)
    assert beside.clean
    assert (await audit.run(store.path)).transfers == beside.transfers + 1


async def test_a_check_inside_the_hands_own_transaction_sees_it(store: Store) -> None:
    """The table may check before its commit."""
    scene = await store.write(seat_players)

    async def job(tx: Tx) -> list[audit.Violation]:
        hand_id = await deal_hand(tx, scene)
        await end_hand(tx, scene, hand_id)
        return await audit.check_hand(tx, hand_id)

    assert await store.write(job) == []


async def test_a_file_that_is_not_ours_is_named(tmp_path: Path, path: Path) -> None:
    """Missing, foreign or no database: one line, nothing made."""
    with pytest.raises(CannotOpen) as refused:
        await audit.run(path)
    assert refused.value.code == "missing"
    assert str(path) in str(refused.value)
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as raw:
        raw.execute("CREATE TABLE theirs (a)")
    with pytest.raises(CannotOpen) as refused:
        await audit.run(foreign)
    assert refused.value.code == "foreign"
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear friends, " * 400)
    with pytest.raises(CannotOpen) as refused:
        await audit.run(letter)
    assert refused.value.code == "corrupt"
    assert names_in(tmp_path) == {"foreign.db", "letter.txt"}


async def test_the_audit_reads_what_a_killed_bot_left(path: Path, clock: ManualClock, tmp_path: Path) -> None:
    """The log that was not yet moved into the file counts."""
    async with Store.open(path, clock=clock) as store:
        await store.write(_evening)
        left = tmp_path / "left"
        left.mkdir()
        for name in (path.name, f"{path.name}-wal"):  # as a kill leaves them
            (left / name).write_bytes((path.parent / name).read_bytes())
        await store.write(lambda tx: meta.put(tx, "later", b"x"))
    report = await audit.run(left / path.name)
    assert report.clean
    assert report.transfers == 14
