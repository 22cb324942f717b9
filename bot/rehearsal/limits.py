"""Discord's rate limits, modelled: what discord.py reads from the headers and what it is refused with.

Source: Discord's documentation on rate limits, and the limits observed for messages and webhooks.
Windows are fixed, as Discord's buckets are: the first call opens one, it empties `per_seconds` later.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

GLOBAL_PER_SECOND = 50
OLD_MESSAGE_SECONDS = 3600
OLD_MESSAGE_CODE = 30046


@dataclass(frozen=True, slots=True)
class Rule:
    """At most `calls` in `per_seconds` for one value of the pattern's group.

    `told`: the headers speak of it. Where they do not, discord.py learns of it by a refusal only.
    """

    name: str
    methods: frozenset[str]
    pattern: re.Pattern[str]
    calls: int
    per_seconds: float
    told: bool = True


CREATE = Rule("message-create", frozenset({"POST"}), re.compile(r"/channels/(\d+)/messages"), 5, 5.0)
EDIT = Rule("message-edit", frozenset({"PATCH"}), re.compile(r"/channels/(\d+)/messages/\d+"), 5, 5.0)
HOOK = Rule("webhook", frozenset({"POST", "PATCH", "DELETE"}), re.compile(r"/webhooks/\d+/([^/]+).*"), 5, 2.0)
OLD_EDIT = Rule("old-message-edit", EDIT.methods, EDIT.pattern, 3, 6.0, told=False)
HOOK_CHANNEL = Rule("webhook-channel", frozenset({"POST"}), HOOK.pattern, 30, 60.0, told=False)
GLOBAL = Rule("global", frozenset(), re.compile(".*"), GLOBAL_PER_SECOND, 1.0, told=False)


@dataclass(slots=True)
class _Window:
    opened: float
    used: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a call may pass, and the headers that go with the answer."""

    passed: bool
    headers: dict[str, str]
    retry_after_seconds: float = 0.0
    is_global: bool = False
    code: int = 0


def counts_globally(path: str) -> bool:
    """Interaction callbacks and what follows on their tokens are outside the global limit."""
    return not path.startswith(("/interactions/", "/webhooks/"))


class Limiter:
    """Counts calls in windows; `enabled` may be switched at any time.

    `speed`: how many of Discord's seconds pass in one of ours, so that tests need not wait.
    """

    def __init__(self, *, enabled: bool = True, now: Callable[[], float] = time.monotonic) -> None:
        self.enabled = enabled
        self.speed = 1.0
        self._now = now
        self._windows: dict[tuple[str, str], _Window] = {}

    def take(
        self, method: str, path: str, *, message_age_seconds: float = 0.0, hook_channel: str | None = None
    ) -> Verdict:
        """Count one call, or refuse it. `hook_channel`: the channel a webhook path writes to."""
        if not self.enabled:
            return Verdict(True, {})
        wanted = self._rules(method, path, message_age_seconds, hook_channel)
        refused = [(rule, key) for rule, key in wanted if self._left(rule, key) <= 0]
        if refused:
            rule, key = max(refused, key=lambda item: self._reset_after(*item))
            return self._refusal(rule, key)
        for rule, key in wanted:
            self._window(rule, key).used += 1
        own = [(rule, key) for rule, key in wanted if rule.told]
        if not own:
            return Verdict(True, {})
        rule, key = min(own, key=lambda item: self._left(*item))
        return Verdict(True, self._headers(rule, key))

    def _rules(
        self, method: str, path: str, age_seconds: float, hook_channel: str | None
    ) -> list[tuple[Rule, str]]:
        wanted = [(GLOBAL, "")] if counts_globally(path) else []
        for rule in (CREATE, EDIT, HOOK):
            match = rule.pattern.fullmatch(path)
            if match is not None and method in rule.methods:
                wanted.append((rule, match.group(1)))
                if rule is EDIT and age_seconds > OLD_MESSAGE_SECONDS:
                    wanted.append((OLD_EDIT, match.group(1)))
                if rule is HOOK and hook_channel is not None and method in HOOK_CHANNEL.methods:
                    wanted.append((HOOK_CHANNEL, hook_channel))
        return wanted

    def _window(self, rule: Rule, key: str) -> _Window:
        window = self._windows.get((rule.name, key))
        if window is None or self._now() - window.opened >= self._length(rule):
            if len(self._windows) > 10_000:
                self._windows.clear()
            window = self._windows[(rule.name, key)] = _Window(self._now())
        return window

    def _length(self, rule: Rule) -> float:
        return rule.per_seconds / self.speed

    def _left(self, rule: Rule, key: str) -> int:
        return rule.calls - self._window(rule, key).used

    def _reset_after(self, rule: Rule, key: str) -> float:
        return max(0.0, self._window(rule, key).opened + self._length(rule) - self._now())

    def _headers(self, rule: Rule, key: str) -> dict[str, str]:
        reset_after = self._reset_after(rule, key)
        return {
            "X-RateLimit-Bucket": rule.name,
            "X-RateLimit-Limit": str(rule.calls),
            "X-RateLimit-Remaining": str(max(0, self._left(rule, key))),
            "X-RateLimit-Reset": f"{time.time() + reset_after:.3f}",
            "X-RateLimit-Reset-After": f"{reset_after:.3f}",
        }

    def _refusal(self, rule: Rule, key: str) -> Verdict:
        retry = round(self._reset_after(rule, key), 3)
        is_global = rule is GLOBAL
        headers = {"Retry-After": str(retry), "X-RateLimit-Scope": "global" if is_global else "user"}
        if is_global:
            headers["X-RateLimit-Global"] = "true"
        if rule.told:
            headers.update(self._headers(rule, key))
        code = OLD_MESSAGE_CODE if rule is OLD_EDIT else 0
        return Verdict(False, headers, retry, is_global, code)
