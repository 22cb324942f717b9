"""Hands: stored before they are shown, in the order that the shuffle's proof needs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.store import Refused, Store, Tx, hands, tables
from bot.store.hands import WordRow
from tests.bot.manual_clock import ManualClock
from tests.bot.store.scene import CHANNEL, commit_hand, deal_hand, end_hand, post_hand, seat_players


async def test_a_hand_goes_from_commitment_to_result(store: Store, clock: ManualClock) -> None:
    """Each step keeps its time and what it fixed; the hand in play is found again after each."""
    scene = await store.write(seat_players)
    hand_id = await store.write(lambda tx: commit_hand(tx, scene))
    start = (await store.read(lambda tx: hands.get(tx, hand_id))).committed_at_ms

    async def live(state: str) -> hands.HandRow:
        await clock.advance(1)
        hand = await store.read(lambda tx: hands.live_hand(tx, scene.table_id))
        assert hand is not None
        assert (hand.hand_id, hand.state) == (hand_id, state)
        return hand

    hand = await live("committed")
    assert (hand.number, hand.nonce, hand.commitment, hand.seats) == (1, b"nonce 0", b"commitment", ())
    await store.write(lambda tx: post_hand(tx, scene, hand_id))
    hand = await live("posting")
    assert (hand.game, hand.options, hand.dealer, hand.channel_id) == ("aces", {"unit": 1}, 1, CHANNEL)
    assert list(hand.seats) == scene.seats
    await store.write(lambda tx: hands.posted(tx, hand_id, 77, b"root 0"))
    hand = await live("dealt")
    assert hand.message_id == 77
    assert await store.read(lambda tx: hands.roots(tx, hand_id)) == [b"root 0"]
    await store.write(lambda tx: end_hand(tx, scene, hand_id))
    assert await store.read(lambda tx: hands.live_hand(tx, scene.table_id)) is None
    hand = await store.read(lambda tx: hands.get(tx, hand_id))
    assert (hand.state, hand.result) == ("over", {"stacks_after": [[1, 110], [2, 90]]})
    times = (hand.posting_at_ms, hand.dealt_at_ms, hand.over_at_ms)
    assert times == (start + 1000, start + 2000, start + 3000)
    table = await store.read(lambda tx: tables.get(tx, scene.table_id))
    assert table.last_hand_at_ms == hand.dealt_at_ms


async def test_a_step_out_of_order_is_refused(store: Store) -> None:
    """No deal without a post, no second post, nothing after the end."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        hand_id = await commit_hand(tx, scene)

        async def refused(*steps: str) -> None:
            for step in steps:
                calls: dict[str, Callable[[], Awaitable[object]]] = {
                    "post": lambda: post_hand(tx, scene, hand_id),
                    "deal": lambda: hands.posted(tx, hand_id, 1, b"root"),
                    "void": lambda: hands.void(tx, hand_id, "test"),
                    "act": lambda: hands.add_action(
                        tx, hand_id, seq=1, seat=1, verb="check", source="button"
                    ),
                }
                with pytest.raises(Refused) as refusal:
                    await calls[step]()
                assert refusal.value.code == "hand_not_in_that_state", step

        await refused("deal", "act")
        await post_hand(tx, scene, hand_id)
        await refused("post", "act")
        await hands.posted(tx, hand_id, 1, b"root")
        await refused("post", "deal")
        await end_hand(tx, scene, hand_id)
        await refused("post", "deal", "void", "act")

    await store.write(job)


async def test_a_table_has_one_hand_in_play(store: Store) -> None:
    """The next one is committed when the last is over or void."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        first = await commit_hand(tx, scene)
        with pytest.raises(Refused):
            await commit_hand(tx, scene)
        await hands.void(tx, first, "test")
        assert await commit_hand(tx, scene) > first

    await store.write(job)


@pytest.mark.parametrize("state", ["committed", "posting", "dealt"])
async def test_a_void_hand_keeps_its_number(store: Store, state: str) -> None:
    """From any state of play; its number and id are never used again."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        hand_id = await commit_hand(tx, scene)
        if state != "committed":
            await post_hand(tx, scene, hand_id)
        if state == "dealt":
            await hands.posted(tx, hand_id, 1, b"root")
        void = await hands.void(tx, hand_id, "message_lost")
        assert (void.state, void.void_reason, void.over_at_ms) == ("void", "message_lost", tx.now_ms)
        assert await hands.live_hand(tx, scene.table_id) is None
        following = await hands.get(tx, await commit_hand(tx, scene))
        assert (following.number, following.hand_id) == (2, hand_id + 1)

    await store.write(job)


