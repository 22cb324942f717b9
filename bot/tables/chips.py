"""Chips on their way from wallets to stacks; practice chips, which are free, come where one is short."""

from __future__ import annotations

from dataclasses import replace

from bot.locale import Text, listed, say
from bot.show.names import safe_name
from bot.store import Tx, ledger, practice
from bot.tables import mixed
from bot.tables.state import Sitting, TableState
from bot.tables.terms import offered_buy_in
from engine.game import Seat


async def bring(tx: Tx, state: TableState, sitting: Sitting, chips: int, key: str) -> None:
    """Add chips to a stack; ``NotEnoughChips`` where the wallet holds less, but at practice tables."""
    if state.terms.practice is not None:
        await practice.fill(tx, sitting.player_id, chips, key)
    await ledger.buy_in(tx, sitting.sitting_id, chips, key=key, reason=ledger.TOP_UP)


async def bring_what_waits(tx: Tx, state: TableState, sitting: Sitting, hand_id: int) -> None:
    """The top-up that waited for the end of a hand, as far as the wallet goes."""
    chips = sitting.top_up
    if state.terms.practice is None:
        chips = min(chips, await ledger.wallet_balance(tx, sitting.player_id))
    if chips:
        await bring(tx, state, sitting, chips, key=f"top_up:{sitting.sitting_id}:after:{hand_id}")


async def renew(tx: Tx, state: TableState, sittings: dict[Seat, Sitting], hand_id: int) -> Text | None:
    """At a practice table nobody runs out of chips: who is too short for the next hand gets a new buy-in.

    ``sittings`` are brought up to date; what everybody is told, None where no person needed any.
    """
    if state.terms.practice is None or state.closing:
        return None
    names = []
    for one in [one for one in sittings.values() if one.state == "in" and one.stack < mixed.reserve(state)]:
        chips = offered_buy_in(state.terms, state.game) - one.stack
        await bring(tx, state, one, chips, key=f"renew:{one.sitting_id}:after:{hand_id}")
        sittings[one.seat] = replace(one, stack=one.stack + chips)
        if not one.is_house:
            names.append(safe_name(one.name))
    return say("New practice chips for {names}.", names=listed(names)) if names else None
