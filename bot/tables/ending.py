"""What one commit writes: actions, the settling of a hand, and who leaves or tops up after it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.locale import Text
from bot.standings.best import best_opened
from bot.store import Refused, Tx, audit, hands, ledger, tables, waiting
from bot.tables import mixed
from bot.tables.chips import bring_what_waits, renew
from bot.tables.desk import Desk
from bot.tables.mixed import Course
from bot.tables.play import Played, chips_of
from bot.tables.state import LiveHand, NextHand, Sitting, TableState
from bot.tables.terms import write_settings
from engine.game import Result, Seat
from engine.shuffle import commitment, seed_of

NONCE_BYTES: Final = 32


async def store_played(tx: Tx, played: Played) -> None:
    """Append the moves and the roots of the decks that they called for."""
    live = played.live
    seq = live.actions - len(played.moves)
    for move in played.moves:
        seq += 1
        await hands.add_action(
            tx,
            live.hand_id,
            seq=seq,
            seat=move.action.seat,
            verb=move.action.verb,
            amount=move.action.amount,
            target=move.action.target,
            source=move.source,
            interaction_id=move.interaction_id or None,
        )
    for deck_number, root in played.new_roots:
        if deck_number:  # the first root was stored with the message's id
            await hands.add_root(tx, live.hand_id, deck_number, root)


async def settle(tx: Tx, played: Played) -> None:
    """Move the chips of a hand that is over: losers to pot to winners, and close it."""
    live = played.live
    paid, won = chips_of(live.hand)
    sitting = {one.seat: one.sitting_id for one in live.dealt}
    try:
        await ledger.settle(
            tx,
            live.hand_id,
            paid={sitting[seat]: chips for seat, chips in paid.items()},
            won={sitting[seat]: chips for seat, chips in won.items()},
        )
    except Refused as error:  # somebody's stack is not what the table took it for
        raise BooksDoNotBalance(str(error)) from error
    result = live.hand.result
    assert result is not None
    written = write_result(result, paid, won)
    if best := best_opened(live.hand):
        written["best"] = best
    await hands.finish(tx, live.hand_id, written)


def write_result(result: Result, paid: Mapping[Seat, int], won: Mapping[Seat, int]) -> dict[str, object]:
    """A result as it is kept: chips by seat and the pots. Cards follow from the shuffle: none but the best
    hand that was opened, for everybody to find again, is kept beside it."""
    return {
        "pots": [
            {"amount": pot.amount, "contestants": list(pot.contestants), "winners": list(pot.winners)}
            for pot in result.pots
        ],
        "opened": list(result.opened),
        "stacks_after": [list(pair) for pair in result.stacks_after],
        "paid": {str(seat): chips for seat, chips in paid.items()},
        "won": {str(seat): chips for seat, chips in won.items()},
    }


@dataclass(frozen=True, slots=True)
class After:
    """The table when a hand is over. ``next_hand`` None: the table is closed."""

    sittings: dict[Seat, Sitting]
    next_hand: NextHand | None
    host_player_id: int
    course: Course | None = None  # None: as before
    word: Text | None = None  # what everybody should know of the chips


def stand(state: TableState, after: After) -> None:
    """Let what was stored between two hands take the old state's place."""
    state.sittings, state.next_hand = after.sittings, after.next_hand
    state.host_player_id = after.host_player_id
    state.course = after.course or state.course
    state.word = after.word or state.word


class BooksDoNotBalance(Exception):
    """A hand's transfers do not match its result: nothing of it is kept, and its table stops."""


async def after_hand(tx: Tx, desk: Desk, state: TableState, live: LiveHand) -> After:
    """Check the books, let people go and top up, and promise the next hand or close the table."""
    violations = await audit.check_hand(tx, live.hand_id)
    if violations:
        raise BooksDoNotBalance("; ".join(str(one) for one in violations))
    dealer = live.hand.setup.dealer
    await tables.set_dealer(tx, state.table_id, dealer)
    if not state.terms.mixed:
        return await between_hands(tx, desk, state, live.hand_id)
    course = mixed.after_hand(state, live)
    await keep_course(tx, state, course)
    return replace(await between_hands(tx, desk, state, live.hand_id), course=course)


async def keep_course(tx: Tx, state: TableState, course: Course) -> None:
    """Store how far a table of several games has come, and what it has played last."""
    options = state.terms.options.to_mapping()
    settings = write_settings(state.terms, closing=state.closing, course=course)
    await tables.set_game(tx, state.table_id, state.game.key, options, settings)


async def between_hands(tx: Tx, desk: Desk, state: TableState, hand_id: int) -> After:
    """When no hand runs: leavers go, top-ups that waited come, the next hand is promised."""
    gone = set()
    for one in state.sittings.values():
        if one.state == "leaving" or one.kicked or state.closing:
            gone.add(one.player_id)
            await ledger.cash_out(tx, one.sitting_id, key=f"leave:{one.sitting_id}")
            await tables.stand_up(tx, one.sitting_id)
        elif one.top_up:
            await bring_what_waits(tx, state, one, hand_id)
            await tables.update_sitting(tx, one.sitting_id, top_up_pending=0)
    sittings = await load_sittings(tx, state.table_id)
    word = await renew(tx, state, sittings, hand_id)
    host = next_host(state.host_player_id, gone, sittings)
    if host != state.host_player_id:
        await tables.set_host(tx, state.table_id, host)
    if state.closing:
        await waiting.clear(tx, state.table_id)
        await tables.set_state(tx, state.table_id, "closed")
        return After(sittings, None, host)
    return After(sittings, await commit_next(tx, desk, state.table_id), host, word=word)


def next_host(host_player_id: int, gone: Collection[int], sittings: Mapping[Seat, Sitting]) -> int:
    """The host, or when he is among the players who leave the one in the lowest seat that is left."""
    people = [seat for seat, one in sittings.items() if not one.is_house]
    if host_player_id not in gone or not people:
        return host_player_id
    return sittings[min(people)].player_id


async def commit_next(tx: Tx, desk: Desk, table_id: int) -> NextHand:
    """Promise the next hand: its nonce and commitment are stored before anybody may add a word."""
    nonce = desk.chance.randbytes(NONCE_BYTES)
    promise = commitment(seed_of(desk.secret, nonce))
    row = await hands.commit_next(tx, table_id, nonce=nonce, commitment=promise)
    return NextHand(row.hand_id, row.number, nonce, promise)


async def load_sittings(tx: Tx, table_id: int) -> dict[Seat, Sitting]:
    """Everybody at the table as the store knows them."""
    return {
        row.seat: Sitting(
            sitting_id=row.sitting_id,
            player_id=row.player_id,
            user_id=row.user_id or 0,
            name=row.name,
            locale=row.locale,
            seat=row.seat,
            stack=row.stack,
            state=row.state,
            misses=row.misses,
            top_up=row.top_up_pending,
            kicked=bool(row.kicked),
        )
        for row in await tables.open_sittings(tx, table_id)
    }