async def test_words_count_until_the_post(store: Store) -> None:
    """The last word of a seat counts; one who left or changed his seat has none; a late one is told."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx, count=3)
        ann, bob, carol = scene.player_ids
        hand_id = await commit_hand(tx, scene)
        for seat, player_id, word in ((3, carol, "c"), (1, ann, "a"), (1, ann, "anders"), (2, carol, "x")):
            assert await hands.set_word(tx, hand_id, seat, player_id, word)
        await hands.set_word(tx, hand_id, 4, bob, "gone")
        await post_hand(tx, scene, hand_id)
        assert not await hands.set_word(tx, hand_id, 2, bob, "late")
        assert await hands.words(tx, hand_id) == [WordRow(1, ann, "anders"), WordRow(3, carol, "c")]

    await store.write(job)


async def test_actions_come_one_after_the_other(store: Store) -> None:
    """With all that a replay needs; a gap, a repetition and a press that was counted are refused."""

    async def job(tx: Tx) -> None:
        hand_id = await deal_hand(tx, await seat_players(tx))

        async def act(seq: int, interaction_id: int | None = None) -> None:
            await hands.add_action(
                tx,
                hand_id,
                seq=seq,
                seat=2,
                verb="look",
                amount=3,
                target=1,
                source="button",
                interaction_id=interaction_id,
            )

        await act(1, interaction_id=501)
        for seq, interaction_id, code in (
            (1, None, "not_the_next_action"),
            (3, None, "not_the_next_action"),
            (2, 501, "interaction_used"),
        ):
            with pytest.raises(Refused) as refused:
                await act(seq, interaction_id)
            assert refused.value.code == code
        await act(2)
        await act(3)
        rows = await hands.actions(tx, hand_id)
        assert [(row.seq, row.interaction_id) for row in rows] == [(1, 501), (2, None), (3, None)]
        row = rows[0]
        assert (row.seat, row.verb, row.amount, row.target, row.source) == (2, "look", 3, 1, "button")
        assert row.at_ms == tx.now_ms

    await store.write(job)


async def test_further_decks_come_in_order(store: Store) -> None:
    """Each root once, before its deck is dealt."""

    async def job(tx: Tx) -> None:
        hand_id = await deal_hand(tx, await seat_players(tx))
        with pytest.raises(Refused) as refused:
            await hands.add_root(tx, hand_id, 2, b"root 2")
        assert refused.value.code == "not_the_next_deck"
        await hands.add_root(tx, hand_id, 1, b"root 1")
        assert await hands.roots(tx, hand_id) == [b"root 0", b"root 1"]

    await store.write(job)


@pytest.mark.parametrize("after", [[[1, 110], [2, 91]], [[1, 110]], [[1, 110], [3, 90]]])
async def test_a_result_that_does_not_fit_the_stacks_is_refused(store: Store, after: list[list[int]]) -> None:
    """A chip too many, a seat missing, a seat that was not there."""

    async def job(tx: Tx) -> None:
        hand_id = await deal_hand(tx, await seat_players(tx))
        with pytest.raises(Refused) as refused:
            await hands.finish(tx, hand_id, {"stacks_after": after})
        assert refused.value.code == "sums_differ"
        assert (await hands.get(tx, hand_id)).state == "dealt"

    await store.write(job)


async def test_the_recent_hands_are_listed_newest_first(store: Store) -> None:
    """Without the one in play."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        ids = []
        for _ in range(3):
            hand_id = await commit_hand(tx, scene)
            await hands.void(tx, hand_id, "test")
            ids.append(hand_id)
        await commit_hand(tx, scene)
        assert [hand.hand_id for hand in await hands.recent(tx, scene.table_id, 2)] == [ids[2], ids[1]]

    await store.write(job)


async def test_where_hidden_cards_went_is_remembered(store: Store) -> None:
    """One message per player and hand; a newer one takes the older one's place."""

    async def job(tx: Tx) -> None:
        scene = await seat_players(tx)
        ann, bob = scene.player_ids
        hand_id = await deal_hand(tx, scene)
        await hands.set_hidden_message(tx, hand_id, ann, 1, 2)
        await hands.set_hidden_message(tx, hand_id, ann, 3, 4)
        found = await hands.hidden_message(tx, hand_id, ann)
        assert found == hands.HiddenMessageRow(hand_id, ann, 3, 4)
        assert await hands.hidden_message(tx, hand_id, bob) is None

    await store.write(job)


async def test_a_hand_does_not_print_its_nonce(store: Store) -> None:
    """With the installation's secret it is the seed: it has no place in a log."""
    scene = await store.write(seat_players)
    hand_id = await store.write(lambda tx: commit_hand(tx, scene))
    assert "nonce 0" not in repr(await store.read(lambda tx: hands.get(tx, hand_id)))


async def test_an_unknown_hand_is_refused(store: Store) -> None:
    """Whatever is asked of it."""

    async def job(tx: Tx) -> None:
        for call in (
            hands.get(tx, 404),
            hands.void(tx, 404, "test"),
            hands.commit_next(tx, 404, b"n", b"c"),
            hands.set_word(tx, 404, 1, 1, "word"),
        ):
            with pytest.raises(Refused) as refused:
                await call
            assert refused.value.code == "no_such_row"

    await store.write(job)
