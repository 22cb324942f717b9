"""The order of a deal, so that nobody can choose a deck (see engine.shuffle).

The commitment is stored and shown; words may be added until the deal; then the hand's message is posted
and Discord chooses its id; id, words and root are stored together; the message shows the root; only then
do cards go out.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.locale import Text, say, say_many
from bot.show.names import safe_name
from bot.show.scene import Phase
from bot.show.words import game_name
from bot.store import Tx, hands
from bot.tables import ending, members, mixed
from bot.tables.mixed import Course, starts
from bot.tables.people import Person, Refusal
from bot.tables.play import play_on
from bot.tables.post import REQUEST_FAILED, Sheet
from bot.tables.screen import Carrier
from bot.tables.state import LiveHand, NextHand, TableState
from bot.tables.surely import in_the_end
from bot.tables.voiding import NOT_POSTED, void
from engine.errors import InputError
from engine.game import Seat, Setup
from engine.seating import dealer_clockwise
from engine.shuffle import hand_key, seed_of

if TYPE_CHECKING:
    from bot.tables.desk import Chance
    from bot.tables.table import Table

log = logging.getLogger(__name__)


async def deal(table: Table, person: Person, hand_id: int, carrier: Carrier) -> None:
    """Deal the first hand, or the next one before its time: by the dealer, or when all have asked for it."""
    _promised(table.state, hand_id)  # no question for a press that is refused anyway
    table.sitting_of(person)
    names = await members.ask(table)
    async with table.lock:
        state, mine = table.state, table.sitting_of(person)
        following = _promised(state, hand_id)
        table.watch.check_postable()
        await members.take_in(table, names)
        ready = {one.seat for one in state.ready()}
        if mine.state == "out":
            raise Refusal(say("You sit out: press {button} first.", button=table.label("back")))
        if mine.seat not in ready:
            raise Refusal(say("You are not dealt into the next hand, so you cannot start it."))
        if not state.is_enough():
            raise Refusal(_too_few(state))
        asked = following.ready | {mine.seat} | (ready - state.people().keys())  # house players are always
        if await _dealer_has_to_pick(table, following, mine.seat):
            table.changed(carrier)
            return
        deals = mine.seat in (mixed.dealer_of_next(state), next_setup(state, table.desk.chance).dealer)
        if state.phase is Phase.PAUSE and not deals and asked < ready:
            state.next_hand = replace(following, ready=asked)
            table.changed(carrier)
            return
        farewell = table.farewell()
        await _freeze(table, following)
    table.spawn(_post_and_deal(table, following, farewell, carrier))


async def _dealer_has_to_pick(table: Table, following: NextHand, seat: Seat) -> bool:
    """At dealer's choice: give who deals his time to pick, where another begins the dealing. Holds the lock.

    Before the first hand the lot says who deals.
    """
    state = table.state
    if state.phase is not Phase.WAITING or state.terms.mixed != mixed.CHOICE:
        return False
    dealer = mixed.dealer_of_next(state)
    if dealer is None:
        drawn = table.desk.chance.choice([one.seat for one in state.ready()])
        await _set_course(table, replace(state.course, hand_id=following.hand_id, dealer=drawn))
    if not mixed.awaits_pick(state) or dealer == seat:
        return False
    state.phase, state.note = Phase.PAUSE, None
    table.clock.start()
    return True


async def _set_course(table: Table, course: Course) -> None:
    await table.desk.store.write(lambda tx: ending.keep_course(tx, table.state, course))
    table.state.course = course


async def pick(table: Table, person: Person, hand_id: int, place: int, carrier: Carrier | None) -> None:
    """The dealer of the next hand picks its game (rule D1); he may think again until the deal."""
    async with table.lock:
        state, mine = table.state, table.sitting_of(person)
        _promised(state, hand_id)
        if state.terms.mixed != mixed.CHOICE or place >= len(state.terms.games):
            raise Refusal(say("There is no game to pick at this table."))
        dealer = mixed.dealer_of_next(state)
        if dealer is None:
            lot = say(
                "Press {button}: the dealer is drawn by lot, then he picks the game.",
                button=table.label("deal"),
            )
            raise Refusal(lot)
        if mine.seat != dealer:
            name = safe_name(state.sittings[dealer].name)
            raise Refusal(say("{name} deals the next hand and picks its game.", name=name))
        rules = state.terms.games[place]
        if mixed.setup_for(state, rules, dealer) is None:
            reserve = mixed.game_of(state, rules).reserve(rules.options)
            raise Refusal(
                say_many(
                    "{game} cannot be dealt now: you and another need {count} chip each before the deal.",
                    "{game} cannot be dealt now: you and another need {count} chips each before the deal.",
                    reserve,
                    game=game_name(rules.game),
                )
            )
        first = mixed.picked(state) is None
        await _set_course(table, replace(state.course, hand_id=hand_id, dealer=dealer, picked=place))
        if first and state.phase is Phase.PAUSE:
            table.clock.start()
        table.changed(carrier)


async def deal_by_itself(table: Table) -> None:
    """The pause is over: the next hand, or back to waiting where too few are ready."""
    names = await members.ask(table)
    async with table.lock:
        state = table.state
        if state.phase is not Phase.PAUSE or state.next_hand is None or table.clock.stands:
            return
        missing = table.watch.missing()
        if missing is not None:
            table.watch.hold_deal(missing)
            return
        await members.take_in(table, names)
        following, farewell = state.next_hand, table.farewell()
        try:
            await _freeze(table, following)
        except Refusal:  # too few can be dealt in
            state.phase, state.live, state.deadline = Phase.WAITING, None, None
            table.changed(None)
            return
    await _post_and_deal(table, following, farewell, None)


def _promised(state: TableState, hand_id: int) -> NextHand:
    if state.phase not in (Phase.WAITING, Phase.PAUSE) or state.next_hand is None:
        raise Refusal(say("A hand is being played already."))
    if state.next_hand.hand_id != hand_id:
        raise Refusal(say("That button is from an earlier hand. Use the table's newest message."))
    return state.next_hand


def _too_few(state: TableState) -> Text:
    return say_many(
        "A hand needs {least} who do not sit out, each with at least {count} chip.",
        "A hand needs {least} who do not sit out, each with at least {count} chips.",
        mixed.reserve(state),
        least=state.game.seats_least,
    )


def next_dealer(state: TableState, chance: Chance) -> Seat:
    """Who deals next: by the game's rule, the first by lot (rule A1.4)."""
    seats = starts(state)
    if state.last_hand is not None:
        return state.game.next_dealer(state.last_hand, seats)
    if state.last_dealer is not None:
        return dealer_clockwise(state.last_dealer, seats, state.game.reserve(state.terms.options))
    return chance.choice([one.seat for one in state.ready()])


