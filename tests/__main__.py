"""``python -m tests``: lint, format, types and all tests, the same here and in CI. Arguments go to pytest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
CHECKS: Final = (
    ("lint", ("ruff", "check", ".")),
    ("format", ("ruff", "format", "--check", ".")),
)
# Whole files to each worker, in the order of tests/conftest.py.
TESTS: Final = ("pytest", "--dist", "loadfile", "--no-loadscope-reorder")


def workers() -> int:
    """One more than there are cores for us: now and then one waits for a browser, a process or the disk."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) + 1
    return (os.cpu_count() or 1) + 1  # macOS tells of all cores only


def main(arguments: list[str]) -> int:
    """Run the checks and the tests; the exit code is 0 only where all of them passed."""
    failed = []
    for name, command in CHECKS:
        print(f"== {name}", flush=True)
        if _run(*command):
            failed.append(name)
    module = (sys.executable, "-m", "mypy")  # beside the tests: it uses one core
    with subprocess.Popen(module, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as types:
        print("== tests", flush=True)
        code = _run(*TESTS, "-n", str(workers()), *arguments)
        print("== types", types.communicate()[0].decode(), sep="\n", end="", flush=True)
    if types.returncode:
        failed.append("types")
    if failed:
        print(f"failed beside the tests: {', '.join(failed)}", flush=True)
    return code or bool(failed)


def _run(*module: str) -> int:
    return subprocess.run((sys.executable, "-m", *module), cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
