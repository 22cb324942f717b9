"""Whole evenings in Russian and in Portuguese: no other language is left on any screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.charts import Chart, LineChart
from bot.locale import LOCALES
from bot.locale.catalogues import catalogue
from bot.rehearsal.wire import WireDiscord
from bot.show.scene import Terms
from bot.tables.people import Person
from engine.aces.options import AcesOptions
from engine.options import Options
from engine.seka.options import SekaOptions
from engine.teen_patti.options import TeenPattiOptions
from tests.bot.show.scenes import stacked
from tests.engine.aces.at_table import deck_of as aces_deck
from tests.engine.seka.at_table import ACES, OTHER_TWENTY, TEN, THIRTY, TWENTY
from tests.engine.seka.at_table import deck_of as seka_deck
from tests.flow.checks import Recorder
from tests.flow.decks import stack_decks
from tests.flow.evening import CHANNEL, Evening, evening
from tests.flow.night_time import FRIDAY, scheduled, until
from tests.flow.tongue import (
    CODES,
    Reading,
    chooses,
    deal,
    key,
    names_of,
    play_out,
    presses,
    readings,
    sit,
    speak,
    types,
)
from tests.foreign_words import strange

NAMES = ("Ann", "Boris", "Carol")
EVERY_COMMAND = (
    *("help", "rules", "odds", "bank balance", "bank statement", "bank check", "night list", "standings"),
    *("me", "flow", "season list", "season end", "house-rules list", "settings", "cards", "table back"),
    *("table resume", "table top-up", "table sit-out", "export standings", "privacy", "table open"),
)


@pytest.fixture(params=["ru", "pt_BR"])
def locale(request: pytest.FixtureRequest) -> str:
    """The language of everybody and of the server."""
    return str(request.param)


@pytest.fixture
async def foreign(
    wire: WireDiscord, database: Path, recorder: Recorder, locale: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """An evening in that language; when it is over, all that was sent is read."""
    before = set(catalogue(locale).missing)
    speak(wire, locale, **dict.fromkeys(NAMES, locale))
    charts: list[Chart] = []
    async with evening(wire, database) as made:
        monkeypatch.setattr(made.bot.charts, "draw", drawing(charts))
        yield made
        await made.rest()
    assert catalogue(locale).missing - before == set()
    assert {chart.locale for chart in charts} <= {locale}
    read = [
        *readings(recorder, wire, locale),
        *(Reading(locale, text, "chart") for chart in charts for text in written(chart)),
    ]
    assert {one.locale for one in read} == {locale}
    assert faults(read, wire) == []


def written(chart: Chart) -> list[str]:
    """The words on a chart."""
    if isinstance(chart, LineChart):
        return [chart.title, chart.x_label, *(one.name for one in chart.series)]
    return [chart.title, *(name for name, _ in chart.bars)]


def drawing(charts: list[Chart]) -> Callable[[Chart], Awaitable[bytes]]:
    """Keeps what would be drawn, instead of the process that draws."""

    async def draw(chart: Chart) -> bytes:
        charts.append(chart)
        return b"a picture"

    return draw


def faults(read: list[Reading], wire: WireDiscord) -> list[str]:
    """Texts that are cut, or have words of another language than their reader's."""
    names = names_of(wire)
    found = {one: strange(one.locale, one.text, names) for one in read}
    cut = [f"{one.where}: cut: {one.text!r}" for one in found if one.is_cut]
    return cut + [f"{one.where}: {sorted(words)} in {one.text!r}" for one, words in found.items() if words]


async def open_table(friends: Evening, options: Options, locale: str, chips: int = 100) -> None:
    """A table of that game with the three, Ann is first in play order."""
    world = friends.wire.world
    host = Person(world.guild.id, world.user("Ann").id, "Ann", locale, manager=True)
    await friends.room.open(host, world.channel(CHANNEL).id, Terms(options.game, options, 6, 1, 1000))
    await sit(friends, *NAMES, chips=chips)
    friends.table.state.last_dealer = len(NAMES) - 1


