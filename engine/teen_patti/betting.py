"""A hand of Teen Patti: the deal, turns that go round, and what follows every action (rules C1 to C6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.cards import JOKER, PACK_52, Card, check_pack
from engine.errors import IllegalAction, InputError
from engine.game import ANSWER, BET, Action, Choice, Event, Hand, Result, Seat, Setup, Step, Turn, View
from engine.invariants import assert_cards, assert_chips
from engine.payments import Payments
from engine.teen_patti import state
from engine.teen_patti.choices import choices, cost, reason
from engine.teen_patti.ending import leave_one, open_all
from engine.teen_patti.options import TeenPattiOptions
from engine.teen_patti.ranking import HAND_CARDS
from engine.teen_patti.seating import seed
from engine.teen_patti.side_show import asked_by, cannot_refuse, compared
from engine.teen_patti.state import Offer, Player
from engine.teen_patti.view import view

_PACKS: Final = tuple((*PACK_52, *(JOKER,) * jokers) for jokers in range(3))
_NOTHING_PAID: Final = Payments()
PLAYERS_MOST: Final = 10
assert len(PACK_52) >= PLAYERS_MOST * HAND_CARDS


def pack_of(options: TeenPattiOptions) -> tuple[Card, ...]:
    """The 52 and the jokers (C1.1)."""
    return _PACKS[options.jokers]


@dataclass(frozen=True, slots=True, repr=False)
class TeenPattiHand(Hand):
    """``players`` stand in play order, and places count in it. A hand starts without a deck."""

    setup: Setup
    players: tuple[Player, ...]
    total: int  # chips of the players before the boot
    decks: tuple[tuple[Card, ...], ...] = ()
    actions: tuple[Action, ...] = ()
    phase: str = state.DEAL
    payments: Payments = _NOTHING_PAID
    stake: int = 0  # what a player who has seen pays at least: S (C2)
    first: int = 0  # the place that had the first turn
    place: int = 0  # whose turn it is; at a side show the asker
    circle: int = 0
    turn_pot: int = 0  # the pot when the turn began
    offers: tuple[Offer, ...] = ()  # the last one is the one that awaits an answer
    ended: Result | None = None

    @property
    def rules(self) -> TeenPattiOptions:
        """The options by their own type."""
        assert isinstance(self.setup.options, TeenPattiOptions)
        return self.setup.options

    @property
    def deck_needed(self) -> int | None:
        """Deck 0 before the deal, no other."""
        return None if self.decks else 0

    @property
    def turn(self) -> Turn | None:
        """A player's turn, or his answer to a side show."""
        seat = self.awaited
        if seat is None:
            return None
        number = len(self.actions) + 1
        if self.phase == state.ANSWER:
            return Turn(number, ANSWER, (seat,), asker=self.offers[-1].asker)
        player = self.on_turn
        if self.blind_turns_left(player) == 0:
            player = player._replace(seen=True)  # he can stay only if he sees (C2.5)
        return Turn(number, BET, (seat,), min(cost(self, player), player.stack))

    @property
    def result(self) -> Result | None:
        """How it ended."""
        return self.ended

    @property
    def awaited(self) -> Seat | None:
        """The seat that must decide."""
        if self.phase in (state.DEAL, state.OVER):
            return None
        return self.offers[-1].asked if self.phase == state.ANSWER else self.on_turn.seat

    @property
    def on_turn(self) -> Player:
        """Whose turn it is; at a side show the asker."""
        return self.players[self.place]

    @property
    def forced(self) -> bool:
        """The offer that awaits an answer cannot be refused (C4.2)."""
        return cannot_refuse(self.rules.third_offer, self.offers[:-1], self.offers[-1])

    def player(self, seat: Seat) -> Player:
        """That seat's player; it must be dealt in."""
        return next(p for p in self.players if p.seat == seat)

    def blind_turns_left(self, player: Player) -> int | None:
        """Blind payments that he may still make, None where they are not limited (C2.5)."""
        most = self.rules.blind_turns_max
        return most - player.blind_turns if most else None

    def asked(self) -> tuple[tuple[int, int], ...]:
        """What the only one who can still pay lacks to all-in hands, by circle (B7.4)."""
        able = next((p.seat for p in self.players if p.able), None)
        if able is None:
            return ()
        return self.payments.asked(able, [p.seat for p in self.players if p.live and not p.able], 0)

    def options(self, seat: Seat) -> tuple[Choice, ...]:
        """See ``engine.teen_patti.choices``."""
        return choices(self) if seat == self.awaited else ()

    def deal(self, deck: tuple[Card, ...]) -> Step:
        """The boot or the posts, then three closed cards each, which nobody has seen (C1.2 to C1.4)."""
        if self.decks:
            raise InputError("deck_not_needed", "the hand needs no further deck")
        check_pack(deck, pack_of(self.rules))
        events: list[Event] = []
        hand = _seeded(self, events)
        events.append(Event("deck", amount=0))
        count, unseen = len(self.players), frozenset[Seat]()
        for i, c in enumerate(deck[: count * HAND_CARDS]):
            events.append(Event("hidden_card", self.players[i % count].seat, cards=(c,), audience=unseen))
        players = tuple(
            [p._replace(cards=deck[i : count * HAND_CARDS : count]) for i, p in enumerate(hand.players)]
        )
        hand = replace(hand, players=players, decks=(deck,), stake=self.rules.minimum_bet)
        return _checked(_go_on(hand, events), events)

    def act(self, action: Action) -> Step:
        """Carry out an action and what follows from it, up to the next decision."""
        self.verify(action)
        target = self.players[asked_by(self, self.place)].seat if action.verb == "side_show" else None
        events = [Event("action", action.seat, action.amount, action.verb, target)]
        return _checked(_after(self, action, events), events)

    def silence(self, seat: Seat) -> Action:
        """Pack; to a side show: no, where that is allowed (P3, C4.2)."""
        assert seat == self.awaited
        if self.phase == state.ANSWER:
            return Action(seat, "accept" if self.forced else "refuse")
        return Action(seat, "pack")

    def show(self, seat: Seat) -> Step:
        """The last one left took the pot unseen; he may show."""
        ended = self.ended
        if ended is None or ended.opened or ended.pots[0].winners != (seat,):
            raise IllegalAction("show_not_offered", f"seat {seat} has nothing to show now")
        shown = replace(self, ended=replace(ended, opened=(seat,)))
        return Step(shown, (Event("opened", seat, cards=self.player(seat).cards),))

    def why_not(self, action: Action) -> IllegalAction:
        """Codes: see ``engine.teen_patti.choices.reason``, else as every game."""
        found = reason(self, action)
        return IllegalAction(*found, verb=action.verb) if found else Hand.why_not(self, action)

    def view(self, viewer: Seat | None) -> View:
        """The hand as that seat or the public may know it; see ``engine.teen_patti.view``."""
        return view(self, viewer)

    def having(self, *changed: Player) -> tuple[Player, ...]:
        """All players, these in their former states' places."""
        by_seat = {p.seat: p for p in changed}
        return tuple([by_seat.get(p.seat, p) for p in self.players])


