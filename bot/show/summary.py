"""What a night came to, in words and as a chart; the end of a season; a player's own record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ui

from bot.charts import BarChart
from bot.locale import Text, average, command, frame, listed, say, say_many, signed
from bot.show.cards import ranked_text
from bot.show.names import plain_name, safe_name
from bot.show.paper import Paper
from bot.show.standings import (
    LINES_A_PAGE,
    MEASURES,
    alt_text,
    chart_name,
    gallery,
    name_text,
    scope_text,
)
from bot.show.words import game_name, joined
from bot.standings.book import Counted
from bot.standings.night import BestHand, NightLine, NightSum
from bot.standings.ranking import Measure, Move, Standing, Tally, net_by_night, ranked

LINES_MOST: Final = 20
MOVES_MOST: Final = 12
_TEXT_ID: Final = 1

Names = Mapping[int, str]


def summary_view(
    night: NightSum, names: Names, locale: str, alt: str | None, text_id: int = _TEXT_ID
) -> ui.LayoutView:
    """The whole night; ``alt``: its chart is sent along. ``text_id``: the component id of the text."""
    view = Paper()
    view.add_item(ui.TextDisplay(summary_text(night, names, locale), id=text_id))
    if alt is not None:
        view.add_item(gallery(alt))
    return view


def summary_text(night: NightSum, names: Names, locale: str) -> str:
    """Who played, bought in, left with and won; the hands; how the season's standings moved."""
    lines = [_head(night).to(locale)]
    if not night.lines:
        lines.append(say("No hand was played to its end.").to(locale))
        return "\n".join(lines)
    lines += [_line(place, one, names).to(locale) for place, one in _placed(night.lines)[:LINES_MOST]]
    rest = len(night.lines) - LINES_MOST
    if rest > 0:
        lines.append(say_many("… and {count} more player", "… and {count} more players", rest).to(locale))
    lines.append(f"-# {_total(night).to(locale)}")
    lines += [one.to(locale) for one in _hands(night, names)]
    moved = _moves(night, names, locale)
    return "\n".join([*lines, *moved])


def summary_chart(night: NightSum, names: Names, locale: str) -> tuple[BarChart, str] | None:
    """Everybody's net as bars, and that in words; None where nobody played."""
    if not night.lines:
        return None
    bars = tuple((chart_name(names, one.player_id, locale), one.net) for one in night.lines)
    title = (
        say("Night {number}: {name}", number=night.number, name=plain_name(night.name, 30))
        if night.name
        else say("Night {number}", number=night.number)
    ).to(locale)
    return BarChart(title, bars, locale), alt_text(title, bars, locale)


