"""Sitting down, leaving, topping up and coming back, between hands and in the middle of one."""

from __future__ import annotations

from dataclasses import replace

from bot.rehearsal.calls import Fault
from bot.show.scene import Phase
from tests.flow.evening import Evening

NAMES = ("Ann", "Boris", "Carol")


async def hand_begun(friends: Evening, *names: str, chips: int = 100) -> None:
    """A table and its first hand."""
    await friends.open_table()
    await friends.sit(*(names or NAMES), chips=chips)
    await friends.deal()


async def hand_over(friends: Evening) -> None:
    """Play the hand out, then let the pause pass until the next one is dealt."""
    await friends.play_out()
    await friends.time_passes(12)
    await friends.dealt()


async def test_who_joins_in_mid_hand_is_dealt_into_the_next(friends: Evening) -> None:
    """He sits at once and has no part in this hand."""
    await hand_begun(friends)
    await friends.command("Dana", "table join", chips=80)
    assert friends.stacks()["Dana"] == 80 and await friends.wallet("Dana") == 920
    assert "Dana" not in [one.name for one in friends.live.dealt]
    assert "You are not dealt" in (await friends.press("Dana", "My cards")).text
    refused = await friends.press("Dana", next(t for t in friends.labels() if t.startswith("Bet")))
    assert "not in this hand" in refused.text
    await hand_over(friends)
    assert "Dana" in [one.name for one in friends.live.dealt]
    assert friends.cards_sent("Dana", 2)


async def test_who_leaves_in_mid_hand_goes_at_its_end(friends: Evening) -> None:
    """His turns pass as silence at once, then his stack goes to his wallet."""
    await hand_begun(friends)
    leaver = friends.on_turn
    await friends.press(leaver, "More…")
    text = await friends.command(leaver, "table leave")
    assert "when this hand is over" in text
    await friends.drawn()
    assert friends.on_turn != leaver and "leaves after the hand" in friends.screen.text
    await friends.act("Bet")
    while friends.table.state.phase is Phase.HAND:
        assert friends.on_turn != leaver
        await friends.act("Call", "Check")
    assert leaver not in friends.stacks()
    assert await friends.wallet(leaver) == 1000 - 1
    assert leaver in (await friends.drawn()).text


async def test_a_last_opponent_who_leaves_ends_the_hand(friends: Evening) -> None:
    """Facing a bet he folds; the other one takes the pot."""
    await hand_begun(friends, "Ann", "Boris")
    bettor = friends.on_turn
    await friends.act("Bet")
    await friends.command(friends.on_turn, "table leave")
    await friends.drawn()
    assert friends.table.state.phase is Phase.PAUSE
    assert friends.stacks() == {bettor: 101}


async def test_who_leaves_between_hands_goes_at_once(friends: Evening) -> None:
    """His chips are in his wallet; with too few players left the countdown ends."""
    await hand_begun(friends, "Ann", "Boris")
    await friends.play_out()
    stack = friends.stacks()["Boris"]
    text = await friends.command("Boris", "table leave")
    assert str(stack) in text
    assert await friends.wallet("Boris") == 900 + stack
    assert friends.table.state.deadline is None
    line = next(line for line in (await friends.drawn()).text.splitlines() if "has left" in line)
    assert "**Boris**" in line and str(stack) not in line  # he has taken them along
    await friends.time_passes(60)
    assert friends.table.state.phase is Phase.PAUSE
    await friends.command("Dana", "table join", chips=50)
    await friends.time_passes(12)
    await friends.dealt()
    assert [one.name for one in friends.live.dealt] == ["Ann", "Dana"]


async def test_who_comes_and_goes_while_the_cards_are_shuffled(friends: Evening) -> None:
    """The hand is closed already: Carol leaves after it, Dana waits, Ann's chips come later."""
    await friends.open_table()
    await friends.sit(*NAMES)
    channel = friends.screen.channel_id
    slow = Fault("POST", f"/channels/{channel}/messages", status=None, delay_seconds=0.4)
    friends.wire.faults.append(slow)
    await friends.press("Ann", "Deal")
    await friends.until(lambda: slow.hits)
    assert friends.table.state.phase is Phase.DEALING
    assert "when this hand is over" in await friends.command("Carol", "table leave")
    assert "You sit" in await friends.command("Dana", "table join", chips=50)
    assert "when this hand is over" in await friends.command("Ann", "table top-up", chips=10)
    assert friends.table.state.phase is Phase.DEALING
    await friends.dealt()
    assert [one.name for one in friends.live.dealt] == list(NAMES)
    assert friends.on_turn != "Carol"
    await friends.play_out()
    assert "Carol" not in friends.stacks() and friends.stacks()["Dana"] == 50
    assert await friends.wallet("Ann") == 890
    assert await friends.wallet("Carol") + sum(friends.stacks().values()) == 1000 - 100 + 300 + 50 + 10


