"""Practice tables: one person and house players, with chips that count nowhere else."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from bot.show.scene import Phase
from bot.store import Tx, audit, practice, standings
from bot.tables import chips, mixed
from bot.tables.characters import temperament_of
from bot.tables.house_players import HURRY_SECONDS, PAUSE_SECONDS_MOST
from bot.tables.play import HOUSE
from bot.tables.practice import TABLES_MOST
from engine.house import Temperament
from tests.flow.checks import Recorder
from tests.flow.evening import CHANNEL, PNG, Evening
from tests.flow.practising import (
    STAYS,
    is_awaited,
    more,
    play_hand,
    practise,
    presses,
    until_awaited,
)

GAMES = ("aces", "seka", "teen_patti")


def house_players(friends: Evening) -> list[str]:
    """The names of those who sit at the table."""
    return [one.name for one in friends.table.state.sittings.values() if one.is_house]


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_hand_with_three_house_players(friends: Evening, game: str) -> None:
    """It is dealt, played and settled; every chip is of the practice books, which balance."""
    text = await practise(friends, game=game)
    assert "Practice table 1 is open" in text and "3 house players" in text
    assert friends.stacks().keys() == {"Ann", *house_players(friends)} and len(friends.stacks()) == 4
    before = sum(friends.stacks().values())
    await play_hand(friends)
    assert friends.table.state.phase is Phase.PAUSE
    assert sum(friends.stacks().values()) >= before  # more where somebody's were renewed
    assert "practice table 1" in friends.screen.text

    async def job(tx: Tx) -> None:
        server_id = friends.wire.world.guild.id
        report = await audit.check(tx)
        assert report.clean and report.chips == 0 and report.practice_chips >= before
        assert await standings.played(tx, server_id) == []
        assert len(await standings.played(tx, practice.books_of(server_id))) == 4
        sources = await tx.rows("SELECT DISTINCT source FROM hand_actions ORDER BY source")
        assert [row["source"] for row in sources] == [HOUSE, "press"]

    await friends.store.read(job)


async def test_the_servers_chips_and_standings_know_nothing_of_it(friends: Evening) -> None:
    """A wallet, a statement, the standings and /me are as if nobody had practised."""
    friends.charts_become(PNG)
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    await friends.command("Ann", "table close")
    asked = ("bank balance", "bank statement", "standings", "me")
    before, wallet = [await friends.command("Ann", one) for one in asked], await friends.wallet("Ann")
    await practise(friends)
    await play_hand(friends)
    assert [await friends.command("Ann", one) for one in asked] == before
    assert await friends.wallet("Ann") == wallet
    assert "left the practice table" in await friends.command("Ann", "table leave")
    assert await friends.wallet("Ann") == wallet
    assert "The books balance" in await friends.command("Ann", "bank check")


async def test_numbers_of_tables_count_on(friends: Evening) -> None:
    """A practice table is found by its number, which no other table of the server has."""
    await practise(friends)
    await friends.open_table()
    assert [table.state.number for table in friends.tables] == [1, 2]
    assert "nobody's own chips were touched" in await friends.command("Ann", "table close", table=1)
    assert [table.state.number for table in friends.tables] == [2]


async def test_one_person_has_three_practice_tables_at_most(friends: Evening) -> None:
    """A server has room for few tables, and nobody else may be kept from opening one."""
    for _ in range(TABLES_MOST):
        assert "is open" in await friends.command("Ann", "table practice")
    assert "for one person: 3." in await friends.command("Ann", "table practice")
    assert "is open" in await friends.command("Boris", "table practice")
    await friends.command("Ann", "table close", table=1)
    assert "is open" in await friends.command("Ann", "table practice")
    assert len(friends.tables) == TABLES_MOST + 1


async def test_practice_tables_that_are_asked_for_at_once_are_counted_too(friends: Evening) -> None:
    """Who is quick gets no more than who waits."""
    told = await asyncio.gather(*(friends.wire.slash("Ann", CHANNEL, "table practice") for _ in range(5)))
    await friends.rest()
    assert len(friends.tables) == TABLES_MOST
    assert sum("for one person: 3." in one.text for one in told) == 2


async def test_house_players_pause_as_people_do(friends: Evening) -> None:
    """Nothing is done at once, and all within three seconds; the table says that they think."""
    await practise(friends)
    await presses(friends, "Ann", "Deal")
    await friends.dealt()
    await presses(friends, "Ann", "Check") if is_awaited(friends, "Ann") else None
    actions = friends.live.actions
    assert "thinks" in (await friends.drawn()).text and not is_awaited(friends, "Ann")
    assert not [label for label in friends.labels() if label.startswith(STAYS)]
    await friends.time_passes(0.5)
    assert friends.live.actions == actions
    await friends.time_passes(PAUSE_SECONDS_MOST - 0.5)
    assert friends.live.actions > actions


async def test_told_to_hurry_they_do_and_go_on_doing_so(friends: Evening) -> None:
    """The host's wish holds from the present turn on, and after a restart, until he takes it back."""
    await practise(friends)
    await presses(friends, "Ann", "Deal")
    await friends.dealt()
    await presses(friends, "Ann", "Check") if is_awaited(friends, "Ann") else None
    assert await more(friends, "Ann", "Hurry") == "The house players hurry now."
    actions = friends.live.actions
    await friends.time_passes(HURRY_SECONDS[1])
    assert friends.live.actions > actions
    await friends.restart()
    await friends.drawn()
    assert friends.table.state.terms.practice and friends.table.state.terms.practice.hurry
    await play_hand(friends)
    await friends.time_passes(4)
    await friends.until(lambda: friends.table.state.phase is Phase.HAND)  # it does not wait twelve seconds
    assert await more(friends, "Ann", "Take your time") == "The house players take their time now."
    assert not friends.table.state.terms.practice.hurry


