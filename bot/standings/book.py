"""Reads from the store what standings, a night's summary and a look at collusion are made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bot.locale import say
from bot.standings.flow import Flow, Pair
from bot.standings.night import NightSum, best_hands, biggest_pot, night_lines, night_winners
from bot.standings.ranking import Night, Played, Tally, moves, of_game, tallies
from bot.store import Store, Tx, nights, players, seasons, standings
from bot.store.nights import NightRow
from bot.store.seasons import SeasonRow
from bot.tables.people import Refusal
from engine.game import Game

EVER: Final = 2**62
ROWS_AT_ONCE: Final = 1000


@dataclass(frozen=True, slots=True)
class Scope:
    """What is counted: ``kind`` "season" (number 0: the one that runs), "all", or "night" with its number."""

    kind: str
    number: int = 0


THIS_SEASON: Final = Scope("season")
ALL_TIME: Final = Scope("all")


@dataclass(frozen=True, slots=True)
class Counted:
    """Everything that was played in a scope. ``season`` and ``night`` say which one is meant.

    ``nights``: (night id, number) of those begun in it, by number; ``over`` those that are over. ``names``
    and Discord's ``users`` by player id: without those who were forgotten.
    """

    scope: Scope
    season: SeasonRow | None
    night: NightRow | None
    lines: tuple[Played, ...]
    nights: tuple[tuple[Night, int], ...]
    over: frozenset[Night]
    names: Mapping[int, str]
    users: Mapping[int, int]
    _sums: dict[str | None, dict[int, Tally]] = field(default_factory=dict, repr=False, compare=False)

    def of(self, game: str | None) -> list[Played]:
        """The lines of one game, or all."""
        return of_game(self.lines, game)

    def tallies(self, game: str | None) -> dict[int, Tally]:
        """Everybody's sums in that game, or in all; added up once."""
        if game not in self._sums:
            self._sums[game] = tallies(self.of(game), self.over)
        return self._sums[game]

    @property
    def games(self) -> list[str]:
        """What was played in it."""
        return sorted({line.game for line in self.lines})

    @property
    def outside(self) -> bool:
        """True where hands count that belong to no night."""
        return any(line.night_id is None for line in self.lines)


@dataclass(frozen=True, slots=True)
class _Span:
    """A scope that was found."""

    since_ms: int
    until_ms: int
    season: SeasonRow | None = None
    night: NightRow | None = None


class Book:
    """Reads, in few queries, and adds up."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store, self._games = store, games

    async def counted(self, server_id: int, scope: Scope) -> Counted:
        """What was played in that scope; Refusal where there is no such season or night."""
        return await self._store.read(lambda tx: _counted(tx, server_id, scope))

    async def night(self, night_id: int) -> tuple[NightSum, Mapping[int, str]]:
        """A night that has begun, and everybody's name by player id."""

        async def job(tx: Tx) -> tuple[NightSum, Mapping[int, str]]:
            row = await nights.get(tx, night_id)
            names, _ = await _people(tx, row.server_id)
            return await _night_sum(tx, row, self._games), names

        return await self._store.read(job)

    async def night_id(self, server_id: int, number: int) -> int:
        """The id of the server's night of that number; Refusal where none has begun."""
        row = await self._store.read(lambda tx: _night(tx, server_id, number))
        return row.night_id

    async def flow(self, server_id: int, scope: Scope) -> tuple[list[Pair], Mapping[int, str]]:
        """What went between each two players, and everybody's name by player id."""

        flow, names = Flow(), await self._store.read(lambda tx: _people(tx, server_id))
        span = await self._store.read(lambda tx: _span(tx, server_id, scope))
        after: tuple[int, int] | None = (span.since_ms - 1, EVER)
        while (
            after is not None
        ):  # in pages, so that neither the loop nor another reader waits for years of hands
            rows, after = await self._store.read(partial(_nets, server_id=server_id, span=span, after=after))
            flow.add(rows)
        return flow.pairs(), names[0]


async def _nets(
    tx: Tx, *, server_id: int, span: _Span, after: tuple[int, int]
) -> tuple[list[tuple[int, int, int]], tuple[int, int] | None]:
    night_id = span.night.night_id if span.night else None
    return await standings.nets_page(
        tx, server_id, until_ms=span.until_ms, night_id=night_id, after=after, limit=ROWS_AT_ONCE
    )


