"""Pages of a hand that is over, for one reader."""

from __future__ import annotations

from bot.history.past import Past
from bot.show.history import StepPage
from bot.tables.people import Refusal
from bot.tables.voiding import reason_text
from engine.game import Seat


def step_page(past: Past, reader: Seat | None, step: int | None) -> StepPage:
    """That step as that seat, or with None everybody, saw it; without one the last. Refusal: none is kept."""
    if past.missing is not None:
        raise Refusal(past.missing)
    steps = len(past.steps)
    step = steps if step is None else max(1, min(steps, step))
    replayed = past.steps[step - 1]
    action, put_in = replayed.action, 0
    if action is not None:
        put_in = past.view(step - 1, None).seat(action.seat).bet + action.amount
    return StepPage(
        scene=past.scene(past.view(step, reader)),
        reader=reader,
        step=step,
        steps=steps,
        over_at_s=(past.row.over_at_ms or 0) // 1000,
        events=tuple(
            event
            for event in replayed.step.events
            if event.audience is None or (reader is not None and reader in event.audience)
        ),
        put_in=put_in,
        timed_out=past.timed_out(step),
        void=reason_text(past.row.void_reason) if past.row.state == "void" else None,
    )
