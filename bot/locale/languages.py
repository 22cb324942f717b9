"""The languages that the bot speaks, and which of them a Discord locale means."""

from __future__ import annotations

from typing import Final

ENGLISH: Final = "en"
NAMES: Final = {ENGLISH: "English", "ru": "Русский", "pt_BR": "Português (Brasil)"}  # each in itself
LOCALES: Final = tuple(NAMES)  # a catalogue for each but English lies in this folder


def locale_of(discord_locale: str) -> str:
    """The language for a Discord locale code such as ``en-GB``; English where there is none."""
    code = discord_locale.replace("-", "_")
    return next((known for known in LOCALES if known in (code, code.split("_")[0])), ENGLISH)
