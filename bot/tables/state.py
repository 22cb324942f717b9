"""What a table remembers between presses, and the scene that shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from bot.locale import Text
from bot.show.scene import NextGame, Phase, Scene, SeatScene, Terms
from bot.store import practice
from bot.tables import mixed
from bot.tables.mixed import Course
from engine.game import Event, Game, Hand, Seat, Setup

MISSES_MOST: Final = 2  # so many turns without an answer in a row, and a player sits out


@dataclass(frozen=True, slots=True)
class Sitting:
    """One player at the table. ``stack`` is in the ledger; a hand's payments come off at its end."""

    sitting_id: int
    player_id: int
    user_id: int
    name: str = field(repr=False)  # no log names people
    locale: str
    seat: Seat
    stack: int
    state: str = "in"  # in, out, leaving
    misses: int = 0
    top_up: int = 0  # chips that come when the hand is over
    kicked: bool = False  # plays this hand, then leaves

    @property
    def is_house(self) -> bool:
        """True for a house player: the bot decides for it, from its seat's View alone."""
        return self.user_id < 0

    @property
    def absent(self) -> bool:
        """True for who answers no more in this hand: his turns pass as silence (rule P3)."""
        return self.state == "leaving" or self.misses >= MISSES_MOST


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody who waits for a seat. ``message_id``: the line that asks him, 0 while there is none."""

    player_id: int
    user_id: int
    name: str = field(repr=False)
    message_id: int = 0


@dataclass(frozen=True, slots=True)
class NextHand:
    """The hand whose commitment is shown already."""

    hand_id: int
    number: int
    nonce: bytes
    commitment: bytes
    words: tuple[tuple[Seat, str], ...] = ()
    ready: frozenset[Seat] = frozenset()  # who pressed Deal now


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A hand that was dealt: in play, or just over and still on the table."""

    hand_id: int
    number: int
    hand: Hand
    key: bytes = field(repr=False)
    roots: tuple[str, ...]  # hex, one a deck
    dealt: tuple[Sitting, ...]  # who is dealt in, as they sat at the deal
    aside: tuple[Sitting, ...] = ()  # the others of the table, whom a svara may take in (B6.3)
    events: tuple[Event, ...] = ()  # the public ones
    timed_out: frozenset[int] = frozenset()  # the places of those that silence brought
    actions: int = 0  # how many are stored
    extended: bool = False

    def sitting(self, seat: Seat) -> Sitting | None:
        """Who has that seat in this hand, dealt in or not; None where it has no such seat."""
        return next((one for one in (*self.dealt, *self.aside) if one.seat == seat), None)

    def awaits_as(self, other: LiveHand) -> bool:
        """True where both await the same decision, of those who have not answered yet."""
        mine, others = self.hand.turn, other.hand.turn
        if mine is None or others is None:
            return False
        return (self.hand_id, mine.number) == (other.hand_id, others.number)

    def unseen_again(self) -> frozenset[Seat]:
        """Who plays a further deal without having seen it: what he was sent of an earlier one is gone."""
        if len(self.roots) < 2:
            return frozenset()
        seats = self.hand.view(None).seats
        return frozenset(one.seat for one in seats if one.status == "in" and one.sight not in ("", "seen"))

    def after(self, hand: Hand) -> LiveHand:
        """The hand gone on; whom a further deal has taken in counts as dealt in."""
        if not self.aside:
            return replace(self, hand=hand)
        out = {one.seat for one in hand.view(None).seats if one.status == "not_dealt"}
        joined = tuple(one for one in self.aside if one.seat not in out)
        if not joined:
            return replace(self, hand=hand)
        dealt = tuple(sorted((*self.dealt, *joined), key=lambda one: one.seat))
        aside = tuple(one for one in self.aside if one.seat in out)
        return replace(self, hand=hand, dealt=dealt, aside=aside)


