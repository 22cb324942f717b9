"""House rules under a name, and tables of several games from /table open on."""

from __future__ import annotations

from bot.show.scene import Rules
from bot.store import house_rules
from engine.games import GAMES
from engine.teen_patti.options import TeenPattiOptions
from tests.flow.evening import CHANNEL, Evening


async def choose(friends: Evening, who: str, message: object, custom_start: str, value: str) -> None:
    """Choose in the menu of a private panel whose id begins so."""
    panel = friends.wire.look(message)  # type: ignore[arg-type]
    menu = next(one for one in panel.selects if one.custom_id.startswith(custom_start))
    await friends.wire.select(who, panel, menu.custom_id, [value])
    await friends.rest()


async def offered(friends: Evening, command: str, option: str, typed: str) -> list[str]:
    """What the bot offers for what is typed."""
    return [one["value"] for one in await friends.wire.autocomplete("Boris", CHANNEL, command, option, typed)]


async def saved_fridays(friends: Evening) -> None:
    """Ann opens Teen Patti with one joker, clockwise, and keeps that as Fridays."""
    panel = (await friends.wire.slash("Ann", CHANNEL, "table open", game="teen_patti", stake=5)).messages[-1]
    for field, place in (("jokers", "1"), ("direction", "1")):
        await choose(friends, "Ann", panel, "n:change", field)
        await choose(friends, "Ann", panel, "n:set", place)
    await friends.wire.click("Ann", panel, "Open the table")
    await friends.until(lambda: friends.tables)
    await friends.drawn()
    assert "Saved as “Fridays”" in await friends.command("Ann", "house-rules save", name=" Fridays ")


async def test_house_rules_are_saved_listed_used_and_deleted(friends: Evening) -> None:
    """By their name, however its letters are written; a table keeps what it was opened with."""
    await saved_fridays(friends)
    told = await friends.command("Boris", "house-rules list")
    assert told.startswith("**Fridays**: Teen Patti, boot 5, ") and "Jokers: 1" in told
    assert await offered(friends, "table open", "rules", "fri") == ["Fridays"]
    assert await offered(friends, "house-rules delete", "name", "x") == []
    await friends.restart()
    before = len(friends.tables)
    answer = await friends.wire.slash("Boris", CHANNEL, "house-rules use", name="fridays")
    assert "New table: Teen Patti “Fridays”" in answer.text
    await friends.wire.click("Boris", answer.messages[-1], "Open the table")
    await friends.until(lambda: len(friends.tables) > before)
    state = friends.tables[-1].state
    assert state.terms.options == TeenPattiOptions(boot=5, jokers=1, direction="cw")
    assert state.terms.house_rules == "Fridays" and state.terms.buy_in_most == 1000
    await friends.until(lambda: friends.tables[-1].screen.drawn == friends.tables[-1].screen.wanted)
    assert "house rules “Fridays”" in friends.wire.messages(CHANNEL)[-1].text
    assert (
        "somebody else"
        in (await friends.wire.slash("Boris", CHANNEL, "house-rules delete", name="Fridays")).text
    )
    answer = await friends.wire.slash("Ann", CHANNEL, "house-rules delete", name="FRIDAYS")
    assert "“Fridays” are deleted" in answer.text
    answer = await friends.wire.slash("Ann", CHANNEL, "table open", rules="Fridays")
    assert "keeps no house rules yet" in answer.text
    assert state.terms.house_rules == "Fridays"


async def test_with_another_option_they_are_those_house_rules_no_more(friends: Evening) -> None:
    """The stake alone may differ; the panel drops the name with the first other change."""
    await saved_fridays(friends)
    answer = await friends.wire.slash("Ann", CHANNEL, "table open", rules="Fridays", stake=7)
    assert "Teen Patti “Fridays”" in answer.text and "boot 7" in answer.text
    panel = answer.messages[-1]
    await choose(friends, "Ann", panel, "n:change", "jokers")
    await choose(friends, "Ann", panel, "n:set", "0")
    assert "New table: Teen Patti**" in friends.wire.look(panel).text
    answer = await friends.wire.slash("Ann", CHANNEL, "table open", rules="Fridays", game="seka")
    assert "are of Teen Patti" in answer.text


