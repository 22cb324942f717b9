"""What a seat may do now and what it costs, and why not more (rules C2, C4.2, C4.4, B7.1, B7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import Action, Choice
from engine.teen_patti.show import show_price, the_other, why_not_show
from engine.teen_patti.side_show import why_not_ask
from engine.teen_patti.state import ANSWER, ASKED, Player, most, price

if TYPE_CHECKING:
    from engine.teen_patti.betting import TeenPattiHand

SEEN_PRICE: Final = "seen_price"  # what seeing binds to: from then on the full price
_SEE: Final = Choice("see", binds_to=SEEN_PRICE)
_PACK: Final = Choice("pack")
_ACCEPT, _REFUSE = Choice("accept"), Choice("refuse")

_REASONS: Final = {
    "seen_already": "the cards are seen already",
    "blind_turns_used_up": "no further blind payment is allowed: see or pack",
    "refuse_forced": "this offer cannot be refused",
    "fill_up_first": "only what is lacked to all-in hands can be paid",
    "side_show_once": "a side show was asked for in this turn",
    "side_show_unseen": "only who has seen his cards may ask for a side show",
    "side_show_too_few": "a side show takes three who can still pay",
    "side_show_against_blind": "a side show is possible when nobody who can still pay is blind",
    "side_show_short": "the stack is less than the price",
    "show_too_many": "a show takes exactly two who can still pay",
    "show_against_seen": "a blind player may not ask for a show against one who has seen",
    "show_against_blind": "a player who has seen may not ask for a show against a blind one",
    "show_short": "the stack is less than the price of a show",
}


def cost(hand: TeenPattiHand, player: Player) -> int:
    """What the player on turn pays at least to stay, his stack aside."""
    if hand.phase == ASKED:
        return sum([-(-worth // player.weight) for _, worth in hand.asked()])  # half of each, rounded up
    return price(hand.stake, player)


def choices(hand: TeenPattiHand) -> tuple[Choice, ...]:
    """What the awaited seat may do."""
    if hand.phase == ANSWER:
        return (_ACCEPT,) if hand.forced else (_ACCEPT, _REFUSE)
    player, offered = hand.on_turn, []
    if not player.seen:
        offered.append(_SEE)
    if player.seen or hand.blind_turns_left(player) != 0:
        offered.append(_play(hand, player))
    if hand.phase != ASKED:
        if not why_not_ask(hand, player):
            offered.append(Choice("side_show", hand.stake, hand.stake))
        other = the_other(hand, player)
        if other is not None and not why_not_show(hand, player):
            costs = show_price(hand.rules, hand.stake, player, other) or 0
            offered.append(Choice("show", costs, costs))
    return (*offered, _PACK)


def _play(hand: TeenPattiHand, player: Player) -> Choice:
    """From the price to the limit; who has less pays all he has (C2.3, B7.1)."""
    least = cost(hand, player)
    if player.stack <= least or hand.phase == ASKED:
        least = min(least, player.stack)
        return Choice("play", least, least)
    highest = most(hand.rules, hand.stake, player, hand.turn_pot)
    return Choice("play", least, highest, step=2 if player.seen else 1)


def reason(hand: TeenPattiHand, action: Action) -> tuple[str, str] | None:
    """Code and text why a verb of this game is not offered to the awaited seat, as ``_REASONS``."""
    code, player = "", hand.on_turn
    if hand.phase == ANSWER:
        code = "refuse_forced" if action.verb == "refuse" else ""
    elif action.verb == "see":
        code = "seen_already"
    elif action.verb == "play":
        code = "blind_turns_used_up"
    elif action.verb in ("side_show", "show") and hand.phase == ASKED:
        code = "fill_up_first"
    elif action.verb == "side_show":
        code = why_not_ask(hand, player)
    elif action.verb == "show":
        code = why_not_show(hand, player)
    return (code, _REASONS[code]) if code else None