@dataclass(slots=True)
class TableState:
    """All of a table that changes; replaced piece by piece, after the commit that says so."""

    table_id: int
    number: int
    server_id: int
    channel_id: int
    terms: Terms
    game: Game
    host_player_id: int
    phase: Phase
    sittings: dict[Seat, Sitting] = field(default_factory=dict)
    opener_name: str = field(default="", repr=False)  # of a host who has not sat down yet
    opener_ids: tuple[int, int] = (0, 0)  # his player id and user id
    next_hand: NextHand | None = None
    live: LiveHand | None = None
    setup: Setup | None = None  # what is fixed while the hand's message is being posted
    last_hand: Hand | None = None  # the last one that was played to its end
    last_dealer: Seat | None = None
    deadline: datetime | None = None
    note: Text | None = None
    word: Text | None = None  # about people or permissions: stands until the next hand is dealt
    closing: bool = False  # closes when the hand is over
    pausing: bool = False  # is paused when the present turn is over
    paused_at: datetime | None = None
    waiting: tuple[Waiter, ...] = ()  # for a seat, in order
    last_hand_at: datetime | None = None  # when one was over, or the table was opened
    course: Course = field(default_factory=Course)  # of a table of several games

    @property
    def books_id(self) -> int:
        """The server id that its books stand under: Discord's, or that of the practice books."""
        return self.server_id if self.terms.practice is None else practice.books_of(self.server_id)

    def of_user(self, user_id: int) -> Sitting | None:
        """That person's sitting, None where he has none here."""
        return next((one for one in self.sittings.values() if one.user_id == user_id), None)

    def in_hand(self, sitting: Sitting) -> bool:
        """True while that sitting plays in a hand that goes on."""
        if self.live is None or self.live.hand.result is not None:
            return False
        return any(one.sitting_id == sitting.sitting_id for one in self.live.dealt)

    def free_seat(self) -> Seat | None:
        """The first free seat; None at a full table."""
        return next(iter(self.free_seats()), None)

    def free_seats(self) -> tuple[Seat, ...]:
        """The seats that nobody holds, the lowest first.

        One that was held in the hand that is shown is the last choice, and none while another hand is to
        follow by itself.
        """
        free = [seat for seat in range(1, self.terms.seats_most + 1) if seat not in self.sittings]
        shown = {one.seat for one in (self.live.dealt if self.live else ())}
        others = [seat for seat in free if seat not in shown]
        return (*others, *(seat for seat in free if seat in shown and self.is_at_rest()))

    def is_at_rest(self) -> bool:
        """True where no hand is played and none will follow by itself: too few are ready for one."""
        return self.phase is Phase.PAUSE and not self.is_enough()

    def update(self, sitting: Sitting, **changes: object) -> Sitting:
        """Put a changed sitting in the old one's place."""
        changed = replace(sitting, **changes)  # type: ignore[arg-type]
        self.sittings[sitting.seat] = changed
        return changed

    def ready(self) -> tuple[Sitting, ...]:
        """Who would be dealt into a hand now, clockwise."""
        reserve = mixed.reserve(self)
        return tuple(
            one for _, one in sorted(self.sittings.items()) if one.state == "in" and one.stack >= reserve
        )

    def is_enough(self) -> bool:
        """True where enough are ready for a hand; house players do not play among themselves."""
        ready = self.ready()
        return len(ready) >= self.game.seats_least and not all(one.is_house for one in ready)

    def people(self) -> dict[Seat, Sitting]:
        """Who sits here but for house players."""
        return {seat: one for seat, one in self.sittings.items() if not one.is_house}

    def awaits_people(self) -> bool:
        """True where somebody is on turn who is no house player."""
        turn = self.live.hand.turn if self.live else None
        return turn is not None and any(not self.is_house(seat) for seat in turn.seats)

    def is_house(self, seat: Seat) -> bool:
        """True where a house player sits there."""
        return seat in self.sittings and self.sittings[seat].is_house

    def host_name(self) -> str:
        """The host's name, from his seat or from when he opened the table."""
        seated = (one.name for one in self.sittings.values() if one.player_id == self.host_player_id)
        return next(seated, self.opener_name)

    def is_host(self, user_id: int) -> bool:
        """True for the host, who need not have a seat."""
        mine = self.of_user(user_id)
        if mine is not None:
            return mine.player_id == self.host_player_id
        return (self.host_player_id, user_id) == self.opener_ids


def public_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that everybody may know."""
    return tuple(event for event in events if event.audience is None)


def seat_state(state: TableState, sitting: Sitting) -> str:
    """The word that a scene shows for a sitting: in, out, leaving, left, short."""
    if state.sittings.get(sitting.seat) is None:
        return "left"
    if sitting.kicked:
        return "leaving"
    short = sitting.stack + sitting.top_up < mixed.reserve(state)
    if sitting.state == "in" and short and not state.in_hand(sitting):
        return "short"
    return sitting.state


def scene_of(state: TableState, *, live: bool = True) -> Scene:
    """The table as everybody may see it now; without buttons where ``live`` is False."""
    hand, following = state.live, state.next_hand
    cut = {seat for seat, _ in following.words} if following else set()
    dealing = following if state.phase is Phase.DEALING else None
    shown = hand or dealing
    return Scene(
        table_id=state.table_id,
        number=state.number,
        phase=state.phase,
        terms=state.terms,
        host_name=state.host_name(),
        seats=tuple(
            SeatScene(
                one.seat,
                one.user_id,
                one.name,
                one.stack,
                seat_state(state, one),
                one.seat in cut,
                one.misses >= MISSES_MOST,
            )
            for one in sorted(_shown_sittings(state), key=lambda one: one.seat)
        ),
        hand_id=shown.hand_id if shown else 0,
        hand_number=shown.number if shown else 0,
        view=hand.hand.view(None) if hand else None,
        events=hand.events if hand else (),
        timed_out=hand.timed_out if hand else frozenset(),
        deadline_s=int(state.deadline.timestamp()) if state.deadline and live else None,
        extended=hand.extended if hand else False,
        root=hand.roots[-1] if hand and hand.roots else "",
        next_hand_id=following.hand_id if following else 0,
        next_commitment=following.commitment.hex() if following else "",
        note=state.note,
        word=state.word,
        waiting=tuple(one.name for one in state.waiting),
        pausing=state.pausing,
        next_game=_next_game(state),
        live=live and state.phase is not Phase.CLOSED,
    )


def _next_game(state: TableState) -> NextGame | None:
    if not state.terms.mixed or state.phase not in (Phase.WAITING, Phase.PAUSE, Phase.PAUSED):
        return None
    if state.live is not None and state.live.hand.result is None:
        return None
    dealer, games = mixed.dealer_of_next(state), state.terms.games
    place = mixed.next_place(state)
    picks: tuple[bool, ...] = ()
    if state.terms.mixed == mixed.CHOICE and dealer is not None:
        picks = tuple(mixed.setup_for(state, one, dealer) is not None for one in games)
    rules = games[place] if place is not None else None
    return NextGame(dealer, rules, picks, mixed.picked(state), mixed.awaits_pick(state))


def _shown_sittings(state: TableState) -> list[Sitting]:
    """Who sits here, and who has left since the hand that is still shown."""
    gone = [one for one in (state.live.dealt if state.live else ()) if one.seat not in state.sittings]
    return [*state.sittings.values(), *gone]
