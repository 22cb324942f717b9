"""A database with many tables in mid-hand, made through the store and the engine, and their messages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.clock import SystemClock
from bot.show.layout import table_message
from bot.show.scene import Phase, Terms
from bot.store import Store, Tx, hands, ledger, players, servers, tables
from bot.tables.ending import load_sittings
from bot.tables.play import Move, play_on
from bot.tables.state import LiveHand, TableState, scene_of
from bot.tables.terms import default_terms, write_settings
from engine.game import Action, SeatStart, Setup
from engine.games import game
from engine.shuffle import commitment, hand_key, seed_of
from tests.bench.front import Place

SECRET: Final = b"a secret that only the bench knows"
PLAYERS: Final = 4
BUY_IN: Final = 400
TABLES_PER_SERVER: Final = 20
TABLES_PER_COMMIT: Final = 25
_FIRST_SERVER, _FIRST_CHANNEL = 910_000_000_000_000_000, 920_000_000_000_000_000
_FIRST_USER, _FIRST_DM = 930_000_000_000_000_000, 940_000_000_000_000_000
_FIRST_CARDS = 1_390_000_000_000_000_000
_FIRST_MESSAGE = 1_400_000_000_000_000_000  # of 2025: so that an hour's age never counts


@dataclass(frozen=True, slots=True)
class Wanted:
    """What tables are to be made. ``actions_most``: so many actions of each hand are played already."""

    count: int
    terms: Terms
    actions_most: int
    waiting_every: int = 0  # one table in so many has no hand yet; 0: none


def bench_terms(*, pause_seconds: int, turn_seconds: int = 600) -> Terms:
    """Aces as it is usually played; nobody is nudged and no time runs out while it is measured."""
    aces = game("aces")
    usual = default_terms(aces, aces.options_type())
    return replace(
        usual, buy_in_most=BUY_IN, pause_seconds=pause_seconds, turn_seconds=turn_seconds, nudge_seconds=0
    )


def name_of(user_id: int) -> str:
    """A person's name, from which ``user_of`` finds him again."""
    return f"Player{user_id - _FIRST_USER:05}"


def user_of(name: str) -> int:
    """Whose name that is."""
    return _FIRST_USER + int(name.removeprefix("Player"))


async def make(database: Path, wanted: Wanted, random: Random) -> dict[int, list[Place]]:
    """Fill a new database; the places of its tables by server, as they were drawn last."""
    found: dict[int, list[Place]] = {}
    async with Store.open(database, clock=SystemClock()) as store:
        for first in range(0, wanted.count, TABLES_PER_COMMIT):
            numbers = range(first, min(first + TABLES_PER_COMMIT, wanted.count))

            async def job(tx: Tx, numbers: range = numbers) -> list[Place]:
                return [await _table(tx, wanted, number, random) for number in numbers]

            for place in await store.write(job):
                found.setdefault(place.server_id, []).append(place)
    return found


async def _table(tx: Tx, wanted: Wanted, number: int, random: Random) -> Place:
    """One table with its players, and a hand on it."""
    server_id = _FIRST_SERVER + number // TABLES_PER_SERVER
    await servers.get(tx, server_id)
    aces, terms = game("aces"), wanted.terms
    people = []
    for seat in range(1, PLAYERS + 1):
        user_id = _FIRST_USER + number * PLAYERS + seat
        person = await players.seen(tx, server_id, user_id, name_of(user_id), "en")
        await players.set_dm_channel(tx, person.player_id, _FIRST_DM + person.player_id)
        people.append(person)
    row = await tables.open_table(
        tx,
        server_id=server_id,
        channel_id=_FIRST_CHANNEL + number,
        host_player_id=people[0].player_id,
        game=aces.key,
        options=terms.options.to_mapping(),
        settings=write_settings(terms),
    )
    for seat, person in enumerate(people, 1):
        sitting = await tables.sit_down(tx, row.table_id, person.player_id, seat)
        await ledger.buy_in(tx, sitting.sitting_id, BUY_IN, key=f"bench:{sitting.sitting_id}")
    state = TableState(
        table_id=row.table_id,
        number=row.number,
        server_id=server_id,
        channel_id=row.channel_id,
        terms=terms,
        game=aces,
        host_player_id=people[0].player_id,
        phase=Phase.WAITING,
        sittings=await load_sittings(tx, row.table_id),
    )
    message_id = _FIRST_MESSAGE + number
    waits = bool(wanted.waiting_every) and number % wanted.waiting_every == 0
    await _hand(tx, state, message_id, random, 0 if waits else random.randint(0, wanted.actions_most), waits)
    await tables.set_message(tx, row.table_id, message_id)
    drawn: list[dict[str, Any]] = table_message(scene_of(state), "en").to_components()  # type: ignore[no-untyped-call]
    return Place(server_id, row.channel_id, message_id, drawn)


async def _hand(
    tx: Tx, state: TableState, message_id: int, random: Random, actions: int, waits: bool
) -> None:
    """Promise a hand; deal it and play some of it where the table does not wait."""
    nonce = random.randbytes(32)
    seed = seed_of(SECRET, nonce)
    promised = await hands.commit_next(tx, state.table_id, nonce=nonce, commitment=commitment(seed))
    if waits:
        return
    seats = tuple(SeatStart(seat, one.stack) for seat, one in sorted(state.sittings.items()))
    setup = Setup(state.game.key, state.terms.options, seats, random.choice(seats).seat)
    await hands.freeze(
        tx,
        promised.hand_id,
        game=state.game.key,
        options=state.terms.options.to_mapping(),
        dealer=setup.dealer,
        seats=[
            hands.HandSeat(seat, one.sitting_id, one.player_id, one.stack, True)
            for seat, one in sorted(state.sittings.items())
        ],
        channel_id=state.channel_id,
    )
    live = LiveHand(
        hand_id=promised.hand_id,
        number=promised.number,
        hand=state.game.start(setup),
        key=hand_key(seed, promised.hand_id, message_id, ()),
        roots=(),
        dealt=tuple(one for _, one in sorted(state.sittings.items())),
    )
    pack = state.game.pack(setup.options)
    played = play_on(live, (), lambda seat: False, pack)
    await hands.posted(tx, promised.hand_id, message_id, played.new_roots[0][1])
    for one in live.dealt:
        dm = _FIRST_DM + one.player_id
        await hands.set_hidden_message(tx, live.hand_id, one.player_id, dm, _FIRST_CARDS + one.sitting_id)
    state.phase, state.live = Phase.HAND, played.live
    for seq in range(1, actions + 1):
        action = _some_action(state.live, random)
        state.live = play_on(state.live, (Move(action, "press"),), lambda seat: False, pack).live
        await hands.add_action(
            tx,
            promised.hand_id,
            seq=seq,
            seat=action.seat,
            verb=action.verb,
            amount=action.amount,
            source="press",
            interaction_id=_FIRST_MESSAGE + seq,
        )


def _some_action(live: LiveHand, random: Random) -> Action:
    """Anything but a fold, so that the hand goes on."""
    turn = live.hand.turn
    assert turn is not None
    seat = turn.seats[0]
    choice = random.choice([one for one in live.hand.options(seat) if one.verb != "fold"])
    return Action(seat, choice.verb, choice.least)
