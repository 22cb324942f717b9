"""Drawing charts with matplotlib. Imported only in the process that draws (see ``bot.charts``).

Made for a phone: 1080 pixels wide, shown at about 370 there, so that the smallest letters are 12 pixels high.
The background is its own, readable in a dark and in a light client. Lines are told apart by colour (Okabe and
Ito's, which colour-blind people tell apart), by mark, and by the name at their end; bars by sign and number.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any, Final

import matplotlib
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font
from matplotlib.ticker import FuncFormatter, MaxNLocator

from bot.charts import SERIES_MOST, BarChart, Chart, LineChart, ShareChart
from bot.locale.numbers import percent, signed_short

DOTS_PER_INCH: Final = 150
WIDTH_INCHES: Final = 7.2
LINE_HEIGHT_INCHES: Final = 5.4
BAR_HEIGHT_INCHES: Final = 0.46
SMALL, NORMAL, LARGE = 15, 17, 19  # points; 15 are 31 pixels of the 1080
MARKS_MOST: Final = 16  # with more points, not every one gets its mark
BARS_MOST: Final = 24
TICKS_MOST: Final = 6
NAME_GAP: Final = 0.155  # of the height: two lines
TITLE_WIDTH_MOST: Final = 42
NAME_WIDTH_MOST, CLASS_WIDTH_MOST = 16, 26  # letters beside a bar

_PAPER, _INK, _FAINT, _GRID = "#1e2127", "#f2f3f5", "#b5bac1", "#3d434d"
_COLORS: Final = (
    "#56b4e9",  # sky blue
    "#e69f00",  # orange
    "#2fbf95",  # bluish green, lightened for the dark paper
    "#f0e442",  # yellow
    "#e58fc0",  # reddish purple, lightened
    "#f2f3f5",  # ink
)
_MARKS: Final = ("o", "s", "^", "D", "v", "P")
_UP, _DOWN = "#56b4e9", "#e69f00"
# What other scripts are drawn with where it is installed; DejaVu comes with matplotlib and has Cyrillic.
_FONTS: Final = tuple(
    name.replace("_", " ")
    for name in (
        "DejaVu_Sans",
        "Noto_Sans",
        "Noto_Sans_CJK_SC",
        "Noto_Sans_CJK_JP",
        "Noto_Sans_CJK_KR",
        "Noto_Sans_Arabic",
        "Noto_Sans_Hebrew",
        "Noto_Sans_Devanagari",
        "Noto_Sans_Thai",
        "Noto_Sans_Georgian",
        "Noto_Sans_Armenian",
        "Noto_Sans_Symbols2",
    )
)
assert len(_COLORS) == len(_MARKS) == SERIES_MOST


def draw(chart: Chart) -> bytes:
    """The chart as PNG."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    # A "$" in a name is a "$".
    with matplotlib.rc_context({"font.family": _families(), "text.parse_math": False}):
        figure = _figure_of(chart)
        picture = BytesIO()
        figure.savefig(picture, format="png", facecolor=_PAPER, pil_kwargs={"compress_level": 3})
    return picture.getvalue()


def _figure_of(chart: Chart) -> Figure:
    if isinstance(chart, LineChart):
        return _lines(chart)
    if isinstance(chart, ShareChart):
        return _shares(chart)
    return _bars(chart)


def drawable(text: str, otherwise: str) -> str:
    """The text without what no font here has; ``otherwise`` where that is most of it."""
    kept = "".join(letter for letter in text if ord(letter) in _letters() or letter == " ").strip()
    letters = sum(not letter.isspace() for letter in text)
    return kept if 2 * sum(not letter.isspace() for letter in kept) > letters else otherwise


@cache
def _families() -> list[str]:
    known = {entry.name for entry in font_manager.fontManager.ttflist}
    return [name for name in _FONTS if name in known]


@cache
def _letters() -> frozenset[int]:
    found: set[int] = set()
    for name in _families():
        found |= FT2Font(font_manager.findfont(name)).get_charmap().keys()
    return frozenset(found)


