"""The page in real Chromium, with the stand-in bot."""

import re
from typing import Any

import pytest

from bot.rehearsal.page_server import PageServer
from bot.rehearsal.wire import WireDiscord

from .browser import Tabs
from .standin import PIXEL, open_table

pytestmark = pytest.mark.browser

# Whether the whole message with this text stands within the log.
IN_SIGHT = """text => {
  const found = [...document.querySelectorAll("article")].findLast((one) => one.innerText.includes(text));
  const [log, box] = [document.querySelector("#log"), found].map((one) => one?.getBoundingClientRect());
  return box && box.top >= log.top && box.bottom <= log.bottom;
}"""


async def test_keyboard_alone_opens_a_table_and_joins_it(tabs: Tabs, wire: WireDiscord) -> None:
    """/table open with its option, then Tab to Join: the other player's tab shows it by itself."""
    ann, boris = await tabs.open("Ann"), await tabs.open("Boris")
    await ann.locator("#text").focus()
    await ann.keyboard.type("/table o")
    await ann.locator(".suggestion").wait_for()
    await ann.keyboard.press("Enter")
    await ann.keyboard.type("aces")
    await ann.keyboard.press("Enter")
    await boris.get_by_role("button", name="Join").wait_for()
    await boris.locator("#log").focus()
    for _ in range(8):
        await boris.keyboard.press("Tab")
        if await boris.evaluate("document.activeElement.textContent") == "Join":
            break
    await boris.keyboard.press("Enter")
    await ann.get_by_text("Boris 100").wait_for()
    await ann.get_by_text("used /table open").wait_for()
    # A redraw leaves the keyboard where it was.
    await boris.get_by_text("Boris 100").wait_for()
    assert await boris.evaluate("document.activeElement.textContent") == "Join"


async def test_form_takes_the_keyboard(tabs: Tabs, wire: WireDiscord) -> None:
    """The first field is focused, Enter sends the form off, Escape closes it."""
    await open_table(wire)
    page = await tabs.open("Carol")
    name = page.get_by_role("button", name="Name", exact=True)
    await name.click()
    await page.locator("dialog[open] input:focus").wait_for()
    await page.keyboard.press("Escape")
    await page.locator("dialog[open]").wait_for(state="hidden")
    await name.click()
    await page.locator("dialog[open] input:focus").wait_for()
    await page.keyboard.type("Cal")
    await page.get_by_label("Colour").select_option("black")
    await page.get_by_label("Name").press("Enter")
    await page.get_by_text("Cal is black").wait_for()


async def test_private_answer_is_seen_by_one_and_put_away(tabs: Tabs, wire: WireDiscord) -> None:
    """Only the presser's tab shows it; Dismiss removes it there."""
    await open_table(wire)
    ann, boris = await tabs.open("Ann"), await tabs.open("Boris")
    await ann.get_by_role("button", name="Menu", exact=True).click()
    await ann.get_by_role("button", name="Who").click()
    await ann.keyboard.press("ArrowDown")
    await ann.keyboard.press("Enter")
    await ann.get_by_text("user Boris").wait_for()
    assert await boris.get_by_text("Only you can see this").count() == 0
    answer = ann.locator("article", has_text="user Boris")
    await answer.get_by_role("button", name="Dismiss message").click()
    await answer.wait_for(state="detached")


async def test_dm_is_marked_and_a_ping_stands_out(tabs: Tabs, wire: WireDiscord) -> None:
    """A dealt card lands in the DM with a number on it; the ping in the channel is highlighted."""
    page = await tabs.open("Boris")
    await wire.slash("Ann", "card-room", "deal", who="Boris", card="As")
    await page.locator("article.ping", has_text="Dealt to @Boris").wait_for()
    dm = page.get_by_role("button", name=re.compile("Dealer.*1 for you|Dealer.*1"))
    await dm.click()
    await page.get_by_text("Your card: As").wait_for()
    await page.locator("#channels .count").wait_for(state="detached")


async def test_players_and_the_server_have_a_language(tabs: Tabs, wire: WireDiscord) -> None:
    """English until it is chosen; interactions carry both, and the server's is kept."""
    page = await tabs.open("Ann")
    await page.get_by_label("Ann's language").select_option(label="Русский")
    await wire.until(lambda: wire.world.locales.get(wire.world.user("Ann").id) == "ru")
    await page.get_by_label("The server's language").select_option(label="Português (Brasil)")
    await wire.until(lambda: wire.world.guild.preferred_locale == "pt-BR")


async def test_switch_closes_a_players_dms(tabs: Tabs, wire: WireDiscord) -> None:
    """With the switch on the bot's DM fails with 50007; off again it arrives."""
    page = await tabs.open("Ann")
    await page.get_by_role("radio", name="Boris").click()
    await page.get_by_label("Boris takes no DMs").check()
    boris = wire.world.user("Boris").id
    await wire.until(lambda: boris in wire.world.dms_closed)
    answer = await wire.slash("Ann", "card-room", "deal", who="Boris", card="As")
    assert answer.private[0].text == "no DM: 50007"
    await page.get_by_label("Boris takes no DMs").uncheck()
    await wire.until(lambda: boris not in wire.world.dms_closed)


