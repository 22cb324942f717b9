"""What Discord is told of the commands, against Discord's own limits."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.client import DealerBot
from bot.locale import locale_of
from bot.locale.translator import CommandTranslator
from bot.show.words import game_name, mixed_name
from bot.store import Store
from bot.tables.room import Room
from bot.tree import command_payload
from cogs import make_cogs
from engine.games import GAMES
from tests.bot.discord_limits import check_commands
from tests.bot.manual_clock import ManualClock

GUILD = 0  # the number of a server among contexts, and of a server among installs
BOT_DM = 1  # of a direct message with the bot
ALSO_IN_DMS = {"privacy"}  # for people who have left the server
SUB_COMMAND, SUB_GROUP, TEXT, WHOLE_NUMBER = 1, 2, 3, 4


@pytest.fixture
async def payload(tmp_path: Path) -> AsyncIterator[list[dict[str, Any]]]:
    """All commands as they are sent."""
    clock = ManualClock()
    async with Store.open(tmp_path / "dealer.db", clock=clock) as store:
        client = DealerBot(
            clock=clock,
            store=store,
            room=lambda client: Room(store=store, clock=clock, discord=client, secret=b"s" * 32),
            cogs=lambda client: make_cogs(client, store),
        )
        for cog in make_cogs(client, store):
            await client.add_cog(cog)
        await client.tree.set_translator(CommandTranslator())
        yield await command_payload(client.tree)
        await client.close()


def _nodes(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command, its subcommands and all their options."""
    yield command
    for option in command.get("options", ()):
        yield from _nodes(option)


def _usable(command: dict[str, Any]) -> Iterator[str]:
    """Full names, such as "table open"."""
    below = [one for one in command.get("options", ()) if one["type"] in (SUB_COMMAND, SUB_GROUP)]
    if not below:
        yield command["name"]
    for one in below:
        for name in _usable(one):
            yield f"{command['name']} {name}"


async def test_every_promised_command_is_there(payload: list[dict[str, Any]]) -> None:
    """The tables, the bank, playing by keyboard, and finding out."""
    found = {name for command in payload for name in _usable(command)}
    tables = "open practice join leave sit-out back top-up show close pause resume kick host"
    bank = "balance statement grant correct check"
    nights = "schedule list skip cancel move start end remind show"
    assert found == {
        *(f"table {name}" for name in tables.split()),
        *(f"bank {name}" for name in bank.split()),
        *(f"night {name}" for name in nights.split()),
        *(f"house-rules {name}" for name in ["save", "list", "use", "delete"]),
        *["season start", "season end", "season list", "standings", "me", "flow"],
        *["hand show", "hand list", "hand export", "hand verify", "trust"],
        *["export standings", "export night", "export ledger"],
        *["bet", "raise", "call", "check", "fold", "act", "cards", "help", "rules", "odds", "settings"],
        *["hint", "privacy"],
    }


async def test_commands_fit_discords_limits(payload: list[dict[str, Any]]) -> None:
    """Names, descriptions, options, choices, their order and the whole, as Discord documents them."""
    assert check_commands(payload) == []


async def test_nothing_stands_undescribed(payload: list[dict[str, Any]]) -> None:
    """The library puts "…" where a description was forgotten."""
    for command in payload:
        assert all(node["description"] != "…" for node in _nodes(command)), command["name"]


async def test_commands_are_for_servers_only(payload: list[dict[str, Any]]) -> None:
    """Neither in direct messages nor for people who install the bot for themselves."""
    for command in payload:
        where = [GUILD, BOT_DM] if command["name"] in ALSO_IN_DMS else [GUILD]
        assert command["contexts"] == where, command["name"]
        assert command["integration_types"] == [GUILD], command["name"]


async def test_numbers_have_their_ranges_and_texts_their_lengths(payload: list[dict[str, Any]]) -> None:
    """So that Discord itself says what a number may be."""
    for command in payload:
        for node in _nodes(command):
            if node["type"] == WHOLE_NUMBER:
                assert "min_value" in node and "max_value" in node, (command["name"], node["name"])
            elif node["type"] == TEXT and "choices" not in node and node is not command:
                assert "max_length" in node, (command["name"], node["name"])


async def test_every_name_and_text_is_there_in_every_language(payload: list[dict[str, Any]]) -> None:
    """Both Englishes say the default, Russian and Portuguese say it in their own words."""
    spoken = {"en-US", "en-GB", "ru", "pt-BR"}
    for command in payload:
        for node in _nodes(command):
            for key in ("name", "description"):
                said = node[f"{key}_localizations"]
                assert said.keys() == spoken, (command["name"], node["name"])
                assert said["en-US"] == said["en-GB"] == node[key]
            assert re.search("[а-яё]", node["name_localizations"]["ru"]), node["name"]
            for choice in node.get("choices", ()):
                assert choice["name_localizations"].keys() == spoken, choice["name"]


async def test_choices_say_what_the_messages_say(payload: list[dict[str, Any]]) -> None:
    """A game has one name in a language, also where its name stands for a sense of its own."""
    (table,) = (command for command in payload if command["name"] == "table")
    (game,) = (o for o in table["options"][0]["options"] if o["name"] == "game")
    for choice in game["choices"]:
        text = game_name(choice["value"]) if choice["value"] in GAMES else mixed_name(choice["value"])
        for discord_locale, name in choice["name_localizations"].items():
            assert name == text.to(locale_of(discord_locale))
