"""A whole game as JSON for other programs, and a table as JSON for one that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.finding import found_json
from companion.games.long_cours.course.score import score
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event
from companion.play import sight as any_sight
from companion.play.played import Played
from companion.play.timeline import Step
from companion.records.chapters import Moments
from companion.score import Score

Sight = any_sight.Sight[State, Event]
File = Played[State, Event]
OneStep = Step[State, Event]


def story_json(file: File, steps: Sequence[OneStep]) -> dict[str, object]:
    """Money, cargo, who sank whom, score, findings and notes of a whole game."""
    last = steps[-1].after if steps else file.start
    return _told(
        last,
        score(last),
        [found_json(step.number, found) for step in steps for found in step.open_findings],
        [found_json(step.number, note) for step in steps for note in step.notes],
    )


def table_story_json(seen: Sight) -> dict[str, object]:
    """The same of a game at a table."""
    moments = seen.table.moments
    return _told(
        seen.state, seen.score, _of_chapters(moments, "findings"), _of_chapters(moments, "notes")
    )


def state_view(state: State) -> dict[str, object]:
    """All that lies on the table and before the players."""
    corsair, goods = state.corsair, state.goods
    return {
        "phase": state.phase.value,
        "round": state.round,
        "over": state.over,
        "turn": state.at_turn.name,
        "players": [
            {
                "name": captain.name,
                "ship": state.game.ships[captain.name],
                "at": captain.at,
                "cash": state.cash(captain.name),
                "cargo": dict(goods.cargo(captain.name)),
                "cards": captain.cards,
                "sunk_by": captain.sunk_by,
            }
            for captain in state.captains
        ],
        "corsair": {"owner": corsair.owner, "at": corsair.at},
        "stranded": {
            stop.id: dict(goods.cargo(stop.id))
            for stop in state.game.board.stranding_places.values()
            if goods.cargo(stop.id)
        },
        "played": {
            "storms": state.played.storms,
            "directs": state.played.directs,
            "fights": sorted(state.played.fights),
        },
    }


def _of_chapters(moments: Moments[Any], what: str) -> list[dict[str, object]]:
    return [each for chapter in moments.chapters for each in chapter.gist[what]]  # type: ignore[attr-defined]


def _told(
    last: State,
    reached: Score,
    findings: list[dict[str, object]],
    notes: list[dict[str, object]],
) -> dict[str, object]:
    standings = [
        {"player": each.player, "rank": each.rank, "outlived": each.total}
        for each in reached.standings
    ]
    sunk = [
        {"player": each.name, "by": each.sunk_by, "fact": each.sunk}
        for each in last.captains
        if each.sunk is not None
    ]
    return {
        **state_view(last),
        "standings": standings,
        "sunk": sorted(sunk, key=lambda each: int(str(each["fact"]))),
        "winner": last.afloat[0].name if last.over and len(last.afloat) == 1 else None,
        "findings": findings,
        "notes": notes,
    }
