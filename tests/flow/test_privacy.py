"""/privacy: what is kept is told and taken away; who wants to be forgotten is, once nothing is in play."""

from __future__ import annotations

import asyncio
import json

from bot.rehearsal.seen import Answer
from bot.store import Tx, audit, hands, privacy
from tests.flow.evening import CHANNEL, Evening
from tests.flow.practising import practise, presses
from tests.flow.test_forged import presses as forges
from tests.flow.test_people import asked, full_table, waits
from tests.hostile.clubs import typed


async def asks(friends: Evening, name: str, *labels: str, where: str = CHANNEL) -> Answer:
    """/privacy, then these buttons, each on the message that the one before left."""
    answer = await friends.wire.slash(name, where, "privacy")
    for label in labels:
        answer = await friends.wire.click(name, answer.messages[-1], label)
    await friends.rest()
    return answer


async def known(friends: Evening, name: str) -> int:
    """How many rows hold that person's Discord id."""
    user_id = friends.wire.world.user(name).id
    return len(await friends.store.read(lambda tx: privacy.rows_of(tx, user_id)))


async def books(friends: Evening) -> audit.Report:
    """The audit, clean."""
    report = await friends.store.read(audit.check)
    assert report.clean, report.violations
    return report


async def test_what_is_kept_is_told_privately(friends: Evening) -> None:
    """With its reasons and the buttons, to that person alone."""
    answer = await asks(friends, "Ann")
    shown = answer.messages[-1]
    assert shown.ephemeral and "What I keep about you" in shown.text
    assert [button.label for button in shown.buttons] == ["Export my data", "Delete me"]


async def test_my_data_is_a_file_of_my_own(friends: Evening) -> None:
    """All movements and actions of Ann; nothing of Boris."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    answer = await asks(friends, "Ann", "Export my data")
    (file,) = answer.messages[-1].attachments
    (found,) = json.loads(friends.wire.world.backend.images.get(file["url"]) or b"")
    assert found["name"] == "Ann" and found["actions"]
    assert "Boris" not in json.dumps(found)


async def test_who_asks_in_mid_hand_is_forgotten_when_it_is_over(friends: Evening) -> None:
    """He plays by silence to its end; stack to wallet, wallet to house; standings show a former player."""
    await friends.open_table("Boris")
    await friends.sit("Ann", "Boris", "Carol")
    await friends.deal()
    chips = (await books(friends)).chips
    answer = await asks(friends, "Ann", "Delete me", "Yes, delete me")
    assert "When the hand that you are in is over" in answer.text
    assert await known(friends, "Ann") == 1
    await friends.play_out()
    await friends.time_passes(11)
    assert await known(friends, "Ann") == 0
    after = await books(friends)
    assert after.chips < chips
    shown = await friends.wire.slash("Boris", CHANNEL, "standings")
    assert "former player" in shown.text and "Ann" not in shown.text


async def test_the_wish_outlives_a_restart(friends: Evening) -> None:
    """Asked in mid-hand, killed, started: forgotten at its end all the same."""
    await friends.open_table("Boris")
    await friends.sit("Ann", "Boris", "Carol")
    await friends.deal()
    await asks(friends, "Ann", "Delete me", "Yes, delete me")
    await friends.restart()
    await friends.drawn()
    await friends.play_out()
    await friends.time_passes(11)
    assert await known(friends, "Ann") == 0
    await books(friends)


async def test_who_sits_nowhere_is_forgotten_at_once(friends: Evening) -> None:
    """And begins anew when he comes back."""
    await friends.open_table()
    await friends.sit("Ann")
    await asks(friends, "Ann", "Delete me", "Yes, delete me")
    assert await known(friends, "Ann") == 0
    await books(friends)
    await friends.open_table("Boris")
    await friends.sit("Ann")
    assert await friends.wallet("Ann") == 900


async def test_who_waits_for_a_seat_is_forgotten_and_not_asked(friends: Evening) -> None:
    """A seat that gets free is offered to nobody who is not known any more."""
    await full_table(friends)
    await waits(friends, "Carol")
    await asks(friends, "Carol", "Delete me", "Yes, delete me")
    assert await known(friends, "Carol") == 0 and friends.table.state.waiting == ()
    assert "Carol" not in (await friends.drawn()).text
    await friends.command("Boris", "table leave")
    await friends.time_passes(5)
    assert asked(friends) is None
    await books(friends)


async def test_who_practises_is_forgotten_there_too(friends: Evening) -> None:
    """In mid-hand: after it, and the table of nobody closes."""
    await practise(friends)
    await presses(friends, "Ann", "Deal")
    await friends.dealt()
    answer = await asks(friends, "Ann", "Delete me", "Yes, delete me")
    assert "When the hand that you are in is over" in answer.text
    for _ in range(20):
        await friends.time_passes(10)
    assert await known(friends, "Ann") == 0 and not friends.tables
    await books(friends)


async def test_an_answer_to_a_night_goes_with_who_gave_it(friends: Evening) -> None:
    """Its announcement counts him no more."""
    planned = {"time": "20:00", "day": "4", "zone": "UTC"}
    await typed(friends, friends.wire.slash("Ann", CHANNEL, "night schedule", **planned))
    await friends.time_passes(5 * 24 * 3600)
    (post,) = friends.wire.messages(CHANNEL)
    await friends.wire.click("Boris", post, "I'm in")
    await friends.time_passes(20)
    assert "**In (1)** Boris" in friends.wire.messages(CHANNEL)[0].text
    await asks(friends, "Boris", "Delete me", "Yes, delete me")
    await friends.time_passes(20)
    told = friends.wire.messages(CHANNEL)[0].text
    assert "**In (0)**" in told and "Boris" not in told


async def test_yes_pressed_three_times_forgets_once_and_back_does_not_undo_it(friends: Evening) -> None:
    """All three are answered alike; who comes back to the table leaves it again."""
    await friends.open_table("Boris")
    await friends.sit("Ann", "Boris", "Carol")
    await friends.deal("Boris")
    panel = (await asks(friends, "Ann", "Delete me")).messages[-1]
    told = await asyncio.gather(*(friends.wire.click("Ann", panel, "Yes, delete me") for _ in range(3)))
    assert {"You leave your tables" in one.text for one in told} == {True}
    await friends.command("Ann", "table back")
    await friends.time_passes(11)
    assert friends.sitting("Ann").state == "leaving"
    await friends.play_out()
    await friends.time_passes(11)
    assert await known(friends, "Ann") == 0
    await books(friends)


async def test_nothing_happens_without_the_second_yes(friends: Evening) -> None:
    """Keep everything leaves all as it is."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    answer = await asks(friends, "Ann", "Delete me", "Keep everything")
    assert "Nothing was changed" in answer.messages[-1].text
    assert await known(friends, "Ann") == 1 and "Ann" in friends.stacks()


