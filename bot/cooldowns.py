"""How often one person, and one server together, may ask for what costs: pictures, files, new tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from discord.ext.commands import CooldownMapping

from bot.clock import Clock
from bot.locale import say
from bot.tables.people import Person, Refusal


@dataclass(frozen=True, slots=True)
class Limit:
    """``person`` and ``server`` times within ``seconds``."""

    person: int
    server: int
    seconds: float


PICTURE: Final = Limit(person=20, server=80, seconds=60)  # charts, and pages with one
PROOF: Final = Limit(person=10, server=40, seconds=60)  # hands that are dealt again and checked
LEAFING: Final = Limit(person=90, server=600, seconds=60)  # steps and lists of hands, quickly pressed through
EXPORT: Final = Limit(person=4, server=12, seconds=60)  # files that are read from years of hands
OPENING: Final = Limit(person=6, server=20, seconds=600)  # tables
REASONING: Final = Limit(person=20, server=120, seconds=60)  # odds that are reckoned for one hand

_Key = tuple[str, int]
_Buckets = CooldownMapping[_Key]


class Cooldowns:
    """Those of one process; discord.py's buckets on the bot's own clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: dict[Limit, tuple[_Buckets, _Buckets]] = {}

    def spend(self, limit: Limit, person: Person) -> None:
        """Count one more; Refusal with when to try again where it is one too many (which does not count)."""
        if limit not in self._buckets:
            mine = CooldownMapping.from_cooldown(limit.person, limit.seconds, _key)
            ours = CooldownMapping.from_cooldown(limit.server, limit.seconds, _key)
            self._buckets[limit] = (mine, ours)
        now_s = 1 + self._clock.seconds()  # discord.py takes 0 for no time at all
        mine, ours = self._buckets[limit]
        found = [
            mine.get_bucket((f"{person.server_id}", person.user_id), now_s),
            ours.get_bucket(("", person.server_id), now_s),
        ]
        full = [one for one in found if one is not None]
        if wait_s := max(one.get_retry_after(now_s) for one in full):
            at = int(self._clock.now().timestamp() + wait_s) + 1  # a bucket is full again just after its time
            raise Refusal(say("That was often in a short time. Try again <t:{at}:R>.", at=at))
        for one in full:
            one.update_rate_limit(now_s)


def _key(key: _Key) -> _Key:
    return key
