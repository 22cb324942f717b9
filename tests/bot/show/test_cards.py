"""Cards and combinations as people read them."""

from __future__ import annotations

import pytest

from bot.show.cards import card_text, cards_text, class_name, named_text, ranked_text
from engine.cards import HIDDEN, JOKER, PACK_52, parse_cards
from engine.game import Ranked
from engine.games import GAMES


def ranked(class_key: str, cards: str, joker_as: str = "") -> Ranked:
    """A combination by its spelling."""
    return Ranked(class_key, 1, parse_cards(cards), parse_cards(joker_as))


def test_every_card_has_its_own_readable_text() -> None:
    """Rank and suit mark; ten as 10; a joker and a hidden card of their own."""
    assert cards_text(parse_cards("As Td 7c 2h")) == "A♠ 10♦ 7♣ 2♥"
    assert len({card_text(card) for card in (*PACK_52, JOKER, HIDDEN)}) == 54
    assert card_text(HIDDEN) == "▒▒"


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (ranked("five_aces", "As Ah Ad Ac Jk", "As"), "five aces"),
        (ranked("straight_flush", "Ks Qs Js Ts 9s"), "straight flush, king high"),
        (ranked("straight", "5s 4h 3d 2c Ac"), "straight, five high"),
        (ranked("straight", "As Kh Qd Jk Tc", "Js"), "straight, ace high"),
        (ranked("four_of_a_kind", "9s 9h 9d 9c Ac"), "four of a kind, nines"),
        (ranked("full_house", "As Ah Jk Kd Kc", "Ac"), "full house, aces over kings"),
        (ranked("full_house", "7s 7h 7d Ac Jk", "Ad"), "full house, sevens over aces"),
        (ranked("flush", "As Jk Qs Js 7s", "Ks"), "flush, ace high"),
        (ranked("three_of_a_kind", "2s 2h 2d Ac Kc"), "three of a kind, twos"),
        (ranked("two_pair", "As Jk 9d 9c Kd", "Ad"), "two pair, aces and nines"),
        (ranked("pair", "Jk As Kd Qh 7c", "Ah"), "pair of aces"),
        (ranked("high_card", "Jk Ks Qd Jh 7c", "Ah"), "high card, ace high"),
        (ranked("31", "As Ks Ts"), "31 points"),
        (ranked("high_card", "Jk"), "high card"),
    ],
)
def test_a_combination_says_what_distinguishes_it(hand: Ranked, text: str) -> None:
    """The ranks of its groups, or its top card; the joker counts as what it stands for."""
    assert named_text(hand).to("en") == text


def test_a3_what_the_joker_stands_for_is_said() -> None:
    """Only where there is one in the best five."""
    with_joker = ranked("two_pair", "As Jk 9d 9c Kd", "Ad")
    assert ranked_text(with_joker).to("en") == "**two pair, aces and nines** – A♠ 🃏 9♦ 9♣ K♦, 🃏 as A♦"
    assert ranked_text(ranked("pair", "9d 9c")).to("en") == "**pair of nines** – 9♦ 9♣"


@pytest.mark.parametrize("key", GAMES)
def test_every_class_of_every_game_has_words(key: str) -> None:
    """No class shows its key with underscores."""
    names = [class_name(c).to("en") for c in GAMES[key].classes]
    assert len(set(names)) == len(names)
    assert all("_" not in name for name in names)