async def test_who_has_left_the_server_asks_by_direct_message(friends: Evening) -> None:
    """There it is about every server."""
    await friends.open_table("Boris")
    await friends.sit("Ann", "Boris")
    await friends.command("Ann", "table leave")
    world = friends.wire.world
    world.backend.remove_member(world.guild.id, world.user("Ann").id)
    answer = await asks(friends, "Ann", "Delete me", "Yes, delete me", where="dm")
    assert "I have forgotten you" in answer.text
    assert await known(friends, "Ann") == 0
    await books(friends)


async def test_nobody_forgets_somebody_else(friends: Evening) -> None:
    """A forged button is about who pressed it, and in a server about that server alone."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    answer = await forges(friends, "Boris", "v:yes:1")
    await friends.rest()
    assert "I keep nothing about you here" in answer.text
    assert await known(friends, "Ann") == 1 and await known(friends, "Boris") == 1

    async def nobody(tx: Tx) -> int:
        return len(await privacy.asked(tx))

    assert await friends.store.read(nobody) == 0


async def test_nothing_is_begun_where_the_process_ends_while_tables_come_back(friends: Evening) -> None:
    """A late ready event: neither a read of a closed store nor a timer."""
    await friends.bot.farewells.close()
    friends.bot.farewells.start()
    assert not friends.bot.farewells._tasks


async def test_a_server_keeps_hands_as_long_as_it_says(friends: Evening) -> None:
    """The manager's setting: a day later the course is gone from the store, and the books hold."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    first = friends.live.hand_id
    assert "1 day" in (await friends.wire.slash("Ann", CHANNEL, "settings", keep_days=1)).text
    assert "for 1 day" in (await asks(friends, "Ann")).text
    assert await actions(friends, first) > 0
    for _ in range(26):
        await friends.time_passes(3600)
    assert await actions(friends, first) == 0
    await books(friends)


async def actions(friends: Evening, hand_id: int) -> int:
    """How many actions of a hand are kept."""
    return len(await friends.store.read(lambda tx: hands.actions(tx, hand_id)))
