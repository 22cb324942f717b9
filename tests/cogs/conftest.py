"""An evening on an offline Discord, as the flow tests have it."""

from tests.flow.conftest import database, friends, recorder, wire, world

__all__ = ["database", "friends", "recorder", "wire", "world"]
