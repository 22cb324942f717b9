"""Grouped commits: what shares one, who hears of a failure, who may be cancelled."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import pytest

from bot.store import Refused, Store, StoreError, Tx, meta


async def _put(store: Store, key: str) -> str:
    async def job(tx: Tx) -> str:
        await meta.put(tx, key, b"x")
        return key

    return await store.write(job)


async def _keys(store: Store) -> set[str]:
    async def job(tx: Tx) -> set[str]:
        return {row["key"] for row in await tx.rows("SELECT key FROM meta")}

    return await store.read(job)


async def test_writes_at_the_same_time_share_commits(store: Store) -> None:
    """Fifty callers need far fewer syncs of the disk than fifty, and each gets its own result."""
    names = [f"key {n}" for n in range(50)]
    assert await asyncio.gather(*(_put(store, name) for name in names)) == names
    assert store.jobs == 50
    assert store.commits <= 2
    assert await _keys(store) == set(names)


async def test_callers_are_answered_in_the_order_of_their_jobs(store: Store) -> None:
    """The screen redraws in commit order; a failing job keeps its place."""
    done: list[int] = []
    answered: list[int] = []

    async def press(number: int) -> None:
        async def job(tx: Tx) -> None:
            await meta.put(tx, f"key {number}", b"x")
            done.append(number)
            if number % 3 == 0:
                raise LookupError

        with suppress(LookupError):
            await store.write(job)
        answered.append(number)

    await asyncio.gather(*(press(number) for number in range(30)))
    assert done == answered == list(range(30))


async def test_no_task_waits_while_nothing_is_written(store: Store) -> None:
    """A settled loop has no task of the store's."""
    await _put(store, "a")
    await _keys(store)
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_group_has_a_limit(store: Store) -> None:
    """The first of many is answered before the last has begun."""
    tasks = [asyncio.create_task(_put(store, f"key {n}")) for n in range(200)]
    await tasks[0]
    assert not tasks[-1].done()
    await asyncio.gather(*tasks)
    assert 4 <= store.commits < 20


async def test_a_failing_job_takes_back_only_its_own(store: Store) -> None:
    """Its caller gets its error; the others of the group are committed."""

    async def failing(tx: Tx) -> None:
        await meta.put(tx, "half", b"x")
        raise LookupError("the job's own error")

    results = await asyncio.gather(
        _put(store, "before"), store.write(failing), _put(store, "after"), return_exceptions=True
    )
    assert store.commits == 1
    assert results[0] == "before"
    assert isinstance(results[1], LookupError)
    assert results[2] == "after"
    assert await _keys(store) == {"before", "after"}


async def test_a_refused_statement_leaves_the_job_its_earlier_ones(store: Store) -> None:
    """A job may catch a refusal and go on in the same transaction."""

    async def job(tx: Tx) -> None:
        await meta.put(tx, "a", b"x")
        with pytest.raises(Refused):
            await tx.rows("INSERT INTO meta (key, value) VALUES ('a', x'00')")
        await meta.put(tx, "b", b"x")

    await store.write(job)
    assert await _keys(store) == {"a", "b"}


async def test_a_failing_commit_is_told_to_the_whole_group(store: Store) -> None:
    """Nothing of the group is kept, and the next group works. A deferred foreign key makes COMMIT fail."""

    async def poison(tx: Tx) -> None:
        await tx.rows("PRAGMA defer_foreign_keys = ON")
        await tx.rows("INSERT INTO hidden_messages VALUES (404, 404, 1, 1)")

    results = await asyncio.gather(
        _put(store, "before"), store.write(poison), _put(store, "after"), return_exceptions=True
    )
    assert all(isinstance(result, StoreError) for result in results)
    assert len({id(result) for result in results}) == 3
    assert store.commits == 0
    assert await _keys(store) == set()
    await _put(store, "later")
    assert await _keys(store) == {"later"}