def _head(night: NightSum) -> Text:
    title = (
        say("**Night {number}: {name}**", number=night.number, name=safe_name(night.name, 40))
        if night.name
        else say("**Night {number}**", number=night.number)
    )
    if night.ended_at_ms is None:
        return say("{title} · since <t:{at}:f> · it goes on", title=title, at=night.started_at_ms // 1000)
    return say(
        "{title} · <t:{at}:f> to <t:{until}:t>",
        title=title,
        at=night.started_at_ms // 1000,
        until=night.ended_at_ms // 1000,
    )


def _placed(lines: Sequence[NightLine]) -> list[tuple[int, NightLine]]:
    """Each with its place: equals share the better one."""
    placed: list[tuple[int, NightLine]] = []
    for number, one in enumerate(lines, 1):
        equal = bool(placed) and placed[-1][1].net == one.net
        placed.append((placed[-1][0] if equal else number, one))
    return placed


def _line(place: int, one: NightLine, names: Names) -> Text:
    return say(
        "**{place}.** {name} **{net}** · in {brought}, out {left} · {hands}",
        place=place,
        name=name_text(names, one.player_id),
        net=signed(one.net),
        brought=one.brought,
        left=one.left,
        hands=say_many("{count} hand, {won} won", "{count} hands, {won} won", one.hands, won=one.hands_won),
    )


def _total(night: NightSum) -> Text:
    return say(
        "Brought {brought}, taken home or still there {left}: what one lost others won.",
        brought=sum(one.brought for one in night.lines),
        left=sum(one.left for one in night.lines),
    )


def _hands(night: NightSum, names: Names) -> list[Text]:
    found = [say_many("**{count}** hand", "**{count}** hands", night.hands)]
    if night.biggest is not None:
        found.append(
            say(
                "Biggest pot: **{chips}** to {names} (table {table}, hand {hand})",
                chips=night.biggest.chips,
                names=_named(night.biggest.winners, names),
                table=night.biggest.table_number,
                hand=night.biggest.hand_number,
            )
        )
    return [*found, *(_best(one, names) for one in night.best)]


def _best(one: BestHand, names: Names) -> Text:
    return say(
        "Best hand, {game}: {hand} · {name} (table {table}, hand {number})",
        game=game_name(one.game),
        hand=ranked_text(one.ranked),
        name=name_text(names, one.player_id),
        table=one.table_number,
        number=one.hand_number,
    )


def _named(player_ids: Sequence[int], names: Names) -> Text:
    return listed(name_text(names, player_id) for player_id in player_ids)


def _moves(night: NightSum, names: Names, locale: str) -> list[str]:
    if not night.moves:
        return []
    head = (
        say("**All time after this night**")
        if night.season is None
        else say("**Season {name} after this night**", name=safe_name(night.season, 40))
    )
    shown = night.moves[:MOVES_MOST]
    return [head.to(locale), joined((_move(one, names) for one in shown), locale)]


def _move(one: Move, names: Names) -> Text:
    name = name_text(names, one.player_id)
    if one.before is None:
        return say("🆕 {after}. {name} {net}", after=one.after, name=name, net=signed(one.net_after))
    if one.before == one.after:
        return say("＝ {after}. {name} {net}", after=one.after, name=name, net=signed(one.net_after))
    form = "▲" if one.after < one.before else "▼"
    return say(
        "{arrow} {before}.→{after}. {name} {net}",
        arrow=form,
        before=one.before,
        after=one.after,
        name=name,
        net=signed(one.net_after),
    )


# ---- a season's end


def season_view(counted: Counted, locale: str, alt: str | None) -> ui.LayoutView:
    """How a season ended, for everybody."""
    assert counted.season is not None
    lines = [say("**The season is over** · {scope}", scope=scope_text(counted)).to(locale)]
    found = ranked(counted.tallies(None), Measure.NET)
    lines += [_final(one, counted.names).to(locale) for one in found[:LINES_A_PAGE]]
    if not found:
        lines.append(say("Nobody played in it.").to(locale))
    else:
        again = say(
            "All of it: {command}. Play from now on does not count to it.",
            command=command("standings", season=counted.season.number),
        )
        lines.append(f"-# {again.to(locale)}")
    view = Paper()
    view.add_item(ui.TextDisplay("\n".join(lines), id=_TEXT_ID))
    if alt is not None:
        view.add_item(gallery(alt))
    return view


def _final(one: Standing, names: Names) -> Text:
    tally = one.tally
    return say(
        "**{place}.** {name} **{net}** · {nights}",
        place=one.place,
        name=name_text(names, tally.player_id),
        net=signed(tally.net),
        nights=say_many(
            "{count} night, {won} won", "{count} nights, {won} won", tally.nights, won=tally.nights_won
        ),
    )


# ---- one's own record


@dataclass(frozen=True, slots=True)
class Record:
    """Who asks, and what was played in the season (None where there is none) and ever."""

    player_id: int
    season: Counted | None
    ever: Counted


def record_view(record: Record, locale: str, alt: str | None) -> ui.LayoutView:
    """One's own numbers, and their chart."""
    view = Paper()
    view.add_item(ui.TextDisplay(record_text(record, locale), id=_TEXT_ID))
    if alt is not None:
        view.add_item(gallery(alt))
    return view


def record_text(record: Record, locale: str) -> str:
    """Season and all time, each game, best and worst night."""
    me, ever = record.player_id, record.ever
    if me not in ever.tallies(None):
        return say(
            "You have not played a hand here yet. Practice does not count, nor do grants and corrections."
        ).to(locale)
    lines = [say("**Your record**").to(locale)]
    for counted in (record.season, ever):
        if counted is not None and me in counted.tallies(None):
            lines.append(_part(scope_text(counted), counted, None, me, locale))
    if len(ever.games) > 1:
        for game in ever.games:
            if me in ever.tallies(game):
                lines.append(_part(game_name(game), ever, game, me, locale))
    numbers = dict(ever.nights)
    mine = [(nets[me], numbers[night]) for night, nets in net_by_night(ever.lines).items() if me in nets]
    if mine:
        (best, best_night), (worst, worst_night) = max(mine), min(mine)
        lines.append(
            say(
                "Best night: {best_night}, {best} · worst: {worst_night}, {worst}",
                best_night=best_night,
                best=signed(best),
                worst_night=worst_night,
                worst=signed(worst),
            ).to(locale)
        )
    lines.append(f"-# {say('Only play counts, no grants and corrections.').to(locale)}")
    return "\n".join(lines)


def _part(title: Text, counted: Counted, game: str | None, me: int, locale: str) -> str:
    found = counted.tallies(game)
    places = [
        (measure, one.place)
        for measure in (Measure.NET, Measure.PER_NIGHT)
        for one in ranked(found, measure)
        if one.tally.player_id == me
    ]
    parts = [frame("**{net}**", net=signed(found[me].net)), *_numbers(found[me])]
    parts += [
        say("{measure}: place {place} of {count}", measure=MEASURES[measure], place=place, count=len(found))
        for measure, place in places
    ]
    return say("**{title}**: {parts}", title=title, parts=joined(parts, locale)).to(locale)


def _numbers(tally: Tally) -> list[Text]:
    found = [
        say_many("{count} hand, {won} won", "{count} hands, {won} won", tally.hands, won=tally.hands_won)
    ]
    if tally.nights:
        found.append(
            say_many(
                "{count} night, {won} won", "{count} nights, {won} won", tally.nights, won=tally.nights_won
            )
        )
        found.append(say("{chips} a night", chips=average(tally.night_net / tally.nights)))
    return found
