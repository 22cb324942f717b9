"""House rules of Teen Patti."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.errors import InputError
from engine.options import Options, choice, whole

BOOT_MOST = 1_000_000


@dataclass(frozen=True)
class TeenPattiOptions(Options):
    """``boot`` and ``spread_max`` are in chips; ``blind_turns_max`` 0 is no limit."""

    game: ClassVar[str] = "teen_patti"

    jokers: int = choice("C1.1", 0, 1, 2)
    direction: str = choice("C1.2", "ccw", "cw")
    next_dealer: str = choice("C1.2", "winner", "rotate")
    boot: int = whole("C1.3", 1, 1, BOOT_MOST)
    ante: str = choice("C1.3", "each", "dealer", "blinds")
    limit: str = choice("C2.3", "fixed", "spread", "pot", "none")
    spread_max: int = whole("C2.3", 20, 2, 20 * BOOT_MOST)
    circles_max: int = whole("C2.5", 30, 1, 1000)
    blind_turns_max: int = whole("C2.5", 0, 0, 1000)
    third_offer: str = choice("C4.2", "received", "same_asker", "consecutive")
    refused: str = choice("C4.4", "pass_on", "bet_again")
    show: str = choice("C5.1", "strict", "pagat")
    tie_show: str = choice("C5.3", "split", "asker_loses")
    a23_suited: str = choice("C7.2", "round", "color")
    a23_place: str = choice("C7.2", "second", "first")
    suits: str = choice("C7.4", "rank", "split")
    clean: str = choice("C7.5", "same_rank", "class")

    @property
    def minimum_bet(self) -> int:
        """Chips that a seen player pays at first: twice the boot (C1.3)."""
        return 2 * self.boot

    def check(self) -> None:
        """A spread limit is even and leaves room for the minimum bet (C2.3)."""
        if self.limit == "spread" and (self.spread_max % 2 or self.spread_max < self.minimum_bet):
            raise InputError(
                "spread_max_unfit",
                f"option spread_max takes an even number from {self.minimum_bet}, twice the boot, "
                f"not {self.spread_max}",
                option="spread_max",
                value=self.spread_max,
                least=self.minimum_bet,
            )
