"""The table's message, word for word, at each stage of a hand."""

from __future__ import annotations

from dataclasses import replace

from bot.locale import say
from bot.show.layout import table_message
from bot.show.scene import Phase, SeatScene
from engine.aces.options import AcesOptions
from tests.bot.show.scenes import COMMITMENT, ROOT, play, rows_of, said, shown, stacked, terms_of, waiting

# In play order: seats 2, 3, 1. Closed closed open open open closed.
BORIS = "9s 9d 9c 4h 5d 2c"
CAROL = "As Kd Qh 7c 3s 8d"
ANN = "Ah Kc Qd 7h 3d 8h"
DECK = stacked(BORIS, CAROL, ANN)

PROOF = f"-# Deck of this hand: {ROOT}"
PROMISE = f"-# Promise for the next shuffle: {COMMITMENT}"


def test_a_waiting_table_says_what_it_is_and_who_sits() -> None:
    """Title, terms, one line a player, the promise; who sits out or is short is told."""
    seats = list(waiting().seats)
    seats[1], seats[2] = replace(seats[1], state="out"), replace(seats[2], state="short", stack=20, cut=True)
    body = shown(waiting(seats=tuple(seats)))
    assert said(body).splitlines() == [
        "**Aces, Straights and Flushes** · table 3 · 1/2 fixed limit",
        "host Ann · 3 of 7 seats · buy-in 50–200 · 45 s per decision · house rules “Fridays”",
        "1 **Ann** · 100",
        "2 **Boris** · 100 · sits out",
        "3 **Carol** · 20 · too few chips: top up · ✂",
        PROMISE,
    ]
    assert rows_of(body) == [["Join", "Leave", "Deal", "Cut", "Back"], ["My cards", "More…"]]


def test_an_empty_table_invites() -> None:
    """Nobody sits, the host has gone, no hand is prepared: Join is all there is to do."""
    body = shown(waiting(seats=(), host_name="", next_hand_id=0, next_commitment="", note=say("Hello.")))
    assert said(body).splitlines()[1:] == [
        "0 of 7 seats · buy-in 50–200 · 45 s per decision · house rules “Fridays”",
        "Hello.",
        "Nobody sits here yet: press Join.",
    ]
    assert rows_of(body) == [["Join", "Leave"], ["My cards", "More…"]]


def test_options_that_differ_stand_in_the_terms() -> None:
    """The stake is in the title, the other house rules behind the terms."""
    terms = terms_of(AcesOptions(unit=5, natural_beats_joker=True))
    title, line, *_ = said(shown(waiting(terms=terms))).splitlines()
    assert title.endswith("· 5/10 fixed limit")
    assert line.endswith("· 45 s per decision · Natural beats joker: on")


def test_a1_2_round_one_offers_check_and_bet() -> None:
    """The best open card begins (A2.2); nothing of a closed card is told."""
    body = shown(play(DECK, 3).scene())
    assert said(body).splitlines() == [
        "**Aces, Straights and Flushes** · table 3 · hand 12 · round 1 of 4 · 1/2 fixed limit",
        "**pot 3** · 🃏 is everybody's card · bets of 1",
        "(D) **Ann** · ▒▒ ▒▒ Q♦ · 99",
        "**Boris** · ▒▒ ▒▒ 9♣ · 99",
        "▶ **Carol** · ▒▒ ▒▒ Q♥ · 99 · to act, time ends <t:1700000000:R>",
        "Round 1: Carol opens.",
        PROOF,
    ]
    assert rows_of(body) == [["Check", "Bet 1"], ["My cards", "+30 s", "More…"]]


def test_a1_2_a_raise_names_what_it_goes_to() -> None:
    """Carol bets, Ann raises: Boris reads what a call costs and to what he would raise."""
    body = shown(play(DECK, 3).act("bet", 1).act("raise", 2).scene(extended=True))
    assert said(body).splitlines()[1:-1] == [
        "**pot 6** · 🃏 is everybody's card · bets of 1 · raises 1 of 3",
        "(D) **Ann** · ▒▒ ▒▒ Q♦ · 97 · bet 2",
        "▶ **Boris** · ▒▒ ▒▒ 9♣ · 99 · to act, time ends <t:1700000000:R>",
        "**Carol** · ▒▒ ▒▒ Q♥ · 98 · bet 1",
        "Round 1: Carol opens.",
        "Carol bets 1.",
        "Ann raises to 2.",
    ]
    assert rows_of(body) == [["Fold", "Call 2", "Raise to 3"], ["My cards", "More…"]]


def test_each_round_shows_its_cards_and_its_limit() -> None:
    """A card more each round (A2.1), bets of two from round 3 (A1.2)."""
    hand = play(DECK, 3)
    for number, limit, cards in (
        (2, 1, "▒▒ ▒▒ 9♣ 4♥"),
        (3, 2, "▒▒ ▒▒ 9♣ 4♥ 5♦"),
        (4, 2, "▒▒ ▒▒ 9♣ 4♥ 5♦ ▒▒"),
    ):
        text = said(shown(hand.cheapest(3).scene()))
        assert f"round {number} of 4" in text
        assert f"bets of {limit}" in text
        assert f"**Boris** · {cards} · 99" in text


