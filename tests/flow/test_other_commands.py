"""Every command that is about no table, typed by everybody, between hands and in one."""

from __future__ import annotations

from typing import Any

from simcord.enums import OptionType

from bot.rehearsal.actors import ANSWER_SECONDS
from tests.flow.checks import Recorder
from tests.flow.evening import CHANNEL, Evening

ABOUT_TABLES = {
    "table",
    "cards",
    "act",
    "bet",
    "raise",
    "call",
    "check",
    "fold",
    "see",
    "pay",
    "look",
    "open",
}
PEOPLE = ("Ann", "Boris", "Carol")  # the manager who hosts, a player, an onlooker


def filled(options: list[dict[str, Any]]) -> dict[str, Any]:
    """What must be given, with the first choice, the least number, a person, or a word that fits nothing."""
    given: dict[str, Any] = {}
    for option in options:
        if not option.get("required"):
            continue
        if option.get("choices"):
            given[option["name"]] = option["choices"][0]["value"]
        elif option["type"] == OptionType.INTEGER:
            given[option["name"]] = option.get("min_value", 1)
        elif option["type"] == OptionType.BOOLEAN:
            given[option["name"]] = True
        elif option["type"] == OptionType.USER:
            given[option["name"]] = "Boris"
        else:
            given[option["name"]] = "x" * max(1, option.get("min_length", 1))
    return given


async def test_every_other_command_is_answered_once_to_everybody(
    friends: Evening, recorder: Recorder
) -> None:
    """Whatever it says, it says it in time and once, and no chip of the table moves."""
    wire = friends.wire
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    world, channel = wire.world, wire.world.channel(CHANNEL).id
    commands = [
        (name, leaf)
        for name, leaf in wire.commands(world.user("Ann").id, channel)
        if name.split()[0] not in ABOUT_TABLES
    ]
    assert len(commands) > 25
    for playing in (False, True):
        if playing:
            await friends.deal()
        before = [one.stack for one in friends.table.state.sittings.values()]
        for name, leaf in commands:
            for who in PEOPLE:
                offered = {one for one, _ in wire.commands(world.user(who).id, channel)}
                if name not in offered:
                    continue  # Discord shows it to managers only
                wire.world.backend.clock.advance(ANSWER_SECONDS)
                answer = await wire.slash(who, CHANNEL, name, **filled(leaf.get("options") or []))
                await friends.until(lambda answer=answer: answer.acknowledged)  # type: ignore[misc]
                await friends.rest()
                path = f"/interactions/{answer.interaction.id}/"
                answers = [one for one in recorder.requests if one.path.startswith(path)]
                assert answer.acknowledged and len(answers) == 1, (name, who)
        assert [one.stack for one in friends.table.state.sittings.values()] == before
