"""Pictures on a table's message: when they come, what they cost, and that no press waits for one."""

from __future__ import annotations

import io
import logging
import threading
from typing import Any

import pytest
from PIL import Image

from bot.pictures import draw
from bot.rehearsal.calls import Fault
from bot.rehearsal.seen import Seen
from bot.show.pictures.sketch import Sketch
from bot.show.scene import Phase
from tests.bot.discord_limits import GALLERY, nested
from tests.flow.checks import Recorder
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")


async def begun(friends: Evening, *, ready_seconds: float = 5.0, **settings: Any) -> None:
    """Three people, and a hand; redraws wait for their picture however busy the machine is."""
    friends.room.desk.pictures.ready_seconds = ready_seconds
    if settings:
        await friends.wire.slash("Ann", CHANNEL, "settings", **settings)
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()


def slow(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Pictures are drawn when this is set, not before."""
    may_draw = threading.Event()

    def slowly(sketch: Sketch) -> bytes:
        assert may_draw.wait(10)
        return draw(sketch)

    monkeypatch.setattr(friends.room.desk.pictures, "_draw", slowly)
    return may_draw


def file_of(message: Seen) -> str:
    """The name of the picture that a message shows; empty where it shows none."""
    galleries = [one for one in nested(message.components) if one["type"] == GALLERY]
    if not galleries:
        assert message.attachments == []
        return ""
    ((item,), (attachment,)) = (galleries[0]["items"], message.attachments)
    assert item["description"] == attachment["description"]
    assert str(attachment["id"]) in item["media"]["url"]
    return str(attachment["filename"])


def uploads(recorder: Recorder, start: int = 0) -> list[str]:
    """The calls, from one on, that bring a picture along."""
    bodies = ((one.route, one.body) for one in recorder.requests[start:] if isinstance(one.body, dict))
    return [route for route, body in bodies if (body.get("data") or body).get("attachments")]


async def test_the_picture_of_a_showdown_comes_with_the_last_presss_own_answer(
    friends: Evening, recorder: Recorder
) -> None:
    """No call more than without; it tells in words what is on it."""
    await begun(friends)
    await friends.play_out()
    await friends.rest()
    assert uploads(recorder) == ["POST /interactions/{id}/{token}/callback"]
    message = friends.screen
    name, (attachment,) = file_of(message), message.attachments
    assert name.startswith("table-") and name.endswith(".png")
    assert attachment["description"].startswith("Picture of the showdown. Hand 1")
    assert all(f"{one}: " in attachment["description"] for one in NAMES)
    png = friends.wire.world.backend.cdn.get(attachment["url"])
    assert png is not None
    assert 760 <= Image.open(io.BytesIO(png)).width <= 1080  # as narrow as its words allow


async def test_the_next_hand_begins_without_and_the_record_keeps_its_picture(friends: Evening) -> None:
    """The former message's last edit does not send the picture again."""
    await begun(friends)
    await friends.play_out()
    former, name = friends.screen.id, file_of(friends.screen)
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.screen.id != former and file_of(friends.screen) == ""
    kept = friends.seen(former)
    assert file_of(kept) == name and not kept.buttons


async def test_pictures_can_be_switched_off_and_on(friends: Evening) -> None:
    """At once, also on the showdown that stands there."""
    await begun(friends, pictures="off")
    await friends.play_out()
    assert file_of(friends.screen) == ""
    await friends.wire.slash("Ann", CHANNEL, "settings", pictures="showdown")
    await friends.drawn()
    two_colours = file_of(friends.screen)
    await friends.wire.slash("Ann", CHANNEL, "settings", four_colours=True)
    await friends.drawn()
    assert two_colours != file_of(friends.screen) != ""
    await friends.wire.slash("Ann", CHANNEL, "settings", pictures="off")
    await friends.drawn()
    assert file_of(friends.screen) == ""


async def test_a_street_has_one_picture_that_stays_until_the_next(
    friends: Evening, recorder: Recorder
) -> None:
    """One upload for each of four rounds and one for the showdown; edits between keep the attachment."""
    await begun(friends, pictures="street")
    seen: dict[int, set[tuple[str, str]]] = {}
    while friends.table.state.phase is Phase.HAND:
        message = await friends.drawn()
        view = friends.table.scene().view
        assert view is not None
        seen.setdefault(view.round, set()).add((file_of(message), message.attachments[0]["id"]))
        await friends.act("Check")
    await friends.drawn()
    assert [len(names) for names in seen.values()] == [1, 1, 1, 1]
    assert len({name for names in seen.values() for name, _ in names}) == 4
    assert len(uploads(recorder)) == 5


async def test_a_slow_picture_holds_no_press_up_and_comes_by_an_edit_of_its_own(
    friends: Evening, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer goes out without it; when it is drawn, one edit brings it."""
    may_draw = slow(friends, monkeypatch)
    await begun(friends, ready_seconds=0.02)
    try:
        await friends.play_out()
        assert friends.table.state.phase is Phase.PAUSE
        assert file_of(friends.screen) == "" and uploads(recorder) == []
    finally:
        may_draw.set()
    await friends.until(lambda: friends.screen.attachments)
    await friends.rest()
    assert file_of(friends.screen)
    assert uploads(recorder) == ["PATCH /channels/{id}/messages/{id}"]


async def test_a_street_waits_for_the_next_redraw(
    friends: Evening, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a hand goes on, a late picture makes no call of its own."""
    may_draw = slow(friends, monkeypatch)
    await begun(friends, ready_seconds=0.02, pictures="street")
    await friends.act("Check")
    mark = friends.wire.calls.total
    may_draw.set()
    await friends.until(lambda: friends.room.desk.pictures.find(_sketch(friends)))
    await friends.rest()
    assert friends.wire.calls.since(mark) == [] and file_of(friends.screen) == ""
    await friends.act("Check")
    await friends.drawn()
    assert file_of(friends.screen) and len(uploads(recorder)) == 1


def _sketch(friends: Evening) -> Sketch:
    page = friends.table.album._page(friends.table.scene())
    assert page is not None
    return page.sketch


async def test_a_picture_that_fails_leaves_the_text_and_is_logged_once(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever the drawing raises, in every hand."""

    def broken(sketch: Sketch) -> bytes:
        raise MemoryError

    monkeypatch.setattr(friends.room.desk.pictures, "_draw", broken)
    await begun(friends)
    for _ in range(2):
        await friends.play_out()
        assert "Won and lost" in friends.screen.text and file_of(friends.screen) == ""
        await friends.time_passes(12)
        await friends.dealt()
    told = [one for one in caplog.records if one.name == "bot.pictures"]
    assert [one.levelno for one in told] == [logging.WARNING]


async def test_a_channel_that_takes_no_files_gets_the_text(friends: Evening) -> None:
    """Where the permission was taken away in mid-hand, the showdown is shown without its picture."""
    await begun(friends)
    while len(friends.live.hand.actions) < 11:
        await friends.act("Check")
    await friends.drawn()
    friends.wire.faults.append(Fault("POST", "/interactions/*/callback", status=403, code=50013))
    await friends.act("Check")
    await friends.drawn()
    assert "Won and lost" in friends.screen.text and file_of(friends.screen) == ""
    assert not friends.table.lost_channel
    await friends.time_passes(12)
    await friends.dealt()
    await friends.play_out()
    assert file_of(friends.screen)


async def test_an_edit_that_is_refused_for_its_picture_is_sent_without(friends: Evening) -> None:
    """The same where the showdown comes by an ordinary edit, and the table is not taken for lost."""
    await begun(friends)
    while len(friends.live.hand.actions) < 11:
        await friends.act("Check")
    await friends.drawn()
    friends.wire.faults.append(Fault("PATCH", "/channels/*/messages/*", status=403, code=50013))
    await friends.command(friends.on_turn, "check")
    await friends.drawn()
    assert "Won and lost" in friends.screen.text and file_of(friends.screen) == ""
    assert not friends.table.lost_channel


async def test_after_a_restart_the_picture_is_drawn_anew(friends: Evening) -> None:
    """The showdown that stood there shows the same picture."""
    await begun(friends)
    await friends.play_out()
    before = friends.screen
    await friends.restart()
    await friends.until(lambda: friends.table.screen.picture)
    after = friends.seen(before.id)
    assert file_of(after) == file_of(before) and len(after.attachments) == 1


async def test_a_deleted_showdown_is_posted_with_its_picture(friends: Evening) -> None:
    """The new message brings it along."""
    await begun(friends)
    await friends.play_out()
    name, message = file_of(friends.screen), friends.screen.id
    friends.wire.delete(friends.screen)
    await friends.until(lambda: friends.table.screen.message_id not in (0, message))
    await friends.drawn()
    assert file_of(friends.screen) == name


async def test_a_record_that_is_tidied_up_keeps_its_picture(friends: Evening) -> None:
    """Where the former message's last edit failed, the next start takes its buttons only."""
    await begun(friends)
    await friends.play_out()
    former, name = friends.screen.id, file_of(friends.screen)
    friends.wire.faults.append(Fault("PATCH", f"/channels/*/messages/{former}", status=403, code=50001))
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.seen(former).buttons
    await friends.restart()
    await friends.until(lambda: not friends.seen(former).buttons)
    assert file_of(friends.seen(former)) == name
