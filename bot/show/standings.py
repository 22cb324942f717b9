"""Standings, one's own record and seasons in words, and what their charts show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.charts import SERIES_MOST, BarChart, Chart, LineChart, Series
from bot.locale import Text, average, frame, raw, say, say_as, say_many, signed, strung
from bot.show.names import plain_name, safe_name
from bot.show.paper import Paper
from bot.show.words import clipped, game_name, joined
from bot.standing_items import MeasureMenu, PageButton, Wanted
from bot.standings.book import Counted
from bot.standings.flow import Pair
from bot.standings.ranking import Measure, Standing, Tally, over_the_nights, ranked

LINES_A_PAGE: Final = 15
CHART_FILE: Final = "chart.png"
ALT_LENGTH_MOST: Final = 1000  # Discord takes 1024
BARS_MOST: Final = 20
PAIRS_MOST: Final = 10
_TEXT_ID, _CHART_ID, _ROW_IDS = 1, 5, (10, 20)

MEASURES: Final[dict[Measure, Text]] = {
    Measure.NET: say("net"),
    Measure.PER_NIGHT: say("net per night"),
    Measure.NIGHTS_WON: say("nights won"),
    Measure.HANDS_WON: say("hands won"),
    Measure.HANDS: say("hands played"),
}
_ORDERS: Final[dict[Measure, Text]] = {
    Measure.NET: say_as("menu", "By net"),
    Measure.PER_NIGHT: say_as("menu", "By net per night"),
    Measure.NIGHTS_WON: say_as("menu", "By nights won"),
    Measure.HANDS_WON: say_as("menu", "By hands won"),
    Measure.HANDS: say_as("menu", "By hands played"),
}
assert _ORDERS.keys() == MEASURES.keys(), "each measure is offered in the menu"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of standings. ``left``: players who are no members any more; ``me``: who asks."""

    counted: Counted
    wanted: Wanted
    every: tuple[Standing, ...]
    me: int | None = None
    left: frozenset[int] = frozenset()

    @classmethod
    def of(cls, counted: Counted, wanted: Wanted, me: int | None = None) -> Page:
        """Rank everybody once."""
        every = ranked(counted.tallies(wanted.game), wanted.measure)
        return cls(counted, wanted, tuple(every), me)

    def standings(self) -> list[Standing]:
        """Everybody who is shown; places are those among all, whoever is hidden."""
        return [one for one in self.every if self.wanted.gone or one.tally.player_id not in self.left]


