"""What every message of components is made on."""

from __future__ import annotations

from discord import ui


class Paper(ui.LayoutView):
    """A message whose buttons and menus are DynamicItems: they are found by their ids, after a restart too.

    So the library need not remember it. Else it keeps each private one, with a task that waits for its end,
    for a quarter of an hour, and looks through all parts of each one that is drawn.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()
