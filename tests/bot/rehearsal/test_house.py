"""The house player, on messages as the bot's tables write them."""

import dataclasses

import pytest
from simcord.backend.models import Interaction, Message
from simcord.results import InteractionResult

from bot.rehearsal.house import House
from bot.rehearsal.seen import Answer, Seen
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World


class Watched(WireDiscord):
    """Writes down what is pressed instead of asking a bot."""

    pressed: list[str]
    panel: Seen
    answers = True

    async def click(self, who: int | str, message: Seen, button: str) -> Answer:
        self.pressed.append(f"{who} {button}")
        if button.endswith(":more"):
            return Panel(*_nothing(self, message), self.panel)
        return Answer(*_nothing(self, message))


class Panel(Answer):
    """An answer that shows the private panel behind More…"""

    def __init__(self, interaction: Interaction, result: InteractionResult, panel: Seen) -> None:
        super().__init__(interaction, result)
        self._panel = panel

    @property
    def messages(self) -> list[Seen]:
        return [self._panel]


def _nothing(wire: Watched, message: Seen) -> tuple[Interaction, InteractionResult]:
    interaction = wire.world.backend.new_interaction(3, message.channel_id, 0, None)
    interaction.responded = wire.answers
    return interaction, InteractionResult(wire._stage, interaction)


@pytest.fixture
def watched() -> Watched:
    made = Watched(World.new())
    made.pressed = []
    return made


def table(watched: Watched, text: str, *custom_ids: str) -> Message:
    """A table's message with these buttons."""
    buttons = [
        {"type": 2, "style": 2, "label": custom_id, "custom_id": custom_id} for custom_id in custom_ids
    ]
    backend = watched.world.backend
    return backend.create_message(
        watched.world.channel("card-room").id,
        backend.bot_user.id,
        components=[{"type": 10, "content": text}, {"type": 1, "components": buttons}],
        flags=1 << 15,
    )


async def test_house_takes_a_seat_once(watched: Watched) -> None:
    """It joins a waiting table, and not again when the message is drawn anew."""
    house = House(watched, "House", thinking_seconds=0.0)
    table(watched, "Table 3", "t:3:join", "t:3:leave")
    await house.look()
    await house.look()
    assert watched.pressed == ["House t:3:join"]


async def test_house_checks_before_it_calls(watched: Watched) -> None:
    """On its turn it presses the cheapest action that keeps it in, once a turn."""
    house = House(watched, "House", thinking_seconds=0.0)
    table(watched, "   Ann 96\n▶ **House** 95", "p:3:12:4:fold:0", "p:3:12:4:call:1", "p:3:12:4:raise:3")
    table(watched, "▶ **House** 95", "p:4:13:1:bet:1", "p:4:13:1:check:0", "p:4:13:1:fold:0")
    await house.look()
    await house.look()
    assert watched.pressed == ["House p:3:12:4:call:1", "House p:4:13:1:check:0"]


async def test_house_presses_again_what_a_stopped_bot_did_not_answer(watched: Watched) -> None:
    """A press that nobody answered is made once more at the next change; an answered one is not."""
    house = House(watched, "House", thinking_seconds=0.0)
    table(watched, "▶ **House** 95", "p:4:13:1:check:0")
    watched.answers = False
    await house.look()
    watched.answers = True
    await house.look()
    await house.look()
    assert watched.pressed == ["House p:4:13:1:check:0"] * 2


async def test_house_leaves_other_peoples_turns_alone(watched: Watched) -> None:
    """Nothing is pressed while somebody else is to act."""
    house = House(watched, "House", thinking_seconds=0.0)
    table(watched, "▶ Ann 96\n   House 95", "p:3:12:4:check:0")
    await house.look()
    assert watched.pressed == []


@pytest.mark.parametrize(("offered", "pressed"), [("back", "t:3:back"), ("sit_out", "t:3:top_up")])
async def test_house_comes_back_between_hands(watched: Watched, offered: str, pressed: str) -> None:
    """Short of chips it tops up, sitting out it comes back: once between two hands."""
    panel = Seen.of(table(watched, "You have a seat here.", f"t:3:{offered}", "t:3:top_up"))
    watched.panel = dataclasses.replace(panel, ephemeral=True)
    house = House(watched, "House", thinking_seconds=0.0)
    table(watched, "Ann · 96\n**House** · 12 · too few chips", "h:3:13:deal", "t:3:more")
    await house.look()
    await house.look()
    assert watched.pressed == ["House t:3:more", f"House {pressed}"]


async def test_house_with_chips_leaves_the_panel_alone(watched: Watched) -> None:
    """Between two hands nothing is to be done by who is dealt in."""
    house = House(watched, "House", thinking_seconds=0.0)
    table(watched, "Ann · 96\n**House** · 99\nNext hand soon.", "h:3:13:deal", "t:3:more")
    await house.look()
    assert watched.pressed == []
