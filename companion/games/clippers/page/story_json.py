"""The JSON of ``companion game replay``, and of the score that a page hands over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.boards.position_file import position_json
from companion.finding import found_json
from companion.games.clippers.corrections.inquiry import INQUIRY
from companion.games.clippers.page.view import Sight, ended_after
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.timeline import (
    Moment,
    Step,
    end_number,
    grants,
    last_state,
    players_of,
    score_of,
)
from companion.games.clippers.scoring.score_json import score_json
from companion.games.clippers.state.state import GameEnd, State
from companion.play.corrections.causes import causes
from companion.play.corrections.offered import LATEST
from companion.records.chapters import Moments
from companion.score import Score


def story_json(file: GameFile, steps: Sequence[Step]) -> dict[str, object]:
    """Money, score, findings, end and position of a whole game.

    ``move`` and ``after_move`` are the numbers by which the file calls its facts: places in the
    list of moves, counted from 0, or numbers of the record.
    """
    last = last_state(file, steps)
    return _told(
        last,
        score_of(last, grants(steps)),
        [found_json(step.number, finding) for step in steps for finding in step.open_findings],
        [found_json(step.number, note) for step in steps for note in step.notes],
        steps[-LATEST:],
        end_number(steps),
    )


def table_story_json(seen: Sight) -> dict[str, object]:
    """The same of a game at a table, of which only the latest facts are followed."""
    moments = seen.table.moments
    latest = [m.step for m in moments[max(1, len(moments) - LATEST) :] if m.step is not None]
    findings, notes = (_of_chapters(moments, what) for what in ("findings", "notes"))
    number = ended_after(seen) if seen.state.end else None
    return _told(seen.state, seen.score, findings, notes, latest, number)


def _of_chapters(moments: Moments[Moment], what: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for chapter in moments.chapters:
        found += chapter.gist[what]  # type: ignore[arg-type]
    return found


def _told(
    last: State,
    score: Score,
    findings: list[dict[str, object]],
    notes: list[dict[str, object]],
    latest: Sequence[Step],
    end_after: int | None,
) -> dict[str, object]:
    return {
        "money": {player.name: player.money for player in players_of(last)},
        "score": score_json(score, players_of(last)),
        "findings": findings,
        "causes": list(_causes_json(latest)),
        "notes": notes,
        "end": _end_json(last.end, end_after),
        "position": position_json(last.position),
    }


def _causes_json(steps: Sequence[Step]) -> Iterator[dict[str, object]]:
    """The corrections that explain findings: the facts that stand in the place of others.

    ``at`` is the number of the first of these, ``out`` how many they are, ``put`` what stands there
    instead; ``explains`` are the moves whose findings then go.
    """
    if not any(step.open_findings for step in steps):
        return
    events, allowed = [step.event for step in steps], [step.allowed for step in steps]
    for cause in causes(INQUIRY, steps[0].before, events, allowed):
        yield {
            "kind": cause.edit.kind.value,
            "at": steps[cause.edit.at].number,
            "out": cause.edit.out,
            "put": [event_json(event) for event in cause.edit.put],
            "explains": [steps[at].number for at in cause.explains],
        }


def _end_json(end: GameEnd | None, after: int | None) -> dict[str, object] | None:
    if end is None:
        return None
    return {
        "reason": end.reason.value,
        "after_move": after,
        "round": end.round,
        "phase": end.phase,
        "player": end.player,
    }
