"""The codes with which Discord refuses a request, as far as the bot does something of its own about them."""

from __future__ import annotations

from typing import Final

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_SERVER: Final = 10004
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_WEBHOOK: Final = 10015  # nothing was answered yet to speak behind
UNKNOWN_INTERACTION: Final = 10062  # its time is over
UNKNOWN_EVENT: Final = 10070
TOO_MANY_OLD_EDITS: Final = 30046
ALREADY_ANSWERED: Final = 40060
NO_ACCESS: Final = 50001
NO_PERMISSION: Final = 50013
ARCHIVED: Final = 50083
# Nothing can be posted or redrawn in that channel, as things are.
LOST: Final = (UNKNOWN_CHANNEL, UNKNOWN_SERVER, NO_ACCESS, NO_PERMISSION, ARCHIVED)
