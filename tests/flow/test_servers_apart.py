"""Nothing of one server can be read or changed from another, by a manager of that other one either."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from simcord.backend import serializers
from simcord.interactions import command_leaves

from bot.rehearsal.seen import Answer
from bot.rehearsal.world import World
from bot.store import Tx, nights
from tests.flow.evening import CHANNEL, Evening
from tests.hostile import clubs
from tests.hostile.custom_ids import Smith, families_of
from tests.hostile.sending import Option, Sender, told

OF_NO_SERVER = ("meta", "sqlite_sequence", "servers_left")
PARENTS = (("hand_id", "hands"), ("night_id", "nights"), ("player_id", "players"), ("table_id", "tables"))
FORGED_OF_EACH = 25

pytestmark = pytest.mark.usefixtures("ask_freely")


@pytest.fixture
def world() -> World:
    """Two servers."""
    return clubs.two_clubs()


class Border:
    """The first server with all there is in it, and what somebody in the second one gets to know of it."""

    def __init__(self, friends: Evening) -> None:
        self.friends = friends
        self.server_id = clubs.club_id(friends)
        self.asked = 0

    async def close(self) -> None:
        """Fill both, and remember the first one as it is."""
        self.friends.charts_become(None)
        await clubs.fill(self.friends)
        await clubs.fill_rival(self.friends)
        self.ids = await self._ids()
        self.before = await self.rows()
        self.shown = self._shown()

    async def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row that belongs to the first server, by table."""
        books = clubs.books(self.server_id)

        async def job(tx: Tx) -> dict[str, list[tuple[Any, ...]]]:
            found = {}
            names = await tx.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            for name in [row["name"] for row in names]:
                columns = [
                    row["name"] for row in await tx.rows(f"SELECT name FROM pragma_table_info('{name}')")
                ]
                if (where := belongs(name, columns)) is not None:
                    rows = await tx.rows(f"SELECT * FROM {name} WHERE {where}", *books)
                    found[name] = sorted((tuple(row) for row in rows), key=repr)
            return found

        return await self.friends.store.read(job)

    async def _ids(self) -> dict[str, list[int]]:
        """Ids and numbers of the first server, by what they count."""
        books = clubs.books(self.server_id)

        async def job(tx: Tx) -> dict[str, list[int]]:
            found: dict[str, list[int]] = {}
            for column, table in (
                *(("table_id", "tables"), ("number", "tables"), ("hand_id", "hands"), ("number", "nights")),
                *(("night_id", "nights"), ("season_id", "seasons"), ("player_id", "players")),
                *(("series_id", "series"), ("rules_id", "house_rules"), ("number", "seasons")),
            ):
                rows = await tx.rows(
                    f"SELECT {column} AS n FROM {table} WHERE server_id IN (?, ?) AND {column} IS NOT NULL",
                    *books,
                )
                found.setdefault(column, []).extend(row["n"] for row in rows)
            return found

        return await self.friends.store.read(job)

    @property
    def numbers(self) -> list[int]:
        """All of them, and the server's own id."""
        return sorted({self.server_id, *(one for found in self.ids.values() for one in found)})

    def _shown(self) -> list[tuple[int, str]]:
        world = self.friends.wire.world
        channels = [one.id for one in world.backend.channels.values() if one.guild_id == self.server_id]
        return [
            (one.id, one.content + str(one.components))
            for one in world.all_messages()
            if one.channel_id in channels and not one.is_ephemeral
        ]

    def marks(self) -> Iterator[str]:
        """What would give the first server away."""
        world = self.friends.wire.world
        yield from (r"\bAnn\b", r"\bBoris\b", r"\bCarol\b", "Card Club", "alpha", "Tokyo", r"777\D?123")
        yield from (r"\b4\D?321\b", rf"\b{self.server_id}\b")
        yield from (str(world.channel(name).id) for name in (CHANNEL, "chat"))
        yield from (str(world.user(name).id) for name in ("Ann", "Boris", "Carol"))

    def look(self, answer: Answer, sent: object) -> None:
        """Nothing of the first server is in the answer but what was typed oneself."""
        self.asked += 1
        text, own = told(self.friends, answer), repr(sent)
        for mark in self.marks():
            assert re.search(mark, own) or not re.search(mark, text), (sent, mark, text)

    async def is_closed(self) -> None:
        """Nothing of the first server has changed."""
        await self.friends.rest()
        after = await self.rows()
        for name, rows in self.before.items():
            assert after[name] == rows, name
        assert self._shown() == self.shown


