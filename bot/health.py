"""The heartbeat of a running bot: a file beside the database, touched while the gateway is up.

``python -m bot health`` looks at that file only: no network, no database.
"""

from __future__ import annotations

import logging
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

BEAT_SECONDS: Final = 15
BEAT_SECONDS_MOST: Final = 60  # older than that: not healthy
assert BEAT_SECONDS * 2 < BEAT_SECONDS_MOST

log = logging.getLogger(__name__)


def beat(file: Path, now: datetime) -> None:
    """Say that this process lives and that its gateway is up at ``now``."""
    try:
        fresh = file.with_name(file.name + ".new")
        fresh.write_text(f"{os.getpid()} {now.isoformat()}\n", encoding="ascii")
        fresh.replace(file)  # so that a reader never meets half a line
    except OSError as error:
        log.warning("heartbeat not written", extra={"fields": {"file": file, "why": error.strerror}})


def stop_beating(file: Path) -> None:
    """A clean stop: health fails at once."""
    file.unlink(missing_ok=True)


def sick_because(file: Path, now: datetime) -> str | None:
    """Why the bot of that heartbeat is not healthy, in one line; None where it is."""
    try:
        process_id, beaten_at = file.read_text(encoding="ascii").split()
        age = now - datetime.fromisoformat(beaten_at)
        alive = _runs(int(process_id))
    except FileNotFoundError:
        return f"no bot runs here, or its gateway was never ready: {file} is not there"
    except (OSError, ValueError):
        return f"the heartbeat {file} cannot be read"
    if not alive:
        return f"process {process_id} is gone"
    if age > timedelta(seconds=BEAT_SECONDS_MOST):
        return f"the gateway is not ready: last heartbeat {int(age.total_seconds())} s ago"
    return None


def _runs(process_id: int) -> bool:
    if os.name == "nt":
        return True  # there the question below would end the process: the age must do
    try:
        os.kill(process_id, 0)  # signal 0 asks only whether the process is there
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
