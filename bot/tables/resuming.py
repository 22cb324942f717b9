"""A table as it was, from the store: after a restart the same hand goes on, with the same cards."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.clock import from_ms
from bot.locale import say
from bot.show.scene import Phase, Scene
from bot.store import Tx, hands, players, tables, waiting
from bot.tables import mixed
from bot.tables.dealing import dealt
from bot.tables.desk import Desk
from bot.tables.ending import load_sittings
from bot.tables.play import Move, play_on
from bot.tables.post import REQUEST_FAILED
from bot.tables.state import LiveHand, NextHand, Sitting, TableState, Waiter, scene_of
from bot.tables.surely import in_the_end
from bot.tables.terms import read_course, read_terms
from bot.tables.voiding import STOPPED, note_of_void, setup_of, void
from engine.errors import EngineError
from engine.game import Action
from engine.shuffle import hand_key, seed_of

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)

_GOES_ON: Final = say("The bot was restarted. The hand goes on with the same cards and a fresh clock.")
_DEALT_ON: Final = say("The bot was restarted while this hand was being dealt. It goes on.")
PAUSE_REMEMBERED: Final = timedelta(minutes=10)  # a showdown this young is still counted down from


class CannotResume(Exception):
    """What is stored of a hand does not fit together: the table stays stopped, nothing moves."""


@dataclass(frozen=True, slots=True)
class Found:
    """A table as the store knows it."""

    state: TableState
    message_id: int
    posting: Posting | None = None
    message_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Posting:
    """A hand that is closed for words, its message perhaps posted; ``former`` is what stood there before."""

    row: hands.HandRow
    former: Scene


async def load(tx: Tx, desk: Desk, row: tables.TableRow) -> Found:
    """Read a table that is not closed; CannotResume where its hand cannot be rebuilt."""
    game = desk.games[row.game]
    host = await players.get(tx, row.host_player_id)
    state = TableState(
        table_id=row.table_id,
        number=row.number,
        server_id=abs(row.server_id),
        channel_id=row.channel_id,
        terms=read_terms(game, row.options, row.settings),
        game=game,
        host_player_id=row.host_player_id,
        phase=Phase.WAITING,
        opener_name=host.name,
        opener_ids=(host.player_id, host.user_id or 0),
        sittings=await load_sittings(tx, row.table_id),
        last_dealer=row.dealer_seat,
        closing=bool(row.settings.get("closing")),
        paused_at=None if row.paused_at_ms is None else from_ms(row.paused_at_ms),
        waiting=await _waiting(tx, row.table_id),
        last_hand_at=from_ms(row.last_hand_at_ms or row.opened_at_ms),
        course=read_course(row.settings),
    )
    live = await hands.live_hand(tx, row.table_id)
    posting = None
    if live is None:
        raise CannotResume(f"table {row.table_id} has no hand to go on with")
    if state.terms.mixed and live.state in ("dealt", "posting"):
        assert live.game is not None
        mixed.playing(state, setup_of(desk.games[live.game], live))
    if live.state == "dealt":
        state.live = await rebuild(tx, desk, state, live)
        state.phase = Phase.HAND
        state.note = _GOES_ON
    else:
        words = tuple((word.seat, word.word) for word in await hands.words(tx, live.hand_id))
        state.next_hand = NextHand(live.hand_id, live.number, live.nonce, live.commitment, words)
        await _last_hand(tx, desk, state)
        if live.state == "posting":
            posting = Posting(live, scene_of(state, live=False))
            state.phase, state.live = Phase.DEALING, None
            state.setup = setup_of(state.game, live)
        elif state.phase is Phase.WAITING and state.course.hand_id == live.hand_id:
            state.phase = Phase.PAUSE  # the dealer is drawn: it goes on to the deal by itself
    if row.state == "paused":
        state.pausing = posting is not None  # when that hand is dealt
        state.phase = state.phase if posting is not None else Phase.PAUSED
    message_at = None if row.message_at_ms is None else from_ms(row.message_at_ms)
    return Found(state, row.message_id or 0, posting, message_at)


async def _waiting(tx: Tx, table_id: int) -> tuple[Waiter, ...]:
    found = []
    for row in await waiting.of_table(tx, table_id):
        player = await players.get(tx, row.player_id)
        found.append(Waiter(row.player_id, player.user_id or 0, player.name, row.message_id or 0))
    return tuple(found)


async def _last_hand(tx: Tx, desk: Desk, state: TableState) -> None:
    """The last hand: its showdown and who deals next, or why it is void."""
    for row in await hands.recent(tx, state.table_id, limit=1):
        assert row.over_at_ms is not None
        young = desk.clock.now() - from_ms(row.over_at_ms) < PAUSE_REMEMBERED
        if row.state == "void":
            game = desk.games[row.game] if row.game is not None else state.game
            state.note = await note_of_void(tx, desk, game, row) if young else None
            return
        try:
            live = await rebuild(tx, desk, state, row)
        except (CannotResume, EngineError) as error:  # it is over: the table can do without
            log.error("a past hand cannot be shown table=%s reason=%s", state.table_id, error)
            return
        state.last_hand = live.hand
        seats = {one.seat: one.sitting_id for one in live.dealt}
        others = any(
            seats.get(seat, one.sitting_id) != one.sitting_id for seat, one in state.sittings.items()
        )
        if young and not others:  # else somebody sits by now where another has played
            state.live, state.phase = live, Phase.PAUSE


async def rebuild(tx: Tx, desk: Desk, state: TableState, row: hands.HandRow) -> LiveHand:
    """Replay a stored hand; CannotResume where its decks do not have the roots that were shown."""
    assert row.message_id is not None and row.game is not None
    game = desk.games[row.game]
    setup = setup_of(game, row)
    words = tuple((word.seat, word.word) for word in await hands.words(tx, row.hand_id))
    hand = game.start(setup)
    playing = {one.seat for one in hand.view(None).seats if one.status != "not_dealt"}
    people = await _people_of(tx, state, row)
    live = LiveHand(
        hand_id=row.hand_id,
        number=row.number,
        hand=hand,
        key=hand_key(seed_of(desk.secret, row.nonce), row.hand_id, row.message_id, words),
        roots=(),
        dealt=tuple(one for one in people if one.seat in playing),
        aside=tuple(one for one in people if one.seat not in playing),
    )
    moves = tuple(
        Move(Action(one.seat, one.verb, one.amount, one.target), one.source)
        for one in await hands.actions(tx, row.hand_id)
    )
    played = play_on(live, moves, lambda _: False, game.pack(setup.options))
    stored = await hands.roots(tx, row.hand_id)
    if [root for _, root in played.new_roots] != stored:
        raise CannotResume(f"hand {row.hand_id} was dealt from other decks: is the secret the same?")
    return played.live


async def _people_of(tx: Tx, state: TableState, row: hands.HandRow) -> tuple[Sitting, ...]:
    """Everybody who sat at the table; people who have left since are known by name only."""
    by_id = {one.sitting_id: one for one in state.sittings.values()}
    found = []
    for seat in row.seats:
        sitting = by_id.get(seat.sitting_id)
        if sitting is None:
            player = await players.get(tx, seat.player_id)
            sitting = Sitting(
                sitting_id=seat.sitting_id,
                player_id=seat.player_id,
                user_id=player.user_id or 0,
                name=player.name,
                locale=player.locale,
                seat=seat.seat,
                stack=seat.stack,
            )
        found.append(sitting)
    return tuple(found)


async def _stopped(table: Table) -> None:
    async with table.lock:
        await void(table, STOPPED)


async def adopt_or_void(table: Table, posting: Posting) -> None:
    """A crash came between a hand's post and its storing: take the message if it is there, else void."""
    row = posting.row
    assert row.posting_at_ms is not None
    since = from_ms(row.posting_at_ms) - timedelta(minutes=1)
    try:
        message_id = await table.desk.post.find_hand(table.state.channel_id, row.hand_id, since)
    except REQUEST_FAILED as error:
        log.warning("cannot look for a hand's message table=%s error=%r", table.id, error)
        message_id = None
    if message_id is None:
        await in_the_end(table, lambda: _stopped(table))
        return
    found, former, table.screen.message_id = message_id, table.screen.message_id, message_id
    await in_the_end(table, lambda: dealt(table, found, _DEALT_ON))
    if former and former != message_id:
        table.spawn(_leave(table, former, posting.former))


async def _leave(table: Table, message_id: int, scene: Scene) -> None:
    """Give a former message what it keeps."""
    await table.album.ready(scene)
    await table.desk.post.edit_table(table.state.channel_id, message_id, table.album.sheet(scene))
