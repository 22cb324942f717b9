"""The secret of the installation, from which every hand's seed is made.

It comes from ``DEALER_SECRET`` or from a key file of mode 0600, which is made at the first start and
which backups leave out. The database keeps a check value of it, so that a start with a wrong or a lost
secret is refused: the hands in play could not be dealt on with the same cards.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import stat
from pathlib import Path
from typing import Final

from pydantic import SecretStr

SECRET_BYTES: Final = 32
SECRET_BYTES_LEAST: Final = 16
_HEX: Final = re.compile(r"(?:[0-9a-fA-F]{2}){16,}")
_CHECK_DOMAIN: Final = b"dealers-choice/1/secret-check\0"
_FOR_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class SecretError(Exception):
    """The secret cannot be used; one line that says why and what to do."""


def secret_of(text: str) -> bytes:
    """The bytes of a secret as it is written: hexadecimal digits where there are at least 32, else UTF-8."""
    text = text.strip()
    return bytes.fromhex(text) if _HEX.fullmatch(text) else text.encode()


def check_value(secret: bytes) -> bytes:
    """What the database keeps of a secret: enough to know it again, of no use to find it."""
    return hmac.digest(secret, _CHECK_DOMAIN, "sha256")


def find_secret(given: SecretStr | None, key_file: Path, known_check: bytes | None, *, renew: bool) -> bytes:
    """The secret to run with; ``SecretError`` where there is none or not the one of the database.

    ``known_check`` is the check value in the database, None in a new one: only then, or with ``renew``
    (``--void-live``: open hands are given up), a key file is made where none is, or another secret taken.
    """
    may_change = known_check is None or renew
    if given is not None:
        secret = secret_of(given.get_secret_value())
    elif key_file.exists():
        secret = _read(key_file)
    elif may_change:
        secret = _make(key_file)
    else:
        raise SecretError(
            f"the key file {key_file} is gone: put it back, or start with --void-live, "
            "which voids the hands in play and makes a new one"
        )
    if not may_change and not hmac.compare_digest(check_value(secret), known_check or b""):
        raise SecretError(
            "this is not the secret that the database was used with: give it the right one, "
            "or start with --void-live, which voids the hands in play"
        )
    return secret


def _read(key_file: Path) -> bytes:
    try:
        mode = key_file.stat().st_mode
        text = key_file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SecretError(f"the key file {key_file} cannot be read: {_why(error)}") from None
    if os.name != "nt" and mode & _FOR_OTHERS:
        raise SecretError(f"the key file {key_file} can be read by others: chmod 600 {key_file}")
    secret = secret_of(text)
    if len(secret) < SECRET_BYTES_LEAST:
        raise SecretError(f"the key file {key_file} holds less than {SECRET_BYTES_LEAST} bytes")
    return secret


def _make(key_file: Path) -> bytes:
    """A new key file, whole or not at all: a start that is cut short must not leave an empty one."""
    secret = secrets.token_bytes(SECRET_BYTES)
    fresh = key_file.with_name(key_file.name + ".new")
    try:
        key_file.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secret.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(key_file)
    except OSError as error:
        raise SecretError(f"the key file {key_file} cannot be made: {_why(error)}") from None
    return secret


def _why(error: Exception) -> str:
    return error.strerror or "no reason given" if isinstance(error, OSError) else "it is no text"
