"""A small game that uses everything a hand may need and that Aces does not; tests play it everywhere.

T1 Everybody antes ``ante`` and gets one closed card; only its rank counts, ace high. First turn: next after
   the dealer. Nobody has seen his card.
T2 On turn: ``see`` (the turn stays), ``pay`` from the price to twice the price, dark half of each, rounded
   up; ``side_show``; ``open``; ``pass``. Payments are not equalised; who has less than the price pays all he
   has. Twice a dark payment is the price for the others.
T3 Who has seen asks the previous player who can still pay for a ``side_show`` at the price, while three or
   more can pay: ``accept`` shows both cards to the two and drops the lower one, of equals the asker.
T4 All hands are opened when one of the last two who can pay opens at the price, when at most one can pay,
   and after ``circles_max`` circles.
T5 A tie of the best, nobody being all-in: the others may ``join`` for half of the pot, all at once; then the
   tied and the joiners get new cards from a further deck and play on. A second tie is split.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.cards import HIDDEN, PACK_52, Card, check_pack, rank_of
from engine.errors import IllegalAction, InputError
from engine.game import (
    ANSWER,
    BET,
    OFFER,
    Action,
    Choice,
    Event,
    Game,
    Hand,
    Ranked,
    Result,
    Seat,
    SeatStart,
    SeatView,
    Setup,
    Step,
    Turn,
    View,
)
from engine.invariants import assert_cards, assert_chips
from engine.options import Options, whole
from engine.pots import Claim, Payment, Stake, all_in_claim, payout, settle, stakes
from engine.seating import check_setup, dealer_clockwise, play_order


@dataclass(frozen=True)
class ToyOptions(Options):
    """``ante`` in chips."""

    game: ClassVar[str] = "toy"
    ante: int = whole("T1", 2, 1, 1000)
    circles_max: int = whole("T4", 3, 1, 10)


@dataclass(frozen=True, slots=True)
class Player:
    """``knows`` are the seats whose cards he may see; ``deal`` is the deck that his card came from."""

    seat: Seat
    stack: int
    cards: tuple[Card, ...] = ()
    deal: int = 0
    live: bool = True
    opened: bool = False
    knows: frozenset[Seat] = frozenset()
    verb: str = ""

    @property
    def seen(self) -> bool:
        """He has looked at his own card."""
        return self.seat in self.knows

    @property
    def able(self) -> bool:
        """He is still in and can still pay."""
        return self.live and self.stack > 0


def rank(cards: tuple[Card, ...], options: Options) -> Ranked:
    """The rank of the one card."""
    return Ranked("high_card", rank_of(cards[0]), cards)


@dataclass(frozen=True, slots=True)
class ToyHand(Hand):
    """``players`` in play order; ``queue`` the places that still have their turn in this circle."""

    setup: Setup
    players: tuple[Player, ...]
    decks: tuple[tuple[Card, ...], ...] = ()
    actions: tuple[Action, ...] = ()
    payments: tuple[Payment, ...] = ()
    number: int = 1
    phase: str = "deal"  # or "bet", "answer", "offer", "over"
    queue: tuple[int, ...] = ()
    circle: int = 0
    circle_last: int = 0
    price: int = 0
    awaited: tuple[Seat, ...] = ()
    ended: Result | None = None

    @property
    def rules(self) -> ToyOptions:
        """The options by their own type."""
        assert isinstance(self.setup.options, ToyOptions)
        return self.setup.options

    @property
    def deck_needed(self) -> int | None:
        """Deck 0 at the start, deck 1 after a tie (T5)."""
        return len(self.decks) if self.phase == "deal" else None

    @property
    def turn(self) -> Turn | None:
        """A bet, an answer to a side show, or an open offer to several."""
        if not self.awaited:
            return None
        if self.phase == "answer":
            return Turn(self.number, ANSWER, self.awaited, asker=self.players[self.queue[0]].seat)
        if self.phase == "offer":
            return Turn(self.number, OFFER, self.awaited, self.price)
        return Turn(self.number, BET, self.awaited, self._price(self.player(self.awaited[0])))

    @property
    def result(self) -> Result | None:
        """How it ended."""
        return self.ended

    def player(self, seat: Seat) -> Player:
        """That seat's player."""
        return next(p for p in self.players if p.seat == seat)

    def _with(self, *changed: Player) -> ToyHand:
        by_seat = {p.seat: p for p in changed}
        return replace(self, players=tuple(by_seat.get(p.seat, p) for p in self.players))

    def _pay(self, seat: Seat, chips: int, circle: int, weight: int = 1) -> ToyHand:
        player = self.player(seat)
        paid = self._with(replace(player, stack=player.stack - chips))
        return replace(paid, payments=(*self.payments, Payment(seat, chips, circle, weight)))

    def _price(self, player: Player) -> int:
        return self.price if player.seen else -(-self.price // 2)

    def _previous(self, seat: Seat) -> Player:
        able = [p for p in self.players if p.able or p.seat == seat]
        return able[[p.seat for p in able].index(seat) - 1]

    def options(self, seat: Seat) -> tuple[Choice, ...]:
        """What T2, T3 and T5 allow."""
        if seat not in self.awaited:
            return ()
        if self.phase == "answer":
            return Choice("accept"), Choice("refuse")
        if self.phase == "offer":
            return Choice("join", self.price, self.price), Choice("decline")
        player, able = self.player(seat), sum(p.able for p in self.players)
        price = self._price(player)
        least, most = min(price, player.stack), min(2 * price, player.stack)
        choices = [Choice("pay", least, most), Choice("pass")]
        if not player.seen:
            return Choice("see", binds_to="seen_price"), *choices
        if able == 2 and player.stack >= price:
            choices.append(Choice("open", price, price))
        elif able > 2 and player.stack >= price:
            choices.append(Choice("side_show", price, price, targets=(self._previous(seat).seat,)))
        return tuple(choices)

    def silence(self, seat: Seat) -> Action:
        """Pass; to a question or an offer: no (P3)."""
        return Action(seat, {"answer": "refuse", "offer": "decline"}.get(self.phase, "pass"))

    def deal(self, deck: tuple[Card, ...]) -> Step:
        """A card to everybody who is in; at first the antes (T1, T5)."""
        if self.phase != "deal":
            raise InputError("deck_not_needed", "the hand needs no further deck")
        check_pack(deck, PACK_52)
        k, hand, events, top = len(self.decks), self, [Event("deck", amount=len(self.decks))], iter(deck)
        for p in self.players if k == 0 else ():
            hand = hand._pay(p.seat, self.rules.ante, 0)
            events.append(Event("ante", p.seat, self.rules.ante))
        fresh = frozenset(p.seat for p in hand.players if p.live)
        for p in hand.players:
            knows = p.knows - fresh  # what was known of cards that are gone
            hand = hand._with(replace(p, knows=knows))
            if p.live:
                cards = (next(top),)
                hand = hand._with(Player(p.seat, p.stack, cards, k, knows=knows))
                events.append(Event("hidden_card", p.seat, audience=frozenset(), cards=cards))
        last = hand.circle + hand.rules.circles_max
        hand = replace(hand, decks=(*hand.decks, deck), circle_last=last, price=hand.rules.ante, queue=())
        return hand._next_turn(events)

    def act(self, action: Action) -> Step:
        """One decision and what follows."""
        self.verify(action)
        player = self.player(action.seat)
        weight = 1 if player.seen or self.phase == "offer" else 2
        hand = self._with(replace(player, verb=action.verb))
        hand = replace(hand, actions=(*self.actions, action), number=self.number + (self.phase != "offer"))
        if action.amount:
            hand = hand._pay(action.seat, action.amount, self.circle, weight)
        player = hand.player(action.seat)
        events = [Event("action", action.seat, action.amount, action.verb, action.target)]
        if action.verb == "see":
            events.append(
                Event("hidden_card", player.seat, audience=frozenset({player.seat}), cards=player.cards)
            )
            return hand._with(replace(player, knows=player.knows | {player.seat}))._checked(events)
        if action.verb == "side_show":
            assert action.target is not None
            return replace(hand, phase="answer", awaited=(action.target,))._checked(events)
        if self.phase == "offer":
            return hand._answered_offer(action, events)
        if action.verb == "open":
            return hand._open(events)
        if action.verb == "accept":
            hand = hand._compare(self.players[self.queue[0]].seat, action.seat, events)
        elif action.verb == "pass":
            hand = hand._with(replace(player, live=False))
        elif action.verb == "pay":
            hand = replace(hand, price=max(hand.price, action.amount * weight))
        return replace(hand, queue=hand.queue[1:])._next_turn(events)

    def _compare(self, asker: Seat, asked: Seat, events: list[Event]) -> ToyHand:
        """The two see both cards; the lower one drops, of equals the asker (T3)."""
        a, b = self.player(asker), self.player(asked)
        both = frozenset({asker, asked})
        loser = b if rank_of(a.cards[0]) > rank_of(b.cards[0]) else a
        events += [Event("looked", p.seat, audience=both, cards=p.cards) for p in (a, b)]
        events.append(Event("dropped", loser.seat))
        return self._with(*(replace(p, knows=p.knows | both, live=p is not loser) for p in (a, b)))

    def _answered_offer(self, action: Action, events: list[Event]) -> Step:
        joined = action.verb == "join"
        hand = self._with(replace(self.player(action.seat), live=joined))
        awaited = tuple(seat for seat in self.awaited if seat != action.seat)
        if awaited:
            return replace(hand, awaited=awaited)._checked(events)
        return replace(hand, awaited=(), phase="deal", number=self.number + 1)._checked(events)

    def _next_turn(self, events: list[Event]) -> Step:
        if sum(p.live for p in self.players) == 1:
            return self._pay_out(events)
        if sum(p.able for p in self.players) <= 1:
            return self._open(events)
        hand = replace(self, queue=tuple(i for i in self.queue if self.players[i].able))
        if not hand.queue:
            if hand.circle == hand.circle_last:
                return hand._open(events)
            able = tuple(i for i, p in enumerate(hand.players) if p.able)
            hand = replace(hand, circle=hand.circle + 1, queue=able)
            events.append(Event("round", hand.players[able[0]].seat, hand.circle))
        awaited = (hand.players[hand.queue[0]].seat,)
        return replace(hand, phase="bet", awaited=awaited)._checked(events)

    def _open(self, events: list[Event]) -> Step:
        """Open all hands still in; a tie is played again once (T4, T5)."""
        live = [p for p in self.players if p.live]
        events += [Event("opened", p.seat, cards=p.cards) for p in live]
        hand = self._with(*(replace(p, opened=True) for p in live))
        tied = hand._best(p.seat for p in live)
        if len(tied) == 1 or len(self.decks) > 1 or not all(p.able for p in live):
            return hand._pay_out(events)
        hand = hand._with(*(replace(p, opened=True, live=p.seat in tied) for p in live))
        price = -(-sum(p.chips for p in hand.payments) // 2)
        asked = tuple(p.seat for p in hand.players if p.seat not in tied and p.stack >= price)
        phase = "offer" if asked else "deal"
        circle = hand.circle + 1  # the joiners' payments are a circle of their own
        return replace(hand, phase=phase, awaited=asked, price=price, circle=circle)._checked(events)

    def _best(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        ranks = {seat: rank_of(self.player(seat).cards[0]) for seat in seats}
        return tuple(seat for seat, r in ranks.items() if r == max(ranks.values()))

    def _stakes(self) -> tuple[Stake, ...]:
        live = [p for p in self.players if p.live]
        claims = [Claim(p.seat) if p.able else all_in_claim(p.seat, self.payments) for p in live]
        return stakes(self.payments, claims) if self.payments else ()

    def _pay_out(self, events: list[Event]) -> Step:
        pots = settle(self._stakes(), self._best)
        won = Result(pots, (), ()).won
        stacks = {p.seat: p.stack + won(p.seat) for p in self.players}
        after = tuple((s.seat, stacks.get(s.seat, s.stack)) for s in self.setup.seats)
        opened = tuple(p.seat for p in self.players if p.live and p.opened)
        hand = replace(self, phase="over", awaited=(), ended=Result(pots, opened, after))
        return hand._checked([*events, *payout(pots)])

    def _checked(self, events: list[Event]) -> Step:
        middle = sum(p.chips for p in self.payments)
        start = {s.seat: s.stack for s in self.setup.seats}
        assert_chips(sum(start[p.seat] for p in self.players), (p.stack for p in self.players), middle)
        assert self.ended is None or sum(start.values()) == sum(chips for _, chips in self.ended.stacks_after)
        for k, deck in enumerate(self.decks):
            held = [p.cards for p in self.players if p.deal == k]
            if k == len(self.decks) - 1:
                assert_cards(held, deck, len(held))
        assert sum((bool(self.awaited), self.phase == "deal", self.ended is not None)) == 1
        return Step(self, tuple(events))

    def show(self, seat: Seat) -> Step:
        """The last one left may show."""
        if self.ended is None or self.ended.opened or self.ended.pots[0].winners != (seat,):
            raise IllegalAction("show_not_offered", f"seat {seat} has nothing to show now")
        shown = replace(self.player(seat), opened=True)
        hand = replace(self._with(shown), ended=replace(self.ended, opened=(seat,)))
        return Step(hand, (Event("opened", seat, cards=shown.cards),))

    def view(self, viewer: Seat | None) -> View:
        """A seat's own card only once he has seen it; others' where a side show or an opening did."""
        knows = self.player(viewer).knows if viewer in [p.seat for p in self.players] and viewer else ()
        turn, at = self.turn, {p.seat: p for p in self.players}
        return View(
            game="toy",
            viewer=viewer,
            dealer=self.setup.dealer,
            deal=max(0, len(self.decks) - 1),
            round=self.circle,
            rounds=0,
            pots=() if self.ended else tuple(s.amount for s in self._stakes()),
            price=turn.price if turn else 0,
            common=(),
            order=tuple(at),
            seats=tuple(
                self._seat_view(at[s.seat], s.seat in knows)
                if s.seat in at
                else SeatView(s.seat, s.stack, "not_dealt")
                for s in self.setup.seats
            ),
            turn=turn,
            choices=tuple((s, self.options(s)) for s in self.awaited),
            facts=(("ante", self.rules.ante), ("circles_max", self.rules.circles_max)),
            result=self.ended,
        )

    def _seat_view(self, p: Player, known: bool) -> SeatView:
        known = known or p.opened
        stack = dict(self.ended.stacks_after)[p.seat] if self.ended else p.stack
        status = "folded" if not p.live else "in" if p.able or not self.decks else "all_in"
        own = [x for x in self.payments if x.seat == p.seat]
        return SeatView(
            p.seat,
            stack,
            status,
            p.cards if known else (HIDDEN,) * len(p.cards),
            opened=p.opened,
            bet=sum(x.chips for x in own if x.circle == self.circle),
            paid=sum(x.chips for x in own),
            sight="seen" if p.seen else "dark",
            ranked=rank(p.cards, self.rules) if known and p.cards else None,
            last_verb=p.verb,
        )


def _ante(options: Options) -> int:
    assert isinstance(options, ToyOptions)
    return options.ante


def _start(setup: Setup) -> ToyHand:
    order = play_order(check_setup(setup, TOY), setup.dealer)
    stacks = {s.seat: s.stack for s in setup.seats}
    return ToyHand(setup, tuple(Player(seat, stacks[seat]) for seat in order))


def _next_dealer(hand: Hand, seats: tuple[SeatStart, ...]) -> Seat:
    return dealer_clockwise(hand.setup.dealer, seats, _ante(hand.setup.options))


TOY: Final = Game(
    key="toy",
    classes=("high_card",),
    hand_cards=1,
    options_type=ToyOptions,
    seats_most=lambda options: 6,
    pack=lambda options: PACK_52,
    reserve=_ante,
    start=_start,
    rank=rank,
    compare=lambda a, b, options: rank_of(a[0]) - rank_of(b[0]),
    counts=lambda options: {"high_card": 52},
    next_dealer=_next_dealer,
    stake_option="ante",
)
