"""What pictures cost: milliseconds and bytes of each, and how long the loop waits while one is drawn.

    python -m tests.bench.pictures

Showdowns and tables of every game at their largest, in three languages and two decks. Processor time is
measured, so that a busy machine counts little, in turn with a chart of matplotlib of the same width (the
other picture that this bot draws): the median of the ratios counts. What a first picture takes, fonts and
cards included, is told apart. The loop's longest wait is real time, of a loop that does nothing else: the
least of three runs, since other processes hold it up too.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter, process_time

from bot.charts import LineChart, Series
from bot.locale import LOCALES
from bot.pictures import Pictures, draw
from bot.show import charts
from bot.show.layout import table_message
from bot.show.pictures.sketch import STREET, Sketch, sketch_of
from bot.show.scene import Scene
from engine.games import GAMES
from tests.bot.show.scenes import Play, play

MILLISECONDS_MOST, BYTES_MOST, RATIO_LEAST, WAIT_MS_MOST = 150.0, 60_000, 3.0, 50.0
ROUNDS = 7
NAMES = ("Ann", "Борис Петрович", "Carol", "João", "Emil", "Fay", "Gus", "Hanna", "Иван", "Joana")
CHART = LineChart(
    "Net over the nights",
    "nights",
    tuple(range(1, 31)),
    tuple(Series(NAMES[n], tuple((n + 1) * i for i in range(30))) for n in range(6)),
)


def dealt(game: str, seats: int) -> Play:
    """A hand with cards by chance."""
    pack = list(GAMES[game].pack(GAMES[game].options_type()))
    Random(7).shuffle(pack)
    made = play(tuple(pack), seats, GAMES[game], stack=1000)
    made.names = NAMES
    return made


def scenes() -> Iterator[tuple[str, Scene]]:
    """The fullest tables, and showdowns of two and of seven."""
    for key, game in GAMES.items():
        seats = game.seats_most(game.options_type())
        yield f"table of {key}, {seats} seats", dealt(key, seats).scene()
    for seats in (2, 4, 7):
        made = dealt("aces", seats)
        while made.hand.turn is not None:
            made.cheapest()
        yield f"showdown of aces, {seats} hands", made.scene()


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of one call."""
    start = process_time()
    work()
    return 1000 * (process_time() - start)


async def longest_wait_ms(sketches: list[Sketch]) -> float:
    """How long the loop was away at most while pictures were drawn in their thread."""
    pictures, longest = Pictures(), 0.0
    drawings = [pictures.begin(sketch) for sketch in sketches]
    while not all(drawing.done() for drawing in drawings):
        start = perf_counter()
        await asyncio.sleep(0)
        longest = max(longest, perf_counter() - start)
    pictures.close()
    return 1000 * longest


def main() -> int:
    """Print the figures; 1 where one misses its mark."""
    shown = list(scenes())
    first = milliseconds(lambda: draw(_sketch(shown[0][1], "en", four_colours=False)))
    print(f"the first picture of a process: {first:.0f} ms of processor time")
    slowest, largest, sketches = 0.0, 0, list[Sketch]()
    for name, scene in shown:
        times, sizes = [], []
        for locale in LOCALES:
            for four_colours in (False, True):
                sketch = _sketch(scene, locale, four_colours=four_colours)
                sketches.append(sketch)
                sizes.append(len(draw(sketch)))
                times.append(median(milliseconds(lambda s=sketch: draw(s)) for _ in range(3)))  # type: ignore[misc]
        print(f"{name}: {median(times):.1f} ms, at most {max(sizes) / 1000:.1f} kB")
        slowest, largest = max(slowest, median(times)), max(largest, max(sizes))
    fullest = shown[-1][1]
    sketch = _sketch(fullest, "en", four_colours=False)
    charts.draw(CHART)  # its first one loads fonts
    ratio = median(
        milliseconds(lambda: charts.draw(CHART)) / milliseconds(lambda: draw(sketch)) for _ in range(ROUNDS)
    )
    text = median(milliseconds(lambda: table_message(fullest, "en").to_components()) for _ in range(ROUNDS))  # type: ignore[no-untyped-call]
    wait = min(asyncio.run(longest_wait_ms(sketches)) for _ in range(3))
    print(f"a chart of matplotlib takes {ratio:.1f} times as long as the fullest showdown")
    print(f"the fullest showdown as text takes {text:.2f} ms, on the loop")
    print(f"the loop waited at most {wait:.1f} ms while {len(sketches)} pictures were drawn beside it")
    good = (
        slowest <= MILLISECONDS_MOST
        and largest < BYTES_MOST
        and ratio >= RATIO_LEAST
        and wait <= WAIT_MS_MOST
    )
    return 0 if good else 1


def _sketch(scene: Scene, locale: str, *, four_colours: bool) -> Sketch:
    sketch = sketch_of(scene, locale, STREET, four_colours=four_colours)
    assert sketch is not None
    return sketch


if __name__ == "__main__":
    sys.exit(main())
