"""Seka at a table in Discord: looks, dark play, openings, svaras, all-in pots, with cards that are known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from bot.show.cards import cards_text
from bot.show.scene import Phase, Terms
from bot.store import hands
from bot.tables.people import Person
from engine.cards import parse_cards
from engine.export import export
from engine.seka.options import SekaOptions
from tests.engine.seka.at_table import ACES, ELEVEN, OTHER_TWENTY, TEN, THIRTY, TWENTY, deck_of
from tests.flow.checks import Recorder, is_private, reader_of
from tests.flow.decks import stack_decks
from tests.flow.doing import again_after_restart, chooses, does, sent
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol", "Dana", "Emil")


async def open_seka(
    friends: Evening,
    monkeypatch: pytest.MonkeyPatch,
    *decks: Sequence[str],
    chips: Sequence[int] = (),
    **options: Any,
) -> None:
    """A table with a row of cards for each player; Ann is first in play order, the last one deals."""
    stack_decks(monkeypatch, *(deck_of(*rows) for rows in decks))
    world = friends.wire.world
    if len(decks[0]) > len(NAMES) - 1:
        emil = world.backend.make_user("emil", global_name="Emil")
        world.backend.add_member(world.guild.id, emil.id)
    host = Person(world.guild.id, world.user("Ann").id, "Ann", "en", manager=True)
    terms = Terms("seka", SekaOptions(**options), 7, 1, 1000)
    await friends.room.open(host, world.channel(CHANNEL).id, terms)
    stacks = chips or [50] * len(decks[0])
    for name, stack in zip(NAMES, stacks, strict=False):
        await friends.sit(name, chips=stack)
    friends.table.state.last_dealer = len(stacks) - 1


async def begin(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, *decks: Sequence[str], **given: Any
) -> None:
    """The first hand of such a table; nobody plays dark unless ``dark`` is given."""
    await open_seka(friends, monkeypatch, *decks, **{"dark": False, **given})
    await friends.deal()
    assert friends.live.hand.view(None).order[0] == friends.sitting("Ann").seat


async def all_pay(friends: Evening, *names: str) -> None:
    """Each pays the least in turn."""
    for name in names:
        await does(friends, name, "Pay")


async def my_cards(friends: Evening, name: str) -> str:
    """What somebody reads under My cards."""
    return (await friends.press(name, "My cards")).text


def shows(text: str, row: str) -> bool:
    """True where a text tells one of these cards."""
    return any(cards_text((card,)) in text for card in parse_cards(row))


def told(friends: Evening, recorder: Recorder, row: str, *owners: str) -> list[str]:
    """Messages that tell one of these cards to anybody but their owners."""
    seats = {friends.sitting(name).seat for name in owners}
    return [
        json.dumps(one.body, ensure_ascii=False)
        for one in recorder.requests
        if one.message is not None
        and (not is_private(one, friends) or reader_of(one, friends) not in seats)
        and shows(json.dumps(one.body, ensure_ascii=False), row)
    ]


async def test_b5_1_a_look_is_a_menu_and_the_two_alone_learn_the_cards(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, recorder: Recorder
) -> None:
    """Both find both hands under My cards; the table and the third learn who dropped and what was paid."""
    await begin(friends, monkeypatch, (TWENTY, TEN, ACES))
    await all_pay(friends, "Ann", "Boris", "Carol")
    screen = await friends.drawn()
    (menu,) = screen.selects
    assert menu.label == "Look 1: whom?"
    assert menu.options == tuple(str(friends.sitting(name).seat) for name in ("Boris", "Carol"))
    await chooses(friends, "Ann", "Boris")
    table = (await friends.drawn()).text
    assert "Ann pays 1 to look at Boris." in table and "Boris drops out." in table
    assert friends.on_turn == "Carol"
    for _ in range(2):
        assert shows(await my_cards(friends, "Ann"), TEN)
        boris = await my_cards(friends, "Boris")
        assert "Best hand: **20 points**" in boris
        assert "Ann showed you" in boris and shows(boris, TWENTY)
        assert "showed you" not in await my_cards(friends, "Carol")
        await again_after_restart(friends)
    assert shows(sent(friends, "Ann")[-1], TEN) and shows(sent(friends, "Boris")[-1], TWENTY)
    assert not told(friends, recorder, TWENTY, "Ann", "Boris")
    assert not told(friends, recorder, TEN, "Ann", "Boris")


async def test_b5_2_an_export_for_others_hides_what_a_look_showed(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record of the public and of the third tells who dropped and no card; of the two both hands."""
    await begin(friends, monkeypatch, (TWENTY, TEN, ACES))
    await all_pay(friends, "Ann", "Boris", "Carol")
    await chooses(friends, "Ann", "Boris")
    await does(friends, "Carol", "Pass")
    hand = friends.live.hand
    shown = {}
    for name in (None, "Ann", "Boris", "Carol"):
        record = export(hand, friends.sitting(name).seat if name else None)
        shown[name] = {card for card in record["decks"][0] if card != "??"}
        assert record["actions"][3]["dropped"] == friends.sitting("Boris").seat
    assert shown[None] == set()
    assert shown["Carol"] == set(ACES.split())
    assert shown["Ann"] == shown["Boris"] == {*TWENTY.split(), *TEN.split()}


