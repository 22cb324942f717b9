"""A server's books after many nights: written straight into the file, since only reading is measured."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from bot.clock import SystemClock
from bot.store import Store

SERVER: Final = 910_000_000_000_000_000
_FIRST_USER: Final = 930_000_000_000_000_000
_FIRST_MS: Final = 1_700_000_000_000
_WEEK_MS: Final = 7 * 24 * 3600 * 1000
_HAND_MS: Final = 90_000
GAMES: Final = ("aces", "seka", "teen_patti")
_NAMES: Final = ("Ann", "Борис", "Карина Александровна", "João", "Dana-Maria of the long name", "Εύα", "李雷")


@dataclass(frozen=True, slots=True)
class Wanted:
    """How much is to be there. ``seats``: players at each hand."""

    players: int = 200
    nights: int = 100
    hands: int = 20_000
    seats: int = 6
    guests: int = 24  # players of a night


async def make(path: Path, wanted: Wanted, random: Random) -> None:
    """Fill a new database."""
    async with Store.open(path, clock=SystemClock()):
        pass  # the schema
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        _Books(connection, wanted, random).write()
        connection.execute("INSERT INTO plays SELECT * FROM played")  # no hand here has ever been going on
        connection.execute("COMMIT")
    finally:
        connection.close()


class _Books:
    def __init__(self, connection: sqlite3.Connection, wanted: Wanted, random: Random) -> None:
        self._sql, self._wanted, self._random = connection.execute, wanted, random
        self._many = connection.executemany

    def write(self) -> None:
        """Everybody, then night after night."""
        self._sql("INSERT INTO servers (server_id) VALUES (?)", (SERVER,))
        self._sql("INSERT INTO accounts (server_id, kind) VALUES (?, 'house')", (SERVER,))
        house = self._last()
        wallets = []
        for player in range(1, self._wanted.players + 1):
            name = f"{_NAMES[player % len(_NAMES)]} {player}"
            self._sql(
                "INSERT INTO players (player_id, server_id, user_id, name, locale, first_seen_ms)"
                " VALUES (?, ?, ?, ?, 'en', ?)",
                (player, SERVER, _FIRST_USER + player, name, _FIRST_MS),
            )
            self._sql(
                "INSERT INTO accounts (server_id, kind, player_id) VALUES (?, 'wallet', ?)", (SERVER, player)
            )
            wallets.append(self._last())
        self._transfers(
            (house, wallet, 1_000_000, "starting_chips", None, None, f"start:{wallet}", _FIRST_MS)
            for wallet in wallets
        )
        for number in range(1, self._wanted.nights + 1):
            self._night(number, wallets)

    def _night(self, number: int, wallets: list[int]) -> None:
        begun = _FIRST_MS + number * _WEEK_MS
        hands = self._wanted.hands // self._wanted.nights
        ended = begun + (hands + 1) * _HAND_MS
        self._sql(
            "INSERT INTO nights (night_id, server_id, date, number, host_player_id, channel_id,"
            " announce_minutes, remind_minutes, quiet_minutes, game, options_json, settings_json, state,"
            " planned_at_ms, started_at_ms)"
            " VALUES (?, ?, date(?, 'unixepoch'), ?, 1, 1, 0, 0, 60, 'aces', '{}', '{}', 'open', ?, ?)",
            (number, SERVER, begun // 1000, number, begun, begun),
        )
        guests = self._random.sample(range(1, self._wanted.players + 1), self._wanted.guests)
        tables = len(guests) // self._wanted.seats
        for table in range(tables):
            there = guests[table * self._wanted.seats : (table + 1) * self._wanted.seats]
            self._table(number, table, there, wallets, begun, hands // tables)
        self._sql("UPDATE nights SET state = 'over', ended_at_ms = ? WHERE night_id = ?", (ended, number))

    def _table(
        self, night: int, place: int, there: list[int], wallets: list[int], begun: int, hands: int
    ) -> None:
        game = GAMES[place % len(GAMES)]
        table = night * 100 + place
        self._sql(
            "INSERT INTO tables (table_id, server_id, number, channel_id, game, options_json, settings_json,"
            " host_player_id, opened_at_ms) VALUES (?, ?, ?, 1, ?, '{}', '{}', 1, ?)",
            (table, SERVER, table, game, begun),
        )
        self._sql("UPDATE tables SET night_id = ? WHERE table_id = ?", (night, table))
        sittings, stacks, chips = [], [], dict.fromkeys(there, 10_000)
        for seat, player in enumerate(there, 1):
            sitting = table * 100 + seat
            self._sql(
                "INSERT INTO sittings (sitting_id, table_id, server_id, player_id, seat, brought_chips,"
                " sat_at_ms) VALUES (?, ?, ?, ?, ?, 10000, ?)",
                (sitting, table, SERVER, player, seat, begun),
            )
            self._sql(
                "INSERT INTO accounts (server_id, kind, player_id, sitting_id) VALUES (?, 'stack', ?, ?)",
                (SERVER, player, sitting),
            )
            sittings.append(sitting)
            stacks.append(self._last())
        self._transfers(
            (wallets[player - 1], stack, 10_000, "buy_in", None, night, f"buy:{stack}", begun)
            for player, stack in zip(there, stacks, strict=True)
        )
        for number in range(1, hands + 1):
            at = begun + number * _HAND_MS
            self._hand(night, table, number, there, sittings, stacks, chips, game, at)
        self._transfers(
            (stack, wallets[player - 1], chips[player], "cash_out", None, night, f"leave:{stack}", at)
            for player, stack in zip(there, stacks, strict=True)
        )
        for sitting, player in zip(sittings, there, strict=True):
            self._sql(
                "UPDATE sittings SET left_at_ms = ?, left_chips = ? WHERE sitting_id = ?",
                (at, chips[player], sitting),
            )
        self._sql("UPDATE tables SET state = 'closed', closed_at_ms = ? WHERE table_id = ?", (at, table))

    def _hand(
        self,
        night: int,
        table: int,
        number: int,
        there: list[int],
        sittings: list[int],
        stacks: list[int],
        chips: dict[int, int],
        game: str,
        at: int,
    ) -> None:
        hand = table * 1000 + number
        before = [
            {"seat": seat, "sitting_id": sitting, "player_id": player, "stack": chips[player], "plays": True}
            for seat, (sitting, player) in enumerate(zip(sittings, there, strict=True), 1)
        ]
        paid = {player: self._random.randint(1, 40) for player in there}
        pot = sum(paid.values())
        winner = self._random.choice(there)
        for player in there:
            chips[player] += (pot if player == winner else 0) - paid[player]
        after = [[seat, chips[player]] for seat, player in enumerate(there, 1)]
        stored = json.dumps(
            {
                "pots": [{"amount": pot, "contestants": [1, 2], "winners": [there.index(winner) + 1]}],
                "stacks_after": after,
            }
        )
        self._sql(
            "INSERT INTO hands (hand_id, table_id, server_id, number, state, nonce, commitment, game,"
            " options_json, dealer, seats_json, channel_id, message_id, committed_at_ms, posting_at_ms,"
            " dealt_at_ms, over_at_ms, result_json)"
            " VALUES (?, ?, ?, ?, 'over', ?, x'00', ?, '{}', 1, ?, 1, ?, ?, ?, ?, ?, ?)",
            (hand, table, SERVER, number, b"%d" % hand, game, json.dumps(before), hand, *[at] * 4, stored),
        )
        self._sql("INSERT INTO accounts (server_id, kind, hand_id) VALUES (?, 'pot', ?)", (SERVER, hand))
        account = self._last()
        self._transfers(
            (stack, account, paid[player], "bet", hand, night, f"hand:{hand}:settle:paid:{stack}", at)
            for player, stack in zip(there, stacks, strict=True)
        )
        to = stacks[there.index(winner)]
        self._transfers([(account, to, pot, "win", hand, night, f"hand:{hand}:settle:won:{to}", at)])

    def _transfers(self, moves: Iterable[tuple[object, ...]]) -> None:
        self._many(
            "INSERT INTO transfers (server_id, debit, credit, amount, reason, hand_id, night_id, key, at_ms)"
            f" VALUES ({SERVER}, ?, ?, ?, ?, ?, ?, ?, ?)",
            moves,
        )

    def _last(self) -> int:
        return int(self._sql("SELECT last_insert_rowid()").fetchone()[0])
