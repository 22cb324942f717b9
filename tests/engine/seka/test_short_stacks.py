"""Short stacks: rules B7.1 to B7.6."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import parse_cards
from engine.errors import IllegalAction
from engine.game import Action, Event
from engine.pots import Payment
from engine.seka.betting import SekaHand
from tests.engine.seka.at_table import (
    ACES,
    ELEVEN,
    OTHER_TWENTY,
    TEN,
    THIRTY,
    TWENTY,
    acts,
    dealt,
    deck_of,
    kinds,
    offered,
    on_turn,
    pots,
    price,
    seka,
    stacks,
    standing,
    steps,
)
from tests.engine.seka.at_table import (
    table as any_table,
)

FOUR = (TEN, TWENTY, THIRTY, ACES)


def table(*rows: str, **options: Any) -> SekaHand:
    """A dealt hand in which only stacks limit a payment."""
    return any_table(*rows, max_bet="none", **options)


def test_b7_1_who_has_less_than_the_price_pays_all_or_passes() -> None:
    """A payment worth less leaves the price, a dark one counts double."""
    hand = acts(table(*FOUR, stacks=(100, 4, 100, 100)), "1 pay 4")
    assert offered(hand) == {"pay": (3, 3), "pass": (0, 0)}
    hand = acts(hand, "2 pay")
    assert price(hand) == 4 and hand.view(None).seat(2).status == "all_in"
    dark = table(*FOUR, stacks=(5, 100, 100, 100), dark=True, ante=3)
    assert offered(dark)["pay"] == (2, 2) and price(acts(dark, "1 pay")) == 4
    less = table(*FOUR, stacks=(4, 100, 100, 100), dark=True, ante=3)
    assert price(acts(less, "1 pay")) == 3


def test_b7_1_an_all_in_player_takes_no_turn_and_cannot_be_looked_at() -> None:
    """Three others go on."""
    hand = acts(table(*FOUR, stacks=(100, 3, 100, 100)), "1 pay 3, 2 pay, 3 pay, 4 pay")
    assert on_turn(hand) == (1,)
    (look,) = [c for c in hand.options(1) if c.verb == "look"]
    assert look.targets == (3, 4)
    with pytest.raises(IllegalAction) as refused:
        hand.act(Action(1, "look", 3, 2))
    assert refused.value.code == "target_not_offered"


def test_b7_2_he_contests_what_was_paid_before_and_as_much_of_his_circle() -> None:
    """Seat 2 has two chips in circle 1: from each of the others as much, before or after him."""
    hand = acts(table(*FOUR, stacks=(100, 3, 100, 100)), "1 pay 4, 2 pay, 3 pay 6, 4 pass")
    assert standing(hand) == [(4 + 2 + 2 + 2, (1, 2, 3)), (2 + 4, (1, 3))]


def test_b7_2_a_dark_payment_is_measured_double() -> None:
    """Three seen chips reach two of a dark payment of 4; the rest is the next pot."""
    hand = acts(table(*FOUR, stacks=(100, 4, 100, 100), dark=True), "1 pay 4, 2 pay, 3 pay 8")
    assert standing(hand) == [(4 + 2 + 3 + 3, (1, 2, 3, 4)), (2 + 5, (1, 3, 4))]


def test_b7_2_who_has_paid_in_his_circle_fills_what_he_lacks_first() -> None:
    """Seat 3 goes all-in with 8 after seat 1 paid 2: six of seat 1's next ten belong to circle 1."""
    hand = acts(table(*FOUR, stacks=(100, 100, 9, 100)), "1 pay 2, 2 pay 2, 3 pay 8, 4 pay 8")
    assert standing(hand) == [(24, (1, 2, 3, 4))]
    hand = acts(hand, "1 pay 10, 2 pay 10")
    assert standing(hand) == [(24 + 12, (1, 2, 3, 4)), (8, (1, 2, 4))]


def test_b7_2_who_has_not_paid_yet_lacks_nothing() -> None:
    """Seat 1 goes all-in first: what seats 2 and 3 pay in the same circle is in it anyway."""
    hand = acts(table(*FOUR, stacks=(4, 100, 100, 100)), "1 pay 3, 2 pay 3, 3 pay 5, 4 pass, 2 pay 5")
    assert standing(hand) == [(4 + 9, (1, 2, 3)), (2 + 5, (2, 3))]


def test_b7_2_the_lack_is_filled_dark_with_half_of_it() -> None:
    """Dark seat 1 paid 1, worth 2; it lacks 5 to 7: three of its next dark payment."""
    hand = acts(table(*FOUR, stacks=(100, 8, 100, 100), dark=True), "1 pay 1, 2 pay 7, 3 pay 7, 4 pass")
    assert offered(hand)["pay"][0] == 4
    hand = acts(hand, "1 pay 5")
    assert standing(hand) == [(4 + 1 + 7 + 7 + 3, (1, 2, 3)), (2, (1, 3))]


