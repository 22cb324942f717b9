"""Options that several commands have: what they take, what is said of them, and what they offer."""

from __future__ import annotations

from typing import Final

from discord.app_commands import Choice, Range, locale_str

from bot.locale.translator import choice_name
from bot.show.draft import MIXED, STAKE_MOST
from bot.show.words import game_name, mixed_name
from bot.tables.house_rules import NAME_LENGTH_MOST
from bot.tables.terms import CHIPS_MOST
from engine.games import GAMES

CHOICES_MOST: Final = 25  # Discord
CHOICE_LENGTH_MOST: Final = 100  # Discord

Chips = Range[int, 1, CHIPS_MOST]
Stake = Range[int, 1, STAKE_MOST]
RulesName = Range[str, 1, NAME_LENGTH_MOST]
TableNumber = Range[int, 1, 1_000_000]
Number = Range[int, 1, 99_999]  # of a season or a night

STAKE: Final = locale_str("The stake in chips: the small bet, the ante or the boot")
RULES: Final = locale_str("House rules that this server keeps")
TABLE: Final = locale_str("The table's number, where the channel has several")

GAME_CHOICES: Final = [Choice(name=choice_name(game_name(key)), value=key) for key in GAMES]
MIXED_CHOICES: Final = [Choice(name=choice_name(mixed_name(one)), value=one) for one in MIXED]
TABLE_CHOICES: Final = [*GAME_CHOICES, *MIXED_CHOICES]
