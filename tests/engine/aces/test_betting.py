"""Aces at the table: betting, folding and the end of a hand (rules A1.2, A1.3, A2.5 to A2.8, P2, P3)."""

from __future__ import annotations

import pytest

from engine.aces.game import ACES
from engine.aces.options import AcesOptions
from engine.cards import HIDDEN, parse_cards
from engine.errors import IllegalAction, InputError
from engine.game import BET, Action, Event, Pot, SeatStart, Setup
from tests.engine.aces.at_table import acts, dealt, deck_of, kinds, offered, on_turn, setup, steps, table

ANY_THREE = ("2c 3d Ks", "4c 5d 9h", "6c 7d 8h")
ALL_CHECK = "check check check"


def refused(hand: object, action: Action) -> str:
    """The code with which an action is refused."""
    with pytest.raises(IllegalAction) as error:
        hand.act(action)  # type: ignore[attr-defined]
    return error.value.code


def test_a1_2_ante_of_one_unit_each() -> None:
    """The pot begins with one unit of everybody dealt in."""
    view = table(*ANY_THREE, unit=5).view(None)
    assert view.pots == (15,)
    assert [(s.stack, s.paid, s.bet) for s in view.seats] == [(495, 5, 0)] * 3


@pytest.mark.parametrize(("done", "limit"), [(0, 1), (1, 1), (2, 2), (3, 2)])
@pytest.mark.parametrize("unit", [1, 10])
def test_a1_2_bets_and_raises_are_fixed(done: int, limit: int, unit: int) -> None:
    """One unit in rounds 1 and 2, two in rounds 3 and 4, for bet and raise alike."""
    hand = acts(table(*ANY_THREE, unit=unit), f"{ALL_CHECK} " * done + "check")
    assert offered(hand) == {"check": 0, "bet": limit * unit}
    hand = acts(hand, "bet")
    assert offered(hand) == {"fold": 0, "call": limit * unit, "raise": 2 * limit * unit}
    assert hand.view(None).fact("limit") == limit * unit


def test_a1_2_three_raises_a_round() -> None:
    """After a bet and three raises only call and fold are left, and a fresh round begins at none."""
    hand = acts(table(*ANY_THREE), "bet raise raise raise")
    assert offered(hand) == {"fold": 0, "call": 2}
    assert refused(hand, Action(on_turn(hand), "raise", 3)) == "raises_used_up"
    assert (hand.view(None).fact("raises"), hand.view(None).fact("raises_most")) == (3, 3)
    assert "bet" in offered(acts(hand, "call call"))


def test_a2_5_the_cap_holds_with_two_players() -> None:
    """Two players get no more raises than many."""
    hand = acts(table("2c 3d Ks", "4c 5d 9h"), "bet raise raise raise")
    assert offered(hand) == {"fold": 0, "call": 1}


def test_a1_3_a_player_needs_25_units() -> None:
    """With 24 units he is not dealt in, with 25 he is; the reserve grows with the unit."""
    assert ACES.reserve(AcesOptions()) == 25
    assert ACES.reserve(AcesOptions(unit=4)) == 100
    view = ACES.start(setup(100, 99, 100, unit=4)).view(None)
    assert [s.status for s in view.seats] == ["in", "not_dealt", "in"]
    assert view.order == (1, 3)


def test_a1_3_nobody_can_be_all_in() -> None:
    """Every bet and raise of all four rounds takes exactly the reserve: one pot, no side pots."""
    start = ACES.start(setup(25, 25, 60)).deal(deck_of(*ANY_THREE))
    hand = acts(dealt(start), "bet raise raise raise call call " * 4)
    assert hand.result is not None
    assert [p.amount for p in hand.result.pots] == [75]
    assert {s.seat: s.paid for s in hand.view(None).seats} == {1: 25, 2: 25, 3: 25}


def test_a2_5_nobody_has_bet_check_or_bet_and_no_fold() -> None:
    """Who may check may not fold, nor call or raise."""
    hand = table(*ANY_THREE)
    assert offered(hand) == {"check": 0, "bet": 1}
    seat = on_turn(hand)
    assert refused(hand, Action(seat, "fold")) == "fold_while_free"
    assert refused(hand, Action(seat, "call")) == "call_without_bet"
    assert refused(hand, Action(seat, "raise", 2)) == "raise_without_bet"


def test_a2_5_facing_a_bet_fold_call_or_raise() -> None:
    """No check and no second bet; the amounts are what is missing, and that and one more limit."""
    hand = acts(table(*ANY_THREE), "bet")
    assert offered(hand) == {"fold": 0, "call": 1, "raise": 2}
    seat = on_turn(hand)
    assert refused(hand, Action(seat, "check")) == "check_facing_bet"
    assert refused(hand, Action(seat, "bet", 1)) == "bet_already"
    assert refused(hand, Action(seat, "call", 2)) == "amount_out_of_range"
    assert refused(hand, Action(seat, "call", 1, target=2)) == "target_not_offered"
    assert refused(hand, Action(seat, "dance")) == "verb_not_offered"


