"""The menus of the private settings panel.

    s:change          a menu of settings; its value is a setting's name
    s:set:<setting>   a menu of the values of one setting
    s:role            a menu of roles: who may manage

Presses go to the ``SettingPresses`` that the client carries as ``setting_presses``.
"""

from __future__ import annotations

import re
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

from bot import chosen


class SettingPresses(Protocol):
    """Where choices go: the settings cog. Each call answers its interaction."""

    async def setting_chosen(self, interaction: discord.Interaction[Any], name: str) -> None:
        """A setting was chosen: offer its values, or open a form."""

    async def setting_value(self, interaction: discord.Interaction[Any], name: str, value: str) -> None:
        """A value was chosen."""

    async def setting_role(self, interaction: discord.Interaction[Any], role_id: int | None) -> None:
        """A role was chosen, or none."""


def _presses(interaction: discord.Interaction[Any]) -> SettingPresses:
    presses: SettingPresses = interaction.client.setting_presses
    return presses


class SettingMenu(ui.DynamicItem[ui.Select[Any]], template=r"s:change"):
    """Which setting to change."""

    def __init__(self, select: ui.Select[Any] | None = None, **look: Any) -> None:
        super().__init__(select or ui.Select(custom_id="s:change", **look))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).setting_chosen(interaction, chosen.word(self.item.values))


class SettingValueMenu(ui.DynamicItem[ui.Select[Any]], template=r"s:set:([a-z_]{1,30})"):
    """Which value a setting takes."""

    def __init__(self, name: str, select: ui.Select[Any] | None = None, **look: Any) -> None:
        super().__init__(select or ui.Select(custom_id=f"s:set:{name}", **look))
        self.name = name

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Select)
        return cls(match[1], item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).setting_value(interaction, self.name, chosen.word(self.item.values))


class SettingRoleMenu(ui.DynamicItem[ui.RoleSelect[Any]], template=r"s:role"):
    """Which role may manage; none is a choice too."""

    def __init__(self, select: ui.RoleSelect[Any] | None = None, **look: Any) -> None:
        super().__init__(select or ui.RoleSelect(custom_id="s:role", min_values=0, max_values=1, **look))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.RoleSelect)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        roles = self.item.values
        await _presses(interaction).setting_role(interaction, roles[0].id if roles else None)


SETTING_ITEMS: Final[tuple[type[ui.DynamicItem[Any]], ...]] = (SettingMenu, SettingValueMenu, SettingRoleMenu)
