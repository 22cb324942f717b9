"""Paying to have the hands opened when two are left: both price tables (rules C5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.teen_patti.options import TeenPattiOptions
from engine.teen_patti.state import AGAIN, Player

if TYPE_CHECKING:
    from engine.teen_patti.betting import TeenPattiHand


def show_price(options: TeenPattiOptions, stake: int, asker: Player, other: Player) -> int | None:
    """What a show costs the asker in chips, None where he may not ask (the tables of C5.1)."""
    strict = options.show == "strict"
    if asker.seen == other.seen:
        return stake // asker.weight
    if asker.seen:
        return 2 * stake if strict else None
    return None if strict else stake // 2


def the_other(hand: TeenPattiHand, player: Player) -> Player | None:
    """The one other player who can still pay, None where there are more or none (B7.3)."""
    others = [p for p in hand.players if p.able and p.seat != player.seat]
    return others[0] if len(others) == 1 else None


def why_not_show(hand: TeenPattiHand, player: Player) -> str:
    """The code of what keeps the player on turn from a show, empty where he may (C5)."""
    other = the_other(hand, player)
    if other is None or hand.phase == AGAIN:
        return "show_too_many"
    costs = show_price(hand.rules, hand.stake, player, other)
    if costs is None:
        return "show_against_blind" if player.seen else "show_against_seen"
    if not player.seen and hand.blind_turns_left(player) == 0:
        return "blind_turns_used_up"
    return "show_short" if player.stack < costs else ""
