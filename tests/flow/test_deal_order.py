"""The order of a deal: promise, words, message, root, and only then cards (engine.shuffle)."""

from __future__ import annotations

import asyncio
import re

from bot.rehearsal.calls import Fault
from bot.store import hands
from bot.tables.voiding import NOT_SHOWN, void
from engine.shuffle import DeckProof, commitment, hand_key, seed_of, shuffled
from tests.flow.checks import Recorder
from tests.flow.evening import CHANNEL, SECRET, Evening

NAMES = ("Ann", "Boris", "Carol")


async def test_the_promise_is_stored_and_shown_before_the_message_is_posted(friends: Evening) -> None:
    """What the seed is bound by stands on the waiting table and in the store; no message id is known yet."""
    screen = await friends.open_table()
    row = await friends.store.read(lambda tx: hands.live_hand(tx, friends.table.id))
    assert row is not None and (row.state, row.message_id) == ("committed", None)
    assert row.commitment == commitment(seed_of(SECRET, row.nonce))
    assert row.commitment.hex() in screen.text


async def test_the_next_promise_stands_under_the_showdown(friends: Evening) -> None:
    """Hand 2 is promised before anybody can ask for its deal."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    row = await friends.store.read(lambda tx: hands.live_hand(tx, friends.table.id))
    assert row is not None and (row.number, row.state) == (2, "committed")
    assert row.commitment.hex() in friends.screen.text


async def test_the_root_is_shown_before_the_first_card_goes_out(friends: Evening, recorder: Recorder) -> None:
    """Message without cards, then the root on it, then direct messages, also where the root comes slowly."""
    await friends.open_table()
    await friends.sit("Ann", "Boris", "Carol")
    channel = friends.table.state.channel_id
    slow = Fault("PATCH", f"/channels/{channel}/messages/*", status=None, times=None, delay_seconds=0.4)
    friends.wire.faults.append(slow)
    mark = len(recorder.requests)
    await friends.deal()
    await friends.wire.until(lambda: all("hand 1" in friends.wire.dm(n)[-1].text for n in NAMES))
    root, message_id = friends.live.roots[0], friends.table.screen.message_id
    sent = recorder.requests[mark:]
    posted = min(i for i, one in enumerate(sent) if one.made and one.made.get("id") == str(message_id))
    shown = min(i for i, one in enumerate(sent) if root in str(one.body))
    dms = [i for i, one in enumerate(sent) if one.message and "hand 1" in str(one.message.get("content"))]
    assert len(dms) == 3
    assert posted < shown < min(dms)


async def test_no_card_can_be_asked_for_before_the_root_is_shown(friends: Evening) -> None:
    """My cards waits for the root as the direct messages do."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    friends.table.root_version = friends.table.screen.drawn + 1
    answer = await friends.press("Ann", "My cards")
    assert "being dealt" in answer.text


async def test_words_are_taken_until_the_deal_and_change_the_deck(friends: Evening) -> None:
    """The deck follows from seed, hand, message and words; who said a word is marked."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    form = await friends.press("Ann", "Cut")
    await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "tangerine"})
    screen = await friends.drawn()
    assert "✂" in screen.text and "tangerine" not in screen.text
    late = await friends.press("Boris", "Cut")
    await friends.deal()
    refused = await friends.wire.submit("Boris", late, {late.fields[0].custom_id: "lemon"})
    assert "closed for words" in refused.text
    row = await friends.store.read(lambda tx: hands.get(tx, friends.live.hand_id))
    words = await friends.store.read(lambda tx: hands.words(tx, row.hand_id))
    assert [word.word for word in words] == ["tangerine"]


async def test_a_word_outlives_the_process(friends: Evening) -> None:
    """Given before a restart, it is in the deck that is dealt after it; a second word takes its place."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    for word in ("first", "second"):
        form = await friends.press("Ann", "Cut")
        await friends.wire.submit("Ann", form, {form.fields[0].custom_id: word})
        await friends.restart()
        assert "✂" in (await friends.drawn()).text
    await friends.deal()
    words = await friends.store.read(lambda tx: hands.words(tx, friends.live.hand_id))
    assert [(word.seat, word.word) for word in words] == [(friends.sitting("Ann").seat, "second")]


async def test_two_who_deal_at_once_deal_one_hand(friends: Evening) -> None:
    """The second one is told that it is being played already."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    screen = await friends.drawn()
    custom_id = screen.button("Deal").custom_id
    answers = await asyncio.gather(
        *(friends.wire.press(name, screen, custom_id) for name in ("Ann", "Boris"))
    )
    await friends.dealt()
    assert sorted(str(answer.kind) for answer in answers) == ["message", "update"]
    assert len(friends.wire.messages(CHANNEL)) == 2 and friends.live.number == 1


async def test_a_deck_follows_from_what_is_stored(friends: Evening) -> None:
    """Secret, nonce, hand, message and words give the deck of the table, and the root that was shown."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    form = await friends.press("Boris", "Cut")
    await friends.wire.submit("Boris", form, {form.fields[0].custom_id: "any word"})
    await friends.deal()
    row = await friends.store.read(lambda tx: hands.get(tx, friends.live.hand_id))
    assert row.message_id == friends.screen.id
    seed = seed_of(SECRET, row.nonce)
    key = hand_key(seed, row.hand_id, row.message_id, [(friends.sitting("Boris").seat, "any word")])
    game, options = friends.table.state.game, friends.table.state.terms.options
    deck = shuffled(key, 0, game.pack(options))
    assert friends.live.hand.decks == (deck,)
    assert DeckProof(key, 0, deck).root.hex() in friends.screen.text


async def test_a_void_hand_can_be_recomputed_from_what_stands_on_the_table(friends: Evening) -> None:
    """Promise, root, and then seed and ids are all that a player needs to check the deck that was dealt."""
    promise = re.search(r"[0-9a-f]{64}", (await friends.open_table()).text)
    await friends.sit("Ann", "Boris")
    await friends.deal()
    root = re.search(r"[0-9a-f]{64}", friends.screen.text)
    game, options = friends.table.state.game, friends.table.state.terms.options
    async with friends.table.lock:
        await void(friends.table, NOT_SHOWN)
    text = (await friends.drawn()).text
    ids = re.search(r"hand id ([0-9]+), message ([0-9]+)", text)
    assert promise and root and ids
    seed = seed_in(text)
    assert commitment(seed).hex() == promise[0]
    key = hand_key(seed, int(ids[1]), int(ids[2]), [])
    assert DeckProof(key, 0, shuffled(key, 0, game.pack(options))).root.hex() == root[0]


def seed_in(text: str) -> bytes:
    """The seed that a table has opened."""
    found = re.search(r"Its seed was ([0-9a-f]{64})", text)
    assert found is not None, text
    return bytes.fromhex(found[1])