async def test_a_lost_transaction_is_told_to_the_whole_group(store: Store) -> None:
    """SQLite may drop a whole transaction (a full disk): nobody is told that he is committed."""

    async def lose(tx: Tx) -> None:
        await tx.rows("ROLLBACK")
        raise LookupError("the disk is full")

    results = await asyncio.gather(
        _put(store, "before"), store.write(lose), _put(store, "after"), return_exceptions=True
    )
    assert isinstance(results[0], StoreError)
    assert isinstance(results[1], LookupError)
    assert await _keys(store) <= {"after"}
    assert (results[2] == "after") is (await _keys(store) == {"after"})


async def test_a_full_disk_loses_nothing_that_was_acknowledged(store: Store) -> None:
    """Who does not fit is told; what was written stays, and writing goes on when there is room again."""
    await _put(store, "old")

    async def fill(tx: Tx) -> None:
        pages = await tx.value("PRAGMA page_count")
        await tx.rows(f"PRAGMA max_page_count = {pages + 2}")  # a disk with room for two pages more
        await meta.put(tx, "huge", bytes(100_000))

    results = await asyncio.gather(
        _put(store, "before"), store.write(fill), _put(store, "after"), return_exceptions=True
    )
    assert isinstance(results[1], StoreError)
    assert "full" in str(results[1])
    kept = {name for name, result in zip(("before", "", "after"), results, strict=True) if result == name}
    assert await _keys(store) == {"old"} | kept
    await store.write(lambda tx: tx.rows("PRAGMA max_page_count = 1000000"))
    await _put(store, "later")
    assert await _keys(store) == {"old", "later"} | kept


async def test_a_cancelled_caller_strands_nobody(store: Store) -> None:
    """His job is done all the same, and so are the others'."""
    begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def slow(tx: Tx) -> None:
        begun.set_result(None)
        for n in range(20):
            await meta.put(tx, f"slow {n}", b"x")

    first = asyncio.create_task(store.write(slow))
    second = asyncio.create_task(_put(store, "second"))
    third = asyncio.create_task(_put(store, "third"))
    await begun
    first.cancel()
    second.cancel()
    results = await asyncio.gather(first, second, third, return_exceptions=True)
    assert isinstance(results[0], asyncio.CancelledError)
    assert isinstance(results[1], asyncio.CancelledError)
    assert results[2] == "third"
    assert await _keys(store) == {f"slow {n}" for n in range(20)} | {"second", "third"}


