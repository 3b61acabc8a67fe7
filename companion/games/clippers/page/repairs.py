"""What a page offers where one correction explains what the rules find: what is asked of sticks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.clippers.corrections.inquiry import INQUIRY, places_of
from companion.games.clippers.corrections.kinds import OfSticks
from companion.games.clippers.page.view import Sight
from companion.games.clippers.record.timeline import Step
from companion.games.clippers.terms.events import Event, StickLaid
from companion.play.corrections import offered
from companion.play.corrections.course import Edit
from companion.play.page.lines import Repair


def offered_repairs(sight: Sight) -> list[Repair]:
    """The corrections worth offering, each with its question, its act, and what it explains."""
    return offered.offered_repairs(sight, INQUIRY, places_of, _of_sticks)


def _of_sticks(sight: Sight, steps: Sequence[Step], edit: Edit[Event]) -> str | None:
    """What is asked of one stick, which need not be told whole, or of two; None of all else."""
    words = sight.words
    say = partial(words.say, edit.kind.value, seq=steps[edit.at].number)
    if edit.kind is OfSticks.ORDER:
        return say(other=steps[edit.at + 1].number)
    if not isinstance(edit.kind, OfSticks) or not isinstance(stick := edit.put[0], StickLaid):
        return None
    company = words.named("company", stick.company)
    return say(company=company, where=words.place(stick.space), player=stick.player)
