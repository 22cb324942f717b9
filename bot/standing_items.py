"""The buttons and menus of standings and seasons; everything that they mean is in their custom ids.

    s:<scope>:<measure>:<game>:<gone>:<page>   standings turned to that page; scope "s3" "a0" "n12" (season,
                                               all time, night), game "-" for all, gone "0" hides who left
    m:<scope>:<game>:<gone>                    a menu of measures
    z:start:<seconds>:<name>                   yes, begin that season (seconds since 1970)
    z:end:<season id>                          yes, end that season
    z:no                                       leave seasons as they are

Presses go to the ``StandingPresses`` and ``SeasonPresses`` that the client carries as ``standing_presses``
and ``season_presses``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

from bot import chosen
from bot.standings.book import THIS_SEASON, Scope
from bot.standings.ranking import Measure

_SCOPE: Final = r"([san])([0-9]{1,9})"
_GAME: Final = r"([a-z_]{1,20}|-)"
_KINDS: Final = {"s": "season", "a": "all", "n": "night"}
_LETTERS: Final = {kind: letter for letter, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What standings are to be shown. ``page`` from 1; ``gone`` False leaves out who left the server."""

    scope: Scope = THIS_SEASON
    measure: Measure = Measure.NET
    game: str | None = None
    gone: bool = True
    page: int = 1

    @property
    def place(self) -> str:
        """The scope as custom ids carry it."""
        return f"{_LETTERS[self.scope.kind]}{self.scope.number}"


class StandingPresses(Protocol):
    """Where presses on standings go: the standings cog. Each call answers its interaction."""

    async def turn(self, interaction: discord.Interaction[Any], wanted: Wanted) -> None:
        """Show these standings in place of those that stand there."""


class SeasonPresses(Protocol):
    """Where answers to the questions about seasons go: the season cog. Each call answers its interaction."""

    async def start_season(self, interaction: discord.Interaction[Any], name: str, starts_s: int) -> None:
        """It was confirmed."""

    async def end_season(self, interaction: discord.Interaction[Any], season_id: int) -> None:
        """It was confirmed."""

    async def leave_season(self, interaction: discord.Interaction[Any]) -> None:
        """It was called off."""


def _presses(interaction: discord.Interaction[Any]) -> StandingPresses:
    presses: StandingPresses = interaction.client.standing_presses
    return presses


def _seasons(interaction: discord.Interaction[Any]) -> SeasonPresses:
    presses: SeasonPresses = interaction.client.season_presses
    return presses


def _scope(letter: str, number: str) -> Scope:
    return Scope(_KINDS[letter], int(number))


class PageButton(
    ui.DynamicItem[ui.Button[Any]], template=rf"s:{_SCOPE}:([a-z_]{{1,12}}):{_GAME}:([01]):([0-9]{{1,4}})"
):
    """Other standings: another page, or with and without those who left."""

    def __init__(self, wanted: Wanted, button: ui.Button[Any] | None = None, **look: Any) -> None:
        game, gone = wanted.game or "-", int(wanted.gone)
        custom_id = f"s:{wanted.place}:{wanted.measure}:{game}:{gone}:{wanted.page}"
        super().__init__(button or ui.Button(custom_id=custom_id, **look))
        self.wanted = wanted

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        letter, number, measure, game, gone, page = match.groups()
        known = Measure(measure) if measure in set(Measure) else Measure.NET
        wanted = Wanted(_scope(letter, number), known, None if game == "-" else game, gone == "1", int(page))
        return cls(wanted, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _presses(interaction).turn(interaction, self.wanted)


class MeasureMenu(ui.DynamicItem[ui.Select[Any]], template=rf"m:{_SCOPE}:{_GAME}:([01])"):
    """What standings are ordered by; they begin at the first page again."""

    def __init__(self, wanted: Wanted, select: ui.Select[Any] | None = None, **look: Any) -> None:
        custom_id = f"m:{wanted.place}:{wanted.game or '-'}:{int(wanted.gone)}"
        super().__init__(select or ui.Select(custom_id=custom_id, **look))
        self.wanted = replace(wanted, page=1)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Select)
        letter, number, game, gone = match.groups()
        wanted = Wanted(_scope(letter, number), game=None if game == "-" else game, gone=gone == "1")
        return cls(wanted, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        named = chosen.word(self.item.values)
        measure = Measure(named) if named in set(Measure) else Measure.NET
        await _presses(interaction).turn(interaction, replace(self.wanted, measure=measure))


class StartSeasonButton(
    ui.DynamicItem[ui.Button[Any]], template=re.compile(r"z:start:([0-9]{1,11}):(.{1,40})", re.DOTALL)
):
    """Yes, begin it."""

    def __init__(self, name: str, starts_s: int, button: ui.Button[Any] | None = None, **look: Any) -> None:
        super().__init__(button or ui.Button(custom_id=f"z:start:{starts_s}:{name}", **look))
        self.name, self.starts_s = name, starts_s

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(match[2], int(match[1]), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _seasons(interaction).start_season(interaction, self.name, self.starts_s)


class EndSeasonButton(ui.DynamicItem[ui.Button[Any]], template=r"z:(?:end:([0-9]{1,18})|no)"):
    """Yes, end it; without a season: leave everything as it is."""

    def __init__(self, season_id: int | None, button: ui.Button[Any] | None = None, **look: Any) -> None:
        custom_id = "z:no" if season_id is None else f"z:end:{season_id}"
        super().__init__(button or ui.Button(custom_id=custom_id, **look))
        self.season_id = season_id

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(None if match[1] is None else int(match[1]), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.season_id is None:
            await _seasons(interaction).leave_season(interaction)
        else:
            await _seasons(interaction).end_season(interaction, self.season_id)


STANDING_ITEMS: Final[tuple[type[ui.DynamicItem[Any]], ...]] = (
    PageButton,
    MeasureMenu,
    StartSeasonButton,
    EndSeasonButton,
)
