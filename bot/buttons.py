"""Every button and menu that outlives a restart, and the custom ids that carry what it means.

    p:<table>:<hand>:<turn>:<verb>:<amount>   play: an action of the hand
    l:<table>:<hand>:<turn>:<verb>:<amount>   a menu of seats: an action that names one
    o:<table>:<hand>:<turn>:<verb>            opens a form for the amount
    h:<table>:<hand>:<what>                   about a hand: deal, cut, extend, reveal
    g:<table>:<hand>:<place>                  picks the game of the next hand: its place among the table's
    t:<table>:<what>                          about a table: join, leave, cards, more, …

The items know no table: a press goes to the ``Presses`` that the client carries.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

from bot import chosen
from engine.game import Seat

_NUMBER: Final = r"[0-9]{1,18}"
_VERB: Final = r"[a-z_]{1,20}"
_TURN: Final = rf"({_NUMBER}):({_NUMBER}):({_NUMBER}):({_VERB})"
_OF_TABLE: Final = re.compile(rf"[plohgt]:({_NUMBER}):")
UNWAIT: Final = "unwait"  # on every line that offers a seat, and on no table's message
EXTEND: Final = "extend"  # on every message of a hand from its post on, and on no other message


@dataclass(frozen=True, slots=True)
class Play:
    """An action of a hand as a button carries it."""

    table_id: int
    hand_id: int
    turn: int
    verb: str
    amount: int
    target: Seat | None = None

    @property
    def ids(self) -> str:
        """The action as custom ids carry it: without the target, which is a menu's value."""
        return f"{self.table_id}:{self.hand_id}:{self.turn}:{self.verb}:{self.amount}"


class Presses(Protocol):
    """Where presses go: the play cog. Each call answers its interaction."""

    async def play(self, interaction: discord.Interaction[Any], play: Play) -> None:
        """An action of a hand."""

    async def ask_amount(
        self, interaction: discord.Interaction[Any], table_id: int, hand_id: int, turn: int, verb: str
    ) -> None:
        """Open the form for an amount."""

    async def about_hand(
        self, interaction: discord.Interaction[Any], table_id: int, hand_id: int, what: str
    ) -> None:
        """A press about a hand: deal, cut, extend, reveal."""

    async def pick_game(
        self, interaction: discord.Interaction[Any], table_id: int, hand_id: int, place: int
    ) -> None:
        """The dealer of the next hand picks its game."""

    async def about_table(self, interaction: discord.Interaction[Any], table_id: int, what: str) -> None:
        """A press about a table: join, leave, cards, more, …"""


def _presses(interaction: discord.Interaction[Any]) -> Presses:
    presses: Presses = interaction.client.presses
    return presses


def _play(match: re.Match[str]) -> Play:
    table, hand, turn, verb, amount = match.groups()
    return Play(int(table), int(hand), int(turn), verb, int(amount))


class PlayButton(ui.DynamicItem[ui.Button[Any]], template=rf"p:{_TURN}:({_NUMBER})"):
    """One action with its price on it."""

    def __init__(self, play: Play, button: ui.Button[Any] | None = None, **look: Any) -> None:
        super().__init__(button or ui.Button(custom_id=f"p:{play.ids}", **look))
        self.play = play

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(_play(match), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).play(interaction, self.play)


class TargetMenu(ui.DynamicItem[ui.Select[Any]], template=rf"l:{_TURN}:({_NUMBER})"):
    """One action that names another seat: the menu's values are seat numbers."""

    def __init__(self, play: Play, select: ui.Select[Any] | None = None, **look: Any) -> None:
        super().__init__(select or ui.Select(custom_id=f"l:{play.ids}", **look))
        self.play = play

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Select)
        return cls(_play(match), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        play = replace(self.play, target=chosen.number(self.item.values))
        await _presses(interaction).play(interaction, play)


class AmountButton(ui.DynamicItem[ui.Button[Any]], template=rf"o:{_TURN}"):
    """Opens a form that asks for the amount of an action."""

    def __init__(
        self,
        table_id: int,
        hand_id: int,
        turn: int,
        verb: str,
        button: ui.Button[Any] | None = None,
        **look: Any,
    ) -> None:
        super().__init__(button or ui.Button(custom_id=f"o:{table_id}:{hand_id}:{turn}:{verb}", **look))
        self.about = (table_id, hand_id, turn, verb)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        table, hand, turn, verb = match.groups()
        return cls(int(table), int(hand), int(turn), verb, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).ask_amount(interaction, *self.about)


class HandButton(ui.DynamicItem[ui.Button[Any]], template=rf"h:({_NUMBER}):({_NUMBER}):({_VERB})"):
    """Something about a hand that is no action of it."""

    def __init__(
        self, table_id: int, hand_id: int, what: str, button: ui.Button[Any] | None = None, **look: Any
    ) -> None:
        super().__init__(button or ui.Button(custom_id=f"h:{table_id}:{hand_id}:{what}", **look))
        self.about = (table_id, hand_id, what)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        table, hand, what = match.groups()
        return cls(int(table), int(hand), what, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).about_hand(interaction, *self.about)


class GameButton(ui.DynamicItem[ui.Button[Any]], template=rf"g:({_NUMBER}):({_NUMBER}):([0-9]{{1,2}})"):
    """A game that the dealer of the next hand may pick."""

    def __init__(
        self, table_id: int, hand_id: int, place: int, button: ui.Button[Any] | None = None, **look: Any
    ) -> None:
        super().__init__(button or ui.Button(custom_id=f"g:{table_id}:{hand_id}:{place}", **look))
        self.about = (table_id, hand_id, place)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        table, hand, place = match.groups()
        return cls(int(table), int(hand), int(place), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).pick_game(interaction, *self.about)


class TableButton(ui.DynamicItem[ui.Button[Any]], template=rf"t:({_NUMBER}):({_VERB})"):
    """Something about a table."""

    def __init__(self, table_id: int, what: str, button: ui.Button[Any] | None = None, **look: Any) -> None:
        super().__init__(button or ui.Button(custom_id=f"t:{table_id}:{what}", **look))
        self.about = (table_id, what)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        table, what = match.groups()
        return cls(int(table), what, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).about_table(interaction, *self.about)


def table_of(custom_id: str) -> int | None:
    """The table that a button or menu of this file is of; None for one of another kind."""
    match = _OF_TABLE.match(custom_id)
    return int(match.group(1)) if match is not None else None


ITEMS: Final[tuple[type[ui.DynamicItem[Any]], ...]] = (
    PlayButton,
    TargetMenu,
    AmountButton,
    HandButton,
    GameButton,
    TableButton,
)
