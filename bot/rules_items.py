"""The buttons and the menu of the rules; everything that they mean is in their custom ids.

    r:<game>:<table>:<page>   that page of the rules of a game, with the options of that table; table 0
                              for the usual options
    rm:<game>:<table>         a menu of the pages

Presses go to the ``RulesPresses`` that the client carries as ``rules_presses``. Whoever presses reads his own
language: the ids carry no reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

from bot import chosen

_OF: Final = r"([a-z_]{1,20}):([0-9]{1,18})"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Which page of which rules. ``table_id`` 0: no table's; ``page`` counts from 1."""

    game: str
    table_id: int = 0
    page: int = 1

    @property
    def rules(self) -> str:
        """Which rules, as custom ids carry it."""
        return f"{self.game}:{self.table_id}"


class RulesPresses(Protocol):
    """Where presses go: the help cog. Each call answers its interaction."""

    async def turn_rules(self, interaction: discord.Interaction[Any], chapter: Chapter) -> None:
        """Show that page in place of the one that stands there."""


def _presses(interaction: discord.Interaction[Any]) -> RulesPresses:
    presses: RulesPresses = interaction.client.rules_presses
    return presses


def _chapter(match: re.Match[str]) -> Chapter:
    return Chapter(match[1], int(match[2]))


class ChapterButton(ui.DynamicItem[ui.Button[Any]], template=rf"r:{_OF}:([0-9])"):
    """Another page, or the same of another game."""

    def __init__(self, chapter: Chapter, button: ui.Button[Any] | None = None, **look: Any) -> None:
        super().__init__(button or ui.Button(custom_id=f"r:{chapter.rules}:{chapter.page}", **look))
        self.chapter = chapter

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(replace(_chapter(match), page=int(match[3])), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).turn_rules(interaction, self.chapter)


class ChapterMenu(ui.DynamicItem[ui.Select[Any]], template=rf"rm:{_OF}"):
    """All pages: the menu's values are their numbers."""

    def __init__(self, chapter: Chapter, select: ui.Select[Any] | None = None, **look: Any) -> None:
        super().__init__(select or ui.Select(custom_id=f"rm:{chapter.rules}", **look))
        self.chapter = chapter

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Select)
        return cls(_chapter(match), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        page = chosen.number(self.item.values) or 1
        await _presses(interaction).turn_rules(interaction, replace(self.chapter, page=page))


RULES_ITEMS: Final[tuple[type[ui.DynamicItem[Any]], ...]] = (ChapterButton, ChapterMenu)
