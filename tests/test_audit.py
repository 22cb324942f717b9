"""The audit of the pins finds what a service knows, and says plainly where none could be asked."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from tests.audit import verdict

SOUND = {"name": "a", "version": "1.0", "vulns": []}
FLAWED = {"name": "b", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]}
UNKNOWN = {"name": "c", "skip_reason": "not found"}


def says(**services: list[dict[str, Any]] | None) -> tuple[int, str]:
    """The verdict where the services answer so; None: cannot be reached."""

    def ask(service: str) -> dict[str, Any] | None:
        found = services.get(service)
        return None if found is None else {"dependencies": found}

    code, lines = verdict(ask)
    return code, "\n".join(lines)


def test_a_known_vulnerability_fails_and_is_named() -> None:
    """With its package, its id and what mends it."""
    code, told = says(osv=[SOUND, FLAWED])
    assert code == 1 and "b 2.0: PYSEC-1, mended in 2.1" in told and "2 pins asked of osv, 1 known" in told


def test_sound_pins_pass_and_unknown_ones_are_named() -> None:
    """Nothing is passed over in silence."""
    assert says(osv=[SOUND, UNKNOWN]) == (
        0,
        "audit: 1 pins asked of osv, 0 known vulnerabilities; unknown there: c",
    )


def test_the_second_service_is_asked_where_the_first_is_silent() -> None:
    """Unreachable, or it knows none of the packages."""
    assert says(osv=None, pypi=[FLAWED])[0] == 1
    assert says(osv=[UNKNOWN], pypi=[FLAWED])[0] == 1


def test_without_any_service_it_says_that_it_was_not_run() -> None:
    """One line; the tests go on."""
    code, told = says(osv=None, pypi=[UNKNOWN])
    assert code == 0 and "NOT RUN" in told


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("requests.exceptions.ConnectionError: no name", 0, "NOT RUN"),
        ("ERROR:pip_audit._cli:requirement file requirements.txt contains invalid specifier", 1, "specifier"),
        ("", 1, "it said nothing"),
    ],
)
def test_an_audit_that_breaks_does_not_pass_for_want_of_a_network(
    monkeypatch: pytest.MonkeyPatch, said: str, code: int, told: str
) -> None:
    """Only a connection that failed excuses it."""

    def ended(*_: object, **__: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, stdout="", stderr=said)

    monkeypatch.setattr(subprocess, "run", ended)
    found, lines = verdict()
    assert found == code and told in "\n".join(lines)
