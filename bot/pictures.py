"""Pictures, drawn in a thread beside the loop and kept for a while. No press waits long for one.

What a picture shows is plain data (a ``Sketch``), which is also the key that it is kept by. A drawing that
fails is none: the message does without it, and the log says so once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from bot.show.pictures.oval import draw_table
from bot.show.pictures.rows import draw_hands
from bot.show.pictures.sketch import Sketch, TableSketch

log = logging.getLogger(__name__)

READY_SECONDS: Final = 0.3  # a redraw waits so long for its picture, then goes without
KEPT_MOST: Final = 64  # of some 30 KB each


def draw(sketch: Sketch) -> bytes:
    """The picture as PNG."""
    return draw_table(sketch) if isinstance(sketch, TableSketch) else draw_hands(sketch)


class Pictures:
    """Draws one picture at a time: a font is not for two threads."""

    def __init__(self, draw: Callable[[Sketch], bytes] = draw, ready_seconds: float = READY_SECONDS) -> None:
        self._draw, self.ready_seconds = draw, ready_seconds
        self._thread: ThreadPoolExecutor | None = None
        self._kept: OrderedDict[Sketch, asyncio.Future[bytes | None]] = OrderedDict()
        self._has_failed = False

    def find(self, sketch: Sketch) -> bytes | None:
        """The picture if it is drawn already; else it is begun."""
        drawing = self.begin(sketch)
        return drawing.result() if drawing.done() and not drawing.cancelled() else None

    async def wait(self, sketch: Sketch, seconds: float | None = None) -> bool:
        """Wait at most so long (``ready_seconds``) until it is drawn or has failed; False where it is not."""
        drawing = self.begin(sketch)
        if not drawing.done():
            await asyncio.wait({drawing}, timeout=self.ready_seconds if seconds is None else seconds)
        return drawing.done()

    def begin(self, sketch: Sketch) -> asyncio.Future[bytes | None]:
        """Its drawing, under way or over; None as its result where it failed."""
        drawing = self._kept.get(sketch)
        if drawing is None:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, "pictures")
            loop = asyncio.get_running_loop()
            drawing = loop.run_in_executor(self._thread, self._drawn, sketch)
            self._kept[sketch] = drawing
            while len(self._kept) > KEPT_MOST:
                self._kept.popitem(last=False)
        self._kept.move_to_end(sketch)
        return drawing

    def _drawn(self, sketch: Sketch) -> bytes | None:
        try:
            return self._draw(sketch)
        except Exception as error:  # whatever a drawing raises, the table goes on without it
            if not self._has_failed:
                log.warning("a picture could not be drawn; tables go on without", exc_info=error)
            self._has_failed = True
            return None

    def close(self) -> None:
        """Draw no more."""
        for drawing in self._kept.values():
            drawing.cancel()
        self._kept.clear()
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
            self._thread = None
