"""Standings, summaries and seasons in words: any names and numbers, within Discord's limits."""

from __future__ import annotations

from typing import Any, cast

from discord import ui
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.charts import SERIES_MOST, BarChart, LineChart
from bot.locale import LOCALES
from bot.show import seasons as season_show
from bot.show import standings as show
from bot.show import summary
from bot.standing_items import Wanted
from bot.standings.book import Counted, Scope
from bot.standings.flow import Pair
from bot.standings.night import BestHand, BigPot, NightLine, NightSum
from bot.standings.ranking import Measure, Move
from bot.store.seasons import SeasonRow
from bot.store.standings import PlayedRow
from engine.cards import JOKER, parse_cards
from engine.game import Ranked
from tests.bot.discord_limits import NEW_COMPONENTS_FLAG, check_message

WORST = "@everyone_**_*`|~<@1>" * 2
NAMES = st.sampled_from(["Ann", "Борис", "李雷" * 10, WORST, "🎲" * 20, "‮evil", "", "\\" * 30])
CHIPS = st.integers(-(10**12), 10**12)
GAMES = ("aces", "seka", "teen_patti")
LOCALE = st.sampled_from(LOCALES)


def _faults(view: ui.LayoutView) -> list[str]:
    body: Any = {"flags": NEW_COMPONENTS_FLAG, "components": view.to_components()}  # type: ignore[no-untyped-call]
    return check_message(body)


def _text(view: ui.LayoutView) -> str:
    return "\n".join(one.content for one in view.walk_children() if isinstance(one, ui.TextDisplay))


def _season(name: str, ends_at_ms: int | None = None) -> SeasonRow:
    return SeasonRow(7, 1, 3, name, 1_700_000_000_000, ends_at_ms)


def _counted(lines: list[PlayedRow], names: dict[int, str], season: SeasonRow | None = None) -> Counted:
    nights = sorted({line.night_id for line in lines if line.night_id is not None})
    return Counted(
        Scope("season"),
        season,
        None,
        tuple(lines),
        tuple((night, night) for night in nights),
        frozenset(nights),
        names,
        {player: 1000 + player for player in names},
    )


@st.composite
def _pages(draw: st.DrawFn) -> show.Page:
    lines = draw(
        st.lists(
            st.builds(
                PlayedRow,
                player_id=st.integers(1, 60),
                night_id=st.sampled_from([None, 1, 2, 3]),
                game=st.sampled_from(GAMES),
                hands=st.integers(1, 10**6),
                hands_won=st.integers(0, 10**6),
                net=CHIPS,
            ),
            max_size=80,
        )
    )
    names = draw(st.dictionaries(st.integers(1, 60), NAMES, max_size=60))
    season = draw(st.none() | st.builds(_season, NAMES.map(lambda name: (name or "x")[:40])))
    wanted = Wanted(
        Scope(draw(st.sampled_from(["season", "all", "night"])), draw(st.integers(0, 99_999))),
        draw(st.sampled_from(list(Measure))),
        draw(st.sampled_from([None, *GAMES])),
        draw(st.booleans()),
        draw(st.integers(1, 9)),
    )
    page = show.Page.of(_counted(lines, names, season), wanted, draw(st.none() | st.integers(1, 60)))
    left = draw(st.frozensets(st.integers(1, 60)))
    return show.Page(page.counted, wanted, page.every, page.me, left)


@settings(max_examples=60, deadline=None)
@given(_pages(), LOCALE)
def test_any_standings_fit_discords_limits(page: show.Page, locale: str) -> None:
    """Every page, measure, game, name and number, with a chart."""
    drawing = show.standings_chart(page, locale)
    view = show.standings_view(page, locale, drawing[1] if drawing else None)
    assert _faults(view) == []
    if drawing is not None and isinstance(drawing[0], LineChart):
        assert 1 <= len(drawing[0].series) <= SERIES_MOST
    assert "@everyone" not in _text(view)


def _lines_of(count: int) -> list[PlayedRow]:
    return [PlayedRow(player, 1, "aces", 1, 0, -player) for player in range(1, count + 1)]


