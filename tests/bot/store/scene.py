"""A table with players, and a hand on it, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.store import Tx, audit, hands, ledger, nights, players, tables
from bot.store.hands import HandSeat

SERVER = 7001
CHANNEL = 7002


@dataclass(frozen=True)
class Scene:
    """Ids of a table and, by seat order, of its players and their sittings; each sits with ``stack``."""

    table_id: int
    player_ids: tuple[int, ...]
    sitting_ids: tuple[int, ...]
    stack: int

    @property
    def seats(self) -> list[HandSeat]:
        """The seats as a hand begins."""
        return [
            HandSeat(seat, sitting, player, self.stack, plays=True)
            for seat, (sitting, player) in enumerate(
                zip(self.sitting_ids, self.player_ids, strict=True), start=1
            )
        ]


async def open_table(tx: Tx, host_player_id: int, server_id: int = SERVER) -> int:
    """A new table in that server; its id."""
    table = await tables.open_table(
        tx,
        server_id=server_id,
        channel_id=CHANNEL,
        host_player_id=host_player_id,
        game="aces",
        options={"unit": 1},
        settings={"turn_seconds": 45},
    )
    return table.table_id


async def seat_players(
    tx: Tx, count: int = 2, stack: int = 100, server_id: int = SERVER, night_id: int | None = None
) -> Scene:
    """Open a table in that server, or of that night, and seat new players at it."""
    people = [
        (await players.seen(tx, server_id, server_id * 1000 + n, f"Player {n}", "en")).player_id
        for n in range(1, count + 1)
    ]
    table_id = await open_table(tx, people[0], server_id)
    if night_id is not None:
        await nights.add_table(tx, night_id, table_id)
    sittings = []
    for seat, player_id in enumerate(people, start=1):
        sitting = await tables.sit_down(tx, table_id, player_id, seat)
        await ledger.buy_in(tx, sitting.sitting_id, stack, f"buy:{sitting.sitting_id}")
        sittings.append(sitting.sitting_id)
    return Scene(table_id, tuple(people), tuple(sittings), stack)


async def commit_hand(tx: Tx, scene: Scene) -> int:
    """The table's next hand, committed; its id."""
    number = await tx.value("SELECT count(*) FROM hands")
    hand = await hands.commit_next(tx, scene.table_id, b"nonce %d" % number, b"commitment")
    return hand.hand_id


async def post_hand(tx: Tx, scene: Scene, hand_id: int, stacks: Sequence[int] = ()) -> None:
    """Freeze it, on these stacks if not the ones that all sat down with: its message is being posted."""
    seats = scene.seats
    if stacks:
        seats = [replace(seat, stack=stack) for seat, stack in zip(seats, stacks, strict=True)]
    await hands.freeze(
        tx,
        hand_id,
        game="aces",
        options={"unit": 1},
        dealer=1,
        seats=seats,
        channel_id=CHANNEL,
    )


async def deal_hand(tx: Tx, scene: Scene, stacks: Sequence[int] = ()) -> int:
    """Commit, post and deal the table's next hand; its id."""
    hand_id = await commit_hand(tx, scene)
    await post_hand(tx, scene, hand_id, stacks)
    await hands.posted(tx, hand_id, message_id=9000 + hand_id, root=b"root 0")
    return hand_id


async def end_hand(tx: Tx, scene: Scene, hand_id: int, chips: int = 10) -> None:
    """Everybody has paid ``chips``, the first seat wins them all."""
    winner, *_ = scene.sitting_ids
    total = chips * len(scene.sitting_ids)
    await ledger.settle(tx, hand_id, dict.fromkeys(scene.sitting_ids, chips), {winner: total})
    after = [[s.seat, s.stack - chips + (total if s.sitting_id == winner else 0)] for s in scene.seats]
    await hands.finish(tx, hand_id, {"stacks_after": after})


def names_in(folder: Path) -> set[str]:
    """The names of what is in the folder."""
    return {file.name for file in folder.iterdir()}


async def violations(tx: Tx) -> list[str]:
    """The codes of what the audit finds."""
    return [violation.code for violation in (await audit.check(tx)).violations]
