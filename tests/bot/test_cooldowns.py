"""What costs can be asked for so often and no more, by one person and by one server."""

from __future__ import annotations

import pytest

from bot.cooldowns import Cooldowns, Limit
from bot.tables.people import Person, Refusal
from tests.bot.manual_clock import ManualClock

LIMIT = Limit(person=2, server=3, seconds=60)


def spent(cooldowns: Cooldowns, person: Person) -> bool:
    """Whether it was allowed."""
    try:
        cooldowns.spend(LIMIT, person)
    except Refusal:
        return False
    return True


async def test_a_person_may_so_often_and_again_later(clock: ManualClock) -> None:
    """Two within a minute; the third is told when; after it two more."""
    cooldowns, ann = Cooldowns(clock), Person(1, 11, "Ann")
    assert [spent(cooldowns, ann) for _ in range(3)] == [True, True, False]
    with pytest.raises(Refusal) as refused:
        cooldowns.spend(LIMIT, ann)
    at = int(clock.now().timestamp()) + 61
    assert f"<t:{at}:R>" in refused.value.text.to("en")
    await clock.advance(61)
    assert [spent(cooldowns, ann) for _ in range(3)] == [True, True, False]


async def test_a_server_together_may_so_often(clock: ManualClock) -> None:
    """Three within a minute, whoever asks; another server and another wish are not touched."""
    cooldowns = Cooldowns(clock)
    assert [spent(cooldowns, Person(1, user, "x")) for user in range(4)] == [True, True, True, False]
    assert spent(cooldowns, Person(2, 1, "x"))
    cooldowns.spend(Limit(person=1, server=1, seconds=5), Person(1, 1, "x"))


async def test_servers_do_not_share_a_persons_count(clock: ManualClock) -> None:
    """The same person elsewhere begins anew."""
    cooldowns = Cooldowns(clock)
    assert [spent(cooldowns, Person(server, 11, "Ann")) for server in (1, 1, 2, 2, 1)] == [
        *(True, True, True, True),
        False,
    ]


@pytest.mark.parametrize("set_by_seconds", [-3600, 3600])
async def test_limits_last_as_long_when_the_computer_is_set_to_another_time(
    clock: ManualClock, set_by_seconds: float
) -> None:
    """Neither for hours nor for nothing."""
    cooldowns, ann = Cooldowns(clock), Person(1, 11, "Ann")
    assert [spent(cooldowns, ann) for _ in range(2)] == [True, True]
    clock.set_by(set_by_seconds)
    await clock.advance(30)
    assert not spent(cooldowns, ann)
    await clock.advance(31)
    assert spent(cooldowns, ann)
