"""A player's own cards in words, for his direct message and for My cards. No buttons."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from bot.locale import Text, frame, say
from bot.show.cards import LETTERS, CardLook, cards_text, ranked_text
from bot.show.names import safe_name
from bot.show.words import game_name
from engine.cards import HIDDEN, Card
from engine.game import Ranked, SeatView

TEXT_LENGTH_AIM: Final = 1900  # over it cards are letters; Discord takes 2 000


@dataclass(frozen=True, slots=True)
class Revealed:
    """Another's hand that was shown to one player alone; ``name`` as that person wrote it."""

    name: str
    cards: tuple[Card, ...] = field(repr=False)
    ranked: Ranked | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class HiddenCards:
    """What one player may know of his own cards, and of others' that were shown to him alone.

    ``seat_view`` is his part of his own View; ``see`` what the button that shows them is called at the table.
    """

    server_name: str
    channel_id: int
    table_number: int
    hand_number: int
    seat_view: SeatView = field(repr=False)
    common: tuple[Card, ...]
    game: str
    see: str
    revealed: tuple[Revealed, ...] = field(default=(), repr=False)
    practice: bool = False
    look: CardLook = LETTERS


def hidden_text(hidden: HiddenCards, locale: str) -> str:
    """The message's text, the same for the direct message and for My cards."""
    text = _text(hidden, locale)
    return text if len(text) <= TEXT_LENGTH_AIM else _text(replace(hidden, look=LETTERS), locale)


def _text(hidden: HiddenCards, locale: str) -> str:
    lines: list[Text] = [_where(hidden), *_own(hidden)]
    for one in hidden.revealed:
        lines.append(
            say(
                "{name} showed you: {cards}",
                name=safe_name(one.name),
                cards=cards_text(one.cards, hidden.look),
            )
        )
        if one.ranked is not None:
            lines.append(_best(ranked_text(one.ranked, hidden.look)))
    return "\n".join(line.to(locale) for line in lines)


def _where(hidden: HiddenCards) -> Text:
    where: dict[str, Text | str | int] = {
        "server": safe_name(hidden.server_name, 40),
        "channel": hidden.channel_id,
        "table": hidden.table_number,
        "hand": hidden.hand_number,
        "game": game_name(hidden.game),
    }
    head = say("**{server}** · <#{channel}> · table {table} · hand {hand} · {game}", **where)
    if hidden.practice:
        head = say("**{server}** · <#{channel}> · practice table {table} · hand {hand} · {game}", **where)
    if svara := hidden.seat_view.deck:  # what stands above it may tell of the cards before it
        return frame("{head} · {svara}", head=head, svara=say("svara {number}", number=svara))
    return head


def _own(hidden: HiddenCards) -> list[Text]:
    own = hidden.seat_view
    if own.status == "not_dealt" or not own.cards:
        return [say("You have no cards in this hand.")]
    if all(card == HIDDEN for card in own.cards):
        return [_unseen(own, hidden.see)]
    lines = [say("Your cards: **{cards}**", cards=cards_text(own.cards, hidden.look))]
    if own.ranked is not None:
        hand = ranked_text(own.ranked, hidden.look)
        if hidden.common:
            common = cards_text(hidden.common, hidden.look)
            lines.append(say("Best hand with {common}: {hand}", common=common, hand=hand))
        else:
            lines.append(_best(hand))
    if own.status == "folded":
        lines.append(say("You are out of this hand."))
    return lines


def _best(hand: Text) -> Text:
    return say("Best hand: {hand}", hand=hand)


def _unseen(own: SeatView, see: str) -> Text:
    if own.status == "folded":
        return say("You are out of this hand and have not seen your cards.")
    if own.sight == "dark":
        return say(
            "You play dark: you have not seen your cards. On your turn you may press {button}.", button=see
        )
    if own.sight == "blind":
        return say(
            "You play blind: you have not seen your cards. On your turn you may press {button}.", button=see
        )
    return say("You have not seen your cards.")