async def _counted(tx: Tx, server_id: int, scope: Scope) -> Counted:
    span = await _span(tx, server_id, scope)
    night_id = span.night.night_id if span.night else None
    lines = await standings.played(
        tx, server_id, since_ms=span.since_ms, until_ms=span.until_ms, night_id=night_id
    )
    begun = [row for row in await nights.begun(tx, server_id) if _in(row, span)]
    names, users = await _people(tx, server_id)
    return Counted(
        scope=scope,
        season=span.season,
        night=span.night,
        lines=tuple(lines),
        nights=tuple((row.night_id, row.number) for row in begun if row.number is not None),
        over=_over(begun),
        names=names,
        users=users,
    )


async def _span(tx: Tx, server_id: int, scope: Scope) -> _Span:
    match scope.kind:
        case "night":
            night = await _night(tx, server_id, scope.number)
            assert night.started_at_ms is not None
            return _Span(night.started_at_ms, night.started_at_ms + 1, night=night)
        case "season":
            return _of_season(await _season(tx, server_id, scope.number))
        case _:
            return _Span(0, EVER)


async def _season(tx: Tx, server_id: int, number: int) -> SeasonRow | None:
    """The season of that number; for 0 the one that runs, else the last that has begun, if there is one."""
    if number:
        found = await seasons.by_number(tx, server_id, number)
        if found is None:
            raise Refusal(say("There is no season {number}. {/season list} shows all.", number=number))
        return found
    every = await seasons.of_server(tx, server_id)
    begun = [one for one in every if one.starts_at_ms <= tx.now_ms and not one.called_off]
    return begun[0] if begun else None


async def _night(tx: Tx, server_id: int, number: int) -> NightRow:
    row = await nights.by_number(tx, server_id, number)
    if row is None or row.started_at_ms is None:
        raise Refusal(
            say("There is no night {number} here. Nights get their number when they begin.", number=number)
        )
    return row


def _of_season(season: SeasonRow | None) -> _Span:
    if season is None:
        return _Span(0, EVER)
    return _Span(season.starts_at_ms, EVER if season.ends_at_ms is None else season.ends_at_ms, season)


def _in(night: NightRow, span: _Span) -> bool:
    if span.night is not None:
        return night.night_id == span.night.night_id
    return night.started_at_ms is not None and span.since_ms <= night.started_at_ms < span.until_ms


def _over(rows: Collection[NightRow]) -> frozenset[Night]:
    return frozenset(row.night_id for row in rows if row.ended_at_ms is not None)


async def _people(tx: Tx, server_id: int) -> tuple[dict[int, str], dict[int, int]]:
    """Names and Discord ids by player id, of who is not forgotten."""
    rows = await players.of_server(tx, server_id)
    return {row.player_id: row.name for row in rows}, {
        row.player_id: row.user_id for row in rows if row.user_id is not None
    }


async def _night_sum(tx: Tx, row: NightRow, games: Mapping[str, Game]) -> NightSum:
    assert row.number is not None and row.started_at_ms is not None
    played = await standings.played(tx, row.server_id, night_id=row.night_id)
    hands = await standings.results(tx, row.night_id)
    season = await seasons.at(tx, row.server_id, row.started_at_ms)
    ended_at_ms = tx.now_ms if row.ended_at_ms is None else row.ended_at_ms
    # As it was when the night ended: what came later has moved nothing then.
    since_ms = season.starts_at_ms if season else 0
    in_season = await standings.played(tx, row.server_id, since_ms=since_ms, until_ms=ended_at_ms + 1)
    over = frozenset(_over(await nights.begun(tx, row.server_id)))
    return NightSum(
        night_id=row.night_id,
        number=row.number,
        name=row.name,
        started_at_ms=row.started_at_ms,
        ended_at_ms=row.ended_at_ms,
        hands=len(hands),
        lines=night_lines(await standings.brought(tx, row.night_id), played),
        winners=night_winners(row.night_id, played),
        biggest=biggest_pot(hands),
        best=best_hands(hands, games),
        season=season.name if season else None,
        moves=tuple(moves(in_season, row.night_id, over)),
    )
