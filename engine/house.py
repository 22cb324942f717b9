"""House players: what a seat does that knows its own View and nothing else. Sensible, no calculating machine.

A house player reckons its chance to win against those still in (``engine.odds``), holds it against the
price, thinks less of it the more others have raised, and now and then plays a weak hand as a strong one. The
same View, options, temperament and chance give the same action. It plays any game of the contract: verbs
that it does not know it takes for the others by what they cost.

Its **strength** puts the chance against several on the scale of one opponent: 0.5 is an even share, whatever
their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import log2
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.game import ANSWER, OFFER, Action, Choice, Seat, View
from engine.games import game as game_named
from engine.odds import IN_HAND, Chance, odds
from engine.options import Options

HANDS_LOOKED_AT: Final = 300  # in one decision, those of all players: a few milliseconds
DEALS_LEAST: Final = 36
STAYING_ON: Final = 0.4  # of all opponents but one, the share that is reckoned with when betting begins
PRESSURE_MOST: Final = 32  # a price of so many stakes presses as hard as any
STRONG: Final = 0.95  # against cards that may be any: a hand to raise with whatever the others did


class Temperament(StrEnum):
    """How a house player plays; the words are those of the card room."""

    ROCK = "rock"  # plays good hands only and believes every raise
    REGULAR = "regular"  # plays what is worth its price
    MANIAC = "maniac"  # raises often, bluffs, and hates to fold


@dataclass(frozen=True, slots=True)
class Nerve:
    """A temperament in numbers. Chances and shares run from 0 to 1.

    ``margin`` what the chance must be above the one that the price needs · ``respect`` what the hardest
    pressure takes off the strength · ``raise_from`` the strength that it raises with, in ``eagerness`` of
    the cases · ``bluff`` how often a hand too weak to stay bets or raises · ``curiosity`` how often a
    middling hand looks or asks for a side show · ``size`` how much of the room a raise takes on average ·
    ``unseen_rounds`` how many circles it plays without having looked at its cards.
    """

    margin: float
    respect: float
    raise_from: float
    eagerness: float
    bluff: float
    curiosity: float
    size: float
    unseen_rounds: int


NERVES: Final[Mapping[Temperament, Nerve]] = MappingProxyType(
    {
        Temperament.ROCK: Nerve(0.08, 0.30, 0.68, 0.65, 0.02, 0.25, 0.15, 0),
        Temperament.REGULAR: Nerve(0.02, 0.20, 0.60, 0.75, 0.06, 0.45, 0.30, 1),
        Temperament.MANIAC: Nerve(-0.10, 0.08, 0.50, 0.85, 0.20, 0.60, 0.50, 3),
    }
)

_LEAVING: Final = frozenset({"fold", "pass", "pack", "decline", "refuse"})
_RAISING: Final = frozenset({"bet", "raise"})
_ENDING: Final = ("open", "show")  # all hands are opened
_COMPARING: Final = ("look", "side_show")  # two hands are compared in private
_UNSEEN: Final = frozenset({"dark", "blind"})


def decide(view: View, options: Options, temperament: Temperament, chance: Chance) -> Action:
    """What the View's seat does now; it must be awaited. Always one of the choices that the View lists."""
    assert view.viewer is not None and view.turn is not None and view.viewer in view.turn.seats
    choices = {choice.verb: choice for choice in view.choices_of(view.viewer)}
    return _Mind(view, options, NERVES[temperament], chance, view.viewer, choices).action()


class _Reckoned(NamedTuple):
    """What a hand is worth: ``at_first`` its strength against cards that may be any, ``strength`` and the
    chance to ``win`` less by what the others' raises tell of them.
    """

    win: float
    strength: float
    at_first: float


def _strength(win: float, others: int) -> float:
    """The chance against one that is as much above an even share as ``win`` is against so many."""
    strength: float = win ** (1 / log2(1 + others))
    return strength


