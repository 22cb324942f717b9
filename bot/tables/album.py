"""The pictures of one table: which one belongs to the state on the screen, and when it comes late.

A picture stays while a street goes on: it shows the table as it stood when the street began, and says so.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.show.pictures.sketch import (
    SHOWDOWN,
    STREET,
    Picture,
    Sketch,
    alt_text,
    file_name,
    sketch_of,
    street_of,
)
from bot.show.scene import Scene
from bot.tables.post import Sheet

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)

STREETS_KEPT: Final = 4
LATE_SECONDS_MAX: Final = 10.0


@dataclass(frozen=True, slots=True)
class Page:
    """One picture to be drawn, under its file name, and what is on it in words."""

    sketch: Sketch
    name: str
    alt: str


class Album:
    """What a table's messages show beside their text."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._pages: dict[tuple[object, ...], Page | None] = {}  # by street, the newest last
        self._waited_for: Page | None = None
        self._refused: Page | None = None

    def sheet(self, scene: Scene | None = None) -> Sheet:
        """A scene (the newest) as a message in the server's language, with its picture if that is there."""
        desk, locale = self._table.desk, self._table.desk.server_locale(self._table.state.server_id)
        scene, picture = scene or self._table.scene(), None
        page = self._page(scene)
        if page is not None and page != self._refused and (png := desk.pictures.find(page.sketch)):
            picture = Picture(page.name, page.alt, png)
        scene = replace(scene, look=desk.card_look(self._table.state.server_id))
        return Sheet(desk.draw(scene, locale, picture), picture)

    async def ready(self, scene: Scene | None = None) -> None:
        """Begin the picture that belongs to a scene (the newest) and wait a moment for it, once.

        One of a showdown that comes later brings a redraw of its own; any other goes with the next one.
        """
        if scene is None and not self._is_due():
            return
        scene = scene or self._table.scene()
        page = self._page(scene)
        if page is None or page == self._waited_for:
            return
        self._waited_for = page
        over = scene.view is not None and scene.view.result is not None
        if not await self._table.desk.pictures.wait(page.sketch) and over:
            self._table.spawn(self._bring_later(page))

    def refuse(self) -> None:
        """Discord did not take the message with its picture: do without that one."""
        self._refused = self._page(self._table.scene())

    async def _bring_later(self, page: Page) -> None:
        await self._table.desk.pictures.wait(page.sketch, LATE_SECONDS_MAX)
        if self._page(self._table.scene()) == page and self._table.screen.picture != page.name:
            self._table.screen.changed()

    def _is_due(self) -> bool:
        """False where the newest state is no picture: most presses need no scene to know it."""
        state = self._table.state
        wanted = self._table.desk.server_look(state.server_id).pictures
        over = state.live is not None and state.live.hand.result is not None
        return wanted == STREET or (wanted == SHOWDOWN and over)

    def _page(self, scene: Scene) -> Page | None:
        """What belongs to a scene: that of its street, once it was made."""
        desk, server_id = self._table.desk, self._table.state.server_id
        locale, look = desk.server_locale(server_id), desk.server_look(server_id)
        street = (*street_of(scene), locale, look)
        if street not in self._pages:
            self._pages[street] = None
            try:
                sketch = sketch_of(scene, locale, look.pictures, four_colours=look.four_colours)
                if sketch is not None:
                    self._pages[street] = Page(sketch, file_name(sketch), alt_text(sketch, locale))
            except Exception as error:  # whatever is wrong with a picture, the table is shown without it
                log.warning("a table goes on without its picture table=%s", self._table.id, exc_info=error)
            while len(self._pages) > STREETS_KEPT:
                del self._pages[next(iter(self._pages))]
        return self._pages[street]
