"""The engine against the independent slow model, action by action (rules P2 to B7.6)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.cards import HIDDEN
from engine.game import Action, Hand
from engine.seating import dealt_in
from engine.seka.betting import SekaHand
from engine.seka.game import SEKA
from engine.seka.options import SekaOptions
from tests.engine.seka.model import Answer, Model, Offers
from tests.engine.seka.random_hands import random_setup, random_steps

BATCHES, HANDS = 10, 250


def offers_of(hand: Hand) -> Offers:
    """What the engine lists, in the model's form."""
    seats = hand.turn.seats if hand.turn else ()
    return {s: {(c.verb, c.least, c.most, tuple(sorted(c.targets))) for c in hand.options(s)} for s in seats}


def check_state(hand: SekaHand, model: Model) -> None:
    """Decision, stacks, pots, and whose cards each seat sees."""
    view = hand.view(None)
    assert {s.seat: s.stack for s in view.seats} == model.stacks
    if hand.result is not None:
        assert model.question is None
        assert [(p.amount, [*p.contestants], [*p.winners]) for p in hand.result.pots] == model.pots
    else:
        assert model.question is not None
        assert offers_of(hand) == model.question.offers
        if not hand.state.settling:
            assert [(a, [*s]) for a, s in zip(view.pots, view.contestants, strict=True)] == (
                model.standing() if model.chips else []
            )
    for viewer in model.stacks:
        for one in hand.view(viewer).seats:
            if one.cards:
                seen = one.seat in model.sees[viewer] | model.open
                assert one.cards == (model.cards[one.seat] if seen else (HIDDEN,) * 3)


def compare_hand(seed: int) -> Counter[str]:
    """One random hand in both; what happened in it."""
    random = Random(seed)
    setup = random_setup(random)
    if setup is None:
        return Counter()
    assert isinstance(setup.options, SekaOptions)
    dealt = set(dealt_in(setup.seats, setup.options.ante))
    model = Model(setup.options, {s.seat: s.stack for s in setup.seats}, dealt, setup.dealer)
    seen: Counter[str] = Counter()
    for hand, done in random_steps(SEKA.start(setup), random):
        assert isinstance(hand, SekaHand)
        if hand.decks:  # the model antes before its first question
            check_state(hand, model)
            seen["lack"] += bool(hand.state.payments.lacks)
        if isinstance(done, Action):
            model.send(Answer(done.seat, done.verb, done.amount, done.target))
            seen[done.verb] += 1
            seen["asked"] += hand.view(None).fact("asked")
        elif done:
            model.send(done)
    assert hand.result is not None
    seen[f"decks {min(len(hand.decks), 4)}"] += 1
    seen[f"pots {min(len(hand.result.pots), 4)}"] += 1
    seen["svara"] += hand.view(None).fact("svara") > 0
    return seen


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engine_and_model_agree_action_by_action(batch: int) -> None:
    """Random options, stacks and seats; each batch meets everything that the rules speak of."""
    seen: Counter[str] = Counter()
    for seed in range(batch * HANDS, (batch + 1) * HANDS):
        try:
            seen += compare_hand(seed)
        except AssertionError as error:
            raise AssertionError(f"hand {seed}: {error}") from error
    wanted = ["see", "pay", "look", "open", "pass", "join", "decline", "asked", "lack", "svara"]
    wanted += [f"{what} {n}" for what in ("decks", "pots") for n in (1, 2, 3, 4)]
    assert {name for name in wanted if not seen[name]} == set()
