"""Random tables and actions that reach what uniformly random play seldom does: long hands, short stacks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.cards import Card
from engine.game import Action, Hand, SeatStart, Setup
from engine.seating import dealt_in
from engine.seka.deal import deal_hands
from engine.seka.game import SEKA
from engine.seka.options import SekaOptions
from engine.seka.ranking import best, opened
from tests.engine.strategies import shuffled

WHOLE = {"ante": (1, 6), "circles_max": (1, 5), "svara_max": (0, 5)}


def random_options(random: Random) -> SekaOptions:
    """Every option drawn; whole numbers from ``WHOLE``."""
    return SekaOptions.from_mapping(
        {
            s.name: random.choice(s.values) if s.values else random.randint(*WHOLE[s.name])
            for s in SekaOptions.specs()
        }
    )


def random_setup(random: Random) -> Setup | None:
    """Two seats to as many as the pack is enough for, alike in depth; None: too few can be dealt in."""
    options = random_options(random)
    numbers = sorted(random.sample(range(1, 12), random.randint(2, SEKA.seats_most(options))))
    deep = random.choice([3, 8, 20, 60]) * options.ante
    least = 0 if random.random() < 0.1 else options.ante
    seats = tuple(
        SeatStart(n, random.randint(least, options.ante + deep), random.random() < 0.93) for n in numbers
    )
    playing = dealt_in(seats, options.ante)
    if len(playing) < 2:
        return None
    return Setup("seka", options, seats, random.choice(playing))


def tied_deck(random: Random, options: SekaOptions, players: int) -> tuple[Card, ...]:
    """A deck; half of the time one whose best hands are equal, if one of a few is: svara chains."""
    pack = SEKA.pack(options)
    deck = shuffled(pack, random)
    for _ in range(random.choice((0, 10))):
        made = opened(deal_hands(deck, players), options)
        if len(best(made, options)) > 1:
            break
        deck = shuffled(pack, random)
    return deck


def staying_action(hand: Hand, random: Random) -> Action:
    """A legal action: few pass, most payments are low, some are as high as they may be."""
    assert hand.turn is not None
    seat = random.choice(hand.turn.seats)
    choices = list(hand.options(seat))
    choice = random.choice(choices)
    if choice.verb in ("pass", "decline") and random.random() < 0.7:
        choice = random.choice(choices)
    room = choice.most - choice.least
    extra = random.choice((0, 0, min(room, int(random.expovariate(1 / 3))), random.randint(0, room)))
    target = random.choice(choice.targets) if choice.targets else None
    return Action(seat, choice.verb, choice.least + extra, target)


def random_steps(hand: Hand, random: Random) -> Iterator[tuple[Hand, Action | tuple[Card, ...]]]:
    """Each state of a hand to its end with what is done next: an action or a deck."""
    options = hand.setup.options
    assert isinstance(options, SekaOptions)
    while hand.result is None:
        done: Action | tuple[Card, ...]
        if hand.deck_needed is not None:
            players = sum(s.status in ("in", "all_in") for s in hand.view(None).seats)
            done = tied_deck(random, options, players)
            following = hand.deal(done).hand
        else:
            done = staying_action(hand, random)
            following = hand.act(done).hand
        yield hand, done
        hand = following
    yield hand, ()
