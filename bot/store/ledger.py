"""The ledger: double entry, immutable transfers, one per idempotency key.

Accounts: one house per server (the only one that may fall below zero), one wallet per player, one stack per
sitting, one pot per hand. A transfer moves ``amount`` > 0 chips from its debit account (gives) to its credit
account (receives). Balances follow from transfers by a trigger; see the migrations.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.store.connection import Tx
from bot.store.errors import NotEnoughChips, Refused
from bot.store.rows import existing

BUY_IN: Final = "buy_in"
TOP_UP: Final = "top_up"
CASH_OUT: Final = "cash_out"
GRANT: Final = "grant"
CORRECTION: Final = "correction"
STARTING_CHIPS: Final = "starting_chips"
REGULAR_TOP_UP: Final = "regular_top_up"
BET: Final = "bet"
WIN: Final = "win"

_TRANSFER = (
    "transfer_id, server_id, debit, credit, amount, reason, note, actor_player_id, hand_id, night_id, key,"
    " at_ms"
)
# The night of the table whose stack gives or receives; the other side is a wallet or a pot.
_NIGHT = (
    "SELECT night_id FROM accounts JOIN sittings USING (sitting_id) JOIN tables USING (table_id)"
    " WHERE account_id IN (?1, ?2)"
)


@dataclass(frozen=True, slots=True)
class TransferRow:
    """A transfer. ``fresh`` is False where the key was used before and this call moved nothing."""

    transfer_id: int
    server_id: int
    debit: int
    credit: int
    amount: int
    reason: str
    note: str
    actor_player_id: int | None
    hand_id: int | None
    night_id: int | None
    key: str
    at_ms: int
    fresh: bool = True


async def transfer(
    tx: Tx,
    *,
    debit: int,
    credit: int,
    amount: int,
    reason: str,
    key: str,
    note: str = "",
    actor: int | None = None,
    hand_id: int | None = None,
) -> TransferRow:
    """Move chips between two accounts of one server; a key that was used gives its first transfer.

    What a stack gives or receives is booked to the night that its table is of.

    ``NotEnoughChips`` where the debit account holds less; ``Refused`` (key_reused) where the key's first
    transfer was another one, (constraint) where an amount or an account is impossible.
    """
    try:
        row = await tx.row(
            "INSERT INTO transfers"
            " (server_id, night_id, debit, credit, amount, reason, note, actor_player_id, hand_id, key,"
            " at_ms)"
            f" VALUES ((SELECT server_id FROM accounts WHERE account_id = ?1), ({_NIGHT}),"
            " ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
            f" RETURNING {_TRANSFER}",
            *(debit, credit, amount, reason, note, actor, hand_id, key, tx.now_ms),
        )
    except Refused as error:
        if error.code == "transfer_exists":
            first = await by_key(tx, key)
            wish = (debit, credit, amount, reason)
            if first is None or (first.debit, first.credit, first.amount, first.reason) != wish:
                raise Refused(f"the key {key} has moved other chips before", code="key_reused") from error
            return first
        if "no_balance_below_zero" in str(error):
            raise NotEnoughChips(await balance(tx, debit), amount) from error
        raise
    assert row is not None
    return TransferRow(*row)


async def by_key(tx: Tx, key: str) -> TransferRow | None:
    """The transfer of that key (not ``fresh``), None where it was never used."""
    row = await tx.row(f"SELECT {_TRANSFER} FROM transfers WHERE key = ?", key)
    return replace(TransferRow(*row), fresh=False) if row else None


async def balance(tx: Tx, account_id: int) -> int:
    """Chips on that account."""
    return int(await tx.value("SELECT balance FROM accounts WHERE account_id = ?", account_id))


async def wallet_balance(tx: Tx, player_id: int) -> int:
    """Chips in that player's wallet."""
    return await balance(tx, await wallet_of(tx, player_id))


async def stack_of(tx: Tx, sitting_id: int) -> int:
    """Chips before that player at the table."""
    return await balance(tx, await stack_account(tx, sitting_id))


async def house_of(tx: Tx, server_id: int) -> int:
    """The account id of the server's house."""
    account_id: int | None = await tx.value(
        "SELECT account_id FROM accounts WHERE kind = 'house' AND server_id = ?", server_id
    )
    return existing(account_id, f"house account of server {server_id}")


async def wallet_of(tx: Tx, player_id: int) -> int:
    """The account id of the player's wallet."""
    account_id: int | None = await tx.value(
        "SELECT account_id FROM accounts WHERE kind = 'wallet' AND player_id = ?", player_id
    )
    return existing(account_id, f"wallet of player {player_id}")


async def stack_account(tx: Tx, sitting_id: int) -> int:
    """The account id of the sitting's stack."""
    account_id: int | None = await tx.value(
        "SELECT account_id FROM accounts WHERE sitting_id = ?", sitting_id
    )
    return existing(account_id, f"stack of sitting {sitting_id}")


async def open_wallet(tx: Tx, server_id: int, player_id: int) -> None:
    """Give a new player his wallet."""
    await tx.rows(
        "INSERT INTO accounts (server_id, kind, player_id) VALUES (?, 'wallet', ?)", server_id, player_id
    )


async def open_stack(tx: Tx, server_id: int, player_id: int, sitting_id: int) -> None:
    """Give a new sitting its stack."""
    await tx.rows(
        "INSERT INTO accounts (server_id, kind, player_id, sitting_id) VALUES (?, 'stack', ?, ?)",
        *(server_id, player_id, sitting_id),
    )


