"""The deal and turns that go round: rules B3.1 to B3.6, and P3 to P6 where Seka uses them."""

from __future__ import annotations

import pytest

from engine.cards import HIDDEN, parse_cards
from engine.errors import IllegalAction, InputError
from engine.game import Action, Event, SeatStart
from engine.seka.game import SEKA
from engine.seka.options import SekaOptions
from tests.engine.seka.at_table import (
    ELEVEN,
    OTHER_TWENTY,
    TEN,
    THIRTY,
    TWENTY,
    acts,
    deck_of,
    kinds,
    offered,
    on_turn,
    pots,
    price,
    seka,
    setup,
    stacks,
    steps,
    table,
)


def test_b1_1_seats_follow_the_pack() -> None:
    """Three cards each: 6 without jokers or with one, 7 with two or three … 8 with four."""
    assert [SEKA.seats_most(SekaOptions(jokers=j)) for j in range(5)] == [6, 7, 7, 7, 8]
    assert [len(SEKA.pack(SekaOptions(jokers=j))) for j in range(5)] == [20, 21, 22, 23, 24]


def test_b3_1_everybody_antes_and_gets_three_closed_cards_one_at_a_time() -> None:
    """Antes in play order, then the cards, each told to its owner only."""
    step = SEKA.start(setup((50, 50, 50), dealer=2, ante=3, dark=False)).deal(deck_of(TEN, TWENTY, THIRTY))
    assert kinds(step.events, "ante") == [Event("ante", s, 3) for s in (3, 1, 2)]
    told = kinds(step.events, "hidden_card")
    assert [e.seat for e in told] == [3, 1, 2] * 3
    assert [e.audience for e in told] == [frozenset({s}) for s in (3, 1, 2)] * 3
    hand = seka(step)
    assert hand.view(3).seat(3).cards == parse_cards(TEN)
    assert hand.view(None).seat(3).cards == (HIDDEN,) * 3
    assert (stacks(hand), hand.view(None).pots, price(hand)) == ([47] * 3, (9,), 3)


def test_b3_1_who_cannot_pay_the_ante_is_not_dealt_in() -> None:
    """He sits the hand out; who has exactly the ante is all-in."""
    hand = seka(SEKA.start(setup((2, 3, 50, 50), ante=3, dark=False)).deal(deck_of(TWENTY, TEN, ELEVEN)))
    assert [s.status for s in hand.view(None).seats] == ["not_dealt", "all_in", "in", "in"]
    assert on_turn(hand) == (3,)
    with pytest.raises(InputError) as refused:
        SEKA.start(setup((2, 2, 3), ante=3))
    assert refused.value.code == "players_too_few"


def test_b3_1_next_dealer_clockwise_or_the_winner() -> None:
    """Who is short or gone is passed over (P3)."""
    seats = tuple(SeatStart(i, 50) for i in (1, 2, 3))
    for options, dealers in (({}, 1), ({"next_dealer": "winner"}, 2)):
        over = acts(table(TEN, THIRTY, TWENTY, **options), "1 pass, 2 pay, 3 pass")
        assert SEKA.next_dealer(over, seats) == dealers
    assert SEKA.next_dealer(over, (seats[0], SeatStart(2, 0), seats[2])) == 3
    assert SEKA.next_dealer(over, (seats[0], seats[2])) == 3


def test_b3_1_of_a_split_pot_the_first_in_play_order_deals() -> None:
    """Seats 1 and 3 are tied, seat 1 is next after the dealer."""
    hand = table(TWENTY, TEN, OTHER_TWENTY, circles_max=1, svara_max=0, next_dealer="winner")
    over = acts(hand, "1 pay, 2 pay, 3 pay")
    assert pots(over) == [(6, (1, 2, 3), (1, 3))]
    assert SEKA.next_dealer(over, over.setup.seats) == 1


def test_b3_2_pay_at_least_the_price_or_pass_there_is_no_check() -> None:
    """A higher payment is the new price; the next after the dealer begins."""
    hand = table(TEN, TWENTY, THIRTY, ante=2)
    assert on_turn(hand) == (1,)
    assert offered(hand) == {"pay": (2, 6), "pass": (0, 0)}
    hand = acts(hand, "1 pay 5")
    assert (on_turn(hand), price(hand), offered(hand)["pay"]) == ((2,), 5, (5, 11))
    with pytest.raises(IllegalAction) as less:
        hand.act(Action(2, "pay", 4))
    assert less.value.code == "amount_out_of_range"
    hand = acts(hand, "2 pass, 3 pay 5")
    assert (on_turn(hand), price(hand)) == ((1,), 5)


def test_b3_3_contributions_are_not_equalised() -> None:
    """Seat 1 pays the new price in full, not the difference; betting goes on after all have paid."""
    hand = acts(table(TEN, TWENTY, THIRTY), "1 pay 1, 2 pay 4, 3 pay 4, 1 pay 4, 2 pay 4, 3 pay 4")
    assert [s.paid for s in hand.view(None).seats] == [6, 9, 9]
    assert (on_turn(hand), hand.view(None).round) == ((1,), 3)


@pytest.mark.parametrize(("max_bet", "most"), [("pot", 9), ("3x", 9), ("4x", 12), ("5x", 15), ("none", 97)])
def test_b3_4_the_most_that_one_payment_may_be(max_bet: str, most: int) -> None:
    """The pot as it stands, so many antes, or the stack."""
    assert offered(table(TEN, TWENTY, THIRTY, ante=3, max_bet=max_bet))["pay"] == (3, most)


