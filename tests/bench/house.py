"""House players against players who act at random: chips won, how each temperament plays, time a decision.

    python -m tests.bench.house [hands]

For each game and temperament 2 000 hands at a table for two, usual options, stacks of 100 stakes in every
hand, the house player in either seat and at either side of the dealer in turn. Every hand has a seed of its
own. Prints the mean net of a hand in stakes with its 95 % interval, which must lie above zero for all nine,
then the same at a table for four with three who act at random. Decisions are timed in milliseconds of the
processor without Python's collector of garbage, which tells of the whole process; none may take over 10.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, quantiles, stdev
from time import process_time
from typing import Final

from engine.game import Action, Game, Hand, Seat, SeatStart, Setup, View
from engine.games import GAMES
from engine.house import Temperament, decide
from engine.shuffle import shuffled
from engine.simulate import Lots, random_action

HANDS: Final = 2000
STACK_STAKES: Final = 100
TABLES: Final = (2, 4)
MILLISECONDS_MOST: Final = 10.0
_LEAVING: Final = ("fold", "pass", "pack")


@dataclass(slots=True)
class Played:
    """What a house player did and won; ``nets`` in stakes, one a hand."""

    nets: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)

    def interval(self) -> tuple[float, float]:
        """The mean net and half of its 95 % interval."""
        return fmean(self.nets), 1.96 * stdev(self.nets) / sqrt(len(self.nets))

    def share(self, what: str) -> float:
        """Of its bets and turns, in percent."""
        return 100 * self.done[what] / max(1, self.done.total())


def kind(view: View, action: Action) -> str:
    """``fold``, ``raise`` or ``stay``: what an action is at a bet."""
    assert view.viewer is not None
    if action.verb in _LEAVING:
        return "fold"
    choice = next(c for c in view.choices_of(view.viewer) if c.verb == action.verb)
    return "raise" if action.verb in ("bet", "raise") or action.amount > choice.least else "stay"


def play(game: Game, temperament: Temperament, players: int, count: int) -> Played:
    """So many hands of one house player among ``players``."""
    options, played = game.options_type(), Played()
    stake = game.stake(options)
    seats = tuple(SeatStart(seat, STACK_STAKES * stake) for seat in range(1, players + 1))
    for number in range(count):
        seed = f"{game.key}:{temperament}:{players}:{number}"
        house, dealer = 1 + number % players, 1 + number // players % players
        hand = game.start(Setup(game.key, options, seats, dealer))
        hand = _to_the_end(game, hand, temperament, house, seed, played)
        assert hand.result is not None
        after = dict(hand.result.stacks_after)[house]
        played.nets.append(after / stake - STACK_STAKES)
    return played


def _to_the_end(
    game: Game, hand: Hand, temperament: Temperament, house: Seat, seed: str, played: Played
) -> Hand:
    lots, chance = Lots(seed), Random(seed)
    key, pack = lots.key(), game.pack(hand.setup.options)
    while hand.result is None:
        if hand.deck_needed is not None:
            hand = hand.deal(shuffled(key, hand.deck_needed, pack)).hand
        elif hand.turn is not None and house in hand.turn.seats:
            view = hand.view(house)
            gc.disable()
            start = process_time()
            action = decide(view, hand.setup.options, temperament, chance)
            played.milliseconds.append(1000 * (process_time() - start))
            gc.enable()
            if hand.turn.kind == "bet" and action.verb != "see":
                played.done[kind(view, action)] += 1
            hand = hand.act(action).hand
        else:
            hand = hand.act(random_action(hand, lots)).hand
    return hand


def main() -> int:
    """Print all rows; exit 1 where one is not what it must be."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    good, times = True, []
    print("players game         temperament  net a hand, stakes     fold  raise   p50   p99   max ms")
    for players in TABLES:
        for game in GAMES.values():
            play(game, Temperament.REGULAR, players, 20)  # tables of hands are built at first use
            for temperament in Temperament:
                played = play(game, temperament, players, count)
                mean, half = played.interval()
                good &= mean - half > 0
                cuts = quantiles(played.milliseconds, n=100)
                times += played.milliseconds
                print(
                    f"{players:7} {game.key:12} {temperament:12} {mean:+8.3f} ± {half:.3f}"
                    f"     {played.share('fold'):5.1f}% {played.share('raise'):5.1f}%"
                    f" {cuts[49]:5.2f} {cuts[98]:5.2f} {max(played.milliseconds):6.2f}",
                    flush=True,
                )
    print(f"{len(times)} decisions, p99 {quantiles(times, n=100)[98]:.2f} ms, max {max(times):.2f} ms")
    return 0 if good and max(times) <= MILLISECONDS_MOST else 1


if __name__ == "__main__":
    sys.exit(main())
