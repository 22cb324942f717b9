"""Sitting down, leaving, sitting out, topping up, and words for the shuffle."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from bot.clock import from_ms
from bot.locale import Text, say, say_many
from bot.show.scene import Phase
from bot.show.words import chips_text
from bot.store import NotEnoughChips, Tx, hands, ledger, players, practice, servers, tables, waiting
from bot.tables.chips import bring
from bot.tables.ending import load_sittings, next_host
from bot.tables.guests import check_guest
from bot.tables.people import Person, Refusal
from bot.tables.play import Move
from bot.tables.screen import Carrier
from bot.tables.state import Sitting
from bot.tables.terms import offered_buy_in
from bot.tables.waitlist import check_seat
from engine.game import Seat

if TYPE_CHECKING:
    from bot.tables.table import Table

WORD_LENGTH_MAX: Final = 60


async def wait_for_seat(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """Take a place in the list of a full table; refused at once where the wallet would not do."""
    await buy_in_range(table, person, waits=True)
    return await table.waiting.wait(person, carrier)


async def stop_waiting(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """Give up a place in the list."""
    return await table.waiting.give_up(person, carrier)


async def buy_in_range(table: Table, person: Person, *, waits: bool = False) -> tuple[int, int, int, int]:
    """Least, offered and most buy-in for that person now, and his wallet; Refusal where he cannot sit down.

    Who comes back soon brings at least what he left with. ``waits``: he need not be able to sit down now.
    Practice chips are there for everybody, as many as he may bring.
    """
    state, terms = table.state, table.state.terms
    if terms.practice is not None:
        if not waits:
            _check_joins(table, person)
        return terms.buy_in_least, offered_buy_in(terms, state.game), terms.buy_in_most, terms.buy_in_most

    async def job(tx: Tx) -> tuple[int, int]:
        player = await players.seen(tx, person.server_id, person.user_id, person.name, person.locale)
        await check_guest(tx, state.table_id, state.host_player_id, state.terms, person, player.player_id)
        return await ledger.wallet_balance(tx, player.player_id), await _left_with(
            table, tx, player.player_id
        )

    wallet, left_with = await table.desk.store.write(job)
    if not waits:
        _check_joins(table, person)
    least = max(terms.buy_in_least, min(left_with, wallet))
    most = max(terms.buy_in_most, left_with)
    if wallet < least:
        raise NotEnough(wallet, least)
    return least, min(max(least, offered_buy_in(terms, state.game)), wallet), min(most, wallet), wallet


class NotEnough(Refusal):
    """The wallet holds less than is needed."""

    def __init__(self, wallet: int, needed: int) -> None:
        super().__init__(
            say(
                "You have {chips} and need at least {needed}. "
                "A manager can give you some with {/bank grant}.",
                chips=chips_text(wallet),
                needed=needed,
            )
        )


async def join(table: Table, person: Person, buy_in: int, key: str, carrier: Carrier | None) -> Sitting:
    """Sit down on the lowest free seat with that many chips; in a hand it is for the next one."""
    least, _, most, wallet = await buy_in_range(table, person)
    if not least <= buy_in <= most:
        raise Refusal(
            say(
                "The buy-in here is {least} to {most}; you have {chips}. Nothing was moved.",
                least=least,
                most=most,
                chips=chips_text(wallet),
            )
        )
    async with table.lock:
        _check_joins(table, person)
        state = table.state
        seat = state.free_seat()
        assert seat is not None

        async def job(tx: Tx) -> tuple[Sitting, int]:
            player = await players.seen(tx, state.books_id, person.user_id, person.name, person.locale)
            await take_seat(tx, state.table_id, player.player_id, seat, buy_in, key=f"join:{key}")
            host = state.host_player_id
            if await _host_has_left(table, tx):
                host = player.player_id
                await tables.set_host(tx, state.table_id, host)
            return (await load_sittings(tx, state.table_id))[seat], host

        try:
            sitting, state.host_player_id = await table.desk.store.write(job)
        except NotEnoughChips as error:
            raise NotEnough(error.available, buy_in) from error
        seated(table, sitting, carrier)
        return sitting


async def take_seat(
    tx: Tx, table_id: int, player_id: int, seat: Seat, buy_in: int, key: str | None = None
) -> None:
    """Give a player that seat and move his buy-in from his wallet to it; at practice tables it is free."""
    row = await tables.sit_down(tx, table_id, player_id, seat)
    key = key or f"sit:{row.sitting_id}"
    if practice.is_practice(row.server_id):
        await practice.fill(tx, player_id, buy_in, key)
    await ledger.buy_in(tx, row.sitting_id, buy_in, key=key)
    await waiting.remove(tx, table_id, player_id)


def seated(table: Table, sitting: Sitting, carrier: Carrier | None) -> None:
    """Let a sitting that is stored stand. Holds the lock."""
    state = table.state
    record = table.farewell() if _held_in_shown_hand(table, sitting.seat) else None
    state.sittings[sitting.seat] = sitting
    table.waiting.forget(sitting.player_id)
    if record is not None:  # whose place it was stays on the former message
        state.live, state.phase = None, Phase.WAITING
        table.spawn(table.post_anew(record))
    _seats_changed(table, carrier)


def _held_in_shown_hand(table: Table, seat: Seat) -> bool:
    live = table.state.live
    return live is not None and any(one.seat == seat for one in live.dealt)


async def _host_has_left(table: Table, tx: Tx) -> bool:
    """True where the host sat here and is gone; who opened the table and has not sat down yet is its host."""
    host = table.state.host_player_id
    if any(one.player_id == host for one in table.state.sittings.values()):
        return False
    return await tables.last_sitting(tx, table.id, host) is not None


def _check_joins(table: Table, person: Person) -> None:
    state = table.state
    if table.closed or state.closing:
        raise Refusal(say("This table is closed. Open another with {/table open}."))
    if state.of_user(person.user_id) is not None:
        raise Refusal(say("You have a seat at this table already."))
    check_seat(state, person.user_id)


async def _left_with(table: Table, tx: Tx, player_id: int) -> int:
    last = await tables.last_sitting(tx, table.state.table_id, player_id)
    server = await servers.get(tx, table.state.server_id)
    if last is None or last.left_at_ms is None or last.left_chips is None:
        return 0
    recently = table.desk.clock.now() - from_ms(last.left_at_ms)
    return last.left_chips if recently < timedelta(minutes=server.return_stack_minutes) else 0


def _seats_changed(table: Table, carrier: Carrier | None) -> None:
    """Show who sits here now; in a pause the countdown starts or stops as players get ready or not."""
    state = table.state
    if state.phase is Phase.PAUSE and (state.deadline is None) == state.is_enough():
        table.clock.start()
    if state.next_hand is not None:
        state.next_hand = replace(
            state.next_hand, ready=state.next_hand.ready & {one.seat for one in state.ready()}
        )
    table.changed(carrier)


async def leave(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """Get up: at once between hands; in a hand all his turns pass as silence, and he leaves at its end.

    Who has no seat but waits for one waits no longer.
    """
    if any(one.user_id == person.user_id for one in table.state.waiting):
        return await table.waiting.give_up(person, carrier)
    async with table.lock:
        mine = table.sitting_of(person)
        if mine.state == "leaving":
            raise Refusal(say("You leave when this hand is over already. To stay, use {/table back}."))
        return await get_up(table, mine, carrier)


async def get_up(table: Table, mine: Sitting, carrier: Carrier | None) -> Text:
    """As ``leave``, for whoever makes him go. Holds the lock."""
    state = table.state
    if state.in_hand(mine) or state.phase is Phase.DEALING:
        await _store(
            table, lambda tx: tables.update_sitting(tx, mine.sitting_id, state="leaving", top_up_pending=0)
        )
        state.update(mine, state="leaving", top_up=0)
        live = state.live
        turn = live.hand.turn if live else None
        if live is not None and turn is not None and mine.seat in turn.seats and state.phase is Phase.HAND:
            await table.play_and_show(live, (Move(live.hand.silence(mine.seat), "absent"),), carrier)
        else:
            table.changed(carrier)
        return say("You leave when this hand is over; until then you only check or fold.")

    async def job(tx: Tx) -> int:
        moved = await ledger.cash_out(tx, mine.sitting_id, key=f"leave:{mine.sitting_id}")
        await tables.stand_up(tx, mine.sitting_id)
        rest = {seat: one for seat, one in state.sittings.items() if seat != mine.seat}
        if (host := next_host(state.host_player_id, {mine.player_id}, rest)) != state.host_player_id:
            await tables.set_host(tx, state.table_id, host)
        return moved.amount if moved else 0

    chips = await table.desk.store.write(job)
    del state.sittings[mine.seat]
    state.host_player_id = next_host(state.host_player_id, {mine.player_id}, state.sittings)
    _seats_changed(table, carrier)
    if state.terms.practice is not None:
        return say("You have left the practice table. Your own chips were not touched.")
    return say_many(
        "You have left the table. {count} chip is back in your wallet.",
        "You have left the table. {count} chips are back in your wallet.",
        chips,
    )


async def _store(table: Table, job: Callable[[Tx], Awaitable[object]]) -> None:
    await table.desk.store.write(job)


async def sit_out(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """Keep the seat, but be dealt into no hand from the next one on."""
    async with table.lock:
        mine = table.sitting_of(person)
        if mine.state != "in":
            raise Refusal(
                say("You sit out already. Press {button} to play again.", button=table.label("back"))
            )
        await _store(table, lambda tx: tables.update_sitting(tx, mine.sitting_id, state="out"))
        table.state.update(mine, state="out")
        _seats_changed(table, carrier)
        return say(
            "You sit out from the next hand on. Press {button} to play again.", button=table.label("back")
        )


async def back(table: Table, person: Person, carrier: Carrier | None) -> Text:
    """Play again from the next hand on; who was leaving stays."""
    async with table.lock:
        mine = table.sitting_of(person)
        if mine.state == "in":
            raise Refusal(say("You play already."))
        if mine.kicked:
            raise Refusal(say("You were sent away and leave when this hand is over."))
        await _store(table, lambda tx: tables.update_sitting(tx, mine.sitting_id, state="in", misses=0))
        table.state.update(mine, state="in", misses=0)
        _seats_changed(table, carrier)
        return say("You are back: you are dealt in at the next hand.")


async def top_up_range(table: Table, person: Person) -> tuple[int, int, int]:
    """Least and most chips that may be added now, and the wallet; Refusal where none may."""
    mine = table.sitting_of(person)
    wallet = await table.desk.store.read(lambda tx: ledger.wallet_balance(tx, mine.player_id))
    most = _top_up_most(table, table.sitting_of(person))
    if table.state.terms.practice is not None:
        return 1, most, most
    if wallet <= 0:
        raise NotEnough(wallet, 1)
    return 1, min(most, wallet), wallet


def _top_up_most(table: Table, mine: Sitting) -> int:
    most = table.state.terms.buy_in_most - mine.stack - mine.top_up
    if most <= 0:
        raise Refusal(
            say(
                "You have {chips} here, and this table's buy-in goes up to {most}: no top-up now.",
                chips=chips_text(mine.stack),
                most=table.state.terms.buy_in_most,
            )
        )
    return most


async def top_up(table: Table, person: Person, chips: int, key: str, carrier: Carrier | None) -> Text:
    """Bring more chips: at once between hands, else when the hand is over."""
    least, _, wallet = await top_up_range(table, person)
    async with table.lock:
        state, mine = table.state, table.sitting_of(person)
        most = min(_top_up_most(table, mine), wallet)  # another one may have come since
        if not least <= chips <= most:
            raise Refusal(
                say(
                    "You can top up by {least} to {most}; you have {chips} in your wallet.",
                    least=least,
                    most=most,
                    chips=chips_text(wallet),
                )
            )
        if state.in_hand(mine) or state.phase is Phase.DEALING:
            pending = mine.top_up + chips
            await _store(table, lambda tx: tables.update_sitting(tx, mine.sitting_id, top_up_pending=pending))
            state.update(mine, top_up=pending)
            table.changed(carrier)
            return say_many(
                "{count} chip comes to your stack when this hand is over.",
                "{count} chips come to your stack when this hand is over.",
                pending,
            )
        try:
            await table.desk.store.write(lambda tx: bring(tx, state, mine, chips, key=f"top_up:{key}"))
        except NotEnoughChips as error:
            raise NotEnough(error.available, chips) from error
        state.update(mine, stack=mine.stack + chips)
        _seats_changed(table, carrier)
        return say("You have {chips} at the table now.", chips=chips_text(mine.stack + chips))


def check_cut(table: Table, person: Person, hand_id: int) -> None:
    """Refusal for who has no seat, and where that hand takes no words any more."""
    table.sitting_of(person)
    state = table.state
    open_for_words = state.phase in (Phase.WAITING, Phase.PAUSE)
    if not open_for_words or state.next_hand is None or state.next_hand.hand_id != hand_id:
        raise Refusal(say("That hand is closed for words. You can cut before the next one."))


async def cut(table: Table, person: Person, hand_id: int, word: str, carrier: Carrier | None) -> Text:
    """Add a word to the next shuffle: nobody, the bot's owner included, can then choose the deck."""
    word = word.strip()
    if not 0 < len(word) <= WORD_LENGTH_MAX:
        raise Refusal(
            say_many(
                "A word for the shuffle has {count} character.",
                "A word for the shuffle has 1 to {count} characters.",
                WORD_LENGTH_MAX,
            )
        )
    async with table.lock:
        state, mine = table.state, table.sitting_of(person)
        following = state.next_hand
        taken = (
            following is not None
            and following.hand_id == hand_id
            and state.phase in (Phase.WAITING, Phase.PAUSE)
            and await table.desk.store.write(
                lambda tx: hands.set_word(tx, hand_id, mine.seat, mine.player_id, word)
            )
        )
        if not taken or following is None:
            raise Refusal(say("That hand is closed for words. You can cut before the next one."))
        others = tuple(pair for pair in following.words if pair[0] != mine.seat)
        state.next_hand = replace(following, words=tuple(sorted((*others, (mine.seat, word)))))
        table.changed(carrier)
        return say("Your word goes into the next shuffle: nobody can choose its deck any more.")
