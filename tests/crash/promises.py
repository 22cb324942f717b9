"""What must hold after every kill and every start, from what players saw and what the database holds."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

from bot.rehearsal.seen import Seen
from bot.store import hands
from engine.cards import HIDDEN, Card
from engine.game import Hand, Seat, View
from tests.crash.books import Books, cards_line, replayed
from tests.crash.club import CHANNEL, NAMES, Club, on_turn, plays

STARTING_CHIPS: Final = 1000
EMPTY_ANSWERS: Final = ("update", "deferred_update")  # redrawn, or acknowledged empty
SETTLE_SECONDS_MOST: Final = 8.0


@dataclass
class Promises:
    """Follows one club through its kills."""

    club: Club
    dealt_to: dict[int, tuple[int, bytes]] = field(default_factory=dict)  # by hand: message id and nonce
    cards_seen: dict[tuple[int, str], str] = field(default_factory=dict)  # by hand number and name
    deals: dict[tuple[int, str], int] = field(default_factory=dict)  # the same: in which deal, 0 unless told
    resumed: int = 0
    voided: int = 0
    adopted: int = 0

    # ---- when the process is dead

    async def after_kill(self) -> Books:
        """Nothing acknowledged is lost, the books balance, no card has changed."""
        books = await self.club.books()
        self._balance(books)
        self._acknowledged(books)
        self._same_cards(books)
        return books

    def _balance(self, books: Books) -> None:
        assert books.report.clean, books.report.violations
        assert books.report.chips == STARTING_CHIPS * books.report.players

    def _acknowledged(self, books: Books) -> None:
        """Every action whose press was answered by the table is stored once, in the order of the answers."""
        stored = {
            one.interaction_id: (hand_id, one.seq)
            for hand_id, actions in books.actions.items()
            for one in actions
            if one.interaction_id is not None
        }
        places = []
        done: set[tuple[str, str]] = set()
        for press in self.club.presses:
            interaction = self.club.wire.world.backend.interactions[press.interaction_id]
            answered = interaction.response_kind in EMPTY_ANSWERS
            tapped_again = (press.name, press.custom_id) in done
            if press.custom_id.startswith("p:") and answered and not tapped_again:
                assert press.interaction_id in stored, f"lost: {press}"
                hand_id, seq = stored[press.interaction_id]
                *_, verb, amount = press.custom_id.split(":")
                action = books.actions[hand_id][seq - 1]
                assert (action.verb, action.amount) == (verb, int(amount)), (press, action)
                places.append((hand_id, seq))
                done.add((press.name, press.custom_id))
        assert places == sorted(places), "stored in another order than pressed"

    def _same_cards(self, books: Books) -> None:
        """A hand keeps its message and its nonce, and what a player once read of his cards stays true."""
        for row in books.hand_of.values():
            if row.message_id is not None and row.state != "void":
                known = self.dealt_to.setdefault(row.hand_id, (row.message_id, row.nonce))
                assert known == (row.message_id, row.nonce), f"hand {row.number} was dealt again"
        for name in NAMES:
            for message in self.club.wire.dm(name):
                number, cards = _cards_of(message)
                if number:
                    before = self.cards_seen.get((number, name), "")
                    if not cards.startswith(before):  # in a svara, and only there, he gets others
                        deal = self._deal_of(books, number)
                        assert deal > self.deals.get((number, name), 0), f"{name} had {before}, now {cards}"
                        self.deals[number, name] = deal
                    self.cards_seen[number, name] = cards

    def _deal_of(self, books: Books, number: int) -> int:
        """The newest deal of that hand: 0, or the number of its svara."""
        row = next(one for one in books.hand_of.values() if one.number == number)
        return replayed(books, row, self.club.key_file).view(None).deal

    # ---- when it is back

    async def after_start(self, before: Books) -> Books:
        """The same hand goes on where it stood, or is void by the rules; one message has buttons."""
        live = before.live
        assert live is not None and before.table is not None
        posted = self._post_of(live) if live.state == "posting" else None
        if live.state == "posting" and posted is None:
            await self.club.until_screen(lambda one: f"Hand {live.number} is void" in one.text)
            self.voided += 1
        elif live.state in ("posting", "dealt"):
            await self.club.until_screen(lambda one: "goes on" in one.text)
        else:
            await self.club.until_screen(lambda one: live.commitment.hex() in one.text)
        await self._settled()
        books = await self.after_kill()
        screen = self.club.screen()
        assert books.table is not None and books.live is not None and screen is not None
        if live.state == "dealt" or posted is not None:
            self._goes_on(before, books, screen, posted)
        elif live.state == "posting":
            assert books.hand_of[live.hand_id].state == "void"
            assert "No bets had been made" in screen.text and "Its seed was" in screen.text
            assert books.live.number == live.number + 1
        else:
            assert (books.live.hand_id, books.live.commitment) == (live.hand_id, live.commitment)
            assert live.commitment.hex() in screen.text
        return books

    def _goes_on(self, before: Books, books: Books, screen: Seen, posted: int | None) -> None:
        live, was = books.live, before.live
        assert live is not None and was is not None
        assert (live.hand_id, live.state) == (was.hand_id, "dealt")
        assert books.actions[live.hand_id] == before.actions[was.hand_id]
        if posted is None:
            self.resumed += 1
        else:
            assert live.message_id == posted
            self.adopted += 1
        hand = replayed(books, live, self.club.key_file)
        self._shown(books, hand.view(None), screen)
        for seat, name in books.names.items():
            if any(one.seat == seat for one in live.seats if one.plays) and (cards := _known(hand, seat)):
                own = cards_line(cards)
                assert self.cards_seen[live.number, name] == own

    def _shown(self, books: Books, view: View, screen: Seen) -> None:
        """The table shows that hand: its pot, whose turn it is, and the cards that lie open."""
        assert view.turn is not None
        assert _pot_of(view) in screen.text, screen.text
        assert on_turn(screen) in [books.names[seat] for seat in view.turn.seats]  # an offer awaits several
        assert all(one.split(":")[3] == str(view.turn.number) for one in plays(screen))
        for seat in view.seats:
            if seat.cards and seat.status in ("in", "all_in"):
                assert cards_line(seat.cards) in screen.text, (seat, screen.text)

    def _post_of(self, row: hands.HandRow) -> int | None:
        """The message that was posted for a hand before its id could be stored; None where none was."""
        for seen in self.club.wire.messages(CHANNEL):
            if any(one.custom_id.endswith(f":{row.hand_id}:extend") for one in seen.buttons):
                return seen.id
        return None

    async def _settled(self) -> None:
        """Wait until everything is drawn and sent: exactly one message with buttons, all cards delivered."""
        club = self.club
        books = await club.books()
        live = books.live
        wanted: dict[str, tuple[int, str]] = {}
        view: View | None = None
        if live is not None and live.state == "dealt":
            hand = replayed(books, live, club.key_file)
            view = hand.view(None)
            for seat, name in books.names.items():
                if any(one.seat == seat and one.plays for one in live.seats) and (
                    cards := _known(hand, seat)
                ):
                    wanted[name] = (live.number, cards_line(cards))

        def settled() -> bool:
            latest = {name: _cards_of(club.wire.dm(name)[-1]) for name in wanted if club.wire.dm(name)}
            drawn = len(club.alive()) == 1 and (view is None or _is_drawn(view, club.alive()[-1]))
            return drawn and all(latest.get(name) == told for name, told in wanted.items())

        try:
            async with asyncio.timeout(SETTLE_SECONDS_MOST):
                while not (settled() and (await club.books()).message_id == club.alive()[-1].id):
                    changes = club.wire.world.backend.changes
                    await changes.after(changes.version, timeout_seconds=0.1)
        except TimeoutError:
            told = {name: [one.text for one in club.wire.dm(name)[-1:]] for name in wanted}
            alive = [(one.id, one.text) for one in club.alive()]
            raise AssertionError(f"not settled: wanted {view} {wanted}, sent {told}, alive {alive}") from None


def _is_drawn(view: View, screen: Seen) -> bool:
    """Whether that is drawn, not an older state, which says as well that the hand goes on."""
    number = str(view.turn.number) if view.turn is not None else ""
    return _pot_of(view) in screen.text and all(one.split(":")[3] == number for one in plays(screen))


def _pot_of(view: View) -> str:
    """What the table writes of the pot."""
    return f"**pot {view.pot}**"


def _known(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat has seen of its own; none while it plays dark or blind."""
    cards = hand.view(seat).seat(seat).cards
    return () if HIDDEN in cards else cards


def _cards_of(message: Seen) -> tuple[int, str]:
    """Hand number and cards of a direct message; 0 where it tells of none."""
    head, _, rest = message.text.partition("Your cards: **")
    number = head.rpartition("· hand ")[2].partition(" ")[0]
    return (int(number), rest.partition("**")[0]) if rest and number.isdecimal() else (0, "")
