"""The wire front with an unmodified discord.py bot on it."""

import asyncio
from pathlib import Path

import aiohttp
import discord
import pytest
from simcord.backend.errors import SetupError

from bot.rehearsal.calls import Fault
from bot.rehearsal.gateway import ACKNOWLEDGE_SECONDS, HEARTBEAT_ACK
from bot.rehearsal.page_view import view
from bot.rehearsal.seen import Seen
from bot.rehearsal.wire import WireDiscord, point_discord_at
from bot.rehearsal.world import World

from .conftest import running
from .standin import PIXEL, StandIn, TableView


async def opened(wire: WireDiscord, *, picture: bool = False) -> Seen:
    """A table in #card-room, opened by Ann."""
    await wire.slash("Ann", "card-room", "table open", game="aces", picture=picture)
    return wire.messages("card-room")[-1]


async def test_slash_answers_in_the_channel_and_buttons_redraw_it(wire: WireDiscord) -> None:
    """A slash command makes a message; a press of its button is answered and changes it for everybody."""
    answer = await wire.slash("Ann", "card-room", "table open", game="aces")
    assert answer.kind == "message"
    table = wire.messages("card-room")[-1]
    assert [button.label for button in table.buttons] == ["Rules", "Join", "Name", "Menu"]
    joined = await wire.click("Boris", table, "Join")
    assert joined.kind == "update"
    assert "Boris" in wire.look(table).text


async def test_presses_at_once_are_all_answered(wire: WireDiscord) -> None:
    """Four players press in the same moment; each gets his own answer."""
    table = await opened(wire)
    names = ["Ann", "Boris", "Carol", "Dana"]
    answers = await asyncio.gather(*(wire.click(name, table, "Join") for name in names))
    assert all(answer.acknowledged for answer in answers)
    assert all(name in wire.look(table).text for name in names)


async def test_form_is_shown_and_sent_with_its_defaults(wire: WireDiscord) -> None:
    """A modal's fields can be read; what is not filled in keeps its default."""
    shown = await wire.click("Carol", await opened(wire), "Name")
    assert [field.label for field in shown.fields] == ["Name", "Colour"]
    colour = shown.fields[1].custom_id
    sent = await wire.submit("Carol", shown, {colour: "black"})
    assert sent.private[0].text == "Al is black"


async def test_menus_take_texts_people_roles_and_channels(wire: WireDiscord) -> None:
    """Each kind of menu reaches the bot resolved, and only the presser sees the answers."""
    shown = await wire.click("Dana", await opened(wire), "Menu")
    menus = shown.private[0].selects
    chosen = ["two", "Boris", "@everyone", "chat"]
    for menu, value in zip(menus, chosen, strict=True):
        answer = await wire.select("Dana", shown.private[0], menu.custom_id, [value])
        assert value in answer.private[0].text
    assert not [message for message in wire.messages("card-room", "Ann") if message.ephemeral]


async def test_dm_arrives_and_a_closed_one_fails_with_50007(wire: WireDiscord) -> None:
    """A DM lands in the player's own channel; who closed his DMs makes the bot's call fail."""
    await wire.slash("Ann", "card-room", "deal", who="Boris", card="As")
    assert [message.text for message in wire.dm("Boris")] == ["Your card: As"]
    wire.close_dms("Boris")
    answer = await wire.slash("Ann", "card-room", "deal", who="Boris", card="Kh")
    assert answer.private[0].text == "no DM: 50007"


async def test_autocomplete_offers_what_fits(wire: WireDiscord) -> None:
    """The bot's own autocomplete answers."""
    choices = await wire.autocomplete("Ann", "card-room", "deal", "card", "k")
    assert [choice["value"] for choice in choices] == ["Kh", "Kd"]


async def test_interaction_carries_the_players_language(wire: WireDiscord) -> None:
    """The locale is the player's, not a constant."""
    wire.speak("Boris", "pt-BR")
    answer = await wire.click("Boris", await opened(wire), "Rules")
    assert answer.private[0].text == "locale pt-BR"


async def test_the_bot_is_told_of_the_servers_language(wire: WireDiscord, bot: StandIn) -> None:
    """It is the server's in its cache, and in every interaction."""
    wire.speak_on_server("ru")
    await wire.until(lambda: str(bot.guilds[0].preferred_locale) == "ru")


async def test_press_that_crossed_an_edit_still_reaches_the_bot(wire: WireDiscord) -> None:
    """`press` takes the message as it was seen, `click` as it is now."""
    before = await opened(wire)
    stored = wire.world.backend.get_message(before.channel_id, before.id)
    stored.components = [{"type": 10, "id": 1, "content": "over"}]
    with pytest.raises(KeyError, match="no button"):
        await wire.click("Ann", before, "Rules")
    assert (await wire.press("Ann", before, "t:1:rules")).private