async def test_who_may_save_and_under_which_names(friends: Evening) -> None:
    """The host or a manager; letters, numbers and spaces; saving again replaces one's own."""
    await saved_fridays(friends)
    assert "host or a manager" in await friends.command("Boris", "house-rules save", name="Mine")
    assert "letters, numbers" in await friends.command("Ann", "house-rules save", name="**x**")
    await friends.command("Ann", "house-rules save", name="FRIDAYS")
    rows = await friends.store.read(lambda tx: house_rules.of_server(tx, friends.table.state.server_id))
    assert [row.name for row in rows] == ["FRIDAYS"]


async def test_dealers_choice_is_opened_from_the_panel_with_house_rules(friends: Evening) -> None:
    """The panel shows the one stake and every game; each has usual rules, kept ones, or is left out."""
    await saved_fridays(friends)
    answer = await friends.wire.slash("Ann", CHANNEL, "table open", game="choice", stake=2)
    panel = answer.messages[-1]
    text = friends.wire.look(panel).text
    assert "New table: Dealer's choice" in text and "Stake: **2 chips**" in text
    assert "Seka: **by the usual rules**" in text
    await choose(friends, "Ann", panel, "n:change", "teen_patti")
    await choose(friends, "Ann", panel, "n:set", "2")
    assert "Teen Patti: **Fridays**" in friends.wire.look(panel).text
    await choose(friends, "Ann", panel, "n:change", "seka")
    await choose(friends, "Ann", panel, "n:set", "0")
    await friends.wire.click("Ann", panel, "Open the table")
    await friends.until(lambda: len(friends.tables) == 2)
    terms = friends.tables[-1].state.terms
    assert terms.mixed == "choice" and [one.game for one in terms.games] == ["aces", "teen_patti"]
    assert terms.games[1].options == TeenPattiOptions(boot=2, jokers=1, direction="cw")
    assert terms.games[1].name == "Fridays"


async def test_a_panel_of_several_games_keeps_two_and_fits_its_seats(friends: Evening) -> None:
    """One game alone is refused; the seats are those of the strictest game; rotation is the other way."""
    answer = await friends.wire.slash("Ann", CHANNEL, "table open", game="rotation", stake=1)
    panel = answer.messages[-1]
    assert "New table: Rotation" in answer.text
    await choose(friends, "Ann", panel, "n:change", "aces")
    await choose(friends, "Ann", panel, "n:set", "0")
    await choose(friends, "Ann", panel, "n:change", "seka")
    before = friends.wire.look(panel).text
    await choose(friends, "Ann", panel, "n:set", "0")
    assert friends.wire.look(panel).text == before
    await choose(friends, "Ann", panel, "n:change", "mixed")
    await choose(friends, "Ann", panel, "n:set", "0")
    await friends.wire.click("Ann", panel, "Open the table")
    await friends.until(lambda: friends.tables)
    terms = friends.table.state.terms
    assert terms.games == tuple(Rules(key, GAMES[key].options_type()) for key in ("seka", "teen_patti"))
    assert terms.mixed == "choice"
    assert terms.seats_most == min(GAMES[one.game].seats_most(one.options) for one in terms.games)


async def test_options_that_do_not_go_together_are_refused_in_words(friends: Evening) -> None:
    """C2.3: a spread limit below two boots."""
    answer = await friends.wire.slash("Ann", CHANNEL, "table open", game="teen_patti", stake=50)
    panel = answer.messages[-1]
    await choose(friends, "Ann", panel, "n:change", "limit")
    menu = next(one for one in friends.wire.look(panel).selects if one.custom_id.startswith("n:set"))
    refused = await friends.wire.select("Ann", friends.wire.look(panel), menu.custom_id, ["1"])
    assert "an even number from 100, twice the boot" in refused.text


async def test_a_game_night_is_played_by_house_rules_or_as_dealers_choice(friends: Evening) -> None:
    """/night start takes them by name; the night's table and its message say so."""
    await saved_fridays(friends)
    answer = await friends.wire.slash("Ann", "chat", "night start", rules="Fridays")
    await friends.until(lambda: len(friends.tables) == 2)
    assert "of the game night is open" in answer.text
    terms = friends.tables[-1].state.terms
    assert terms.house_rules == "Fridays" and terms.options == TeenPattiOptions(
        boot=5, jokers=1, direction="cw"
    )
    assert "Teen Patti" in friends.wire.messages("chat")[-1].text
    answer = await friends.wire.slash("Ann", CHANNEL, "night start", game="choice", rules="Fridays")
    await friends.until(lambda: len(friends.tables) == 3)
    assert [one.name for one in friends.tables[-1].state.terms.games] == ["", "", "Fridays"]
    assert any("Dealer's choice" in one.text for one in friends.wire.messages(CHANNEL))
