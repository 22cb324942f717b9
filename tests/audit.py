"""Known vulnerabilities in the pinned versions: ``python -m tests.audit``, in CI before the tests.

pip-audit asks a service of advisories about every pin of every requirements file. A vulnerability is exit 1
with its id and the version that mends it, and so is an audit that fails of itself. Where no service can be
reached, or none knows the packages, it says NOT RUN in one line and exit 0: a machine without that network
can still test everything else.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
SERVICES: Final = ("osv", "pypi")
SECONDS_MOST: Final = 120
UNREACHABLE: Final = ("requests.exceptions.", "urllib3.exceptions.")  # else the audit itself is broken

Ask = Callable[[str], dict[str, Any] | None]


class Broken(Exception):
    """pip-audit ended without a verdict, and not for want of a network; its last line."""


def asked(service: str) -> dict[str, Any] | None:
    """What that service says about all pins, as JSON; None where it cannot be reached. ``Broken`` else."""
    files = [part for path in sorted(ROOT.glob("requirements*.txt")) for part in ("-r", str(path))]
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", *files]
    try:
        done = subprocess.run(
            [*command, "-s", service, "-f", "json", "--progress-spinner", "off"],
            capture_output=True,
            text=True,
            timeout=SECONDS_MOST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        if any(name in done.stderr for name in UNREACHABLE):
            return None
        raise Broken((done.stderr.strip() or "it said nothing").splitlines()[-1]) from None
    return found


def verdict(ask: Ask = asked) -> tuple[int, list[str]]:
    """Exit code and lines: the first service that knows the packages decides."""
    for service in SERVICES:
        try:
            found = ask(service)
        except Broken as error:
            return 1, [f"audit: pip-audit failed: {error}"]
        known = [one for one in (found or {}).get("dependencies", ()) if "skip_reason" not in one]
        if not known:
            continue
        skipped = sorted(one["name"] for one in (found or {})["dependencies"] if "skip_reason" in one)
        lines = [
            f"{one['name']} {one['version']}: {flaw['id']}, mended in {', '.join(flaw['fix_versions'])}"
            for one in known
            for flaw in one["vulns"]
        ]
        told = f"audit: {len(known)} pins asked of {service}, {len(lines)} known vulnerabilities"
        if skipped:
            told += f"; unknown there: {', '.join(skipped)}"
        return (1 if lines else 0), [*lines, told]
    return 0, ["audit: NOT RUN, no service of advisories can be reached from here"]


if __name__ == "__main__":
    code, said = verdict()
    print("\n".join(said))
    sys.exit(code)