async def test_a_stranger_to_the_server_cannot_act(wire: WireDiscord) -> None:
    """Who left the server can press nothing."""
    table = await opened(wire)
    wire.world.backend.remove_member(wire.world.guild.id, wire.world.user("Dana").id)
    with pytest.raises(SetupError, match="not a member"):
        await wire.click("Dana", table, "Join")


async def test_sixth_message_in_five_seconds_waits_for_the_bucket(wire: WireDiscord) -> None:
    """discord.py reads the headers and holds the sixth message back by itself; none is lost."""
    wire.limiter.speed = 20.0
    answer = await wire.slash("Ann", "chat", "say", text="hello", times=7)
    assert answer.kind == "deferred"
    await wire.until(lambda: len(wire.messages("chat")) == 7)
    assert wire.calls.by_route()["POST /channels/{id}/messages"] == 7


async def test_429_is_retried_after_its_time(wire: WireDiscord) -> None:
    """A refused call comes again, once, and then counts."""
    wire.faults.append(Fault("POST", "/channels/*/messages", status=429))
    await wire.slash("Ann", "chat", "say", text="hello")
    await wire.until(lambda: wire.messages("chat"))
    sent = [call.status for call in wire.calls if call.route == "POST /channels/{id}/messages"]
    assert sent == [429, 200]


async def test_answer_lost_after_it_was_done_comes_again_as_40060(wire: WireDiscord) -> None:
    """A 5xx after the callback was done: the retry is told that it was acknowledged already."""
    table = await opened(wire)
    wire.faults.append(Fault("POST", "/interactions/*/callback", status=502, when="after"))
    pressed = await wire.click("Boris", table, "Join")
    assert pressed.acknowledged
    assert "Boris" in wire.look(table).text
    route = "POST /interactions/{id}/{token}/callback"
    await wire.until(lambda: [c.status for c in wire.calls if c.route == route][-2:] == [502, 400])


async def test_answer_that_never_comes_was_done_all_the_same(wire: WireDiscord) -> None:
    """The press is acknowledged and drawn while the bot still waits for Discord's reply."""
    table = await opened(wire)
    wire.faults.append(Fault("POST", "/interactions/*/callback", when="after", never=True))
    mark = wire.calls.total
    assert (await wire.click("Boris", table, "Join")).acknowledged
    assert "Boris" in wire.look(table).text
    assert wire.calls.total == mark


async def test_calls_are_counted_by_route_and_by_weight(wire: WireDiscord) -> None:
    """A budget can be held against what was asked since a mark; answers to presses weigh nothing."""
    table = await opened(wire)
    mark = wire.calls.total
    await wire.click("Boris", table, "Join")
    await wire.slash("Ann", "chat", "say", text="hello", times=2)
    await wire.until(lambda: wire.calls.total == mark + 5)
    assert wire.calls.by_route(mark) == {
        "POST /interactions/{id}/{token}/callback": 2,
        "POST /channels/{id}/messages": 2,
        "PATCH /webhooks/{id}/{token}/messages/@original": 1,
    }
    assert wire.calls.counted(mark) == 2


async def test_same_nonce_gives_the_same_message(wire: WireDiscord, bot: StandIn) -> None:
    """An enforced nonce posted twice makes one message."""
    channel = bot.get_channel(wire.world.channel("chat").id)
    assert isinstance(channel, discord.TextChannel)
    first = await channel.send("hand 12", nonce="hand:12")
    again = await channel.send("hand 12", nonce="hand:12")
    assert first.id == again.id
    assert first.nonce == "hand:12"
    assert len(wire.messages("chat")) == 1