def test_a2_8_the_showdown_tells_hands_pots_and_nets() -> None:
    """Every opened hand from the opener on, what the joker stands for, who gets what and why."""
    body = shown(play(DECK, 3).cheapest(12).scene())
    assert said(body).splitlines() == [
        "**Aces, Straights and Flushes** · table 3 · hand 12 · 1/2 fixed limit",
        "🃏 is everybody's card",
        "(D) **Ann** · A♥ K♣ Q♦ 7♥ 3♦ 8♥ · 99",
        "**Boris** · 9♠ 9♦ 9♣ 4♥ 5♦ 2♣ · 102",
        "**Carol** · A♠ K♦ Q♥ 7♣ 3♠ 8♦ · 99",
        "Carol: **pair of aces** – A♠ 🃏 K♦ Q♥ 8♦, 🃏 as A♥",
        "Ann: **pair of aces** – A♥ 🃏 K♣ Q♦ 8♥, 🃏 as A♠",
        "Boris: **three of a kind, nines** – 9♠ 9♦ 9♣ 🃏 5♦, 🃏 as A♠",
        "Pot 3: **Boris** gets 3 (best hand: three of a kind)",
        "Won and lost: Ann −1 · Boris +2 · Carol −1",
        "Next hand <t:1700000000:R>.",
        PROOF,
        PROMISE,
    ]
    assert rows_of(body) == [["Deal now", "Cut", "Sit out"], ["Join", "My cards", "Why?", "More…"]]


def test_p2_a_split_pot_says_who_gets_the_odd_chip() -> None:
    """Carol and Ann hold equal hands; of three chips the odd one goes to the next after the dealer."""
    body = shown(play(stacked("9s 9d Tc 4h 5d 2c", CAROL, ANN), 3).cheapest(12).scene())
    assert (
        "Pot 3: **Carol** gets 2 · **Ann** gets 1 "
        "(equal hands share: pair; the odd chips go to Carol, next after the dealer)" in said(body)
    )
    assert "Won and lost: Ann ±0 · Boris −1 · Carol +1" in said(body)


def test_a2_7_who_wins_by_folds_may_show() -> None:
    """The last one left takes the pot with closed cards, and has a button to show them."""
    hand = play(DECK, 3).act("bet", 1).act("fold").act("fold")
    body = shown(hand.scene())
    assert said(body).splitlines()[2:6] == [
        "(D) **Ann** · folded · 99",
        "**Boris** · folded · 99",
        "**Carol** · 102",
        "Pot 4: **Carol** gets 4 (everybody else is out)",
    ]
    assert rows_of(body)[0] == ["Deal now", "Cut", "Sit out", "Show my hand"]
    step = hand.hand.show(3)
    hand.hand, hand.events = step.hand, [*hand.events, *step.events]
    body = shown(hand.scene())
    assert "**Carol** · ▒▒" not in said(body)
    assert "**Carol** · A♠ K♦ Q♥ · 102" in said(body)
    assert "Carol: **pair of aces** – A♠ 🃏 K♦ Q♥, 🃏 as A♥" in said(body)
    assert rows_of(body)[0] == ["Deal now", "Cut", "Sit out"]


def test_people_who_come_and_go_in_a_hand() -> None:
    """Who takes a seat in mid-hand stands last; who left keeps his line."""
    scene = play(DECK, 3).scene()
    ann, boris, carol = scene.seats
    people = (replace(ann, state="leaving"), carol, SeatScene(5, 905, "Emil", 150))
    lines = said(shown(replace(scene, seats=people))).splitlines()
    assert lines[2] == "(D) **Ann** · ▒▒ ▒▒ Q♦ · 99 · leaves after the hand"
    assert lines[3] == "**#2** · ▒▒ ▒▒ 9♣ · 99"
    assert lines[5] == "5 **Emil** · 150"
    assert boris.name not in "\n".join(lines)


def test_other_phases_say_what_goes_on() -> None:
    """Shuffling, paused, closed; a paused table offers no action."""
    hand = play(DECK, 3)
    assert "The cards are being shuffled." in said(shown(waiting(phase=Phase.DEALING, hand_number=12)))
    paused = shown(hand.scene(phase=Phase.PAUSED, deadline_s=None))
    assert "Paused: the clock stands still." in said(paused)
    assert "<t:" not in said(paused)
    assert rows_of(paused) == [["My cards", "More…"]]
    assert "Paused. Goes on by itself <t:1700000000:R>." in said(shown(hand.scene(phase=Phase.PAUSED)))
    closed = shown(waiting(phase=Phase.CLOSED))
    assert "This table is closed." in said(closed)
    assert rows_of(closed) == []


def test_a_record_has_no_buttons() -> None:
    """What is not live keeps its text and loses every button."""
    scene = play(DECK, 3).scene()
    assert rows_of(shown(replace(scene, live=False))) == []
    assert said(shown(replace(scene, live=False))) == said(shown(scene))


def test_the_view_outlives_a_restart() -> None:
    """No timeout and dynamic items only, so that nothing is kept between sends."""
    view = table_message(play(DECK, 3).scene(), "en")
    assert view.timeout is None
    assert not view.is_finished()
    assert all(not item.is_dispatchable() or hasattr(item, "template") for item in view.walk_children())