def test_b7_2_several_lacks_are_filled_oldest_circle_first() -> None:
    """Seat 3 is all-in with 6 in circle 1, seat 4 with 10 in circle 2; seat 1 fills both."""
    hand = acts(
        table(TEN, TWENTY, THIRTY, ACES, stacks=(100, 100, 7, 13)), "1 pay 2, 2 pay 2, 3 pay 6, 4 pay 6"
    )
    assert standing(hand) == [(20, (1, 2, 3, 4))]
    hand = acts(hand, "1 pay 6, 2 pay 9, 4 pay 6")
    assert hand.view(None).seat(4).status == "all_in"
    # Circle 2 holds 2 of seat 1, 5 of seat 2, 6 of seat 4; seats 1 and 2 lack 4 and 1 there.
    assert standing(hand) == [(28, (1, 2, 3, 4)), (13, (1, 2, 4))]
    hand = acts(hand, "1 pay 9, 2 pay 9")
    assert standing(hand) == [(28, (1, 2, 3, 4)), (18, (1, 2, 4)), (13, (1, 2))]


def test_b7_2_the_lack_stays_where_he_drops_by_his_own_look() -> None:
    """Seat 3 looks with its last chips and drops; seat 1 still fills circle 2 up to 4 before circle 3."""
    hand = table(TWENTY, ACES, TEN, THIRTY, stacks=(100, 100, 7, 12))
    hand = acts(hand, "1 pay 2, 2 pay 2, 3 pay 2, 4 pay 2, 1 pay 2, 2 pay 4, 3 look >4")
    assert hand.view(None).seat(3).status == "folded" and stacks(hand)[2] == 0
    hand = acts(hand, "4 pay 4, 1 pay 5, 2 pay 5, 4 pay 5")
    assert [p for p in hand.state.payments.made if p.seat == 1][-2:] == [Payment(1, 2, 2), Payment(1, 3, 3)]


def test_b7_3_two_who_can_pay_are_two_left() -> None:
    """Seat 2 is all-in: seat 1 opens against seat 3, and all three hands are opened."""
    hand = acts(table(TEN, ACES, TWENTY, stacks=(100, 3, 100)), "1 pay 2, 2 pay, 3 pay 2")
    assert "look" not in offered(hand)
    step = steps(hand, "1 open")[0]
    assert [e.seat for e in kinds(step.events, "opened")] == [1, 2, 3]
    assert pots(seka(step)) == [(9, (1, 2, 3), (2,)), (2, (1, 3), (3,))]


def test_b7_4_at_most_one_who_can_pay_opens_all_hands() -> None:
    """Right after the antes, with nobody asked: the antes are equal."""
    over = table(TEN, TWENTY, THIRTY, stacks=(2, 2, 50), ante=2)
    assert pots(over) == [(6, (1, 2, 3), (3,))]
    assert over.view(None).round == 0


def test_b7_4_the_last_who_can_pay_is_asked_for_what_he_lacks() -> None:
    """Seat 1 paid 2, seat 2 is all-in with 5: three, no more, and all hands are opened."""
    hand = acts(table(THIRTY, TWENTY, stacks=(100, 6)), "1 pay 2")
    step = steps(hand, "2 pay 5")[0]
    assert kinds(step.events, "asked") == [Event("asked", 1)]
    asked = seka(step)
    assert offered(asked) == {"pay": (3, 3), "pass": (0, 0)} and asked.view(None).fact("asked") == 1
    assert pots(acts(asked, "1 pay")) == [(12, (1, 2), (1,))]
    assert pots(acts(asked, "1 pass")) == [(9, (2,), (2,))]
    assert acts(asked, "1 pass").view(None).seat(2).opened is False


def test_b7_4_he_is_not_asked_where_he_has_paid_as_much() -> None:
    """Seat 2 is all-in with less."""
    over = acts(table(THIRTY, TWENTY, stacks=(100, 3)), "1 pay 4, 2 pay")
    assert pots(over) == [(6, (1, 2), (1,)), (2, (1,), (1,))]


def test_b7_4_he_is_asked_beyond_the_limit_of_circles_and_in_mid_circle() -> None:
    """The only circle is over; and seat 3, whose first turn it would be, is asked instead."""
    hand = acts(table(TEN, THIRTY, stacks=(100, 6), circles_max=1), "1 pay 2, 2 pay 5")
    assert offered(hand) == {"pay": (3, 3), "pass": (0, 0)}
    mid = acts(table(TEN, TWENTY, THIRTY, stacks=(5, 100, 100)), "1 pay 4, 2 pass")
    assert offered(mid) == {"pay": (4, 4), "pass": (0, 0)} and mid.view(None).fact("asked") == 1
    assert pots(acts(mid, "3 pay")) == [(11, (1, 3), (3,))]


