"""The pictures: every chart can be drawn, with any names and numbers."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.charts import SERIES_MOST, BarChart, LineChart, Series
from bot.locale import LOCALES
from bot.rules_items import Chapter
from bot.show import charts
from bot.show.odds import odds_chart, odds_view
from bot.show.rules_view import Book
from bot.show.scene import Rules
from bot.show.standings import ALT_LENGTH_MOST
from engine.games import GAMES
from tests.bot.discord_limits import check_message
from tests.bot.show.scenes import body_of

NAMES = st.text(max_size=30) | st.sampled_from(
    ["$x$ _{", "Карина Александровна", "李雷", "🎲🎲", "", "\\frac"]
)
CHIPS = st.integers(-(10**12), 10**12)
PHONE_PIXELS = 370


def _size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@st.composite
def _line_charts(draw: st.DrawFn) -> LineChart:
    count = draw(st.integers(1, 40))
    values = st.lists(CHIPS, min_size=count, max_size=count).map(tuple)
    series = draw(st.lists(st.builds(Series, NAMES, values), min_size=1, max_size=SERIES_MOST + 2))
    return LineChart(draw(NAMES), draw(NAMES), tuple(range(1, count + 1)), tuple(series))


@settings(max_examples=5, deadline=None)
@given(_line_charts())
def test_lines_of_any_names_and_numbers_are_drawn(chart: LineChart) -> None:
    """In the size for a phone, without a warning about a missing letter."""
    assert _size(charts.draw(chart)) == (1080, 810)


@settings(max_examples=5, deadline=None)
@given(st.lists(st.tuples(NAMES, CHIPS), min_size=1, max_size=30))
def test_bars_of_any_names_and_numbers_are_drawn(bars: list[tuple[str, int]]) -> None:
    """Wide as the others, and as high as they need."""
    width, height = _size(charts.draw(BarChart("Night", tuple(bars))))
    assert width == 1080 and 250 < height < 2000


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", GAMES)
def test_shares_of_every_game_are_drawn(key: str, locale: str) -> None:
    """A bar for each class that there is; the words beside the picture name all of them."""
    chart, alt = odds_chart(GAMES[key].options_type(), locale)
    width, height = _size(charts.draw(chart))
    assert width == 1080 and 250 < height < 2000
    assert sum(share for _, share in chart.bars) == pytest.approx(1)
    assert all(name in alt for name, _ in chart.bars) and len(alt) <= ALT_LENGTH_MOST
    book = Book(Chapter(key, 0, 1), Rules(key, GAMES[key].options_type()))
    assert check_message(body_of(odds_view(book, locale, alt))) == []


def test_letters_are_readable_on_a_phone() -> None:
    """Twelve and a half pixels at least are what a phone shows of the smallest ones."""
    pixels = charts.SMALL / 72 * charts.DOTS_PER_INCH
    assert pixels * PHONE_PIXELS / (charts.WIDTH_INCHES * charts.DOTS_PER_INCH) > 10.5


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Карина", "Карина"),
        ("João 🎲", "João"),
        ("\U00013000\U00013001", "#3"),  # hieroglyphs
        ("Eu\U00013000\U00013001\U00013002", "#3"),
    ],
)
def test_what_no_font_has_is_left_out(name: str, shown: str) -> None:
    """A name that would lose half of itself is a number."""
    assert charts.drawable(name, "#3") == shown


@given(st.lists(st.floats(-1000, 1000), min_size=1, max_size=SERIES_MOST))
def test_names_at_the_ends_of_lines_do_not_cover_each_other(heights: list[float]) -> None:
    """Apart by the gap, in the order of the lines, within the limits."""
    places = charts._apart(heights, 100, -1000, 1000)
    for (height, place), (other_height, other) in zip(
        sorted(zip(heights, places, strict=True)), sorted(zip(heights, places, strict=True))[1:], strict=False
    ):
        assert height <= other_height and other - place > 99.9
    assert all(-1000.1 <= place <= 1000.1 for place in places)


def test_a_single_line_keeps_its_name_at_its_end() -> None:
    """Nothing moves that need not."""
    assert charts._apart([5.0, 500.0], 100, -1000, 1000) == [5.0, 500.0]


def _light(color: str) -> float:
    """Relative luminance by the W3C's formula."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("color", [*charts._COLORS, charts._INK, charts._FAINT, charts._UP, charts._DOWN])
def test_every_colour_stands_out_from_the_paper(color: str) -> None:
    """At least 4.5 : 1, whatever the client's own background is."""
    assert (_light(color) + 0.05) / (_light(charts._PAPER) + 0.05) > 4.5