def belongs(name: str, columns: list[str]) -> str | None:
    if "server_id" in columns:
        return "server_id IN (?1, ?2)"
    for column, parent in PARENTS:
        if column in columns:
            return f"{column} IN (SELECT {column} FROM {parent} WHERE server_id IN (?1, ?2))"
    assert name in OF_NO_SERVER, f"to which server do the rows of {name} belong?"
    return None


@pytest.fixture
async def border(friends: Evening) -> AsyncIterator[Border]:
    """Filled servers; after the test nothing of the first one has changed."""
    made = Border(friends)
    await made.close()
    yield made
    await made.is_closed()


def leaves(friends: Evening) -> list[tuple[str, list[dict[str, Any]]]]:
    """Every command that the bot has told Discord: its full name and options."""
    known = [one for by in friends.wire.world.backend.commands.values() for one in by.values()]
    return sorted(
        (" ".join(path), leaf.get("options") or []) for root in known for path, leaf in command_leaves(root)
    )


WRITTEN = {  # texts that are kept as they are, and shown again: they look up nothing
    *(("bank grant", "reason"), ("bank correct", "reason"), ("night schedule", "name")),
    *(("season start", "name"), ("house-rules save", "name")),
}
GENERAL: dict[str, Any] = {
    "time": "20:00",
    "zone": "Europe/Berlin",
    "reason": "why",
    "name": "rules",
    "what": "call",
    "chips": 10,
    "by_dm": True,
    "number": 1,
}


