"""A refusal says why, whose turn it is and what it costs."""

from __future__ import annotations

import pytest

from bot.show.refusals import action_refused, hand_over, not_your_turn, old_press, possible_now
from bot.show.scene import Scene
from engine.errors import IllegalAction
from engine.game import Action
from tests.bot.show.scenes import Play, play, stacked, waiting
from tests.engine.toy import TOY

DECK = stacked("9s 9d 9c 4h 5d 2c", "As Kd Qh 7c 3s 8d", "Ah Kc Qd 7h 3d 8h")


def refusal(hand: Play, seat: int, verb: str, amount: int = 0) -> str:
    """What the player at that seat is told."""
    with pytest.raises(IllegalAction) as caught:
        hand.hand.verify(Action(seat, verb, amount))
    return action_refused(caught.value, hand.scene(), seat, "See my cards").to("en")


def test_a2_5_each_code_of_aces_has_its_sentence() -> None:
    """With what is possible instead, and its price."""
    fresh = play(DECK, 3)
    free = "You can: Check, Bet 1."
    assert refusal(fresh, 3, "fold") == (
        f"Nobody has bet: you can check for nothing, so there is no need to fold. {free}"
    )
    assert refusal(fresh, 3, "call", 1) == f"There is no bet to call. {free}"
    assert refusal(fresh, 3, "raise", 2) == f"There is no bet to raise: you can bet instead. {free}"
    assert refusal(fresh, 3, "bet", 2) == f"Bet costs exactly 1. {free}"
    assert refusal(fresh, 3, "dance") == f"Dance is not possible now. {free}"
    bet = play(DECK, 3).act("bet", 1)
    facing = "You can: Fold, Call 1, Raise to 2."
    assert refusal(bet, 1, "check") == f"There is a bet, so you cannot check. {facing}"
    assert refusal(bet, 1, "bet", 1) == f"Somebody has bet already: you can raise instead. {facing}"
    raised = bet.act("raise", 2).act("raise", 3).act("raise", 3)
    assert refusal(raised, 1, "raise", 3) == (
        "All raises of this round have been made. You can: Fold, Call 2."
    )


def test_another_player_learns_whose_turn_it_is() -> None:
    """The name, escaped, whether the engine refused or the press was old."""
    hand = play(DECK, 3)
    assert refusal(hand, 2, "check") == "It is Carol's turn."
    assert old_press(hand.scene(), 2).to("en") == (
        "That button belongs to an earlier turn; nothing has changed. It is Carol's turn."
    )
    assert old_press(hand.scene(), 3).to("en").endswith("You can: Check, Bet 1.")
    assert old_press(hand.scene()).to("en").endswith("It is Carol's turn.")


def test_a_hand_that_is_over_says_so() -> None:
    """Nobody is on turn then."""
    over = play(DECK, 3).act("bet", 1).act("fold").act("fold")
    assert refusal(over, 1, "call", 1) == hand_over().to("en")
    idle: Scene = waiting()
    assert not_your_turn(idle).to("en") == "Nobody is on turn now."
    assert old_press(idle).to("en") == "That button belongs to an earlier turn; nothing has changed."
    assert possible_now(idle, 1) is None


def test_amounts_with_a_choice_name_their_range() -> None:
    """From the least to the most."""
    hand = play(stacked("9s", "5d", "Kc"), 3, TOY)
    hand.act("see").act("pay", 4).act("see")
    assert refusal(hand, 3, "pay", 99) == ("Pay takes from 4 to 8. You can: Pay 4 to 8, Pass, Side show 4.")


def test_an_unknown_code_is_still_a_sentence() -> None:
    """A game may add codes before they have words."""
    error = IllegalAction("not_yet_known", "text")
    assert action_refused(error, waiting(), None, "See my cards").to("en") == "That is not possible now."
