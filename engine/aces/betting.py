"""A hand of Aces, Straights and Flushes: four rounds of fixed-limit betting (rules A1.2 to A2.8).

A state is made of plain tuples, since every action makes a new one; nothing in it is ever changed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from engine.aces.deal import LIMIT_UNITS, PACK, RAISES_MOST, ROUNDS, deal_street, open_cards
from engine.aces.options import AcesOptions
from engine.aces.ranking import open_rank, strength
from engine.aces.view import view
from engine.cards import HIDDEN, Card, card, check_pack, rank_of
from engine.errors import IllegalAction, InputError
from engine.game import BET, Action, Choice, Event, Hand, Result, Seat, Setup, Step, Turn, View
from engine.invariants import assert_cards, assert_chips
from engine.pots import Stake, payout, settle

_CHECK: Final = Choice("check")
_FOLD: Final = Choice("fold")


class Player(NamedTuple):
    """One seat that is dealt in. A plain tuple, since every action makes a new one."""

    seat: Seat
    alone: frozenset[Seat]  # the audience of his closed cards
    stack: int
    cards: tuple[Card, ...] = ()
    live: bool = True  # has not folded
    bet: int = 0  # in the present round
    paid: int = 0  # in the hand
    last_verb: str = ""

    def acts(self, verb: str, chips: int) -> Player:
        """He after an action, or with verb "" after his ante, which is no bet."""
        seat, alone, stack, cards, live, bet, paid, _ = self
        in_round = bet + chips if verb else 0
        return Player(
            seat, alone, stack - chips, cards, live and verb != "fold", in_round, paid + chips, verb
        )

    def receives(self, cards: tuple[Card, ...]) -> Player:
        """He at the start of a round, with what he was dealt for it."""
        return Player(self.seat, self.alone, self.stack, self.cards + cards, self.live, 0, self.paid, "")


class Betting(NamedTuple):
    """A betting round; places count in play order."""

    round: int  # from 1
    limit: int  # chips that a bet or raise adds
    opener: int
    live: int  # players still in
    place: int  # whose turn it is
    waiting: int  # players who have yet to answer
    level: int = 0  # chips that everybody must have put in
    raises: int = 0
    aggressor: int | None = None  # the last one who bet or raised


@dataclass(frozen=True, slots=True, repr=False)
class AcesHand(Hand):
    """``players`` stand in play order. A hand starts without decks and asks for deck 0."""

    setup: Setup
    players: tuple[Player, ...]
    total: int  # chips of the players before the antes
    decks: tuple[tuple[Card, ...], ...] = ()
    actions: tuple[Action, ...] = ()
    dealt: int = 0  # cards that have left the deck
    betting: Betting | None = None
    awaited: Turn | None = None
    ended: Result | None = None

    @property
    def rules(self) -> AcesOptions:
        """The options by their own type."""
        assert isinstance(self.setup.options, AcesOptions)
        return self.setup.options

    @property
    def deck_needed(self) -> int | None:
        """Deck 0 before the deal, no other."""
        return None if self.decks else 0

    @property
    def turn(self) -> Turn | None:
        """The seat that must bet, check, call, raise or fold."""
        return self.awaited

    @property
    def result(self) -> Result | None:
        """How it ended."""
        return self.ended

    def deal(self, deck: tuple[Card, ...]) -> Step:
        """Antes (A1.2), then two closed cards and an open one each (A2.1)."""
        if self.decks:
            raise InputError("deck_not_needed", "the hand needs no further deck")
        check_pack(deck, PACK)
        unit = self.rules.unit
        events = [*(Event("ante", p.seat, unit) for p in self.players), Event("deck", amount=0)]
        antes = tuple(p.acts("", unit) for p in self.players)
        return _begin_round(replace(self, decks=(deck,), players=antes), 1, events)

    def options(self, seat: Seat) -> tuple[Choice, ...]:
        """Fixed amounts; who may check may not fold (A2.5)."""
        now = self.betting
        if now is None or self.players[now.place].seat != seat:
            return ()
        return _choices(now.level, now.level - self.players[now.place].bet, now.limit, now.raises)

    def act(self, action: Action) -> Step:
        """Carry out an action, then whatever follows: the next street, the showdown, the payout."""
        self.verify(action)
        assert self.betting is not None
        number, limit, opener, live, place, waiting, level, raises, aggressor = self.betting
        verb = action.verb
        before = self.players
        players = (*before[:place], before[place].acts(verb, action.amount), *before[place + 1 :])
        events = [Event("action", action.seat, action.amount, verb)]
        waiting -= 1
        if verb == "fold":
            live -= 1
        elif verb in ("bet", "raise"):
            level += limit
            raises += verb == "raise"
            aggressor = place
            waiting = live - 1
        actions = (*self.actions, action)
        if live > 1 and waiting:
            place = _next_live(players, place)
            betting = Betting(number, limit, opener, live, place, waiting, level, raises, aggressor)
            turn = _turn(players, betting, actions)
            return _checked(
                AcesHand(self.setup, players, self.total, self.decks, actions, self.dealt, betting, turn),
                events,
                before,
            )
        hand = AcesHand(self.setup, players, self.total, self.decks, actions, self.dealt)
        if live == 1:
            return _pay_out(hand, (), events)  # without a show (A2.7)
        if number < ROUNDS:
            return _begin_round(hand, number + 1, events)
        return _showdown(hand, opener if aggressor is None else aggressor, events)

    def silence(self, seat: Seat) -> Action:
        """Check where that is free, else fold (P3)."""
        assert self.turn and seat in self.turn.seats
        free = any(choice.verb == "check" for choice in self.options(seat))
        return Action(seat, "check" if free else "fold")

    def show(self, seat: Seat) -> Step:
        """The last one left may show (A2.7)."""
        ended = self.ended
        if ended is None or ended.opened or ended.pots[0].winners != (seat,):
            raise IllegalAction("show_not_offered", f"seat {seat} has nothing to show now")
        shown = replace(self, ended=replace(ended, opened=(seat,)))
        return Step(shown, (_opened(self.player(seat)),))

    def player(self, seat: Seat) -> Player:
        """That seat's player; it must be dealt in."""
        return next(p for p in self.players if p.seat == seat)

    def why_not(self, action: Action) -> IllegalAction:
        """Codes: ``fold_while_free check_facing_bet call_without_bet bet_already raise_without_bet
        raises_used_up``, else as every game.
        """
        now = self.betting
        assert now is not None
        code, text = {
            "fold": ("fold_while_free", "there is no bet: check or bet"),
            "check": ("check_facing_bet", "there is a bet: call, raise or fold"),
            "call": ("call_without_bet", "there is no bet to call: check or bet"),
            "bet": ("bet_already", "somebody has bet: call, raise or fold"),
            "raise": ("raise_without_bet", "there is no bet to raise: check or bet")
            if not now.level
            else ("raises_used_up", f"all {RAISES_MOST} raises of the round are made: call or fold"),
        }.get(action.verb, ("", ""))
        return IllegalAction(code, text, verb=action.verb) if code else Hand.why_not(self, action)

    def view(self, viewer: Seat | None) -> View:
        """The hand as that seat or the public may know it; see ``engine.aces.view``."""
        return view(self, viewer)


