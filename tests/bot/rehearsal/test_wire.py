"""The wire front with an unmodified discord.py bot on it."""

from bot.rehearsal.wire import WireDiscord


async def test_slash_answers_in_the_channel_and_buttons_redraw_it(wire: WireDiscord) -> None:
    """A slash command makes a message; a press of its button is answered and changes it for everybody."""
    opened = await wire.slash("Ann", "card-room", "table open", game="aces")
    assert opened.kind == "message"
    table = wire.messages("card-room")[-1]
    assert [button.label for button in table.buttons] == ["Rules", "Join", "Name", "Menu"]
    joined = await wire.click("Boris", table, "Join")
    assert joined.kind == "update"
    assert "Boris" in wire.look(table).text
