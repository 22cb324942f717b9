"""The buttons and menus of the private panel before a table opens; the whole draft is in their custom ids.

    n:open:<draft>           open the table
    n:practice:<draft>       open it for practice, with house players
    n:cancel:<draft>         forget it
    n:change:<draft>         a menu of fields; its value is a field's name
    n:set:<place>:<draft>    a menu of the values of one field (its place among the fields, base 10);
                             its value is the place of a value

``bot.show.draft`` reads drafts, ``bot.show.panel.panel_message`` draws the panel. Presses go to the
``PanelPresses`` that the client carries as ``panel_presses``.
"""

from __future__ import annotations

import re
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

from bot import chosen

_DRAFT: Final = r"[a-z0-9_.]{1,90}"


class PanelPresses(Protocol):
    """Where presses on the panel go: the table cog. Each call answers its interaction.

    Each unpacks ``draft`` with ``bot.show.draft.unpack``; on ``DraftError`` it says that the panel is too
    old and to use /table open again.
    """

    async def panel_change(self, interaction: discord.Interaction[Any], draft: str, field: str) -> None:
        """A field was chosen: one with values → redraw the panel with ``chosen=field``; else open a form."""

    async def panel_set(
        self, interaction: discord.Interaction[Any], draft: str, field_place: int, value_place: int | None
    ) -> None:
        """A value was chosen, None for none: ``panel.with_choice`` gives the new terms; redraw the panel."""

    async def panel_open(self, interaction: discord.Interaction[Any], draft: str) -> None:
        """Open the table with these terms."""

    async def panel_practice(self, interaction: discord.Interaction[Any], draft: str) -> None:
        """Open a practice table with these terms."""

    async def panel_cancel(self, interaction: discord.Interaction[Any]) -> None:
        """Put the panel away."""


def _presses(interaction: discord.Interaction[Any]) -> PanelPresses:
    presses: PanelPresses = interaction.client.panel_presses
    return presses


class PanelButton(ui.DynamicItem[ui.Button[Any]], template=rf"n:(open|practice|cancel):({_DRAFT})"):
    """Open, Practice or Cancel."""

    def __init__(self, what: str, draft: str, button: ui.Button[Any] | None = None, **look: Any) -> None:
        super().__init__(button or ui.Button(custom_id=f"n:{what}:{draft}", **look))
        self.what, self.draft = what, draft

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(match[1], match[2], item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.what == "open":
            await _presses(interaction).panel_open(interaction, self.draft)
        elif self.what == "practice":
            await _presses(interaction).panel_practice(interaction, self.draft)
        else:
            await _presses(interaction).panel_cancel(interaction)


class ChangeMenu(ui.DynamicItem[ui.Select[Any]], template=rf"n:change:({_DRAFT})"):
    """Which field to change."""

    def __init__(self, draft: str, select: ui.Select[Any] | None = None, **look: Any) -> None:
        super().__init__(select or ui.Select(custom_id=f"n:change:{draft}", **look))
        self.draft = draft

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Select)
        return cls(match[1], item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).panel_change(interaction, self.draft, chosen.word(self.item.values))


class ValueMenu(ui.DynamicItem[ui.Select[Any]], template=rf"n:set:([0-9]{{1,2}}):({_DRAFT})"):
    """Which value a field takes."""

    def __init__(
        self, field_place: int, draft: str, select: ui.Select[Any] | None = None, **look: Any
    ) -> None:
        super().__init__(select or ui.Select(custom_id=f"n:set:{field_place}:{draft}", **look))
        self.field_place, self.draft = field_place, draft

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Select)
        return cls(int(match[1]), match[2], item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        place = chosen.number(self.item.values)
        await _presses(interaction).panel_set(interaction, self.draft, self.field_place, place)


PANEL_ITEMS: Final[tuple[type[ui.DynamicItem[Any]], ...]] = (PanelButton, ChangeMenu, ValueMenu)
