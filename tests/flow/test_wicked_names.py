"""Names and other words of people, however wicked, do nothing wherever they are shown."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from typing import Any, Final

import pytest

from bot.rehearsal.seen import Answer
from bot.rehearsal.world import World
from bot.standings.csvs import FORMULA_SIGNS
from tests.flow.checks import Recorder
from tests.flow.evening import CHANNEL, Evening
from tests.hostile.clubs import typed

PEOPLE = ("ann", "boris", "carol")  # their user names; what is shown is as wicked as can be
MARK: Final = "Zq"  # everything that people wrote has it
PARTS: Final = (
    *("@everyone", "@here", "<@&1>", "<@1>", "<#1>", "**b**", "__u__", "~~s~~", "||h||", "`c`", "```", "# t"),
    *(
        "[x](http://e.vil)",
        "http://e.vil",
        "</bank grant:1>",
        "<t:1>",
        "<a:x:1>",
        "> q",
        "- l",
        "=1+1",
        "\\ ",
    ),
    *("\u202e", "\u200f", "\u2066", "\u200b", "\u3164", "\u0301" * 9, "😀" * 32, "\n", "\t", '"', "'", ","),
    *("{name}", "%s", "שלום", "漢字", "<script>"),
)
LENGTH_MOST: Final = 32  # Discord's names
SPLITTING: Final = re.compile(r"@everyone|@here|<@[!&]?\d|<#\d|<a?:\w+:\d|</\w|<t:|https?://|]\(")
OURS: Final = re.compile(
    r"https://discord\.com/(?:channels|events)(?:/\d+)+|<t:\d+:[a-zA-Z]>|<#\d{17,20}>|</[\w -]+:\d+>"
    r"|<@\d{17,20}>|<a?:\w+:\d{17,20}>"
)
STYLE: Final = re.compile(r"(?<!\\)[*_~|`\[\]()<>#]")
REORDERING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u200f\u200e\u2066\u2067")
SAFE_FILE: Final = re.compile(r"[\w.-]+")

pytestmark = pytest.mark.usefixtures("ask_freely")


def wicked(dice: random.Random, begins: str = "", most: int = LENGTH_MOST) -> str:
    """Something that somebody could call himself."""
    first = dice.choice(("", "=1+", "@", "-", "+", "\t="))
    return (first + MARK + begins + "".join(dice.choice(PARTS) for _ in range(4)))[:most]


def written(dice: random.Random, most: int = LENGTH_MOST) -> str:
    """Something that somebody could write into a field of text: it calls everybody, and more."""
    return wicked(dice, "@everyone", most)


@pytest.fixture(params=range(4))
def dice(request: pytest.FixtureRequest) -> random.Random:
    """Other names each time."""
    return random.Random(request.param)


@pytest.fixture
def world(dice: random.Random) -> World:
    """A server of wicked people, with a name like theirs."""
    world = World.new(players=("Ann", "Boris", "Carol"))
    for user_id in world.player_ids:
        world.backend.users[user_id].global_name = wicked(dice)
    world.guild.name = wicked(dice)
    return world


def texts(body: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """(field, text) of all that is shown of a request: not custom ids, values of menus and nonces."""
    if isinstance(body, dict):
        for name, value in body.items():
            if name not in ("custom_id", "nonce", "value") or field == "choices":
                yield from texts(value, name if name != "name" or field != "choices" else "choice")
    elif isinstance(body, list):
        for one in body:
            yield from texts(one, field)
    elif isinstance(body, str):
        yield field, body


def check_formatted(text: str) -> None:
    """Markdown: nothing pings, links, or is a mark of Discord's but what the bot itself writes."""
    rest = OURS.sub("", text)
    assert not SPLITTING.search(re.sub(r"\\.", "", rest)), text
    assert not REORDERING & set(text), text
    for found in re.finditer(rf"{MARK}[^\s,]*", rest):  # what stands behind the mark is a person's
        escaped = re.sub(r"(?<!\\)[)\]*.,:;!”“»]+$", "", found[0])
        assert not STYLE.search(escaped), (found[0], text)


def check_plain(text: str) -> None:
    """Labels, alt texts, suggestions: nothing is hidden, turned around or broken, and no escape is seen."""
    assert not REORDERING & set(text), text
    assert not [c for c in text if unicodedata.category(c) in ("Cc", "Cs", "Co", "Zl", "Zp") and c != "\n"], (
        text
    )
    assert not re.search(r"\\[*_~|`\[\]()<>#@]", text), text


def check_file(name: str, made: bytes) -> None:
    """A table has no formula, a hand is read back, one's own data too."""
    assert SAFE_FILE.fullmatch(name), name
    if name.endswith(".csv"):
        for row in csv.reader(io.StringIO(made.decode("utf-8-sig"))):
            for cell in row:
                assert cell.lstrip()[:1] not in FORMULA_SIGNS or re.fullmatch(r"-?\d+(\.\d+)?", cell), cell
    elif name.endswith(".phh"):
        tomllib.loads(made.decode())
    elif name.endswith(".json"):
        json.loads(made)


