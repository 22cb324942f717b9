"""An evening on an offline Discord, and what must hold after it, as the flow tests have them."""

from tests.flow.conftest import all_is_well, database, friends, recorder, wire

__all__ = ["all_is_well", "database", "friends", "recorder", "wire"]
