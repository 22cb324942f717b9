"""The check of a hand's shuffle in plain words, and what came of all promises of a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ui
from discord.utils import snowflake_time

from bot.locale import Text, listed, raw, say, say_many
from bot.show.names import safe_name
from bot.show.paper import Paper
from engine.game import Seat

HOLDS, FAILS, LOOK = "✅", "❌", "👀"
ROOTS_TOLD_MOST: Final = 3
TEXT_LENGTH_MOST: Final = 3900  # Discord takes 4 000
_LINK: Final = "https://discord.com/channels/{server}/{channel}/{message}"


@dataclass(frozen=True, slots=True)
class Cut:
    """Who gave a word for the shuffle; ``name`` as that person wrote it, empty for who is forgotten."""

    name: str
    seat: Seat

    @property
    def shown(self) -> str:
        """The name, or the seat."""
        return safe_name(self.name) if self.name else f"#{self.seat}"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of a hand shows. ``refused``: why its file does not hold; hex texts as at the table.

    ``seed`` and ``words`` are opened for a hand that is void, whose ``reason`` stands here too.
    """

    table_number: int
    number: int
    server_id: int
    channel_id: int | None
    message_id: int | None
    hand_id: int
    committed_at_s: int
    commitment: str
    roots: tuple[str, ...]
    cuts: tuple[Cut, ...]
    players: int
    openings: int
    own: int
    refused: str | None = None
    seed: str | None = None
    words: tuple[tuple[Seat, str], ...] = ()
    reason: Text | None = None


@dataclass(frozen=True, slots=True)
class Voided:
    """A hand that is void; its seed where it is known."""

    table_number: int
    number: int
    hand_id: int
    message_id: int | None
    reason: Text
    seed: str | None


@dataclass(frozen=True, slots=True)
class Counted:
    """How many hands of a server were played, are open, are void by reason, and had a cut."""

    played: int
    open: int
    voided: tuple[tuple[Text, int], ...]
    cut: int
    emptied: int


def checked_view(checked: Checked, locale: str) -> ui.LayoutView:
    """The check of one hand."""
    return _view(_checked_lines(checked), locale)


def trust_view(counted: Counted, voided: Sequence[Voided], cut: str, locale: str) -> ui.LayoutView:
    """What came of all promises, how to check them, and what none of this proves.

    ``cut``: what that button is called at the server's tables.
    """
    return _view(_trust_lines(counted, voided, cut), locale)


def _view(lines: Iterable[Text], locale: str) -> ui.LayoutView:
    text = "\n".join(line.to(locale) for line in lines)
    if len(text) > TEXT_LENGTH_MOST:
        text = text[:TEXT_LENGTH_MOST].rpartition("\n")[0] + "\n…"
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(text, id=2), id=1)
    view = Paper()
    view.add_item(box)
    return view


def _checked_lines(checked: Checked) -> list[Text]:
    at = f"<t:{checked.committed_at_s}:f>"
    lines = [
        say("**Hand {number} at table {table}: was it dealt as promised?**", **_which(checked)),
        say(
            "{mark} **Promise.** Fixed {time}, before anybody could add a word, and shown at the table: "
            "`{commitment}`. The seed that dealt this hand makes it.",
            mark=HOLDS,
            time=at,
            commitment=checked.commitment,
        ),
        _cut_line(checked),
    ]
    if checked.message_id is not None:
        lines.append(_message_line(checked, checked.message_id))
    lines += _deck_lines(checked)
    lines += _void_lines(checked) if checked.seed is not None else _play_lines(checked)
    lines.append(
        say(
            "{mark} **Yours to compare.** Whether promise and deck are those that stood at the table, only "
            "you can see: “Promise for the next shuffle” stands on the table's message before this "
            "hand's, “Deck of this hand” on this hand's.",
            mark=LOOK,
        )
    )
    return lines


def _which(checked: Checked) -> dict[str, int]:
    return {"number": checked.number, "table": checked.table_number}


def _cut_line(checked: Checked) -> Text:
    if not checked.cuts:
        return say(
            "{mark} **Cut.** Nobody added a word. So whoever runs this bot could have posted the hand again "
            "until its id gave a deck that he liked.",
            mark=LOOK,
        )
    return say(
        "{mark} **Cut.** Players who added a word to the shuffle: {count} of {players} ({names}).",
        mark=HOLDS,
        count=len(checked.cuts),
        players=max(checked.players, len(checked.cuts)),
        names=listed(cut.shown for cut in checked.cuts),
    )