def start(setup: Setup, order: tuple[Seat, ...]) -> TeenPattiHand:
    """A hand before its deal; ``order`` is the play order of the seats dealt in."""
    stacks = {s.seat: s.stack for s in setup.seats}
    players = tuple(Player(seat, frozenset((seat,)), stacks[seat]) for seat in order)
    return TeenPattiHand(setup, players, sum(p.stack for p in players))


def _seeded(hand: TeenPattiHand, events: list[Event]) -> TeenPattiHand:
    """Boot and posts are a circle of their own before the first (C1.3, B7.2)."""
    players, payments = list(hand.players), hand.payments
    sown = seed(hand.rules, [p.stack for p in players])
    for place, chips in sown.paid:
        events.append(Event(sown.kind, players[place].seat, chips))
        players[place] = players[place].pays(chips, turns=0)
    for place, chips in sown.counted:
        payments = payments.forced(players[place].seat, chips, 0)
    for p in players:
        if not p.stack:
            payments = payments.all_in(p.seat, 0)
    before_first = (sown.first - 1) % len(players)
    return replace(hand, players=tuple(players), payments=payments, first=sown.first, place=before_first)


def _after(hand: TeenPattiHand, action: Action, events: list[Event]) -> TeenPattiHand:
    """The hand after an action that is legal."""
    phase, verb, chips = hand.phase, action.verb, action.amount
    player = hand.player(action.seat)._replace(last_verb=verb)
    actions = (*hand.actions, action)
    if verb == "see":
        events.append(Event("hidden_card", player.seat, cards=player.cards, audience=player.alone))
        return replace(hand, players=hand.having(player._replace(seen=True)), actions=actions)
    if verb == "pack":
        players = hand.having(player._replace(live=False))
        return _go_on(replace(hand, players=players, actions=actions), events)
    if verb == "accept":
        players = _compared(hand, player, action, events)
        return _go_on(replace(hand, players=players, actions=actions), events)
    if verb == "refuse":
        again = hand.rules.refused == "bet_again" and hand.on_turn.able
        refused = replace(hand, players=hand.having(player), actions=actions)
        return replace(refused, phase=state.AGAIN) if again else _go_on(refused, events)
    stake = hand.stake
    if verb == "play" and phase != state.ASKED:
        stake = max(stake, chips * player.weight)  # less than the price leaves it as it was (C2.1, B7.1)
    payments, players = _paid(hand, player, chips), hand.having(player.pays(chips))
    hand = replace(hand, players=players, actions=actions, payments=payments, stake=stake)
    if verb == "show" or phase == state.ASKED:
        return open_all(hand, events, asker=player.seat if verb == "show" else None)
    if verb == "side_show":
        offer = Offer(player.seat, hand.players[asked_by(hand, hand.place)].seat, hand.circle)
        return replace(hand, phase=state.ANSWER, offers=(*hand.offers, offer))
    return _go_on(hand, events)