async def test_unanswered_press_is_told_after_three_seconds(
    wire: WireDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that says nothing: not acknowledged."""
    monkeypatch.setattr("bot.rehearsal.actors.ANSWER_SECONDS", 0.05)
    assert not (await wire.slash("Ann", "chat", "silent")).acknowledged


async def test_dropped_gateway_resumes_and_brings_what_was_missed(wire: WireDiscord) -> None:
    """A press made while the connection is down is delivered on RESUME and answered."""
    table = await opened(wire)
    await wire.gateway.cut()
    pressing = asyncio.create_task(wire.click("Boris", table, "Join"))
    await wire.until(lambda: wire.world.backend.interactions)
    wire.gateway.restore()
    assert (await pressing).acknowledged
    assert wire.gateway.resumed == 1
    assert wire.gateway.identified == 1


async def test_lost_session_makes_the_bot_identify_anew(wire: WireDiscord) -> None:
    """RESUME is answered with INVALID_SESSION; the bot comes back and hears presses again."""
    table = await opened(wire)
    await wire.gateway.drop(lose_session=True)
    await wire.until(lambda: wire.gateway.identified == 2 and wire.gateway.connected, timeout_seconds=20)
    assert wire.gateway.invalidated == 1
    assert (await wire.click("Boris", table, "Join")).acknowledged


async def test_fourth_edit_of_an_hour_old_message_is_refused_with_30046(
    wire: WireDiscord, bot: StandIn
) -> None:
    """No header warns of it: the call is refused, waits, and then passes."""
    table = await opened(wire)
    wire.world.backend.clock.advance(3700)
    wire.limiter.speed = 20.0
    channel = bot.get_channel(table.channel_id)
    assert isinstance(channel, discord.TextChannel)
    for number in range(4):
        await channel.get_partial_message(table.id).edit(view=TableView(1, [str(number)]))
    route = "PATCH /channels/{id}/messages/{id}"
    assert [call.status for call in wire.calls if call.route == route] == [200, 200, 200, 429, 200]


async def test_members_are_found_by_id_without_the_members_intent(wire: WireDiscord, bot: StandIn) -> None:
    """`query_members` with ids says who is there and leaves out who left."""
    ann, dana = (wire.world.user(name).id for name in ("Ann", "Dana"))
    wire.world.backend.remove_member(wire.world.guild.id, dana)
    guild = bot.get_guild(wire.world.guild.id)
    assert guild is not None
    members = await guild.query_members(user_ids=[ann, dana])
    assert [member.id for member in members] == [ann]


async def test_application_emoji_and_attachment_keep_their_bytes(wire: WireDiscord) -> None:
    """Images can be shown: the emoji made at start, and a table's picture."""
    table = await opened(wire, picture=True)
    images = wire.world.backend.images
    assert images.get(table.attachments[0]["url"]) == PIXEL
    assert table.attachments[0]["description"] == "three cards"
    assert PIXEL in [images.get(url) for url in images.urls() if "/emojis/" in url]


async def test_wrong_token_is_refused(discord_addresses: None) -> None:
    """A front that expects a token answers any other with 401."""
    async with WireDiscord(World.new(), token="right") as front:
        point_discord_at(front)
        bot = StandIn()
        with pytest.raises(discord.LoginFailure):
            await bot.login("wrong")
        await bot.close()


async def test_gateway_takes_neither_a_wrong_token_nor_a_browser() -> None:
    """Close code 4004 for the token; a page of a browser (it sends Origin) is not let in at all."""
    async with WireDiscord(World.new(), token="right") as front, aiohttp.ClientSession() as session:
        async with session.ws_connect(front.gateway_url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 0}})
            await socket.receive()
            assert socket.close_code == 4004
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(front.gateway_url, headers={"Origin": "http://evil.example"})
        assert refused.value.status == 403


async def test_a_heartbeat_is_acknowledged_no_sooner_than_over_a_real_network() -> None:
    """At once, discord.py would take it for the answer to the heartbeat before, and warn."""
    loop = asyncio.get_running_loop()
    async with (
        WireDiscord(World.new()) as front,
        aiohttp.ClientSession() as session,
        session.ws_connect(front.gateway_url) as socket,
    ):
        await socket.receive_json()
        sent = loop.time()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == HEARTBEAT_ACK
        assert loop.time() - sent >= ACKNOWLEDGE_SECONDS


async def test_world_and_messages_stay_over_a_restart(discord_addresses: None, tmp_path: Path) -> None:
    """Ids, history, pictures and live buttons are there again; new ids are above all old ones."""
    path = tmp_path / "world.json"
    async with WireDiscord(World.open(path)) as front, running(front):
        before = await opened(front, picture=True)
        front.close_dms("Carol")
        front.speak("Boris", "ru")
        await front.click("Ann", before, "Menu")
    async with WireDiscord(World.open(path)) as front, running(front) as bot:
        [after] = front.messages("card-room", "Ann")
        assert after == before
        assert front.world.backend.images.get(after.attachments[0]["url"]) == PIXEL
        assert front.world.user("Carol").id in front.world.dms_closed
        assert (await front.click("Dana", after, "Join")).acknowledged
        channel = bot.get_channel(after.channel_id)
        assert isinstance(channel, discord.TextChannel)
        await (await channel.fetch_message(after.id)).edit(view=TableView(1, ["over"]))
        assert front.world.backend.snowflake() > before.id
    world = World.open(path, fresh=True)
    assert list(world.all_messages()) == []


async def test_a_command_is_shown_by_its_name_in_the_players_language(wire: WireDiscord) -> None:
    """A group and its command each have one; what has none keeps its own."""
    (table,) = (one for one in wire.world.backend.commands[None].values() if one["name"] == "table")
    table["name_localizations"] = {"ru": "стол"}
    wire.speak("Boris", "ru")
    channel = wire.world.channel("card-room").id
    for name, shown in (("Ann", "table open"), ("Boris", "стол open")):
        commands = view(wire, wire.world.user(name).id, channel)["commands"]
        assert [one["shown"] for one in commands if one["command"] == "table open"] == [shown]
