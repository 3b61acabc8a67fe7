"""A score and a finding as JSON, the same wherever the companion prints them."""

from __future__ import annotations

from collections.abc import Collection

from companion.finding import finding_json
from companion.games.clippers.scoring.final_score import MONEY, PORTS
from companion.games.clippers.terms.players import Player
from companion.score import Score, ScoreLine


def score_json(score: Score, players: Collection[Player]) -> dict[str, object]:
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
