"""Everything the store refuses, with stable codes.

    StoreError                the root; also: the disk, the file or the connection failed (code ``failed``)
    ├── CannotOpen            the file cannot be used: in_use unusable foreign corrupt newer older missing
    │                         exists other_shards
    └── Refused               the books or the order of things forbid it; nothing was changed
        └── NotEnoughChips    an account would fall below zero; ``available`` is what is there

Codes of ``Refused`` are the words that the database's triggers raise (``not_the_next_action``,
``hand_not_in_that_state``, ``interaction_used`` …), ``key_reused``, ``seat_taken``, ``seated_already``,
``no_such_row`` and else ``constraint``. ``str(error)`` is one English line that says what and what to do; it
never holds values of secrets.
"""

from __future__ import annotations


class StoreError(Exception):
    """The family's root: a stable code and one English line."""

    def __init__(self, text: str, *, code: str = "failed") -> None:
        super().__init__(text)
        self.code = code


class CannotOpen(StoreError):
    """The database file cannot be opened as the store."""


class Refused(StoreError):
    """The books or the order of things forbid it; nothing was changed."""


class NotEnoughChips(Refused):
    """An account would fall below zero; it holds ``available`` chips."""

    def __init__(self, available: int, wanted: int) -> None:
        super().__init__(f"only {available} chips are there, not {wanted}", code="not_enough_chips")
        self.available = available
        self.wanted = wanted
