"""What the database holds, read beside the bot or after its end, and the hand that follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.clock import SystemClock
from bot.secret import secret_of
from bot.show.cards import card_text
from bot.store import Tx, audit, hands, players, tables
from bot.store.connection import reading
from engine.cards import Card
from engine.game import Action, Hand, SeatStart, Setup
from engine.games import GAMES
from engine.shuffle import hand_key, seed_of, shuffled


@dataclass(frozen=True, slots=True)
class Books:
    """The one table of an evening, as it is kept."""

    report: audit.Report
    table: tables.TableRow | None
    live: hands.HandRow | None
    past: tuple[hands.HandRow, ...]  # over or void, newest first
    actions: dict[int, list[hands.ActionRow]]  # by hand
    words: dict[int, tuple[hands.WordRow, ...]]
    names: dict[int, str]  # by seat, of who sits now
    states: dict[str, str]  # by name: in, out, leaving
    keys: frozenset[str]  # of all transfers

    @property
    def message_id(self) -> int | None:
        """On which the table stands."""
        return self.table.message_id if self.table else None

    @property
    def hand_of(self) -> dict[int, hands.HandRow]:
        """Every hand by its id."""
        return {row.hand_id: row for row in (*self.past, *([self.live] if self.live else []))}


async def read_books(database: Path) -> Books:
    """One snapshot, the audit included."""
    async with reading(database, SystemClock()) as tx:
        return await _read(tx)


async def _read(tx: Tx) -> Books:
    report = await audit.check(tx)
    open_tables = await tables.open_tables(tx)
    if not open_tables:
        return Books(report, None, None, (), {}, {}, {}, {}, frozenset())
    (table,) = open_tables
    live = await hands.live_hand(tx, table.table_id)
    past = await hands.recent(tx, table.table_id, limit=1000)
    ids = [row.hand_id for row in (*past, *([live] if live else []))]
    sittings = await tables.open_sittings(tx, table.table_id)
    names = {row.seat: (await players.get(tx, row.player_id)).name for row in sittings}
    return Books(
        report=report,
        table=table,
        live=live,
        past=tuple(past),
        actions={hand_id: await hands.actions(tx, hand_id) for hand_id in ids},
        words={hand_id: tuple(await hands.words(tx, hand_id)) for hand_id in ids},
        names=names,
        states={names[row.seat]: row.state for row in sittings},
        keys=frozenset(row["key"] for row in await tx.rows("SELECT key FROM transfers")),
    )


def replayed(books: Books, row: hands.HandRow, key_file: Path) -> Hand:
    """A hand as it must stand: from the secret, what was fixed before the deal, and the actions alone."""
    assert row.game is not None and row.options is not None
    assert row.dealer is not None and row.message_id is not None
    game = GAMES[row.game]
    options = game.options_type.from_mapping(row.options)
    seats = tuple(SeatStart(one.seat, one.stack, one.plays) for one in row.seats)
    words = tuple((one.seat, one.word) for one in books.words[row.hand_id])
    seed = seed_of(secret_of(key_file.read_text()), row.nonce)
    key = hand_key(seed, row.hand_id, row.message_id, words)
    hand = game.start(Setup(row.game, options, seats, row.dealer))
    for action in (None, *books.actions[row.hand_id]):
        if action is not None:
            hand = hand.act(Action(action.seat, action.verb, action.amount, action.target)).hand
        while hand.deck_needed is not None:
            hand = hand.deal(shuffled(key, hand.deck_needed, game.pack(options))).hand
    return hand


def cards_line(cards: tuple[Card, ...]) -> str:
    """Cards as a message shows them."""
    return " ".join(card_text(card) for card in cards)
