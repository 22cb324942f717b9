"""A kill at each named point: the hand goes on with the same cards or is void by the rules."""

from __future__ import annotations

import pytest

from bot.rehearsal.calls import Fault
from tests.crash.club import NAMES, BotIsGone, Club, deal_button, plays
from tests.crash.points import POINTS
from tests.crash.promises import Promises

ANSWERS = "/interactions/*/callback"


async def seated(friends: Club, point: str = "") -> Promises:
    """The bot is online, four sit at a table."""
    friends.start(point=point)
    await friends.online()
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.until_screen(lambda one: "4 of" in one.text and deal_button(one))
    return Promises(friends)


async def goes_on(friends: Club, promises: Promises) -> None:
    """The process is dead: check, start again, check, and play to the next showdown."""
    await friends.dies()
    before = await promises.after_kill()
    friends.start()
    await friends.online()
    await promises.after_start(before)
    screen = friends.screen()
    assert screen is not None
    if deal_button(screen):
        await friends.dealt()
    await friends.play_out()
    books = await promises.after_kill()
    assert books.past[0].state == "over"
    assert len(friends.alive()) == 1


async def until_gone(friends: Club, *verbs: str) -> None:
    """Play until the process dies of it."""
    for _ in range(40):
        screen = await friends.until_screen(lambda one: plays(one) or deal_button(one))
        if deal_button(screen):
            return
        try:
            await friends.play(*verbs)
        except BotIsGone:
            return
    raise AssertionError("it lives on")


IN_AN_ACTION = ("after BEGIN", "before COMMIT", "after COMMIT")
IN_A_SETTLE = (
    "before the settle",
    "during the settle",
    "after the hand is closed",
    "after the next promise",
    "after the settle",
)


@pytest.mark.parametrize("point", IN_AN_ACTION)
async def test_a_kill_in_an_action(friends: Club, point: str) -> None:
    """What was not committed has not happened, what was has; nobody was told otherwise."""
    promises = await seated(friends, point)
    await friends.dealt()
    await friends.play("bet")
    friends.child.armed.set()
    await friends.until_gone(friends.play("call"))
    await goes_on(friends, promises)
    actions = (await friends.books()).actions[1]
    by_press = [one for one in actions if one.seq == 2 and one.verb == "call"]
    assert promises.resumed == 1 and len(by_press) == 1


@pytest.mark.parametrize("point", IN_A_SETTLE)
async def test_a_kill_in_a_settle(friends: Club, point: str) -> None:
    """The chips of a hand move all at once or not yet; it is settled once."""
    promises = await seated(friends, point)
    await friends.dealt()
    friends.child.armed.set()
    await until_gone(friends, "check", "call")
    await goes_on(friends, promises)
    assert promises.resumed == (point != "after the settle")


async def test_a_kill_after_closing_for_words(friends: Club) -> None:
    """Nothing was posted: the hand is void, its seed is opened, its number is not used again."""
    promises = await seated(friends, "after closing for words")
    friends.child.armed.set()
    await friends.until_gone(friends.deal())
    await goes_on(friends, promises)
    assert promises.voided == 1
    assert [row.number for row in (await friends.books()).past] == [2, 1]


async def test_a_kill_before_the_post(friends: Club) -> None:
    """The request never arrived: void as well."""
    promises = await seated(friends)
    friends.deadly("POST", friends.channel_path)
    await friends.until_gone(friends.dealt())
    await goes_on(friends, promises)
    assert promises.voided == 1


async def test_a_kill_after_the_post(friends: Club) -> None:
    """The message is there, its id is not stored: it is found again and the hand is dealt on it."""
    promises = await seated(friends)
    friends.deadly("POST", friends.channel_path, after=True)
    await friends.until_gone(friends.dealt())
    await goes_on(friends, promises)
    assert promises.adopted == 1


async def test_a_kill_after_the_second_post(friends: Club) -> None:
    """The same under a showdown: the former message, which offered this hand's deal, is not taken for it."""
    promises = await seated(friends)
    await friends.dealt()
    await friends.play_out()
    friends.deadly("POST", friends.channel_path, after=True)
    await friends.until_gone(friends.dealt())
    await goes_on(friends, promises)
    assert promises.adopted == 1


async def test_a_kill_before_the_second_post(friends: Club) -> None:
    """Nor is it taken where nothing was posted."""
    promises = await seated(friends)
    await friends.dealt()
    await friends.play_out()
    friends.deadly("POST", friends.channel_path)
    await friends.until_gone(friends.dealt())
    await goes_on(friends, promises)
    assert promises.voided == 1


