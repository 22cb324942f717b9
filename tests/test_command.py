"""``python -m tests`` starts on machines of every kind."""

from __future__ import annotations

import os

import pytest

from tests.__main__ import workers


def test_cores_are_counted_where_the_system_tells_of_no_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS: all that there are; and where even that is unknown, one."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {2, 3, 5}, raising=False)
    assert workers() == 4
    monkeypatch.delattr(os, "sched_getaffinity")
    for told, wanted in ((8, 9), (None, 2)):
        monkeypatch.setattr(os, "cpu_count", lambda told=told: told)
        assert workers() == wanted
