"""Where a hand of Seka stands: players, payments and what is awaited. The flow reads and replaces it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.cards import HIDDEN, Card
from engine.errors import InputError
from engine.game import Event, Result, Seat
from engine.payments import NOTHING_PAID, Payments
from engine.pots import Stake
from engine.seka.options import SekaOptions

# What a hand awaits. TURN and ASK: one seat (ASK: rule B7.4); OFFER: answers to a svara; the rest: nobody.
DEAL: Final = "deal"  # a deck for those still in
TURN: Final = "turn"
ASK: Final = "ask"
OFFER: Final = "offer"
REPLAY: Final = "replay"  # a deck for the tied hands of a pot (B7.6)
OVER: Final = "over"

SEEN: Final = 1
DARK: Final = 2  # the weight of chips that are paid without having seen (B7.2)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of the table; ``knows`` are the seats whose present cards a look showed him."""

    seat: Seat
    stack: int
    dealt: bool = False  # into the hand or any svara of it
    live: bool = False  # still in
    cards: tuple[Card, ...] = ()
    deck: int = 0  # the number of the deck that they came from
    seen: bool = False  # he has his own cards
    opened: bool = False
    knows: frozenset[Seat] = frozenset()
    bet: int = 0  # chips in the present circle
    paid: int = 0  # chips in the hand
    last_verb: str = ""

    @property
    def able(self) -> bool:
        """He is still in and can still pay (P4, B7.3)."""
        return self.live and self.stack > 0

    @property
    def weight(self) -> int:
        """What each chip of a payment of his counts now."""
        return SEEN if self.seen else DARK

    def pays(self, chips: int, verb: str = "") -> Player:
        """He after a payment."""
        assert 0 <= chips <= self.stack
        return replace(
            self,
            stack=self.stack - chips,
            bet=self.bet + chips,
            paid=self.paid + chips,
            last_verb=verb or self.last_verb,
        )


@dataclass(frozen=True, slots=True)
class Settling:
    """A pot after the opening: whose hands are the best in it, and how often that tie was replayed."""

    amount: int
    contestants: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    replays: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """``players`` are all seats of the table in play order; ``queue`` who still has a turn this circle."""

    rules: SekaOptions
    players: tuple[Player, ...]
    payments: Payments = NOTHING_PAID
    awaits: str = DEAL
    decks: int = 0  # dealt so far
    number: int = 1  # of the decision that is awaited
    price: int = 0  # S, what who has seen pays at least
    circle: int = 0  # of the present deal (B3.6)
    first_circle: int = 1  # the number that circle 1 of the present deal has through the hand
    deal_circle: int = 0  # the same in a further deal, 0 in the first (``engine.payments``)
    queue: tuple[Seat, ...] = ()
    offered: tuple[Seat, ...] = ()  # who has yet to answer an offer
    join_price: int = 0
    svaras: int = 0
    settling: tuple[Settling, ...] = ()
    showdown: tuple[Seat, ...] = ()  # who has opened, in that order, where it may come to a replay
    result: Result | None = None

    @property
    def circle_number(self) -> int:
        """The number of the present circle through the whole hand."""
        return self.first_circle + self.circle - 1

    @property
    def live(self) -> tuple[Player, ...]:
        """Those still in, in play order."""
        return tuple([p for p in self.players if p.live])

    @property
    def able(self) -> tuple[Player, ...]:
        """Those still in who can still pay, in play order."""
        return tuple([p for p in self.players if p.live and p.stack])

    def player(self, seat: Seat) -> Player:
        """That seat's player; the table must have it."""
        return next(p for p in self.players if p.seat == seat)

    def having(self, *changed: Player) -> State:
        """The state with these players in the place of what they were."""
        by_seat = {p.seat: p for p in changed}
        return replace(self, players=tuple([by_seat.get(p.seat, p) for p in self.players]))

    def asked(self) -> tuple[tuple[int, int], ...]:
        """What the only one who can still pay lacks to all-in hands, as (circle, worth) (B7.4)."""
        (one,) = self.able
        all_in = [p.seat for p in self.live if not p.able]
        return self.payments.asked(one.seat, all_in, self.deal_circle)

    def stakes(self) -> tuple[Stake, ...]:
        """The pots as they stand, oldest first (B7.2)."""
        return self.payments.stakes([(p.seat, not p.able) for p in self.live], self.deal_circle)


def opened(player: Player) -> Event:
    """His cards for everybody; ``InputError`` (``card_hidden``) where an exported hand hides them."""
    if HIDDEN in player.cards:
        raise InputError("card_hidden", f"a card that seat {player.seat} opens is hidden", seat=player.seat)
    return Event("opened", player.seat, cards=player.cards)
