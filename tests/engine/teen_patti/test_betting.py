"""Teen Patti: blind and seen play, limits, circles and the end of a hand (rules C2, C3, P3)."""

from __future__ import annotations

import pytest

from engine.cards import HIDDEN, parse_cards
from engine.errors import IllegalAction
from engine.game import BET, Action, Event
from tests.engine.teen_patti.at_table import (
    acts,
    kinds,
    offered,
    on_turn,
    pots,
    refused,
    stake,
    step,
    table,
)


def test_c2_1_a_seen_player_pays_the_stake_or_more_in_even_chips() -> None:
    """What he pays is the new stake."""
    hand = acts(table(90, 90, 90), "see")
    assert offered(hand)["play"] == (2, 4)
    assert refused(hand, "play", 3) == "amount_out_of_range"
    assert stake(acts(hand, "play:4")) == 4


def test_c2_1_a_blind_player_pays_half_and_it_counts_double() -> None:
    """Odd chips too: the stake becomes twice what he pays."""
    hand = table(90, 90, 90, limit="none")
    assert offered(hand)["play"] == (1, 89)
    hand = acts(hand, "play:3")
    assert stake(hand) == 6 and offered(hand)["play"] == (3, 89)
    assert offered(acts(hand, "see"))["play"] == (6, 88), "89 is odd"


def test_c2_2_the_stake_begins_at_the_minimum_bet() -> None:
    """Twice the boot."""
    assert stake(table(90, 90, boot=7)) == 14


@pytest.mark.parametrize(
    ("limit", "blind", "seen"),
    [("fixed", (1, 2), (2, 4)), ("spread", (1, 5), (2, 10)), ("none", (1, 40), (2, 40))],
)
def test_c2_3_limits(limit: str, blind: tuple[int, int], seen: tuple[int, int]) -> None:
    """Twice the stake, so many chips, or the stack; blind half of it."""
    hand = table(41, 41, 41, limit=limit, spread_max=10)
    assert offered(hand)["play"] == blind
    assert offered(acts(hand, "see"))["play"] == seen


def test_c2_3_pot_limit() -> None:
    """The pot when the turn begins; halves are rounded down, and it is never below the price."""
    hand = table(90, 90, 90, limit="pot")
    assert hand.view(None).pots == (3,)
    assert offered(hand)["play"] == (1, 1) and offered(acts(hand, "see"))["play"] == (2, 2)
    hand = acts(hand, "see play play")
    assert hand.view(None).fact("pot_limit") == 6
    assert offered(hand)["play"] == (1, 3) and offered(acts(hand, "see"))["play"] == (2, 6)
    low = acts(table(90, 90, limit="pot", boot=10), "see")
    assert offered(low)["play"] == (20, 20)


def test_c2_3_b7_1_only_who_has_less_than_the_price_pays_odd() -> None:
    """All he has or nothing; then the stake stays as it was."""
    hand = acts(table(90, 4, 90), "see play:4 see")
    assert offered(hand)["play"] == (3, 3)
    hand = acts(hand, "play")
    assert stake(hand) == 4 and hand.view(None).seat(2).status == "all_in"
    blind = acts(table(90, 2, 90, limit="none"), "play:2")
    assert offered(blind)["play"] == (1, 1)
    assert stake(acts(blind, "play")) == 4


def test_c2_4_betting_goes_round_and_is_not_equalised() -> None:
    """Nobody is asked to match what others have in."""
    hand = acts(table(90, 90, 90), "play:2 see play:8 play:4 play:4")
    assert [one.paid for one in hand.view(None).seats] == [1 + 2 + 4, 1 + 8, 1 + 4]
    assert on_turn(hand) == 2 and hand.view(None).round == 2


def test_c2_4_the_last_one_left_takes_the_pot_unseen() -> None:
    """Without showing; he may show, once."""
    last = step(table(90, 90, 90), "play pack pack")
    hand = last.hand
    assert hand.result is not None and hand.result.opened == ()
    assert pots(hand) == [(4, (1,), (1,))]
    assert [e.kind for e in last.events] == ["action", "pot", "won"]
    assert hand.view(1).seat(1).cards == (HIDDEN,) * 3, "he never looked"
    shown = hand.show(1)
    assert shown.events == (Event("opened", 1, cards=parse_cards("Kc 7d 2s")),)
    assert shown.hand.view(None).seat(1).cards == parse_cards("Kc 7d 2s")
    for seat, state in ((2, hand), (1, shown.hand)):
        with pytest.raises(IllegalAction):
            state.show(seat)