def _paid(hand: TeenPattiHand, player: Player, chips: int) -> Payments:
    """The payments after one more on a turn; who is asked by B7.4 pays into the circles where he lacks."""
    if hand.phase == state.ASKED:
        return hand.payments.paid_asked(player.seat, chips, hand.asked(), hand.circle, player.weight)
    payments = hand.payments.paid(player.seat, chips, hand.circle, player.weight)
    return payments.all_in(player.seat, 0) if chips == player.stack else payments


def _compared(hand: TeenPattiHand, asked: Player, action: Action, events: list[Event]) -> tuple[Player, ...]:
    """The two see both hands and the lower one packs at once (C4.3)."""
    asker = hand.on_turn
    lower = compared(hand, asker, asked, action)
    both = frozenset((asker.seat, asked.seat))
    events += [Event("looked", p.seat, cards=p.cards, audience=both) for p in (asker, asked)]
    events.append(Event("dropped", lower))
    return hand.having(
        *(p._replace(knows=p.knows | (both - p.alone), live=p.seat != lower) for p in (asker, asked))
    )


def _go_on(hand: TeenPattiHand, events: list[Event]) -> TeenPattiHand:
    """Right after an action and after the boot: the end, an opening, or the next turn (C2.4, C2.5, B7.4)."""
    players, circle = hand.players, hand.circle
    able = [i for i, p in enumerate(players) if p.live and p.stack]
    if sum([p.live for p in players]) == 1:
        return leave_one(hand, events)
    if len(able) <= 1:
        if not hand.asked():
            return open_all(hand, events)
        events.append(Event("asked", players[able[0]].seat))
        return replace(hand, phase=state.ASKED, place=able[0])
    count = len(players)
    behind = (hand.place - hand.first) % count  # the circle runs from ``first`` round to it
    place = min(able, key=lambda i: (i - hand.place - 1) % count)
    if (place - hand.first) % count <= behind:
        if circle == hand.rules.circles_max:
            return open_all(hand, events)
        players, circle = tuple([p.begins_circle() for p in players]), circle + 1
        events.append(Event("round", players[place].seat, circle))
    return replace(
        hand,
        players=players,
        circle=circle,
        phase=state.BET,
        place=place,
        turn_pot=hand.payments.total,
    )


def _checked(hand: TeenPattiHand, events: list[Event]) -> Step:
    """The step, after asserting what must hold after every one."""
    players, ended = hand.players, hand.ended
    if ended is None:
        assert_chips(hand.total, [p.stack for p in players], hand.payments.total)
    else:
        after = dict(ended.stacks_after)
        assert_chips(hand.total, [after[p.seat] for p in players], 0)
    assert_cards([p.cards for p in players], hand.decks[0], HAND_CARDS * len(players))
    assert (hand.phase == state.OVER) == (ended is not None), "nobody to act and the hand not over"
    seat = hand.awaited
    assert seat is None or hand.player(seat).able, "a seat on turn cannot act"
    assert hand.stake % 2 == 0, "the stake is odd"
    return Step(hand, tuple(events))
