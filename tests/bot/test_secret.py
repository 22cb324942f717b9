"""The installation's secret: made once, known again, refused when it is another."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.secret import SecretError, check_value, find_secret, secret_of

HEX = "00ff" * 16


def test_the_first_start_makes_a_key_file_for_its_owner_alone(tmp_path: Path) -> None:
    """32 random bytes in hex, mode 0600, the same at the next start."""
    key_file = tmp_path / "data" / "dealer.key"
    secret = find_secret(None, key_file, None, renew=False)
    assert len(secret) == 32
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert find_secret(None, key_file, check_value(secret), renew=False) == secret


def test_two_installations_have_two_secrets(tmp_path: Path) -> None:
    """Nothing about the secret is fixed."""
    first = find_secret(None, tmp_path / "a.key", None, renew=False)
    assert first != find_secret(None, tmp_path / "b.key", None, renew=False)


def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """One line that says what to do."""
    key_file = tmp_path / "dealer.key"
    key_file.write_text(HEX)
    key_file.chmod(0o640)
    with pytest.raises(SecretError, match="chmod 600"):
        find_secret(None, key_file, None, renew=False)


def test_a_lost_key_file_refuses_to_start(tmp_path: Path) -> None:
    """The database was used with a secret: no new one takes its place by itself."""
    key_file = tmp_path / "dealer.key"
    with pytest.raises(SecretError, match="--void-live"):
        find_secret(None, key_file, check_value(b"the old one"), renew=False)
    assert not key_file.exists()


def test_another_secret_refuses_to_start(tmp_path: Path) -> None:
    """Given by the settings or by the file, it must be the database's."""
    known = check_value(secret_of(HEX))
    assert find_secret(SecretStr(HEX), tmp_path / "no.key", known, renew=False) == bytes.fromhex(HEX)
    with pytest.raises(SecretError, match="not the secret"):
        find_secret(SecretStr("f" * 64), tmp_path / "no.key", known, renew=False)


def test_a_start_that_was_cut_short_leaves_no_half_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends before the key is whole: the next start makes one as if nothing had been."""

    def ends(descriptor: int) -> None:
        raise KeyboardInterrupt

    key_file = tmp_path / "dealer.key"
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("os.fsync", ends)
        find_secret(None, key_file, None, renew=False)
    assert not key_file.exists()
    secret = find_secret(None, key_file, None, renew=False)
    assert secret == find_secret(None, key_file, check_value(secret), renew=False)
    assert list(tmp_path.iterdir()) == [key_file]


def test_void_live_takes_another_secret(tmp_path: Path) -> None:
    """The hands in play are given up, so a lost key is replaced and a changed one taken."""
    known = check_value(b"the old one")
    assert len(find_secret(None, tmp_path / "dealer.key", known, renew=True)) == 32
    assert find_secret(SecretStr("f" * 64), tmp_path / "x.key", known, renew=True) == b"\xff" * 32


def test_a_secret_is_hex_or_text() -> None:
    """At least 32 hexadecimal digits are bytes, anything else is itself."""
    assert secret_of(HEX + "\n") == bytes.fromhex(HEX)
    assert secret_of("ffff") == b"ffff"
    assert secret_of("a sentence that only we know") == b"a sentence that only we know"


@pytest.mark.parametrize("content", [b"", b"short\n", b"\xff\xfe\xfd" * 8])
def test_a_broken_key_file_is_refused(tmp_path: Path, content: bytes) -> None:
    """Too little, or no text: one line, and the file stays as it is."""
    key_file = tmp_path / "dealer.key"
    key_file.write_bytes(content)
    key_file.chmod(0o600)
    with pytest.raises(SecretError) as caught:
        find_secret(None, key_file, None, renew=False)
    assert "\n" not in str(caught.value)
    assert key_file.read_bytes() == content


def test_the_check_value_does_not_hold_the_secret() -> None:
    """It is no seed of a hand either: its domain is its own."""
    assert bytes.fromhex(HEX) not in check_value(bytes.fromhex(HEX))
    assert check_value(b"a" * 32) != check_value(b"b" * 32)