async def grant(
    tx: Tx,
    server_id: int,
    player_id: int,
    amount: int,
    note: str = "",
    actor: int | None = None,
    *,
    key: str,
    reason: str = GRANT,
) -> TransferRow:
    """House → wallet, ``amount`` > 0 chips. ``actor`` is the player who granted, None for the bot itself."""
    return await transfer(
        tx,
        debit=await house_of(tx, server_id),
        credit=await wallet_of(tx, player_id),
        amount=amount,
        reason=reason,
        note=note,
        actor=actor,
        key=key,
    )


async def take_all(tx: Tx, player_id: int, reason: str, *, key: str) -> int:
    """Wallet → house, all that is in it; how much that was."""
    wallet = await wallet_of(tx, player_id)
    chips = await balance(tx, wallet)
    if chips:
        server_id = await tx.value("SELECT server_id FROM accounts WHERE account_id = ?", wallet)
        house = await house_of(tx, server_id)
        await transfer(tx, debit=wallet, credit=house, amount=chips, reason=reason, key=key)
    return chips


async def correct(
    tx: Tx, server_id: int, player_id: int, amount: int, note: str, actor: int | None = None, *, key: str
) -> TransferRow:
    """House → wallet for ``amount`` > 0, wallet → house for one below 0 (``NotEnoughChips`` past zero)."""
    house, wallet = await house_of(tx, server_id), await wallet_of(tx, player_id)
    debit, credit = (house, wallet) if amount > 0 else (wallet, house)
    return await transfer(
        tx,
        debit=debit,
        credit=credit,
        amount=abs(amount),
        reason=CORRECTION,
        note=note,
        actor=actor,
        key=key,
    )


async def buy_in(tx: Tx, sitting_id: int, amount: int, key: str, reason: str = BUY_IN) -> TransferRow:
    """Wallet → stack of an open sitting, ``reason`` BUY_IN or TOP_UP; counts into its ``brought_chips``."""
    assert reason in (BUY_IN, TOP_UP)
    row = await tx.row(
        "SELECT player_id FROM sittings WHERE sitting_id = ? AND left_at_ms IS NULL", sitting_id
    )
    if row is None:
        raise Refused(f"sitting {sitting_id} has ended", code="sitting_has_ended")
    moved = await transfer(
        tx,
        debit=await wallet_of(tx, row["player_id"]),
        credit=await stack_account(tx, sitting_id),
        amount=amount,
        reason=reason,
        key=key,
    )
    if moved.fresh:
        await tx.rows(
            "UPDATE sittings SET brought_chips = brought_chips + ? WHERE sitting_id = ?", amount, sitting_id
        )
    return moved


async def cash_out(tx: Tx, sitting_id: int, key: str) -> TransferRow | None:
    """Stack → wallet, all of it; None where the stack is empty. A key used before gives its transfer."""
    stack = await stack_account(tx, sitting_id)
    first = await by_key(tx, key)
    if first is not None:
        if (first.debit, first.reason) != (stack, CASH_OUT):
            raise Refused(f"the key {key} has moved other chips before", code="key_reused")
        return first
    chips = await balance(tx, stack)
    if chips == 0:
        return None
    player_id = await tx.value("SELECT player_id FROM accounts WHERE account_id = ?", stack)
    return await transfer(
        tx, debit=stack, credit=await wallet_of(tx, player_id), amount=chips, reason=CASH_OUT, key=key
    )


async def settle(tx: Tx, hand_id: int, paid: Mapping[int, int], won: Mapping[int, int]) -> list[TransferRow]:
    """Losers → pot → winners of one hand: chips by sitting id, paid into and won out of all of its pots.

    ``Refused`` (sums_differ) where they are not equal; the pot is empty afterwards. The keys are
    ``hand:<id>:settle:paid:<sitting>`` and ``…:won:<sitting>``: the same again moves nothing.
    """
    if sum(paid.values()) != sum(won.values()) or min((*paid.values(), *won.values()), default=0) < 0:
        raise Refused(
            f"hand {hand_id}: {sum(paid.values())} paid, {sum(won.values())} won", code="sums_differ"
        )
    pot = await _pot(tx, hand_id)
    stacks = await _stacks(tx, {*paid, *won})
    for sitting in {*paid, *won} - stacks.keys():
        raise Refused(f"there is no stack of sitting {sitting}", code="no_such_row")
    moves = [(stacks[sitting], pot, chips, BET, "paid", sitting) for sitting, chips in paid.items() if chips]
    moves += [(pot, stacks[sitting], chips, WIN, "won", sitting) for sitting, chips in won.items() if chips]
    moved = [
        await transfer(
            tx,
            debit=debit,
            credit=credit,
            amount=chips,
            reason=reason,
            key=f"hand:{hand_id}:settle:{side}:{sitting}",
            hand_id=hand_id,
        )
        for debit, credit, chips, reason, side, sitting in moves
    ]
    left = await balance(tx, pot)
    if left:
        raise Refused(f"hand {hand_id}: {left} chips are left in the pot", code="pot_not_empty")
    return moved


async def _pot(tx: Tx, hand_id: int) -> int:
    """The account id of the hand's pot, made where it is missing."""
    found: int | None = await tx.value("SELECT account_id FROM accounts WHERE hand_id = ?", hand_id)
    if found is not None:
        return found
    made: int | None = await tx.value(
        "INSERT INTO accounts (server_id, kind, hand_id)"
        " SELECT server_id, 'pot', hand_id FROM hands WHERE hand_id = ? RETURNING account_id",
        hand_id,
    )
    return existing(made, f"hand {hand_id}")


async def _stacks(tx: Tx, sitting_ids: Iterable[int]) -> dict[int, int]:
    """The stack account of each of those sittings."""
    rows = await tx.rows(
        "SELECT sitting_id, account_id FROM accounts WHERE sitting_id IN (SELECT value FROM json_each(?))",
        json.dumps(sorted(sitting_ids)),
    )
    return {row["sitting_id"]: row["account_id"] for row in rows}
