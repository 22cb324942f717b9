"""``python -m tests``: lint, format, types and all tests, the same here and in CI. Arguments go to pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
CHECKS: Final = (
    ("lint", ("ruff", "check", ".")),
    ("format", ("ruff", "format", "--check", ".")),
    ("types", ("mypy",)),
)


def main(arguments: list[str]) -> int:
    """Run the checks, then the tests; the exit code is 0 only where all of them passed."""
    failed = []
    for name, command in CHECKS:
        print(f"== {name}", flush=True)
        if subprocess.run((sys.executable, "-m", *command), cwd=ROOT, check=False).returncode:
            failed.append(name)
    print("== tests", flush=True)
    tests = (sys.executable, "-m", "pytest", "-n", "auto", "--dist", "loadfile", *arguments)
    code = subprocess.run(tests, cwd=ROOT, check=False).returncode
    if failed:
        print(f"failed before the tests: {', '.join(failed)}", flush=True)
    return code or bool(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
