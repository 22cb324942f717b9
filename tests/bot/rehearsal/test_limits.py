"""Discord's limits as modelled, on a clock that the test moves."""

from bot.rehearsal.limits import Limiter


class Hands:
    """A clock."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def passed(limiter: Limiter, method: str, path: str, times: int, **about: float) -> int:
    """How many of `times` calls pass."""
    return sum(limiter.take(method, path, **about).passed for _ in range(times))  # type: ignore[arg-type]


def test_messages_five_in_five_seconds_by_channel() -> None:
    """The sixth waits; another channel does not; after five seconds there is room again."""
    now = Hands()
    limiter = Limiter(now=now)
    assert passed(limiter, "POST", "/channels/1/messages", 6) == 5
    assert passed(limiter, "POST", "/channels/2/messages", 1) == 1
    assert passed(limiter, "PATCH", "/channels/1/messages/9", 6) == 5
    now.seconds = 5.0
    assert passed(limiter, "POST", "/channels/1/messages", 6) == 5


def test_refusal_says_how_long() -> None:
    """The headers and the retry time are those of the fullest window."""
    now = Hands()
    limiter = Limiter(now=now)
    passed(limiter, "POST", "/channels/1/messages", 5)
    now.seconds = 2.0
    verdict = limiter.take("POST", "/channels/1/messages")
    assert verdict.retry_after_seconds == 3.0
    assert verdict.headers["X-RateLimit-Remaining"] == "0"
    assert not verdict.is_global


def test_fifty_a_second_over_everything_but_interactions() -> None:
    """The global limit counts all channels together and leaves answers to interactions out."""
    limiter = Limiter(now=Hands())
    assert sum(passed(limiter, "POST", f"/channels/{n}/messages", 1) for n in range(60)) == 50
    assert limiter.take("GET", "/users/@me").is_global
    assert passed(limiter, "POST", "/interactions/1/token/callback", 100) == 100


def test_webhooks_five_in_two_seconds_by_token_and_thirty_a_minute_by_channel() -> None:
    """A token has its own small bucket; the channel's is shared by all of them."""
    limiter = Limiter(now=Hands())
    assert passed(limiter, "POST", "/webhooks/1/a", 6) == 5
    posts = sum(limiter.take("POST", f"/webhooks/1/t{n}", hook_channel="7").passed for n in range(40))
    assert posts == 30


def test_old_message_three_edits_in_six_seconds() -> None:
    """A message over an hour old takes three edits, then 30046."""
    limiter = Limiter(now=Hands())
    assert passed(limiter, "PATCH", "/channels/1/messages/9", 4, message_age_seconds=3601.0) == 3
    assert limiter.take("PATCH", "/channels/1/messages/9", message_age_seconds=3601.0).code == 30046


def test_switched_off_nothing_is_limited() -> None:
    """Tests of other things switch the limits off."""
    limiter = Limiter(enabled=False)
    assert passed(limiter, "POST", "/channels/1/messages", 100) == 100