def test_pages_hold_everybody_once() -> None:
    """The last page is the shorter one; a page beyond it is the last; the asker finds himself on each."""
    names = {player: f"P{player}" for player in range(1, 41)}
    counted = _counted(_lines_of(40), names)
    seen: list[int] = []
    for number in (1, 2, 3):
        page = show.Page.of(counted, Wanted(page=number), me=40)
        seen += [one.tally.player_id for one in show.shown_on(page.standings(), number)]
        text = show.standings_text(page, page.standings(), "en")
        assert text.count(" P40 ") == 1
        assert f"Page {number} of 3 · 40 players" in text
    assert seen == list(range(1, 41))
    assert show.shown_on(page.standings(), 99) == show.shown_on(page.standings(), 3)


def test_who_left_is_marked_or_hidden_and_who_was_forgotten_has_no_name() -> None:
    """Places do not change by hiding."""
    counted = _counted(_lines_of(3), {1: "Ann", 2: "Boris"})
    page = show.Page.of(counted, Wanted())
    marked = show.Page(counted, Wanted(), page.every, None, frozenset({2}))
    text = show.standings_text(marked, marked.standings(), "en")
    assert "**2.** Boris (left the server) " in text and "**3.** former player " in text
    hidden = show.Page(counted, Wanted(gone=False), page.every, None, frozenset({1}))
    text = show.standings_text(hidden, hidden.standings(), "en")
    assert "Ann" not in text and "**2.** Boris " in text


def test_the_chart_has_the_asker_in_it_and_says_what_it_shows() -> None:
    """The first few, and he; in words too."""
    lines = [PlayedRow(p, night, "aces", 1, 0, -p) for p in range(1, 12) for night in (1, 2)]
    names = {player: f"P{player}" for player in range(1, 12)}
    drawing = show.standings_chart(show.Page.of(_counted(lines, names), Wanted(), me=11), "en")
    assert drawing is not None
    chart, alt = drawing
    assert isinstance(chart, LineChart)
    assert [one.name for one in chart.series] == ["P1", "P2", "P3", "P4", "P5", "P11"]
    assert chart.series[-1].values == (-11, -22)
    assert "P11 −22" in alt


def test_a_single_night_is_shown_as_bars() -> None:
    """A line needs two nights."""
    drawing = show.standings_chart(show.Page.of(_counted(_lines_of(2), {}), Wanted()), "en")
    assert drawing is not None and isinstance(drawing[0], BarChart)
    assert show.standings_chart(show.Page.of(_counted([], {}), Wanted()), "en") is None


@st.composite
def _nights(draw: st.DrawFn) -> tuple[NightSum, dict[int, str]]:
    players = draw(st.lists(st.integers(1, 99), unique=True, max_size=60))
    ranked = Ranked("two_pair", 1, parse_cards("As Ah 9c 9d Kd"), ())
    jokers = Ranked("pair", 1, (JOKER, *parse_cards("Ah")), parse_cards("As"))
    found = NightSum(
        night_id=1,
        number=draw(st.integers(1, 99_999)),
        name=draw(NAMES)[:40],
        started_at_ms=1_700_000_000_000,
        ended_at_ms=draw(st.none() | st.just(1_700_000_900_000)),
        hands=draw(st.integers(0, 10**5)),
        lines=tuple(
            NightLine(one, draw(st.integers(0, 10**12)), draw(st.integers(0, 10**12)), 10**5, 10**5)
            for one in players
        ),
        winners=tuple(players[:3]),
        biggest=BigPot(10**12, 10**5, 10**5, tuple(players[:10])) if players else None,
        best=tuple(
            BestHand(game, players[0], draw(st.sampled_from([ranked, jokers])), 10**5, 10**5)
            for game in GAMES
        )
        if players
        else (),
        season=draw(st.none() | NAMES.map(lambda name: (name or "x")[:40])),
        moves=tuple(Move(one, draw(st.none() | st.integers(1, 99)), 5, 10**12) for one in players),
    )
    return found, draw(st.dictionaries(st.integers(1, 99), NAMES, max_size=99))


