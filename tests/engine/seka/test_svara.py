"""Ties: rules B6.2 to B6.5."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import HIDDEN, parse_cards
from engine.errors import IllegalAction
from engine.game import OFFER, Action, Event
from engine.seka.betting import SekaHand
from engine.seka.game import SEKA
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
    setup,
    stacks,
    steps,
    table,
)

OTHERS_PASS = "1 pay, 2 pay, 3 pass, 4 pass, 1 open"


def tied(moves: str = OTHERS_PASS, third: str = TEN, fourth: str = ACES, **options: Any) -> SekaHand:
    """Seats 1 and 2 have 20 and have opened; the pot is 7 of four antes and three payments."""
    return acts(table(TWENTY, OTHER_TWENTY, third, fourth, **options), moves)


def test_b6_2_the_pot_stays_and_others_may_join_for_half_of_it() -> None:
    """Seven chips: four, rounded up; both hands are open meanwhile."""
    hand = acts(table(TWENTY, OTHER_TWENTY, TEN, ACES), OTHERS_PASS.rsplit(",", 1)[0])
    step = steps(hand, "1 open")[0]
    assert kinds(step.events, "svara") == [Event("svara", 1, 4), Event("svara", 2, 4)]
    after = seka(step)
    assert after.turn is not None
    assert (after.turn.kind, after.turn.seats, after.turn.price) == (OFFER, (3, 4), 4)
    assert offered(after, 3) == {"join": (4, 4), "decline": (0, 0)}
    view = after.view(None)
    assert view.seat(1).cards == parse_cards(TWENTY) and view.pots == (7,)
    assert [s.status for s in view.seats] == ["in", "in", "folded", "folded"]


@pytest.mark.parametrize(("share", "join_price"), [("1/2", 4), ("1/3", 3), ("1", 7)])
def test_b6_2_the_price_is_the_same_for_every_joiner(share: str, join_price: int) -> None:
    """Of the pot as it stood when the svara was declared."""
    hand = tied(svara_price=share)
    hand = acts(hand, "4 join")
    assert offered(hand, 3)["join"] == (join_price, join_price)
    hand = acts(hand, "3 join")
    assert hand.view(None).pots == (7 + 2 * join_price,)


def test_b6_3_answers_come_in_any_order_and_bind() -> None:
    """The turn keeps its number until all have answered; then the deck is needed, not before."""
    hand = tied()
    assert hand.turn is not None
    number = hand.turn.number
    hand = acts(hand, "4 join")
    assert hand.turn is not None and (hand.turn.number, hand.turn.seats) == (number, (3,))
    assert hand.deck_needed is None
    with pytest.raises(IllegalAction) as again:
        hand.act(Action(4, "decline"))
    assert again.value.code == "not_awaited"
    assert hand.view(None).seat(4).last_verb == "join"
    one, other = acts(hand, "3 decline"), acts(tied(), "3 decline, 4 join")
    assert one.deck_needed == 1 and one.turn is None
    assert one.view(None) == other.view(None)
    assert acts(dealt(one, TEN, THIRTY, ACES), "1 pay").turn is not None


def test_p3_who_does_not_answer_an_offer_has_not_joined() -> None:
    """Silence is recorded as a no."""
    assert tied().silence(4) == Action(4, "decline")


@pytest.mark.parametrize(
    ("svara_join", "asked"), [("dealt_in", (3, 4)), ("nobody", ()), ("whole_table", (5, 3, 4))]
)
def test_b6_3_who_may_join(svara_join: str, asked: tuple[int, ...]) -> None:
    """Who was dealt in; nobody; also seat 5, who sits out. Listed in play order."""
    start = SEKA.start(setup((99,) * 5, dealer=4, sits_out=(5,), dark=False, svara_join=svara_join))
    dealer_last = seka(start.deal(deck_of(TWENTY, OTHER_TWENTY, TEN, ACES)))
    hand = acts(dealer_last, OTHERS_PASS)
    assert on_turn(hand) == asked
    assert hand.deck_needed == (None if asked else 1)


def test_b6_3_a_seat_that_was_not_dealt_in_plays_once_it_has_joined() -> None:
    """It is last but the dealer in play order, has cards of the svara, and may join the next one too."""
    start = SEKA.start(setup((99,) * 5, dealer=5, sits_out=(3,), dark=False, svara_join="whole_table"))
    hand = acts(
        seka(start.deal(deck_of(TWENTY, OTHER_TWENTY, TEN, ACES))), "1 pay, 2 pay, 4 pass, 5 pass, 1 open"
    )
    assert on_turn(hand) == (3, 4, 5)
    assert hand.view(None).seat(3).status == "not_dealt" and hand.view(None).order == (1, 2, 4, 5)
    hand = dealt(acts(hand, "3 join, 4 decline, 5 decline"), TEN, ELEVEN, THIRTY)
    view = hand.view(None)
    assert view.order == (1, 2, 3, 4, 5) and view.seat(3).status == "in"
    assert hand.view(3).seat(3).cards == parse_cards(THIRTY)
    over = acts(hand, "1 pass, 2 pay, 3 pay, 2 open")
    assert pots(over)[0][1:] == ((2, 3), (3,)) and sum(stacks(over)) == 5 * 99


def test_b6_3_who_cannot_pay_in_full_is_not_asked() -> None:
    """Seat 3 has three chips left and four are wanted; seat 4 has exactly four."""
    hand = tied(stacks=(100, 100, 4, 5))
    assert on_turn(hand) == (4,)


def test_b6_3_the_tied_pay_nothing() -> None:
    """Only the joiner pays."""
    before = tied()
    after = dealt(acts(before, "3 join, 4 decline"), TEN, ELEVEN, THIRTY)
    assert [a - b for a, b in zip(stacks(after), stacks(before), strict=True)] == [0, 0, -4, 0]


def test_b6_4_a_full_new_deal_with_the_price_back_at_the_ante() -> None:
    """Same dealer, first turn next after him, circle 1, no antes, no looks or openings yet."""
    hand = acts(tied("1 pay 3, 2 pay 3, 3 pass, 4 pass, 1 open"), "3 decline, 4 join")
    step = hand.deal(deck_of(TEN, ELEVEN, THIRTY))
    assert kinds(step.events, "ante") == [] and kinds(step.events, "deck") == [Event("deck", amount=1)]
    after = seka(step)
    view = after.view(1)
    assert (view.deal, view.round, view.dealer, price(after)) == (1, 1, 4, 1)
    assert on_turn(after) == (1,) and offered(after) == {"pay": (1, 20), "pass": (0, 0)}
    assert view.seat(1).cards == parse_cards(TEN)
    assert [view.seat(s).cards for s in (2, 4)] == [(HIDDEN,) * 3] * 2
    assert [s.status for s in view.seats] == ["in", "in", "folded", "in"]
    assert "look" in offered(acts(after, "1 pay, 2 pay, 4 pay"))


def test_b6_4_a_first_seat_that_is_out_is_passed_over() -> None:
    """Seats 2 and 4 are tied: seat 2 is next after the dealer, and may play dark."""
    hand = table(TEN, TWENTY, ACES, OTHER_TWENTY, dark=True, svara_join="nobody")
    hand = acts(hand, "1 pass, 2 pay, 3 pass, 4 pay, 2 open")
    hand = dealt(hand, TEN, THIRTY)
    assert on_turn(hand) == (2,)
    assert [s.sight for s in hand.view(None).seats] == ["dark", "dark", "seen", "seen"]


def test_b6_4_what_was_known_of_old_cards_is_gone() -> None:
    """Seat 1 looked at seat 3 in the first deal; the svara's cards are hidden from it."""
    hand = table(TWENTY, OTHER_TWENTY, TEN, ELEVEN)
    hand = acts(hand, "1 pay, 2 pay, 3 pay, 4 pass, 1 look >3, 2 open")
    assert hand.view(1).seat(3).cards == parse_cards(TEN)
    joined = dealt(acts(hand, "3 join, 4 decline"), TEN, ELEVEN, THIRTY)
    assert joined.view(1).seat(3).cards == (HIDDEN,) * 3
    declined = dealt(acts(hand, "3 decline, 4 decline"), TEN, ELEVEN)
    assert declined.view(1).seat(3).cards == parse_cards(TEN)
    assert declined.view(3).seat(1).cards == (HIDDEN,) * 3


