"""The page's server: who may ask, and what it tells."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from yarl import URL

from bot.rehearsal.page_server import PageServer
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World

from .standin import PIXEL


@pytest.fixture
async def page(front: WireDiscord) -> AsyncIterator[PageServer]:
    """A page on a free port."""
    server = PageServer(front, front.gateway, port=0)
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    """Something that asks."""
    async with aiohttp.ClientSession() as session:
        yield session


def at(page: PageServer, path: str, *, token: str | None = None) -> str:
    """An address of the page, with its token or another one."""
    address = URL(page.address)
    return str(address.with_path(path).with_query({"token": page.token if token is None else token}))


PATHS = ["/", "/api/boot", "/api/view", "/api/stream", "/api/image"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("token", ["", "wrong"])
async def test_without_the_token_nothing_is_told(
    page: PageServer, browser: aiohttp.ClientSession, path: str, token: str
) -> None:
    """403 for a missing or wrong token."""
    async with browser.get(at(page, path, token=token)) as answer:
        assert answer.status == 403
        assert page.token not in await answer.text()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]:8124"])
async def test_foreign_host_is_refused(page: PageServer, browser: aiohttp.ClientSession, host: str) -> None:
    """A name of somebody else that points to loopback gets nothing, with the right token too."""
    for path in ("/", "/api/boot", "/page/app.js"):
        async with browser.get(at(page, path), headers={"Host": host}) as answer:
            assert answer.status == 403


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1:8124"])
async def test_foreign_origin_may_do_nothing(
    page: PageServer, browser: aiohttp.ClientSession, origin: str | None
) -> None:
    """A POST that does not come from our own page is refused."""
    headers = {"Origin": origin} if origin else {}
    async with browser.post(at(page, "/api/do"), json={"kind": "dms"}, headers=headers) as answer:
        assert answer.status == 403


async def test_everything_forbids_scripts_of_others(page: PageServer, browser: aiohttp.ClientSession) -> None:
    """The policy is on every answer, refusals too."""
    for address in (at(page, "/"), at(page, "/api/boot"), at(page, "/page/app.js"), at(page, "/", token="")):
        async with browser.get(address) as answer:
            assert "default-src 'none'; script-src 'self'" in answer.headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


async def test_files_outside_the_page_are_not_served(
    page: PageServer, browser: aiohttp.ClientSession
) -> None:
    """No way out of the folder."""
    for path in ("/page/%2e%2e/run.py", "/page/..%2frun.py", "/page/"):
        url = URL(f"http://{URL(page.address).authority}{path}", encoded=True)
        async with browser.get(url) as answer:
            assert answer.status in (403, 404)


async def do(page: PageServer, browser: aiohttp.ClientSession, **asked: object) -> dict[str, str]:
    """Something a person does on the page."""
    origin = str(URL(page.address).origin())
    async with browser.post(at(page, "/api/do"), json=asked, headers={"Origin": origin}) as answer:
        assert answer.status == 200
        made: dict[str, str] = await answer.json()
        return made


async def test_message_with_a_file_is_seen_and_its_picture_served(
    page: PageServer, browser: aiohttp.ClientSession, front: WireDiscord
) -> None:
    """What one player sends, another one's view shows; the upload comes as a picture."""
    import base64

    ann, boris = front.world.user("Ann").id, front.world.user("Boris").id
    channel = str(front.world.channel("chat").id)
    file = {"name": "cards.png", "data": base64.b64encode(PIXEL).decode()}
    answered = await do(
        page,
        browser,
        kind="send",
        **{"as": str(ann)},
        channel=channel,
        content=f"hi <@{boris}>",
        files=[file],
    )
    assert answered == {}
    address = URL(at(page, "/api/view")).update_query({"as": str(boris), "channel": channel})
    async with browser.get(address) as answer:
        view = await answer.json()
    assert view["messages"][-1]["ping"]
    assert view["pinged"][str(boris)] == {channel: view["messages"][-1]["id"]}
    picture = URL(at(page, "/api/image")).update_query(url=view["messages"][-1]["attachments"][0]["url"])
    async with browser.get(picture) as answer:
        assert (await answer.read(), answer.content_type) == (PIXEL, "image/png")


async def test_what_cannot_be_done_is_told(page: PageServer, browser: aiohttp.ClientSession) -> None:
    """An error for the person, not a broken page."""
    ann = str(World.new().player_ids[0])
    assert "no action" in (await do(page, browser, kind="dance"))["error"]
    assert (await do(page, browser, kind="click", **{"as": ann}, channel="1", message="2", custom_id="x"))[
        "error"
    ]


@pytest.mark.parametrize("viewer", ["", "Ann", "1", "-1", "9" * 5000, "٣"])
async def test_view_of_nobody_is_refused(
    page: PageServer, browser: aiohttp.ClientSession, viewer: str
) -> None:
    """By a line that says what is taken."""
    async with browser.get(URL(at(page, "/api/view")).update_query({"as": viewer})) as answer:
        assert (answer.status, "id of a player" in await answer.text()) == (400, True)


@pytest.mark.parametrize("channel", ["", "card-room", "1", "9" * 5000, "٣"])
async def test_view_of_no_channel_is_one_of_the_first(
    page: PageServer, browser: aiohttp.ClientSession, front: WireDiscord, channel: str
) -> None:
    """As when the page is opened."""
    asked = {"as": str(front.world.player_ids[0]), "channel": channel}
    async with browser.get(URL(at(page, "/api/view")).update_query(asked)) as answer:
        assert (await answer.json())["channel"] == str(front.world.guild.channel_ids[0])


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b'"click"'])
async def test_action_that_cannot_be_read_is_refused(
    page: PageServer, browser: aiohttp.ClientSession, body: bytes
) -> None:
    """By a line that says what is taken."""
    headers = {"Origin": str(URL(page.address).origin()), "Content-Type": "application/json"}
    async with browser.post(at(page, "/api/do"), data=body, headers=headers) as answer:
        assert (answer.status, "JSON object" in await answer.text()) == (400, True)


async def test_stream_tells_of_changes_and_ends_with_the_page(
    page: PageServer, browser: aiohttp.ClientSession, front: WireDiscord
) -> None:
    """A change sends a new version; stopping the page ends the stream."""
    async with browser.get(at(page, "/api/stream")) as stream:
        first = await stream.content.readuntil(b"\n\n")
        await front.send("Ann", "chat", "hello")
        assert await stream.content.readuntil(b"\n\n") != first
        await page.stop()
        await stream.content.read()
