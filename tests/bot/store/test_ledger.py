"""The ledger: chips move by transfers alone, once per key, never below zero."""

from __future__ import annotations

import pytest

from bot.store import NotEnoughChips, Refused, Store, Tx, ledger, players, servers, tables
from bot.store.statement import statement
from tests.bot.store.scene import SERVER, Scene, deal_hand, end_hand, seat_players, violations


async def test_a_grant_moves_chips_from_the_house(store: Store) -> None:
    """The house alone goes below zero: by what it has given."""

    async def job(tx: Tx) -> None:
        ann = await players.seen(tx, SERVER, 1, "Ann", "en")
        await ledger.grant(tx, SERVER, ann.player_id, 250, "won the quiz", ann.player_id, key="g1")
        assert await ledger.wallet_balance(tx, ann.player_id) == 1250
        assert await ledger.balance(tx, await ledger.house_of(tx, SERVER)) == -1250
        assert await violations(tx) == []

    await store.write(job)


async def test_the_same_key_moves_nothing_again(store: Store) -> None:
    """The first transfer comes back, not fresh; another wish under the same key is an error."""

    async def job(tx: Tx) -> None:
        ann = (await players.seen(tx, SERVER, 1, "Ann", "en")).player_id
        bob = (await players.seen(tx, SERVER, 2, "Bob", "en")).player_id
        first = await ledger.grant(tx, SERVER, ann, 250, key="g1")
        again = await ledger.grant(tx, SERVER, ann, 250, key="g1")
        assert (first.fresh, again.fresh) == (True, False)
        assert first.transfer_id == again.transfer_id
        for player, amount in ((ann, 251), (bob, 250)):
            with pytest.raises(Refused) as refused:
                await ledger.grant(tx, SERVER, player, amount, key="g1")
            assert refused.value.code == "key_reused"
        with pytest.raises(Refused) as refused:
            await ledger.grant(tx, SERVER, ann, 250, key="g1", reason="starting_chips")
        assert refused.value.code == "key_reused"
        assert await ledger.wallet_balance(tx, ann) == 1250
        assert await ledger.wallet_balance(tx, bob) == 1000

    await store.write(job)


@pytest.mark.parametrize("amount", [0, -5, 10**12 + 1])
async def test_an_impossible_amount_is_refused(store: Store, amount: int) -> None:
    """Zero, less, and more than any game needs."""

    async def job(tx: Tx) -> None:
        ann = (await players.seen(tx, SERVER, 1, "Ann", "en")).player_id
        with pytest.raises(Refused):
            await ledger.grant(tx, SERVER, ann, amount, key="g1")
        assert await ledger.wallet_balance(tx, ann) == 1000

    await store.write(job)


async def test_a_correction_may_take_chips_back_but_not_below_zero(store: Store) -> None:
    """The error says how many are there."""

    async def job(tx: Tx) -> None:
        ann = (await players.seen(tx, SERVER, 1, "Ann", "en")).player_id
        await ledger.correct(tx, SERVER, ann, -400, "granted twice", ann, key="c1")
        await ledger.correct(tx, SERVER, ann, 100, "too much", ann, key="c2")
        with pytest.raises(NotEnoughChips) as refused:
            await ledger.correct(tx, SERVER, ann, -701, "all of it", ann, key="c3")
        assert (refused.value.available, refused.value.wanted) == (700, 701)
        assert await ledger.wallet_balance(tx, ann) == 700

    await store.write(job)


async def test_buying_in_moves_wallet_to_stack(store: Store) -> None:
    """``brought_chips`` counts each once; a wallet cannot give what it has not."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx, count=1, stack=100)
        (sitting,), (ann,) = scene.sitting_ids, scene.player_ids
        for _ in range(2):
            await ledger.buy_in(tx, sitting, 50, "t1", ledger.TOP_UP)
        assert await ledger.stack_of(tx, sitting) == 150
        assert await ledger.wallet_balance(tx, ann) == 850
        assert (await tables.sitting(tx, sitting)).brought_chips == 150
        with pytest.raises(NotEnoughChips) as refused:
            await ledger.buy_in(tx, sitting, 851, "t2", ledger.TOP_UP)
        assert refused.value.available == 850
        assert (await tables.sitting(tx, sitting)).brought_chips == 150
        assert await violations(tx) == []

    await store.write(job)


async def test_cashing_out_moves_the_whole_stack_once(store: Store) -> None:
    """The same key again gives the same transfer; an empty stack gives none."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx, count=1, stack=100)
        (sitting,), (ann,) = scene.sitting_ids, scene.player_ids
        first = await ledger.cash_out(tx, sitting, "out1")
        again = await ledger.cash_out(tx, sitting, "out1")
        assert first is not None
        assert again is not None
        assert (first.amount, first.fresh) == (100, True)
        assert (again.transfer_id, again.fresh) == (first.transfer_id, False)
        assert await ledger.cash_out(tx, sitting, "out2") is None
        with pytest.raises(Refused) as refused:
            await ledger.cash_out(tx, sitting, f"buy:{sitting}")
        assert refused.value.code == "key_reused"
        assert await ledger.wallet_balance(tx, ann) == 1000
        await tables.stand_up(tx, sitting)
        with pytest.raises(Refused) as refused:
            await ledger.buy_in(tx, sitting, 10, "late")
        assert refused.value.code == "sitting_has_ended"

    await store.write(job)