def test_b7_4_asked_dark_he_may_see_first() -> None:
    """He lacks 3: two dark, three once he has seen; seeing asks him again."""
    hand = acts(table(THIRTY, TWENTY, stacks=(100, 6), dark=True), "1 pay 1, 2 pay 5")
    assert offered(hand) == {"see": (0, 0), "pay": (2, 2), "pass": (0, 0)}
    assert offered(acts(hand, "1 see")) == {"pay": (3, 3), "pass": (0, 0)}
    assert pots(acts(hand, "1 see, 1 pay")) == [(2 + 1 + 5 + 3, (1, 2), (1,))]
    assert pots(acts(hand, "1 pay")) == [(2 + 1 + 5 + 2, (1, 2), (1,))]


def test_b7_4_at_most_what_he_has() -> None:
    """Seat 1 lacks 17 and has 6."""
    hand = acts(table(THIRTY, TWENTY, stacks=(9, 20)), "1 pay 2, 2 pay 19")
    assert offered(hand) == {"pay": (6, 6), "pass": (0, 0)}
    assert pots(acts(hand, "1 pay")) == [(18, (1, 2), (1,)), (11, (2,), (2,))]


def test_b7_5_a_pot_that_nobody_else_contests_returns() -> None:
    """And what only passed hands paid beyond the all-in hand goes to the newest contested pot."""
    hand = acts(table(TWENTY, TEN, THIRTY, stacks=(3, 100, 100)), "1 pay 2, 2 pay 6, 3 pay 6")
    assert standing(hand) == [(9, (1, 2, 3)), (8, (2, 3))]
    over = acts(hand, "2 pass")
    assert pots(over) == [(9, (1, 3), (3,)), (8, (3,), (3,))]
    assert over.result is not None and over.result.opened == (1, 3)
    left = acts(table(TWENTY, TEN, THIRTY, stacks=(3, 100, 4)), "1 pay 2, 2 pay 2, 3 pay 3, 2 pass")
    assert pots(left) == [(9, (1, 3), (3,)), (1, (3,), (3,))]


def test_b7_6_with_an_all_in_hand_every_tie_is_replayed_pot_by_pot() -> None:
    """The first pot is tied by seats 1 and 2, the second by 2 and 3 of three equal hands: oldest first."""
    hand = table(TWENTY, OTHER_TWENTY, "Qs Js Kh", stacks=(3, 100, 100), circles_max=1)
    hand = acts(hand, "1 pay 2, 2 pay 5")
    step = steps(hand, "3 pay 5")[0]
    assert kinds(step.events, "replay") == [Event("replay", s, 9) for s in (1, 2, 3)]
    hand = seka(step)
    assert (hand.deck_needed, hand.turn, standing(hand)) == (1, None, [(9, (1, 2, 3)), (6, (2, 3))])
    step = hand.deal(deck_of(TEN, ELEVEN, THIRTY))
    assert [e.seat for e in kinds(step.events, "open_card")] == [1, 2, 3] * 3
    assert all(e.audience is None for e in kinds(step.events, "open_card"))
    assert kinds(step.events, "replay") == [Event("replay", s, 6) for s in (2, 3)]
    hand = seka(step)
    assert hand.view(None).seat(3).cards == parse_cards(THIRTY) and hand.deck_needed == 2
    over = dealt(hand, ACES, TEN)
    assert pots(over) == [(9, (1, 2, 3), (3,)), (6, (2, 3), (2,))]
    assert over.result is not None and over.result.opened == (1, 2, 3)


def test_b7_6_other_pots_keep_their_result() -> None:
    """The tie of seats 2 and 3 is for the second pot only; seat 1 has won the first."""
    hand = table(ACES, TWENTY, OTHER_TWENTY, stacks=(3, 100, 100), circles_max=1)
    hand = acts(hand, "1 pay 2, 2 pay 5, 3 pay 5")
    assert hand.deck_needed == 1
    assert pots(dealt(hand, TEN, THIRTY)) == [(9, (1, 2, 3), (1,)), (6, (2, 3), (3,))]


def test_b7_6_a_pot_is_split_after_so_many_replays() -> None:
    """Two replays with a tie, then the odd chip next after the dealer; with 0 at once."""
    hand = table(TWENTY, OTHER_TWENTY, TEN, stacks=(100, 3, 100), svara_max=2)
    hand = acts(hand, "1 pay 2, 2 pay 2, 3 pass")
    assert hand.deck_needed == 1, "seat 1 is not asked: it has paid as much"
    hand = dealt(hand, OTHER_TWENTY, TWENTY)
    assert hand.deck_needed == 2
    assert pots(dealt(hand, TWENTY, OTHER_TWENTY)) == [(7, (1, 2), (1, 2))]
    assert stacks(dealt(hand, TWENTY, OTHER_TWENTY))[:2] == [97 + 4, 3]
    none = table(TWENTY, OTHER_TWENTY, TEN, stacks=(100, 3, 100), svara_max=0)
    assert pots(acts(none, "1 pay 2, 2 pay 2, 3 pass")) == [(7, (1, 2), (1, 2))]
