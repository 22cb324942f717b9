"""Private texts name the buttons of public messages as they stand there: in the server's language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.rehearsal.seen import Answer
from bot.rehearsal.wire import WireDiscord
from bot.show.draft import mixed_terms
from bot.show.scene import Rules, Terms
from bot.tables import dealing
from bot.tables.people import Person, Refusal
from engine.aces.options import AcesOptions
from engine.seka.options import SekaOptions
from engine.teen_patti.options import TeenPattiOptions
from tests.flow.checks import Recorder
from tests.flow.evening import CHANNEL, Evening, evening
from tests.flow.night_time import FRIDAY, scheduled, until
from tests.flow.tongue import deal, key, names_of, presses, sit, speak, types
from tests.foreign_words import strange, words


@pytest.fixture
async def club(wire: WireDiscord, database: Path, recorder: Recorder) -> AsyncIterator[Evening]:
    """A Russian server where all speak English, but Carol Portuguese."""
    speak(wire, "ru", Ann="en", Boris="en", Carol="pt_BR")
    async with evening(wire, database) as made:
        yield made
        await made.rest()


async def opens(club: Evening, terms: Terms) -> None:
    """Ann opens that table."""
    world = club.wire.world
    host = Person(world.guild.id, world.user("Ann").id, "Ann", "en", manager=True)
    await club.room.open(host, world.channel(CHANNEL).id, terms)
    await club.drawn()


def aces(seats: int = 7) -> Terms:
    """A table of Aces."""
    return Terms("aces", AcesOptions(), seats, 50, 1000)


async def labels(club: Evening, *whats: str) -> list[str]:
    """What these buttons of the table's message are called there."""
    message = await club.drawn()
    return [key(message, what).label or "" for what in whats]


def names(club: Evening, answer: Answer | str, *labels: str, locale: str = "en") -> None:
    """Fails unless a text in the reader's language names all these buttons, and nothing else is foreign."""
    text = answer if isinstance(answer, str) else answer.private[-1].text if answer.private else answer.text
    assert [label for label in labels if label not in text] == [], text
    known = names_of(club.wire).union(*map(words, labels))
    assert strange(locale, text, known) == set()


async def test_join_where_somebody_has_no_seat_or_waits_for_one(club: Evening) -> None:
    """At the table's buttons, on the list, and where a seat is free again."""
    await opens(club, aces(seats=2))
    (join,) = await labels(club, "join")
    assert join == "Сесть"
    names(club, await presses(club, "Boris", "cut"), join)
    names(club, await presses(club, "Carol", "cut"), join, locale="pt_BR")
    await sit(club, "Ann", "Boris")
    panels = {name: (await presses(club, name, "join")).private[-1] for name in ("Carol", "Dana")}
    wait = key(panels["Carol"], "wait").custom_id
    names(club, await club.wire.click("Carol", panels["Carol"], wait), join, locale="pt_BR")
    await types(club, "Carol", "table leave")
    await types(club, "Boris", "table leave")
    names(club, await club.wire.click("Dana", panels["Dana"], wait), join)


async def test_back_for_who_sits_out(club: Evening) -> None:
    """When he begins to, when he does already, when he deals, and while the others play."""
    await opens(club, aces())
    await sit(club, "Ann", "Boris", "Carol")
    begun = await types(club, "Ann", "table sit-out")
    (back,) = await labels(club, "back")
    names(club, begun, back)
    names(club, await types(club, "Ann", "table sit-out"), back)
    names(club, await presses(club, "Ann", "deal"), back)
    await deal(club, "Boris")
    names(club, await presses(club, "Ann", "check", "bet"), back)


async def test_deal_for_a_dealer_who_picks_before_the_lot(club: Evening) -> None:
    """At dealer's choice nobody deals before Deal is pressed."""
    await opens(club, mixed_terms("choice", (Rules("aces", AcesOptions()), Rules("seka", SekaOptions())), 1))
    await sit(club, "Ann", "Boris")
    world = club.wire.world
    ann = Person(world.guild.id, world.user("Ann").id, "Ann", "en")
    assert club.table.state.next_hand is not None
    with pytest.raises(Refusal) as refused:  # no message has that button by then: a press that crossed
        await dealing.pick(club.table, ann, club.table.state.next_hand.hand_id, 0, None)
    names(club, refused.value.text.to("en"), *await labels(club, "deal"))


async def test_my_cards_for_whom_no_message_reaches(club: Evening) -> None:
    """He is told where his cards stand when he sits down."""
    await opens(club, aces())
    club.wire.close_dms("Boris")
    form = await presses(club, "Boris", "join")
    answer = await club.wire.submit("Boris", form, {form.fields[0].custom_id: "100"})
    await club.until(lambda: answer.private)
    names(club, answer, *await labels(club, "cards"))


async def test_see_my_cards_and_my_cards_for_who_plays_blind_and_in_the_rules(club: Evening) -> None:
    """Under My cards, and in the rules of both games that have closed hands."""
    await opens(club, Terms("teen_patti", TeenPattiOptions(direction="cw"), 6, 1, 1000))
    await sit(club, "Ann", "Boris", "Carol")
    await deal(club)
    see, cards = await labels(club, "see", "cards")
    see = see.partition(" (")[0]  # without its price
    names(club, await presses(club, "Ann", "cards"), see)
    names(club, await types(club, "Ann", "rules", game="teen_patti"), see)
    for game, named in (("teen_patti", [cards]), ("seka", [see, cards])):
        book = (await types(club, "Ann", "rules", game=game)).messages[-1]
        await club.wire.select("Ann", book, book.selects[0].custom_id, ["3"])
        await club.rest()
        names(club, club.wire.look(book).text, *named)


async def test_deal_and_my_cards_of_a_practice_table(club: Evening) -> None:
    """What is told to who opens one."""
    answer = await types(club, "Ann", "table practice")
    names(club, answer, *await labels(club, "deal", "cards"))


async def test_join_deal_cut_and_my_cards_in_what_explains_the_bot(club: Evening) -> None:
    """/help and /trust."""
    await opens(club, aces())
    await sit(club, "Ann", "Boris")
    join, dealing, cut, cards = await labels(club, "join", "deal", "cut", "cards")
    names(club, await types(club, "Ann", "help"), join, dealing, cards)
    names(club, await types(club, "Ann", "trust"), cut)


async def test_join_for_who_answers_a_night_that_has_begun(club: Evening) -> None:
    """A press that crossed the redrawing."""
    await scheduled(club)
    await until(club, FRIDAY - timedelta(days=3))
    (posted,) = club.wire.messages(CHANNEL)
    await until(club, FRIDAY)
    answer = await club.wire.press("Boris", posted, key(posted, "yes").custom_id)
    names(club, answer, *await labels(club, "join"))