@lru_cache(maxsize=1 << 12)
def _open_strength(ranks: tuple[int, ...], rules: AcesOptions) -> int:
    """Open hands by their ranks alone, since suits do not count (A2.2): any different ones will do."""
    return open_rank([card(rank, suit) for suit, rank in enumerate(ranks)], rules)


@lru_cache(maxsize=1 << 10)
def _choices(level: int, to_call: int, limit: int, raises: int) -> tuple[Choice, ...]:
    """What may be done facing ``to_call`` chips (rules A1.2, A2.5)."""
    if not level:
        return (_CHECK, Choice("bet", limit, limit))
    call = Choice("call", to_call, to_call)
    if raises == RAISES_MOST:
        return (_FOLD, call)
    return (_FOLD, call, Choice("raise", to_call + limit, to_call + limit))


def _next_live(players: tuple[Player, ...], place: int) -> int:
    """The place of the next player still in (P1)."""
    while True:
        place = (place + 1) % len(players)
        if players[place].live:
            return place


def _turn(players: tuple[Player, ...], betting: Betting, actions: tuple[Action, ...]) -> Turn:
    player = players[betting.place]
    return Turn(len(actions) + 1, BET, (player.seat,), betting.level - player.bet)


def middle(players: tuple[Player, ...]) -> int:
    """The chips that are in the pot."""
    return sum([p.paid for p in players])