async def test_b4_4_who_plays_dark_gets_no_card_until_he_sees(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, recorder: Recorder
) -> None:
    """No message, nothing under My cards; the table says dark, then that he has seen; only then he reads."""
    await begin(friends, monkeypatch, (TWENTY, TEN, ACES), dark=True)
    assert friends.labels()[:3] == ["See my cards (full price)", "Pay 1 (dark)", "Pass"]
    assert "**Ann** · ▒▒ ▒▒ ▒▒ · dark" in friends.screen.text
    assert "You play dark" in await my_cards(friends, "Ann") and not sent(friends, "Ann")
    assert "'s turn" in (await does(friends, "Boris", "See my cards")).text
    await does(friends, "Ann", "Pay 1 (dark)")
    assert "price **2**" in (await friends.drawn()).text
    await does(friends, "Boris", "Pass")
    await does(friends, "Carol", "Pay 2")
    assert "price **2**, dark **1**" in (await friends.drawn()).text
    await again_after_restart(friends)
    assert not sent(friends, "Ann") and not told(friends, recorder, TWENTY)
    answer = await does(friends, "Ann", "See my cards")
    assert answer.private and shows(answer.text, TWENTY)
    table = (await friends.drawn()).text
    assert "Ann has seen the cards." in table and "· dark" not in table
    assert friends.on_turn == "Ann" and "Open 2" in friends.labels()
    assert shows(sent(friends, "Ann")[0], TWENTY) and shows(await my_cards(friends, "Ann"), TWENTY)
    assert not told(friends, recorder, TWENTY, "Ann")


async def test_b4_4_a_dark_player_who_is_looked_at_sees_neither_hand(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, recorder: Recorder
) -> None:
    """He learns only that he dropped; who looked finds both hands."""
    await begin(friends, monkeypatch, (TEN, TWENTY, ACES), dark=True)
    await does(friends, "Ann", "Pay 1 (dark)")
    await all_pay(friends, "Boris", "Carol")
    await does(friends, "Ann", "Pay 1 (dark)")
    await chooses(friends, "Boris", "Ann")
    assert "Ann drops out." in (await friends.drawn()).text
    assert shows(await my_cards(friends, "Boris"), TEN)
    await again_after_restart(friends)
    assert "have not seen your cards" in await my_cards(friends, "Ann")
    assert not sent(friends, "Ann")
    assert not told(friends, recorder, TEN, "Boris") and not told(friends, recorder, TWENTY, "Boris")


