"""The buttons about game nights, and the custom ids that carry what they mean.

    na:<night>:<answer>   an answer on the announcement: yes, maybe, no
    nr:<night>:<answer>   the same on the reminder
    nj:<night>            sit down at a table of the night

Presses go to the ``NightPresses`` that the client carries as ``night_presses``.
"""

from __future__ import annotations

import re
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

ANSWERS: Final = ("yes", "maybe", "no")
_NUMBER: Final = r"[0-9]{1,18}"


class NightPresses(Protocol):
    """Where presses go: the night cog. Each call answers its interaction."""

    async def night_answer(
        self, interaction: discord.Interaction[Any], night_id: int, answer: str, *, announced: bool
    ) -> None:
        """I'm in, Maybe or Can't; ``announced``: on the announcement, which shows the answers."""

    async def night_join(self, interaction: discord.Interaction[Any], night_id: int) -> None:
        """Sit down at a table of that night."""


def _presses(interaction: discord.Interaction[Any]) -> NightPresses:
    presses: NightPresses = interaction.client.night_presses
    return presses


class NightAnswer(ui.DynamicItem[ui.Button[Any]], template=rf"n([ar]):({_NUMBER}):(yes|maybe|no)"):
    """One answer. ``where``: "a" on the announcement, "r" on the reminder."""

    def __init__(
        self, night_id: int, where: str, answer: str, button: ui.Button[Any] | None = None, **look: Any
    ) -> None:
        super().__init__(button or ui.Button(custom_id=f"n{where}:{night_id}:{answer}", **look))
        self.night_id, self.where, self.answer = night_id, where, answer

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(int(match[2]), match[1], match[3], item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).night_answer(
            interaction, self.night_id, self.answer, announced=self.where == "a"
        )


class NightJoin(ui.DynamicItem[ui.Button[Any]], template=rf"nj:({_NUMBER})"):
    """Sit down."""

    def __init__(self, night_id: int, button: ui.Button[Any] | None = None, **look: Any) -> None:
        super().__init__(button or ui.Button(custom_id=f"nj:{night_id}", **look))
        self.night_id = night_id

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(int(match[1]), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).night_join(interaction, self.night_id)


NIGHT_ITEMS: Final[tuple[type[ui.DynamicItem[Any]], ...]] = (NightAnswer, NightJoin)