async def test_unanswered_press_says_that_it_failed(
    tabs: Tabs, wire: WireDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the time for an answer: Discord's sentence."""
    monkeypatch.setattr("bot.rehearsal.actors.ANSWER_SECONDS", 0.1)
    page = await tabs.open("Ann")
    await page.locator("#text").fill("/silent")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.get_by_text("This interaction failed").wait_for()


async def test_command_of_the_typed_name_comes_first(tabs: Tabs, wire: WireDiscord) -> None:
    """`/say` is /say, though another command has a word that begins so; nothing of the list is cut off."""
    page = await tabs.open("Ann")
    names = [f"bank {n}" for n in (*range(50), "say")]
    many = [{"command": name, "shown": name, "description": "", "options": []} for name in names]
    await page.evaluate(
        "async (many) => (await import('./page/base.js')).state.view.commands.unshift(...many)", many
    )
    await page.locator("#text").focus()
    await page.keyboard.type("/")
    assert await page.locator(".suggestion").count() > 50
    await page.keyboard.type("say")
    assert await page.locator(".suggestion b").all_inner_texts() == ["/say", "/bank say"]
    await page.keyboard.press("Enter")
    assert await page.locator(".command-name").inner_text() == "/say"


async def test_answer_to_ones_own_word_is_in_sight(tabs: Tabs, wire: WireDiscord) -> None:
    """Who reads further up and writes sees what he wrote; a key typed beside the line lands in it."""
    for number in range(40):
        await wire.send("Boris", "card-room", f"line {number}")
    page = await tabs.open("Ann")
    await page.locator("#log").evaluate("log => { log.scrollTop = 0; }")
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.type("mine")
    assert await page.locator("#text").input_value() == "mine"
    await page.keyboard.press("Enter")
    await page.locator("article", has_text="mine").wait_for()
    await page.wait_for_function(
        "() => { const log = document.querySelector('#log');"
        " return log.scrollHeight - log.scrollTop - log.clientHeight < 5; }"
    )


async def test_answer_to_ones_own_press_is_in_sight(tabs: Tabs, wire: WireDiscord) -> None:
    """Who presses on a table further up sees the private answer, which stands below all."""
    await open_table(wire)
    for number in range(40):
        await wire.send("Boris", "card-room", f"line {number}")
    page = await tabs.open("Ann")
    await page.get_by_role("button", name="Menu", exact=True).click()
    await page.wait_for_function(IN_SIGHT, arg="Choose")


async def test_answer_taller_than_the_window_is_shown_from_its_beginning(
    tabs: Tabs, wire: WireDiscord
) -> None:
    """One reads downwards; the end of it would have to be scrolled back from."""
    page = await tabs.open("Ann", width=390, height=500)
    await page.locator("#text").fill("/say")
    await page.locator("#text").press("Enter")
    await page.locator("#command input").first.fill("words " * 300)
    await page.keyboard.press("Enter")
    await page.locator("article", has_text="said").wait_for()
    top, log = [
        (await page.locator(one).last.bounding_box())["y"] for one in ("article:has-text('words')", "#log")
    ]
    assert abs(top - log) < 2


async def test_tab_of_an_earlier_rehearsal_names_the_new_address(wire: WireDiscord, chromium: Any) -> None:
    """The same port with another token: the old tab says what to open."""
    server = PageServer(wire, wire.gateway, port=0)
    await server.start()
    page = await Tabs(chromium, server.address).open("Ann")
    port = int(re.findall(r":(\d+)/", server.address)[0])
    await server.stop()
    await page.get_by_text("The rehearsal does not answer").wait_for()
    anew = PageServer(wire, wire.gateway, port=port)
    await anew.start()
    await page.get_by_text("open the address that it has printed now").wait_for()
    await anew.stop()


async def test_countdown_runs_by_itself(tabs: Tabs, wire: WireDiscord) -> None:
    """The relative time of a turn is another one a moment later."""
    await open_table(wire)
    page = await tabs.open("Ann")
    time = page.locator("time[data-style=R]")
    first = await time.text_content()
    await page.wait_for_function(
        "first => document.querySelector('time[data-style=R]').textContent !== first", arg=first
    )


async def test_cut_gateway_is_told_and_restored(tabs: Tabs, wire: WireDiscord) -> None:
    """The switch cuts the bot off; taken back, a press is answered again."""
    await open_table(wire)
    page = await tabs.open("Ann")
    await page.get_by_label("Discord's gateway is cut").check()
    await page.get_by_text("The gateway is cut").wait_for()
    await page.get_by_label("Discord's gateway is cut").uncheck()
    await page.locator("#notice").wait_for(state="hidden")
    await wire.until(lambda: wire.gateway.connected)
    await page.get_by_role("button", name="Join").click()
    await page.get_by_text("Ann 100").wait_for()


async def test_what_people_write_is_text(tabs: Tabs, wire: WireDiscord) -> None:
    """Markup of a browser shows as it was typed and does nothing."""
    evil = "<img src=x onerror=alert(1)> <b>bold</b> [x](javascript:alert(1))"
    await wire.send("Boris", "card-room", evil)
    page = await tabs.open("Ann")
    article = page.locator("article", has_text="onerror")
    assert evil in await article.inner_text()
    assert await article.locator("img, b, a").count() == 0


async def test_link_to_a_message_leads_there(tabs: Tabs, wire: WireDiscord) -> None:
    """As on Discord it has its channel's name; nothing leads out of the rehearsal."""
    guild, room = wire.world.guild.id, wire.world.channel("card-room").id
    for number in range(30):
        await wire.send("Boris", "card-room", f"line {number}")
    first = wire.messages("card-room")[0].id
    links = f"https://discord.com/channels/{guild}/{room}/{first} https://discord.com/events/{guild}/7"
    await wire.send("Boris", "chat", links)
    page = await tabs.open("Ann", height=400)
    await page.locator("#channels").get_by_role("button", name="chat").click()
    article = page.locator("article", has_text="Event of the server")
    assert await article.locator("a").count() == 0
    await article.get_by_role("button", name="#card-room › message").click()
    await page.locator("#where", has_text="card-room").wait_for()
    await page.wait_for_function(
        """id => document.querySelector(`#m${id}`)?.getBoundingClientRect().top >= 0""", arg=str(first)
    )


async def test_numbers_of_a_list_are_those_written(tabs: Tabs, wire: WireDiscord) -> None:
    """A ranking keeps its places; a list without numbers has none."""
    await wire.send("Boris", "card-room", "4. pair\n5. high card\n- and more")
    page = await tabs.open("Ann")
    assert await page.locator("article ol").get_attribute("start") == "4"
    assert await page.locator("article ol li").all_inner_texts() == ["pair", "high card"]
    assert await page.locator("article ul li").all_inner_texts() == ["and more"]


async def test_player_in_the_address_and_switching(tabs: Tabs, wire: WireDiscord) -> None:
    """`as=` opens as that player; the arrow keys change to the next, and the address follows."""
    page = await tabs.open("Carol")
    assert await page.get_by_role("radio", checked=True).inner_text() == "Carol"
    await page.get_by_role("radio", checked=True).press("ArrowRight")
    await page.get_by_label("Dana takes no DMs").wait_for()
    assert "as=Dana" in page.url


async def test_upload_emoji_reply_and_deletion(tabs: Tabs, wire: WireDiscord) -> None:
    """A file sent from the composer is a picture; the bot's emoji too; an answer names whom it answers."""
    emoji_id = await wire.until(lambda: next(iter(wire.world.backend.application_emojis), None))
    page = await tabs.open("Ann")
    await page.locator("#file").set_input_files(
        {"name": "hand.png", "mimeType": "image/png", "buffer": PIXEL}
    )
    await page.locator("#text").fill(f"look <:ace:{emoji_id}>")
    await page.keyboard.press("Enter")
    first = page.locator("article", has_text="look")
    for picture in ("img.picture", "img.emoji"):
        await first.locator(picture).wait_for()
        loaded = "image => image.decode().then(() => image.naturalWidth)"
        assert await first.locator(picture).evaluate(loaded) == 1
    await first.get_by_role("button", name="Reply").click()
    await page.locator("#text").fill("mine")
    await page.keyboard.press("Enter")
    await page.locator("article", has_text="mine").locator(".reference", has_text="Ann").wait_for()
    await first.first.get_by_role("button", name="Delete").click()
    await page.locator("article img.picture").wait_for(state="detached")


async def test_thread_is_opened_and_written_in(tabs: Tabs, wire: WireDiscord) -> None:
    """A new thread stands below its channel, and the line says that one writes there; Cancel makes none."""
    page = await tabs.open("Ann")
    await page.get_by_role("button", name="New thread").click()
    await page.get_by_role("button", name="Cancel").click()
    await page.locator("dialog[open]").wait_for(state="hidden")
    height = (await page.locator("#bar").bounding_box())["height"]
    await page.get_by_role("button", name="New thread").click()
    await page.keyboard.type("second table")
    await page.keyboard.press("Enter")
    await page.locator("#where", has_text="second table").wait_for()
    await page.get_by_placeholder("Message #second table").wait_for()
    assert (await page.locator("#bar").bounding_box())["height"] == height  # nothing jumps
    await page.locator("#text").fill("hello there")
    await page.keyboard.press("Enter")
    await page.locator("article", has_text="hello there").wait_for()
    [written] = wire.messages("second table")
    assert written.text == "hello there"
