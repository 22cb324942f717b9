"""Asking the previous player to compare in private, and when he cannot refuse (rules C4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.cards import HIDDEN
from engine.errors import IllegalAction, InputError
from engine.game import Action, Seat
from engine.teen_patti.ranking import strength
from engine.teen_patti.state import AGAIN, Offer, Player

if TYPE_CHECKING:
    from engine.teen_patti.betting import TeenPattiHand

FORCED_FROM: Final = 3  # the third offer and every later one cannot be refused


def why_not_ask(hand: TeenPattiHand, player: Player) -> str:
    """The code of what keeps the player on turn from asking, empty where he may (C4.1, C4.4, C5.2)."""
    able = [p for p in hand.players if p.able]
    if hand.phase == AGAIN:
        return "side_show_once"
    if not player.seen:
        return "side_show_unseen"
    if len(able) < 3:
        return "side_show_too_few"
    if not all(p.seen for p in able):
        return "side_show_against_blind"
    return "side_show_short" if player.stack < hand.stake else ""


def asked_by(hand: TeenPattiHand, place: int) -> int:
    """The place of the previous player who can still pay (C4.1)."""
    while True:
        place = (place - 1) % len(hand.players)
        if hand.players[place].able:
            return place


def cannot_refuse(rule: str, offers: Sequence[Offer], offer: Offer) -> bool:
    """Is ``offer``, made after those, one that has to be accepted (C4.2)? ``rule``: ``third_offer``."""
    if rule == "same_asker":
        offers = [o for o in offers if o.asker == offer.asker]
    return row(rule, offers, offer.asked, offer.circle) + 1 >= FORCED_FROM


def row(rule: str, offers: Sequence[Offer], asked: Seat, circle: int) -> int:
    """How many of the offers to a seat count when ``circle`` is played; a row can be broken (C4.2)."""
    circles = [o.circle for o in offers if o.asked == asked]
    if rule != "consecutive":
        return len(circles)
    length = 0
    for here in reversed(circles):
        if circle - here > 1:  # a whole circle passed without an offer to him
            break
        length, circle = length + 1, here
    return length


def compared(hand: TeenPattiHand, asker: Player, asked: Player, action: Action) -> Seat:
    """Who drops: the lower hand, of equal ones the asker (C4.3).

    An exported hand tells it where it hides the cards (``InputError`` ``card_hidden`` where it does not);
    what it tells must be true (``IllegalAction`` ``dropped_false``).
    """
    told = action.dropped
    if HIDDEN in (*asker.cards, *asked.cards):
        if told not in (asker.seat, asked.seat):
            raise InputError("card_hidden", f"who dropped by the side show of seat {asker.seat} is not told")
        return told
    better = strength(asker.cards, hand.rules) > strength(asked.cards, hand.rules)
    true = asked.seat if better else asker.seat
    if told is not None and told != true:
        raise IllegalAction("dropped_false", f"seat {told} did not drop by the side show", dropped=told)
    return true
