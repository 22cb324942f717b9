"""The bot of a rehearsal: discord.py pointed at loopback, then the production main.

    python -m bot.rehearsal.child API_URL GATEWAY_URL [ARGUMENT …]

The token and the database come through DEALER_TOKEN and DEALER_DATABASE, as in production. When standard
input ends, because whoever started this process is gone, it asks itself to stop.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

from bot.rehearsal.point import point_discord_at

EMOJI_EVERY_SECONDS = 0.2
USAGE = "usage: python -m bot.rehearsal.child API_URL GATEWAY_URL [ARGUMENT …]"


@dataclass(frozen=True, slots=True)
class There:
    """The addresses that were given."""

    api_url: str
    gateway_url: str


def stop_with_parent() -> None:
    """Send this process SIGTERM when its standard input ends."""

    stdin = sys.stdin.fileno()

    def wait() -> None:
        while os.read(stdin, 1024):  # not the buffered reader: its lock would outlive this thread
            continue
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def main(arguments: list[str], run: Callable[[list[str]], int] | None = None) -> int:
    """Point discord.py at the given addresses and run the bot; its exit code."""
    if len(arguments) < 2:
        print(USAGE, file=sys.stderr)
        return 2
    point_discord_at(There(*arguments[:2]))
    stop_with_parent()
    return (run or _production())(arguments[2:])


def _production() -> Callable[[list[str]], int]:
    """Imported late: discord.py must be pointed at loopback before the bot is built.

    Only the cards' emojis come faster than in production: here are no limits to spare, and who tries the
    bot wants to see them in the first hand.
    """
    import bot.emojis
    from bot.__main__ import main as run_bot

    bot.emojis.UPLOAD_EVERY_SECONDS = EMOJI_EVERY_SECONDS  # type: ignore[misc]
    return run_bot


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