@pytest.mark.parametrize("game", GAMES)
async def test_a_hand_goes_on_after_a_restart_on_a_house_players_turn(friends: Evening, game: str) -> None:
    """Same cards, same turn; the house player acts without being asked."""
    await practise(friends, game=game)
    await presses(friends, "Ann", "Deal")
    await friends.dealt()
    restarts = 0
    while friends.table.state.phase is Phase.HAND:
        if is_awaited(friends, "Ann"):
            await presses(friends, "Ann", *STAYS)
            continue
        before = friends.live
        if restarts < 3:
            restarts += 1
            await friends.restart()
            await friends.drawn()
            await friends.rest()
            assert friends.live.hand == before.hand
        await friends.time_passes(PAUSE_SECONDS_MOST)
    assert restarts == 3 and friends.table.state.phase is Phase.PAUSE


async def test_players_are_added_and_removed_after_the_hand(friends: Evening) -> None:
    """Who is added in a hand is dealt into the next one; who is removed plays this one."""
    await practise(friends)
    await presses(friends, "Ann", "Deal")
    await friends.dealt()
    first = house_players(friends)
    assert "sits down" in await more(friends, "Ann", "Add house player")
    (added,) = set(house_players(friends)) - set(first)
    assert len(friends.live.dealt) == 4
    assert await more(friends, "Ann", "Remove house player") == f"{added} leaves the table."
    assert "leaves when it is over" in await more(friends, "Ann", "Remove house player")
    assert house_players(friends) == first and len(friends.live.dealt) == 4
    await play_hand(friends)
    assert house_players(friends) == first[:-1]
    assert "sits down" in await more(friends, "Ann", "Add house player")
    await play_hand(friends)
    assert len(friends.live.dealt) == 4


async def test_only_who_leads_the_table_changes_it(friends: Evening) -> None:
    """Others see no such buttons and are refused when they press an old one."""
    await practise(friends)
    panel = await presses(friends, "Boris", "More…")
    assert "Add house player" not in [button.label for button in panel.messages[-1].buttons]
    panel = await presses(friends, "Ann", "More…")
    table = friends.table.id
    answer = await friends.wire.press("Boris", panel.messages[-1], f"t:{table}:add_house")
    await friends.until(lambda: answer.messages)
    assert "Only the table's host or a manager" in answer.text
    assert len(house_players(friends)) == 3


async def test_without_people_no_hand_is_dealt(friends: Evening) -> None:
    """The hand is played to its end quickly, then the table waits; who comes next is its host."""
    await practise(friends)
    await presses(friends, "Ann", "Deal")
    await friends.dealt()
    assert "leave when this hand is over" in await friends.command("Ann", "table leave")
    for _ in range(40):
        await friends.time_passes(1)
    assert friends.table.state.phase in (Phase.PAUSE, Phase.WAITING)
    hand = friends.live.number if friends.table.state.live else 1
    await friends.time_passes(60)
    assert friends.table.state.live is None or friends.live.number == hand
    assert "Ann" not in friends.stacks() and len(house_players(friends)) == 3
    await friends.sit("Boris")
    assert friends.table.state.host_name() == "Boris"
    await play_hand(friends, "Boris")


async def test_practice_chips_are_renewed(friends: Evening) -> None:
    """Who is too short for the next hand gets a new buy-in, and the table says so to people."""
    await practise(friends, house_players=1)
    ann, reserve = friends.sitting("Ann"), mixed.reserve(friends.table.state)

    async def lose(tx: Tx) -> None:
        stack = await tx.value("SELECT account_id FROM accounts WHERE sitting_id = ?", ann.sitting_id)
        other = await tx.value(
            "SELECT account_id FROM accounts WHERE kind = 'stack' AND sitting_id <> ?", ann.sitting_id
        )
        await tx.rows(
            "INSERT INTO transfers (server_id, debit, credit, amount, reason, key, at_ms)"
            " VALUES (?, ?, ?, ?, 'correction', 'test', 0)",
            *(practice.books_of(friends.wire.world.guild.id), stack, other, ann.stack - reserve),
        )

    await friends.store.write(lose)
    await friends.restart()
    await friends.drawn()
    assert friends.stacks()["Ann"] == reserve
    while friends.stacks()["Ann"] < 100:
        await play_hand(friends, "Ann", "Fold", "Check")
    assert friends.stacks()["Ann"] == 100
    assert "New practice chips for Ann" in friends.screen.text


