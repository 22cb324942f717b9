"""Teen Patti: shows (rules C5.1 to C5.3)."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.game import Event
from tests.engine.teen_patti.at_table import ROWS, acts, kinds, offered, pots, refused, step, table

SPLIT = ("Ah Kd 2c", "As Ks 2d")


@pytest.mark.parametrize(
    ("show", "asker", "other", "costs"),
    [
        ("strict", "seen", "seen", 4),
        ("strict", "blind", "blind", 2),
        ("strict", "seen", "blind", 8),
        ("strict", "blind", "seen", "show_against_seen"),
        ("pagat", "seen", "seen", 4),
        ("pagat", "blind", "blind", 2),
        ("pagat", "seen", "blind", "show_against_blind"),
        ("pagat", "blind", "seen", 2),
    ],
)
def test_c5_1_both_price_tables(show: str, asker: str, other: str, costs: int | str) -> None:
    """The stake is 4: what the asker pays by what he and the other have seen."""
    first = "see play:4" if other == "seen" else "play:2"
    hand = acts(table(90, 90, show=show), first + (" see" if asker == "seen" else ""))
    if isinstance(costs, int):
        assert offered(hand)["show"] == (costs, costs)
        assert acts(hand, "show").result is not None
    else:
        assert "show" not in offered(hand) and refused(hand, "show", 4) == costs


def test_c5_1_a_blind_player_may_see_first() -> None:
    """In the same turn he then asks at the seen price."""
    hand = acts(table(90, 90), "see play:4 see")
    assert offered(hand)["show"] == (4, 4)


def test_c5_takes_exactly_two() -> None:
    """With three there is none."""
    assert refused(table(90, 90, 90), "show", 1) == "show_too_many"


def test_c5_2_the_price_goes_into_the_pot_and_both_hands_are_opened() -> None:
    """The better one takes it; a blind asker sees his own cards only then."""
    hand = acts(table(90, 90), "play:2")
    done = step(hand, "show")
    assert done.events == (
        Event("action", 2, 2, "show"),
        Event("opened", 1, cards=parse_cards(ROWS[0])),
        Event("opened", 2, cards=parse_cards(ROWS[1])),
        Event("pot", amount=6),
        Event("won", 1, 6),
    )
    assert done.hand.view(2).seat(2).cards == parse_cards(ROWS[1])
    assert [one.ranked is not None for one in done.hand.view(None).seats] == [True, True]
    assert done.hand.view(None).pots == () and done.hand.view(None).seat(1).stack == 93


def test_c5_2_who_has_less_than_the_price_cannot_ask() -> None:
    """He may pay what he has, which opens the hands too (B7.4)."""
    hand = acts(table(90, 8), "play:2 see")
    assert offered(hand)["play"] == (4, 6)
    assert refused(hand, "show", 8) == "show_short"
    over = acts(acts(table(90, 4), "see play:4 see"), "play")
    assert over.result is not None and over.result.opened == (1, 2)


def test_c5_3_equal_hands_split() -> None:
    """Only with ``suits = split`` are there any; the odd chip goes to the first in play order (P2)."""
    hand = acts(table(90, 90, rows=SPLIT, suits="split"), "play:2 play:3 show:3")
    assert pots(hand) == [(10, (1, 2), (1, 2))]
    odd = acts(table(90, 90, 90, rows=(*SPLIT, ROWS[3]), suits="split"), "play:2 play:2 pack show")
    assert odd.result is not None and odd.result.pots[0].shares == ((1, 5), (2, 4))


def test_c5_3_the_asker_may_lose_every_tie() -> None:
    """With ``tie_show = asker_loses``, whoever he is."""
    rules = {"suits": "split", "tie_show": "asker_loses"}
    for moves, winner in (("play:2 show", 1), ("show", 2)):
        hand = acts(table(90, 90, rows=SPLIT, suits=rules["suits"], tie_show=rules["tie_show"]), moves)
        assert pots(hand)[0][2] == (winner,)


def test_c5_3_b7_3_the_asker_leaves_a_tie_with_an_all_in_hand_too() -> None:
    """The all-in hand is opened with the two, and takes what it contests alone of the tied."""
    rows = ("Ah Kd 2c", "Qh 9d 3c", "As Ks 2d")
    for tie_show, winners in (("split", (1, 3)), ("asker_loses", (1,))):
        hand = table(2, 90, 90, rows=rows, suits="split", tie_show=tie_show)
        hand = acts(hand, "play see play see show")  # seat 1 is all-in, seat 3 asks
        assert hand.result is not None and hand.result.opened == (1, 2, 3)
        assert pots(hand) == [(8, (1, 2, 3), winners)]


def test_c2_5_a_show_ends_what_circles_would() -> None:
    """No further action follows it, and hands that packed stay closed."""
    done = step(acts(table(90, 90, 90), "pack play:2"), "show")
    assert done.hand.turn is None
    assert [e.seat for e in kinds(done.events, "opened")] == [2, 3]
