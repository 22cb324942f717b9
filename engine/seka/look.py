"""Looks: two hands compared for their holders alone (rule B5)."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import HIDDEN
from engine.errors import IllegalAction, InputError
from engine.game import Action, Event, Seat
from engine.seka.ranking import opened, order
from engine.seka.state import Player, State

NOBODY = 0


def look(state: State, action: Action, events: list[Event]) -> State:
    """The two learn both hands, but a dark one neither (B4.4); the lower one drops, or as ``look_tie``."""
    assert action.target is not None
    looker, target = state.player(action.seat), state.player(action.target)
    dropped = _dropped(looker, target, action, state)
    who = {looker.seat, target.seat} if target.seen else {looker.seat}
    audience = frozenset(who)
    events += [Event("looked", p.seat, cards=p.cards, audience=audience) for p in (looker, target)]
    looker = replace(looker, knows=looker.knows | {target.seat}, live=looker.seat != dropped)
    target = replace(target, live=target.seat != dropped)
    if target.seen:
        target = replace(target, knows=target.knows | {looker.seat})
    if dropped != NOBODY:
        events.append(Event("dropped", dropped))
    return state.having(looker, target)


def _dropped(looker: Player, target: Player, action: Action, state: State) -> Seat:
    """Who drops: by the cards, or where an exported hand hides them as it tells."""
    if HIDDEN in looker.cards or HIDDEN in target.cards:
        if action.dropped not in (looker.seat, target.seat, NOBODY):
            raise InputError("card_hidden", f"who dropped by the look of seat {looker.seat} is not told")
        if action.dropped == NOBODY and state.rules.look_tie != "both_stay":
            raise IllegalAction("dropped_false", "nobody dropped by the look, but then somebody must")
        return action.dropped
    mine, other = opened((looker.cards, target.cards), state.rules)
    difference = order(mine, other, state.rules)
    tie = {"looker_drops": looker.seat, "target_drops": target.seat, "both_stay": NOBODY}
    true = target.seat if difference > 0 else looker.seat if difference < 0 else tie[state.rules.look_tie]
    if action.dropped is not None and action.dropped != true:
        raise IllegalAction("dropped_false", f"seat {action.dropped} did not drop by the look")
    return true
