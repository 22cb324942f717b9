"""The parts that a state of Teen Patti is made of. None of them is ever changed."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cards import Card
from engine.game import Seat
from engine.teen_patti.options import TeenPattiOptions

# What is awaited.
DEAL: Final = "deal"
BET: Final = "bet"  # a turn
AGAIN: Final = "again"  # the same turn after a refused side show: pay again or pack (C4.4)
ASKED: Final = "asked"  # the only one who can still pay: fill up what he lacks or pack (B7.4)
ANSWER: Final = "answer"  # to a side show
OVER: Final = "over"


class Player(NamedTuple):
    """One seat that is dealt in."""

    seat: Seat
    alone: frozenset[Seat]  # the audience of his cards once he has seen them
    stack: int
    cards: tuple[Card, ...] = ()
    live: bool = True  # has neither packed nor dropped
    seen: bool = False
    blind_turns: int = 0  # blind payments (C2.5)
    bet: int = 0  # in the present circle
    paid: int = 0  # in the hand
    last_verb: str = ""
    knows: frozenset[Seat] = frozenset()  # whose cards side shows have shown him

    @property
    def able(self) -> bool:
        """Still in and can still pay (P4)."""
        return self.live and self.stack > 0

    @property
    def weight(self) -> int:
        """What a chip of his measures: blind ones double (C2.1)."""
        return 1 if self.seen else 2

    def pays(self, chips: int, turns: int = 1) -> Player:
        """He with so many chips less; ``turns`` 0: an ante or a post, which is no turn."""
        blind_turns = self.blind_turns + (0 if self.seen else turns)
        bet, paid = self.bet + chips, self.paid + chips
        return self._replace(stack=self.stack - chips, bet=bet, paid=paid, blind_turns=blind_turns)

    def begins_circle(self) -> Player:
        """He with nothing bet and done yet in this circle."""
        return self._replace(bet=0, last_verb="") if self.bet or self.last_verb else self


class Offer(NamedTuple):
    """A side show that was asked for."""

    asker: Seat
    asked: Seat
    circle: int


def price(stake: int, player: Player) -> int:
    """What he pays at least to stay, his stack aside: the stake, blind half of it (C2.1)."""
    return stake // player.weight


def most(options: TeenPattiOptions, stake: int, player: Player, turn_pot: int) -> int:
    """The most that he may pay who can pay the price; ``turn_pot`` is the pot when his turn began (C2.3)."""
    limit = {
        "fixed": 2 * stake,
        "spread": options.spread_max,
        "pot": turn_pot,
        "none": player.stack * player.weight,
    }[options.limit]
    capped = min(player.stack, max(limit // player.weight, price(stake, player)))
    return capped - capped % 2 if player.seen else capped
