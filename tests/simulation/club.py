"""What goes on around the tables: game nights, seasons, standings, files, settings, and being forgotten."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bot.rehearsal.seen import Control, Seen
from tests.simulation.people import CHANNELS, ELSEWHERE, GAMES, NAMES, PLACES, ROLE, People

if TYPE_CHECKING:
    from tests.simulation.evening import Evening

NIGHT_MINUTES: Final = 12  # so far ahead the farthest night is planned that comes in an evening
PRACTICE_MOST: Final = 1  # tables at a time: house players play many hands
MEASURES: Final = ("net", "per_night", "nights_won", "hands_won", "hands")
RULES: Final = ("ours", "theirs")
READ: Final = (
    *("standings",) * 4,
    *("me", "flow", "odds", "odds", "rules", "rules", "trust", "help"),
    *("hand show", "hand list", "hand verify", "hint", "hint"),
    *("season list", "house-rules list", "night list", "night show", "bank statement"),
)
FILES: Final = (
    *("export standings", "export night", "hand verify"),
    *("export ledger",) * 3,
    *("hand export",) * 2,
)
SETTINGS: Final[dict[str, tuple[Any, ...]]] = {
    "starting_chips": (0, 200, 1000),
    "return_minutes": (0, 60),
    "zone": ("UTC", "Europe/Berlin", "Nowhere"),
    "top_up": (0, 0, 300),
    "nudge_seconds": (0, 5, 30),
    "pictures": ("off", "showdown", "street"),
    "four_colours": (True, False),
    "keep_days": (0, 1, 30),
    "manager_role": (ROLE,),
    "no_manager_role": (True,),
}


class Club:
    """As ``People``, with whom they share what is seen. Each ``do_...`` says in a line what it begins."""

    def __init__(self, evening: Evening, people: People, dice: Random) -> None:
        self._evening, self._people, self._dice = evening, people, dice

    def _who(self) -> str:
        """Anybody; every other time who may manage one of the servers."""
        return self._dice.choice(("Ann", "Boris", *NAMES) if self._dice.random() < 0.5 else ("Ann", "Boris"))

    def _types(self, who: str, where: str, command: str, **options: Any) -> str:
        what = f"type /{command} {options or ''} as {who} in {where}"
        return self._people.begin(what, self._people.types(who, where, command, **options))

    # ---- game nights

    def do_schedule(self, where: str = "") -> str:
        """Somebody schedules a night that comes soon, or next week."""
        dice = self._dice
        soon = self._evening.host.clock.now() + timedelta(minutes=dice.randrange(1, NIGHT_MINUTES))
        options: dict[str, Any] = {
            "time": f"{soon:%H:%M}",
            "zone": dice.choice(("UTC", "UTC", "UTC", "UTC", "Nowhere")),
            "every": dice.choice((0, 1, 1)),
            "game": dice.choice(GAMES),
            "announce_days": dice.choice((0, 1, 3)),
            "remind_minutes": dice.choice((0, 1, 2, 4, 60)),
            "end_minutes": dice.choice((10, 10, 20)),
            "hints": dice.random() < 0.5,
        }
        if dice.random() < 0.8:
            options["first"] = f"{soon:%Y-%m-%d}"
        else:
            options["day"] = str(dice.choice((soon.weekday(), 0)))
        if dice.random() < 0.1:
            options["only_answers"] = True
        return self._types(self._who(), where or dice.choice(PLACES), "night schedule", **options)

    def do_night(self) -> str:
        """Somebody changes, begins or ends a night, or says how he is reminded."""
        dice, who, where = self._dice, self._who(), self._dice.choice(PLACES)
        match dice.choice(("schedule",) * 5 + ("skip", "cancel", "move", "move", "start", "end", "remind")):
            case "skip":
                return self._types(who, where, "night skip", date=self._date(where))
            case "cancel":
                later = dice.random() < 0.5
                return self._types(who, where, "night cancel", date=self._date(where), later_too=later)
            case "move":
                new = self._evening.host.clock.now() + timedelta(minutes=dice.randrange(-3, NIGHT_MINUTES))
                options = {"time": f"{new:%H:%M}"} | ({} if dice.random() < 0.8 else {"day": "2026-01-09"})
                return self._types(who, where, "night move", date=self._date(where), **options)
            case "start":
                chosen = {"date": self._date(where)} if dice.random() < 0.5 else {}
                return self._types(who, where, "night start", game=dice.choice(GAMES), **chosen)
            case "end":
                return self._types(who, where, "night end")
            case "remind":
                return self._types(who, where, "night remind", by_dm=dice.random() < 0.7)
        return self.do_schedule(where)

    def _date(self, where: str) -> str:
        """A date as the list offers them, now and then one of another server or none at all."""
        sql = (
            "SELECT night_id, series_id, date, server_id FROM nights WHERE state IN ('planned', 'announced')"
        )
        here = self._evening.wire.world.channel(where).guild_id if where in self._there() else 0
        with self._evening.books() as books:
            rows = [row for row in books.execute(sql) if row[3] == here or self._dice.random() < 0.2]
        if not rows:
            return "2026-01-02"
        night, series, date, _ = self._dice.choice(rows)
        return f"s{series}:{date}" if series else f"n{night}"

    def _there(self) -> set[str]:
        return {str(one.name) for one in self._evening.wire.world.backend.channels.values()}

    def do_answer(self) -> str:
        """Somebody answers an announcement or a reminder, perhaps twice, or wants to sit down."""
        wanted = [(one, button) for one in self._messages() for button in one.buttons if _is_answer(button)]
        if not wanted:
            return "nobody is invited"
        who = self._dice.choice(NAMES)
        message, button = self._dice.choice(wanted)
        others = [one for one in message.buttons if _is_answer(one)]
        what = f"answer {button.label} as {who}"
        if self._dice.random() < 0.2:
            other = self._dice.choice(others)
            self._people.begin(what, self._people.presses(who, message, other))
            what = f"{what} and {other.label}"
        return self._people.begin(what, self._people.presses(who, message, button))

    def _messages(self) -> list[Seen]:
        found: list[Seen] = []
        for where in (*CHANNELS, ELSEWHERE):
            if where in self._there():
                found += self._evening.wire.messages(where)[-30:]
        return found

    # ---- seasons, standings, files

    def do_season(self) -> str:
        """Somebody begins or ends a season, and confirms it or not."""
        who, where = self._who(), self._dice.choice(PLACES)
        command, options = "season end", dict[str, Any]()
        if self._dice.random() < 0.6:
            command, options = "season start", {"name": self._dice.choice(("Winter", "Spring *1*"))}
            if self._dice.random() < 0.3:
                options["day"] = self._dice.choice(("2026-01-01", "2026-02-01", "1.1.2026", "someday"))
        return self._people.begin(f"{command} as {who}", self._confirms(who, where, command, options))

    async def _confirms(self, who: str, where: str, command: str, options: dict[str, Any]) -> None:
        answer = await self._people.types(who, where, command, **options)
        for asked in answer.messages[:1]:
            if asked.buttons and self._dice.random() < 0.8:
                button = asked.buttons[0] if self._dice.random() < 0.8 else asked.buttons[-1]
                await self._people.presses(who, asked, button)

    def do_read(self) -> str:
        """Somebody looks something up, with sensible options or not."""
        who, where, command = self._who(), self._dice.choice(PLACES), self._dice.choice(READ)
        return self._types(who, where, command, **self._options(command))

    def do_file(self) -> str:
        """Somebody takes something away as a file."""
        who, where, command = self._dice.choice(NAMES), self._dice.choice(PLACES), self._dice.choice(FILES)
        if command == "export ledger":
            who = self._who()
        return self._types(who, where, command, **self._options(command))

    def _options(self, command: str) -> dict[str, Any]:
        dice, options = self._dice, dict[str, Any]()
        if command in ("standings", "export standings"):
            options["by"] = dice.choice(MEASURES)
            options |= dice.choice(({}, {}, {"all_time": True}, {"season": 1}, {"night": 1}, {"night": 2}))
            if command == "standings":
                options |= dice.choice(({}, {}, {"share": True}, {"hide_left": True}))
        elif command in ("night show", "export night"):
            options["number"] = dice.choice((1, 1, 2, 3, 99))
        elif command in ("odds", "rules"):
            options["game"] = dice.choice(("aces", "seka", "teen_patti"))
        elif command.startswith("hand "):
            options |= dice.choice(({}, {"table": 1}, {"table": 2}, {"table": 1, "night": 1}))
            if command != "hand list":
                options = {key: value for key, value in options.items() if key == "table"}
                options |= dice.choice(({}, {"number": 1}, {"number": 2}, {"number": dice.randrange(1, 12)}))
            if command == "hand export":
                options["names"] = dice.random() < 0.5
        return options

    # ---- settings

    def do_settings(self) -> str:
        """Somebody changes settings, by options or in the panel."""
        who, where = self._who(), self._dice.choice(PLACES)
        if self._dice.random() < 0.35:
            chosen = self._dice.sample(sorted(SETTINGS), self._dice.choice((1, 1, 2)))
            options = {name: self._dice.choice(SETTINGS[name]) for name in chosen}
            return self._types(who, where, "settings", **options)
        return self._people.begin(f"change settings as {who} in {where}", self._changes(who, where))

    async def _changes(self, who: str, where: str) -> None:
        answer = await self._people.types(who, where, "settings")
        for panel in answer.messages[:1]:
            menus = [one for one in panel.selects if one.custom_id == "s:change"]
            if not menus:
                return
            options = menus[0].options
            name = "locale" if self._dice.random() < 0.5 else self._dice.choice(options)
            changed = await self._people.presses(who, panel, menus[0], name)
            for now in changed.messages[:1]:
                for menu in now.selects[1:2]:
                    await self._people.presses(who, now, menu)

    # ---- the rest

    def do_privacy(self) -> str:
        """Somebody takes his data away, or wants to be forgotten: here or everywhere."""
        who, where = self._dice.choice(NAMES), self._dice.choice((*PLACES, "dm"))
        return self._people.begin(f"privacy of {who} in {where}", self._privacy(who, where))

    async def _privacy(self, who: str, where: str) -> None:
        answer = await self._people.types(who, where, "privacy")
        for panel in answer.messages[:1]:
            if not panel.buttons:
                return
            button = panel.buttons[0] if self._dice.random() < 0.5 else self._dice.choice(panel.buttons)
            asked = await self._people.presses(who, panel, button)
            for question in asked.messages[:1]:
                yes = [one for one in question.buttons if one.custom_id.startswith("v:yes")]
                if yes and self._dice.random() < 0.8:
                    await self._people.presses(who, question, yes[0])

    def do_practice(self) -> str:
        """Somebody opens a practice table."""
        there = [one for one in self._people.tables() if one.state.terms.practice is not None]
        if len(there) >= PRACTICE_MOST:
            return self.do_read()
        who, where = self._dice.choice(NAMES), self._dice.choice(PLACES)
        options = {"game": self._dice.choice(GAMES), "house-players": self._dice.choice((1, 2))}
        return self._types(who, where, "table practice", **options)

    def do_house_rules(self) -> str:
        """Somebody keeps a table's rules, opens a table by some, or deletes them."""
        who, where, name = self._who(), self._dice.choice(PLACES), self._dice.choice(RULES)
        command = self._dice.choice((*("house-rules save", "house-rules use") * 2, "house-rules delete"))
        if command == "house-rules use":
            return self._people.begin(f"open {name} as {who} in {where}", self._uses(who, where, name))
        return self._types(who, where, command, name=name)

    async def _uses(self, who: str, where: str, name: str) -> None:
        if self._dice.random() < 0.5:
            await self._people.types(who, where, "house-rules save", name=name)
        answer = await self._people.types(who, where, "house-rules use", name=name)
        await self._people.opens_with(who, answer, as_it_is=self._dice.random() < 0.7)


def _is_answer(button: Control) -> bool:
    return button.custom_id.startswith(("na:", "nr:", "nj:"))
