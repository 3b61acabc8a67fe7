"""The JSON of ``companion game replay``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.finding import finding_json
from companion.games.clippers.causes import causes
from companion.games.clippers.event_json import event_json
from companion.games.clippers.game_file import GameFile
from companion.games.clippers.score_json import score_json
from companion.games.clippers.state import GameEnd
from companion.games.clippers.story import (
    Step,
    end_number,
    grants,
    last_state,
    players_of,
    score_of,
)
from companion.position_file import position_json


def story_json(file: GameFile, steps: Sequence[Step]) -> dict[str, object]:
    """Money, score, findings, end and position of a whole game.

    ``move`` and ``after_move`` are the numbers by which the file calls its facts: places in the
    list of moves, counted from 0, or numbers of the record.
    """
    last = last_state(file, steps)
    return {
        "money": {player.name: player.money for player in players_of(last)},
        "score": score_json(score_of(last, grants(steps)), players_of(last)),
        "findings": [
            {"move": step.number, **finding_json(finding)}
            for step in steps
            for finding in step.open_findings
        ],
        "causes": list(_causes_json(file, steps)),
        "notes": [
            {"move": step.number, **finding_json(note)} for step in steps for note in step.notes
        ],
        "end": _end_json(last.end, steps),
        "position": position_json(last.position),
    }


def _causes_json(file: GameFile, steps: Sequence[Step]) -> Iterator[dict[str, object]]:
    """The corrections that explain findings: the facts that stand in the place of others.

    ``at`` is the number of the first of these, ``out`` how many they are, ``put`` what stands there
    instead; ``explains`` are the moves whose findings then go.
    """
    if not any(step.open_findings for step in steps):
        return
    events, allowed = [step.event for step in steps], [step.allowed for step in steps]
    for cause in causes(file.start, events, allowed):
        yield {
            "kind": cause.edit.kind.value,
            "at": steps[cause.edit.at].number,
            "out": cause.edit.out,
            "put": [event_json(event) for event in cause.edit.put],
            "explains": [steps[at].number for at in cause.explains],
        }


def _end_json(end: GameEnd | None, steps: Sequence[Step]) -> dict[str, object] | None:
    if end is None:
        return None
    return {
        "reason": end.reason.value,
        "after_move": end_number(steps),
        "round": end.round,
        "phase": end.phase,
        "player": end.player,
    }
