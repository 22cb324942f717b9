"""/settings, who counts as a manager, and the regular top-up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.rehearsal.seen import Answer, Seen
from bot.store import Tx, players, servers, topups
from bot.tables.desk import Look
from tests.flow.conftest import all_is_well  # noqa: F401 - holds after every test
from tests.flow.evening import CHANNEL, Evening
from tests.flow.night_time import scheduled, written


async def _told(friends: Evening, who: str, command: str, **options: Any) -> str:
    answer = await friends.wire.slash(who, CHANNEL, command, **options)
    return answer.messages[-1].text


async def test_without_options_the_settings_are_shown(friends: Evening) -> None:
    """The defaults of a server that never changed one."""
    told = await _told(friends, "Ann", "settings")
    assert "Somebody new starts with 1,000 chips." in told
    assert "Managers: whoever may manage the server." in told
    assert "within 60 min" in told


async def test_who_may_not_manage_the_server_changes_nothing(friends: Evening) -> None:
    """He is told who may."""
    assert (await _told(friends, "Boris", "settings", starting_chips=5)).startswith("Only managers")
    assert "1,000 chips" in await _told(friends, "Ann", "settings")


async def test_somebody_new_gets_what_is_set(friends: Evening) -> None:
    """Who was there before keeps what he has."""
    await _told(friends, "Boris", "bank balance")
    assert "250 chips" in await _told(friends, "Ann", "settings", starting_chips=250)
    assert await _told(friends, "Boris", "bank balance") == "Boris: 1,000 chips in the wallet."
    assert await _told(friends, "Carol", "bank balance") == "Carol: 250 chips in the wallet."


async def test_a_manager_role_counts_at_once_and_until_it_is_taken_back(friends: Evening) -> None:
    """Beside whoever may manage the server, who is never locked out."""
    backend, server_id = friends.wire.world.backend, friends.wire.world.guild.id
    role = backend.create_role(server_id, "Croupier")
    backend.add_member_role(server_id, friends.wire.world.user("Boris").id, role.id)
    grant = {"member": "Carol", "chips": 5, "reason": "x"}
    assert (await _told(friends, "Boris", "bank grant", **grant)).startswith("Only managers")
    assert f"<@&{role.id}>" in await _told(friends, "Ann", "settings", manager_role="Croupier")
    assert (await _told(friends, "Boris", "bank grant", **grant)).startswith("Boris grants Carol")
    assert (await _told(friends, "Ann", "bank grant", **grant)).startswith("Ann grants Carol")
    assert "<@&" not in await _told(friends, "Ann", "settings", no_manager_role=True)
    assert (await _told(friends, "Boris", "bank grant", **grant)).startswith("Only managers")


async def _chosen(friends: Evening, panel: Seen, name: str) -> Answer:
    """Ann chooses a setting in the panel's menu."""
    return await friends.wire.select("Ann", panel, "s:change", [name])


async def _panel(friends: Evening) -> Seen:
    panel = (await friends.wire.slash("Ann", CHANNEL, "settings")).messages[-1]
    assert panel.ephemeral
    return panel


async def test_a_number_is_changed_by_a_form(friends: Evening) -> None:
    """And refused beyond its limits."""
    panel = await _panel(friends)
    form = await _chosen(friends, panel, "nudge_seconds")
    refused = await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "301"})
    assert "from 0 to 300" in refused.text
    form = await _chosen(friends, panel, "nudge_seconds")
    await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "0"})
    assert "At new tables nobody is nudged." in friends.wire.look(panel).text
    opened = await friends.wire.slash("Ann", CHANNEL, "table open")
    assert "Seconds until a nudge, 0 for none: **0**" in opened.messages[-1].text


async def test_the_zone_is_written_by_its_name(friends: Evening) -> None:
    """One that does not exist is answered with like ones."""
    panel = await _panel(friends)
    form = await _chosen(friends, panel, "zone")
    refused = await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "berlin"})
    assert "Europe/Berlin" in refused.text and refused.messages[-1].ephemeral
    form = await _chosen(friends, panel, "zone")
    await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "Asia/Kolkata"})
    assert "Time zone: Asia/Kolkata." in friends.wire.look(panel).text


async def test_a_language_is_chosen_by_its_own_name(friends: Evening) -> None:
    """Until then it is as Discord has it."""
    panel = await _panel(friends)
    assert "as Discord has it" in panel.text
    await _chosen(friends, panel, "locale")
    await friends.wire.select("Ann", friends.wire.look(panel), "s:set:locale", ["en"])
    assert "Language of public messages: English." in friends.wire.look(panel).text
    await friends.restart()
    assert "English" in (await _panel(friends)).text


async def test_a_language_takes_hold_of_the_messages_that_stand_there(friends: Evening) -> None:
    """A table and an announcement are drawn anew, though nothing else happens."""
    await friends.open_table()
    await scheduled(friends, announce_days=8)
    panel = await _panel(friends)
    await _chosen(friends, panel, "locale")
    await friends.wire.select("Ann", friends.wire.look(panel), "s:set:locale", ["ru"])
    await friends.time_passes(4)
    assert "стол 1" in (await friends.drawn()).text
    (announced,) = written(friends, "Может быть (")
    assert announced.edited


