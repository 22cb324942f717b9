"""A hand that is over or void, put together again from what is stored of it.

Its cards follow from the secret and the stored nonce; they are compared with the roots that were shown. What
a reader may see of them, his own View of each step decides, as it did at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.locale import Text, say
from bot.show.scene import Phase, Practice, Scene, SeatScene, Terms
from bot.store import Tx, hands, players, practice, privacy, tables
from bot.store.hands import ActionRow, HandRow
from bot.store.players import PlayerRow
from bot.store.tables import TableRow
from bot.tables.play import SILENCE
from bot.tables.voiding import setup_of
from engine.errors import EngineError
from engine.game import Action, Game, Seat, View
from engine.proof import HandShuffle
from engine.record import Replayed, steps
from engine.shuffle import DeckProof, commitment, seed_of, shuffled

NOT_KEPT = say(
    "The course of this hand is not kept any more: "
    "this server keeps hands for some time only. What it moved stays in the books."
)
NOT_DEALT = say("No card of it was dealt.")
SECRET_CHANGED = say("Its cards cannot be put together again: the secret of this bot has changed since.")
NOT_REBUILT = say("It cannot be put together again.")


@dataclass(frozen=True, slots=True)
class Stored:
    """All that the store holds about one hand."""

    row: HandRow
    table: TableRow
    people: Mapping[Seat, PlayerRow]
    words: tuple[tuple[Seat, str], ...]
    roots: tuple[bytes, ...]
    actions: tuple[ActionRow, ...]
    emptied: bool = False  # its words, roots and actions are no longer kept

    @property
    def practice(self) -> bool:
        """True for a hand at a practice table."""
        return practice.is_practice(self.row.server_id)

    def seat_of(self, user_id: int) -> Seat | None:
        """Where that person sat, None for who did not."""
        return next((seat for seat, one in self.people.items() if one.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class Past:
    """The hand again. ``steps``: every deal and action; empty where ``missing`` says why there are none."""

    stored: Stored
    steps: tuple[Replayed, ...] = field(repr=False)
    shuffle: HandShuffle | None = None  # where the secret is still the one that dealt it
    missing: Text | None = None

    @property
    def row(self) -> HandRow:
        """The hand as it is stored."""
        return self.stored.row

    def view(self, step: int, reader: Seat | None) -> View:
        """What that seat, or with None everybody, knew after a step, counted from 1."""
        return self.steps[step - 1].step.hand.view(reader)

    def scene(self, view: View) -> Scene:
        """The table as it was, with that View on it: for its reader alone unless it is the public one."""
        stored = self.stored
        last = self.steps[-1].step.hand
        events = tuple(
            event for replayed in self.steps for event in replayed.step.events if event.audience is None
        )
        stacks = {one.seat: one.stack for one in view.seats}
        return Scene(
            table_id=stored.table.table_id,
            number=stored.table.number,
            phase=Phase.CLOSED,
            terms=Terms(
                last.setup.game,
                last.setup.options,
                seats_most=len(stored.people),
                buy_in_least=1,
                buy_in_most=1,
                practice=Practice() if stored.practice else None,
            ),
            host_name="",
            seats=tuple(
                SeatScene(seat, one.user_id or 0, one.name, stacks.get(seat, 0))
                for seat, one in sorted(stored.people.items())
            ),
            hand_id=stored.row.hand_id,
            hand_number=stored.row.number,
            view=view,
            events=events if view.result is not None else (),
            live=False,
        )

    def timed_out(self, step: int) -> bool:
        """True where that step came because somebody's time ran out."""
        number = self.steps[step - 1].number
        return bool(number) and self.stored.actions[number - 1].source == SILENCE


async def load(tx: Tx, hand_id: int) -> Stored:
    """Read a hand; ``Refused`` (no_such_row) where there is none."""
    row = await hands.get(tx, hand_id)
    return Stored(
        row=row,
        table=await tables.get(tx, row.table_id),
        people={one.seat: await players.get(tx, one.player_id) for one in row.seats},
        words=tuple((word.seat, word.word) for word in await hands.words(tx, hand_id)),
        roots=tuple(await hands.roots(tx, hand_id)),
        actions=tuple(await hands.actions(tx, hand_id)),
        emptied=await privacy.is_emptied(tx, hand_id),
    )


def rebuild(stored: Stored, games: Mapping[str, Game], secret: bytes) -> Past:
    """Deal and play it again."""
    row = stored.row
    if stored.emptied:
        return Past(stored, (), _shuffle(stored, secret), NOT_KEPT)
    if row.message_id is None or row.game is None:
        return Past(stored, (), _shuffle(stored, secret), NOT_DEALT)
    shuffle = _shuffle(stored, secret)
    if shuffle is None:
        return Past(stored, (), missing=SECRET_CHANGED)
    game = games[row.game]
    setup = setup_of(game, row)
    pack = game.pack(setup.options)
    decks = [shuffled(shuffle.key, number, pack) for number in range(len(stored.roots))]
    made = tuple(DeckProof(shuffle.key, number, deck).root for number, deck in enumerate(decks))
    if made != stored.roots:
        return Past(stored, (), shuffle, NOT_REBUILT)
    actions = [Action(one.seat, one.verb, one.amount, one.target) for one in stored.actions]
    try:
        _start, *played = steps(setup, decks, actions)
    except EngineError:
        return Past(stored, (), shuffle, NOT_REBUILT)
    return Past(stored, tuple(played), shuffle)


def _shuffle(stored: Stored, secret: bytes) -> HandShuffle | None:
    row = stored.row
    seed = seed_of(secret, row.nonce)
    if commitment(seed) != row.commitment:
        return None
    return HandShuffle(seed, row.hand_id, row.message_id or 0, stored.words)