def test_b3_4_the_price_may_always_be_paid() -> None:
    """Also where it is above the cap, after a dark payment that doubled it."""
    hand = acts(table(TEN, TWENTY, dark=True, dark_price="full_double", max_bet="3x", ante=2), "1 pay 3")
    assert offered(hand)["pay"] == (6, 6)
    hand = acts(hand, "2 pay 6")
    assert offered(hand)["pay"] == (6, 6), "half of 6 is 3, but never less than S"


def test_b3_5_the_last_one_takes_the_pot_and_may_show_once() -> None:
    """Nobody has seen his cards; showing moves nothing."""
    over = acts(table(TEN, TWENTY, THIRTY), "1 pay, 2 pass, 3 pass")
    assert over.result is not None and over.result.opened == ()
    assert pots(over) == [(4, (1,), (1,))] and stacks(over) == [102, 99, 99]
    assert over.view(None).seat(1).cards == (HIDDEN,) * 3
    step = over.show(1)
    assert step.events == (Event("opened", 1, cards=parse_cards(TEN)),)
    assert step.hand.view(2).seat(1).cards == parse_cards(TEN)
    for seat, hand in ((2, over), (1, seka(step))):
        with pytest.raises(IllegalAction) as refused:
            hand.show(seat)
        assert refused.value.code == "show_not_offered"


def test_b3_6_a_circle_gives_every_player_one_turn() -> None:
    """Who passes starts no new circle; the next able one begins in the place of the first."""
    done = steps(table(TEN, TWENTY, THIRTY, ELEVEN), "1 pass, 2 pay, 3 pass, 4 pay, 2 pay")
    rounds = [event for step in done for event in kinds(step.events, "round")]
    assert rounds == [Event("round", 2, 2)], "circle 2 begins after seat 4 with seat 2"
    assert on_turn(seka(done[-1])) == (4,)


def test_b3_6_all_hands_are_opened_where_a_circle_beyond_the_limit_would_begin() -> None:
    """Two circles, then the best of all still in takes the pot."""
    hand = acts(table(TEN, TWENTY, THIRTY, circles_max=2), "1 pay, 2 pay, 3 pay, 1 pay, 2 pay")
    step = steps(hand, "3 pay")[0]
    assert [e.seat for e in kinds(step.events, "opened")] == [1, 2, 3]
    over = seka(step)
    assert over.result is not None and over.result.opened == (1, 2, 3)
    assert pots(over) == [(9, (1, 2, 3), (3,))]


def test_p3_silence_is_a_pass() -> None:
    """And it stands in the record as one."""
    hand = table(TEN, TWENTY, THIRTY)
    assert hand.silence(1) == Action(1, "pass")
    assert acts(hand, "1 pass").actions == (Action(1, "pass"),)


def test_p4_a_stack_of_nothing_takes_no_more_turns() -> None:
    """Seat 1 is all-in by the ante, seat 2 by a payment; the others go on."""
    hand = table(TEN, TWENTY, THIRTY, ELEVEN, stacks=(1, 3, 50, 50))
    assert on_turn(hand) == (2,)
    hand = acts(hand, "2 pay 2, 3 pay 2, 4 pay 2")
    assert on_turn(hand) == (3,)
    assert [s.status for s in hand.view(None).seats] == ["all_in", "all_in", "in", "in"]


def test_p6_cards_fall_from_the_top_beginning_next_after_the_dealer() -> None:
    """Seat 3 is next after dealer 2: it gets the first, fourth and seventh card."""
    deck = SEKA.pack(SekaOptions())
    hand = seka(SEKA.start(setup((9, 9, 9), dealer=2, dark=False)).deal(deck))
    assert hand.view(3).seat(3).cards == (deck[0], deck[3], deck[6])
    assert hand.view(2).seat(2).cards == (deck[2], deck[5], deck[8])


@pytest.mark.parametrize(
    ("moves", "action", "code"),
    [
        ("1 pay", Action(1, "pay", 1), "not_awaited"),
        ("1 pay", Action(2, "open", 1), "too_early"),
        ("1 pay", Action(2, "look", 1, 1), "too_early"),
        ("1 pay", Action(2, "see"), "seen_already"),
        ("1 pay", Action(2, "check"), "verb_not_offered"),
        ("1 pay, 2 pay, 3 pay", Action(1, "open", 1), "three_left"),
        ("1 pay, 2 pay, 3 pay", Action(1, "look", 1, 1), "target_not_offered"),
        ("1 pay, 2 pay, 3 pay", Action(1, "pay", 1, 2), "target_not_offered"),
        ("1 pay, 2 pay, 3 pass", Action(1, "look", 1, 2), "two_left"),
        ("1 pass, 2 pass", Action(3, "pay", 1), "hand_over"),
    ],
)
def test_what_is_refused_says_why(moves: str, action: Action, code: str) -> None:
    """A stable code for each reason."""
    with pytest.raises(IllegalAction) as refused:
        acts(table(TEN, TWENTY, THIRTY), moves).act(action)
    assert refused.value.code == code


def test_a_deck_that_is_no_whole_pack_is_refused() -> None:
    """The number of jokers counts; and no deck is taken where none is needed."""
    start = SEKA.start(setup((9, 9), jokers=2))
    with pytest.raises(InputError) as refused:
        start.deal(SEKA.pack(SekaOptions(jokers=1)))
    assert refused.value.code == "deck_incomplete"
    with pytest.raises(InputError) as not_needed:
        table(TEN, TWENTY).deal(SEKA.pack(SekaOptions()))
    assert not_needed.value.code == "deck_not_needed"
