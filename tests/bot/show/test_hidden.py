"""The private text of a hand: the own cards, what they make, and nothing of the others."""

from __future__ import annotations

from typing import Any

from bot.show.hidden import HiddenCards, Revealed, hidden_text
from engine.cards import HIDDEN, JOKER, parse_cards
from engine.game import Ranked, SeatView


def hidden(**changes: Any) -> HiddenCards:
    """The cards of a seat in hand 12."""
    cards = parse_cards("9s 9d Kc")
    given: dict[str, Any] = {
        "server_name": "Friday *club*",
        "channel_id": 55,
        "table_number": 3,
        "hand_number": 12,
        "seat_view": SeatView(1, 90, "in", cards),
        "common": (JOKER,),
        "game": "aces",
        "see": "Посмотреть карты",
    }
    return HiddenCards(**{**given, **changes})


HEAD = r"**Friday \*club\*** · <#55> · table 3 · hand 12 · Aces, Straights and Flushes"


def test_it_says_where_what_and_what_they_make() -> None:
    """Server, channel link, table, hand; the cards; the combination with the common joker."""
    made = Ranked("two_pair", 1, parse_cards("As Jk 9s 9d Kc"), parse_cards("Ah"))
    view = SeatView(1, 90, "in", parse_cards("9s 9d Kc As"), ranked=made)
    assert hidden_text(hidden(seat_view=view), "en").splitlines() == [
        HEAD,
        "Your cards: **9♠ 9♦ K♣ A♠**",
        "Best hand with 🃏: **two pair, aces and nines** – A♠ 🃏 9♠ 9♦ K♣, 🃏 as A♥",
    ]


def test_cards_that_make_nothing_yet_stand_alone() -> None:
    """Without a combination there is no line about one; without common cards it names none."""
    assert hidden_text(hidden(), "en").splitlines() == [HEAD, "Your cards: **9♠ 9♦ K♣**"]
    view = SeatView(1, 90, "in", parse_cards("9s"), ranked=Ranked("high_card", 1, parse_cards("9s")))
    text = hidden_text(hidden(seat_view=view, common=()), "en")
    assert text.splitlines()[2] == "Best hand: **high card, nine high** – 9♠"


def test_b6_cards_of_a_svara_are_told_from_those_before_it() -> None:
    """The same hand deals anew: what was answered before it still stands there, and names no svara."""
    view = SeatView(1, 90, "in", parse_cards("9s"), deck=2)
    assert hidden_text(hidden(seat_view=view), "en").splitlines()[0] == f"{HEAD} · svara 2"
    assert hidden_text(hidden(seat_view=view, practice=True), "ru").splitlines()[0].endswith(" · свара 2")


def test_who_has_not_seen_is_told_so() -> None:
    """Dark and blind players learn no card here; who is not dealt in has none; who folded is out."""
    unseen = (HIDDEN, HIDDEN, HIDDEN)
    dark = hidden(seat_view=SeatView(1, 90, "in", unseen, sight="dark"))
    assert hidden_text(dark, "en").endswith(
        "You play dark: you have not seen your cards. On your turn you may press Посмотреть карты."
    )
    blind = hidden(seat_view=SeatView(1, 90, "in", unseen, sight="blind"))
    assert "You play blind: you have not seen your cards." in hidden_text(blind, "en")
    none = hidden(seat_view=SeatView(1, 90, "not_dealt"))
    assert hidden_text(none, "en").splitlines()[1] == "You have no cards in this hand."
    folded = hidden(seat_view=SeatView(1, 90, "folded", parse_cards("9s")))
    assert hidden_text(folded, "en").splitlines()[-1] == "You are out of this hand."


def test_what_others_showed_him_stands_below() -> None:
    """Revealed cards with the name of their owner, escaped."""
    text = hidden_text(hidden(revealed=(Revealed("*Bo*", parse_cards("Ks")),)), "en")
    assert text.splitlines()[-1] == r"\*Bo\* showed you: K♠"


def test_cards_do_not_reach_a_log() -> None:
    """The representation of the value holds no card."""
    assert "SeatView" not in repr(hidden())
    assert "cards" not in repr(hidden())
