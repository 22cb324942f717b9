"""A hand that cannot go on: no chips move, its seed is opened, everybody reads what he has back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.locale import Text, frame, raw, say, strung
from bot.show.names import safe_name
from bot.show.scene import Phase
from bot.store import Tx, hands, players, tables
from bot.tables import ending
from engine.game import Game, Seat, SeatStart, Setup
from engine.shuffle import commitment, seed_of

if TYPE_CHECKING:
    from bot.tables.desk import Desk
    from bot.tables.table import Table


NOT_POSTED: Final = say("its message could not be posted.")
STOPPED: Final = say("the bot stopped before its message was posted.")
SECRET_LOST: Final = say("the secret of the shuffle was lost.")
CHANNEL_LOST: Final = say("its channel is gone.")
SERVER_LOST: Final = say("the bot was removed from the server.")
NOT_SHOWN: Final = say("it could not be shown for twelve hours.")
TABLE_CLOSED: Final = say("the table was closed before it was dealt.")
NOT_REBUILT: Final = say("after a restart it could not be put together again.")
_REASONS: Final = {
    reason.to("en"): reason
    for reason in (
        NOT_POSTED,
        STOPPED,
        SECRET_LOST,
        CHANNEL_LOST,
        SERVER_LOST,
        NOT_SHOWN,
        TABLE_CLOSED,
        NOT_REBUILT,
    )
}


async def void(table: Table, reason: Text) -> None:
    """Void the hand in play or about to be dealt. Holds the lock."""
    state = table.state
    live, following = state.live, state.next_hand
    if state.phase is Phase.DEALING and following is not None:
        hand_id, bets = following.hand_id, dict[Seat, int]()
    elif live is not None and live.hand.result is None:
        hand_id = live.hand_id
        bets = {one.seat: one.paid for one in live.hand.view(None).seats if one.paid}
    else:
        return
    names = {one.seat: one.name for one in (live.dealt if live else ())}

    async def job(tx: Tx) -> tuple[hands.HandRow, ending.After]:
        row = await hands.void(tx, hand_id, reason.to("en"))
        if state.pausing:  # there is nothing to pause any more
            await tables.set_state(tx, state.table_id, "open")
        return row, await ending.between_hands(tx, table.desk, state, hand_id)

    row, after = await table.desk.store.write(job)
    table.clock.stop()
    ending.stand(state, after)
    state.pausing, state.last_hand_at = False, table.desk.clock.now()
    state.live = state.setup = None
    state.phase = Phase.CLOSED if after.next_hand is None else Phase.WAITING
    state.note = void_note(row, reason, bets, names, seed_of(table.desk.secret, row.nonce))
    table.changed(None)


async def void_stored(tx: Tx, desk: Desk, table_id: int, reason: Text) -> None:
    """Void a table's stored hand without rebuilding it, and promise another.

    A promise that the present secret makes stays: it was given by a start that did not come to its end.
    """
    row = await hands.live_hand(tx, table_id)
    if row is None:
        return
    if row.state != "committed" or commitment(seed_of(desk.secret, row.nonce)) != row.commitment:
        await hands.void(tx, row.hand_id, reason.to("en"))
        await ending.commit_next(tx, desk, table_id)


async def note_of_void(tx: Tx, desk: Desk, game: Game, row: hands.HandRow) -> Text:
    """What everybody reads of a hand that is void, from the store: the process may have ended before.

    What was paid follows from the rules and the actions alone: the payments at the deal, which no card
    changes, and the amounts of the actions. Its seed is told where the present secret still makes it.
    """
    reason = reason_text(row.void_reason)
    seed = seed_of(desk.secret, row.nonce)
    opened = seed if commitment(seed) == row.commitment else None
    if row.message_id is None:
        return void_note(row, reason, {}, {}, opened)
    setup = setup_of(game, row)
    dealt = game.start(setup).deal(tuple(game.pack(setup.options))).hand
    bets = {one.seat: one.paid for one in dealt.view(None).seats if one.paid}
    for action in await hands.actions(tx, row.hand_id):
        bets[action.seat] = bets.get(action.seat, 0) + action.amount
    names = {one.seat: (await players.get(tx, one.player_id)).name for one in row.seats}
    return void_note(row, reason, bets, names, opened)


def reason_text(kept: str | None) -> Text:
    """Why a hand is void, from what is stored of that."""
    return _REASONS.get(kept or "") or raw(kept)


def setup_of(game: Game, row: hands.HandRow) -> Setup:
    """What was fixed when the hand was closed for words."""
    assert row.options is not None and row.dealer is not None
    seats = tuple(SeatStart(one.seat, one.stack, one.plays) for one in row.seats)
    return Setup(game.key, game.options_type.from_mapping(row.options), seats, row.dealer)


def void_note(
    row: hands.HandRow, reason: Text, bets: dict[Seat, int], names: dict[Seat, str], seed: bytes | None
) -> Text:
    """What everybody reads: which hand, why, each refund by name, and what its deck can be recomputed from.

    That is the opened seed, where it is known, and the ids (engine.shuffle); words have who gave them.
    """
    back = [
        frame("{name} {chips}", name=safe_name(names.get(seat, "?")), chips=chips)
        for seat, chips in sorted(bets.items())
    ]
    refunds = say("No bets had been made.")
    if back:
        refunds = say("Every bet is back: {refunds}.", refunds=strung(back))
    opened: Text | str = ""
    if seed:
        opened = say(
            " Its seed was {seed} (hand id {hand_id}, message {message_id}).",
            seed=seed.hex(),
            hand_id=row.hand_id,
            message_id=row.message_id or say("none"),
        )
    return say(
        "Hand {number} is void: {reason} {refunds}{opened}",
        number=row.number,
        reason=reason,
        refunds=refunds,
        opened=opened,
    )
