"""Playing without having looked: rules B4.1 to B4.4."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import HIDDEN, parse_cards
from engine.errors import IllegalAction
from engine.game import Action, Event
from engine.seka.game import SEKA
from tests.engine.seka.at_table import (
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
    steps,
    table,
)


def sights(*rows: str, **options: Any) -> list[str]:
    """The sight of every seat after the deal."""
    return [s.sight for s in table(*rows, **options).view(None).seats]


def test_b4_1_only_the_next_after_the_dealer_may_bet_unseen() -> None:
    """And only where the table plays dark."""
    assert sights(TEN, TWENTY, THIRTY, dark=True) == ["dark", "seen", "seen"]
    assert sights(TEN, TWENTY, THIRTY, dark=False) == ["seen"] * 3


def test_b4_1_all_others_pay_at_least_twice_his_payment() -> None:
    """He pays 3, the price is 6."""
    hand = acts(table(TEN, TWENTY, THIRTY, dark=True, ante=2), "1 pay 3")
    assert price(hand) == 6 and offered(hand)["pay"][0] == 6


def test_b4_2_later_he_may_look_and_go_on_or_stay_dark() -> None:
    """In circle 2 he pays half of S, or sees and pays S."""
    hand = acts(table(TEN, TWENTY, THIRTY, dark=True, ante=2), "1 pay 2, 2 pay 5, 3 pay 5")
    assert offered(hand) == {"see": (0, 0), "pay": (3, 9), "pass": (0, 0)}
    seen = acts(hand, "1 see")
    assert offered(seen)["pay"][0] == 5 and on_turn(seen) == (1,)
    assert price(acts(hand, "1 pay 3")) == 6
    assert acts(hand, "1 pay 3").view(None).seat(1).sight == "dark"


@pytest.mark.parametrize(
    ("dark_price", "max_bet", "first", "later"),
    [
        ("half", "pot", (5, 7), (10, 25)),
        ("half", "4x", (5, 10), (10, 10)),
        ("half", "none", (5, 95), (10, 90)),
        ("full_double", "pot", (5, 7), (20, 25)),
        ("full_double", "4x", (5, 10), (20, 20)),
        ("full_double", "none", (5, 95), (20, 90)),
    ],
)
def test_b4_3_dark_payments(
    dark_price: str, max_bet: str, first: tuple[int, int], later: tuple[int, int]
) -> None:
    """At least the ante, later half of S or S; at most half of what one payment may be."""
    hand = table(TEN, TWENTY, THIRTY, dark=True, ante=5, dark_price=dark_price, max_bet=max_bet)
    assert offered(hand)["pay"] == first
    hand = acts(hand, "1 pay 5")
    assert price(hand) == 10
    hand = acts(hand, "2 pay 10, 3 pay 20")
    assert offered(hand)["pay"] == later


def test_b4_3_half_of_an_odd_price_is_rounded_up() -> None:
    """S is 7, he pays 4, S is 8."""
    hand = acts(table(TEN, TWENTY, dark=True, max_bet="none"), "1 pay 1, 2 pay 7")
    assert offered(hand)["pay"][0] == 4
    assert price(acts(hand, "1 pay 4")) == 8


def test_b4_3_full_double_doubles_whatever_max_bet_says() -> None:
    """S above three antes."""
    hand = acts(
        table(TEN, TWENTY, dark=True, ante=2, dark_price="full_double", max_bet="3x"),
        "1 pay 3, 2 pay 6, 1 pay 6",
    )
    assert price(hand) == 12 and offered(hand)["pay"] == (12, 12)


def test_b4_4_his_cards_are_nobodys_before_he_sees() -> None:
    """No event and no View shows them, his own neither; seeing keeps turn and price, everybody is told."""
    step = SEKA.start(setup((50, 50), ante=2)).deal(deck_of(TEN, TWENTY))
    assert all(e.audience == frozenset() for e in kinds(step.events, "hidden_card") if e.seat == 1)
    hand = seka(step)
    assert [hand.view(v).seat(1).cards for v in (None, 1, 2)] == [(HIDDEN,) * 3] * 3
    assert hand.view(1).seat(1).ranked is None
    see = next(c for c in hand.options(1) if c.verb == "see")
    assert see.binds_to == "seen_price"
    step = steps(hand, "1 see")[0]
    assert step.events == (
        Event("action", 1, 0, "see"),
        Event("hidden_card", 1, cards=parse_cards(TEN), audience=frozenset({1})),
    )
    after = seka(step)
    assert after.view(1).seat(1).cards == parse_cards(TEN)
    assert [after.view(v).seat(1).cards for v in (None, 2)] == [(HIDDEN,) * 3] * 2
    assert (on_turn(after), price(after), after.view(None).seat(1).sight) == ((1,), 2, "seen")
    assert offered(after) == {"pay": (2, 4), "pass": (0, 0)}


def test_b4_4_he_sees_only_on_his_own_turn() -> None:
    """Seat 2 is on turn."""
    with pytest.raises(IllegalAction) as refused:
        acts(table(TEN, TWENTY, THIRTY, dark=True), "1 pay").act(Action(1, "see"))
    assert refused.value.code == "not_awaited"


def test_b4_4_looking_and_opening_are_for_who_has_seen() -> None:
    """After seeing he may, in the same turn, at the full price."""
    hand = acts(table(TEN, TWENTY, THIRTY, dark=True), "1 pay 1, 2 pay 2, 3 pay 2")
    for verb, target in (("look", 2), ("open", None)):
        with pytest.raises(IllegalAction) as refused:
            hand.act(Action(1, verb, 2, target))
        assert refused.value.code == "see_first"
    assert offered(acts(hand, "1 see"))["look"] == (2, 2)
    two = acts(table(TEN, TWENTY, dark=True), "1 pay 1, 2 pay 2, 1 see")
    assert offered(two)["open"] == (2, 2)


def test_b4_4_a_dark_player_who_is_looked_at_learns_only_who_dropped() -> None:
    """He stays in with the better hand, and sees neither; the looker saw both."""
    hand = acts(table(THIRTY, TEN, TWENTY, dark=True), "1 pay 1, 2 pay 2, 3 pay 2, 1 pay 1")
    step = steps(hand, "2 look >1")[0]
    looked = kinds(step.events, "looked")
    assert [(e.seat, e.audience) for e in looked] == [(2, frozenset({2})), (1, frozenset({2}))]
    assert kinds(step.events, "dropped") == [Event("dropped", 2)]
    after = seka(step)
    assert after.view(2).seat(1).cards == parse_cards(THIRTY)
    assert [after.view(1).seat(s).cards for s in (1, 2)] == [(HIDDEN,) * 3] * 2
    later = acts(after, "3 pay, 1 see")
    assert later.view(1).seat(1).cards == parse_cards(THIRTY)
    assert later.view(1).seat(2).cards == (HIDDEN,) * 3


def test_b4_4_passing_and_seeing_leave_the_price() -> None:
    """S is the ante as before."""
    assert price(acts(table(TEN, TWENTY, THIRTY, dark=True, ante=2), "1 pass")) == 2
    assert price(acts(table(TEN, TWENTY, THIRTY, dark=True, ante=2), "1 see, 1 pay 3")) == 3


def test_b4_4_nobody_plays_dark_where_that_seat_is_all_in_at_the_deal() -> None:
    """It gets its cards like everybody."""
    assert sights(TEN, TWENTY, THIRTY, dark=True, stacks=(1, 50, 50)) == ["seen"] * 3


def test_b4_4_a_forced_opening_opens_unseen_cards() -> None:
    """He never saw that he has won."""
    hand = acts(table(THIRTY, TEN, ELEVEN, dark=True, circles_max=1), "1 pay 1, 2 pay 2, 3 pay 2")
    assert hand.view(None).seat(1).cards == parse_cards(THIRTY)
    assert hand.view(None).seat(1).sight == "dark"
    assert pots(hand) == [(8, (1, 2, 3), (1,))]


def test_b4_4_a_svara_opens_unseen_cards_and_deals_dark_again() -> None:
    """The new cards are hidden from the first seat as the old ones were."""
    hand = acts(table(TWENTY, OTHER_TWENTY, dark=True), "1 pay 1, 2 pay 2, 1 pay 1, 2 open")
    assert hand.view(None).seat(1).cards == parse_cards(TWENTY) and hand.deck_needed == 1
    hand = dealt(hand, THIRTY, TEN)
    assert [s.sight for s in hand.view(None).seats] == ["dark", "seen"]
    assert hand.view(1).seat(1).cards == (HIDDEN,) * 3
