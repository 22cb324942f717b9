"""A hand that is over as a file to take away, and the check of its shuffle that the file allows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC

from bot.clock import from_ms
from bot.history.past import Past
from bot.locale import say
from bot.show.trust import Checked, Counted, Cut, Voided
from bot.store.history import TrustRow
from bot.tables.people import Refusal
from bot.tables.voiding import reason_text
from engine import phh
from engine.cards import HIDDEN, spell
from engine.errors import EngineError
from engine.export import export
from engine.game import Seat
from engine.record import read


def file_name(past: Past) -> str:
    """The name of its file."""
    return f"table-{past.stored.table.number}-hand-{past.row.number}.phh"


def file_text(past: Past, reader: Seat | None, *, names: bool = False) -> str:
    """The hand history of that reader; names of people only where he asks for them.

    Refusal for a hand that did not come to its end.
    """
    if past.missing is not None:
        raise Refusal(past.missing)
    if past.row.state != "over":
        raise Refusal(say("That hand is void: it has no end that could be written down."))
    day = from_ms(past.row.over_at_ms or 0).astimezone(UTC)
    about = phh.About(
        hand=past.row.number,
        table=str(past.stored.table.number),
        day=(day.year, day.month, day.day),
        names=_names(past) if names else None,
    )
    hand = past.steps[-1].step.hand
    return phh.write(read(export(hand, reader, past.shuffle)), about)


def _names(past: Past) -> Mapping[Seat, str]:
    return {seat: one.name for seat, one in past.stored.people.items()}


def check(past: Past, reader: Seat | None) -> tuple[Checked, str | None]:
    """What a check of the hand shows, and the file that it read, None for a hand that is void.

    The promise is compared with the secret's seed and the roots with the decks when a hand is rebuilt; the
    file is checked as anybody checks it who has nothing else.
    """
    row, shuffle = past.row, past.shuffle
    if shuffle is None:
        assert past.missing is not None
        raise Refusal(past.missing)
    text, openings, own, refused = None, 0, 0, None
    if row.state == "over":
        text = file_text(past, reader)
        try:
            history = phh.read(text)
            history.verify()
        except EngineError as error:
            refused = str(error)
        else:
            lines = history.told["actions"]
            dealt = [line for line in lines if line.startswith("d dh ") and not line.endswith(spell(HIDDEN))]
            openings = len(dealt)
            if reader is not None:
                number = history.players.index(reader) + 1
                own = sum(line.startswith(f"d dh p{number} ") for line in dealt)
    dealt_in = past.steps[0].step.hand.view(None).order if past.steps else ()
    checked = Checked(
        table_number=past.stored.table.number,
        number=row.number,
        server_id=abs(row.server_id),
        channel_id=row.channel_id,
        message_id=row.message_id,
        hand_id=row.hand_id,
        committed_at_s=row.committed_at_ms // 1000,
        commitment=row.commitment.hex(),
        roots=tuple(root.hex() for root in past.stored.roots),
        cuts=tuple(Cut(past.stored.people[seat].name, seat) for seat, _ in past.stored.words),
        players=len(dealt_in),
        openings=openings,
        own=own,
        refused=refused,
        seed=shuffle.seed.hex() if row.state == "void" else None,
        words=past.stored.words if row.state == "void" else (),
        reason=reason_text(row.void_reason) if row.state == "void" else None,
    )
    return checked, text


def counted(row: TrustRow) -> Counted:
    """What came of all promises, with the reasons in words."""
    reasons = tuple((reason_text(reason), count) for reason, count in row.voided.items())
    return Counted(row.played, row.open, reasons, row.cut, row.emptied)


def voided(past: Past) -> Voided:
    """A hand that is void, with its seed where the secret still makes it."""
    row = past.row
    return Voided(
        table_number=past.stored.table.number,
        number=row.number,
        hand_id=row.hand_id,
        message_id=row.message_id,
        reason=reason_text(row.void_reason),
        seed=past.shuffle.seed.hex() if past.shuffle is not None else None,
    )