class Foreign:
    """Options of commands, filled with what belongs to the first server."""

    def __init__(self, border: Border) -> None:
        self._border, self._world = border, border.friends.wire.world

    def required(self, declared: list[dict[str, Any]]) -> tuple[list[Option], dict[str, Any]]:
        """What must be given, of the second server where there is a choice."""
        options: list[Option] = []
        resolved: dict[str, Any] = {}
        for one in declared:
            if one.get("required"):
                value = GENERAL.get(one["name"], "x")
                if one["type"] == 6:
                    value, resolved = self._person("Sam", clubs.RIVAL)
                options.append((one["type"], one["name"], value))
        return options, resolved

    def values(self, declared: dict[str, Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
        """What could be meant by one option, with what it stands for."""
        ids = self._border.ids
        match declared["type"]:
            case 3 if not declared.get("choices"):
                yield from ((one, {}) for one in ("alpharules", "alphanight", "alphaseason", "Boris"))
                yield from ((f"n{one}", {}) for one in ids["night_id"])
                yield from ((str(one), {}) for one in ids["player_id"][:3])
                yield from ((f"s{one}:2026-01-09", {}) for one in ids["series_id"])
            case 4:
                yield from ((one, {}) for one in {*ids["number"], ids["table_id"][-1], ids["hand_id"][-1]})
            case 6:
                yield self._person("Boris", clubs.CLUB)
            case 7:
                channel = self._world.channel(CHANNEL)
                payload = {**serializers.channel_payload(self._world.backend, channel), "permissions": "8"}
                yield str(channel.id), {"channels": {str(channel.id): payload}}
            case 8:
                role = next(iter(self._world.guild.roles.values()))
                yield str(role.id), {"roles": {str(role.id): dict(serializers.role_payload(role))}}

    def _person(self, name: str, server: str) -> tuple[str, dict[str, Any]]:
        backend, user = self._world.backend, self._world.user(name)
        guild = backend.guilds[clubs.club_id(self._border.friends, server)]
        member = {**serializers.member_payload(backend, guild, guild.members[user.id]), "permissions": "0"}
        member.pop("user", None)
        known = {str(user.id): dict(serializers.user_payload(user))}
        members = {str(user.id): member} if server == clubs.RIVAL else {}
        return str(user.id), {"users": known, "members": members}


async def test_no_command_reaches_another_server(border: Border) -> None:
    """Every command, every option filled with what is of the first server, by a manager of the second."""
    rita = Sender(border.friends, "Rita", clubs.RIVAL_CHANNEL)
    foreign = Foreign(border)
    for path, declared in leaves(border.friends):
        base, known = foreign.required(declared)
        border.look(await rita.command(path, base, known), (base, known))
        for option in declared:
            if (path, option["name"]) in WRITTEN:
                continue
            for value, resolved in foreign.values(option):
                others = [one for one in base if one[1] != option["name"]]
                options = [*others, (option["type"], option["name"], value)]
                merged = {
                    key: known.get(key, {}) | resolved.get(key, {}) for key in known.keys() | resolved.keys()
                }
                border.look(await rita.command(path, options, merged), (options, merged))
    assert border.asked > 200


async def test_no_suggestion_comes_from_another_server(border: Border) -> None:
    """Whatever is typed, in every option that suggests something."""
    rita = Sender(border.friends, "Rita", clubs.RIVAL_CHANNEL)
    for path, declared in leaves(border.friends):
        for option in declared:
            if option.get("autocomplete"):
                for typed in ("", "alpha", "Boris", "A"):
                    chosen = (3, option["name"], typed)
                    answer = await rita.command(path, [chosen], typing=option["name"])
                    assert answer.kind == "autocomplete"
                    offered = str(answer.result.autocomplete_choices)
                    for mark in border.marks():
                        assert not re.search(mark, offered), (path, typed, offered)
                    border.asked += 1
    assert border.asked > 30


@pytest.mark.parametrize("name", ["Rita", clubs.BOTH])
async def test_no_forged_press_reaches_another_server(border: Border, name: str) -> None:
    """Every family of custom ids with ids of the first server, by a manager, and by a member of both."""
    friends = border.friends
    sender = Sender(friends, name, clubs.RIVAL_CHANNEL)
    families = families_of(friends.bot)
    smith = Smith(friends._chance, families)
    smith.numbers = border.numbers
    wanted: dict[str, int] = {}
    for family, kind in families.items():
        for _ in range(FORGED_OF_EACH):
            wanted[smith.of(family)] = kind
    for table_id in border.ids["table_id"]:
        for what in ("join", "leave", "cards", "more", "close", "pause", "top_up", "show", "sit_out", "wait"):
            wanted[f"t:{table_id}:{what}"] = 2
    for hand_id in border.ids["hand_id"]:
        wanted |= {f"y:{hand_id}:1:f": 2, f"w:{hand_id}": 2}
        wanted |= {f"h:{table}:{hand_id}:deal": 2 for table in border.ids["table_id"]}
    for custom_id, kind in wanted.items():
        if re.fullmatch(r"v:[a-z]+:0+", custom_id):
            continue  # of oneself, everywhere: that is what it is for
        for private in (False, True):
            values = () if kind == 6 else ("1",)
            answer = await sender.press(custom_id, kind, values, private=private)
            border.look(answer, custom_id)
    assert border.asked > 500


async def test_what_stands_on_messages_of_another_server_does_nothing_here(border: Border) -> None:
    """Every button and menu that the first server's messages and panels have shown, brought over."""
    friends = border.friends
    sender, backend = Sender(friends, "Rita", clubs.RIVAL_CHANNEL), friends.wire.world.backend
    await friends.wire.slash("Ann", CHANNEL, "table open", rules="alpharules")
    for where in (CHANNEL, "chat"):
        for message in friends.wire.messages(where, "Ann"):
            for control in (*message.buttons, *message.selects):
                # A role could be anybody's: only texts are chosen.
                values = control.options[-1:] if control.kind == 3 else ()
                border.look(await sender.press(control.custom_id, control.kind, values), control.custom_id)
    for form in [one.modal for one in backend.interactions.values() if one.modal is not None]:
        border.look(await sender.form(form["custom_id"], {"x": "1"}), form)
    assert border.asked > 10


async def test_a_member_of_both_takes_home_what_is_of_one(border: Border) -> None:
    """/privacy in one server tells, exports and forgets what is kept there, and nothing of the other one."""
    sender = Sender(border.friends, clubs.BOTH, clubs.RIVAL_CHANNEL)
    for what in ("export", "delete", "yes"):
        answer = await sender.press(f"v:{what}:{border.server_id}")
        assert "I keep nothing about you here" in told(border.friends, answer)
    mine = await sender.press(f"v:export:{clubs.club_id(border.friends, clubs.RIVAL)}")
    border.look(mine, "export")
    assert '"server_id"' in told(border.friends, mine)


@pytest.mark.parametrize("name", ["Rita", clubs.BOTH])
async def test_a_night_is_answered_in_its_own_server(friends: Evening, name: str) -> None:
    """While it is announced, when answers are taken: nobody of elsewhere is counted, or told of it."""
    planned = {"time": "20:00", "day": "4", "zone": "UTC", "name": "alphanight"}
    await clubs.typed(friends, friends.wire.slash("Ann", CHANNEL, "night schedule", **planned))
    await friends.time_passes(5 * 24 * 3600)
    (post,) = friends.wire.messages(CHANNEL)
    sender = Sender(friends, name, clubs.RIVAL_CHANNEL)
    for custom_id in ("na:1:yes", "nr:1:yes", "nj:1"):
        assert "I do not know that game night" in told(friends, await sender.press(custom_id))
    assert await friends.store.read(lambda tx: nights.answers(tx, 1)) == []
    await friends.wire.click("Boris", post, "I'm in")
    assert [one.answer for one in await friends.store.read(lambda tx: nights.answers(tx, 1))] == ["yes"]