def test_c2_5_circles_max_opens_all_hands_at_no_cost() -> None:
    """When a circle beyond it would begin; the best hand takes the pot."""
    hand = acts(table(90, 90, 90, circles_max=2), "play play play play play")
    assert hand.result is None and hand.view(None).fact("circle") == 2
    last = step(hand, "play")
    assert last.hand.result is not None and last.hand.result.opened == (1, 2, 3)
    assert pots(last.hand) == [(9, (1, 2, 3), (1,))]
    assert [e.seat for e in kinds(last.events, "opened")] == [1, 2, 3]


def test_c2_5_equal_best_hands_split() -> None:
    """The odd chip goes to the first in play order (P2), whatever ``tie_show`` says."""
    rows = ("Ah Kd 2c", "As Ks 2d", "5c 3d 2h")
    hand = acts(
        table(90, 90, 90, rows=rows, suits="split", circles_max=1, tie_show="asker_loses"),
        "see pack play play",
    )
    assert pots(hand) == [(5, (2, 3), (2,))]
    hand = acts(
        table(90, 90, 90, rows=rows, suits="split", circles_max=1, tie_show="asker_loses"),
        "play play play:2",
    )
    assert hand.result is not None and hand.result.pots[0].shares == ((1, 4), (2, 3))


def test_b3_6_a_circle_goes_from_the_first_turn_round_to_it() -> None:
    """Who drops out does not start a new one; the next still able begins the following circles."""
    first = step(table(90, 90, 90), "play play play")
    assert kinds(first.events, "round") == [Event("round", 1, 2)]
    hand = acts(first.hand, "pack")
    assert hand.view(None).round == 2 and on_turn(hand) == 2
    assert kinds(step(hand, "play play").events, "round") == [Event("round", 2, 3)]


def test_c2_5_blind_turns_max() -> None:
    """After so many blind payments he may only see or pack; having seen he plays on."""
    hand = acts(table(90, 90, 90, blind_turns_max=1), "play play see play")
    assert set(offered(hand)) == {"see", "pack"}
    assert refused(hand, "play", 1) == "blind_turns_used_up"
    assert hand.view(None).fact("blind_turns:1") == 0 and hand.view(None).fact("blind_turns:3") == 1
    assert hand.view(None).price == 2, "he can stay at the seen price only"
    assert set(offered(acts(hand, "see"))) == {"play", "pack"}
    two = acts(table(90, 90, blind_turns_max=1), "play play")
    assert refused(two, "show", 1) == "blind_turns_used_up"


def test_c3_1_seeing_is_an_action_of_his_turn_and_public() -> None:
    """The turn stays his, at the seen price; the table learns that he has seen, he alone what."""
    hand = table(90, 90, 90)
    see = next(c for c in hand.options(1) if c.verb == "see")
    assert see.binds_to == "seen_price" and (see.least, see.most) == (0, 0)
    seen = step(hand, "see")
    assert seen.events == (
        Event("action", 1, word="see"),
        Event("hidden_card", 1, cards=parse_cards("Kc 7d 2s"), audience=frozenset({1})),
    )
    after = seen.hand
    assert on_turn(after) == 1 and set(offered(after)) == {"play", "pack"}
    assert after.view(None).seat(1).sight == "seen" and after.view(None).seat(1).cards == (HIDDEN,) * 3
    assert after.view(1).seat(1).cards == parse_cards("Kc 7d 2s")
    ranked = after.view(1).seat(1).ranked
    assert ranked is not None and ranked.class_key == "high_card"
    assert after.view(2).seat(1).cards == (HIDDEN,) * 3
    assert refused(after, "see") == "seen_already"


def test_c3_1_only_on_his_turn() -> None:
    """Another seat is not awaited."""
    with pytest.raises(IllegalAction) as error:
        table(90, 90, 90).act(Action(2, "see"))
    assert error.value.code == "not_awaited"


def test_p3_no_answer_in_time_packs() -> None:
    """Whether he has seen or not."""
    hand = table(90, 90, 90)
    assert hand.silence(1) == acts(hand, "see").silence(1) == Action(1, "pack")


def test_turns_tell_price_and_number() -> None:
    """The price is what it costs the seat on turn to stay, his stack at most."""
    hand = table(90, 90, 2)
    turn = hand.turn
    assert turn is not None and (turn.number, turn.kind, turn.seats, turn.price) == (1, BET, (1,), 1)
    hand = acts(hand, "see play:4 see play:8")
    assert hand.turn is not None and (hand.turn.number, hand.turn.price) == (5, 1)
    assert [(one.bet, one.last_verb) for one in hand.view(None).seats] == [(4, "play"), (8, "play"), (0, "")]