@settings(max_examples=60, deadline=None)
@given(_nights(), LOCALE)
def test_any_night_fits_discords_limits(made: tuple[NightSum, dict[int, str]], locale: str) -> None:
    """However many came and whatever they are called."""
    night, names = made
    drawing = summary.summary_chart(night, names, locale)
    view = summary.summary_view(night, names, locale, drawing[1] if drawing else None, text_id=70_000_001)
    assert _faults(view) == []
    (text, *_) = [one for one in view.walk_children() if isinstance(one, ui.TextDisplay)]
    assert text.id == 70_000_001


@settings(max_examples=30, deadline=None)
@given(_pages(), LOCALE)
def test_any_record_and_season_fit_discords_limits(page: show.Page, locale: str) -> None:
    """One's own, with every game; and a season's end."""
    record = summary.Record(page.me or 1, page.counted if page.counted.season else None, page.counted)
    assert _faults(summary.record_view(record, locale, "alt")) == []
    if page.counted.season is not None:
        assert _faults(summary.season_view(page.counted, locale, None)) == []


@given(NAMES.map(lambda name: (name or "x")[:40]) | st.text(min_size=1, max_size=40), LOCALE)
def test_the_questions_about_seasons_fit_discords_limits(name: str, locale: str) -> None:
    """The name is in the button itself, whatever it is."""
    for begun in (True, False):
        assert _faults(season_show.confirm_start(name, 99_999_999_999, begun, locale)) == []
        assert _faults(season_show.confirm_end(_season(name), begun=begun, locale=locale)) == []


def test_the_list_of_seasons_is_short_enough() -> None:
    """For a message of 2 000 letters."""
    rows = [
        SeasonRow(n, 1, n, WORST[:40], 1_700_000_000_000, None if n == 200 else 1_700_000_000_000 + n)
        for n in range(200, 0, -1)
    ]
    assert len(season_show.list_text(rows, 0).to("en")) <= 2000


def test_the_flow_of_chips_is_short_enough() -> None:
    """For a message of 2 000 letters; what is left out is counted."""
    pairs = [Pair(1, 2, 10**12, 10**11, 10**5)] * 40
    text = show.flow_text(pairs, {1: WORST, 2: WORST}, show.scope_text(_counted([], {})), "en")
    assert len(text) <= 2000 and "30 more pairs" in text


def test_signs_and_places_in_a_summary() -> None:
    """▲ up, ▼ down, ＝ as before, 🆕 new; equals share a place."""
    lines = (NightLine(1, 10, 20, 1, 1), NightLine(2, 10, 20, 1, 1), NightLine(3, 30, 10, 1, 0))
    moves = (Move(1, 3, 1, 9), Move(2, 1, 2, 8), Move(3, 3, 3, 0), Move(4, None, 4, -17))
    night = NightSum(1, 5, "", 0, 1000, 3, lines, (1, 2), BigPot(9, 2, 3, (1, 2)), (), "Spring", moves)
    text = summary.summary_text(night, {1: "Ann", 2: "Boris", 3: "Carol"}, "en")
    assert "**1.** Ann **+10**" in text and "**1.** Boris **+10**" in text
    assert "**3.** Carol **−20**" in text
    assert "▲ 3.→1. Ann +9 · ▼ 1.→2. Boris +8 · ＝ 3. Carol 0 · 🆕 4. former player −17" in text
    assert "Biggest pot: **9** to Ann and Boris (table 2, hand 3)" in text
    assert cast(Any, summary.summary_chart(night, {}, "en"))[0].bars[0] == ("former player", 10)


@settings(max_examples=30, deadline=None)
@given(_pages(), _nights())
def test_no_line_is_an_item_of_a_numbered_list(
    page: show.Page, made: tuple[NightSum, dict[int, str]]
) -> None:
    """Discord numbers such items itself, and 1, 2, 2, 4 would become 1, 2, 3, 4."""
    texts = [show.standings_text(page, page.standings(), "en"), summary.summary_text(*made, "en")]
    texts.append(season_show.list_text([_season("Spring"), _season("Summer", 1_700_000_000_001)], 0).to("en"))
    for line in "\n".join(texts).split("\n"):
        assert not line.split(" ", 1)[0].rstrip(".)").isdecimal()
