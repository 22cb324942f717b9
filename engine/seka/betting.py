"""A hand of Seka: the deal, turns that go round, and what follows every action (rules B3 to B7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import Card, check_pack
from engine.errors import IllegalAction, InputError
from engine.game import BET, OFFER, Action, Choice, Event, Hand, Result, Seat, Setup, Step, Turn, View
from engine.invariants import assert_cards, assert_chips
from engine.seka import state as awaiting
from engine.seka.choices import awaited, choices, in_time
from engine.seka.deal import HAND_CARDS, deal_hands, pack_with
from engine.seka.look import look
from engine.seka.options import SekaOptions
from engine.seka.state import SEEN, Player, State
from engine.seka.svara import answer, leave_one, open_all, replay_pot, shown
from engine.seka.view import view


@dataclass(frozen=True, slots=True, repr=False)
class SekaHand(Hand):
    """A hand starts without decks and asks for deck 0."""

    setup: Setup
    state: State
    decks: tuple[tuple[Card, ...], ...] = ()
    actions: tuple[Action, ...] = ()

    @property
    def deck_needed(self) -> int | None:
        """A deck for the deal, for each svara and for each replay of a pot (P6)."""
        return len(self.decks) if self.state.awaits in (awaiting.DEAL, awaiting.REPLAY) else None

    @property
    def turn(self) -> Turn | None:
        """A turn of one seat, or an offer to all who may join a svara."""
        state, seats = self.state, awaited(self.state)
        if not seats:
            return None
        if state.awaits == awaiting.OFFER:
            return Turn(state.number, OFFER, seats, state.join_price)
        price = next(c.least for c in self.options(seats[0]) if c.verb == "pay")
        return Turn(state.number, BET, seats, price)

    @property
    def result(self) -> Result | None:
        """How it ended."""
        return self.state.result

    def options(self, seat: Seat) -> tuple[Choice, ...]:
        """See ``engine.seka.choices``."""
        return choices(self.state, seat)

    def deal(self, deck: tuple[Card, ...]) -> Step:
        """Antes and cards, the cards of a svara, or those of a tied pot."""
        state = self.state
        if self.deck_needed is None:
            raise InputError("deck_not_needed", "the hand needs no further deck")
        check_pack(deck, pack_with(state.rules.jokers))
        events: list[Event] = []
        if state.awaits == awaiting.REPLAY:
            state = replay_pot(state, deck, events)
        else:
            state = _dealt(state if self.decks else _antes(state, events), deck, events)
        return self._checked(state, (*self.decks, deck), self.actions, events)

    def act(self, action: Action) -> Step:
        """Carry out an action and what follows from it, up to the next decision or deck."""
        self.verify(action)
        events = [Event("action", action.seat, action.amount, action.verb, action.target)]
        state = _after(self.state, action, events)
        return self._checked(state, self.decks, (*self.actions, action), events)

    def silence(self, seat: Seat) -> Action:
        """Pass; to an offer: no (P3)."""
        assert seat in awaited(self.state)
        return Action(seat, "decline" if self.state.awaits == awaiting.OFFER else "pass")

    def show(self, seat: Seat) -> Step:
        """The last one left may show (B3.5)."""
        ended = self.result
        if ended is None or ended.opened or ended.pots[0].winners != (seat,):
            raise IllegalAction("show_not_offered", f"seat {seat} has nothing to show now")
        player = self.state.player(seat)
        return Step(
            replace(self, state=shown(self.state, player)), (Event("opened", seat, cards=player.cards),)
        )

    def view(self, viewer: Seat | None) -> View:
        """The hand as that seat or the public may know it; see ``engine.seka.view``."""
        return view(self, viewer)

    def why_not(self, action: Action) -> IllegalAction:
        """Codes: ``see_first too_early two_left three_left looks_off look_too_dear seen_already``, else as
        every game.
        """
        reason = _why_not(self.state, action)
        return IllegalAction(*reason, verb=action.verb) if reason else Hand.why_not(self, action)

    def _checked(
        self,
        state: State,
        decks: tuple[tuple[Card, ...], ...],
        actions: tuple[Action, ...],
        events: list[Event],
    ) -> Step:
        """The step, after asserting what must hold after every one."""
        total = sum([s.stack for s in self.setup.seats])
        if state.result is None:
            assert_chips(total, [p.stack for p in state.players], state.payments.total)
        else:
            assert_chips(total, [chips for _, chips in state.result.stacks_after], 0)
        assert state.decks == len(decks)
        held = [p.cards for p in state.players if p.cards and p.deck == len(decks) - 1]
        assert_cards(held, decks[-1], HAND_CARDS * len(held))
        waits = (bool(awaited(state)), state.awaits in (awaiting.DEAL, awaiting.REPLAY))
        assert sum((*waits, state.result is not None)) == 1, "nobody to act and the hand not over"
        assert all(p.able for p in map(state.player, state.queue)), "a seat on turn cannot act"
        return Step(SekaHand(self.setup, state, decks, actions), tuple(events))


def start(setup: Setup, order: tuple[Seat, ...], dealt_in: tuple[Seat, ...]) -> SekaHand:
    """A hand before its deal; ``order`` is the play order of all seats of the table."""
    assert isinstance(setup.options, SekaOptions)
    stacks = {s.seat: s.stack for s in setup.seats}
    players = tuple(
        Player(seat, stacks[seat], dealt=seat in dealt_in, live=seat in dealt_in) for seat in order
    )
    return SekaHand(setup, State(setup.options, players))


def _antes(state: State, events: list[Event]) -> State:
    """Each antes; antes are a circle of their own before the first (B3.1, B7.2)."""
    payments, ante = state.payments, state.rules.ante
    for p in state.live:
        payments = payments.forced(p.seat, ante, 0)
        events.append(Event("ante", p.seat, ante))
    return replace(state.having(*(p.pays(ante) for p in state.live)), payments=payments)


def _dealt(state: State, deck: tuple[Card, ...], events: list[Event]) -> State:
    """Three closed cards each; only the next after the dealer may leave his unseen (B4.1, B4.4)."""
    live = state.live
    hands = deal_hands(deck, len(live))
    dark = live[0].seat if state.rules.dark and live[0].able else None
    fresh = frozenset(p.seat for p in live)
    events.append(Event("deck", amount=state.decks))
    for i in range(HAND_CARDS):
        for p, cards in zip(live, hands, strict=True):
            audience = frozenset[Seat]() if p.seat == dark else frozenset({p.seat})
            events.append(Event("hidden_card", p.seat, cards=(cards[i],), audience=audience))
    cards_of = dict(zip([p.seat for p in live], hands, strict=True))
    players = tuple(
        replace(
            p,
            knows=p.knows - fresh,  # what was known of cards that are gone
            cards=cards_of.get(p.seat, p.cards),
            deck=state.decks if p.live else p.deck,
            seen=p.seat != dark if p.live else p.seen,
            opened=p.opened and not p.live,
            bet=0,
            last_verb="",
        )
        for p in state.players
    )
    after = replace(state, players=players, decks=state.decks + 1, circle=0, queue=(), price=state.rules.ante)
    return _go_on(after, events)


def _after(state: State, action: Action, events: list[Event]) -> State:
    """The state after an action that is legal."""
    if state.awaits == awaiting.OFFER:
        return answer(state, action.seat, action.verb == "join")
    state = replace(state, number=state.number + 1)
    player = state.player(action.seat)
    if action.verb == "see":
        audience = frozenset({action.seat})
        events.append(Event("hidden_card", action.seat, cards=player.cards, audience=audience))
        return state.having(replace(player, seen=True, last_verb="see"))
    if action.verb == "pass":
        passed = replace(player, live=False, last_verb="pass")
        return _go_on(replace(state.having(passed), queue=state.queue[1:]), events)
    if state.awaits == awaiting.ASK:
        return _paid_asked(state, player, action, events)
    state = _paid(state, player, action)
    if action.verb == "open":
        return open_all(state, events, action.seat)
    if action.verb == "look":
        state = look(state, action, events)
    return _go_on(replace(state, queue=state.queue[1:]), events)


def _paid(state: State, player: Player, action: Action) -> State:
    """A payment on a turn, and the price that it leaves (B3.2, B4.1, B7.1)."""
    weight = player.weight
    payments = state.payments.paid(player.seat, action.amount, state.circle_number, weight)
    player = player.pays(action.amount, action.verb)
    if not player.stack:
        payments = payments.all_in(player.seat, state.deal_circle)
    worth = action.amount * weight
    return replace(state.having(player), payments=payments, price=max(state.price, worth))


def _paid_asked(state: State, player: Player, action: Action, events: list[Event]) -> State:
    """He has paid what he lacked: all hands still in are opened (B7.4)."""
    payments = state.payments.paid_asked(
        player.seat, action.amount, state.asked(), state.circle_number, player.weight
    )
    paid = replace(state.having(player.pays(action.amount, "pay")), payments=payments)
    return open_all(paid, events)


def _go_on(state: State, events: list[Event]) -> State:
    """Right after an action and after the deal: the end, an opening, a new circle, or the next turn."""
    live, able = state.live, state.able
    if len(live) == 1:
        return leave_one(state, events)
    if len(able) <= 1:
        return _last_able(state, able, events)
    queue = tuple([seat for seat in state.queue if state.player(seat).able])
    if not queue:
        if state.circle == state.rules.circles_max:
            return open_all(state, events)
        state = replace(state, circle=state.circle + 1, players=tuple(map(_circle_begins, state.players)))
        queue = tuple([p.seat for p in able])
        events.append(Event("round", queue[0], state.circle))
    return replace(state, queue=queue, awaits=awaiting.TURN)


def _circle_begins(player: Player) -> Player:
    return replace(player, bet=0, last_verb="") if player.bet or player.last_verb else player


def _last_able(state: State, able: tuple[Player, ...], events: list[Event]) -> State:
    """At most one can still pay: all hands are opened, but he is asked first for what he lacks (B7.4)."""
    if not able or not state.asked():
        return open_all(state, events)
    events.append(Event("asked", able[0].seat))
    return replace(state, awaits=awaiting.ASK, queue=(able[0].seat,))


def _why_not(state: State, action: Action) -> tuple[str, str] | None:
    """Code and text why a verb that there is in Seka is not offered on a turn."""
    if state.awaits != awaiting.TURN:
        return None
    player, able = state.player(action.seat), len(state.able)
    if action.verb == "see" and player.weight == SEEN:
        return "seen_already", "he has seen his cards"
    if action.verb not in ("look", "open"):
        return None
    if not player.seen:
        return "see_first", f"{action.verb} is only for who has seen his cards: see them first"
    if not in_time(state):
        return "too_early", f"{action.verb} is possible from the second circle on"
    if action.verb == "open":
        return "three_left", f"only one of two can open, {able} can still pay"
    if able == 2:
        return "two_left", "only two can still pay: open instead of looking"
    if not state.rules.look:
        return "looks_off", "this table plays without looks"
    return "look_too_dear", f"a look costs {state.price}, his stack is {player.stack}"
