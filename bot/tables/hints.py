"""Hints: what a player may reckon with on his own hand, where his table allows that."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.locale import say
from bot.tables.hidden import own_hint
from bot.tables.people import Person, Refusal
from engine.game import OFFER
from engine.odds import IN_HAND, Hint
from engine.simulate import Lots

if TYPE_CHECKING:
    from bot.tables.table import Table


async def hint_for(table: Table, person: Person) -> Hint:
    """What that person holds, his chance and the price; Refusal where there is none to be told.

    Asked again in the same state it is the same.
    """
    if not table.state.terms.hints:
        raise Refusal(say("Hints are off at this table. Its host chooses that when the table is opened."))
    table.cards_of(person)  # refuses who has none
    live = table.state.live
    assert live is not None
    mine = next(one for one in live.dealt if one.user_id == person.user_id)
    public, turn = live.hand.view(None), live.hand.turn
    if public.result is not None:
        raise Refusal(say("This hand is over. Hints are for a hand that is being played."))
    if public.seat(mine.seat).status not in IN_HAND:
        raise Refusal(say("You are out of this hand, so there is nothing to win."))
    if turn is None or turn.kind == OFFER:
        raise Refusal(say("New cards are dealt next. Ask again when you have them."))
    lots = Lots(f"hint:{live.hand_id}:{len(live.hand.actions)}:{mine.seat}")
    return await asyncio.to_thread(own_hint, live, mine, lots)
