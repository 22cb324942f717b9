"""Practice tables: opened with house players, whose number and pace its host may change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.locale import Text, say
from bot.show.scene import Practice, Terms
from bot.store import Tx, players, practice, tables
from bot.store.players import PlayerRow
from bot.tables import ending, hosting, seating
from bot.tables.characters import HOUSE_PLAYERS_MOST, character
from bot.tables.people import Person, Refusal
from bot.tables.screen import Carrier
from bot.tables.state import Sitting
from bot.tables.terms import offered_buy_in

if TYPE_CHECKING:
    from bot.tables.room import Room
    from bot.tables.table import Table

HOUSE_PLAYERS: Final = 3  # that a practice table begins with
TURN_SECONDS: Final = 120  # nobody waits for who practises
TABLES_MOST: Final = 3  # that one person has open: all of a server's are few


def practice_terms(terms: Terms, temperament: str = "", *, usual: bool = True) -> Terms:
    """The same for practice; ``usual`` terms give time to read, and nudge nobody."""
    if usual:
        terms = replace(terms, turn_seconds=TURN_SECONDS, nudge_seconds=0)
    return replace(terms, practice=Practice(temperament))


def most_house_players(terms: Terms) -> int:
    """How many may sit at a table of these terms beside one person."""
    return min(HOUSE_PLAYERS_MOST, terms.seats_most - 1)


async def open_practice(
    room: Room, person: Person, channel_id: int, terms: Terms, count: int = HOUSE_PLAYERS
) -> Table:
    """Open a practice table where that person and so many house players sit, ``terms`` as of above."""
    assert terms.practice is not None
    most = most_house_players(terms)
    if not 1 <= count <= most:
        raise Refusal(say("House players at this table: 1 to {most}.", most=most))
    chips = offered_buy_in(terms, room.games[terms.game])
    temperament = terms.practice.temperament

    async def seat_all(tx: Tx, table_id: int) -> None:
        books_id = practice.books_of(person.server_id)
        host = await players.seen(tx, books_id, person.user_id, person.name, person.locale)
        await _check_room_for(tx, host)
        await seating.take_seat(tx, table_id, host.player_id, 1, chips)
        sitting: list[int] = []
        for seat in range(2, count + 2):
            made = character(sitting, temperament)
            sitting.append(made.user_id)
            row = await practice.house_player(tx, person.server_id, made.user_id, made.name)
            await seating.take_seat(tx, table_id, row.player_id, seat, chips)

    return await room.open(person, channel_id, terms, also=seat_all)


async def _check_room_for(tx: Tx, host: PlayerRow) -> None:
    """Refusal where this person, whose new table is there already, has more than one may."""
    found = await tables.of_server(tx, host.server_id)
    if sum(one.host_player_id == host.player_id for one in found) > TABLES_MOST:
        raise Refusal(
            say(
                "Practice tables open at a time for one person: {most}. "
                "Play on at yours, or close one with {/table close}.",
                most=TABLES_MOST,
            )
        )


def _check_leads(table: Table, person: Person) -> None:
    if table.state.terms.practice is None:
        raise Refusal(say("House players sit at practice tables only. Open one with {/table practice}."))
    hosting.check_may(table, person)


def house_players(table: Table) -> list[Sitting]:
    """Those who sit at a table and stay, by seat."""
    return [one for _, one in sorted(table.state.sittings.items()) if one.is_house and not one.kicked]


async def add(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """One house player more; in a hand it is for the next one."""
    async with table.lock:
        _check_leads(table, person)
        state, terms = table.state, table.state.terms
        if table.closed or state.closing:
            raise Refusal(say("This table is closed. Open another with {/table open}."))
        there = [one.user_id for one in state.sittings.values() if one.is_house]
        free = state.free_seats()
        if len(free) <= len(state.waiting) or len(there) >= HOUSE_PLAYERS_MOST:
            raise Refusal(say("There is no seat for another house player now."))
        assert terms.practice is not None
        made, seat = character(there, terms.practice.temperament), free[0]
        chips = offered_buy_in(terms, state.game)

        async def job(tx: Tx) -> Sitting:
            row = await practice.house_player(tx, state.server_id, made.user_id, made.name)
            await seating.take_seat(tx, state.table_id, row.player_id, seat, chips)
            return (await ending.load_sittings(tx, state.table_id))[seat]

        seating.seated(table, await table.desk.store.write(job), carrier)
        return say("{name} sits down.", name=made.name)


async def remove(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """One house player fewer, the last one: at once between hands, else when the hand is over."""
    async with table.lock:
        _check_leads(table, person)
        there = house_players(table)
        if not there:
            raise Refusal(say("No house player sits here."))
        return await hosting.send_away(table, there[-1], carrier)


async def hurry(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """House players act without a pause to think, and the next hand comes soon."""
    await _pace(table, person, carrier, hurry=True)
    return say("The house players hurry now.")


async def take_time(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """House players pause as people do."""
    await _pace(table, person, carrier, hurry=False)
    return say("The house players take their time now.")


async def _pace(table: Table, person: Person, carrier: Carrier | None, *, hurry: bool) -> None:
    async with table.lock:
        _check_leads(table, person)
        state, now = table.state, table.state.terms.practice
        assert now is not None
        terms = replace(state.terms, practice=replace(now, hurry=hurry))
        after = replace(state, terms=terms)
        await table.desk.store.write(lambda tx: ending.keep_course(tx, after, state.course))
        state.terms = terms
        if not state.awaits_people():  # whoever has time keeps it
            table.clock.start()
        table.changed(carrier)
