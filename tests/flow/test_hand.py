"""Hands of Aces, Straights and Flushes from post to payout, as the players see them."""

from __future__ import annotations

import pytest

from bot.show.scene import Phase
from bot.store import hands
from tests.engine.aces.at_table import deck_of
from tests.flow.decks import stack_decks
from tests.flow.evening import Evening

NAMES = ("Ann", "Boris", "Carol")


async def begun(friends: Evening, *names: str) -> None:
    """A table and its first hand; the last one deals, so that the first one named is first in play order."""
    await friends.open_table("Ann", game="aces")
    await friends.sit(*names)
    friends.table.state.last_dealer = len(names) - 1
    await friends.deal()


async def test_a_hand_from_post_to_payout(friends: Evening) -> None:
    """Open, sit down, deal, check and call to the showdown: cards go by DM, the pot to the best hand."""
    await begun(friends, *NAMES)
    assert all(len(friends.cards_sent(name, 1)) == 1 for name in NAMES)
    assert "pot 3" in friends.screen.text
    await friends.play_out()
    stacks = friends.stacks()
    assert sum(stacks.values()) == 300
    assert sorted(stacks.values()) != [100, 100, 100]
    assert "Won and lost" in friends.screen.text


async def test_the_showdown_says_who_won_with_what_and_what_the_joker_was(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules A2.8 and A3: the hand, the class, and the card that the joker stands for."""
    stack_decks(monkeypatch, deck_of("As Ah Ad Ac Ks Kh", "2s 3h 4d 7c 8s 9h", "2h 3d 4c 7d 8c 9s"))
    await begun(friends, *NAMES)
    await friends.play_out()
    text = friends.screen.text
    assert friends.stacks() == {"Ann": 102, "Boris": 99, "Carol": 99}
    assert "five aces" in text.lower() and "**Ann** gets 3" in text
    assert "🃏 as A♠" in text


async def test_equal_hands_share_the_pot(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules A4.3 and P2: suits do not count, the odd chip goes to the next after the dealer."""
    stack_decks(monkeypatch, deck_of("Ks Kh 9d 7c 4s 2h", "Kd Kc 9h 7s 4d 2c", "3s 5h 6d fold"))
    await begun(friends, *NAMES)
    while friends.table.state.phase is Phase.HAND:
        await friends.act(*(("Fold",) if friends.on_turn == "Carol" else ("Bet", "Call")))
    await friends.drawn()
    stacks = friends.stacks()
    assert stacks["Ann"] + stacks["Boris"] == 200 + (100 - stacks["Carol"])
    assert stacks["Ann"] - stacks["Boris"] == (100 - stacks["Carol"]) % 2
    assert "equal hands share" in friends.screen.text


async def test_the_last_one_left_wins_unseen_and_may_show(friends: Evening) -> None:
    """Rule A2.7: nobody sees his cards until he presses; others cannot press for him."""
    await begun(friends, "Ann", "Boris")
    winner = friends.on_turn
    await friends.act("Bet")
    loser = friends.on_turn
    await friends.act("Fold")
    screen = await friends.drawn()
    assert friends.stacks() == {winner: 101, loser: 99}
    assert "everybody else is out" in screen.text
    view = friends.live.hand.view(None)
    assert view.result is not None and view.result.opened == ()
    refused = await friends.press(loser, "Show my hand")
    assert refused.private
    assert friends.live.hand.view(None) == view
    await friends.press(winner, "Show my hand")
    await friends.drawn()
    opened = friends.live.hand.view(None).seat(friends.sitting(winner).seat)
    assert opened.opened and "?" not in str(opened.cards)
    assert "Show my hand" not in friends.labels()
    assert friends.screen.text != screen.text
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.number == 2


async def test_who_does_not_show_is_never_seen(friends: Evening) -> None:
    """The next hand comes and the offer is gone."""
    await begun(friends, "Ann", "Boris")
    winner = friends.on_turn
    await friends.act("Bet")
    await friends.act("Fold")
    screen = await friends.drawn()
    await friends.time_passes(12)
    await friends.dealt()
    late = await friends.wire.press(winner, screen, screen.button("Show my hand").custom_id)
    assert late.private and "off the table" in late.text


async def test_a_hand_by_keyboard(friends: Evening) -> None:
    """/bet, /raise, /call, /check and /fold do what the buttons do, and are kept as commands."""
    await begun(friends, *NAMES)
    assert "Done" in await friends.command(friends.on_turn, "check")
    assert "Done" in await friends.command(friends.on_turn, "bet", chips=1)
    assert "Done" in await friends.command(friends.on_turn, "raise", chips=2)
    wrong = await friends.command(friends.on_turn, "check")
    assert "cannot check" in wrong and "Call 2" in wrong
    assert "Done" in await friends.command(friends.on_turn, "call")
    assert "Done" in await friends.command(friends.on_turn, "fold")
    await friends.drawn()
    assert friends.live.hand.view(None).round == 2
    rows = await friends.store.read(lambda tx: hands.actions(tx, friends.live.hand_id))
    assert [(row.verb, row.amount, row.source) for row in rows] == [
        ("check", 0, "command"),
        ("bet", 1, "command"),
        ("raise", 2, "command"),
        ("call", 2, "command"),
        ("fold", 0, "command"),
    ]


@pytest.mark.parametrize(
    ("command", "chips", "told"),
    [
        ("bet", 7, "exactly 1"),
        ("raise", 2, "bet instead"),
        ("call", None, "no bet to call"),
        ("fold", None, "check for nothing"),
    ],
)
async def test_a_wrong_command_is_explained(
    friends: Evening, command: str, chips: int | None, told: str
) -> None:
    """What is not possible, why, and what is; nothing changes."""
    await begun(friends, *NAMES)
    given = {} if chips is None else {"chips": chips}
    text = await friends.command(friends.on_turn, command, **given)
    assert told in text and "You can: " in text
    other = next(name for name in NAMES if name != friends.on_turn)
    assert "'s turn" in await friends.command(other, "check")
    assert friends.live.actions == 0


async def test_three_hands_in_a_row_leave_the_books_whole(friends: Evening) -> None:
    """The deal moves on, every hand has a message and a number of its own, chips stay as many."""
    await begun(friends, *NAMES)
    dealers = []
    for number in (1, 2, 3):
        assert friends.live.number == number
        dealers.append(friends.live.hand.setup.dealer)
        await friends.play_out("Raise", "Bet", "Call")
        assert sum(friends.stacks().values()) == 300
        await friends.time_passes(12)
        await friends.dealt()
    assert len(set(dealers)) == 3
