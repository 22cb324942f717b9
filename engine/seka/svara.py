"""Opening hands and what ties lead to: a svara, the replay of a pot, a split (rules B6, B7.5, B7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import HIDDEN, Card
from engine.errors import InputError
from engine.game import Event, Pot, Result, Seat
from engine.pots import payout, split
from engine.seka.deal import HAND_CARDS, deal_hands
from engine.seka.ranking import best, opened
from engine.seka.state import DEAL, OFFER, OVER, REPLAY, Player, Settling, State
from engine.seka.state import opened as opened_event


def open_all(state: State, events: list[Event], first: Seat | None = None) -> State:
    """Open every hand still in, from ``first`` on, and settle or go on with what is tied."""
    live = state.live
    at = next((i for i, p in enumerate(live) if p.seat == first), 0)
    showdown = (*live[at:], *live[:at])
    events += [opened_event(p) for p in showdown]
    made = opened([p.cards for p in live], state.rules)
    by_seat = dict(zip([p.seat for p in live], made, strict=True))

    def winners(contestants: tuple[Seat, ...]) -> tuple[Seat, ...]:
        places = best([by_seat[seat] for seat in contestants], state.rules)
        return tuple(contestants[i] for i in places)

    stakes = state.stakes()
    shown = replace(
        state.having(*(replace(p, opened=True) for p in live)),
        queue=(),
        showdown=tuple(p.seat for p in showdown),
        settling=tuple(Settling(s.amount, s.contestants, winners(s.contestants)) for s in stakes),
    )
    if all(p.able for p in live):
        (pot,) = shown.settling
        if len(pot.winners) > 1 and state.svaras < state.rules.svara_max:
            return _declare(replace(shown, settling=(), showdown=()), pot.winners, events)
        return _pay_out(shown, events)
    return _replay_or_pay_out(shown, events)


def _declare(state: State, tied: tuple[Seat, ...], events: list[Event]) -> State:
    """A svara: the tied stay in, the others may join where they can pay (B6.2, B6.3)."""
    price = state.rules.join_price(state.payments.total)
    everybody = state.rules.svara_join == "whole_table"
    nobody = state.rules.svara_join == "nobody"
    may_join = tuple(
        p.seat
        for p in state.players
        if p.seat not in tied and not nobody and (everybody or p.dealt) and p.stack >= price
    )
    first_circle = state.first_circle + state.circle + 1  # one circle between is that of the joiners
    declared = replace(
        state.having(*(replace(p, live=p.seat in tied, bet=0, last_verb="") for p in state.players)),
        svaras=state.svaras + 1,
        circle=0,
        first_circle=first_circle,
        deal_circle=first_circle,
        awaits=OFFER if may_join else DEAL,
        offered=may_join,
        join_price=price if may_join else 0,
    )
    events += [Event("svara", seat, amount=declared.join_price) for seat in tied]
    return declared


def answer(state: State, seat: Seat, joins: bool) -> State:
    """One answer to the offer; after the last one the svara is dealt (B6.3)."""
    player = state.player(seat)
    payments = state.payments
    if joins:
        payments = payments.paid(seat, state.join_price, state.first_circle - 1)
        player = replace(player.pays(state.join_price, "join"), live=True, dealt=True)
    else:
        player = replace(player, last_verb="decline")
    offered = tuple(s for s in state.offered if s != seat)
    answered = replace(state.having(player), payments=payments, offered=offered)
    if offered:
        return answered
    return replace(answered, awaits=DEAL, join_price=0, number=state.number + 1)


def leave_one(state: State, events: list[Event]) -> State:
    """All others have passed or dropped: the last one takes the pot unopened (B3.5)."""
    (last,) = state.live
    pot = Settling(state.payments.total, (last.seat,), (last.seat,))
    return _pay_out(replace(state, queue=(), settling=(pot,)), events)


def _replay_or_pay_out(state: State, events: list[Event]) -> State:
    pot = tied_pot(state)
    if pot is None:
        return _pay_out(state, events)
    events += [Event("replay", seat, amount=pot.amount) for seat in pot.winners]
    return replace(state, awaits=REPLAY)


def tied_pot(state: State) -> Settling | None:
    """The oldest pot that is tied and may be replayed (B7.6)."""
    most = state.rules.svara_max
    return next((pot for pot in state.settling if len(pot.winners) > 1 and pot.replays < most), None)


def replay_pot(state: State, deck: Sequence[Card], events: list[Event]) -> State:
    """Three new cards, shown at once, to the tied hands of a pot; other pots keep their result (B7.6)."""
    pot = tied_pot(state)
    assert pot is not None
    hands = deal_hands(deck, len(pot.winners))
    dealt = [
        replace(state.player(seat), cards=cards, deck=state.decks, seen=True)
        for seat, cards in zip(pot.winners, hands, strict=True)
    ]
    events.append(Event("deck", amount=state.decks))
    for i in range(HAND_CARDS):
        for p in dealt:
            if p.cards[i] == HIDDEN:
                raise InputError("card_hidden", f"an open card of seat {p.seat} is hidden", seat=p.seat)
            events.append(Event("open_card", p.seat, cards=(p.cards[i],)))
    events += [opened_event(p) for p in dealt]
    places = best(opened(hands, state.rules), state.rules)
    again = replace(pot, winners=tuple(pot.winners[i] for i in places), replays=pot.replays + 1)
    settling = tuple(again if one is pot else one for one in state.settling)
    after = replace(state.having(*dealt), settling=settling, decks=state.decks + 1)
    return _replay_or_pay_out(after, events)


def _pay_out(state: State, events: list[Event]) -> State:
    """Every pot to its best hands; what they still share is split (B7.5, P2)."""
    pots = tuple(
        Pot(one.amount, one.contestants, one.winners, split(one.amount, one.winners))
        for one in state.settling
    )
    events += payout(pots)
    won = Result(pots, (), ()).won
    after = tuple(sorted((p.seat, p.stack + won(p.seat)) for p in state.players))
    return replace(state, awaits=OVER, settling=(), result=Result(pots, state.showdown, after))


def shown(state: State, player: Player) -> State:
    """Who was left alone shows his cards (B3.5)."""
    assert state.result is not None
    result = replace(state.result, opened=(player.seat,))
    return replace(state.having(replace(player, opened=True)), result=result)
