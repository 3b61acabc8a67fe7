"""The JSON of ``companion game replay``."""

from __future__ import annotations

from collections.abc import Sequence

from companion.finding import Finding
from companion.games.clippers.game_file import GameFile
from companion.games.clippers.players import Player
from companion.games.clippers.scoring import MONEY, PORTS
from companion.games.clippers.state import GameEnd
from companion.games.clippers.story import Step, end_number, last_state, players_of, score_of
from companion.position_file import position_json
from companion.score import Score, ScoreLine


def story_json(file: GameFile, steps: Sequence[Step]) -> dict[str, object]:
    """Money, score, findings, end and position of a whole game.

    ``move`` and ``after_move`` are the numbers by which the file calls its facts: places in the
    list of moves, counted from 0, or numbers of the record.
    """
    last = last_state(file, steps)
    return {
        "money": {player.name: player.money for player in players_of(last)},
        "score": score_json(score_of(last), players_of(last)),
        "findings": [
            {"move": step.number, **finding_json(finding)}
            for step in steps
            for finding in step.open_findings
        ],
        "notes": [
            {"move": step.number, **finding_json(note)} for step in steps for note in step.notes
        ],
        "end": _end_json(last.end, steps),
        "position": position_json(last.position),
    }


def score_json(score: Score, players: Sequence[Player]) -> dict[str, object]:
    """A score as ``companion score --json`` has it; nothing is in question here."""
    nations = {player.name: player.nation for player in players}
    return {
        "players": [
            {
                "name": standing.player,
                "nation": nations[standing.player],
                "money": score.points(standing.player, MONEY),
                "ports": score.points(standing.player, PORTS),
                "total": standing.total,
                "rank": standing.rank,
            }
            for standing in score.standings
        ],
        "lines": [_line_json(line) for line in score.lines],
        "questions": [],
        "findings": [finding_json(finding) for finding in score.findings],
    }


def finding_json(finding: Finding) -> dict[str, object]:
    """A finding as data."""
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "rule": finding.rule,
        "places": list(finding.places),
        "params": dict(finding.params),
        "repair": finding.repair,
    }


def _line_json(line: ScoreLine) -> dict[str, object]:
    if line.what != PORTS:
        return {
            "player": line.player,
            "what": line.what,
            "points": line.points,
            "rule": line.rule,
        }
    factors = dict(line.factors)
    return {
        "player": line.player,
        "what": line.what,
        "island": line.place,
        "value": factors["value"],
        "companies": list(line.because),
        "markers": factors["markers"],
        "points": line.points,
        "rule": line.rule,
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