async def test_b6_1_an_opening_shows_both_and_the_higher_value_wins(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the last two one pays the price; not in the first circle."""
    await begin(friends, monkeypatch, (TWENTY, TEN, ACES))
    await all_pay(friends, "Ann", "Boris")
    await does(friends, "Carol", "Pass")
    assert "Open 1" in friends.labels() and not friends.screen.selects
    assert "circle 2 of 20" in friends.screen.text
    await does(friends, "Ann", "Open 1")
    table = (await friends.drawn()).text
    assert "Ann: **20 points**" in table and "Boris: **10 points**" in table
    assert "Pot 6: **Ann** gets 6 (best hand: 20 points)" in table
    assert friends.stacks() == {"Ann": 53, "Boris": 48, "Carol": 49}


async def svara_offered(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann and Boris tie for 13; Carol and Dana may join for 7, Emil has 6 left."""
    rows = ((TWENTY, OTHER_TWENTY, TEN, ELEVEN, ACES), (TEN, ELEVEN, THIRTY, ACES))
    await begin(friends, monkeypatch, *rows, chips=(50, 50, 50, 50, 8), dark=True)
    await does(friends, "Ann", "See my cards")
    await all_pay(friends, *NAMES, "Ann", "Boris")
    for name in ("Carol", "Dana", "Emil"):
        await does(friends, name, "Pass")
    await does(friends, "Ann", "Open 1")


async def test_b6_3_an_offer_goes_to_all_who_can_pay_at_once(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table names the tied and the price; who is too poor is not asked; a restart keeps each answer."""
    await svara_offered(friends, monkeypatch)
    table = (await friends.drawn()).text
    assert "Ann is tied: svara." in table and "to play for the pot costs **7**" in table
    assert friends.labels()[:2] == ["Play for the pot 7", "No, thanks"]
    lines = {name: next(one for one in table.splitlines() if f"**{name}**" in one) for name in NAMES}
    assert all("tied" in lines[name] for name in ("Ann", "Boris"))
    assert all("may answer" in lines[name] for name in ("Carol", "Dana"))
    assert "folded" in lines["Emil"] and "may answer" not in lines["Emil"]
    for name in ("Emil", "Ann"):
        assert "not your turn" in (await does(friends, name, "Play for the pot")).text
    await again_after_restart(friends)
    await does(friends, "Dana", "Play for the pot 7")
    line = next(one for one in (await friends.drawn()).text.splitlines() if "**Dana**" in one)
    assert "joins" in line and friends.turn.seats == (friends.sitting("Carol").seat,)
    await again_after_restart(friends)
    assert (await does(friends, "Dana", "No, thanks")).private
    assert friends.sitting("Emil").seat not in friends.turn.seats


async def test_b6_3_silence_for_one_decision_time_is_a_no_and_no_miss(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another's answer gives nobody a fresh clock."""
    await svara_offered(friends, monkeypatch)
    closes = friends.table.state.deadline
    await friends.time_passes(30)
    await does(friends, "Dana", "Play for the pot 7")
    assert friends.table.state.deadline == closes
    await friends.time_passes(17)
    rows = await friends.store.read(lambda tx: hands.actions(tx, friends.live.hand_id))
    assert [(row.verb, row.source) for row in rows[-2:]] == [("join", "press"), ("decline", "silence")]
    assert friends.turn.kind == "bet" and friends.sitting("Carol").misses == 0


async def test_b6_4_a_svara_deals_new_cards_after_its_root_is_shown(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, recorder: Recorder
) -> None:
    """Two joiners; the first dark again, his message is corrected; restarts; the best new hand wins."""
    await svara_offered(friends, monkeypatch)
    await does(friends, "Carol", "Play for the pot 7")
    mark = len(recorder.requests)
    await does(friends, "Dana", "Play for the pot 7")
    roots = await friends.store.read(lambda tx: hands.roots(tx, friends.live.hand_id))
    assert [root.hex() for root in roots] == list(friends.live.roots) and len(roots) == 2
    table = (await friends.drawn()).text
    assert friends.live.roots[1] in table and "svara 1 of 5" in table and "**pot 27**" in table
    after = recorder.requests[mark:]
    shown = min(i for i, one in enumerate(after) if friends.live.roots[1] in str(one.body))
    cards = [i for i, one in enumerate(after) if one.message and "Your cards" in str(one.message)]
    assert len(cards) == 3 and shown < min(cards)
    assert "You play dark" in sent(friends, "Ann")[-1] and len(sent(friends, "Ann")) == 1
    assert shows(sent(friends, "Carol")[-1], THIRTY)
    await again_after_restart(friends)
    assert "You play dark" in await my_cards(friends, "Ann")
    for name in ("Ann", "Boris"):
        await does(friends, name, "Pass")
    await all_pay(friends, "Carol", "Dana")
    await again_after_restart(friends)
    await does(friends, "Carol", "Open 1")
    assert "Carol: **30 points**" in (await friends.drawn()).text
    assert friends.stacks() == {"Ann": 46, "Boris": 47, "Carol": 69, "Dana": 40, "Emil": 6}


async def test_b6_3_the_whole_table_may_join_also_who_sits_out(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dana sits out, is asked, pays, gets cards and wins; also where the bot restarts in between."""
    rows = ((TWENTY, OTHER_TWENTY, TEN), (ACES, TEN, ELEVEN))
    await open_seka(friends, monkeypatch, *rows, chips=(50, 50, 50, 50), dark=False, svara_join="whole_table")
    await friends.command("Dana", "table sit-out")
    friends.table.state.last_dealer = 2
    await friends.deal()
    await all_pay(friends, "Ann", "Boris")
    await does(friends, "Carol", "Pass")
    await does(friends, "Ann", "Open 1")
    await does(friends, "Carol", "No, thanks")
    await again_after_restart(friends)
    await does(friends, "Dana", "Play for the pot 3")
    assert shows(sent(friends, "Dana")[-1], ACES)
    await again_after_restart(friends)
    assert shows(await my_cards(friends, "Dana"), ACES)
    await all_pay(friends, "Dana", "Ann", "Boris", "Dana")
    await does(friends, "Ann", "Pass")
    await does(friends, "Boris", "Open 1")
    assert friends.stacks() == {"Ann": 46, "Boris": 46, "Carol": 49, "Dana": 59}


async def test_b7_an_all_in_below_the_price_plays_for_a_pot_of_its_own(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table tells each pot with who plays for it; the poorest wins only what he could match."""
    await begin(friends, monkeypatch, (TWENTY, ACES, TEN), chips=(50, 3, 50))
    await does(friends, "Ann", "Pay 3")
    assert friends.labels()[:2] == ["Pay 2", "Pass"]
    await does(friends, "Boris", "Pay 2")
    await does(friends, "Carol", "Pay 3")
    table = (await friends.drawn()).text
    assert "**pot 11** (9 + 2)" in table
    assert "Pot 1: 9, for Ann, Boris, and Carol" in table and "Pot 2: 2, for Ann and Carol" in table
    assert "all-in" in table
    await again_after_restart(friends)
    await does(friends, "Ann", "Open 3")
    table = (await friends.drawn()).text
    assert "Pot 1 of 2, 9: **Boris** gets 9 (best hand: 22, two aces)" in table
    assert friends.stacks() == {"Ann": 48, "Boris": 9, "Carol": 46}


async def test_b3_5_who_wins_because_all_passed_may_show_in_the_pause(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His cards stand on the table only if he shows them, and until the next deal."""
    await begin(friends, monkeypatch, (TWENTY, TEN, ACES))
    await does(friends, "Ann", "Pay 1")
    for name in ("Boris", "Carol"):
        await does(friends, name, "Pass")
    assert friends.table.state.phase is Phase.PAUSE and not shows(friends.screen.text, TWENTY)
    assert "You have nothing to show" in (await does(friends, "Boris", "Show my hand")).text
    await does(friends, "Ann", "Show my hand")
    assert shows((await friends.drawn()).text, TWENTY)
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.number == 2 and not shows(friends.screen.text, TWENTY)


async def test_seka_by_keyboard(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """/act does whatever is offered and lists it with its price; /bet pays, /fold passes."""
    await begin(friends, monkeypatch, (TWENTY, TEN, ACES), dark=True)
    offered = await friends.wire.autocomplete("Ann", CHANNEL, "act", "what", "")
    assert [one["value"] for one in offered] == ["see", "pay", "pass"]
    assert shows(await friends.command("Ann", "act", what="see"), TWENTY)
    for name in NAMES[:3]:
        assert "Done" in await friends.command(name, "bet")
    assert "cannot choose" in await friends.command("Ann", "act", what="look")
    assert "one of the list" in await friends.command("Ann", "act", what="jump")
    assert "Done" in await friends.command("Ann", "act", what="look", player="Boris")
    assert "open but not look" not in friends.screen.text and friends.on_turn == "Carol"
    assert "so you can open" in await friends.command("Carol", "act", what="look", player="Ann")
    assert "Done" in await friends.command("Carol", "fold")
