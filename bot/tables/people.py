"""Who acts, and how a wish is refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.locale import Text


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who pressed, typed or is asked for: one member of one server."""

    server_id: int
    user_id: int
    name: str = field(repr=False)
    locale: str = "en"  # a code of bot.locale.LOCALES
    manager: bool = False
    role_ids: frozenset[int] = frozenset()


class Refusal(Exception):
    """A wish that changes nothing; ``text`` tells the person, privately, why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text