def _message_line(checked: Checked, message_id: int) -> Text:
    link = _LINK.format(server=checked.server_id, channel=checked.channel_id, message=message_id)
    return say(
        "{mark} **Message.** Then the hand was posted, and Discord chose the id of its message: "
        "{message_id}, {time} ({link}).",
        mark=LOOK,
        message_id=f"`{message_id}`",
        time=f"<t:{int(snowflake_time(message_id).timestamp())}:T>",
        link=link,
    )


def _deck_lines(checked: Checked) -> list[Text]:
    lines = [
        say(
            "{mark} **Deck.** Seed, ids and words make the deck that the message named as "
            "“Deck of this hand” before a card was sent: {root}",
            mark=HOLDS,
            root=f"`{root}`",
        )
        for root in checked.roots[:ROOTS_TOLD_MOST]
    ]
    more = len(checked.roots) - ROOTS_TOLD_MOST
    if more > 0:
        lines.append(
            say_many("{count} further deck is in the file.", "{count} further decks are in the file.", more)
        )
    return lines


def _play_lines(checked: Checked) -> list[Text]:
    if checked.refused is not None:
        return [
            say("{mark} **The file of this hand does not hold:** {why}", mark=FAILS, why=raw(checked.refused))
        ]
    return [
        say(
            "{mark} **Cards.** Cards that you may see and that are proved to be of that deck: {count}, "
            "of them dealt to you: {own}.",
            mark=HOLDS,
            count=checked.openings,
            own=checked.own,
        ),
        say(
            "{mark} **Play.** Played again by the rules, the hand ends with the same pots and stacks.",
            mark=HOLDS,
        ),
    ]


def _void_lines(checked: Checked) -> list[Text]:
    words = [f"#{seat} “{safe_name(word, 60)}”" for seat, word in checked.words]
    return [
        say("**Void:** {reason}", reason=checked.reason or raw("")),
        say(
            "So its seed is open, and anybody can make the whole deck: seed `{seed}`, hand id {hand_id}, "
            "message {message_id}, words: {words}.",
            seed=checked.seed or "",
            hand_id=checked.hand_id,
            message_id=checked.message_id or say("none"),
            words=listed(words) if words else say("none"),
        ),
    ]


def _trust_lines(counted: Counted, voided: Sequence[Voided], cut: str) -> list[Text]:
    lines = [
        say("**Can you trust the deal?**"),
        say(
            "Every hand begins with a promise that is shown before it. Hands that were played: {played}. "
            "Void: {voided}. Promised and not over yet: {open}. There are no others.",
            played=counted.played,
            voided=sum(count for _, count in counted.voided),
            open=counted.open,
        ),
        *(say("• void {count}: {reason}", count=count, reason=reason) for reason, count in counted.voided),
        *_cuts_lines(counted, cut),
    ]
    if voided:
        lines.append(say("**The last that are void**, with their seeds opened:"))
        lines += [_voided_line(one) for one in voided]
    lines += [
        say(
            "**Check one yourself:** {/hand verify} tells what it shows in plain words and gives you a file; "
            "`python -m engine verify` of this bot's source checks the file without the bot. "
            "Before the deal, press {button} and add a word of yours: then nobody can have chosen the deck.",
            button=cut,
        ),
        say(
            "**What none of this proves.** Whoever runs this bot can look at the deck: the seed lies in his "
            "hands while the hand is played. And where no player added a word, he could have dealt again, "
            "by posting the hand's message anew, until a deck pleased him. Play with people whom you trust."
        ),
    ]
    return lines


def _cuts_lines(counted: Counted, button: str) -> list[Text]:
    known = counted.played - counted.emptied
    lines = [
        say(
            "Hands to whose shuffle a player added a word ({button}): {cut} of {count}.",
            button=button,
            cut=counted.cut,
            count=known,
        )
    ]
    if counted.emptied:
        lines.append(say("Older hands whose course is no longer kept: {count}.", count=counted.emptied))
    return lines


def _voided_line(one: Voided) -> Text:
    if one.seed is None:
        return say(
            "• table {table}, hand {number}: {reason} Its seed is lost with the secret that made it.",
            table=one.table_number,
            number=one.number,
            reason=one.reason,
        )
    return say(
        "• table {table}, hand {number}: {reason} Seed `{seed}`, hand id {hand_id}, message {message_id}.",
        table=one.table_number,
        number=one.number,
        reason=one.reason,
        seed=one.seed,
        hand_id=one.hand_id,
        message_id=one.message_id or say("none"),
    )
