"""All that is known after scoring one board: what the terminal, the JSON and the sheet show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.finding import Severity, finding_json
from companion.games.clippers.network import Network
from companion.games.clippers.photo.certainty import winners_stand
from companion.games.clippers.photo.doubt import effects
from companion.games.clippers.players import Player
from companion.games.clippers.score_json import score_json
from companion.games.clippers.scoring import USUAL, Terms, score
from companion.position import Position
from companion.questions import Effect, Question, questions
from companion.reading import Reading
from companion.score import Score
from vision.alignment.pose import Pose
from web.language import words_on

Image = NDArray[np.uint8]


@dataclass(frozen=True)
class View:
    """A picture (h, w, 3) BGR of the board, and where the board lies in it."""

    photo: Image
    pose: Pose


@dataclass(frozen=True)
class Sighting:
    """What was read from a photo, and the empty board's photo beside it.

    ``doubts``: what is wrong with that one, a line each. ``best``: of several photos of a board,
    the one in which a place is seen best, by place; ``view`` is the first.
    """

    view: View
    reading: Reading
    empty: View | None = None
    doubts: tuple[str, ...] = ()
    best: Mapping[str, View] = field(default_factory=dict)

    def view_of(self, place: str) -> View:
        """The picture in which a place is seen best."""
        return self.best.get(place, self.view)

    def corrected(self, reading: Reading) -> Sighting:
        """The same picture with a reading that a person has corrected."""
        return replace(self, reading=reading)


@dataclass(frozen=True)
class Report:
    """A scored board; ``is_settled`` says that no answer to its questions changes who wins."""

    board: Board
    players: Mapping[str, Player]
    position: Position
    score: Score
    network: Network
    threshold: float
    questions: tuple[Question, ...] = ()
    effects: Mapping[str, tuple[Effect, ...]] | None = None
    seen: Sighting | None = None
    is_settled: bool = True

    @property
    def needs_a_person(self) -> bool:
        """Whether somebody has to answer or to look; a note only wants to be known."""
        return bool(self.questions) or any(
            finding.severity is not Severity.NOTE for finding in self.score.findings
        )

    @property
    def is_reconstructed(self) -> bool:
        """Whether parts of the board are invented, so that it may not be the players' own."""
        return is_reconstructed(self.board)

    def effects_of(self, place: str) -> tuple[Effect, ...]:
        """Other answers at an asked place that would change somebody's total."""
        return (self.effects or {}).get(place, ())


def is_reconstructed(board: Board) -> bool:
    """Whether parts of a board are invented, so that the printed ones differ from it."""
    return any("reconstructed" in fields.values() for fields in board.status.values())


def report_on(
    board: Board,
    players: Sequence[Player],
    position: Position,
    threshold: float,
    seen: Sighting | None = None,
    terms: Terms = USUAL,
) -> Report:
    """Score a position; ``seen`` is where it comes from, when it comes from a photo.

    ``terms`` are the rulings of its table, and what that allowed.
    """
    asked = questions(seen.reading, threshold) if seen else ()
    change = effects(board, position, players, asked, terms)
    scored = score(board, position, players, terms)
    return Report(
        board,
        {player.name: player for player in players},
        position,
        scored,
        terms.network(board, position),
        threshold,
        tuple(sorted(asked, key=lambda question: not change[question.place])),
        change,
        seen,
        winners_stand(board, position, players, asked, set(scored.winners), terms),
    )


def report_json(report: Report) -> dict[str, object]:
    """Turn a report into the JSON of ``companion score --json``."""
    score, words = report.score, words_on(report.board)
    return {
        **score_json(score, report.players.values()),
        "reached": {island: list(here) for island, here in report.network.companies_at.items()},
        "threshold": report.threshold,
        "settled": report.is_settled,
        "questions": [
            {
                "place": question.place,
                "taken": question.taken,
                "confidence": round(question.confidence, 4),
                "likely": [[kind, round(share, 4)] for kind, share in question.likely],
                "effects": {e.answer: dict(e.changes) for e in report.effects_of(question.place)},
            }
            for question in report.questions
        ],
        "findings": [
            {**finding_json(finding), "words": words.finding(finding)} for finding in score.findings
        ],
    }