def _figure(height_inches: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH_INCHES, height_inches), dpi=DOTS_PER_INCH)
    figure.set_layout_engine("constrained", w_pad=0.16, h_pad=0.14)  # inches
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_facecolor(_PAPER)
    axes.tick_params(colors=_FAINT, labelsize=SMALL, length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure, axes


def _title(figure: Figure, title: str) -> None:
    figure.suptitle(_fitted(title, TITLE_WIDTH_MOST), color=_INK, fontsize=LARGE, x=0.02, ha="left")


def _fitted(text: str, most: int) -> str:
    shown = drawable(text, "")
    return shown if len(shown) <= most else shown[: most - 1].rstrip() + "…"


def _on_axis(locale: str) -> FuncFormatter:
    return FuncFormatter(lambda value, _position: signed_short(round(value), locale))


def _lines(chart: LineChart) -> Figure:
    figure, axes = _figure(LINE_HEIGHT_INCHES)
    _title(figure, chart.title)
    places = range(len(chart.points))
    every = max(1, -(-len(chart.points) // MARKS_MOST))
    for number, one in enumerate(chart.series[:SERIES_MOST]):
        axes.plot(
            places,
            one.values,
            color=_COLORS[number],
            marker=_MARKS[number],
            markersize=9,
            markevery=every,
            linewidth=2.8,
            solid_capstyle="round",
            zorder=3 + SERIES_MOST - number,
        )
    axes.axhline(0, color=_FAINT, linewidth=1.2, zorder=2)
    axes.grid(axis="y", color=_GRID, linewidth=1, zorder=1)
    axes.set_xlabel(_fitted(chart.x_label, TITLE_WIDTH_MOST), color=_FAINT, fontsize=SMALL)
    shown = places[:: max(1, -(-len(chart.points) // TICKS_MOST))]
    axes.set_xticks(list(shown), [str(chart.points[place]) for place in shown])
    axes.yaxis.set_major_formatter(_on_axis(chart.locale))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.margins(x=0.03, y=0.08)
    _name_the_ends(axes, chart)
    return figure


def _name_the_ends(axes: Axes, chart: LineChart) -> None:
    """Each name with its mark beside the end of its line, moved apart where they would cover each other."""
    series = chart.series[:SERIES_MOST]
    ends = [one.values[-1] if one.values else 0 for one in series]
    low, high = axes.get_ylim()
    beside = axes.get_yaxis_transform()  # across in parts of the picture, up in chips
    for number, height in enumerate(_apart(ends, (high - low) * NAME_GAP, low, high)):
        look: dict[str, Any] = {"color": _COLORS[number], "zorder": 20}
        axes.plot((1.0, 1.05), (ends[number], height), transform=beside, clip_on=False, linewidth=0.9, **look)
        axes.plot(
            (1.07,),
            (height,),
            transform=beside,
            clip_on=False,
            marker=_MARKS[number],
            markersize=9,
            linestyle="",
            **look,
        )
        name = _fitted(drawable(series[number].name, f"#{number + 1}"), 14)
        text = f"{name}\n{signed_short(ends[number], chart.locale)}"
        axes.text(1.1, height, text, transform=beside, fontsize=SMALL, va="center", linespacing=0.95, **look)


def _apart(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near to these heights as can be, ``gap`` from each other and between the limits.

    Less a gap for each that lies below, places need only not fall: neighbours that would are averaged.
    """
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    gap = min(gap, (high - low) / max(1, len(heights) - 1))
    groups: list[tuple[float, int]] = []  # average, how many
    for rank, number in enumerate(order):
        average, many = heights[number] - rank * gap, 1
        while groups and groups[-1][0] > average:
            other, others = groups.pop()
            average, many = (average * many + other * others) / (many + others), many + others
        groups.append((average, many))
    even = [average for average, many in groups for _ in range(many)]
    top = high - gap * max(0, len(order) - 1)
    places = [0.0] * len(heights)
    for rank, number in enumerate(order):
        places[number] = min(max(even[rank], low), top) + rank * gap
    return places


def _bars(chart: BarChart) -> Figure:
    bars = chart.bars[:BARS_MOST]
    labels = [signed_short(value, chart.locale) for _, value in bars]
    return _barred(chart.title, bars, labels, NAME_WIDTH_MOST)


def _shares(chart: ShareChart) -> Figure:
    bars = chart.bars[:BARS_MOST]
    return _barred(chart.title, bars, [percent(one, chart.locale) for _, one in bars], CLASS_WIDTH_MOST)


def _barred(title: str, bars: Sequence[tuple[str, float]], labels: Sequence[str], width_most: int) -> Figure:
    """A bar for each name with its label at the end, the first one on top."""
    figure, axes = _figure(1.1 + BAR_HEIGHT_INCHES * max(2, len(bars)))
    _title(figure, title)
    values = [value for _, value in bars]
    places = list(range(len(bars)))[::-1]
    drawn = axes.barh(places, values, height=0.66, color=[_UP if v >= 0 else _DOWN for v in values], zorder=3)
    for bar, value in zip(drawn, values, strict=True):
        if value < 0:
            bar.set_hatch("//")  # below zero is told by more than its colour
            bar.set_edgecolor(_PAPER)
    axes.bar_label(drawn, labels, padding=6, color=_INK, fontsize=NORMAL)
    axes.axvline(0, color=_FAINT, linewidth=1.2, zorder=4)
    names = [_fitted(drawable(name, f"#{number}"), width_most) for number, (name, _) in enumerate(bars, 1)]
    axes.set_yticks(places, names, color=_INK, fontsize=NORMAL)
    axes.set_xticks([])
    least, most = min([0, *values]), max([0, *values])
    room = 0.3 * ((most - least) or 1)
    axes.set_xlim(least - (room if least < 0 else room / 4), most + room)
    return figure