def test_a2_5_check_raise_is_allowed() -> None:
    """Who has checked may raise when the bet comes round to him."""
    hand = acts(table(*ANY_THREE), "check bet call")
    assert on_turn(hand) == 1
    assert offered(hand) == {"fold": 0, "call": 1, "raise": 2}


def test_a2_5_only_the_seat_on_turn_acts() -> None:
    """Another seat, or one that the table has not, is refused as not awaited."""
    hand = table(*ANY_THREE)
    assert [refused(hand, Action(seat, "check")) for seat in (2, 3, 9)] == ["not_awaited"] * 3


def test_a2_6_the_round_ends_when_all_have_checked() -> None:
    """Three checks, and the next street falls."""
    first, second, third = steps(table(*ANY_THREE), ALL_CHECK)
    assert not kinds(first.events + second.events, "round")
    assert [e.amount for e in kinds(third.events, "round")] == [2]


def test_a2_6_the_round_ends_when_the_last_raise_is_matched() -> None:
    """The raiser gets no further turn; bets are cleared and the pot holds them."""
    hand = acts(table(*ANY_THREE), "bet raise call")
    assert hand.view(None).round == 1 and on_turn(hand) == 1
    hand = acts(hand, "call")
    view = hand.view(None)
    assert (view.round, view.pot) == (2, 3 + 6)
    assert [(s.bet, s.last_verb) for s in view.seats] == [(0, "")] * 3


def test_a2_7_who_folds_gets_no_more_cards_and_has_no_claim() -> None:
    """His chips stay, his closed cards stay closed, and the best hand among the others wins."""
    hand = acts(table("As Ah Ad Ac", "4c 5d 9h", "6c 7d 8h"), "bet call call")  # seat 1 has all the aces
    hand = acts(hand, "bet call call")
    assert on_turn(hand) == 1
    folded = acts(hand, "check bet call fold")
    view = folded.view(None)
    assert view.seat(1).status == "folded" and len(view.seat(1).cards) == 5
    assert len(view.seat(2).cards) == 6
    over = acts(folded, "check check")
    assert over.result is not None
    assert over.result.pots[0].contestants == (2, 3) and over.result.pots[0].amount == 13
    assert over.view(None).seat(1).cards[:2] == (HIDDEN, HIDDEN)


def test_a2_7_the_last_one_left_wins_without_showing() -> None:
    """No card is opened; the whole pot is his, his own uncalled bet in it."""
    step = steps(table(*ANY_THREE), "bet fold fold")[-1]
    assert step.hand.result is not None
    assert step.hand.result.pots == (Pot(4, (1,), (1,), ((1, 4),)),)
    assert step.hand.result.opened == ()
    assert step.events == (Event("action", 3, 0, "fold"), Event("pot", amount=4), Event("won", 1, 4))
    assert [s.stack for s in step.hand.view(None).seats] == [102, 99, 99]
    assert step.hand.view(None).seat(1).cards[:2] == (HIDDEN, HIDDEN)


def test_a2_7_the_last_one_left_may_show() -> None:
    """He opens his hand once; nobody else may, nor he before the end."""
    start = table(*ANY_THREE)
    over = acts(start, "bet fold fold")
    shown = over.show(1)
    assert shown.events == (Event("opened", 1, cards=parse_cards("2c 3d Ks")),)
    assert shown.hand.view(None).seat(1).cards == parse_cards("2c 3d Ks")
    for hand, seat in ((start, 1), (over, 2), (over, 9), (shown.hand, 1)):
        with pytest.raises(IllegalAction) as error:
            hand.show(seat)
        assert error.value.code == "show_not_offered"


def test_a2_7_after_a_showdown_there_is_nothing_to_show() -> None:
    """All hands still in are open already; a folded one stays closed."""
    over = acts(table(*ANY_THREE), "bet call fold " + "check check " * 3)
    assert over.result is not None and set(over.result.opened) == {1, 2}
    for seat in (1, 2, 3):
        with pytest.raises(IllegalAction):
            over.show(seat)


def test_a2_8_showdown_from_the_last_aggressor() -> None:
    """The last raiser of round 4 is listed first, then play order."""
    step = steps(table(*ANY_THREE), f"{ALL_CHECK} " * 3 + "check bet raise call call")[-1]
    assert step.hand.result is not None
    assert step.hand.result.opened == (3, 1, 2)
    assert [e.seat for e in kinds(step.events, "opened")] == [3, 1, 2]


