"""The buttons of hands that are over; everything that they mean is in their custom ids.

    y:<hand>:<step>:<place>        that step of a hand; the place (f p n l) tells four buttons apart
    w:<hand>                       why the hands that were opened rank as they do
    j:<by>:<table>:<night>:<player>:<page>   a page of a list of hands: by "n" newest or "p" pot, ids or 0

Presses go to the ``HistoryPresses`` that the client carries as ``history_presses``. What somebody sees of a
hand depends on who presses alone: the ids carry no reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

_ID: Final = r"[0-9]{1,18}"


@dataclass(frozen=True, slots=True)
class Listing:
    """Which page of which hands: ids in the store, 0 for whichever; pages count from 1."""

    by_pot: bool = False
    table_id: int = 0
    night_id: int = 0
    player_id: int = 0
    page: int = 1


class HistoryPresses(Protocol):
    """Where presses go: the history cog. Each call answers its interaction."""

    async def step(self, interaction: discord.Interaction[Any], hand_id: int, step: int) -> None:
        """Show that step of a hand in place of the one that stands there."""

    async def show_last(self, interaction: discord.Interaction[Any], table_number: int) -> None:
        """Show the last hand of a table; called within a callback, which the reporter runs already."""

    async def why(self, interaction: discord.Interaction[Any], hand_id: int) -> None:
        """Explain the hands that were opened, privately."""

    async def turn_list(self, interaction: discord.Interaction[Any], listing: Listing) -> None:
        """Show that page in place of the one that stands there."""


def _presses(interaction: discord.Interaction[Any]) -> HistoryPresses:
    presses: HistoryPresses = interaction.client.history_presses
    return presses


class StepButton(ui.DynamicItem[ui.Button[Any]], template=rf"y:({_ID}):([0-9]{{1,6}}):([fpnl])"):
    """Another step of a hand."""

    def __init__(
        self, hand_id: int, step: int, place: str, button: ui.Button[Any] | None = None, **look: Any
    ) -> None:
        super().__init__(button or ui.Button(custom_id=f"y:{hand_id}:{step}:{place}", **look))
        self.hand_id, self.step = hand_id, step

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(int(match[1]), int(match[2]), match[3], item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).step(interaction, self.hand_id, self.step)


class WhyButton(ui.DynamicItem[ui.Button[Any]], template=rf"w:({_ID})"):
    """Which rule decided."""

    def __init__(self, hand_id: int, button: ui.Button[Any] | None = None, **look: Any) -> None:
        super().__init__(button or ui.Button(custom_id=f"w:{hand_id}", **look))
        self.hand_id = hand_id

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(int(match[1]), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).why(interaction, self.hand_id)


class ListButton(
    ui.DynamicItem[ui.Button[Any]], template=rf"j:([np]):({_ID}):({_ID}):({_ID}):([0-9]{{1,6}})"
):
    """Another page of a list of hands."""

    def __init__(self, listing: Listing, button: ui.Button[Any] | None = None, **look: Any) -> None:
        by = "p" if listing.by_pot else "n"
        ids = f"{listing.table_id}:{listing.night_id}:{listing.player_id}"
        super().__init__(button or ui.Button(custom_id=f"j:{by}:{ids}:{listing.page}", **look))
        self.listing = listing

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        table_id, night_id, player_id, page = (int(match[n]) for n in (2, 3, 4, 5))
        return cls(Listing(match[1] == "p", table_id, night_id, player_id, page), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).turn_list(interaction, self.listing)


HISTORY_ITEMS: Final[tuple[type[ui.DynamicItem[Any]], ...]] = (StepButton, WhyButton, ListButton)
