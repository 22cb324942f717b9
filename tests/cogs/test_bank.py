"""/bank: balances, statements, and what managers move."""

from __future__ import annotations

from typing import Any

from bot.show.statement import LINES_A_PAGE
from tests.flow.conftest import all_is_well  # noqa: F401 - holds after every test
from tests.flow.evening import CHANNEL, Evening


async def _told(friends: Evening, who: str, command: str, **options: Any) -> str:
    answer = await friends.wire.slash(who, CHANNEL, command, **options)
    assert answer.messages[-1].ephemeral
    return answer.messages[-1].text


async def test_somebody_new_has_the_starting_chips(friends: Evening) -> None:
    """1000, unless the server says otherwise."""
    assert await _told(friends, "Boris", "bank balance") == "Boris: 1,000 chips in the wallet."


async def test_the_balance_names_what_lies_on_tables(friends: Evening) -> None:
    """Wallet and stacks are told apart."""
    await friends.open_table()
    await friends.sit("Boris", chips=150)
    told = await _told(friends, "Ann", "bank balance", member="Boris")
    assert told == "Boris: 850 chips in the wallet, 150 chips on tables."


async def test_a_grant_is_read_by_everybody_with_its_reason(friends: Evening) -> None:
    """A name or a reason cannot format, link or ping."""
    answer = await friends.wire.slash(
        "Ann", CHANNEL, "bank grant", member="Boris", chips=50, reason="**won** <@1> the quiz"
    )
    (message,) = answer.messages
    assert not message.ephemeral
    assert message.pinged_user_ids == ()
    assert message.text.startswith("Ann grants Boris 50 chips: \\*\\*won\\*\\*")
    assert await _told(friends, "Boris", "bank balance") == "Boris: 1,050 chips in the wallet."


async def test_only_managers_grant_and_correct(friends: Evening) -> None:
    """Others are told who may."""
    for command in ("bank grant", "bank correct"):
        told = await _told(friends, "Boris", command, member="Boris", chips=50, reason="mine")
        assert told.startswith("Only managers can do that")
    assert await _told(friends, "Boris", "bank balance") == "Boris: 1,000 chips in the wallet."


async def test_a_correction_goes_both_ways_but_not_below_nothing(friends: Evening) -> None:
    """Whoever has less is left alone."""
    answer = await friends.wire.slash(
        "Ann", CHANNEL, "bank correct", member="Boris", chips=-400, reason="counted wrong"
    )
    assert answer.messages[0].text == "Ann corrects Boris: 400 chips fewer: counted wrong"
    told = await _told(friends, "Ann", "bank correct", member="Boris", chips=-601, reason="x")
    assert told == "Boris has only 600 chips in the wallet. Chips on a table are not touched."
    told = await _told(friends, "Ann", "bank correct", member="Boris", chips=0, reason="x")
    assert told.startswith("A correction of nothing")
    assert await _told(friends, "Boris", "bank balance") == "Boris: 600 chips in the wallet."


async def test_the_statement_tells_every_movement_with_its_reason(friends: Evening) -> None:
    """Newest first, with who granted and what stood in the wallet after it."""
    await friends.open_table()
    await friends.sit("Boris", chips=150)
    await friends.wire.slash("Ann", CHANNEL, "bank grant", member="Boris", chips=50, reason="quiz")
    head, *lines = (await _told(friends, "Boris", "bank statement")).split("\n")
    assert head == "Chips of Boris, page 1:"
    assert [line.split("> ", 2)[2] for line in lines] == [
        "**+50** granted, by Ann, quiz · wallet 900",
        "**−150** bought in, table 1 · wallet 850",
        "**+1,000** starting chips · wallet 1,000",
    ]


async def test_the_statement_has_pages(friends: Evening) -> None:
    """It says how to see older ones, and a page beyond the last is empty."""
    for number in range(LINES_A_PAGE + 1):
        await friends.wire.slash(
            "Ann", CHANNEL, "bank grant", member="Boris", chips=1 + number, reason="again"
        )
    first = await _told(friends, "Boris", "bank statement")
    assert first.endswith("Older ones: /bank statement page:2")
    assert first.count("granted") == LINES_A_PAGE
    second = await _told(friends, "Boris", "bank statement", page=2)
    assert second.count("granted") == 1 and "starting chips" in second
    assert await _told(friends, "Boris", "bank statement", page=3) == "Chips of Boris, page 3: nothing here."


async def test_the_check_proves_the_books(friends: Evening) -> None:
    """Anybody may ask."""
    await _told(friends, "Boris", "bank balance")
    assert (await _told(friends, "Boris", "bank check")).startswith("The books balance")


async def test_a_bot_has_no_chips(friends: Evening) -> None:
    """Not even this one."""
    assert await _told(friends, "Ann", "bank balance", member="Dealer") == "A bot has no chips."
