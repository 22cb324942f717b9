"""House players: always a legal action, from their own View alone, and hands among them end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import JOKER, Card
from engine.game import Action, Game, Hand, Seat, SeatStart, Setup, View
from engine.games import GAMES, registered
from engine.house import NERVES, Temperament, decide
from tests.engine import strategies
from tests.engine.seka.at_table import table as seka_table
from tests.engine.tables import random_setup
from tests.engine.teen_patti.at_table import table as teen_patti_table
from tests.engine.toy import TOY

games = st.sampled_from([*GAMES.values()])
seeds = st.integers(0, 2**32)
COMPARED = ("look", "side_show")
VERBS = {
    "aces": {"check", "bet", "call", "raise", "fold"},
    "seka": {"see", "pay", "look", "open", "pass", "join", "decline"},
    "teen_patti": {"see", "play", "side_show", "show", "pack", "accept", "refuse"},
}


def moved(hand: Hand, seat: Seat, temperament: Temperament, random: Random) -> Action:
    """What a house player does at that seat."""
    return decide(hand.view(seat), hand.setup.options, temperament, random)


def usual_setup(game: Game, players: int) -> Setup:
    """The usual options, seats 1, 2, … and 100 chips each."""
    seats = tuple(SeatStart(seat, 100) for seat in range(1, players + 1))
    return Setup(game.key, game.options_type(), seats, players)


def states(game: Game, random: Random, chaos: float = 0.0, setup: Setup | None = None) -> Iterator[Hand]:
    """The states of a hand that house players of all temperaments play; ``chaos``: how often at random."""
    hand = game.start(setup or random_setup(game, random))
    characters = [random.choice(list(Temperament)) for _ in range(13)]
    while hand.result is None:
        yield hand
        if hand.deck_needed is not None:
            hand = hand.deal(strategies.shuffled(game.pack(hand.setup.options), random)).hand
            continue
        assert hand.turn is not None
        seat = random.choice(hand.turn.seats)
        action = moved(hand, seat, characters[seat], random)
        hand.verify(action)
        hand = hand.act(strategies.random_action(hand, random) if random.random() < chaos else action).hand
    yield hand


@settings(max_examples=30, deadline=None)
@given(games, seeds)
def test_whole_hands_of_house_players_end_and_every_action_is_legal(game: Game, seed: int) -> None:
    """With all options, short stacks and any mixture of temperaments."""
    *_, last = states(game, Random(seed))
    assert last.result is not None and len(last.actions) < 2000


@settings(max_examples=30, deadline=None)
@given(games, seeds)
def test_its_action_is_legal_in_whatever_state_others_bring_about(game: Game, seed: int) -> None:
    """Half of the actions are drawn at random, so that every kind of turn comes up; ``states`` verifies."""
    *_, last = states(game, Random(seed), chaos=0.5)
    assert last.result is not None


def test_it_plays_a_game_that_it_does_not_know() -> None:
    """The toy has dark turns, side shows, openings and a further deal, and no judge of its own."""
    with registered(TOY):
        random = Random(5)
        verbs: set[str] = set()
        for _ in range(60):
            *_, last = states(TOY, random, setup=usual_setup(TOY, 4))
            verbs |= {action.verb for action in last.actions}
        assert {"see", "pay", "pass", "open", "side_show", "accept", "refuse"} <= verbs


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_verb_of_the_game_is_used(game: Game) -> None:
    """Over many hands nothing that a game offers is left aside."""
    random, used = Random(8), set[str]()
    for _ in range(60):
        *_, last = states(game, random, setup=usual_setup(game, 4))
        used |= {action.verb for action in last.actions}
        if used == VERBS[game.key]:
            break
    assert used == VERBS[game.key]


# ---- what it may know


def replayed(hand: Hand, deck: tuple[Card, ...]) -> Hand:
    """The same decisions with another last deck."""
    again = GAMES[hand.setup.game].start(hand.setup)
    decks, actions = iter((*hand.decks[:-1], deck)), iter(hand.actions)
    while len(again.decks) < len(hand.decks) or len(again.actions) < len(hand.actions):
        if again.deck_needed is not None:
            again = again.deal(next(decks)).hand
        else:
            again = again.act(next(actions)).hand
    return again


def held(hand: Any) -> dict[Seat, tuple[Card, ...]]:
    """The cards of every seat that come from the last deck, whoever may see them."""
    last = len(hand.decks) - 1
    players = hand.state.players if hand.setup.game == "seka" else hand.players
    return {p.seat: p.cards for p in players if getattr(p, "deck", last) == last}


def hidden_places(hand: Hand, view: View) -> list[int]:
    """Places of the last deck whose cards the viewer cannot know and nobody has compared in private."""
    compared: set[Seat] = set()
    for action in hand.actions:
        if action.verb in COMPARED or action.verb == "accept":
            compared |= set(held(hand))
    known = {c for one in view.seats if one.deck == view.deal for c in one.cards}
    for seat, cards in held(hand).items():
        if seat in compared:
            known |= set(cards)
    return [place for place, c in enumerate(hand.decks[-1]) if c not in known]


@settings(max_examples=30, deadline=None)
@given(games, seeds)
def test_hidden_cards_never_change_a_move(game: Game, seed: int) -> None:
    """Cards that the seat cannot see change places: its View and its move, of the same chance, stay."""
    random = Random(seed)
    for hand in states(game, random, chaos=0.3):
        if hand.turn is None or random.random() < 0.5:
            continue
        seat = random.choice(hand.turn.seats)
        view, deck = hand.view(seat), list(hand.decks[-1])
        places = hidden_places(hand, view)
        mixed = random.sample(places, len(places))
        for place, other in zip(places, mixed, strict=True):
            deck[place] = hand.decks[-1][other]
        other_hand = replayed(hand, tuple(deck))
        assert other_hand.view(seat) == view
        character = random.choice(list(Temperament))
        assert moved(other_hand, seat, character, Random(seed)) == moved(hand, seat, character, Random(seed))


def test_the_hidden_cards_of_that_test_do_matter() -> None:
    """The test above really changes what others hold, jokers too."""
    random, changed, jokers = Random(2), 0, 0
    for game in GAMES.values():
        for _ in range(8):
            for hand in states(game, random):
                if hand.turn is None:
                    continue
                view = hand.view(hand.turn.seats[0])
                places = hidden_places(hand, view)
                others = {c for s, cards in held(hand).items() if s != view.viewer for c in cards}
                changed += any(hand.decks[-1][place] in others for place in places)
                jokers += any(hand.decks[-1][place] == JOKER for place in places)
    assert changed > 100 and jokers > 20


# ---- how it plays


def plays(temperament: Temperament, hand: Hand, times: int = 60) -> Counter[str]:
    """How often it does what at that turn."""
    assert hand.turn is not None
    seat = hand.turn.seats[0]
    found = Counter[str]()
    for number in range(times):
        action = moved(hand, seat, temperament, Random(f"{hand.decks} {number}"))
        least = next(c.least for c in hand.options(seat) if c.verb == action.verb)
        found["more" if action.amount > least else action.verb] += 1
    return found


@pytest.mark.parametrize("temperament", Temperament)
def test_the_best_hand_is_never_given_up(temperament: Temperament) -> None:
    """A clean seka of aces against a pot-sized price: all raise it or open."""
    hand: Hand = seka_table("Ah Ad Ac", "Kd Td Jc", "Tc Jd Qh")
    for seat, chips in ((1, 3), (2, 6), (3, 12)):
        hand = hand.act(Action(seat, "pay", chips)).hand
    done = plays(temperament, hand)
    assert done["pass"] == 0 and done["more"] > 30


@pytest.mark.parametrize("temperament", Temperament)
def test_the_worst_hand_mostly_passes_a_high_price(temperament: Temperament) -> None:
    """Ten against three others who have raised: even a maniac lets most of them go."""
    hand: Hand = seka_table("Ah Ad Ac", "Kd Td Jc", "Ts Qd Kc", "Tc Jd Qh")
    for seat, chips in ((1, 4), (2, 8), (3, 16)):
        hand = hand.act(Action(seat, "pay", chips)).hand
    assert plays(temperament, hand)["pass"] >= 40


def test_temperaments_differ_at_the_same_turns() -> None:
    """Facing three times the ante with any cards the rock passes most and the maniac raises most."""
    passed, more, seka = Counter[Temperament](), Counter[Temperament](), GAMES["seka"]
    for seed in range(60):
        hand = (
            seka.start(usual_setup(seka, 4))
            .deal(strategies.shuffled(seka.pack(seka.options_type()), Random(seed)))
            .hand
        )
        hand = hand.act(Action(1, "see")).hand.act(Action(1, "pay", 3)).hand
        for temperament in Temperament:
            done = plays(temperament, hand, 4)
            passed[temperament] += done["pass"]
            more[temperament] += done["more"]
    rock, regular, maniac = Temperament
    assert passed[rock] > passed[regular] + 10 > passed[maniac] + 30
    assert more[rock] + 15 < more[regular] < more[maniac] - 15


def test_temperaments_differ_in_how_long_they_play_unseen() -> None:
    """The rock sees at once, the regular in the second circle, the maniac later."""
    hand: Hand = teen_patti_table(100, 100, 100)
    assert plays(Temperament.ROCK, hand) == {"see": 60}
    assert plays(Temperament.REGULAR, hand)["see"] == 0
    for seat in (1, 2, 3):
        hand = hand.act(Action(seat, "play", 1)).hand
    assert plays(Temperament.REGULAR, hand) == {"see": 60}
    assert plays(Temperament.MANIAC, hand)["see"] == 0


def test_all_in_for_less_is_a_call_like_others() -> None:
    """Who has less than the price pays all that he has with a good hand and passes with a poor one."""
    stacks = (100, 100, 4)
    good: Hand = seka_table("Kd Td Jc", "Jh Th Kc", "Ah Ad As", stacks=stacks)
    poor: Hand = seka_table("Ah Ad As", "Jh Th Kh", "Tc Jd Qs", stacks=stacks)
    for hand, verb in ((good, "pay"), (poor, "pass")):
        now = hand.act(Action(1, "pay", 3)).hand
        now = now.act(Action(2, "pay", 6)).hand
        assert plays(Temperament.REGULAR, now)[verb] >= 55


def test_the_numbers_of_the_temperaments_go_one_way() -> None:
    """From the rock to the maniac: less margin and respect, more of everything bold."""
    rock, regular, maniac = (NERVES[one] for one in Temperament)
    for name in ("margin", "respect", "raise_from"):
        assert getattr(rock, name) > getattr(regular, name) > getattr(maniac, name)
    for name in ("eagerness", "bluff", "curiosity", "size", "unseen_rounds"):
        assert getattr(rock, name) < getattr(regular, name) < getattr(maniac, name)


def test_the_same_chance_gives_the_same_hand() -> None:
    """Nothing but the View, the options, the temperament and the chance decides."""
    for game in GAMES.values():
        first, second = ([*states(game, Random(4))][-1] for _ in range(2))
        assert first == second
