"""What a hand that is over must have paid: worked out again by rules of one's own, not by the engine."""

from __future__ import annotations

from collections.abc import Iterator

from engine.aces.options import AcesOptions
from engine.cards import Card
from engine.game import Hand, Seat
from engine.games import GAMES
from engine.seating import dealt_in
from engine.seka.options import SekaOptions
from engine.teen_patti.options import TeenPattiOptions
from tests.engine.seka.model import Answer
from tests.engine.seka.model import Model as SekaModel
from tests.engine.teen_patti.model import Model as TeenPattiModel
from tests.engine.teen_patti.model import seats_in_play_order

Stacks = dict[Seat, int]


def stacks_expected(hand: Hand) -> Stacks:
    """Every stack of the setup after the hand; none where by the rules it is not over yet."""
    options = hand.setup.options
    if isinstance(options, SekaOptions):
        return _seka(hand, options)
    if isinstance(options, TeenPattiOptions):
        return _teen_patti(hand, options)
    assert isinstance(options, AcesOptions)
    return _aces(hand)


def turns_answered(hand: Hand) -> list[int]:
    """For every action of a hand the number of the turn that it answered."""
    again: Hand = GAMES[hand.setup.game].start(hand.setup)
    decks, found = iter(hand.decks), list[int]()
    for action in hand.actions:
        while again.deck_needed is not None:
            again = again.deal(next(decks)).hand
        assert again.turn is not None
        found.append(again.turn.number)
        again = again.act(action).hand
    return found


def _seka(hand: Hand, options: SekaOptions) -> Stacks:
    setup, decks, actions = hand.setup, iter(hand.decks), iter(hand.actions)
    stacks = {one.seat: one.stack for one in setup.seats}
    model = SekaModel(options, stacks, set(dealt_in(setup.seats, options.ante)), setup.dealer)
    while model.question is not None:
        if not model.question.offers:
            if (deck := next(decks, None)) is None:
                return {}
            model.send(deck)
        elif (one := next(actions, None)) is None:
            return {}
        else:
            model.send(Answer(one.seat, one.verb, one.amount, one.target))
    return {**stacks, **model.stacks}


def _teen_patti(hand: Hand, options: TeenPattiOptions) -> Stacks:
    setup = hand.setup
    order = seats_in_play_order(options, setup.seats, setup.dealer)
    assert order is not None
    model = TeenPattiModel(options, setup.seats, order)
    model.deal(hand.decks[0])
    for one in hand.actions:
        model.decide(one.verb, one.amount)
    if model.question is not None:
        return {}
    return {**{one.seat: one.stack for one in setup.seats}, **model.stacks}


def _aces(hand: Hand) -> Stacks:
    """Pots by what each has paid in all (rule P2): who has paid as many chips and is best wins a chip."""
    view = hand.view(None)
    stacks = {one.seat: one.stack for one in hand.setup.seats}
    paid = {one.seat: one.paid for one in view.seats if one.status != "not_dealt"}
    inside = [seat for seat in view.order if view.seat(seat).status in ("in", "all_in")]
    for seat, chips in paid.items():
        stacks[seat] -= chips
    for amount, contestants in _layers(paid, inside):
        winners = _best(hand, contestants)
        each, odd = divmod(amount, len(winners))
        for place, seat in enumerate(winners):
            stacks[seat] += each + (place < odd)
    return stacks


def _layers(paid: dict[Seat, int], inside: list[Seat]) -> Iterator[tuple[int, list[Seat]]]:
    """The pots, oldest first, with who is in them; chips above everybody's reach go to the newest."""
    levels = sorted({paid[seat] for seat in inside})
    below = 0
    for level in levels:
        most = max(paid.values()) if level == levels[-1] else level
        amount = sum(min(chips, most) - min(chips, below) for chips in paid.values())
        yield amount, [seat for seat in inside if paid[seat] >= level]
        below = level


def _best(hand: Hand, contestants: list[Seat]) -> list[Seat]:
    if len(contestants) == 1:
        return contestants
    game, options = GAMES[hand.setup.game], hand.setup.options
    cards: dict[Seat, tuple[Card, ...]] = {s: hand.view(s).seat(s).cards for s in contestants}
    best = [contestants[0]]
    for seat in contestants[1:]:
        order = game.compare(cards[seat], cards[best[0]], options)
        if order >= 0:
            best = [*best, seat] if order == 0 else [seat]
    return best