def next_setup(state: TableState, chance: Chance) -> Setup:
    """The next hand's dealer and seats; Refusal where too few can be dealt in (see also C1.3)."""
    if not state.is_enough():
        raise Refusal(_too_few(state))
    if state.terms.mixed:
        dealer = mixed.dealer_of_next(state) or chance.choice([one.seat for one in state.ready()])
        found = mixed.next_setup(state, dealer)
        if found is None:
            raise Refusal(_too_few(state))
        return found
    try:
        setup = Setup(state.game.key, state.terms.options, starts(state), next_dealer(state, chance))
        state.game.start(setup)
    except InputError as error:
        raise Refusal(_too_few(state)) from error
    return setup


async def _freeze(table: Table, following: NextHand) -> None:
    """Close the hand for words: dealer, seats and rules are fixed. Holds the lock."""
    state = table.state
    setup = next_setup(state, table.desk.chance)
    seats = [
        hands.HandSeat(seat, one.sitting_id, one.player_id, one.stack, one.state == "in")
        for seat, one in sorted(state.sittings.items())
    ]

    async def job(tx: Tx) -> tuple[tuple[Seat, str], ...]:
        await hands.freeze(
            tx,
            following.hand_id,
            game=setup.game,
            options=setup.options.to_mapping(),
            dealer=setup.dealer,
            seats=seats,
            channel_id=state.channel_id,
        )
        return tuple((word.seat, word.word) for word in await hands.words(tx, following.hand_id))

    words = await table.desk.store.write(job)
    state.next_hand = replace(following, words=words)
    table.clock.stop()
    state.setup = setup
    if state.terms.mixed:
        mixed.playing(state, setup)
    state.phase, state.live, state.note = Phase.DEALING, None, None
    table.screen.wanted += 1


async def _post_and_deal(
    table: Table, following: NextHand, farewell: Sheet | None, carrier: Carrier | None
) -> None:
    """Post the hand's message; its id completes the key, then the cards are dealt."""
    try:
        message_id = await table.screen.turn_page(following.hand_id, farewell, carrier)
    except REQUEST_FAILED as error:
        log.warning(
            "a hand could not be posted table=%s hand=%s error=%r", table.id, following.hand_id, error
        )
        await in_the_end(table, lambda: _not_posted(table))
        table.screen.failed(error)
        return
    await in_the_end(table, lambda: dealt(table, message_id))


async def _not_posted(table: Table) -> None:
    async with table.lock:
        await void(table, NOT_POSTED)


async def dealt(table: Table, message_id: int, note: Text | None = None) -> None:
    """The hand's message is there: make the key, store id and root, deal, show, and only then send cards."""
    async with table.lock:
        state = table.state
        following, setup = state.next_hand, state.setup
        if state.phase is not Phase.DEALING or following is None or setup is None:
            return
        seed = seed_of(table.desk.secret, following.nonce)
        hand = state.game.start(setup)
        others = sorted(one.seat for one in setup.seats)  # who has sat down since waits for the next hand
        playing = hand.view(None).order  # a rule may leave out more than the reserve does (C1.3)
        live = LiveHand(
            hand_id=following.hand_id,
            number=following.number,
            hand=hand,
            key=hand_key(seed, following.hand_id, message_id, following.words),
            roots=(),
            dealt=tuple(one for seat, one in sorted(state.sittings.items()) if seat in playing),
            aside=tuple(state.sittings[seat] for seat in others if seat not in playing),
        )
        absent = {seat for seat, one in state.sittings.items() if one.absent}
        played = play_on(live, (), absent.__contains__, state.game.pack(state.terms.options))
        await table.commit(played, {}, message_id)
        state.note = note
        table.show(played, None)
