"""/odds: how often each combination comes, in words and as a chart."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from bot.charts import ShareChart
from bot.locale import frame, percent, say, strung
from bot.show.cards import class_name
from bot.show.paper import Paper
from bot.show.rules import counts_of, odds_text
from bot.show.rules_view import Book, name_text, whose_text
from bot.show.standings import gallery
from bot.show.words import game_name, lines
from engine.options import Options

_TEXT_ID: Final = 1


def odds_view(book: Book, locale: str, alt: str | None) -> ui.LayoutView:
    """The exact numbers of these rules; ``alt``: the chart is sent along, and this is what it shows."""
    view = Paper()
    head = strung((name_text(book), whose_text(book)), " · ")
    view.add_item(ui.TextDisplay[Any](lines(head, odds_text(book.rules.options)).to(locale), id=_TEXT_ID))
    if alt is not None:
        view.add_item(gallery(alt))
    return view


def odds_chart(options: Options, locale: str) -> tuple[ShareChart, str]:
    """Every class that there is, the best on top, with its share of all hands; and that in words."""
    counts = {class_name(key).to(locale): number for key, number in counts_of(options).items() if number}
    total = sum(counts.values())
    bars = tuple((name, number / total) for name, number in counts.items())
    values = strung(
        frame("{name} {share}", name=name, share=percent(number, total)) for name, number in counts.items()
    )
    alt = say("Bar chart, {game}, share of all hands: {values}", game=game_name(options.game), values=values)
    return ShareChart(say("Share of all hands").to(locale), bars, locale), alt.to(locale)