async def test_settling_moves_losers_to_pot_to_winners(store: Store) -> None:
    """The pot is empty after it; settling again moves nothing."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx, count=3, stack=100)
        one, two, three = scene.sitting_ids
        hand_id = await deal_hand(tx, scene)
        for fresh in (True, False):
            moved = await ledger.settle(tx, hand_id, {one: 8, two: 8, three: 1}, {one: 8, two: 9})
            assert [transfer.fresh for transfer in moved] == [fresh] * 5
            assert {transfer.hand_id for transfer in moved} == {hand_id}
        assert [await ledger.stack_of(tx, sitting) for sitting in scene.sitting_ids] == [100, 101, 99]
        assert await tx.value("SELECT balance FROM accounts WHERE hand_id = ?", hand_id) == 0

    await store.write(job)


@pytest.mark.parametrize(
    ("paid", "won"), [((5, 5), (11, 0)), ((5, 5), (0, 9)), ((5, -5), (0, 0)), ((101, 0), (0, 101))]
)
async def test_a_settlement_that_does_not_add_up_is_refused(
    store: Store, paid: tuple[int, int], won: tuple[int, int]
) -> None:
    """More won than paid, less, a payment below zero, more than the stack holds: nothing moves."""
    scene = await store.write(seat_players)

    async def job(tx: Tx) -> None:
        hand_id = await deal_hand(tx, scene)
        sittings = scene.sitting_ids
        await ledger.settle(
            tx, hand_id, dict(zip(sittings, paid, strict=True)), dict(zip(sittings, won, strict=True))
        )

    with pytest.raises(Refused):
        await store.write(job)
    assert [
        await store.read(lambda tx, sitting=sitting: ledger.stack_of(tx, sitting))  # type: ignore[misc]
        for sitting in scene.sitting_ids
    ] == [100, 100]
    assert await store.read(violations) == []


async def test_chips_never_cross_servers(store: Store) -> None:
    """The database refuses a transfer between accounts of two servers."""

    async def job(tx: Tx) -> None:
        here = (await players.seen(tx, SERVER, 1, "Ann", "en")).player_id
        there = (await players.seen(tx, SERVER + 1, 1, "Ann", "en")).player_id
        with pytest.raises(Refused):
            await ledger.transfer(
                tx,
                debit=await ledger.wallet_of(tx, here),
                credit=await ledger.wallet_of(tx, there),
                amount=1,
                reason="grant",
                key="across",
            )
        assert await ledger.wallet_balance(tx, here) == await ledger.wallet_balance(tx, there) == 1000

    await store.write(job)


async def test_an_unknown_account_is_refused(store: Store) -> None:
    """With the words that say which."""

    async def job(tx: Tx) -> None:
        await servers.ensure(tx, SERVER)
        for call in (ledger.wallet_balance, ledger.stack_of):
            with pytest.raises(Refused) as refused:
                await call(tx, 404)
            assert refused.value.code == "no_such_row"
            assert "404" in str(refused.value)

    await store.write(job)


async def _played(tx: Tx) -> Scene:
    """Ann is granted chips, wins a hand, tops up and leaves; Bob loses 10."""
    scene = await seat_players(tx, count=2, stack=100)
    ann, bob = scene.player_ids
    await end_hand(tx, scene, await deal_hand(tx, scene), chips=10)
    await ledger.grant(tx, SERVER, ann, 5, "for the cake", bob, key="cake")
    await ledger.buy_in(tx, scene.sitting_ids[0], 20, "top", ledger.TOP_UP)
    await ledger.cash_out(tx, scene.sitting_ids[0], "out")
    return scene


async def test_a_statement_lists_every_movement_with_its_reason(store: Store) -> None:
    """Newest first; signed as the player sees it; the wallet's balance after each."""
    scene = await store.write(_played)
    ann, bob = scene.player_ids
    lines = await store.read(lambda tx: statement(tx, ann))
    assert [(line.place, line.reason, line.amount, line.wallet_after) for line in lines] == [
        ("wallet", "cash_out", 130, 1015),
        ("wallet", "top_up", -20, 885),
        ("wallet", "grant", 5, 905),
        ("stack", "win", 20, 900),
        ("stack", "bet", -10, 900),
        ("wallet", "buy_in", -100, 900),
        ("wallet", "starting_chips", 1000, 1000),
    ]
    assert (lines[2].note, lines[2].actor_player_id, lines[2].table_number) == ("for the cake", bob, None)
    assert (lines[3].table_number, lines[3].hand_number) == (1, 1)
    assert (lines[0].table_number, lines[0].hand_number) == (1, None)


async def test_a_statement_has_pages(store: Store) -> None:
    """``before`` the last line's id gives the page after it, with the same balances."""
    scene = await store.write(_played)
    ann, _ = scene.player_ids
    whole = await store.read(lambda tx: statement(tx, ann, 100))
    paged = await store.read(lambda tx: statement(tx, ann, 3))
    while len(paged) < len(whole):
        last = paged[-1].transfer_id
        paged += await store.read(lambda tx, last=last: statement(tx, ann, 3, last))  # type: ignore[misc]
    assert paged == whole
