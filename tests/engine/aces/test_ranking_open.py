"""Which open hand begins a round: rules A2.2 and A2.3."""

from __future__ import annotations

import pytest

from engine.aces.options import AcesOptions
from engine.aces.ranking import open_rank
from engine.cards import parse_cards
from engine.errors import InputError

USUAL = AcesOptions()


def open_order(a: str, b: str, options: AcesOptions = USUAL) -> int:
    """Above 0 where the first open hand is better, 0 where they are equal."""
    one, other = open_rank(parse_cards(a), options), open_rank(parse_cards(b), options)
    return (one > other) - (one < other)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 2d 2h", "Ac Ad Kh"),  # trips, then pair
        ("2c 2d 3h", "Ac Kd Qh"),  # then high cards
        ("2c 2d 4h", "2h 2s 3h"),  # kickers decide
        ("Ac Kd 3h", "As Kh 2c"),
        ("2c 2d", "Ac Kd"),
        ("Ac", "Kd"),
        ("Kc 7d 2h", "Qs Js Ts"),  # straights and flushes do not count
        ("Kc 7d 2h", "Qd Jc Th"),
    ],
)
def test_a2_2_open_hands(better: str, worse: str) -> None:
    """Equal ranks and kickers only, the joker left out."""
    assert open_order(better, worse) == 1
    assert open_order(worse, better) == -1


def test_a2_2_suits_do_not_count_in_open_hands() -> None:
    """The same ranks are equal."""
    assert open_order("As Ks 2s", "Ac Kd 2h") == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac Ad Ah", "Kc Kd Kh"),  # four aces, three kings
        ("Ac Ad Kh", "2c 2d 2h"),  # three aces beat three twos
        ("Ac Ad 3h", "Kc Kd Ah"),  # three aces, two pair
        ("Kc Kd Ah", "Qc Qd Ah"),  # two pair aces and kings
        ("Kc Kd Ah", "Kc Kd Qh"),  # two pair, a pair
        ("Ac 3d 2h", "Kc Kd Qh"),  # a pair of aces
        ("Ac", "Kd"),
    ],
)
def test_a2_3_open_hand_counts_joker(better: str, worse: str) -> None:
    """With the option the joker is an ace in every open hand."""
    counting = AcesOptions(open_hand_counts_joker=True)
    assert open_order(better, worse, counting) == 1


def test_a2_3_by_default_the_joker_does_not_count_in_open_hands() -> None:
    """A lone ace is high card and loses to a pair of twos."""
    assert open_order("2c 2d 3h", "Ac Kd Qh") == 1
    assert open_order("2c 2d 3h", "Ac Kd Qh", AcesOptions(open_hand_counts_joker=True)) == -1


def test_an_open_hand_has_one_to_three_cards() -> None:
    """None and four are refused, and so are a joker among them and a card twice."""
    for own, code in (("", "cards_count"), ("As Ks Qs Js", "cards_count"), ("As Jk", "card_foreign")):
        with pytest.raises(InputError) as caught:
            open_rank(parse_cards(own), USUAL)
        assert caught.value.code == code
    with pytest.raises(InputError, match="9d"):
        open_rank(parse_cards("9d") * 2, USUAL)
