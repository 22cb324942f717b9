"""What every game offers: a hand as an immutable state machine, its turns, events, views and result.

A hand is ``setup + decks + actions`` and nothing else: replaying them gives the same hand.
It moves in two ways only, both of which return a ``Step`` and leave the old hand as it was:

* ``deal(deck)`` while ``deck_needed`` is not None (deck 0 starts the hand; a svara needs deck 1, 2, …),
* ``act(action)`` while ``turn`` is not None.

Seats are numbered clockwise; any distinct positive numbers do, the lowest first. All amounts are chips.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.cards import Card
from engine.errors import IllegalAction
from engine.options import Options

if TYPE_CHECKING:
    from engine.reason import Making, Reason

Seat = int

# Turn kinds: which decision it is, so that a table knows which time applies.
BET: Final = "bet"  # one seat pays, checks or leaves
ANSWER: Final = "answer"  # one seat answers another's question (a side show)
OFFER: Final = "offer"  # several seats may answer at once, in any order (a svara)


@dataclass(frozen=True, slots=True)
class SeatStart:
    """One seat of the table before the deal. ``plays`` is False for who sits out by his own wish."""

    seat: Seat
    stack: int
    plays: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is fixed before the first card: every seat at the table, clockwise, and the dealer."""

    game: str
    options: Options
    seats: tuple[SeatStart, ...]
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Action:
    """One decision (rule P5); ``amount`` is the chips it moves from the seat's stack.

    ``dropped`` is what an exported hand tells of a comparison whose cards it hides (a look, a side show):
    who dropped, 0 for nobody. Where the cards are known it must be true; in play it is left out.
    """

    seat: Seat
    verb: str
    amount: int = 0
    target: Seat | None = None
    dropped: Seat | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A verb that a seat may use now, with amounts ``least, least + step, …, most`` (all 0: no chips).

    ``targets`` lists the seats that it may name (a look). ``binds_to`` is a stable word for what the
    verb commits to where the button must say so (seeing one's cards), else empty.
    """

    verb: str
    least: int = 0
    most: int = 0
    step: int = 1
    targets: tuple[Seat, ...] = ()
    binds_to: str = ""

    def allows(self, amount: int) -> bool:
        """True for an amount of this choice."""
        return self.least <= amount <= self.most and (amount - self.least) % self.step == 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that is awaited. ``number`` counts decisions from 1; an open offer keeps its number."""

    number: int
    kind: str
    seats: tuple[Seat, ...]
    price: int = 0
    asker: Seat | None = None  # who asked, where the turn is an answer


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. ``audience`` None: everybody may know; else only those seats.

    Kinds that every game uses; a game may add its own, and every card that falls has an event of its own:
    ``ante``, ``post`` seat, amount · ``deck`` amount: its number · ``hidden_card`` seat, cards; an empty
    audience where he has not seen it, told again with him as audience when he sees · ``open_card`` seat,
    cards · ``round`` seat: who opens it, amount: its number · ``action`` seat, word: the verb, amount,
    target · ``opened`` seat, cards: the whole hand · ``looked`` seat, cards: shown to the audience ·
    ``dropped`` seat · ``pot`` amount, followed by its ``won`` seat, amount or, where nobody else contests
    one of several, ``refund`` seat, amount.
    """

    kind: str
    seat: Seat | None = None
    amount: int = 0
    word: str = ""
    target: Seat | None = None
    cards: tuple[Card, ...] = ()
    audience: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """What cards make. ``strength`` orders hands of one game under one set of options, higher is better.

    ``cards`` are the cards of the combination, best first, a joker as JOKER; ``joker_as`` what each of
    those jokers stands for, in the same order.
    """

    class_key: str
    strength: int
    cards: tuple[Card, ...]
    joker_as: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot as it ended: who contested it, who won it, and each winner's share in chips (rule P2)."""

    amount: int
    contestants: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    shares: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended. ``opened`` lists the seats that showed, in the order of the showdown (A2.8)."""

    pots: tuple[Pot, ...]
    opened: tuple[Seat, ...]
    stacks_after: tuple[tuple[Seat, int], ...]  # every seat of the setup

    def won(self, seat: Seat) -> int:
        """Chips that came back to this seat out of all pots."""
        return sum(chips for pot in self.pots for s, chips in pot.shares if s == seat)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as a certain viewer may know it."""

    seat: Seat
    stack: int
    status: str  # "in", "folded", "all_in", "not_dealt"
    cards: tuple[Card, ...] = ()  # in dealing order, HIDDEN where the viewer may not know
    opened: bool = False  # everybody may know all of its cards
    bet: int = 0  # chips put in during the present round
    paid: int = 0  # chips put in during the hand
    sight: str = ""  # "dark", "blind" or "seen" where the game knows that
    ranked: Ranked | None = None  # what its cards make, where the viewer knows them all
    last_verb: str = ""  # its last action in the present round
    deck: int = 0  # which deck its cards came from


@dataclass(frozen=True, slots=True)
class View:
    """A hand as one seat (``viewer``) or the public (None) may know it. Holds no hidden card of others.

    ``choices`` lists for every awaited seat what it may do: amounts are public in all games.
    ``facts`` are the game's own public numbers by stable name (such as ``raises`` and ``raises_most``).
    ``contestants`` names for each of ``pots`` the seats that it can go to, where the game has several pots.
    ``seats`` stand in the order of the setup; ``order`` is the play order of the seats dealt in.
    """

    game: str
    viewer: Seat | None
    dealer: Seat
    deal: int  # 0 for the first deck, 1 for the first svara …
    round: int  # betting round or circle, from 1; 0 before the deal
    rounds: int  # how many rounds there are, 0 where betting goes round
    pots: tuple[int, ...]  # oldest first
    price: int  # what the seat on turn must pay at least to stay
    common: tuple[Card, ...]
    order: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    turn: Turn | None
    choices: tuple[tuple[Seat, tuple[Choice, ...]], ...] = ()
    facts: tuple[tuple[str, int], ...] = ()
    result: Result | None = None
    contestants: tuple[tuple[Seat, ...], ...] = ()

    @property
    def pot(self) -> int:
        """All chips in the middle; none are when the hand is over."""
        return sum(self.pots)

    def seat(self, seat: Seat) -> SeatView:
        """That seat's part; KeyError where the table has no such seat."""
        for one in self.seats:
            if one.seat == seat:
                return one
        raise KeyError(seat)

    def choices_of(self, seat: Seat) -> tuple[Choice, ...]:
        """What that seat may do now; empty where it is not awaited."""
        return next((choices for s, choices in self.choices if s == seat), ())

    def fact(self, name: str) -> int:
        """The game's own number of that name; KeyError where it has none."""
        return dict(self.facts)[name]


@dataclass(frozen=True, slots=True)
class Step:
    """The next hand and what happened on the way, in order."""

    hand: Hand
    events: tuple[Event, ...]


class Hand(ABC):
    """A hand in some state. Subclasses are immutable; every method is a pure function of the state."""

    __slots__ = ()

    setup: Setup
    decks: tuple[tuple[Card, ...], ...]
    actions: tuple[Action, ...]

    def __repr__(self) -> str:
        """Without its cards: what is written into a log must not tell them."""
        return f"<{type(self).__name__} of {len(self.setup.seats)} players after {len(self.actions)} actions>"

    @property
    @abstractmethod
    def deck_needed(self) -> int | None:
        """The number of the deck that must be dealt next, None while none is needed."""

    @property
    @abstractmethod
    def turn(self) -> Turn | None:
        """The decision that is awaited, None while a deck is needed or when the hand is over."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """How it ended, None while it goes on."""

    @abstractmethod
    def deal(self, deck: tuple[Card, ...]) -> Step:
        """Deal from this deck, its top card first; InputError where it is not a whole pack of the game."""

    @abstractmethod
    def options(self, seat: Seat) -> tuple[Choice, ...]:
        """What that seat may do now; empty where it is not awaited."""

    @abstractmethod
    def act(self, action: Action) -> Step:
        """Carry out a legal action; ``IllegalAction`` as ``verify``."""

    @abstractmethod
    def silence(self, seat: Seat) -> Action:
        """The action that no answer in time counts as (rule P3), for an awaited seat."""

    @abstractmethod
    def view(self, viewer: Seat | None) -> View:
        """The hand as that seat, or with None the public, may know it. The only reader of hidden cards."""

    @abstractmethod
    def show(self, seat: Seat) -> Step:
        """Open the hand of who won because all others left (he may, rule A2.7), once.

        Possible while ``result`` has no ``opened``, for its only winner; else ``IllegalAction``
        (``show_not_offered``). A show is no action: it moves nothing, and a replay does not repeat it.
        """

    def verify(self, action: Action) -> None:
        """``IllegalAction`` with the reason where the action is not allowed; else nothing.

        Codes: ``hand_over not_awaited verb_not_offered amount_out_of_range target_not_offered``.
        """
        turn = self.turn
        if turn is None:
            raise IllegalAction("hand_over", "the hand awaits no action")
        if action.seat not in turn.seats:
            raise IllegalAction("not_awaited", f"seat {action.seat} is not on turn", seats=turn.seats)
        choice = next((c for c in self.options(action.seat) if c.verb == action.verb), None)
        if choice is None:
            raise self.why_not(action)
        if not choice.allows(action.amount):
            raise IllegalAction(
                "amount_out_of_range",
                f"{action.verb} takes {choice.least} to {choice.most} chips, not {action.amount}",
                verb=action.verb,
                least=choice.least,
                most=choice.most,
                step=choice.step,
            )
        if (action.target is not None or choice.targets) and action.target not in choice.targets:
            raise IllegalAction(
                "target_not_offered",
                f"{action.verb} cannot name seat {action.target}",
                targets=choice.targets,
            )

    def why_not(self, action: Action) -> IllegalAction:
        """The reason why a verb is not offered now; games give better ones with codes of their own."""
        verbs = [choice.verb for choice in self.options(action.seat)]
        return IllegalAction(
            "verb_not_offered", f"{action.verb} is not possible now: {', '.join(verbs)}", verb=action.verb
        )


# The places of the best among hands that are opened together: more than one are tied.
Judge = Callable[[Sequence[tuple[Card, ...]]], Sequence[int]]


def judge_by(strength: Callable[[tuple[Card, ...]], int]) -> Judge:
    """The judge of a game whose hands have a strength each, whatever the others hold."""

    def best(hands: Sequence[tuple[Card, ...]]) -> Sequence[int]:
        strengths = [strength(cards) for cards in hands]
        top = max(strengths)
        return [place for place, one in enumerate(strengths) if one == top]

    return best


@dataclass(frozen=True, slots=True)
class Game:
    """A game as data plus few named hooks.

    ``seats_most(options)``; ``pack(options)`` the cards to shuffle; ``reserve(options)`` the chips a
    player needs before a deal; ``start(setup)`` a hand that needs deck 0 (InputError where fewer than
    two can be dealt in): its own setup names who deals and its View's order who is dealt in, for a rule may
    pass the deal on or leave out more than the reserve does (C1.3); ``rank(cards, options)`` and
    ``compare(a, b, options)`` (above 0: a is better, 0: equal) take the own cards of a complete hand;
    ``rank_opened(hands, options)`` what each of several makes that are opened together, where that can
    differ; ``judge(options)`` finds the best of hands, quickly and without checking them (where there is
    none, ``compare`` does); ``counts(options)`` the exact number of hands of every class;
    ``next_dealer(hand, seats)`` the dealer of the hand after one that is over, among the seats of the table
    as they now are: who is not dealt in is passed over (rule P3), InputError where fewer than two are;
    ``makings(hands, options)`` and ``decide(a, b, options)`` explain hands that are opened together.
    """

    key: str
    classes: tuple[str, ...]  # best first
    hand_cards: int  # how many own cards a complete hand has
    options_type: type[Options]
    seats_most: Callable[[Options], int]
    pack: Callable[[Options], tuple[Card, ...]]
    reserve: Callable[[Options], int]
    start: Callable[[Setup], Hand]
    rank: Callable[[tuple[Card, ...], Options], Ranked]
    compare: Callable[[tuple[Card, ...], tuple[Card, ...], Options], int]
    counts: Callable[[Options], Mapping[str, int]]
    next_dealer: Callable[[Hand, tuple[SeatStart, ...]], Seat]
    stake_option: str  # the option that sets the stake: buy-ins are reckoned in it (rule D2)
    seats_least: int = field(default=2)
    rank_opened: Callable[[Sequence[tuple[Card, ...]], Options], tuple[Ranked, ...]] | None = None
    judge: Callable[[Options], Judge] | None = None
    makings: Callable[[Sequence[tuple[Card, ...]], Options], tuple[Making, ...]] | None = None
    decide: Callable[[Making, Making, Options], Reason] | None = None

    def stake(self, options: Options) -> int:
        """The stake in chips: what the smallest usual payment is."""
        chips = getattr(options, self.stake_option)
        assert isinstance(chips, int)
        return chips
