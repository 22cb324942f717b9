"""House rules of Seka."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from engine.options import Options, choice, switch, whole


@dataclass(frozen=True)
class SekaOptions(Options):
    """``ante`` is in chips, ``max_bet`` in antes or the pot, ``svara_price`` the share of the pot to join."""

    game: ClassVar[str] = "seka"

    ante: int = whole("B3.1", 1, 1, 1_000_000)
    jokers: int = choice("B1.1", 1, 2, 3, 4, 0)
    seka_clean: str = choice("B2.1", "any", "same_rank")
    compare_cards: bool = switch("B2.4")
    joker_no_duplicate: bool = switch("B2.5")
    next_dealer: str = choice("B3.1", "clockwise", "winner")
    max_bet: str = choice("B3.4", "pot", "3x", "4x", "5x", "none")
    circles_max: int = whole("B3.6", 20, 1, 1000)
    dark: bool = choice("B4.1", True, False)
    dark_price: str = choice("B4.3", "half", "full_double")
    look: bool = choice("B5.1", True, False)
    look_first_circle: bool = switch("B5.1")
    look_target: str = choice("B5.1", "any", "previous", "next")
    look_tie: str = choice("B5.2", "looker_drops", "both_stay", "target_drops")
    svara_price: str = choice("B6.2", "1/2", "1/3", "1")
    svara_join: str = choice("B6.3", "dealt_in", "nobody", "whole_table")
    svara_max: int = whole("B6.4", 5, 0, 100)

    def bet_cap(self, pot: int) -> int | None:
        """The most chips of one payment where the pot holds so many (B3.4); None: no limit."""
        if self.max_bet == "none":
            return None
        return pot if self.max_bet == "pot" else int(self.max_bet.removesuffix("x")) * self.ante

    def join_price(self, pot: int) -> int:
        """What a joiner of a svara pays, rounded up (B6.2)."""
        return -(-pot * Fraction(self.svara_price) // 1)
