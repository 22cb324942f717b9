"""Tables to take away, as CSV (RFC 4180): standings, a night, the ledger.

The first line names the columns, in English that stays as it is. UTF-8 with a byte order mark, without which
spreadsheets read Cyrillic wrongly; times are ISO 8601 in UTC; chips are whole numbers. What people wrote can
be no formula: a text that a spreadsheet would take for one begins with an apostrophe.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.clock import from_ms
from bot.standings.night import NightSum
from bot.standings.ranking import Standing
from bot.store.standings import LedgerRow

FORMULA_SIGNS: Final = frozenset("=+-@＝＋－＠\t\r\n|%")
FILE_BYTES_MOST: Final = 8 * 2**20  # Discord takes 10 MiB
FORMER: Final = "former_player"

STANDINGS_HEAD: Final = (
    *("place", "player_id", "player", "net", "hands", "hands_won", "nights", "nights_won"),
    *("net_in_nights", "net_per_night"),
)
NIGHT_HEAD: Final = (
    *("night", "player_id", "player", "bought_in", "left_with", "net", "hands", "hands_won", "won_night"),
)
LEDGER_HEAD: Final = (
    *("transfer", "time", "reason", "chips", "from", "from_player_id", "from_player"),
    *("to", "to_player_id", "to_player", "table", "hand", "night", "by_player_id", "by_player", "note"),
)

Cell = str | int | None


def csv_bytes(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The whole table."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([_cell(one) for one in row] for row in rows)
    return text.getvalue().encode("utf-8-sig", "replace")


def defused(text: str) -> str:
    """The text, with an apostrophe before what a spreadsheet would compute."""
    bare = text.lstrip()
    risky = text[:1] in FORMULA_SIGNS or bare[:1] in FORMULA_SIGNS
    return f"'{text}" if text and risky else text


def standings_csv(standings: Iterable[Standing], names: Mapping[int, str]) -> bytes:
    """One line a player. ``net_per_night``: of nights only, two decimals, empty without one."""
    return csv_bytes(
        STANDINGS_HEAD,
        (
            (
                one.place,
                one.tally.player_id,
                names.get(one.tally.player_id) or FORMER,
                one.tally.net,
                one.tally.hands,
                one.tally.hands_won,
                one.tally.nights,
                one.tally.nights_won,
                one.tally.night_net,
                _Number(f"{one.tally.night_net / one.tally.nights:.2f}") if one.tally.nights else None,
            )
            for one in standings
        ),
    )


def night_csv(night: NightSum, names: Mapping[int, str]) -> bytes:
    """One line a player who was dealt in."""
    return csv_bytes(
        NIGHT_HEAD,
        (
            (
                night.number,
                one.player_id,
                names.get(one.player_id) or FORMER,
                one.brought,
                one.left,
                one.net,
                one.hands,
                one.hands_won,
                int(one.player_id in night.winners),
            )
            for one in night.lines
        ),
    )


def ledger_csv(rows: Iterable[LedgerRow], names: Mapping[int, str]) -> bytes:
    """One line a transfer; accounts are ``house``, ``wallet``, ``stack`` and ``pot``."""

    def who(player_id: int | None) -> str | None:
        return None if player_id is None else names.get(player_id) or FORMER

    return csv_bytes(
        LEDGER_HEAD,
        (
            (
                *(row.transfer_id, from_ms(row.at_ms).isoformat(timespec="seconds"), row.reason, row.amount),
                *(row.from_kind, row.from_player, who(row.from_player)),
                *(row.to_kind, row.to_player, who(row.to_player)),
                *(row.table_number, row.hand_number, row.night_number),
                *(row.by_player, who(row.by_player), row.note),
            )
            for row in rows
        ),
    )


def packed(name: str, made: bytes) -> tuple[str, bytes]:
    """The file as it is, or as a ZIP where it is too big for Discord."""
    if len(made) <= FILE_BYTES_MOST:
        return name, made
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, made)
    return f"{name}.zip", kept.getvalue()


class _Number(str):
    """Digits of our own making, which are no text of anybody's."""


def _cell(value: Cell) -> Cell:
    return defused(value) if isinstance(value, str) and not isinstance(value, _Number) else value