def test_b6_4_a_joiner_without_chips_is_all_in_for_the_pot_as_dealt() -> None:
    """Seat 3 pays its last four chips: it contests 11, and nobody owes it more or is asked."""
    hand = acts(tied(stacks=(100, 100, 5, 100)), "3 join, 4 decline")
    hand = dealt(hand, TEN, ELEVEN, THIRTY)
    assert on_turn(hand) == (1,) and hand.view(None).seat(3).status == "all_in"
    over = acts(hand, "1 pay 2, 2 pay 2, 1 open")
    assert pots(over) == [(11, (1, 2, 3), (3,)), (6, (1, 2), (2,))]
    alone = acts(hand, "1 pay 2, 2 pass")
    assert pots(alone) == [(11, (1, 3), (3,)), (2, (1,), (1,))], "seat 1 is not asked for the joiner's price"


def test_b6_4_the_last_svara_is_split_with_the_odd_chip_next_after_the_dealer() -> None:
    """One svara, then a tie."""
    hand = dealt(tied(svara_max=1, svara_join="nobody"), OTHER_TWENTY, TWENTY)
    over = acts(hand, "1 pay, 2 pay, 1 open")
    assert pots(over) == [(10, (1, 2), (1, 2))]
    none = tied(svara_max=0)
    assert pots(none) == [(7, (1, 2), (1, 2))] and stacks(none) == [97 + 4, 98 + 3, 99, 99]