async def test_who_gets_new_practice_chips_is_told_as_each_language_lists_names(friends: Evening) -> None:
    """Two at once, in what is stored and taken back here."""
    await practise(friends, house_players=1)
    await friends.sit("Boris")
    state = friends.table.state
    short = {seat: replace(one, stack=0) for seat, one in state.sittings.items()}
    told: list[str] = []

    async def renew(tx: Tx) -> None:
        text = await chips.renew(tx, state, short, 1)
        assert text is not None
        told.append(text.to("en"))
        raise InterruptedError

    with pytest.raises(InterruptedError):
        await friends.store.write(renew)
    assert told == ["New practice chips for Ann and Boris."]


async def test_house_players_get_no_messages_and_are_not_asked_for(
    friends: Evening, recorder: Recorder
) -> None:
    """No direct message, no nudge, no question to Discord about them; the person gets his cards."""
    await practise(friends)
    await play_hand(friends)
    await friends.rest()
    assert friends.cards_sent("Ann", 1) and "practice table 1" in friends.cards_sent("Ann", 1)[0].text
    channels = [one for one in recorder.requests if one.path == "/users/@me/channels"]
    assert len(channels) == 1
    assert not [one for one in recorder.requests if one.message and "<@-" in json.dumps(one.message)]


async def test_each_plays_differently_or_all_as_is_wished(friends: Evening) -> None:
    """Without a wish every temperament sits there; with one only that."""
    await practise(friends)
    assert {temperament_of(one.user_id) for one in friends.table.state.sittings.values() if one.is_house} == {
        *Temperament
    }
    await friends.command("Ann", "table close")
    await practise(friends, temperament="maniac", house_players=4)
    found = [temperament_of(one.user_id) for one in friends.table.state.sittings.values() if one.is_house]
    assert found == [Temperament.MANIAC] * 4 and len(set(house_players(friends))) == 4
    assert "sits down" in await more(friends, "Ann", "Add house player")
    assert temperament_of(friends.sitting(house_players(friends)[-1]).user_id) is Temperament.MANIAC


async def test_the_panel_opens_practice_tables_too(friends: Evening) -> None:
    """With whatever was chosen there."""
    answer = await friends.wire.slash("Ann", CHANNEL, "table open", game="seka", stake=5)
    await friends.wire.click("Ann", answer.messages[-1], "Practise with house players")
    await friends.until(lambda: friends.tables)
    await friends.drawn()
    assert friends.table.state.terms.practice is not None and "Seka" in friends.screen.text
    await play_hand(friends)


async def test_a_fault_in_deciding_does_not_hold_up_the_table(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The house player is as if it were silent; the log says where it failed and nothing of cards."""

    def fails(*_: object) -> None:
        raise ValueError("A♠ K♠")

    monkeypatch.setattr("bot.tables.hidden.decide", fails)
    await practise(friends)
    await play_hand(friends)
    assert friends.table.state.phase is Phase.PAUSE
    faults = [record for record in caplog.records if "house player" in record.getMessage()]
    assert faults and not [record for record in faults if "A♠" in record.getMessage() or record.exc_info]
    caplog.clear()


async def test_a_house_player_who_deals_takes_the_game_as_it_comes(friends: Evening) -> None:
    """At dealer's choice nobody waits for it to pick; a person who deals is waited for."""
    await practise(friends, game="choice", house_players=2)
    friends.table.state.last_dealer = friends.sitting("Ann").seat
    await presses(friends, "Ann", "Deal")
    await friends.dealt()
    while await until_awaited(friends):
        await presses(friends, "Ann", *STAYS)
    dealers = []
    for _ in range(2):
        following = friends.table.scene().next_game
        assert following is not None and following.dealer is not None
        dealers.append(following.awaited)
        assert following.awaited is not friends.table.state.is_house(following.dealer)
        await play_hand(friends)
    assert dealers == [False, True]


async def test_a_night_like_a_practice_table_is_played_for_the_servers_chips(friends: Evening) -> None:
    """Game and stake are taken over, practice is not."""
    await practise(friends, game="seka", stake=5)
    await friends.command("Ann", "table close")
    await friends.until(lambda: not friends.tables)
    await friends.wire.slash("Ann", CHANNEL, "night start", like=1)
    await friends.until(lambda: friends.tables)
    await friends.drawn()
    terms = friends.table.state.terms
    assert (terms.game, terms.practice) == ("seka", None) and not house_players(friends)
