"""Hands that are over as the store lists and counts them."""

from __future__ import annotations

from bot.store import Store, Tx, hands, history
from bot.store.history import Wanted
from bot.store.practice import books_of
from tests.bot.store.scene import SERVER, Scene, commit_hand, deal_hand, end_hand, post_hand, seat_players

OTHER = SERVER + 1


async def _finished(tx: Tx, scene: Scene, chips: int) -> int:
    hand_id = await deal_hand(tx, scene)
    await end_hand(tx, scene, hand_id, chips)
    return hand_id


async def test_the_newest_or_the_biggest_stand_first_page_by_page(store: Store) -> None:
    """Every hand stands on one page; those in play, and promises never dealt, on none."""

    async def job(tx: Tx) -> tuple[list[int], list[int], list[int]]:
        scene = await seat_players(tx)
        played = [await _finished(tx, scene, 1) for _ in range(7)]
        promised = await commit_hand(tx, scene)
        await hands.void(tx, promised, "the table was closed")
        pages = [await history.listed(tx, SERVER, Wanted(), offset, 3) for offset in (0, 3, 6, 9)]
        biggest = await history.listed(tx, SERVER, Wanted(by_pot=True), 0, 20)
        return played, [row.hand_id for page in pages for row in page], [row.hand_id for row in biggest]

    played, newest, biggest = await store.write(job)
    assert newest == played[::-1] and sorted(biggest) == played


async def test_a_list_is_narrowed_to_a_table_or_a_player(store: Store) -> None:
    """And never shows another server's hands, whatever ids are asked for."""

    async def job(tx: Tx) -> dict[str, list[int]]:
        first, second, other = [await seat_players(tx, server_id=s) for s in (SERVER, SERVER, OTHER)]
        mine = [await _finished(tx, first, 1), await _finished(tx, second, 1)]
        theirs = await _finished(tx, other, 1)
        found = {
            "table": Wanted(table_id=second.table_id),
            "player": Wanted(player_id=first.player_ids[0]),
            "foreign table": Wanted(table_id=other.table_id),
            "foreign player": Wanted(player_id=other.player_ids[0]),
        }
        assert theirs not in mine
        return {
            name: [row.hand_id for row in await history.listed(tx, SERVER, wanted, 0, 9)]
            for name, wanted in found.items()
        }

    found = await store.write(job)
    assert found["table"] == [2] and found["player"] == [1, 2][::-1]
    assert found["foreign table"] == [] and found["foreign player"] == []


async def test_practice_hands_are_listed_by_their_table_only(store: Store) -> None:
    """Table numbers are shared, so a practice table is found by its number too."""

    async def job(tx: Tx) -> tuple[int, list[int], list[int], int]:
        scene = await seat_players(tx, server_id=books_of(SERVER))
        hand_id = await _finished(tx, scene, 1)
        everything = await history.listed(tx, SERVER, Wanted(), 0, 9)
        there = await history.listed(tx, SERVER, Wanted(table_id=scene.table_id), 0, 9)
        table = await history.table_named(tx, SERVER, 1)
        assert table is not None and (await history.trust(tx, SERVER)).played == 0
        return hand_id, [r.hand_id for r in everything], [r.hand_id for r in there], table.table_id

    hand_id, everything, there, table_id = await store.write(job)
    assert everything == [] and there == [hand_id] and table_id == 1


async def test_every_promise_is_counted_as_what_became_of_it(store: Store) -> None:
    """Played, open, or void with its reason; the sum is all that were given."""

    async def job(tx: Tx) -> history.TrustRow:
        scene = await seat_players(tx)
        cut = await commit_hand(tx, scene)
        await hands.set_word(tx, cut, 1, scene.player_ids[0], "abacaxi")
        await post_hand(tx, scene, cut)
        await hands.posted(tx, cut, 9000, b"root")
        await end_hand(tx, scene, cut)
        await _finished(tx, scene, 1)
        for reason in ("its channel is gone.", "its channel is gone.", "the bot stopped."):
            await hands.void(tx, await deal_hand(tx, scene), reason)
        await deal_hand(tx, scene)
        return await history.trust(tx, SERVER)

    counted = await store.write(job)
    assert (counted.played, counted.open, counted.cut, counted.emptied) == (2, 1, 1, 0)
    assert dict(counted.voided) == {"its channel is gone.": 2, "the bot stopped.": 1}