def test_b6_4_svaras_follow_each_other() -> None:
    """Five by default, each with a deck of its own; a joiner of the first may join the last."""
    hand = tied("1 pay, 2 pay, 3 pass, 4 pass, 1 open", svara_join="nobody")
    for number in range(1, 6):
        assert hand.deck_needed == number
        hand = acts(dealt(hand, OTHER_TWENTY, TWENTY), "1 pay, 2 pay, 1 open")
    assert pots(hand) == [(7 + 15, (1, 2), (1, 2))]
    assert hand.view(None).fact("svara") == 5


def test_b6_5_three_tied_play_the_svara_and_a_beaten_hand_may_join() -> None:
    """Forced open after one circle: 20 twice and two lower hands."""
    hand = table(TWENTY, TEN, OTHER_TWENTY, ELEVEN, circles_max=1)
    hand = acts(hand, "1 pay, 2 pay, 3 pay, 4 pay")
    assert on_turn(hand) == (2, 4)
    after = dealt(acts(hand, "2 join, 4 decline"), TEN, THIRTY, ELEVEN)
    assert [s.status for s in after.view(None).seats] == ["in", "in", "in", "folded"]
    assert after.view(None).seat(4).cards == parse_cards(ELEVEN), "an opened hand keeps its cards (P6)"
    three = table("Ks Qs Td", "Kh Qh Tc", "Kd Qd Th", circles_max=1, svara_join="nobody")
    three = acts(three, "1 pay, 2 pay, 3 pay")
    assert three.deck_needed == 1
    assert on_turn(dealt(three, TEN, ELEVEN, THIRTY)) == (1,)


def test_b2_4_a_tie_can_be_decided_by_cards() -> None:
    """King high beats jack high, no svara."""
    assert pots(tied(compare_cards=True)) == [(7, (1, 2), (1,))]


def test_b3_5_who_is_left_alone_in_a_svara_takes_the_pot_unopened() -> None:
    """He may show his new cards, though his old ones were opened."""
    hand = dealt(tied(svara_join="nobody"), TEN, THIRTY)
    over = acts(hand, "1 pass")
    assert over.result is not None and over.result.opened == ()
    assert over.view(None).seat(2).cards == (HIDDEN,) * 3
    assert over.show(2).hand.view(None).seat(2).cards == parse_cards(THIRTY)
