"""The weekly game by itself: announced, answered, reminded of, opened at the hour, ended."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.rehearsal.calls import Fault
from bot.store import Tx, ledger, nights
from tests.flow.evening import CHANNEL, Evening
from tests.flow.night_time import (
    FRIDAY,
    announcements,
    answered,
    dates,
    next_ref,
    says,
    scheduled,
    states,
    told,
    until,
    written,
)

WEEK = timedelta(weeks=1)


def ids(friends: Evening, *names: str) -> set[int]:
    """Their Discord ids."""
    return {friends.wire.world.user(name).id for name in names}


async def opened(friends: Evening) -> None:
    """The first night, with its table just open; Ann and Boris have said yes."""
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3))
    await answered(friends, Ann="I'm in", Boris="I'm in")
    await until(friends, FRIDAY)
    await friends.drawn()


async def test_who_schedules_is_told_when_it_is_announced(friends: Evening) -> None:
    """The time to come, or that it is now: no time that is past by the time it is read."""
    days_before = int((FRIDAY - timedelta(days=3)).timestamp())
    assert f"It is announced there <t:{days_before}:R>." in await scheduled(friends)
    soon = await scheduled(friends, day="5")  # tomorrow, and announced three days before
    assert "It is announced there now." in soon and ":R>" not in soon
    await friends.time_passes(60)
    (posted,) = friends.wire.messages(CHANNEL)
    assert f"<t:{int((FRIDAY - timedelta(days=6)).timestamp())}:F>" in posted.text


async def test_a_night_goes_from_the_announcement_to_its_end(friends: Evening) -> None:
    """Three days before it is announced, an hour before reminded of, at the hour the table opens."""
    at = f"<t:{int(FRIDAY.timestamp())}:F>"
    assert at in await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3, seconds=1))
    assert friends.wire.messages(CHANNEL) == []
    await until(friends, FRIDAY - timedelta(days=3))
    (posted,) = friends.wire.messages(CHANNEL)
    assert at in posted.text and posted.pinged_user_ids == ()
    await answered(friends, Ann="I'm in", Boris="Maybe", Carol="Can't")
    text = friends.wire.look(posted).text
    assert "**In (1)** Ann" in text and "**Maybe (1)** Boris" in text and "**Can't (1)** Carol" in text
    await until(friends, FRIDAY - timedelta(hours=1))
    (reminder,) = written(friends, "** begins")
    assert set(reminder.pinged_user_ids) == ids(friends, "Ann", "Boris")
    await until(friends, FRIDAY)
    await friends.drawn()
    (call,) = written(friends, "has begun: the table is open")
    assert set(call.pinged_user_ids) == ids(friends, "Ann")
    await friends.time_passes(3)
    closed = friends.wire.look(posted)
    assert "It has begun." in closed.text and closed.buttons == []


async def test_what_a_night_moves_is_booked_to_it_and_sums_to_zero(friends: Evening) -> None:
    """Buy-ins, bets, wins and cash-outs; what a table outside moves is not."""
    await opened(friends)
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out("Bet", "Call")
    assert "ends" in await told(friends, "Ann", "night end")
    await friends.time_passes(10)
    assert friends.tables == []
    (row,) = await dates(friends)
    assert (row.state, row.number) == (nights.OVER, 1)

    async def job(tx: Tx) -> tuple[dict[str, int], int]:
        rows = await tx.rows("SELECT reason, sum(amount) FROM transfers WHERE night_id = 1 GROUP BY reason")
        wallets = await tx.value(
            "SELECT sum(iif(c.kind = 'wallet', amount, 0)) - sum(iif(d.kind = 'wallet', amount, 0))"
            " FROM transfers JOIN accounts d ON d.account_id = debit JOIN accounts c ON c.account_id = credit"
            " WHERE night_id = 1"
        )
        return dict(map(tuple, rows)), wallets

    moved, net = await friends.store.read(job)
    assert set(moved) == {ledger.BUY_IN, ledger.BET, ledger.WIN, ledger.CASH_OUT}
    assert moved[ledger.BUY_IN] == moved[ledger.CASH_OUT] == 200 and moved[ledger.BET] == moved[ledger.WIN]
    assert net == 0
    assert "It is over." in announcements(friends)[0].text


async def test_a_night_ends_when_nobody_has_played_for_two_hours(friends: Evening) -> None:
    """Counted from its beginning or the last hand; then its table is closed."""
    await opened(friends)
    await friends.sit("Ann", "Boris")
    await friends.time_passes(3600)
    await friends.deal()
    await friends.play_out("Fold", "Check")
    await told(friends, "Boris", "table sit-out")
    await friends.time_passes(2 * 3600 - 60)
    assert (await dates(friends))[0].state == nights.OPEN
    await friends.time_passes(70)
    assert (await dates(friends))[0].state == nights.OVER and friends.tables == []
    assert await friends.wallet("Ann") + await friends.wallet("Boris") == 2000


async def test_the_end_waits_for_the_hand(friends: Evening) -> None:
    """The night closes; it is over when the hand is paid."""
    await opened(friends)
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await told(friends, "Ann", "night end")
    assert (await dates(friends))[0].state == nights.CLOSING and len(friends.tables) == 1
    while friends.tables:
        await friends.act("Check", "Call")
        await friends.rest()
    await friends.time_passes(5)
    assert (await dates(friends))[0].state == nights.OVER and friends.tables == []


async def test_a_second_table_belongs_to_the_night(friends: Evening) -> None:
    """/night start opens it while the night runs; both end with it."""
    await opened(friends)
    assert "Table 2" in await told(friends, "Boris", "night start")
    (row,) = await dates(friends)
    assert await friends.store.read(lambda tx: nights.table_ids(tx, row.night_id)) == [
        one.id for one in friends.tables
    ]
    await told(friends, "Ann", "night end")
    await friends.time_passes(5)
    assert friends.tables == [] and (await dates(friends))[0].state == nights.OVER


async def test_a_night_of_its_own_begins_at_once(friends: Evening) -> None:
    """By a manager, without a date; nobody is called."""
    assert "Only managers" in await told(friends, "Boris", "night start")
    assert "Table 1" in await told(friends, "Ann", "night start", stake=5)
    await friends.drawn()
    assert friends.table.state.terms.options.to_mapping()["unit"] == 5
    assert written(friends, "has begun: the table") == []
    assert "▶ Game night" in await told(friends, "Boris", "night list")


async def test_join_under_the_call_sits_down_at_the_nights_table(friends: Evening) -> None:
    """By the form that asks for the buy-in."""
    await opened(friends)
    (call,) = written(friends, "has begun: the table is open")
    form = await friends.wire.click("Boris", call, "Join")
    await friends.wire.submit("Boris", form, {form.fields[0].custom_id: "100"})
    await friends.drawn()
    assert friends.stacks() == {"Boris": 100}


async def test_a_date_can_begin_before_its_time(friends: Evening) -> None:
    """It does not begin again at its hour."""
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=1))
    await told(friends, "Ann", "night start", date=await next_ref(friends))
    await friends.drawn()
    await until(friends, FRIDAY + timedelta(minutes=1))
    assert len(written(friends, "has begun: the table is open")) == 1
    assert [row.number for row in await dates(friends)] == [1]


async def test_a_season_of_three_nights_moved_over_a_clock_change(friends: Evening) -> None:
    """Fridays at 20:00; the second date moves behind the night in which summer time begins."""
    await scheduled(friends, first="2026-03-20", day=None)
    begun: list[datetime] = []
    for week in range(3):
        friday = datetime(2026, 3, 20, 19 if week == 0 else 18, 0, tzinfo=UTC) + week * WEEK
        if week == 1:
            friday += timedelta(days=3)
            await until(friends, datetime(2026, 3, 24, 20, 0, tzinfo=UTC))
            moved = await told(friends, "Ann", "night move", date=await next_ref(friends), day="2026-03-30")
            assert f"<t:{int(friday.timestamp())}:F>" in moved
        await until(friends, friday - timedelta(seconds=1))
        assert friends.tables == []
        await until(friends, friday)
        await friends.drawn()
        await friends.sit("Ann", "Boris")
        await friends.deal()
        await friends.play_out("Bet", "Call")
        begun.append(friends.clock.now())
        await told(friends, "Ann", "night end")
        await friends.time_passes(10)
    found = await dates(friends)
    assert [(row.date, row.number) for row in found if row.number] == [
        ("2026-03-20", 1),
        ("2026-03-27", 2),
        ("2026-04-03", 3),
    ]
    assert len(begun) == 3 and all(row.state == nights.OVER for row in found if row.number)


async def test_a_move_is_told_and_reminds_anew(friends: Evening) -> None:
    """The announcement shows the new time, who comes is told, and there is a reminder before it."""
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3))
    await answered(friends, Boris="I'm in")
    await until(friends, FRIDAY - timedelta(minutes=50))
    assert len(written(friends, "** begins")) == 1
    await told(friends, "Ann", "night move", date=await next_ref(friends), time="22:00")
    await friends.time_passes(3)
    later = FRIDAY + timedelta(hours=2)
    (line,) = written(friends, "is at another time")
    assert set(line.pinged_user_ids) == ids(friends, "Boris")
    assert f"<t:{int(later.timestamp())}:F>" in announcements(friends)[0].text
    await until(friends, later - timedelta(hours=1))
    assert len(written(friends, "** begins")) == 2
    await until(friends, later)
    assert (await friends.drawn()).buttons


async def test_a_cancelled_date_does_not_come_back(friends: Evening) -> None:
    """Neither at its hour nor after a restart; the next week does."""
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3))
    await answered(friends, Boris="Maybe")
    await told(friends, "Ann", "night cancel", date=await next_ref(friends))
    await friends.time_passes(3)
    (line,) = written(friends, "is cancelled.")[-1:]
    assert set(line.pinged_user_ids) == ids(friends, "Boris")
    assert "It is cancelled." in announcements(friends)[0].text and announcements(friends)[0].buttons == []
    await friends.restart()
    await until(friends, FRIDAY + timedelta(hours=1))
    assert friends.tables == [] and len(announcements(friends)) == 1
    await until(friends, FRIDAY + WEEK)
    assert (await friends.drawn()).buttons


async def test_a_date_is_left_out_before_anybody_hears_of_it(friends: Evening) -> None:
    """Nothing is posted about it."""
    await scheduled(friends)
    assert "Left out" in await told(friends, "Ann", "night skip", date=await next_ref(friends))
    await until(friends, FRIDAY + timedelta(hours=1))
    assert friends.wire.messages(CHANNEL) == []
    assert await states(friends) == {"2026-01-09": "cancelled"}


async def test_a_whole_series_ends(friends: Evening) -> None:
    """With all of its later dates."""
    await scheduled(friends)
    await told(friends, "Ann", "night cancel", date=await next_ref(friends), later_too=True)
    assert "No game night is scheduled" in await told(friends, "Ann", "night list")
    await until(friends, FRIDAY + 2 * WEEK)
    assert friends.wire.messages(CHANNEL) == []


async def test_answers_are_stored_first_and_shown_by_one_edit_in_three_seconds(friends: Evening) -> None:
    """The first press redraws the message itself; what follows within three seconds is one edit."""
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3))
    await friends.time_passes(10)
    mark = friends.wire.calls.total
    first = await says(friends, "Ann", "I'm in")
    others = [await says(friends, name, "Maybe") for name in ("Boris", "Carol", "Dana")]
    assert first.kind == "update" and {one.kind for one in others} == {"deferred_update"}
    row = (await dates(friends))[0]
    kept = await friends.store.read(lambda tx: nights.answers(tx, row.night_id))
    assert [one.answer for one in kept] == ["yes", "maybe", "maybe", "maybe"]
    await friends.time_passes(3)
    edits = [call for call in friends.wire.calls.since(mark) if call.route.startswith("PATCH /channels")]
    assert len(edits) == 1
    assert "**Maybe (3)** Boris, Carol, and Dana" in announcements(friends)[0].text


async def test_an_edit_that_is_refused_for_their_number_comes_later(friends: Evening) -> None:
    """30046: the message is old and was edited too often."""
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3))
    await friends.time_passes(10)
    path = f"/channels/*/messages/{announcements(friends)[0].id}"
    friends.wire.faults.append(Fault("PATCH", path, status=400, code=30046))
    await answered(friends, Ann="I'm in", Boris="I'm in")
    assert "Boris" not in announcements(friends)[0].text
    await friends.time_passes(600)
    assert "**In (2)** Ann and Boris" in announcements(friends)[0].text


async def test_an_answer_on_the_reminder_is_confirmed_and_shown(friends: Evening) -> None:
    """Privately, since the reminder does not list the names."""
    await scheduled(friends)
    await until(friends, FRIDAY - timedelta(days=3))
    await answered(friends, Boris="Maybe")
    await until(friends, FRIDAY - timedelta(hours=1))
    (reminder,) = written(friends, "** begins")
    answer = await friends.wire.click("Boris", reminder, "Can't")
    assert answer.messages[-1].ephemeral and "you cannot come" in answer.text
    await friends.time_passes(3)
    assert "**Can't (1)** Boris" in announcements(friends)[0].text


async def test_a_reminder_comes_by_direct_message_to_who_wishes_it(friends: Evening) -> None:
    """Who takes none is mentioned in the channel after all."""
    await scheduled(friends)
    for name in ("Boris", "Carol"):
        await told(friends, name, "night remind", by_dm=True)
    friends.wire.close_dms("Carol")
    await until(friends, FRIDAY - timedelta(days=3))
    await answered(friends, Boris="I'm in", Carol="I'm in", Dana="I'm in")
    await until(friends, FRIDAY - timedelta(hours=1))
    await friends.until(lambda: written(friends, "** begins"))
    (reminder,) = written(friends, "** begins")
    assert set(reminder.pinged_user_ids) == ids(friends, "Carol", "Dana")
    assert [one for one in friends.wire.dm("Boris") if "begins" in one.text]
