"""Random books: whatever is tried, the balances are what the transfers make them and none is below zero."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import NotEnoughChips, Refused, Store, Tx, audit, hands, ledger
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import SERVER, Scene, deal_hand, seat_players, violations

PLAYERS = 3
START = 900  # in the wallet, after buying in for 100

seat = st.integers(0, PLAYERS - 1)
key = st.integers(0, 9).map(str)  # few, so that many come again
chips = st.integers(-50, 1200)

step = st.one_of(
    st.tuples(st.just("grant"), key, seat, chips),
    st.tuples(st.just("correct"), key, seat, chips),
    st.tuples(st.just("buy_in"), key, seat, chips),
    st.tuples(st.just("top_up"), key, seat, chips),
    st.tuples(st.just("cash_out"), key, seat, st.just(0)),
    st.tuples(st.just("hand"), st.just(""), seat, st.integers(0, 150)),
)
Step = tuple[str, str, int, int]


@dataclass
class Model:
    """The books as a person would keep them."""

    wallets: list[int] = field(default_factory=lambda: [START] * PLAYERS)
    stacks: list[int] = field(default_factory=lambda: [100] * PLAYERS)
    used: dict[str, tuple[str, int, int]] = field(default_factory=dict)

    def take(self, step: Step) -> bool:
        """Carry the step out; False where it must be refused."""
        kind, name, who, amount = step
        if kind == "hand":
            return self._hand(who, amount)
        if kind == "cash_out":
            amount = self.stacks[who]
        if name in self.used:  # the same wish: nothing moves; the whole stack is the same wish at any height
            first, seat, moved = self.used[name]
            return (first, seat) == (kind, who) and (kind == "cash_out" or moved == amount)
        if kind == "cash_out" and amount == 0:
            return True
        if amount == 0 or (amount < 0 and kind != "correct"):
            return False
        if kind in ("grant", "correct"):
            to_wallet, to_stack = amount, 0
        elif kind == "cash_out":
            to_wallet, to_stack = amount, -amount
        else:
            to_wallet, to_stack = -amount, amount
        if self.wallets[who] + to_wallet < 0:
            return False
        self.wallets[who] += to_wallet
        self.stacks[who] += to_stack
        self.used[name] = (kind, who, amount)
        return True

    def _hand(self, winner: int, amount: int) -> bool:
        """Everybody pays ``amount``, the winner takes it all."""
        if min(self.stacks) < amount:
            return False
        self.stacks = [stack - amount for stack in self.stacks]
        self.stacks[winner] += amount * PLAYERS
        return True


async def _take(tx: Tx, scene: Scene, step: Step) -> None:
    """The same step in the store."""
    kind, name, who, amount = step
    player, sitting = scene.player_ids[who], scene.sitting_ids[who]
    if kind == "grant":
        await ledger.grant(tx, SERVER, player, amount, "a test", key=name)
    elif kind == "correct":
        await ledger.correct(tx, SERVER, player, amount, "a test", key=name)
    elif kind == "cash_out":
        await ledger.cash_out(tx, sitting, name)
    elif kind == "hand":
        await _play(tx, scene, sitting, amount)
    else:
        await ledger.buy_in(tx, sitting, amount, name, kind)


async def _play(tx: Tx, scene: Scene, winner: int, amount: int) -> None:
    """A hand to its end, on the stacks as they are; void where somebody cannot pay."""
    stacks = [await ledger.stack_of(tx, sitting) for sitting in scene.sitting_ids]
    hand_id = await deal_hand(tx, scene, stacks)
    if min(stacks) < amount:
        await hands.void(tx, hand_id, "test")
        raise Refused("somebody cannot pay")
    total = amount * PLAYERS
    await ledger.settle(tx, hand_id, dict.fromkeys(scene.sitting_ids, amount), {winner: total})
    after = [
        [number, stack - amount + total * (sitting == winner)]
        for number, (sitting, stack) in enumerate(zip(scene.sitting_ids, stacks, strict=True), start=1)
    ]
    await hands.finish(tx, hand_id, {"stacks_after": after})
    assert await audit.check_hand(tx, hand_id) == []


async def _check(path: Path, steps: list[Step]) -> None:
    model = Model()

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx, PLAYERS)
        for taken in steps:
            try:
                await _take(tx, scene, taken)
                accepted = True
            except Refused as error:
                accepted = False
                if isinstance(error, NotEnoughChips):
                    assert error.available < error.wanted
            assert accepted == model.take(taken), taken
        wallets = [await ledger.wallet_balance(tx, player) for player in scene.player_ids]
        stacks = [await ledger.stack_of(tx, sitting) for sitting in scene.sitting_ids]
        assert (wallets, stacks) == (model.wallets, model.stacks)
        house = await ledger.balance(tx, await ledger.house_of(tx, SERVER))
        assert house == -sum(wallets) - sum(stacks)
        assert min(*wallets, *stacks) >= 0

    async with Store.open(path, clock=ManualClock()) as store:
        await store.write(job)
        assert await store.read(violations) == []


@settings(max_examples=60, deadline=None)
@given(st.lists(step, max_size=25))
def test_balances_are_what_the_transfers_make_them(steps: list[Step]) -> None:
    """Against a model of plain sums, and against the full recomputation."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_check(Path(folder) / "books.db", steps))
