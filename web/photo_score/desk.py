"""Where photos are scored: the cases of one table, and the queue in which they are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import current_app

from web.photo_score.case import Case
from web.photo_score.cases import Cases
from web.photo_score.queue import Queue
from web.words.errors import RefusedError

EXTENSION_NAME = "photo-scores"


@dataclass(frozen=True)
class Desk:
    """Where photos are scored: the cases, and the queue in which they are read."""

    cases: Cases
    queue: Queue


def desk() -> Desk:
    """The desk of this app."""
    return cast(Desk, current_app.extensions[EXTENSION_NAME])


def case_of(number: str) -> Case:
    """The case of that number; raise RefusedError where it is gone."""
    case = desk().cases.get(number)
    if case is None:
        raise RefusedError(404, "no-such-photo", "These photos are gone; begin again.")
    return case