@dataclass(frozen=True, slots=True)
class _Mind:
    """One decision: what it rests on, and the steps to it."""

    view: View
    options: Options
    nerve: Nerve
    chance: Chance
    seat: Seat
    by_verb: Mapping[str, Choice]

    def action(self) -> Action:
        assert self.view.turn is not None
        if len(self.by_verb) == 1:
            return self._does(next(iter(self.by_verb.values())))
        if self.view.turn.kind == ANSWER:
            return self._answer()
        if self.view.turn.kind == OFFER:
            return self._offered()
        if self.view.seat(self.seat).sight in _UNSEEN:
            return self._unseen()
        return self._bet(self._reckoned())

    # ---- turns

    def _bet(self, hand: _Reckoned) -> Action:
        """A turn with cards in sight: raise, compare, stay, or leave."""
        staying, ending, comparing = self._staying(), self._first(_ENDING), self._first(_COMPARING)
        raising = self._raising(hand)
        if raising is not None:
            return raising
        if staying is None or not staying.least:
            return self._does(staying or self._cheapest())
        worth = self._worth(hand.win, staying.least)
        if comparing is not None and worth and self._happens(self.nerve.curiosity):
            return self._does(comparing)
        if ending is not None and self._worth(hand.win, ending.least):
            return self._does(ending)
        if worth:
            return self._does(staying)
        return self._bluff(staying) or self._does(self._leaving() or staying)

    def _unseen(self) -> Action:
        """A turn without having seen one's cards: pay the lower price for a while, then look."""
        staying, see = self._staying(), self.by_verb.get("see")
        stack = self.view.seat(self.seat).stack
        calm = self.view.round <= self.nerve.unseen_rounds and self._pressure() < 0.5
        if see is not None and not (calm and staying is not None and staying.least * 8 <= stack):
            return self._does(see)
        win = 1 / (1 + self._at_the_end(len(self._others())))
        if staying is None or not self._worth(win, staying.least):
            return self._does(see or staying or self._cheapest())
        bluff = self._bluff(staying)
        if bluff is not None:
            return bluff
        ending = self._first(_ENDING)
        shows = ending is not None and self._worth(win, ending.least) and self._happens(self.nerve.curiosity)
        return self._does(ending if shows else staying)

    def _answer(self) -> Action:
        """Another's question, such as a side show: yes with the better hand of the two, as it seems."""
        assert self.view.turn is not None
        asker = self.view.turn.asker
        others = self._others() if asker is None else [asker]
        win = self._reckoned(others).win
        leaving = self._leaving()
        yes = next((one for one in self.by_verb.values() if one is not leaving), None)
        return self._does(yes if yes is not None and win >= 0.5 + self.nerve.margin else leaving or yes)

    def _offered(self) -> Action:
        """A new deal that others have tied for: join where an even share is worth the price."""
        leaving = self._leaving()
        joining = next((one for one in self.by_verb.values() if one is not leaving), None)
        if joining is None:
            return self._does(leaving)
        share = 1 / (1 + len(self._others()))
        worth = self._worth(share, joining.least) or self._happens(self.nerve.bluff)
        return self._does(joining if worth else leaving or joining)

    def _raising(self, hand: _Reckoned) -> Action | None:
        """A bet or a payment above the price: with a strong hand, or where nobody has bet as a bluff."""
        staying = self._staying()
        strong = hand.strength >= self._raise_from and self._happens(self.nerve.eagerness)
        wanted = strong or hand.at_first >= STRONG
        if not wanted and staying is not None and not staying.least:
            wanted = self._happens(self.nerve.bluff)  # nobody has bet
        return self._raised(staying) if wanted else None

    def _bluff(self, staying: Choice) -> Action | None:
        """A weak or unseen hand played as a strong one; never for a great part of the stack."""
        if staying.least * 4 > self.view.seat(self.seat).stack or not self._happens(self.nerve.bluff):
            return None
        return self._raised(staying)

    def _raised(self, staying: Choice | None) -> Action | None:
        fixed = next((one for verb, one in self.by_verb.items() if verb in _RAISING), None)
        if fixed is not None:
            return self._does(fixed, self._amount(fixed))
        if staying is None or staying.most < staying.least + staying.step:
            return None
        return self._does(staying, self._amount(staying))

    def _amount(self, choice: Choice) -> int:
        """Above the least by a part of the room; the pot and half of the stack are room enough."""
        stack = self.view.seat(self.seat).stack
        room = min(choice.most, choice.least + self.view.pot, max(choice.least, stack // 2)) - choice.least
        steps = round(self.nerve.size * 2 * self.chance.random() * room / choice.step)
        least = 1 if choice.most >= choice.least + choice.step and choice.verb not in _RAISING else 0
        return choice.least + max(least, steps) * choice.step if steps or least else choice.least

    # ---- what it weighs

    def _reckoned(self, against: list[Seat] | None = None) -> _Reckoned:
        """What the hand is worth against all others still in, or those."""
        others = self._others() if against is None else against
        if not others:
            return _Reckoned(1.0, 1.0, 1.0)
        deals = max(DEALS_LEAST, HANDS_LOOKED_AT // (1 + len(others)))
        found = odds(self.view, self.options, self.chance, deals, others)
        against_one = found.win ** (1 / len(others))
        pressed = max(0.0, against_one - self.nerve.respect * self._pressure())
        return _Reckoned(
            pressed ** self._at_the_end(len(others)),
            _strength(pressed ** len(others), len(others)),
            _strength(found.win, len(others)),
        )

    def _at_the_end(self, others: int) -> float:
        """With how many it reckons when hands are opened: some leave while there is more to pay."""
        played = self.view.round / self.view.rounds if self.view.rounds else 0.0
        return 1 + (others - 1) * (STAYING_ON + (1 - STAYING_ON) * played)

    def _worth(self, win: float, price: int) -> bool:
        """The chance is worth the price: as a part of the pot that it makes, and a margin."""
        return win >= price / max(1, self.view.pot + price) + self.nerve.margin

    def _pressure(self) -> float:
        """How hard the price presses, from 0 (the stake) to 1."""
        stake = game_named(self.view.game).stake(self.options)
        return min(1.0, log2(max(1.0, self.view.price / stake)) / log2(PRESSURE_MOST))

    @property
    def _raise_from(self) -> float:
        """It takes more to raise again than to raise."""
        return self.nerve.raise_from + (1 - self.nerve.raise_from) * 0.6 * self._pressure()

    def _others(self) -> list[Seat]:
        return [one.seat for one in self.view.seats if one.seat != self.seat and one.status in IN_HAND]

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share

    # ---- choices

    def _staying(self) -> Choice | None:
        """The cheapest way to stay with nothing but a payment: a check, a call, the price."""
        apart = (*_LEAVING, *_RAISING, *_ENDING, *_COMPARING, "see")
        ways = [one for verb, one in self.by_verb.items() if verb not in apart]
        return min(ways, key=lambda one: one.least, default=None)

    def _cheapest(self) -> Choice:
        return min(self.by_verb.values(), key=lambda one: one.least)

    def _leaving(self) -> Choice | None:
        return next((one for verb, one in self.by_verb.items() if verb in _LEAVING), None)

    def _first(self, verbs: tuple[str, ...]) -> Choice | None:
        return next((self.by_verb[verb] for verb in verbs if verb in self.by_verb), None)

    def _does(self, choice: Choice | None, amount: int | None = None) -> Action:
        """The action of a choice; whom a look is at is drawn evenly."""
        assert choice is not None
        chips = choice.least if amount is None else min(amount, choice.most)
        assert choice.allows(chips)
        target = None
        if choice.targets:
            target = choice.targets[int(self.chance.random() * len(choice.targets))]
        return Action(self.seat, choice.verb, chips, target)