def _begin_round(hand: AcesHand, number: int, events: list[Event]) -> Step:
    """Deal the street, find the opener (A2.1, A2.2)."""
    before, rules = hand.players, hand.rules
    live = [i for i, p in enumerate(before) if p.live]
    fallen, top = deal_street(number - 1, live, hand.decks[0], hand.dealt)
    received: list[tuple[Card, ...]] = [()] * len(before)
    for place, c, is_open in fallen:
        received[place] += (c,)
        seat = before[place].seat
        if is_open:
            if c == HIDDEN:
                raise InputError("card_hidden", f"an open card of seat {seat} is hidden", seat=seat)
            events.append(Event("open_card", seat, cards=(c,)))
        else:
            events.append(Event("hidden_card", seat, cards=(c,), audience=before[place].alone))
    players = tuple([p.receives(cards) for p, cards in zip(before, received, strict=True)])
    strengths = [
        _open_strength(tuple(sorted(map(rank_of, open_cards(players[i].cards)))), rules) for i in live
    ]
    opener = live[strengths.index(max(strengths))]  # of equal ones the first in play order
    events.append(Event("round", players[opener].seat, number))
    limit = LIMIT_UNITS[number - 1] * rules.unit
    betting = Betting(number, limit, opener, len(live), opener, len(live))
    turn = _turn(players, betting, hand.actions)
    dealt = AcesHand(hand.setup, players, hand.total, hand.decks, hand.actions, top, betting, turn)
    return _checked(dealt, events)


def _showdown(hand: AcesHand, first: int, events: list[Event]) -> Step:
    """Open every hand still in, from the last aggressor or else the opener of round 4 (A2.8)."""
    players = hand.players
    opened = [p for p in (*players[first:], *players[:first]) if p.live]
    events += [_opened(p) for p in opened]
    return _pay_out(hand, tuple(p.seat for p in opened), events)


def _opened(player: Player) -> Event:
    return Event("opened", player.seat, cards=player.cards)


def _pay_out(hand: AcesHand, opened: tuple[Seat, ...], events: list[Event]) -> Step:
    """The one pot to the best of those still in; equal hands split it (A4.3, P2)."""
    live = [p for p in hand.players if p.live]
    rules = hand.rules

    def best(contestants: tuple[Seat, ...]) -> tuple[Seat, ...]:
        strengths = {p.seat: strength(p.cards, rules) for p in live}
        top = max(strengths.values())
        return tuple(seat for seat in contestants if strengths[seat] == top)

    pots = settle((Stake(middle(hand.players), tuple(p.seat for p in live)),), best)
    won = dict(pots[0].shares)
    stacks = {p.seat: p.stack + won.get(p.seat, 0) for p in hand.players}
    after = tuple((s.seat, stacks.get(s.seat, s.stack)) for s in hand.setup.seats)
    events += payout(pots)
    return _checked(replace(hand, ended=Result(pots, opened, after)), events, hand.players)


def _checked(hand: AcesHand, events: list[Event], before: tuple[Player, ...] | None = None) -> Step:
    """The step, after asserting what must hold after every one.

    ``before``: the players when every card was last found in its one place and none was dealt since.
    """
    players, ended = hand.players, hand.ended
    if ended:
        after = dict(ended.stacks_after)
        assert_chips(hand.total, [after[p.seat] for p in players], 0)
    else:
        assert_chips(hand.total, [p.stack for p in players], middle(players))
    cards = [p.cards for p in players]
    if before is None:
        assert_cards(cards, hand.decks[0], hand.dealt)
    else:
        assert cards == [p.cards for p in before], "an action moved a card"
    assert (hand.awaited is None) == (ended is not None), "nobody to act and the hand not over"
    assert hand.betting is None or players[hand.betting.place].live, "a folded player is on turn"
    return Step(hand, tuple(events))


def start(setup: Setup, order: tuple[Seat, ...]) -> AcesHand:
    """A hand before its deal; ``order`` is the play order of the seats dealt in."""
    stacks = {s.seat: s.stack for s in setup.seats}
    players = tuple(Player(seat, frozenset((seat,)), stacks[seat]) for seat in order)
    return AcesHand(setup, players, sum(p.stack for p in players))
