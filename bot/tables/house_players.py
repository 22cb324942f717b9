"""House players: at a practice table the bot acts for them, after a pause as people make it.

What one of them decides is made from its seat's View (see ``bot.tables.hidden``), and stored as everybody's
action is: after a restart the same hand awaits it again. How long it pauses follows from public things only.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from bot.clock import TimerHandle
from bot.tables.desk import Chance, Dice
from bot.tables.hidden import house_action
from bot.tables.play import HOUSE, Move
from bot.tables.state import LiveHand, Sitting
from bot.tables.surely import in_the_end
from engine.game import Action, Seat, Turn

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)

PAUSE_SECONDS: Final = (1.2, 2.2)
HURRY_SECONDS: Final = (0.2, 0.4)
PAUSE_SECONDS_MOST: Final = 3.0
ALONE_SECONDS: Final = 0.3  # where nobody plays in the hand any more who could wait for them
_PLAYING: Final = ("in", "all_in")


class HousePlayers:
    """Those of one table. They act while its clock runs, never when it stands still."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._dice = Dice(table.desk.chance)
        self._timers: list[TimerHandle] = []

    def awaited(self, live: LiveHand, turn: Turn) -> None:
        """Let every house player who is on turn act after a pause of its own."""
        state, clock = self._table.state, self._table.desk.clock
        for seat in turn.seats:
            if state.is_house(seat):
                at = clock.now() + timedelta(seconds=self._pause_seconds(live, seat))
                self._timers.append(clock.call_at(at, self._due(live.hand_id, turn.number, seat)))

    def stop(self) -> None:
        """Nobody acts until ``awaited`` is called again."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _due(self, hand_id: int, number: int, seat: Seat) -> Callable[[], None]:
        table = self._table
        return lambda: table.spawn(in_the_end(table, lambda: self._act(hand_id, number, seat)))

    def _pause_seconds(self, live: LiveHand, seat: Seat) -> float:
        """Longer where there is more to think of: the share of the stack that is asked for, the choices."""
        state, chance = self._table.state, self._table.desk.chance
        public = live.hand.view(None)
        playing = {one.seat for one in public.seats if one.status in _PLAYING}
        if all(one.absent for seat, one in state.people().items() if seat in playing):
            return ALONE_SECONDS
        assert state.terms.practice is not None
        if state.terms.practice.hurry:
            return _between(HURRY_SECONDS, chance)
        share = min(1.0, public.price / max(1, public.seat(seat).stack))
        weight = 0.7 if len(public.choices_of(seat)) == 1 else 1 + share
        return min(PAUSE_SECONDS_MOST, weight * _between(PAUSE_SECONDS, chance))

    async def _act(self, hand_id: int, number: int, seat: Seat) -> None:
        table = self._table
        if not await table.screen.until_shown(table.root_version):
            return  # no card is used before its deck's root is shown
        async with table.lock:
            state = table.state
            live, mine = state.live, state.sittings.get(seat)
            turn = live.hand.turn if live else None
            if live is None or turn is None or mine is None or not table.clock.runs(hand_id, number):
                return
            if seat in turn.seats and mine.is_house:
                move = Move(self._decide(live, mine), HOUSE)
                await table.play_and_show(live, (move,), None)

    def _decide(self, live: LiveHand, mine: Sitting) -> Action:
        """Its action; a fault in deciding must not hold up the table, so then it is as if it were silent."""
        try:
            action = house_action(live, mine, self._dice)
            live.hand.verify(action)
        except Exception as error:  # noqa: BLE001 - what it says may name cards: only kind and place are told
            at = traceback.extract_tb(error.__traceback__)[-1]
            kind = type(error).__name__
            log.error("a house player failed hand=%s error=%s %s:%s", live.hand_id, kind, at.name, at.lineno)
            return live.hand.silence(mine.seat)
        return action


def _between(seconds: tuple[float, float], chance: Chance) -> float:
    least, most = seconds
    return least + (most - least) * chance.random()
