"""/odds: the exact numbers under this table's options, in words and as a chart."""

from __future__ import annotations

import pytest

from bot.charts import Chart, ShareChart
from bot.rehearsal.seen import Answer
from bot.show.scene import Terms
from engine.aces.options import AcesOptions
from engine.seka.options import SekaOptions
from tests.flow.evening import CHANNEL, PNG, Evening


@pytest.fixture(autouse=True)
def charts(friends: Evening) -> list[Chart]:
    """What is to be drawn."""
    return friends.charts_become(PNG)


async def asked(friends: Evening, **options: str) -> Answer:
    """What is answered to /odds, to Ann alone."""
    answer = await friends.wire.slash("Ann", CHANNEL, "odds", **options)
    await friends.until(lambda: answer.messages)
    assert answer.messages[0].ephemeral
    return answer


async def test_b8_odds_are_those_of_this_channels_table(friends: Evening) -> None:
    """Another game has its usual ones; without a table so has every game."""
    usual = (await asked(friends, game="seka")).text
    assert usual.startswith("**Seka** · the usual options\n") and "of 1,330 in all" in usual
    await friends.open_table(game="seka")
    friends.table.state.terms = Terms("seka", SekaOptions(jokers=4), 8, 1, 1000)
    text = (await asked(friends)).text
    assert text.startswith("**Seka** · table 1\n")
    assert "of 2,024 in all" in text and "2. 32 (a seka, three of a rank): 260 (12.8%)" in text
    assert "fits no pack" in text
    assert "of 22,100 in all" in (await asked(friends, game="teen_patti")).text
    assert "of 20,358,520 in all" in (await asked(friends, game="aces")).text


async def test_the_chart_shows_what_the_text_says(friends: Evening, charts: list[Chart]) -> None:
    """A bar for each class, and the picture's words name them for who cannot see it."""
    await friends.open_table(game="aces")
    friends.table.state.terms = Terms("aces", AcesOptions(joker_fully_wild=True), 7, 25, 200)
    answer = await asked(friends)
    (chart,) = charts
    assert isinstance(chart, ShareChart)
    shares = dict(chart.bars)
    assert shares["five of a kind"] == pytest.approx(13_536 / 20_358_520) and "two pair" not in shares
    assert sum(shares.values()) == pytest.approx(1)
    (picture,) = answer.messages[0].attachments
    words = picture["description"]
    assert words.startswith("Bar chart, Aces, Straights and Flushes, share of all hands: five aces ")
    assert "pair 14.8%" in words


async def test_without_a_picture_the_text_stands_alone(friends: Evening) -> None:
    """A chart that cannot be drawn holds nothing up."""
    friends.charts_become(None)
    answer = await asked(friends, game="aces")
    assert answer.messages[0].attachments == [] and "10. high card" in answer.text