def test_a2_8_without_a_bet_in_round_4_from_its_opener() -> None:
    """An aggressor of an earlier round does not count."""
    hand = table("2c 3d 4s 8d Kd", "4c 5d 9h 9s Qs", "6c 7d Ah Jc 2d")
    over = acts(hand, "bet call call " + ALL_CHECK + " bet call call " + ALL_CHECK)
    assert over.result is not None
    assert over.result.opened == (2, 3, 1)  # a pair of nines opened rounds 2 to 4


def test_a2_8_all_six_cards_are_opened_and_ranked() -> None:
    """Everybody sees the hands still in, and what they make with the joker."""
    over = acts(table("As Ah 2d 3c 7h 9s", "Ks Kh 8d 4c 5h Jd"), "check check " * 4)
    view = over.view(None)
    assert view.seat(1).cards == parse_cards("As Ah 2d 3c 7h 9s") and view.seat(1).opened
    first, second = view.seat(1).ranked, view.seat(2).ranked
    assert first is not None and second is not None
    assert (first.class_key, second.class_key) == ("three_of_a_kind", "pair")
    assert first.strength > second.strength
    assert over.result is not None and over.result.pots[0].winners == (1,)


def test_a4_3_p2_equal_hands_split_and_the_odd_chip_goes_next_after_the_dealer() -> None:
    """Two hands of the same ranks: the odd chip of five is for the nearer one."""
    rows = ("Ks Qs 9h 7d 5c 2c", "Kh Qh 9d 7c 5s 2d", "3c 4d 6h fold")
    hand = acts(table(*rows), "bet")
    over = acts(hand, "call fold " + "check check " * 3)
    assert over.result is not None
    assert over.result.pots == (Pot(5, (1, 2), (1, 2), ((1, 3), (2, 2))),)


def test_p2_the_odd_chip_follows_play_order_not_seat_numbers() -> None:
    """With seat 1 dealing, seat 2 is the first in play order."""
    rows = ("Kh Qh 9d 7c 5s 2d", "3c 4d 6h fold", "Ks Qs 9h 7d 5c 2c")  # of seats 2, 3 and 1
    hand = dealt(ACES.start(setup(100, 100, 100, dealer=1)).deal(deck_of(*rows)))
    hand = acts(hand, "bet fold call")
    over = acts(hand, "check check " * 3)
    assert over.result is not None
    assert over.result.pots[0].shares == ((2, 3), (1, 2))


def test_p3_silence_checks_where_free_else_folds() -> None:
    """It is recorded as the word that it counts as."""
    hand = table(*ANY_THREE)
    assert hand.silence(on_turn(hand)) == Action(1, "check")
    hand = acts(hand, "bet")
    silence = hand.silence(on_turn(hand))
    assert silence == Action(2, "fold")
    assert hand.act(silence).hand.actions[-1] == silence


def test_p3_a_hand_needs_two_players_dealt_in() -> None:
    """One rich player among the short and those who sit out is not enough."""
    seats = (SeatStart(1, 100), SeatStart(2, 24), SeatStart(3, 100, plays=False))
    with pytest.raises(InputError) as error:
        ACES.start(Setup("aces", AcesOptions(), seats, 1))
    assert error.value.code == "players_too_few"


def test_p5_the_words_for_actions() -> None:
    """Exactly the five words of the rule are ever offered."""
    hand, words = table(*ANY_THREE), set()
    for verb in ["bet", "raise", "raise", "call", "call", "check"]:
        words |= set(offered(hand))
        hand = acts(hand, verb)
    assert words == {"check", "bet", "call", "raise", "fold"}


def test_turns_are_numbered_and_say_the_price() -> None:
    """Each decision has the next number; the price is what staying costs at least."""
    hand = table(*ANY_THREE)
    assert hand.turn is not None and (hand.turn.number, hand.turn.kind, hand.turn.price) == (1, BET, 0)
    hand = acts(hand, "bet raise")
    assert hand.turn is not None and (hand.turn.number, hand.turn.seats, hand.turn.price) == (3, (3,), 2)
    over = acts(hand, "fold fold")
    assert over.turn is None and over.deck_needed is None
    assert refused(over, Action(1, "check")) == "hand_over"


def test_facts_of_the_view() -> None:
    """The public numbers, by their names."""
    hand = acts(table(*ANY_THREE, unit=3), "check bet raise")
    assert dict(hand.view(None).facts) == {
        "unit": 3,
        "limit": 3,
        "bets": 1,
        "raises": 1,
        "raises_most": 3,
        "level": 6,
        "opener": 1,
    }
