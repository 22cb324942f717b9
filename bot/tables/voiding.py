"""A hand that cannot go on: no chips move, its seed is opened, everybody reads what he has back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.locale import Text, say
from bot.show.names import safe_name
from bot.show.scene import Phase
from bot.store import Tx, hands
from bot.tables import ending
from engine.game import Seat
from engine.shuffle import seed_of

if TYPE_CHECKING:
    from bot.tables.table import Table


async def void(table: Table, reason: Text) -> None:
    """Void the hand in play or about to be dealt. Holds the lock."""
    state = table.state
    live, following = state.live, state.next_hand
    if state.phase is Phase.DEALING and following is not None:
        hand_id, number, bets = following.hand_id, following.number, dict[Seat, int]()
    elif live is not None and live.hand.result is None:
        hand_id, number = live.hand_id, live.number
        bets = {one.seat: one.paid for one in live.hand.view(None).seats if one.paid}
    else:
        return
    names = {one.seat: one.name for one in (live.dealt if live else ())}

    async def job(tx: Tx) -> tuple[bytes, ending.After]:
        row = await hands.void(tx, hand_id, reason.to("en"))
        return row.nonce, await ending.between_hands(tx, table.desk, state, hand_id)

    nonce, after = await table.desk.store.write(job)
    table.stop_clock()
    state.sittings, state.next_hand = after.sittings, after.next_hand
    state.host_player_id = after.host_player_id
    state.live = state.setup = None
    state.phase = Phase.CLOSED if after.next_hand is None else Phase.WAITING
    state.note = void_note(number, reason, bets, names, seed_of(table.desk.secret, nonce))
    table.changed(None)


def void_note(number: int, reason: Text, bets: dict[Seat, int], names: dict[Seat, str], seed: bytes) -> Text:
    """What everybody reads: which hand, why, each refund by name, and the opened seed."""
    back = ", ".join(f"{safe_name(names.get(seat, '?'))} {chips}" for seat, chips in sorted(bets.items()))
    if not back:
        return say(
            "Hand {number} is void: {reason} No bets had been made. Its seed was {seed}",
            number=number,
            reason=reason,
            seed=seed.hex(),
        )
    return say(
        "Hand {number} is void: {reason} Every bet is back: {refunds}. Its seed was {seed}",
        number=number,
        reason=reason,
        refunds=back,
        seed=seed.hex(),
    )
