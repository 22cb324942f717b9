"""Custom ids of every family that the bot listens to, made from the families' own patterns.

So a family that is added is attacked without a word about it here.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any, Final, get_args, get_origin

from discord import ui

from bot.client import DealerBot

ID_LENGTH_MOST: Final = 100  # Discord
WORDS: Final = (
    *("fold", "check", "call", "bet", "raise", "pass", "pay", "look", "open", "see", "join", "decline"),
    *("pack", "play", "side_show", "show", "accept", "refuse", "deal", "cut", "extend", "reveal", "cards"),
    *("more", "sit_out", "back", "top_up", "rules", "wait", "unwait", "pause", "resume", "close", "leave"),
    *("add_house", "remove_house", "hurry", "take_time", "aces", "seka", "teen_patti", "net", "hands", "a"),
    *("starting_chips", "locale", "pictures", "zone", "manager_role_id", "hands_kept_days", "four_colours"),
)
WICKED: Final = (
    *("@everyone", "@here", "<@&1>", "<@1>", "[x](https://evil.example)", "https://evil.example", "||x||"),
    *("\u202edrow", "**bold**", "`code`", "</bank grant:1>", "<t:1>", "x" * 40, "'; DROP TABLE players; --"),
    *("=1+1", "\n# head", "\u0000", "😀" * 32, "٣", "", " "),
)
_TEMPLATES: Final = ("aces.1.2.3.4.5.6", "....", "aces.zzzzzzzzzz.1.1.1.1.1.1.1.1", "nogame.1.1.1", "0.0.0.0")


_KINDS: Final[dict[Any, int]] = {
    ui.Button: 2,
    ui.Select: 3,
    ui.RoleSelect: 6,
}  # Discord's types of components


def families_of(bot: DealerBot) -> dict[re.Pattern[str], int]:
    """The pattern of every family, with the type of component that carries it."""
    found = bot._connection._view_store._dynamic_items
    return {pattern: _KINDS[get_origin(get_args(one.__orig_bases__[0])[0])] for pattern, one in found.items()}  # type: ignore[attr-defined]


class Smith:
    """Forges custom ids; ``numbers`` are ids and numbers that mean something to the bot."""

    def __init__(self, dice: random.Random, families: Mapping[re.Pattern[str], int]) -> None:
        self._dice, self._families = dice, families
        self.numbers: list[int] = [1]

    def forge(self) -> tuple[str, int]:
        """One of any family, or near it, and the type of its component."""
        dice = self._dice
        family = dice.choice(list(self._families))
        made = self.of(family)
        if dice.random() < 0.1:
            made = (
                dice.choice(WICKED) if dice.random() < 0.3 else made + dice.choice((":", "1", ":1", "x", " "))
            )
        return made[:ID_LENGTH_MOST], self._kind(made[:ID_LENGTH_MOST])

    def _kind(self, made: str) -> int:
        return next((kind for family, kind in self._families.items() if family.fullmatch(made)), 2)

    def of(self, family: re.Pattern[str]) -> str:
        """One that the family's pattern matches."""
        for _ in range(50):
            made = self._from(re._parser.parse(family.pattern, family.flags))  # type: ignore[attr-defined]
            if len(made) <= ID_LENGTH_MOST and family.fullmatch(made):
                return made
        raise AssertionError(f"nothing was made of {family.pattern}")

    def number(self, digits: int = 18) -> str:
        """Mostly one that means something."""
        dice = self._dice
        if dice.random() < 0.75:
            return str(dice.choice(self.numbers))[:digits]
        return dice.choice(
            ("0", "1", "9" * digits, str(2**63)[:digits], "0" * digits, str(dice.getrandbits(30)))
        )

    def _from(self, parsed: Any) -> str:
        return "".join(self._one(operation, argument) for operation, argument in parsed)

    def _one(self, operation: Any, argument: Any) -> str:
        dice, name = self._dice, str(operation)
        match name:
            case "LITERAL":
                return chr(argument)
            case "ANY":
                return dice.choice("ab1:@*\n")
            case "IN":
                return self._letter(argument)
            case "BRANCH":
                return self._from(dice.choice(argument[1]))
            case "SUBPATTERN":
                return self._from(argument[3])
            case "MAX_REPEAT":
                return self._repeated(*argument)
        raise AssertionError(f"a pattern with {name}")

    def _letter(self, members: Any) -> str:
        name, argument = self._dice.choice(members)
        if str(name) == "RANGE":
            return chr(self._dice.randint(*argument))
        return chr(argument)

    def _repeated(self, least: int, most: Any, inner: Any) -> str:
        """Digits are a number, letters a word, anything is what is wicked; else so many of it."""
        dice, most = self._dice, min(int(most), 90)
        shown = str(inner)
        if "ANY" in shown:
            return dice.choice(WICKED)[:most] or "x"
        if "(48, 57)" in shown and "(97, 122)" not in shown:
            return self.number(most)
        if "(97, 122)" in shown:
            return dice.choice(_TEMPLATES if "46" in shown else WORDS)[:most]
        return "".join(self._from(inner) for _ in range(dice.randint(least, most)))
