"""Looks and the opening of two: rules B5.1 to B5.3 and B6.1."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import HIDDEN, parse_cards
from engine.errors import IllegalAction
from engine.game import Action, Event
from engine.seka.betting import SekaHand
from tests.engine.seka.at_table import (
    ACES,
    ELEVEN,
    OTHER_TWENTY,
    TEN,
    THIRTY,
    TWENTY,
    acts,
    kinds,
    offered,
    on_turn,
    pots,
    price,
    seka,
    stacks,
    steps,
    table,
    targets,
)

FOUR = (TEN, TWENTY, THIRTY, ACES)


def second_circle(*rows: str, moves: str = "", **options: Any) -> SekaHand:
    """Everybody has paid once."""
    paid = ", ".join(f"{seat} pay" for seat in range(1, len(rows) + 1))
    return acts(table(*rows, **options), paid + moves)


def test_b5_1_from_the_second_circle_anybody_still_in_for_the_price() -> None:
    """Not in the first circle; the look is the whole turn and S is unchanged."""
    assert "look" not in offered(table(*FOUR, ante=3))
    hand = second_circle(*FOUR, ante=3, moves=", 1 pay 4")
    assert offered(hand)["look"] == (4, 4) and targets(hand) == (1, 3, 4)
    step = steps(hand, "2 look >4")[0]
    assert step.events[0] == Event("action", 2, 4, "look", 4)
    after = seka(step)
    assert (on_turn(after), price(after)) == ((3,), 4)
    assert after.view(None).pot == 12 + 12 + 4 + 4


@pytest.mark.parametrize(("which", "expected"), [("any", (1, 3, 4)), ("previous", (1,)), ("next", (3,))])
def test_b5_1_whom_one_may_look_at(which: str, expected: tuple[int, ...]) -> None:
    """By seat 2 of four, in play order."""
    hand = second_circle(*FOUR, look_target=which, moves=", 1 pay")
    assert targets(hand) == expected
    with pytest.raises(IllegalAction) as refused:
        hand.act(Action(2, "look", 1, 2))
    assert refused.value.code == "target_not_offered"


def test_b5_1_previous_and_next_pass_over_who_is_out() -> None:
    """Seats 1 and 3 have passed: both neighbours of seat 2 are found among the others."""
    for which, expected in (("previous", (5,)), ("next", (4,))):
        hand = second_circle(TEN, TWENTY, THIRTY, ACES, ELEVEN, look_target=which, moves=", 1 pass")
        hand = acts(hand, "2 pay, 3 pass, 4 pay, 5 pay")
        assert on_turn(hand) == (2,) and targets(hand) == expected


def test_b5_1_looks_may_be_off_or_in_the_first_circle_too() -> None:
    """With both, openings come in the first circle also where looks are off."""
    assert "look" not in offered(second_circle(*FOUR, look=False))
    assert "look" in offered(table(*FOUR, look_first_circle=True))
    both = table(*FOUR, look=False, look_first_circle=True)
    assert "look" not in offered(both)
    assert offered(acts(both, "1 pass, 2 pass"))["open"] == (1, 1)
    with pytest.raises(IllegalAction) as refused:
        second_circle(*FOUR, look=False).act(Action(1, "look", 1, 2))
    assert refused.value.code == "looks_off"


def test_b5_1_who_has_less_than_the_price_cannot_look() -> None:
    """He may pay what he has."""
    hand = second_circle(*FOUR, stacks=(9, 100, 100, 100), ante=2, moves=", 1 pay, 2 pay 8, 3 pay, 4 pay")
    assert price(hand) == 8 and offered(hand) == {"pay": (3, 3), "pass": (0, 0)}
    with pytest.raises(IllegalAction) as refused:
        hand.act(Action(1, "look", 8, 2))
    assert refused.value.code == "look_too_dear"


def test_b5_2_the_higher_hand_stays() -> None:
    """Seat 1 with 10 looks at 20 and drops; it loses what it paid."""
    step = steps(second_circle(*FOUR), "1 look >2")[0]
    assert kinds(step.events, "dropped") == [Event("dropped", 1)]
    step = steps(second_circle(*FOUR, moves=", 1 pay, 2 pay"), "3 look >2")[0]
    assert kinds(step.events, "dropped") == [Event("dropped", 2)]
    assert seka(step).view(None).seat(2).status == "folded"


def test_b5_2_only_the_two_learn_the_cards_until_the_hand_ends() -> None:
    """Everybody else learns who dropped, and what was paid."""
    step = steps(second_circle(*FOUR), "1 look >3")[0]
    both = frozenset({1, 3})
    assert kinds(step.events, "looked") == [
        Event("looked", 1, cards=parse_cards(TEN), audience=both),
        Event("looked", 3, cards=parse_cards(THIRTY), audience=both),
    ]
    over = acts(seka(step), "2 pass, 3 pay, 4 pass")
    assert over.result is not None and over.result.opened == ()
    for hand in (seka(step), over):
        for viewer in (1, 3):
            assert hand.view(viewer).seat(1).cards == parse_cards(TEN)
            assert hand.view(viewer).seat(3).cards == parse_cards(THIRTY)
        for other in (None, 2, 4):
            view = hand.view(other)
            assert view.seat(1).cards == view.seat(3).cards == (HIDDEN,) * 3
            assert view.seat(1).ranked is None


@pytest.mark.parametrize(
    ("tie", "dropped"), [("looker_drops", [1]), ("target_drops", [3]), ("both_stay", [])]
)
def test_b5_2_equal_hands_never_make_a_svara(tie: str, dropped: list[int]) -> None:
    """The looker drops, or the other, or nobody."""
    hand = second_circle(TWENTY, TEN, OTHER_TWENTY, ACES, look_tie=tie)
    step = steps(hand, "1 look >3")[0]
    assert [e.seat for e in kinds(step.events, "dropped")] == dropped
    assert step.hand.deck_needed is None and on_turn(seka(step)) == (2,)


def test_b2_5_the_joker_in_a_look_is_blocked_by_the_other_hand() -> None:
    """Ks Qs and a joker are 31, but 30 against the ace of spades; a third hand does not count."""
    rows = ("Ks Qs Jk", "As Td Jh", "Ac Kc Qc", "Ts Th Tc")
    for target, dropped in ((2, 2), (3, 1)):
        hand = second_circle(*rows, joker_no_duplicate=True)
        step = steps(hand, f"1 look >{target}")[0]
        assert kinds(step.events, "dropped") == [Event("dropped", dropped)]


def test_b5_3_between_two_a_look_is_an_opening() -> None:
    """Both hands are shown, and nobody chooses a target."""
    hand = second_circle(TEN, TWENTY, THIRTY, moves=", 1 pay 2, 2 pass")
    assert offered(hand) == {"pay": (2, 8), "open": (2, 2), "pass": (0, 0)}
    with pytest.raises(IllegalAction) as refused:
        hand.act(Action(3, "look", 2, 1))
    assert refused.value.code == "two_left"


def test_b6_1_who_opens_pays_the_price_and_the_higher_value_takes_the_pot() -> None:
    """Listed from the opener on."""
    hand = second_circle(TEN, THIRTY, moves=", 1 pay 2")
    step = steps(hand, "2 open")[0]
    assert [e.seat for e in kinds(step.events, "opened")] == [2, 1]
    over = seka(step)
    assert over.result is not None and over.result.opened == (2, 1)
    assert pots(over) == [(8, (1, 2), (2,))] and stacks(over) == [96, 104]


def test_b6_1_not_in_the_first_circle_unless_the_option_says_so() -> None:
    """Also where a third player has just passed."""
    hand = acts(table(TEN, THIRTY, TWENTY), "1 pass, 2 pay")
    assert offered(hand) == {"pay": (1, 4), "pass": (0, 0)}
    hand = acts(table(TEN, THIRTY, TWENTY, look_first_circle=True), "1 pass, 2 pay")
    assert offered(hand)["open"] == (1, 1)


def test_b6_1_who_has_less_may_open_with_all_he_has() -> None:
    """He is all-in: what he did not match returns to the other."""
    hand = second_circle(TEN, THIRTY, stacks=(100, 4), moves=", 1 pay 3")
    assert offered(hand) == {"pay": (2, 2), "open": (2, 2), "pass": (0, 0)}
    over = acts(hand, "2 open")
    assert pots(over) == [(8, (1, 2), (2,)), (1, (1,), (1,))]


def test_b6_1_an_opener_who_is_all_in_has_his_tie_replayed() -> None:
    """No svara, but three new cards shown at once (B7.6)."""
    hand = acts(second_circle(TWENTY, OTHER_TWENTY, stacks=(100, 4), moves=", 1 pay 2"), "2 open")
    assert hand.deck_needed == 1 and hand.turn is None and hand.view(None).fact("replay") == 1