async def test_a_kill_before_the_root_is_shown(friends: Club) -> None:
    """Root and id are stored, nobody has seen the root, nobody has a card: they come after the start."""
    promises = await seated(friends, "before the root is shown")
    friends.child.armed.set()
    await friends.until_gone(friends.dealt())
    assert not any("Your cards" in one.text for name in NAMES for one in friends.wire.dm(name))
    await goes_on(friends, promises)
    assert promises.resumed == 1


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("sent", [0, 1, 3])
async def test_a_kill_between_two_messages_with_cards(friends: Club, sent: int, after: bool) -> None:
    """Who has his cards keeps them, the others get theirs; nobody gets two messages of one hand."""
    promises = await seated(friends)
    await friends.wire.until(lambda: all(friends.wire.dm(name) for name in NAMES))
    direct = [friends.wire.dm(name)[0].channel_id for name in NAMES]
    friends.deadly_of(direct, after=after, skip=sent)
    await friends.until_gone(friends.dealt())
    await goes_on(friends, promises)
    for name in NAMES:
        assert sum("· hand 1 ·" in one.text for one in friends.wire.dm(name)) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_a_kill_at_an_answer(friends: Club, after: bool) -> None:
    """The action is committed before its answer, whether that arrives or not."""
    promises = await seated(friends)
    await friends.dealt()
    friends.deadly("POST", ANSWERS, after=after)
    await friends.until_gone(friends.play("bet"))
    await goes_on(friends, promises)
    assert promises.resumed == 1
    assert (await friends.books()).actions[1][0].verb == "bet"


@pytest.mark.parametrize("first", ["before", "after"])
async def test_a_kill_in_an_answers_retry(friends: Club, first: str) -> None:
    """Discord fails, done or not done; the bot dies at its second try."""
    promises = await seated(friends)
    await friends.dealt()
    friends.wire.faults.append(Fault("POST", ANSWERS, 502, when="after" if first == "after" else "before"))
    friends.deadly("POST", ANSWERS)
    await friends.until_gone(friends.play("bet"))
    await goes_on(friends, promises)
    assert promises.resumed == 1


async def test_a_kill_after_a_tables_first_post(friends: Club) -> None:
    """The table is found again by its record; the post that nobody remembers loses its buttons."""
    friends.start()
    await friends.online()
    friends.deadly("POST", friends.channel_path, after=True)
    await friends.until_gone(friends.open_table())
    promises = Promises(friends)
    await friends.dies()
    before = await promises.after_kill()
    friends.start()
    await friends.online()
    await promises.after_start(before)
    await friends.sit(*NAMES)
    await friends.dealt()
    await friends.play_out()
    assert len(friends.alive()) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_a_kill_while_the_table_is_shown_anew(friends: Club, after: bool) -> None:
    """Two messages may stand for a moment; after the start one of them has buttons."""
    promises = await seated(friends)
    await friends.dealt()
    friends.deadly("POST", friends.channel_path, after=after)
    await friends.until_gone(friends.slash("Ann", "table show"))
    await goes_on(friends, promises)
    assert promises.resumed == 1


async def test_a_kill_before_the_former_message_loses_its_buttons(friends: Club) -> None:
    """The new message is stored, the old one still looks alive: it is put right after the start."""
    promises = await seated(friends)
    former = await friends.dealt()
    friends.deadly("PATCH", f"{friends.channel_path}/{former.id}")
    await friends.until_gone(friends.slash("Ann", "table show"))
    await goes_on(friends, promises)
    assert promises.resumed == 1


async def test_a_kill_while_a_hand_is_voided(friends: Club) -> None:
    """The second start finds it void already; its chips and its number stay as they are."""
    promises = await seated(friends, "after closing for words")
    friends.child.armed.set()
    await friends.until_gone(friends.deal())
    await friends.dies()
    friends.start(point="after voiding")
    friends.child.armed.set()
    await goes_on(friends, promises)
    assert [row.state for row in (await friends.books()).past] == ["over", "void"]


def test_every_point_is_tried() -> None:
    """The list of points is the list of tests."""
    tried = {*IN_AN_ACTION, *IN_A_SETTLE}
    assert tried | {"after closing for words", "before the root is shown", "after voiding"} == set(POINTS)
