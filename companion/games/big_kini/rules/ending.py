"""The end, where the table keeps its own money. Rules 23 and 76."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import MoneyCounted


def counts_once(state: State, event: MoneyCounted) -> Iterator[Finding]:
    """Each says once what he has. Rule 76."""
    if event.player in state.counted:
        yield illegal("counted-already", "76", player=event.player)
