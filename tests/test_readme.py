"""The README's commands are those that CI runs, and what it names exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
README: Final = (ROOT / "README.md").read_text("utf-8")


def _commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README, flags=re.DOTALL)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


def test_ci_calls_the_test_command_of_the_readme() -> None:
    """The command that installs and runs all tests stands in .ci/run to the letter."""
    command = next(line for line in _commands() if line.endswith("-m tests"))
    assert command in (ROOT / ".ci/run").read_text("utf-8").splitlines()


def test_every_file_that_the_readme_names_exists() -> None:
    """Requirements, rules, the picture and what links point to are there."""
    named = {*re.findall(r"\]\(([^)#]+)\)", README), *re.findall(r"-r (\S+\.txt)", README)}
    local = {name for name in named if "://" not in name}
    assert local
    assert [name for name in sorted(local) if not (ROOT / name).exists()] == []


def test_every_setting_stands_in_the_readme() -> None:
    """Each variable that the settings read has its row."""
    from bot.settings import PREFIX, Settings

    rows = re.findall(r"^\| `(\w+)`", README, flags=re.MULTILINE)
    assert sorted(rows) == sorted(PREFIX + name.upper() for name in Settings.model_fields)