def pages_of(count: int) -> int:
    """How many pages so many lines take; one at least."""
    return max(1, -(-count // LINES_A_PAGE))


def shown_on(standings: Sequence[Standing], page: int) -> Sequence[Standing]:
    """The lines of a page, from 1; a page beyond the last is the last."""
    page = min(max(1, page), pages_of(len(standings)))
    return standings[(page - 1) * LINES_A_PAGE : page * LINES_A_PAGE]


def name_text(names: Mapping[int, str], player_id: int) -> Text:
    """A person's name for texts, "former player" for who was forgotten."""
    name = names.get(player_id)
    return say("former player") if not name else raw(safe_name(name))


def chart_name(names: Mapping[int, str], player_id: int, locale: str) -> str:
    """The same for charts, where nothing is formatted."""
    name = names.get(player_id)
    return say("former player").to(locale) if not name else plain_name(name)


def scope_text(counted: Counted) -> Text:
    """What is counted: "season Spring, since 1 March"."""
    if counted.night is not None:
        return say(
            "night {number}, <t:{at}:D>",
            number=counted.night.number,
            at=(counted.night.started_at_ms or 0) // 1000,
        )
    season = counted.season
    if season is None:
        return say("all time")
    begun = season.starts_at_ms // 1000
    if season.ends_at_ms is None:
        return say("season {name}, since <t:{at}:D>", name=safe_name(season.name, 40), at=begun)
    return say(
        "season {name}, <t:{at}:D> to <t:{until}:D>",
        name=safe_name(season.name, 40),
        at=begun,
        until=season.ends_at_ms // 1000,
    )


def standings_view(page: Page, locale: str, alt: str | None) -> ui.LayoutView:
    """The page with its keys; ``alt``: there is a chart, and this is what it shows."""
    standings = page.standings()
    pages = pages_of(len(standings))
    number = min(max(1, page.wanted.page), pages)
    view = Paper()
    view.add_item(ui.TextDisplay(standings_text(page, standings, locale), id=_TEXT_ID))
    if alt is not None:
        view.add_item(gallery(alt))
    menu: ui.ActionRow[Any] = ui.ActionRow(_measures(page.wanted, locale), id=_ROW_IDS[0])
    view.add_item(menu)
    keys = [
        _turn(page.wanted, number - 1, say_as("button", "◀ Back"), locale, place=1, off=number <= 1),
        _turn(page.wanted, number + 1, say_as("button", "Next ▶"), locale, place=2, off=number >= pages),
        _gone_key(page.wanted, locale),
    ]
    row: ui.ActionRow[Any] = ui.ActionRow(*keys, id=_ROW_IDS[1])
    view.add_item(row)
    return view


def gallery(alt: str) -> ui.MediaGallery[Any]:
    """The chart that is sent along, with what it shows for who cannot see it."""
    made: ui.MediaGallery[Any] = ui.MediaGallery(id=_CHART_ID)
    made.add_item(media=f"attachment://{CHART_FILE}", description=clipped(alt, ALT_LENGTH_MOST))
    return made


def standings_text(page: Page, standings: Sequence[Standing], locale: str) -> str:
    """Head, one line a player, and what counts."""
    counted, wanted = page.counted, page.wanted
    game = say("all games") if wanted.game is None else game_name(wanted.game)
    head = say(
        "**Standings** · {scope} · {game} · by {measure}",
        scope=scope_text(counted),
        game=game,
        measure=MEASURES[wanted.measure],
    )
    lines = [head.to(locale)]
    shown = shown_on(standings, wanted.page)
    lines += [line_text(one, page, locale) for one in shown]
    if not standings:
        lines.append(say("Nobody has played here yet.").to(locale))
    mine = next((one for one in standings if one.tally.player_id == page.me), None)
    if mine is not None and mine not in shown:
        lines += ["…", line_text(mine, page, locale)]
    number, pages = min(max(1, wanted.page), pages_of(len(standings))), pages_of(len(standings))
    foot = [
        say("Page {page} of {pages}", page=number, pages=pages),
        say_many("{count} player", "{count} players", len(standings)),
    ]
    lines.append(f"-# {joined(foot, locale)}")
    lines.append(f"-# {_what_counts(page).to(locale)}")
    return "\n".join(lines)


def line_text(one: Standing, page: Page, locale: str) -> str:
    """ "3. Ann **+340** · 12 nights, 3 won · 240 hands, 71 won".

    The place is bold so that no line begins with a bare number: Discord would make a list and count it anew.
    """
    tally = one.tally
    name = name_text(page.counted.names, tally.player_id)
    if tally.player_id in page.left:
        name = say("{name} (left the server)", name=name)
    parts = [
        say("**{place}.** {name} {value}", place=one.place, name=name, value=value_text(one, page.wanted)),
        *([signed(tally.net)] if page.wanted.measure is not Measure.NET else []),
        *_counts(tally),
    ]
    return joined(parts, locale)


def value_text(one: Standing, wanted: Wanted) -> Text:
    """What the player is ordered by, bold."""
    match wanted.measure:
        case Measure.NET:
            return frame("**{net}**", net=signed(one.tally.net))
        case Measure.PER_NIGHT:
            return say("**{chips}** a night", chips=average(float(one.value)))
        case Measure.NIGHTS_WON:
            return say_many("**{count}** night won", "**{count}** nights won", one.tally.nights_won)
        case Measure.HANDS_WON:
            return say_many("**{count}** hand won", "**{count}** hands won", one.tally.hands_won)
        case Measure.HANDS:
            return say_many("**{count}** hand", "**{count}** hands", one.tally.hands)


def _counts(tally: Tally) -> list[Text]:
    hands = say_many("{count} hand, {won} won", "{count} hands, {won} won", tally.hands, won=tally.hands_won)
    if not tally.nights:
        return [hands]
    nights = say_many(
        "{count} night, {won} won", "{count} nights, {won} won", tally.nights, won=tally.nights_won
    )
    return [nights, hands]


def _what_counts(page: Page) -> Text:
    what = say("Only play counts, no grants and corrections.")
    if not page.counted.outside:
        return what
    if len(page.counted.nights) > 1:
        return say("{what} Hands between the nights count too; the chart leaves them out.", what=what)
    return say("{what} Hands between the nights count too.", what=what)


def _measures(wanted: Wanted, locale: str) -> MeasureMenu:
    return MeasureMenu(
        wanted,
        placeholder=say_as("menu", "Order by…").to(locale),
        options=[
            discord.SelectOption(
                label=text.to(locale),
                value=str(measure),
                default=measure is wanted.measure,
            )
            for measure, text in _ORDERS.items()
        ],
        id=_ROW_IDS[0] + 1,
    )


def _turn(wanted: Wanted, page: int, label: Text, locale: str, *, place: int, off: bool) -> PageButton:
    there = Wanted(wanted.scope, wanted.measure, wanted.game, wanted.gone, page)
    return PageButton(there, label=label.to(locale), disabled=off, id=_ROW_IDS[1] + place)


def _gone_key(wanted: Wanted, locale: str) -> PageButton:
    other = Wanted(wanted.scope, wanted.measure, wanted.game, not wanted.gone, 1)
    label = say_as("button", "Show former members")
    if wanted.gone:
        label = say_as("button", "Hide former members")
    return PageButton(other, label=label.to(locale), id=_ROW_IDS[1] + 3)


# ---- charts


def standings_chart(page: Page, locale: str) -> tuple[Chart, str] | None:
    """What the chart of a page shows, and that in words; None where there is nothing to draw.

    Nights make a line chart of the first few and of who asks; a single night, or none, bars of the net.
    """
    counted, standings = page.counted, page.standings()
    if not standings:
        return None
    if len(counted.nights) > 1:
        title = scope_title(counted, locale)
        chosen = [one.tally.player_id for one in standings[:SERIES_MOST]]
        if page.me is not None and page.me not in chosen:
            there = any(one.tally.player_id == page.me for one in standings)
            chosen = [*chosen[: SERIES_MOST - 1], page.me] if there else chosen
        return line_chart(counted, page.wanted.game, chosen, title, locale)
    bars = tuple(
        (chart_name(counted.names, one.tally.player_id, locale), one.tally.net)
        for one in sorted(standings, key=lambda one: -one.tally.net)[:BARS_MOST]
    )
    title = scope_title(counted, locale, over_nights=False)
    return BarChart(title, bars, locale), alt_text(title, bars, locale)


def line_chart(
    counted: Counted, game: str | None, player_ids: Sequence[int], title: str, locale: str
) -> tuple[LineChart, str]:
    """Net over the nights of these players, added up, and that in words."""
    sums = over_the_nights(counted.of(game), [night_id for night_id, _ in counted.nights], player_ids)
    series = tuple(
        Series(chart_name(counted.names, player_id, locale), tuple(sums[player_id]))
        for player_id in player_ids
    )
    chart = LineChart(
        title=title,
        x_label=say_as("axis of a chart", "night").to(locale),
        points=tuple(number for _, number in counted.nights),
        series=series,
        locale=locale,
    )
    ends = [(one.name, one.values[-1]) for one in series]
    head = say_many(
        "Line chart, {title}, {count} night",
        "Line chart, {title}, {count} nights",
        len(counted.nights),
        title=title,
    )
    return chart, alt_text(head.to(locale), ends, locale)


def scope_title(counted: Counted, locale: str, *, over_nights: bool = True) -> str:
    """What is counted, short, for the head of a chart."""
    if counted.night is not None:
        return say("Night {number}: net", number=counted.night.number).to(locale)
    if counted.season is not None:
        name = plain_name(counted.season.name, 24)
        over = say("{name}: net over the nights", name=name)
        return (over if over_nights else say("{name}: net", name=name)).to(locale)
    return (say("All time: net over the nights") if over_nights else say("All time: net")).to(locale)


def alt_text(title: str, ends: Sequence[tuple[str, int]], locale: str) -> str:
    """A chart in words: every name with its number."""
    values = strung(frame("{name} {chips}", name=name, chips=signed(chips)) for name, chips in ends)
    return say("{title}: {values}", title=title, values=values).to(locale)


# ---- the flow of chips


def flow_text(pairs: Sequence[Pair], names: Mapping[int, str], scope: Text, locale: str) -> str:
    """Who lost to whom, and how that is reckoned."""
    head = say("**Chips between players** · {scope}", scope=scope)
    lines = [head.to(locale)]
    lines += [
        say_many(
            "**{giver} → {taker}** {net} (there {given}, back {back}) · {count} hand",
            "**{giver} → {taker}** {net} (there {given}, back {back}) · {count} hands",
            pair.hands,
            giver=name_text(names, pair.giver),
            taker=name_text(names, pair.taker),
            net=pair.net,
            given=pair.given,
            back=pair.back,
        ).to(locale)
        for pair in pairs[:PAIRS_MOST]
    ]
    if not pairs:
        lines.append(say("Nobody has played here yet.").to(locale))
    elif len(pairs) > PAIRS_MOST:
        rest = len(pairs) - PAIRS_MOST
        lines.append(say_many("… and {count} more pair", "… and {count} more pairs", rest).to(locale))
    why = say(
        "A pot mixes all chips, so this is a convention: in each hand a loser's loss goes to its winners "
        "in proportion to what they won. Much one-sided flow is no proof of anything; it says where to look."
    )
    lines.append(f"-# {why.to(locale)}")
    return "\n".join(lines)
