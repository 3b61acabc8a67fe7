"""South Seas as it is watched: its referee, its questions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.boards.board import Board
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.events import Event
from companion.games.carcassonne_south_seas.watching.asking import asked, left_standing
from companion.games.carcassonne_south_seas.watching.habits import HABITS
from companion.games.carcassonne_south_seas.watching.islanders import seen_early, seen_on, told_of
from companion.games.carcassonne_south_seas.watching.lying import (
    came,
    held_back,
    lies,
    told_apart,
)
from companion.games.carcassonne_south_seas.watching.putting_right import Instead, Past, put_right
from companion.games.carcassonne_south_seas.watching.whereabouts import LIVE, PHOTOS, Runs
from companion.reading import Reading
from companion.records.record import Record, Source, Who, effective_facts
from companion.records.retelling import retell
from companion.watching.moving_pieces.asking import what_happened
from companion.watching.moving_pieces.by_choices import ByChoices
from companion.watching.moving_pieces.sightings import SURE
from companion.watching.outcome import Outcome
from companion.watching.referee import Pace, Referee, Watched

if TYPE_CHECKING:
    from companion.play.game import Game


class AtATable(ByChoices[State, Event]):
    """Finds what was done on a table of tiles."""

    _came: tuple[str, ...] = ()
    """The cells with a tile that nobody has written down yet, as they came."""

    _asked_for: frozenset[str] = frozenset()
    """Those of them whose tile was not surely seen, so far."""

    _runs: Runs = Runs()
    _past: Past | None = None

    def look(self, record: Record, reading: Reading) -> Outcome:
        """Explain what is seen otherwise than it lies by the record."""
        waits = LIVE if self.patient else PHOTOS
        past = self._past_of(record)
        seen = seen_on(reading, past, self._runs)
        newest = [*past.told.state.tiles][-1]
        early = seen_early(reading, past, self._asked_for)
        self._runs = self._runs.after({**seen, **early}, past.standing, {newest, *early})
        right = put_right(past, seen, self._runs, waits)
        if right is not None:
            record = self._told_so(record, right)
            past = self._past_of(record)
        parts = told_of(reading, past, seen, self._runs, waits)
        told = told_apart(reading, past.told.state, parts)
        self._came = came(told, past.told.state, self._came)
        self._asked_for |= {at for at in self._came if told.spaces[at].confidence < SURE}
        outcome = super().look(record, held_back(told, self._came))
        doubts = (*outcome.doubts, *asked(past, seen, self._runs, waits))
        drift = (*outcome.drift, *left_standing(past, seen, self._runs, waits))
        return replace(outcome, doubts=doubts, drift=drift)

    def _past_of(self, record: Record) -> Past:
        told = self._recall_apart(record)
        if self._past is None or self._past.told is not told:
            events = self._tellings.events(told, len(told.facts))
            by = [each.by.who for each in effective_facts(record.entries)]
            said = frozenset(nth for nth, who in enumerate(by) if who is Who.PERSON)
            self._past = Past.of(told, events, self._tellings.search.priced, said)
        return self._past

    def _told_so(self, record: Record, right: Instead) -> Record:
        """The record with what was told wrongly put right; who told the rest still does."""
        facts = [(each.fact, each.by) for each in effective_facts(record.entries)]
        camera = Source(Who.CAMERA, confidence=SURE)
        put = [(self.game.fact(event), camera) for event in right.put]
        rest = [facts[nth] for nth in range(right.at, len(facts)) if nth not in right.out]
        return retell(record, [*facts[: right.at], *put, *rest])


def watched(game: Game[State, Event]) -> Watched:
    """What the house is handed to follow a table."""

    def referee(board: Board, pace: Pace) -> Referee:
        return AtATable(game, lies, board, patient=pace is Pace.LIVE, habits=HABITS)

    return Watched(referee, asked=partial(what_happened, game))
