"""/table open: the private panel, its menus and forms, and what must hold of the channel."""

from __future__ import annotations

from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.rehearsal.seen import Seen
from tests.flow.conftest import all_is_well  # noqa: F401 - holds after every test
from tests.flow.evening import CHANNEL, Evening


def bot_id(friends: Evening) -> int:
    """The bot's user."""
    assert friends.bot.user is not None
    return friends.bot.user.id


async def _panel(friends: Evening, **options: Any) -> Seen:
    answer = await friends.wire.slash("Ann", CHANNEL, "table open", **options)
    (panel,) = answer.messages
    assert panel.ephemeral
    return panel


async def test_the_panel_has_sensible_terms(friends: Evening) -> None:
    """Nothing is public before Open."""
    panel = await _panel(friends)
    assert "1/2 fixed limit · buy-in 50–200" in panel.text
    assert friends.wire.messages(CHANNEL) == []


async def test_the_stake_of_the_command_is_taken(friends: Evening) -> None:
    """And the buy-in goes with it."""
    assert "5/10 fixed limit · buy-in 250–1,000" in (await _panel(friends, stake=5)).text


async def test_a_listed_option_is_changed_by_its_menu(friends: Evening) -> None:
    """Change… offers the option's values, the choice redraws the panel."""
    wire, panel = friends.wire, await _panel(friends)
    await wire.select("Ann", panel, panel.selects[0].custom_id, ["joker_fully_wild"])
    panel = wire.look(panel)
    await wire.select("Ann", panel, panel.selects[1].custom_id, ["1"])
    assert "Joker fully wild: **on**" in wire.look(panel).text


async def test_a_number_is_changed_by_a_form(friends: Evening) -> None:
    """One beyond its limits is refused, and the panel stays as it was."""
    wire, panel = friends.wire, await _panel(friends)
    form = await wire.select("Ann", panel, panel.selects[0].custom_id, ["turn_seconds"])
    (field,) = form.fields
    assert (field.label, field.value) == ("Seconds per decision", "45")
    refused = await wire.submit("Ann", form, {field.custom_id: "5"})
    assert refused.messages[-1].text == "Write a whole number from 10 to 600."
    assert "Seconds per decision: **45**" in wire.look(panel).text
    form = await wire.select("Ann", wire.look(panel), panel.selects[0].custom_id, ["turn_seconds"])
    await wire.submit("Ann", form, {form.fields[0].custom_id: "60"})
    assert "Seconds per decision: **60**" in wire.look(panel).text


async def test_terms_that_do_not_fit_together_are_refused(friends: Evening) -> None:
    """A least buy-in above the most."""
    wire, panel = friends.wire, await _panel(friends)
    form = await wire.select("Ann", panel, panel.selects[0].custom_id, ["buy_in_least"])
    refused = await wire.submit("Ann", form, {form.fields[0].custom_id: "500"})
    assert refused.messages[-1].ephemeral
    assert "Least buy-in: **50**" in wire.look(panel).text


async def test_open_opens_one_table_with_these_terms(friends: Evening) -> None:
    """A double tap opens one; the panel says which, and has no buttons any more."""
    wire, panel = friends.wire, await _panel(friends, stake=2)
    button = panel.button("Open the table").custom_id
    await wire.click("Ann", panel, button)
    assert wire.look(panel).text == "Table 1 is open."
    assert wire.look(panel).buttons == []
    assert friends.table.state.terms.options.to_mapping()["unit"] == 2
    again = await wire.press("Ann", panel, button)
    assert again.kind == "deferred_update"
    assert len(friends.room.of_server(wire.world.guild.id)) == 1


async def test_cancel_opens_nothing(friends: Evening) -> None:
    """And says so."""
    wire, panel = friends.wire, await _panel(friends)
    await wire.click("Ann", panel, "Cancel")
    assert wire.look(panel).text == "No table was opened."
    assert friends.room.of_server(wire.world.guild.id) == []


async def test_a_missing_permission_is_named_before_anything_opens(friends: Evening) -> None:
    """By the name that Discord shows."""
    wire = friends.wire
    withheld = discord.Permissions(attach_files=True, embed_links=True)
    # A member's overwrite outweighs what his roles allow.
    overwrite = Overwrite(target_id=bot_id(friends), type=OverwriteType.MEMBER, allow=0, deny=withheld.value)
    wire.world.backend.set_overwrite(wire.world.channel(CHANNEL).id, overwrite)
    answer = await wire.slash("Ann", CHANNEL, "table open")
    assert answer.messages[-1].text == (
        "I cannot show a table here. "
        "Whoever manages this channel must allow me: Embed Links and Attach Files."
    )


async def test_a_table_stands_in_a_thread(friends: Evening) -> None:
    """Where sending in threads is what counts."""
    world = friends.wire.world
    parent = world.channel(CHANNEL)
    thread = world.backend.create_thread(parent.id, "late-game", world.user("Ann").id)
    await friends.open_table(where="late-game")
    assert friends.table.state.channel_id == thread.id
    assert friends.wire.messages("late-game")[-1].buttons
