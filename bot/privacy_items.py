"""The buttons of /privacy; everything that they mean is in their custom ids.

    v:export:<server id>   take away what is kept of me there; 0: everywhere
    v:delete:<server id>   am I to be forgotten there? 0: everywhere
    v:yes:<server id>      yes, forget me
    v:no:0                 leave everything as it is

Presses go to the ``PrivacyPresses`` that the client carries as ``privacy_presses``.
"""

from __future__ import annotations

import re
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

EVERYWHERE: Final = 0
EXPORT, DELETE, YES, NO = "export", "delete", "yes", "no"


class PrivacyPresses(Protocol):
    """Where these presses go: the privacy cog. It answers the interaction."""

    async def privacy_pressed(self, interaction: discord.Interaction[Any], what: str, server_id: int) -> None:
        """One of the four."""


class PrivacyButton(ui.DynamicItem[ui.Button[Any]], template=r"v:(export|delete|yes|no):([0-9]{1,20})"):
    """One of the four; ``server_id`` 0: everywhere."""

    def __init__(self, what: str, server_id: int, button: ui.Button[Any] | None = None, **look: Any) -> None:
        super().__init__(button or ui.Button(custom_id=f"v:{what}:{server_id}", **look))
        self.what, self.server_id = what, server_id

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(match[1], int(match[2]), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        presses: PrivacyPresses = interaction.client.privacy_presses
        await presses.privacy_pressed(interaction, self.what, self.server_id)


PRIVACY_ITEMS: Final[tuple[type[ui.DynamicItem[Any]], ...]] = (PrivacyButton,)