async def test_who_stays_after_all_takes_it_back(friends: Evening) -> None:
    """Leave in mid-hand, then back: he keeps his seat and is dealt in again."""
    await hand_begun(friends)
    leaver = next(name for name in NAMES if name != friends.on_turn)
    await friends.command(leaver, "table leave")
    await friends.command(leaver, "table back")
    while friends.on_turn != leaver:
        await friends.act("Check")
    await friends.act("Check")
    await hand_over(friends)
    assert leaver in [one.name for one in friends.live.dealt]


async def test_a_top_up_in_mid_hand_comes_after_it(friends: Evening) -> None:
    """The stack of the hand stays what it was at the deal; the chips leave the wallet at its end."""
    await hand_begun(friends)
    text = await friends.command("Ann", "table top-up", chips=60)
    assert "when this hand is over" in text
    assert await friends.wallet("Ann") == 900
    assert friends.live.hand.view(None).seat(friends.sitting("Ann").seat).stack == 99
    await friends.play_out()
    assert await friends.wallet("Ann") == 840
    assert sum(friends.stacks().values()) == 360


async def test_a_top_up_between_hands_comes_at_once(friends: Evening) -> None:
    """Up to the table's greatest buy-in and no further."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    assert "101 chips" in await friends.command("Ann", "table top-up", chips=1)
    assert "1 to 99" in await friends.command("Ann", "table top-up", chips=100)
    assert friends.stacks() == {"Ann": 101, "Boris": 100}


async def test_who_is_short_of_25_units_is_not_dealt_in_and_is_offered_a_top_up(friends: Evening) -> None:
    """Rule A1.3: he keeps his seat, the table says what he needs, and a top-up brings him back."""
    await hand_begun(friends, chips=50)
    while min(friends.stacks().values()) >= 25:
        while friends.table.state.phase is Phase.HAND:
            await friends.act("Raise", "Bet", "Call")
        if min(friends.stacks().values()) >= 25:
            await friends.time_passes(12)
            await friends.dealt()
    poor, *others = (name for name, stack in friends.stacks().items() if stack < 25)
    for name in others:
        await friends.command(name, "table top-up", chips=60)
    assert "top up" in (await friends.drawn()).text
    panel = await friends.press(poor, "More…")
    assert "Top up" in [button.label for button in panel.messages[0].buttons]
    assert "too few chips" in panel.text
    await friends.time_passes(12)
    await friends.dealt()
    assert poor not in [one.name for one in friends.live.dealt]
    await friends.command(poor, "table top-up", chips=60)
    await hand_over(friends)
    assert poor in [one.name for one in friends.live.dealt]


async def test_who_comes_back_within_the_hour_brings_what_he_left_with(friends: Evening) -> None:
    """At least the stack that he took away, also above the usual buy-in; after an hour as anybody."""
    await friends.open_table()
    await friends.sit("Ann", "Boris", chips=200)
    await friends.command("Ann", "table top-up", chips=1)
    await friends.command("Ann", "table leave")
    await friends.clock.advance(59 * 60)
    assert "200 to 200" in await friends.command("Ann", "table join", chips=100)
    await friends.command("Ann", "table join", chips=200)
    await friends.command("Ann", "table leave")
    await friends.clock.advance(61 * 60)
    await friends.command("Ann", "table join", chips=50)
    assert friends.stacks()["Ann"] == 50


async def test_who_sits_out_keeps_his_seat_and_is_not_dealt_in(friends: Evening) -> None:
    """Until he is back."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.command("Carol", "table sit-out")
    await friends.deal()
    assert [one.name for one in friends.live.dealt] == ["Ann", "Boris"]
    await friends.command("Carol", "table back")
    await hand_over(friends)
    assert [one.name for one in friends.live.dealt] == list(NAMES)


async def test_a_full_table_takes_nobody(friends: Evening) -> None:
    """Said privately, nothing is moved."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    state = friends.table.state
    state.terms = replace(state.terms, seats_most=2)
    assert "Every seat is taken" in await friends.command("Carol", "table join", chips=100)
    assert "a seat at this table already" in await friends.command("Ann", "table join", chips=100)
    assert "no seat at this table" in await friends.command("Carol", "table leave")


async def test_a_seat_left_after_the_last_hand_can_be_taken(friends: Evening) -> None:
    """At a table for two: when one has left, another sits down and they play."""
    await friends.open_table()
    friends.table.state.terms = replace(friends.table.state.terms, seats_most=2)
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    await friends.command("Boris", "table leave")
    assert "You sit" in await friends.command("Carol", "table join", chips=100)
    assert "Boris" not in (await friends.drawn()).text
    await friends.deal()
    assert [one.name for one in friends.live.dealt] == ["Ann", "Carol"]


async def test_a_wrong_buy_in_names_what_would_do(friends: Evening) -> None:
    """Below, above, and more than the wallet holds."""
    await friends.open_table()
    assert "50 to 200" in await friends.command("Ann", "table join", chips=49)
    assert "50 to 200" in await friends.command("Ann", "table join", chips=201)
    form = await friends.press("Ann", "Join")
    refused = await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "many"})
    assert "50 to 200" in refused.text
    assert friends.stacks() == {} and await friends.wallet("Ann") == 1000