async def test_a_failure_after_its_caller_has_gone_is_logged(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody else would hear of it."""
    begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def failing(tx: Tx) -> None:
        begun.set_result(None)
        await meta.put(tx, "half", b"x")
        raise LookupError("nobody waits for this")

    task = asyncio.create_task(store.write(failing))
    await begun
    task.cancel()
    with caplog.at_level(logging.ERROR):
        await _put(store, "next")
    assert task.cancelled() or task.cancelling()
    assert "after its caller had gone" in caplog.text
    assert await _keys(store) == {"next"}


async def test_a_job_that_is_cancelled_from_within_fails_alone(store: Store) -> None:
    """The committing task goes on with the others."""

    async def cancelled(tx: Tx) -> None:
        await meta.put(tx, "half", b"x")
        raise asyncio.CancelledError

    results = await asyncio.gather(
        _put(store, "before"), store.write(cancelled), _put(store, "after"), return_exceptions=True
    )
    assert isinstance(results[1], asyncio.CancelledError)
    assert await _keys(store) == {"before", "after"}


async def test_nothing_is_kept_or_acknowledged_when_the_loop_stops_mid_commit(store: Store) -> None:
    """The committing task is cancelled, as a stopping loop does: callers hear of it, later ones go on."""
    begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    never: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def stuck(tx: Tx) -> None:
        await meta.put(tx, "stuck", b"x")
        begun.set_result(None)
        await never

    first = asyncio.create_task(store.write(stuck))
    second = asyncio.create_task(_put(store, "second"))
    await begun
    (committing,) = (task for task in asyncio.all_tasks() if task.get_name() == "store-commit")
    committing.cancel()
    results = await asyncio.gather(first, second, return_exceptions=True)
    assert all(isinstance(result, StoreError) for result in results)
    assert await _keys(store) == set()
    await _put(store, "later")
    assert await _keys(store) == {"later"}


async def test_a_job_may_not_wait_for_another_write(store: Store) -> None:
    """It would wait for itself for ever; the same holds for reads."""

    async def nested(tx: Tx) -> None:
        await _put(store, "inner")

    with pytest.raises(StoreError, match="own tx"):
        await store.write(nested)

    async def nested_read(tx: Tx) -> None:
        await _keys(store)

    with pytest.raises(StoreError, match="own tx"):
        await store.read(nested_read)


async def test_a_tx_ends_with_its_job(store: Store) -> None:
    """Kept for later it would write into somebody else's transaction."""
    kept: list[Tx] = []

    async def job(tx: Tx) -> None:
        kept.append(tx)

    await store.write(job)
    with pytest.raises(StoreError, match="over"):
        await kept[0].rows("SELECT 1")


async def test_a_read_sees_only_what_is_committed(store: Store) -> None:
    """Also while a job has written and not committed; and it sees one moment throughout."""
    written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    go_on: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def job(tx: Tx) -> None:
        await meta.put(tx, "a", b"x")
        written.set_result(None)
        await go_on

    task = asyncio.create_task(store.write(job))
    await written
    assert await _keys(store) == set()

    async def two_looks(tx: Tx) -> tuple[int, int]:
        first = await tx.value("SELECT count(*) FROM meta")
        if not go_on.done():
            go_on.set_result(None)
        await task
        return first, await tx.value("SELECT count(*) FROM meta")

    assert await store.read(two_looks) == (0, 0)
    assert await _keys(store) == {"a"}


async def test_a_reading_job_cannot_write(store: Store) -> None:
    """The reading connection refuses it."""
    with pytest.raises(StoreError, match="readonly"):
        await store.read(lambda tx: meta.put(tx, "a", b"x"))


async def test_a_cancelled_read_leaves_the_connection_usable(store: Store) -> None:
    """The next read begins a transaction of its own."""
    begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def job(tx: Tx) -> None:
        begun.set_result(None)
        await tx.rows("SELECT 1")

    task = asyncio.create_task(store.read(job))
    await begun
    task.cancel()
    assert await _keys(store) == set()
    assert task.cancelled() or task.cancelling()


async def test_a_job_cannot_go_on_after_its_transaction_was_lost(store: Store) -> None:
    """What it wrote afterwards would be committed by itself, statement by statement."""

    async def lose_and_go_on(tx: Tx) -> None:
        await tx.rows("ROLLBACK")  # as SQLite does by itself on some errors
        await meta.put(tx, "stray", b"x")

    with pytest.raises(StoreError, match="lost"):
        await store.write(lose_and_go_on)

    async def lose_and_say_nothing(tx: Tx) -> None:
        await meta.put(tx, "gone", b"x")
        await tx.rows("ROLLBACK")

    with pytest.raises(StoreError, match="lost"):
        await store.write(lose_and_say_nothing)
    assert await _keys(store) == set()


async def test_a_job_that_does_nothing_leaves_its_neighbours_alone(store: Store) -> None:
    """Neither with its success nor with its failure."""

    async def nothing(tx: Tx) -> None:
        pass

    async def fail_at_once(tx: Tx) -> None:
        raise LookupError

    results = await asyncio.gather(
        _put(store, "a"),
        store.write(nothing),
        store.write(fail_at_once),
        _put(store, "b"),
        store.write(fail_at_once),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [str, type(None), LookupError, str, LookupError]
    assert store.commits == 1
    assert await _keys(store) == {"a", "b"}


async def test_a_commit_stopped_while_it_begins_leaves_the_connection_usable(store: Store) -> None:
    """BEGIN may still run in its thread when the waiting for it has ended."""
    first = asyncio.create_task(_put(store, "first"))
    await asyncio.sleep(0)  # the caller has started the committing task,
    await asyncio.sleep(0)  # which has sent its BEGIN
    (committing,) = (task for task in asyncio.all_tasks() if task.get_name() == "store-commit")
    committing.cancel()
    with pytest.raises(StoreError, match="stopped"):
        await first
    await _put(store, "later")
    assert await _keys(store) == {"later"}
