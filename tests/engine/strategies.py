"""Generators for the engine's property tests: setups, decks and whole hands of any game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from engine.cards import Card, spell_all
from engine.game import Action, Game, Hand, Seat, SeatStart, Setup, Step
from engine.options import Options
from engine.seating import dealt_in


def options(game: Game) -> st.SearchStrategy[Options]:
    """Any options of a game; whole numbers stay within ten of their least."""
    values = {
        spec.name: st.sampled_from(spec.values)
        if spec.values
        else st.integers(spec.least, min(spec.most, spec.least + 10))
        for spec in game.options_type.specs()
    }
    return st.fixed_dictionaries(values).map(game.options_type.from_mapping)


@st.composite
def setups(draw: st.DrawFn, game: Game, seats_least: int = 2, stack_most: int = 60) -> Setup:
    """A table that can be dealt: gaps between seat numbers, short stacks, some who sit out.

    ``stack_most`` is the most that a stack holds above the reserve.
    """
    opts = draw(options(game))
    reserve = game.reserve(opts)
    numbers = draw(
        st.sets(st.integers(1, 12), min_size=seats_least, max_size=game.seats_most(opts)).map(sorted)
    )
    playing = draw(st.sets(st.sampled_from(numbers), min_size=2))
    seats = []
    for number in numbers:
        if number in playing:
            seats.append(SeatStart(number, reserve + draw(st.integers(0, stack_most))))
        elif draw(st.booleans()):
            seats.append(SeatStart(number, draw(st.integers(0, reserve - 1))))
        else:
            seats.append(SeatStart(number, draw(st.integers(0, reserve + stack_most)), plays=False))
    dealer = draw(st.sampled_from(dealt_in(seats, reserve)))
    return Setup(game.key, opts, tuple(seats), dealer)


def shuffled(pack: tuple[Card, ...], random: Random) -> tuple[Card, ...]:
    """The pack in an order that ``random`` gives."""
    return tuple(random.sample(pack, len(pack)))


class Played:
    """A hand played to its end: every state from the start, and the step that led to each later one.

    No dataclass, for Hypothesis would spell out every state of it.
    """

    __slots__ = ("hands", "steps")

    def __init__(self, hands: tuple[Hand, ...], steps: tuple[Step, ...]) -> None:
        self.hands = hands
        self.steps = steps

    def __repr__(self) -> str:
        """What it takes to play it again."""
        moves = [(a.seat, a.verb, a.amount, a.target) for a in self.last.actions]
        return f"Played({self.setup}, {[spell_all(deck) for deck in self.last.decks]}, {moves})"

    @property
    def last(self) -> Hand:
        """The hand when it is over."""
        return self.hands[-1]

    @property
    def setup(self) -> Setup:
        """What it began from."""
        return self.last.setup


@st.composite
def played(draw: st.DrawFn, game: Game, seats_least: int = 2, stack_most: int = 60) -> Played:
    """Any hand of the game played by uniformly random legal actions."""
    setup = draw(setups(game, seats_least, stack_most))
    return play(game.start(setup), game.pack(setup.options), Random(draw(st.integers(0, 2**64 - 1))))


def play(hand: Hand, pack: tuple[Card, ...], random: Random, steps_most: int = 2000) -> Played:
    """Play on by random legal actions; an AssertionError where the hand does not end."""
    hands: list[Hand] = [hand]
    steps: list[Step] = []
    while hand.result is None:
        assert len(steps) < steps_most, "the hand does not end"
        if hand.deck_needed is not None:
            step = hand.deal(shuffled(pack, random))
        else:
            step = hand.act(random_action(hand, random))
        hand = step.hand
        hands.append(hand)
        steps.append(step)
    return Played(tuple(hands), tuple(steps))


def random_action(hand: Hand, random: Random) -> Action:
    """A verb, an amount and a target, each drawn evenly from what is offered."""
    assert hand.turn is not None
    seat = random.choice(hand.turn.seats)
    choice = random.choice(hand.options(seat))
    amount = random.randrange(choice.least, choice.most + 1, choice.step)
    return Action(seat, choice.verb, amount, random.choice(choice.targets) if choice.targets else None)


def every_action(
    hand: Hand, verbs: tuple[str, ...], seats: tuple[Seat, ...]
) -> Iterator[tuple[Action, bool]]:
    """Actions of all seats, verbs, targets and amounts at and around what is offered, and which are legal."""
    for seat in seats:
        offered = {choice.verb: choice for choice in hand.options(seat)}
        edges = {e + d for c in offered.values() for e in (c.least, c.most) for d in (-1, 0, 1)} | {0, 1}
        for verb in verbs:
            for amount in sorted(edges):
                for target in (None, *seats):
                    choice = offered.get(verb)
                    fits = choice is not None and (
                        target in choice.targets if choice.targets else target is None
                    )
                    legal = fits and choice is not None and choice.allows(amount)
                    yield Action(seat, verb, amount, target), legal