async def test_a_hand_of_aces_from_the_panel_to_the_showdown(
    foreign: Evening, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened by the command, with every menu of its panel; a raise, a fold, and two hands opened."""
    stack_decks(monkeypatch, aces_deck("As Ah Ad Ac Ks Kh", "2s 3h 4d 7c 8s 9h", "2h 3d 4c 7d 8c 9s"))
    answer = await types(foreign, "Ann", "table open")
    panel = answer.messages[-1]
    for value in next(one.options for one in panel.selects):
        await foreign.wire.select("Ann", panel, panel.selects[0].custom_id, [value])
        panel = foreign.wire.look(panel)
    await foreign.wire.click("Ann", panel, key(panel, "open").custom_id)
    await foreign.drawn()
    await sit(foreign, *NAMES)
    foreign.table.state.last_dealer = len(NAMES) - 1
    await presses(foreign, "Boris", "more")
    await presses(foreign, "Boris", "cut")
    await deal(foreign)
    for name in NAMES:
        await presses(foreign, name, "cards")
    await foreign.wire.autocomplete(foreign.on_turn, CHANNEL, "act", "what", "")
    await presses(foreign, foreign.on_turn, "bet")
    await presses(foreign, foreign.on_turn, "raise")
    await presses(foreign, foreign.on_turn, "fold")
    await play_out(foreign, "check", "call")
    result = foreign.live.hand.view(None).result
    assert result is not None and len(result.opened) == 2
    for command in EVERY_COMMAND:
        await types(foreign, "Ann", command)
    await foreign.time_passes(12)
    await foreign.dealt()
    await foreign.time_passes(12)  # a nudge
    await foreign.time_passes(60)  # time is up


async def test_a_hand_of_seka_with_a_svara(
    foreign: Evening, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look, an opening of equal hands, the offer to everybody, new cards, and a winner."""
    tied = (TWENTY, OTHER_TWENTY, TEN)
    stack_decks(monkeypatch, seka_deck(*tied), seka_deck(ACES, THIRTY))
    await open_table(foreign, SekaOptions(dark=False), locale)
    await deal(foreign)
    await play_out_seka(foreign)
    assert foreign.live.hand.view(None).result is not None
    assert len(foreign.live.roots) == 2
    for name in NAMES:
        await presses(foreign, name, "more")


async def play_out_seka(friends: Evening) -> None:
    """Everybody pays once, Carol passes, then it is opened; both of the svara join."""
    for verb in ("pay", "pay", "pass", "open"):
        await presses(friends, friends.on_turn, verb)
    while friends.table.state.phase == "hand":
        turn = friends.turn
        names = [one.name for seat in turn.seats if (one := friends.live.sitting(seat)) is not None]
        for name in names:
            await presses(friends, name, "decline" if name == "Carol" else "join", "open", "pay")


async def test_a_look_in_seka(foreign: Evening, locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann pays to look at Boris' hand: both find both hands, the table learns who dropped."""
    stack_decks(monkeypatch, seka_deck(ACES, THIRTY, TEN))
    await open_table(foreign, SekaOptions(dark=True), locale)
    await deal(foreign)
    await presses(foreign, "Ann", "cards")
    await presses(foreign, "Ann", "see")
    for _ in NAMES:
        await presses(foreign, foreign.on_turn, "pay")
    await chooses(foreign, "Ann", "Boris")
    for name in NAMES:
        await presses(foreign, name, "cards")
    await play_out(foreign, "open", "pay")


async def test_a_hand_of_teen_patti_with_a_side_show_and_a_show(
    foreign: Evening, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All see their cards; Ann's side show is accepted; the last two show."""
    stack_decks(monkeypatch, stacked("As Ah Ad", "Ks Kh Kd", "Qs Qh Qd"))
    await open_table(foreign, TeenPattiOptions(direction="cw"), locale)
    await deal(foreign)
    for _ in NAMES:
        await presses(foreign, foreign.on_turn, "cards")
        await presses(foreign, foreign.on_turn, "see")
        await presses(foreign, foreign.on_turn, "play")
    await presses(foreign, foreign.on_turn, "side_show")
    await presses(foreign, foreign.on_turn, "accept")
    await play_out(foreign, "show", "play")
    assert len(foreign.live.hand.view(None).seats) == len(NAMES)


async def test_a_night_with_its_summary(foreign: Evening, locale: str) -> None:
    """Scheduled, announced, answered, reminded of, played, ended: with charts, and a season around it."""
    await types(foreign, "Ann", "season start", name="2026")
    await scheduled(foreign)
    await until(foreign, FRIDAY - timedelta(days=3))
    await foreign.wire.autocomplete("Ann", CHANNEL, "settings", "zone", "berl")
    await foreign.wire.autocomplete("Ann", CHANNEL, "night cancel", "date", "")
    (posted,) = foreign.wire.messages(CHANNEL)
    for name, said in zip(NAMES, ("yes", "maybe", "no"), strict=True):
        await foreign.wire.click(name, posted, key(posted, said).custom_id)
    await until(foreign, FRIDAY - timedelta(hours=1))
    await types(foreign, "Boris", "night remind", by_dm=True)
    await until(foreign, FRIDAY)
    await foreign.drawn()
    await sit(foreign, "Ann", "Boris")
    await deal(foreign)
    await play_out(foreign, "bet", "call", "check")
    await types(foreign, "Ann", "night end")
    for _ in range(4):
        await foreign.time_passes(5)
    assert foreign.tables == []
    for command in ("standings", "me", "night list", "flow"):
        await types(foreign, "Ann", command)
    await types(foreign, "Ann", "night show", number=1, share=True)


async def test_each_reads_private_texts_in_his_own_language(
    wire: WireDiscord, database: Path, recorder: Recorder
) -> None:
    """Ann reads Russian, Boris Portuguese, the server is English: its message, their cards and refusals."""
    speak(wire, "en", Ann="ru", Boris="pt_BR", Carol="en")
    async with evening(wire, database) as friends:
        world = wire.world
        host = Person(world.guild.id, world.user("Ann").id, "Ann", "ru", manager=True)
        await friends.room.open(host, world.channel(CHANNEL).id, Terms("aces", AcesOptions(), 7, 50, 1000))
        await sit(friends, *NAMES)
        await deal(friends)
        for name in NAMES:
            await presses(friends, name, "cards")
            await presses(friends, name, "bet", "call")
        await play_out(friends, "check", "call", "bet")
        await types(friends, "Boris", "table kick", player="Ann")
        await friends.rest()
    read = list(readings(recorder, wire, "en"))
    assert {one.locale for one in read} == set(LOCALES)
    assert faults(read, wire) == []


async def test_the_language_of_the_settings_counts_for_what_everybody_reads(
    wire: WireDiscord, database: Path, recorder: Recorder
) -> None:
    """A server of English readers that plays in Russian: standings and grants too."""
    async with evening(wire, database) as friends:
        panel = (await types(friends, "Ann", "settings")).messages[-1]
        await wire.select("Ann", panel, "s:change", ["locale"])
        await wire.select("Ann", wire.look(panel), "s:set:locale", ["ru"])
        await friends.rest()
        done = len(recorder.requests)
        await types(friends, "Ann", "bank grant", member="Boris", chips=5000, reason="...")
        await types(friends, "Ann", "standings", share=True)
        await friends.rest()
    recorder.requests = recorder.requests[done:]
    read = list(readings(recorder, wire, "ru"))
    assert {"ru"} <= {one.locale for one in read} and faults(read, wire) == []


async def test_a_changed_language_is_noted_for_the_next_message(
    wire: WireDiscord, database: Path, recorder: Recorder
) -> None:
    """Boris' client speaks Portuguese since his last command: his next cards come so, without a press."""
    async with evening(wire, database) as friends:
        await friends.open_table()
        await sit(friends, "Ann", "Boris")
        await deal(friends)
        assert "hand 1" in wire.dm("Boris")[-1].text
        wire.speak("Boris", CODES["pt_BR"])
        await types(friends, "Boris", "bank balance")
        await friends.rest()
        await play_out(friends, "check", "call")
        await friends.time_passes(12)
        await friends.dealt()
        assert not strange("pt_BR", wire.dm("Boris")[-1].text, names_of(wire))
        assert "hand 2" in wire.dm("Ann")[-1].text
