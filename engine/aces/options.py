"""House rules of Aces, Straights and Flushes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.options import Options, switch, whole


@dataclass(frozen=True)
class AcesOptions(Options):
    """``unit`` is in chips; the switches change what the joker may be and how equal hands end."""

    game: ClassVar[str] = "aces"

    unit: int = whole("A1.2", 1, 1, 1_000_000)
    open_hand_counts_joker: bool = switch("A2.3")
    joker_fully_wild: bool = switch("A4.4")
    double_ace_flush: bool = switch("A4.4")
    natural_beats_joker: bool = switch("A4.4")
