"""Practice tables keep books of their own, so that their chips count nowhere else.

They stand under a second row of their server, whose id is Discord's id negated: whatever is asked for by a
server's id (standings, seasons, statements, top-ups, exports) cannot meet a practice chip. Who practises has
a row of his own there; house players are players there with user ids below zero. The practice house
gives whatever a wallet lacks. Table numbers are the only thing that both rows share.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.store import ledger, players, servers
from bot.store.connection import Tx
from bot.store.players import PlayerRow

PRACTICE_CHIPS: Final = "practice_chips"  # the reason of every grant of the practice house
LOCALE: Final = "en"  # of house players, whom nobody tells anything


def books_of(server_id: int) -> int:
    """The server id under which the practice tables of that server are kept."""
    return -server_id


def is_practice(server_id: int) -> bool:
    """True for the server id of practice books."""
    return server_id < 0


async def ensure(tx: Tx, server_id: int) -> None:
    """Make both rows of that server where they are missing; nobody begins with practice chips."""
    await servers.ensure(tx, server_id)
    books = await servers.ensure(tx, books_of(server_id))
    if books.starting_chips:
        await servers.update(tx, replace(books, starting_chips=0))


async def house_player(tx: Tx, server_id: int, user_id: int, name: str) -> PlayerRow:
    """That server's house player of that user id, which is below zero."""
    assert user_id < 0
    return await players.seen(tx, books_of(server_id), user_id, name, LOCALE)


async def fill(tx: Tx, player_id: int, chips: int, key: str) -> None:
    """See that a practice wallet holds so many chips at least. ``key``: the same wish twice is one grant."""
    key = f"practice:{key}"
    missing = chips - await ledger.wallet_balance(tx, player_id)
    if missing <= 0 or await ledger.by_key(tx, key) is not None:
        return
    player = await players.get(tx, player_id)
    assert is_practice(player.server_id)
    await ledger.grant(tx, player.server_id, player_id, missing, key=key, reason=PRACTICE_CHIPS)
