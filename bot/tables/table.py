"""One table: its lock, its state, its clock and its screen.

Every change goes the same way: under the lock the wish is checked against the state in memory, one
transaction is committed, only then the new state takes the old one's place and the screen is told. Two
presses cannot both pass the check, because the second one finds the state that the first one left. The
lock is never held while Discord is waited for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import discord

from bot.buttons import Play
from bot.clock import to_ms
from bot.locale import Text, say
from bot.show.hidden import HiddenCards
from bot.show.keys import label_of
from bot.show.refusals import action_refused, not_in_hand, not_your_turn, old_press
from bot.show.scene import Phase, Scene
from bot.store import StoreError, Tx, hands, players, tables
from bot.tables import ending
from bot.tables.album import Album
from bot.tables.desk import Desk
from bot.tables.hidden import HiddenMessages, Mailbox, hidden_cards
from bot.tables.house_players import HousePlayers
from bot.tables.people import Person, Refusal
from bot.tables.play import Move, Played, play_on
from bot.tables.post import REQUEST_FAILED, Sheet
from bot.tables.screen import Carrier, Screen
from bot.tables.state import LiveHand, Sitting, TableState, scene_of
from bot.tables.timing import TurnClock
from bot.tables.waitlist import WaitingList
from bot.tables.watch import Watch
from engine.errors import IllegalAction
from engine.game import Action, Seat

log = logging.getLogger(__name__)

MESSAGES_BELOW_MOST: Final = 10
MOVE_EVERY: Final = timedelta(minutes=1)
MESSAGE_AGE_MOST: Final = timedelta(minutes=50)

_BOOKS: Final = say(
    "The books of this hand do not balance, so the table has stopped. No chip was moved. "
    "A manager can look with {/bank check}."
)

_BELOW: Final = say("The table stands further down now.")


class Table:
    """A table that is open."""

    def __init__(self, desk: Desk, mailbox: Mailbox, state: TableState, message_id: int) -> None:
        self.desk, self.mailbox, self.state = desk, mailbox, state
        self.lock = asyncio.Lock()
        self.album = Album(self)
        self.screen = Screen(desk.post, desk.clock, state.channel_id, message_id, self, self.album)
        self.hidden = HiddenMessages(desk, mailbox)
        self.house = HousePlayers(self)
        self.clock = TurnClock(self)
        self.watch = Watch(self)
        self.waiting = WaitingList(self)
        self.lost_channel = False  # no request goes there any more
        self.root_version = 0  # the screen's version that shows the newest deck's root
        self._tasks: set[asyncio.Task[None]] = set()

    # ---- what others may know

    @property
    def id(self) -> int:
        """The table's id."""
        return self.state.table_id

    @property
    def closed(self) -> bool:
        """True when it is no table any more."""
        return self.state.phase is Phase.CLOSED

    def scene(self, *, live: bool = True) -> Scene:
        """The table as everybody may see it."""
        return scene_of(self.state, live=live)

    def label(self, what: str) -> str:
        """What a button of its message is called there, for private texts that name it."""
        return label_of(what, self.desk.server_locale(self.state.server_id))

    def cards_of(self, person: Person) -> HiddenCards:
        """What that person may know of his cards in the hand on the table (My cards)."""
        live = self.state.live
        if live is None:
            raise Refusal(say("No hand is on the table now. Your cards stand here once one is dealt."))
        mine = next((one for one in live.dealt if one.user_id == person.user_id), None)
        if mine is None:
            raise Refusal(say("You are not dealt into this hand, so you have no cards in it."))
        if self.screen.drawn < self.root_version:
            raise Refusal(say("The cards are being dealt. Try again in a moment."))
        return hidden_cards(self.desk, self.state, live, mine)

    def sitting_of(self, person: Person) -> Sitting:
        """That person's sitting; Refusal where he has none here."""
        mine = self.state.of_user(person.user_id)
        if mine is None:
            button = self.label("join")
            raise Refusal(say("You have no seat at this table. Press {button} to sit down.", button=button))
        self.notice(person)
        return self.state.sittings[mine.seat]

    def notice(self, person: Person) -> None:
        """Somebody presses or types: his name and language are as he has them now."""
        mine = self.state.of_user(person.user_id)
        if mine is None or (mine.name, mine.locale) == (person.name, person.locale):
            return
        self.state.update(mine, name=person.name, locale=person.locale)
        self.spawn(self._remember(person))
        self.screen.changed()

    async def _remember(self, person: Person) -> None:
        async def job(tx: Tx) -> None:
            await players.seen(tx, self.state.books_id, person.user_id, person.name, person.locale)

        await self.desk.store.write(job)

    async def greet(self, person: Person) -> Text | None:
        """Try a direct message to who has just sat down; what he must be told where none arrives."""
        mine = self.state.of_user(person.user_id)
        if mine is not None:
            await self.mailbox.greet(self.state, mine)
        return self.whisper_for(person)

    def whisper_for(self, person: Person) -> Text | None:
        """What that person must be told privately at his next press, once."""
        mine = self.state.of_user(person.user_id)
        if mine is None or not self.mailbox.to_be_told(mine.player_id):
            return None
        return say(
            "I cannot send you direct messages, so your hidden cards stand under {button}. "
            "To get them by message, allow direct messages from this server in its privacy settings.",
            button=self.label("cards"),
        )

    # ---- playing

    async def act(
        self, person: Person, play: Play, interaction_id: int, carrier: Carrier | None, source: str = "press"
    ) -> None:
        """An action of the hand; Refusal where it is not possible, then nothing has changed."""
        async with self.lock:
            live = self.hand_in_play(play.hand_id)
            seat = self.seat_in(live, person)
            turn = live.hand.turn
            if turn is None or play.turn != turn.number:
                raise Refusal(old_press(self.scene(), seat))
            if seat not in turn.seats:
                raise Refusal(not_your_turn(self.scene()))
            move = Move(Action(seat, play.verb, play.amount, play.target), source, interaction_id)
            self.show(await self._play(live, (move,)), carrier)

    def hand_in_play(self, hand_id: int) -> LiveHand:
        """The hand of that id; Refusal where it is not being played."""
        live, phase = self.state.live, self.state.phase
        if phase is Phase.PAUSED:
            raise Refusal(say("The table is paused. The host or a manager can go on with {/table resume}."))
        if live is None or phase is not Phase.HAND:
            raise Refusal(say("That hand is over. The table's newest message shows where it stands."))
        if live.hand_id != hand_id:
            raise Refusal(say("That button belongs to another hand. Use the table's newest message."))
        return live

    def seat_in(self, live: LiveHand, person: Person) -> Seat:
        """That person's seat in the hand; Refusal where he has none."""
        mine = self.sitting_of(person)
        played = live.sitting(mine.seat)
        turn = live.hand.turn
        asked = turn is not None and mine.seat in turn.seats  # to join a svara
        if played is None or played.sitting_id != mine.sitting_id or (played in live.aside and not asked):
            raise Refusal(not_in_hand(self.label("back") if mine.state == "out" else None))
        return mine.seat

    async def _play(self, live: LiveHand, moves: tuple[Move, ...], missed: tuple[Seat, ...] = ()) -> Played:
        """Carry out moves and commit them with all that follows. Holds the lock."""
        state = self.state
        misses = self._misses_after(moves, missed)
        absent = {
            seat
            for seat, one in state.sittings.items()
            if replace(one, misses=misses.get(seat, one.misses)).absent
        }
        absent |= {one.seat for one in live.aside if not self._still_sits(one)}
        try:
            played = play_on(live, moves, absent.__contains__, state.game.pack(state.terms.options))
        except IllegalAction as error:
            see = self.label("see")
            raise Refusal(action_refused(error, self.scene(), moves[0].action.seat, see)) from error
        await self.commit(played, misses)
        return played

    def _still_sits(self, sitting: Sitting) -> bool:
        now = self.state.sittings.get(sitting.seat)
        return now is not None and now.sitting_id == sitting.sitting_id

    def _misses_after(self, moves: tuple[Move, ...], missed: tuple[Seat, ...]) -> dict[Seat, int]:
        """The sittings whose count of missed turns changes."""
        sittings = self.state.sittings
        changed = {seat: sittings[seat].misses + 1 for seat in missed if seat in sittings}
        for move in moves:
            seat = move.action.seat
            if seat not in missed and seat in sittings and sittings[seat].misses:
                changed[seat] = 0
        return changed

    async def commit(self, played: Played, misses: dict[Seat, int], message_id: int = 0) -> None:
        """Store what was played, and what the end of a hand brings; then let the new state stand.

        ``message_id`` is given with a hand's first deck: id, words and root are stored together.
        """
        state, before = self.state, self.state.live
        over = played.live.hand.result is not None

        async def job(tx: Tx) -> ending.After | None:
            if message_id:
                await hands.posted(tx, played.live.hand_id, message_id, played.new_roots[0][1])
                await tables.set_message(tx, self.id, message_id)
            await ending.store_played(tx, played)
            for seat, count in misses.items():
                one = state.sittings[seat]
                where = "out" if replace(one, misses=count).absent and one.state == "in" else one.state
                await tables.update_sitting(tx, one.sitting_id, misses=count, state=where)
            if not over:
                return None
            await ending.settle(tx, played)
            return await ending.after_hand(tx, self.desk, state, played.live)

        try:
            after = await self.desk.store.write(job)
        except ending.BooksDoNotBalance as error:
            await self._stop_for_the_books(error)
            raise Refusal(_BOOKS) from error
        for seat, count in misses.items():
            one = state.update(state.sittings[seat], misses=count)
            if one.absent and one.state == "in":
                state.update(one, state="out")
        if message_id:
            state.phase, state.next_hand, state.setup = Phase.HAND, None, None
        state.live, state.note = played.live, None
        if after is not None:
            self._hand_over(played.live, after)
            return
        if state.pausing:
            state.phase, state.pausing = Phase.PAUSED, False
        elif before is not None and state.deadline is not None and before.awaits_as(played.live):
            return  # an offer to several: one decision time for all
        self.clock.start()

    def awaits_absent(self) -> bool:
        """True where somebody is on turn who answers no more."""
        live, sittings = self.state.live, self.state.sittings
        turn = live.hand.turn if live and self.state.phase is Phase.HAND else None
        return turn is not None and any(seat in sittings and sittings[seat].absent for seat in turn.seats)

    async def play_and_show(
        self,
        live: LiveHand,
        moves: tuple[Move, ...],
        carrier: Carrier | None,
        missed: tuple[Seat, ...] = (),
    ) -> None:
        """Carry out moves that nobody pressed for: absent people's, house players'. Holds the lock."""
        self.show(await self._play(live, moves, missed), carrier)

    def show(self, played: Played, carrier: Carrier | None) -> None:
        """Redraw the screen and send hidden cards; those of a new deck wait until its root is shown."""
        version = self.changed(carrier)
        seats = played.private_to
        if played.new_roots:
            self.root_version = version
            seats |= played.live.unseen_again()
        if self.screen.drawn >= self.root_version:
            self.hidden.deliver(self.state, played.live, seats)
        else:  # also where an action comes before the root of an earlier one is shown
            self.spawn(self.deliver_when_shown(self.root_version, played.live, seats))

    async def deliver_when_shown(self, version: int, live: LiveHand, seats: frozenset[Seat]) -> None:
        """Send hidden cards once that version stands on the screen: no card before its deck's root."""
        if not await self.screen.until_shown(version):
            return
        now = self.state.live  # the hand may have gone on meanwhile: what is sent is what holds now
        self.hidden.deliver(self.state, now if now and now.hand_id == live.hand_id else live, seats)

    async def _stop_for_the_books(self, error: ending.BooksDoNotBalance) -> None:
        """Nothing of the last action was kept; the table stops until a manager has looked."""
        log.error("the books do not balance table=%s reason=%s", self.id, error)
        await self.desk.store.write(lambda tx: tables.set_state(tx, self.id, "paused"))
        self.clock.stop()
        self.state.phase, self.state.note = Phase.PAUSED, _BOOKS
        self.changed(None)

    def _hand_over(self, live: LiveHand, after: ending.After) -> None:
        """The state after a hand: a pause for the showdown, then the next one; or the table's end."""
        state = self.state
        ending.stand(state, after)
        state.last_hand, state.last_dealer = live.hand, live.hand.setup.dealer
        self.hidden.forget(live.hand_id)
        if after.next_hand is None:
            state.phase = Phase.CLOSED
            self.clock.stop()
        else:
            state.phase = Phase.PAUSED if state.pausing else Phase.PAUSE
            self.clock.start()
        state.pausing = False
        state.last_hand_at = self.desk.clock.now()

    # ---- the screen

    def changed(self, carrier: Carrier | None) -> int:
        """Show the new state; on a new message where the present one has drifted away."""
        version = self.screen.changed(carrier)
        self.waiting.look()
        now, screen = self.desk.clock.now(), self.screen
        drifted = screen.messages_below > MESSAGES_BELOW_MOST and now - screen.posted_at > MOVE_EVERY
        moves = drifted or now - screen.posted_at > MESSAGE_AGE_MOST
        if self.state.phase is Phase.HAND and moves and not screen.is_turning:
            self.spawn(self.post_anew())
        return version

    async def post_anew(self, farewell: Sheet | None = None) -> None:
        """Post the screen once more, below everything; the former message loses its buttons.

        It keeps ``farewell``, or else what it shows and that the table stands further down.
        Refusal where that cannot be now: the message of a hand that is being dealt decides its deck.
        """
        if self.state.phase is Phase.DEALING:
            raise Refusal(say("The cards are being shuffled. Try again in a moment."))
        nonce = to_ms(self.desk.clock.now()) * 1000 + self.id % 1000
        try:
            message_id = await self.screen.turn_page(nonce, farewell or self.farewell(_BELOW))
        except REQUEST_FAILED as error:
            log.warning("the table could not be posted anew table=%s error=%r", self.id, error)
            self.screen.try_again()
            raise Refusal(say("The table could not be posted anew. Its old message still counts.")) from error
        await self.moved(message_id)

    async def moved(self, message_id: int) -> None:
        """Remember the message on which the table stands now; it stands there even where that fails."""
        try:
            await self.desk.store.write(lambda tx: tables.set_message(tx, self.id, message_id))
        except StoreError as error:
            log.error("a table's message could not be stored table=%s error=%r", self.id, error)

    def shown(self) -> None:
        """The newest state is on the message: people can act again if they could not."""
        self.watch.shown()
        self.clock.go_on()

    def stuck(self) -> None:
        """The turn cannot be shown: clocks stand still."""
        self.watch.stuck()
        self.clock.stand_still()

    def lost(self, error: discord.HTTPException) -> None:
        """The channel is gone or closed to the bot: clocks stand still, and see ``Watch``."""
        self.clock.stand_still()
        log.warning("a table cannot be shown table=%s code=%s", self.id, error.code)
        self.watch.lost(error)

    def farewell(self, note: Text | None = None) -> Sheet:
        """What the present message keeps when the table moves on to another: the same without buttons."""
        return self.album.sheet(replace(self.scene(live=False), note=note or self.state.note))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the table; a failure is logged, not lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        quiet = isinstance(error, (*REQUEST_FAILED, Refusal))
        log.log(logging.INFO if quiet else logging.ERROR, "table=%s", self.id, exc_info=error)

    async def stop(self) -> None:
        """The process ends: timers off, nothing moves; everything goes on after the next start."""
        self.clock.stop()
        self.watch.stop()
        self.waiting.stop()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.hidden.close()
        await self.screen.close()
