"""Everything the engine refuses, with stable codes.

    EngineError
    ├── InputError       a card, game, option or value that does not exist or does not fit
    ├── IllegalAction    an action that the rules do not allow now
    └── RecordError      a record or proof that does not hold together

``code`` is stable and names the reason; ``params`` are the values that a text about it needs.
``str(error)`` is one English line for the command line and for logs: it never holds hidden cards.
"""

from __future__ import annotations


class EngineError(Exception):
    """The family's root: a stable code, its parameters and one English line."""

    def __init__(self, code: str, text: str, **params: object) -> None:
        super().__init__(text)
        self.code = code
        self.params = params


class InputError(EngineError):
    """Something given from outside does not exist or does not fit."""


class IllegalAction(EngineError):
    """The rules do not allow this action now."""


class RecordError(EngineError):
    """A record or a proof contradicts itself or the rules."""