class Evil:
    """What is said, done and looked at."""

    def __init__(self, friends: Evening, recorder: Recorder, dice: random.Random) -> None:
        self.friends, self.recorder, self.dice = friends, recorder, dice
        self.files = 0

    async def says(self, who: str, command: str, where: str = CHANNEL, **options: Any) -> Answer:
        """A command; its files are looked at."""
        answer = await typed(self.friends, self.friends.wire.slash(who, where, command, **options))
        await self.friends.rest()
        for message in answer.messages:
            for file in message.attachments:
                made = self.friends.wire.world.backend.images.get(file["url"])
                if made is not None:
                    check_file(file["filename"], made)
                    self.files += 1
        return answer

    async def presses(self, who: str, answer: Answer, number: int = 0) -> Answer:
        """A button of the last message of an answer."""
        message = answer.messages[-1]
        pressed = self.friends.wire.click(who, message, message.buttons[number].custom_id)
        return await typed(self.friends, pressed)

    async def suggestions(self) -> None:
        """In every option that suggests what somebody wrote."""
        for command, option in (
            *(
                ("hand list", "player"),
                ("hand list", "night"),
                ("night cancel", "date"),
                ("night start", "rules"),
            ),
            *(("table open", "rules"), ("house-rules delete", "name")),
        ):
            await self.friends.wire.autocomplete("ann", CHANNEL, command, option, "")

    def check(self) -> int:
        """All that was sent; how often somebody's words were in it."""
        shown = 0
        for one in self.recorder.requests:
            for field, text in texts(one.body):
                shown += MARK in text
                if field in ("content", "about"):
                    check_formatted(text)
                elif field != "image":
                    check_plain(text)
            mentions = (one.message or {}).get("allowed_mentions", {})
            assert not mentions.get("parse") and not mentions.get("roles")
        return shown


async def a_night(evil: Evil) -> None:
    """Everything that can be given a name, and a hand among people who have wicked ones."""
    dice, friends = evil.dice, evil.friends
    season = await evil.says("ann", "season start", name=written(dice, 40))
    await evil.presses("ann", season)
    named = {"time": "20:00", "day": "4", "zone": "UTC", "name": written(dice, 40)}
    await evil.says("ann", "night schedule", **named)
    await evil.says("ann", "bank grant", member="boris", chips=9, reason=written(dice, 100))
    await evil.says("ann", "bank correct", member="boris", chips=-9, reason=written(dice, 100))
    await evil.says("ann", "night start", date="2026-01-09")
    await friends.drawn()
    for name in PEOPLE:
        await evil.says(name, "table join", chips=100)
    assert "letters, numbers" in (await evil.says("ann", "house-rules save", name=written(dice, 20))).text
    form = await typed(friends, friends.press("boris", "Cut"))
    filled_in = {form.fields[0].custom_id: written(dice, 40)}
    await typed(friends, friends.wire.submit("boris", form, filled_in))
    await typed(friends, friends.press("ann", "Deal"))
    await friends.dealt()


async def played_out(friends: Evening) -> None:
    """Who is on turn checks or calls, until the hand is over."""
    while friends.tables and friends.table.state.phase == "hand":
        who = friends.wire.world.backend.users[friends.sitting(friends.on_turn).user_id].name
        message = await friends.drawn()
        button = next(one for one in message.buttons if one.label.startswith(("Check", "Call")))
        await typed(friends, friends.wire.click(who, message, button.custom_id))
        await friends.rest()


async def looked_at(evil: Evil) -> None:
    """Every command that shows somebody's name or words."""
    dice = evil.dice
    for command, options in (
        *(("hand show", {}), ("hand verify", {}), ("hand export", {"names": True}), ("hand list", {})),
        *(("hand list", {"player": "1"}), ("trust", {}), ("standings", {"share": True}), ("me", {})),
        *(("export standings", {}), ("export ledger", {}), ("export night", {"number": 1}), ("flow", {})),
        *(("night show", {"number": 1, "share": True}), ("night list", {}), ("season list", {})),
        *(("bank statement", {"member": "boris"}), ("bank balance", {"member": "boris"}), ("rules", {})),
        *(("act", {"what": written(dice)}), ("hand list", {"player": written(dice)}), ("odds", {})),
        *(("house-rules use", {"name": written(dice, 20)}), ("settings", {"zone": written(dice)})),
        *(("night cancel", {"date": written(dice)}), ("night move", {"date": written(dice), "time": "x"})),
        *(("table host", {"player": "boris"}), ("table kick", {"player": "carol"}), ("table show", {})),
    ):
        await evil.says("ann", command, **options)
    await evil.presses("ann", await evil.says("ann", "privacy"))
    end = await evil.says("ann", "season end")
    assert "End it first" in end.text


async def test_no_word_of_anybody_does_anything(
    friends: Evening, recorder: Recorder, dice: random.Random
) -> None:
    """Messages, labels, alt texts, suggestions, tables, exported hands, DMs, forms, events."""
    evil = Evil(friends, recorder, dice)
    await a_night(evil)
    await played_out(friends)
    await friends.rest()
    await looked_at(evil)
    await evil.suggestions()
    await friends.time_passes(20)
    over = await evil.says("ann", "night end")
    assert "The night ends" in over.text
    await played_out(friends)
    await friends.time_passes(20)
    ended = await evil.says("ann", "season end")
    assert ended.messages[-1].buttons, ended.text
    await evil.presses("ann", ended)
    await friends.rest()
    assert evil.check() > 60 and evil.files > 5
    assert all(evil.friends.wire.dm(name) for name in PEOPLE)