async def test_a_language_that_discord_has_of_the_server_takes_hold_as_well(friends: Evening) -> None:
    """Where the server has set none itself; then it keeps what it has set."""
    await friends.open_table()
    await scheduled(friends, announce_days=8)
    await friends.time_passes(4)
    friends.wire.speak_on_server("ru")
    await friends.until(lambda: friends.bot.guilds[0].preferred_locale is discord.Locale.russian)
    await friends.rest()
    await friends.time_passes(4)
    assert "стол 1" in (await friends.drawn()).text
    assert len(written(friends, "Может быть (")) == 1
    panel = await _panel(friends)
    await _chosen(friends, panel, "locale")
    await friends.wire.select("Ann", friends.wire.look(panel), "s:set:locale", ["en"])
    friends.wire.speak_on_server("pt-BR")
    await friends.until(lambda: friends.bot.guilds[0].preferred_locale is discord.Locale.brazil_portuguese)
    await friends.rest()
    assert "table 1" in (await friends.drawn()).text


async def test_the_manager_role_is_chosen_and_taken_back_in_the_panel(friends: Evening) -> None:
    """By Discord's own menu of roles."""
    role = friends.wire.world.backend.create_role(friends.wire.world.guild.id, "Croupier")
    panel = await _panel(friends)
    await _chosen(friends, panel, "manager_role")
    await friends.wire.select("Ann", friends.wire.look(panel), "s:role", ["Croupier"])
    assert f"<@&{role.id}>" in friends.wire.look(panel).text
    await _chosen(friends, panel, "manager_role")
    await friends.wire.select("Ann", friends.wire.look(panel), "s:role", [])
    assert "<@&" not in friends.wire.look(panel).text


async def test_who_is_no_manager_cannot_use_a_panel(friends: Evening) -> None:
    """Also not one that was opened while he was."""
    world = friends.wire.world
    role = world.backend.create_role(world.guild.id, "Croupier")
    world.backend.add_member_role(world.guild.id, world.user("Boris").id, role.id)
    await _told(friends, "Ann", "settings", manager_role="Croupier")
    panel = (await friends.wire.slash("Boris", CHANNEL, "settings")).messages[-1]
    await _told(friends, "Ann", "settings", no_manager_role=True)
    refused = await friends.wire.select("Boris", panel, "s:change", ["starting_chips"])
    assert refused.text.startswith("Only managers")


async def test_the_regular_top_up_raises_whoever_has_less_once_a_week(friends: Evening) -> None:
    """At once when it is set, then each Monday; who has more, or chips at a table, is left alone."""
    for name in ("Ann", "Boris", "Carol"):
        await _told(friends, name, "bank balance")
    await _told(friends, "Ann", "bank correct", member="Boris", chips=-900, reason="lost a bet")
    await _told(friends, "Ann", "bank correct", member="Carol", chips=-400, reason="lost another")
    await friends.open_table()
    await friends.sit("Carol", chips=200)
    await _told(friends, "Ann", "settings", top_up=500)
    await friends.rest()
    assert [await friends.wallet(name) for name in ("Ann", "Boris", "Carol")] == [1000, 500, 400]
    await _told(friends, "Ann", "bank correct", member="Boris", chips=-450, reason="lost again")
    await friends.restart()
    await friends.time_passes(24 * 3600)  # Saturday
    assert await friends.wallet("Boris") == 50
    await friends.time_passes(2 * 24 * 3600)
    assert await friends.wallet("Boris") == 500
    assert "regular top-up" in await _told(friends, "Boris", "bank statement")


async def test_a_top_up_of_many_players_is_grants_with_a_key_each(friends: Evening) -> None:
    """More than one transaction takes; done twice it moves nothing."""
    server_id = friends.wire.world.guild.id

    async def job(tx: Tx) -> None:
        await servers.update(tx, replace(await servers.get(tx, server_id), starting_chips=10))
        for number in range(2 * topups.AT_ONCE_MOST + 3):
            await players.seen(tx, server_id, 5000 + number, f"Player {number}", "en")
        await servers.update(tx, replace(await servers.get(tx, server_id), top_up_chips=100))

    await friends.store.write(job)
    for _ in range(2):
        friends.bot.nights.poke()
        await friends.rest()
    moved = await friends.store.read(
        lambda tx: tx.rows("SELECT amount FROM transfers WHERE reason = 'regular_top_up'")
    )
    assert [row["amount"] for row in moved] == [90] * (2 * topups.AT_ONCE_MOST + 3)


async def test_pictures_and_the_deck_are_chosen_from_lists(friends: Evening) -> None:
    """A value that the list has not is out of date."""
    panel = await _panel(friends)
    assert "a picture of every showdown" in panel.text and "two colours" in panel.text
    for name, value, told in (("pictures", "street", "at every round"), ("four_colours", "1", "clubs green")):
        await _chosen(friends, panel, name)
        await friends.wire.select("Ann", friends.wire.look(panel), f"s:set:{name}", [value])
        assert told in friends.wire.look(panel).text
    row = await friends.store.read(lambda tx: servers.get(tx, friends.wire.world.guild.id))
    assert (row.pictures, row.four_colours) == ("street", 1)
    await friends.restart()
    assert friends.room.desk.server_look(row.server_id) == Look("street", True)


async def test_pictures_and_the_deck_are_set_by_the_command(friends: Evening) -> None:
    """As every other setting."""
    told = await _told(friends, "Ann", "settings", pictures="off", four_colours=True)
    assert "no pictures" in told and "clubs green" in told


async def test_how_long_hands_are_kept_is_a_setting(friends: Evening) -> None:
    """For ever, unless somebody says otherwise; what is too old then loses its course."""
    assert "The course of every hand is kept." in await _told(friends, "Ann", "settings")
    told = await _told(friends, "Ann", "settings", keep_days=30)
    assert "Of a hand older than 30 days only the result is kept." in told
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    assert "hand 1" in await _told(friends, "Ann", "hand show", number=1)
    await friends.time_passes(31 * 24 * 3600)
    await friends.time_passes(3600)  # looked for every hour
    told = await _told(friends, "Ann", "hand show", number=1)
    assert "is not kept any more" in told
