"""When a weekly game is, over all zones, both clock changes, and any pattern of restarts."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise, takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.nights.schedule import (
    LATE_MOST,
    Rule,
    Step,
    Upcoming,
    day_typed,
    due,
    instant,
    is_zone,
    minute_typed,
    next_step,
    next_weekday,
    overlap,
    zone_named,
    zones,
    zones_like,
)

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
TWO_YEARS = timedelta(days=731)
BERLIN = "Europe/Berlin"


def rules(zone_names: st.SearchStrategy[str]) -> st.SearchStrategy[Rule]:
    """Any weekly game that begins in January 2026."""

    def made(first: int, minute: int, zone: str, weeks: int) -> Rule:
        day = date(2026, 1, 2) + timedelta(days=first)
        return Rule(day.weekday(), minute, zone, weeks, day)

    return st.builds(made, st.integers(0, 30), st.integers(0, 1439), zone_names, st.integers(1, 5))


def two_years(rule: Rule) -> list[date]:
    """Its dates over two years."""
    return list(takewhile(lambda day: day < (BEGIN + TWO_YEARS).date(), rule.dates(BEGIN)))


def shows(rule: Rule, day: date) -> datetime:
    """What the wall clock of the zone shows when the game of that date begins."""
    return rule.instant(day).astimezone(zone_named(rule.zone)).replace(tzinfo=None)


def is_in_gap(wall: datetime) -> bool:
    """True where the wall clock of its zone never shows that."""
    there_and_back = (wall.replace(fold=f).astimezone(UTC).astimezone(wall.tzinfo) for f in (0, 1))
    return all(back.replace(tzinfo=None) != wall.replace(tzinfo=None) for back in there_and_back)


@pytest.mark.parametrize("minute", [0, 150, 1200])
def test_local_time_is_constant_in_every_zone(minute: int) -> None:
    """At midnight, half past two and 20:00, every day of two years; in a gap it is as much later."""
    days = [date(2026, 1, 1) + timedelta(days=passed) for passed in range(TWO_YEARS.days)]
    for name in zones():
        zone = zone_named(name)
        for day in days:
            wall = datetime.combine(day, time(*divmod(minute, 60)), zone)
            late = instant(day, minute, name).astimezone(zone).replace(tzinfo=None) - wall.replace(
                tzinfo=None
            )
            if late:
                assert is_in_gap(wall), (name, wall)
                assert timedelta(0) < late <= timedelta(hours=2), (name, wall)


@given(rules(st.sampled_from(zones())))
def test_each_date_is_one_instant_and_they_grow(rule: Rule) -> None:
    """No date twice, none lost: every so many weeks, also where the clock changes."""
    days = two_years(rule)
    assert days[0] == rule.anchor
    assert all(later - earlier == timedelta(weeks=rule.every_weeks) for earlier, later in pairwise(days))
    instants = [rule.instant(day) for day in days]
    assert instants == sorted(set(instants))


@given(rules(st.sampled_from(zones())), st.lists(st.integers(0, 731 * 24 * 60), max_size=60))
def test_any_pattern_of_looks_finds_every_date_once(rule: Rule, minutes: list[int]) -> None:
    """However long the pauses between the looks are."""
    known: list[date] = []
    for at in sorted(minutes):
        known += due(rule, known, BEGIN, BEGIN + timedelta(minutes=at))
    end = BEGIN + TWO_YEARS
    known += due(rule, known, BEGIN, end)
    assert len(set(known)) == len(known)
    every = takewhile(lambda day: rule.instant(day) <= end, rule.dates(BEGIN))
    assert sorted(known) == list(every)


@settings(max_examples=40)
@given(
    rules(st.sampled_from(zones())),
    st.lists(st.tuples(st.integers(1, 60 * 24 * 40), st.integers(1, 60 * 24 * 40)), max_size=20),
    st.integers(0, 7 * 24 * 60),
    st.integers(0, 24 * 60),
)
def test_over_any_restarts_a_date_happens_once_or_is_missed(
    rule: Rule, pauses: list[tuple[int, int]], announce: int, remind: int
) -> None:
    """Announced at most once, reminded of at most once, and opened within 30 minutes or missed."""
    world = _World(rule, timedelta(minutes=announce), timedelta(minutes=remind))
    now = BEGIN
    for up, down in pauses:
        now = world.run(now, now + timedelta(minutes=up)) + timedelta(minutes=down)
    world.run(now, BEGIN + TWO_YEARS)
    for day in takewhile(lambda day: rule.instant(day) + LATE_MOST < world.seen, rule.dates(BEGIN)):
        steps = [step for step, _ in world.done[day]]
        assert len(set(steps)) == len(steps)
        assert steps[-1] in (Step.OPEN, Step.MISS) and (Step.OPEN in steps) != (Step.MISS in steps)
        at = dict(world.done[day])
        if Step.OPEN in at:
            assert rule.instant(day) <= at[Step.OPEN] < rule.instant(day) + LATE_MOST
        if Step.REMIND in at:
            assert at[Step.ANNOUNCE] <= at[Step.REMIND] < rule.instant(day)


class _World:
    """What is stored of a series, and a keeper that does what is due while it runs."""

    def __init__(self, rule: Rule, announce: timedelta, remind: timedelta) -> None:
        self.rule, self.announce, self.remind = rule, announce, remind
        self.done: dict[date, list[tuple[Step, datetime]]] = {}
        self.seen = BEGIN

    def run(self, begin: datetime, end: datetime) -> datetime:
        """Look whenever a look is due, from ``begin`` to ``end``."""
        now, end = begin, min(end, BEGIN + TWO_YEARS)
        while now <= end:
            now = self._look(now)
        self.seen = max(self.seen, end)
        return end

    def _look(self, now: datetime) -> datetime:
        lead = max(self.announce, self.remind)
        for day in due(self.rule, self.done, BEGIN, now + lead):
            self.done[day] = []
        following = next(self.rule.dates(now + lead + timedelta(seconds=1)))
        wakes = [self.rule.instant(following) - lead]
        for day, steps in self.done.items():
            had = {step for step, _ in steps}
            if had & {Step.OPEN, Step.MISS}:
                continue
            night = Upcoming(
                self.rule.instant(day), self.announce, self.remind, Step.ANNOUNCE in had, Step.REMIND in had
            )
            step, when = next_step(night, now)
            if step is Step.WAIT:
                assert when > now
                wakes.append(when)
            else:
                steps.append((step, now))
                wakes.append(now)
        return min(wakes)


def test_20_00_stays_20_00_over_both_clock_changes() -> None:
    """In Berlin that is 19:00 UTC in winter and 18:00 UTC in summer."""
    rule = Rule(4, 20 * 60, BERLIN, 1, date(2026, 1, 2))
    hours = {day: rule.instant(day).hour for day in two_years(rule)}
    assert (hours[date(2026, 3, 27)], hours[date(2026, 4, 3)]) == (19, 18)
    assert (hours[date(2026, 10, 23)], hours[date(2026, 10, 30)]) == (18, 19)


def test_a_time_in_the_gap_happens_once_and_as_much_later() -> None:
    """On 29 March 2026 there is no 02:30 in Berlin."""
    assert instant(date(2026, 3, 29), 150, BERLIN) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_a_time_in_the_repeated_hour_is_its_first() -> None:
    """On 25 October 2026 there are two 02:30 in Berlin."""
    assert instant(date(2026, 10, 25), 150, BERLIN) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_zone_that_skips_a_day_keeps_its_dates() -> None:
    """Samoa had no 30 December 2011: that game is a day later by its clock, and the next one on its day."""
    rule = Rule(4, 20 * 60, "Pacific/Apia", 1, date(2011, 12, 23))
    found = [day for day, _ in zip(rule.dates(datetime(2011, 12, 1, tzinfo=UTC)), range(3), strict=False)]
    assert [shows(rule, day).date() for day in found] == [
        date(2011, 12, 23),
        date(2011, 12, 31),
        date(2012, 1, 6),
    ]


def test_the_next_weekday_is_today_only_before_its_time() -> None:
    """On Friday the 2nd at 20:00 UTC it is 21:00 in Berlin."""
    now = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)
    assert next_weekday(4, 22 * 60, BERLIN, now) == date(2026, 1, 2)
    assert next_weekday(4, 21 * 60, BERLIN, now) == date(2026, 1, 9)


@pytest.mark.parametrize(
    ("written", "minute"),
    [
        ("20:00", 1200),
        ("20.30", 1230),
        ("8 pm", 1200),
        ("8:15 PM", 1215),
        ("12 am", 0),
        ("0:05", 5),
        ("20", 1200),
    ],
)
def test_times_are_read_as_people_write_them(written: str, minute: int) -> None:
    """With a colon, a point, or by halves of the day."""
    assert minute_typed(written) == minute


@pytest.mark.parametrize("written", ["25:00", "20:60", "13 pm", "soon", "", "-1:00", "20:0"])
def test_what_is_no_time_is_none(written: str) -> None:
    """And is not guessed."""
    assert minute_typed(written) is None


@pytest.mark.parametrize(
    ("written", "locale", "day"),
    [
        ("2026-11-06", "en", date(2026, 11, 6)),
        ("6.11.2026", "en", date(2026, 11, 6)),
        ("06.11.2026", "ru", date(2026, 11, 6)),
        ("6/11/2026", "pt_BR", date(2026, 11, 6)),
        ("6/11/2026", "en", None),
        ("6.11/2026", "ru", None),
        ("31.2.2026", "ru", None),
        ("6.11.26", "ru", None),
        ("soon", "en", None),
    ],
)
def test_dates_are_read_as_each_language_writes_them(written: str, locale: str, day: date | None) -> None:
    """And not guessed where a reader could mean another day."""
    assert day_typed(written, locale) == day


def test_zones_are_found_by_their_city() -> None:
    """Who begins so stands first; a space is as good as what the names have."""
    assert zones_like("berl")[0] == BERLIN
    assert zones_like("new york")[0] == "America/New_York"
    assert zones_like("utc")[0] == "UTC" and "UCT" in zones_like("utc")  # the very name before its others
    assert zones_like("Берл") == zones_like("Berlim") == [BERLIN]
    assert zones_like("сан-пау")[0] == "America/Sao_Paulo" and zones_like("nowhere at all") == []
    assert is_zone(BERLIN) and not is_zone("Europe/Atlantis") and not is_zone("../etc/passwd")


def test_nights_within_four_hours_overlap() -> None:
    """Exactly four hours apart they do not."""
    at = BEGIN
    assert overlap([at], [at + timedelta(hours=3, minutes=59)]) == at
    assert overlap([at], [at + timedelta(hours=4)]) is None
