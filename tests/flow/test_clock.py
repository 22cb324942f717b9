"""Decision times, nudges, misses, the pause between hands, and outages."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.show.scene import Phase
from bot.store import hands
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")


async def hand_begun(friends: Evening, *names: str) -> None:
    """A table and its first hand."""
    await friends.open_table()
    await friends.sit(*(names or NAMES))
    await friends.deal()


async def last_action(friends: Evening) -> tuple[str, str]:
    """Verb and source of the newest action that is stored."""
    rows = await friends.store.read(lambda tx: hands.actions(tx, friends.live.hand_id))
    return (rows[-1].verb, rows[-1].source) if rows else ("", "")


async def test_silence_checks_where_that_is_free(friends: Evening) -> None:
    """Rule P3: after the decision time and two seconds of grace, not before them."""
    await hand_begun(friends)
    await friends.time_passes(46.9)
    assert friends.live.actions == 0
    await friends.time_passes(0.2)
    assert await last_action(friends) == ("check", "silence")
    assert "Time ran out: " in (await friends.drawn()).text


async def test_silence_folds_where_there_is_a_price(friends: Evening) -> None:
    """Rule P3: who faces a bet and says nothing is out."""
    await hand_begun(friends)
    await friends.act("Bet")
    silent = friends.on_turn
    await friends.time_passes(47)
    assert await last_action(friends) == ("fold", "silence")
    assert friends.on_turn != silent


async def test_a_press_within_the_grace_counts(friends: Evening) -> None:
    """The shown time is over, the press arrives a second later: it counts, and nothing is missed."""
    await hand_begun(friends)
    name = friends.on_turn
    await friends.time_passes(46)
    assert (await friends.act("Bet")).kind == "update"
    assert await last_action(friends) == ("bet", "press")
    assert friends.sitting(name).misses == 0


async def test_two_misses_in_a_row_sit_a_player_out(friends: Evening) -> None:
    """From then on his turns pass at once, and he is not dealt in until he comes back."""
    await hand_begun(friends)
    silent = friends.on_turn
    await friends.time_passes(47)
    assert friends.sitting(silent).misses == 1 and friends.sitting(silent).state == "in"
    assert f"Time ran out: {silent} checks." in (await friends.drawn()).text
    while friends.on_turn != silent:
        await friends.act("Check")
    await friends.time_passes(47)
    assert friends.sitting(silent).state == "out"
    assert "sits out after two missed turns" in (await friends.drawn()).text
    while friends.table.state.phase is Phase.HAND:
        assert friends.on_turn != silent
        await friends.act("Check", "Call")
    rows = await friends.store.read(lambda tx: hands.actions(tx, friends.live.hand_id))
    mine = [row for row in rows if row.seat == friends.sitting(silent).seat]
    assert [row.source for row in mine] == ["silence", "silence", "absent", "absent"]
    assert "press Back" in (await friends.press(silent, "Deal now")).text
    await friends.time_passes(12)
    await friends.dealt()
    assert silent not in [one.name for one in friends.live.dealt]
    assert "press Back" in (await friends.press(silent, "+30 s")).text
    await friends.play_out()
    await friends.press(silent, "Back")
    assert "Back" not in [button.label for button in (await friends.drawn()).buttons]
    assert (friends.sitting(silent).state, friends.sitting(silent).misses) == ("in", 0)


async def test_a_press_resets_the_misses(friends: Evening) -> None:
    """One missed turn, one press, one missed turn: nobody is sat out."""
    await hand_begun(friends)
    slow = friends.on_turn
    await friends.time_passes(47)
    while friends.on_turn != slow:
        await friends.act("Check")
    await friends.act("Check")
    assert friends.sitting(slow).misses == 0
    while friends.on_turn != slow:
        await friends.act("Check")
    await friends.time_passes(47)
    assert (friends.sitting(slow).misses, friends.sitting(slow).state) == (1, "in")


async def test_a_hand_that_everybody_has_left_alone_ends(friends: Evening) -> None:
    """All miss two turns: the rest passes at once, nobody is dealt in, and who comes back starts anew."""
    await hand_begun(friends, "Ann", "Boris")
    for _ in range(4):
        await friends.time_passes(47)
    assert friends.table.state.phase is Phase.PAUSE
    assert {one.state for one in friends.table.state.sittings.values()} == {"out"}
    await friends.time_passes(600)
    assert friends.live.number == 1
    for name in ("Ann", "Boris"):
        await friends.command(name, "table back")
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.number == 2


async def test_who_comes_back_in_the_same_hand_is_waited_for_again(friends: Evening) -> None:
    """Sat out by two misses, back before the hand is over: his next turn is his own."""
    await hand_begun(friends)
    silent = friends.on_turn
    for _ in range(2):
        while friends.on_turn != silent:
            await friends.act("Check")
        await friends.time_passes(47)
    assert friends.sitting(silent).state == "out"
    await friends.command(silent, "table back")
    while friends.on_turn != silent:
        await friends.act("Check")
    await friends.act("Check")
    assert await last_action(friends) == ("check", "press")


async def test_thirty_more_seconds_once_a_hand(friends: Evening) -> None:
    """Only who is on turn may take them, once in the hand; then the button is gone."""
    await hand_begun(friends)
    deadline, screen = friends.table.state.deadline, friends.screen
    assert deadline is not None
    other = next(name for name in NAMES if name != friends.on_turn)
    assert (await friends.press(other, "+30 s")).private
    assert friends.table.state.deadline == deadline
    await friends.press(friends.on_turn, "+30 s")
    await friends.drawn()
    assert friends.table.state.deadline == deadline + timedelta(seconds=30)
    assert "+30 s" not in [button.label for button in friends.screen.buttons]
    custom_id = screen.button("+30 s").custom_id
    again = await friends.wire.press(friends.on_turn, screen, custom_id)
    assert again.acknowledged
    await friends.time_passes(76)
    assert friends.live.actions == 0
    await friends.time_passes(1)
    assert friends.live.actions == 1


async def test_a_nudge_mentions_who_is_slow_and_goes_away_when_he_acts(friends: Evening) -> None:
    """One line after ten seconds, with one mention; everything else is silent."""
    await hand_begun(friends)
    name = friends.on_turn
    await friends.time_passes(9)
    assert len(friends.wire.messages(CHANNEL)) == 2
    await friends.time_passes(1)
    nudge = friends.wire.messages(CHANNEL)[-1]
    assert nudge.pinged_user_ids == (friends.wire.world.user(name).id,)
    assert nudge.text.endswith(f"/{friends.screen.channel_id}/{friends.screen.id}")
    await friends.time_passes(20)
    assert len(friends.wire.messages(CHANNEL)) == 3
    await friends.act("Check")
    await friends.rest()
    assert nudge.id not in [one.id for one in friends.wire.messages(CHANNEL)]
    assert not [one for one in friends.wire.messages(CHANNEL) if one.pinged_user_ids]


async def test_who_acts_in_time_is_not_nudged(friends: Evening) -> None:
    """Nine seconds are no reason."""
    await hand_begun(friends)
    for _ in range(3):
        await friends.time_passes(9)
        await friends.act("Check")
    await friends.rest()
    assert not [one for one in friends.wire.messages(CHANNEL) if one.pinged_user_ids]


async def test_the_next_hand_comes_by_itself_after_the_pause(friends: Evening) -> None:
    """Twelve seconds after the showdown, on a message of its own; the former one keeps its picture."""
    await hand_begun(friends)
    await friends.play_out()
    former = friends.screen
    await friends.time_passes(11.9)
    assert friends.table.state.phase is Phase.PAUSE
    await friends.time_passes(0.1)
    await friends.dealt()
    assert friends.live.number == 2 and friends.screen.id != former.id
    assert friends.seen(former.id).buttons == [] and "Won and lost" in friends.seen(former.id).text
    assert "<t:" not in friends.seen(former.id).text  # a record counts nothing down


async def test_the_dealer_deals_before_the_pause_is_over(friends: Evening) -> None:
    """Deal now by the next dealer is enough."""
    await hand_begun(friends)
    await friends.play_out()
    dealer = friends.live.hand.setup.dealer
    seats = sorted(friends.table.state.sittings)
    following = friends.table.state.sittings[seats[(seats.index(dealer) + 1) % len(seats)]]
    await friends.press(following.name, "Deal now")
    await friends.dealt()
    assert friends.live.number == 2


async def test_all_others_together_deal_before_the_pause_is_over(friends: Evening) -> None:
    """Who does not deal can only agree; when all have pressed it is dealt."""
    await hand_begun(friends)
    await friends.play_out()
    dealer = friends.live.hand.setup.dealer
    seats = sorted(friends.table.state.sittings)
    dealing = seats[(seats.index(dealer) + 1) % len(seats)]
    others = [one.name for seat, one in friends.table.state.sittings.items() if seat != dealing]
    for name in others:
        await friends.press(name, "Deal now")
        await friends.rest()
        assert friends.table.state.phase is Phase.PAUSE
    await friends.press(others[0], "Deal now")
    await friends.rest()
    assert friends.table.state.phase is Phase.PAUSE
    await friends.press(friends.table.state.sittings[dealing].name, "Deal now")
    await friends.dealt()
    assert friends.live.number == 2


async def test_clocks_stand_still_while_the_gateway_is_down(friends: Evening) -> None:
    """However long it is away: no turn is missed, and then the time begins anew."""
    await hand_begun(friends)
    name = friends.on_turn
    await friends.time_passes(44)
    await friends.wire.gateway.cut()
    await friends.until(lambda: friends.table.clock.stands)
    await friends.time_passes(600)
    assert friends.live.actions == 0 and friends.sitting(name).misses == 0
    friends.wire.gateway.restore()
    await friends.until(lambda: not friends.table.clock.stands)
    begun = friends.clock.now()
    await friends.drawn()
    assert friends.table.state.deadline == begun + timedelta(seconds=45)
    assert f"<t:{int(begun.timestamp()) + 45}:R>" in friends.screen.text
    await friends.act("Check")
    assert await last_action(friends) == ("check", "press")


async def test_the_countdown_to_the_next_hand_stands_still_too(friends: Evening) -> None:
    """Nobody is dealt in while nobody could see it."""
    await hand_begun(friends)
    await friends.play_out()
    await friends.wire.gateway.cut()
    await friends.until(lambda: friends.table.clock.stands)
    await friends.time_passes(600)
    assert friends.table.state.phase is Phase.PAUSE
    friends.wire.gateway.restore()
    await friends.until(lambda: not friends.table.clock.stands)
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.number == 2


@pytest.mark.parametrize("set_by_seconds", [-3600, -30, 30, 3600])
async def test_a_turn_takes_as_long_as_it_says_when_the_computer_is_set_to_another_time(
    friends: Evening, set_by_seconds: float
) -> None:
    """Ahead or back: neither is somebody's time over at once, nor does the hand wait for ever."""
    await hand_begun(friends)
    friends.clock.set_by(set_by_seconds)
    await friends.time_passes(46.9)
    assert friends.live.actions == 0
    await friends.time_passes(0.2)
    assert await last_action(friends) == ("check", "silence")


@pytest.mark.parametrize("set_by_seconds", [-3600, 3600])
async def test_more_time_is_thirty_seconds_more_when_the_computer_is_set_to_another_time(
    friends: Evening, set_by_seconds: float
) -> None:
    """Ten seconds have gone of 45: with thirty more 65 are left, and so it says on the table."""
    await hand_begun(friends)
    await friends.time_passes(10)
    friends.clock.set_by(set_by_seconds)
    await friends.press(friends.on_turn, "+30 s")
    deadline = friends.table.state.deadline
    assert deadline is not None and (deadline - friends.clock.now()).total_seconds() == pytest.approx(65)
    await friends.time_passes(66.9)
    assert friends.live.actions == 0
    await friends.time_passes(0.2)
    assert await last_action(friends) == ("check", "silence")
