"""Decks that a test chooses, so that it knows who wins."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.cards import Card


def stack_decks(monkeypatch: pytest.MonkeyPatch, *decks: Sequence[Card]) -> None:
    """From now on deck k of every hand is the k-th of these, the last one again and again."""

    def shuffled(key: bytes, deck_number: int, pack: Sequence[Card]) -> tuple[Card, ...]:
        deck = tuple(decks[min(deck_number, len(decks) - 1)])
        assert sorted(deck) == sorted(pack)
        return deck

    for dealer in ("bot.tables.play", "bot.history.past"):
        monkeypatch.setattr(f"{dealer}.shuffled", shuffled)
