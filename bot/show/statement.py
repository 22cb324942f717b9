"""A player's statement in words: every movement of his chips with its reason, newest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from bot.locale import Text, command, raw, say, signed, strung
from bot.show.names import safe_name
from bot.show.words import lines as lines_of

LINES_A_PAGE: Final = 10  # so many are within 2 000 letters in every language
NOTE_WIDTH_MOST: Final = 40

_REASONS: Final[Mapping[str, Text]] = {
    "starting_chips": say("starting chips"),
    "regular_top_up": say("regular top-up"),
    "grant": say("granted"),
    "correction": say("corrected"),
    "buy_in": say("bought in"),
    "top_up": say("topped up"),
    "cash_out": say("left the table"),
    "bet": say("paid into pots"),
    "win": say("won"),
    "forgotten": say("back to the house"),
}


class Movement(Protocol):
    """One movement of chips, as the store keeps it (``bot.store.statement.StatementLine``)."""

    @property
    def at_ms(self) -> int: ...
    @property
    def amount(self) -> int: ...
    @property
    def wallet_after(self) -> int: ...
    @property
    def reason(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def actor_player_id(self) -> int | None: ...
    @property
    def table_number(self) -> int | None: ...
    @property
    def hand_number(self) -> int | None: ...


def statement_text(
    name: str, lines: Sequence[Movement], names: Mapping[int, str], *, page: int, more: bool
) -> Text:
    """One page; ``names`` are those of who granted and corrected, by player id."""
    head = say("Chips of {name}, page {page}:", name=safe_name(name), page=page)
    if not lines:
        return say("{head} nothing here.", head=head)
    parts = [head, *(_line(line, names) for line in lines)]
    if more:
        parts.append(say("Older ones: {command}", command=command("bank statement", page=page + 1)))
    return lines_of(*parts)


def _line(line: Movement, names: Mapping[int, str]) -> Text:
    parts = [_REASONS.get(line.reason) or raw(line.reason)]
    if line.table_number is not None and line.hand_number is not None:
        parts.append(say("table {table}, hand {hand}", table=line.table_number, hand=line.hand_number))
    elif line.table_number is not None:
        parts.append(say("table {table}", table=line.table_number))
    if line.actor_player_id is not None and line.actor_player_id in names:
        parts.append(say("by {name}", name=safe_name(names[line.actor_player_id])))
    if line.note:
        parts.append(raw(safe_name(line.note, NOTE_WIDTH_MOST)))
    return say(
        "<t:{at}:d> <t:{at}:t> **{amount}** {what} · wallet {wallet}",
        at=line.at_ms // 1000,
        amount=signed(line.amount),
        what=strung(parts),
        wallet=line.wallet_after,
    )
