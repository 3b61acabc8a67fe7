"""All that is known after scoring one board: what the terminal, the JSON and the sheet show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.boards.board import Board
from companion.boards.position_file import Correction
from companion.errors import Fault, InputError
from companion.finding import Severity, finding_json
from companion.games import game_on
from companion.play.offered.finished import Counted, Finished, Terms
from companion.play.page.score_table import ScoreTable, score_table
from companion.play.words import AnyWords
from companion.position import Position
from companion.questions import Effect, Question, questions
from companion.reading import Reading
from companion.score import Score
from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from web.words.language import words_on


@dataclass(frozen=True, eq=False)
class View:
    """A picture (h, w, 3) BGR of the board, and where the board lies in it."""

    photo: Image
    pose: Pose


@dataclass(frozen=True)
class Sighting:
    """What was read from a photo, and the empty board's photo beside it.

    ``doubts``: what is wrong with them. ``best``: of several photos of a board,
    the one in which a place is seen best, by place; ``view`` is the first. ``mistaken``: they are
    hardly what they were taken for, so that nobody wins by them. ``exchanged``: the two seem to
    have been given the wrong way round.
    """

    view: View
    reading: Reading
    empty: View | None = None
    doubts: tuple[Fault, ...] = ()
    best: Mapping[str, View] = field(default_factory=dict)
    mistaken: bool = False
    exchanged: bool = False

    def view_of(self, place: str) -> View:
        """The picture in which a place is seen best."""
        return self.best.get(place, self.view)

    def corrected(self, reading: Reading) -> Sighting:
        """The same picture with a reading that a person has corrected."""
        return replace(self, reading=reading)


@dataclass(frozen=True)
class Answer:
    """A person's word on a place, and what had been ``read`` there; None without a photo."""

    place: str
    piece: str
    read: str | None


@dataclass(frozen=True)
class Report:
    """A scored board; ``is_settled`` says that nothing left open changes who wins.

    ``answers`` are what a person has said of it, and what it is scored with.
    """

    board: Board
    players: Mapping[str, Counted]
    position: Position
    score: Score
    reached: Mapping[str, tuple[str, ...]]
    threshold: float
    questions: tuple[Question, ...] = ()
    effects: Mapping[str, tuple[Effect, ...]] | None = None
    seen: Sighting | None = None
    is_settled: bool = True
    answers: tuple[Answer, ...] = ()

    @property
    def needs_a_person(self) -> bool:
        """Whether somebody has to answer or to look; a note only wants to be known."""
        findings = self.score.findings
        grave = any(finding.severity is not Severity.NOTE for finding in findings)
        return bool(self.questions) or grave or not self.is_settled

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


def scoring_on(board: Board) -> Finished:
    """How a finished game on a board is scored; raise InputError where its game can't be."""
    game = game_on(board)
    if game.finished is None:
        raise InputError("not-scored-finished", game.about.name)
    return game.finished


def table_of(report: Report, words: AnyWords) -> ScoreTable:
    """The score as a table, in words."""
    roles = {name: player.role for name, player in report.players.items()}
    return score_table(report.score, game_on(report.board).about, roles, words)


def report_on(
    board: Board,
    players: Sequence[Counted],
    position: Position,
    threshold: float,
    seen: Sighting | None = None,
    terms: Terms | None = None,
    *,
    answers: tuple[Answer, ...] = (),
) -> Report:
    """Score a position; ``seen`` is where it comes from, when it comes from a photo.

    ``terms`` are the rulings of its table, and what that allowed. ``answers`` are those that the
    position was corrected by.
    """
    asked = questions(seen.reading, threshold) if seen else ()
    rules = scoring_on(board)
    scored = rules.scored(board, position, players, terms or rules.usual, asked)
    return Report(
        board,
        {player.name: player for player in players},
        position,
        scored.score,
        scored.reached,
        threshold,
        tuple(sorted(asked, key=lambda question: not scored.effects.get(question.place))),
        scored.effects,
        seen,
        scored.is_settled and not (seen and seen.mistaken),
        answers,
    )


def answers_to(
    corrections: Sequence[Correction], reading: Reading | None = None
) -> tuple[Answer, ...]:
    """A person's corrections beside what was read before, one for each place: the last counts."""
    places = {} if reading is None else reading.places
    last = {each.place: each.piece for each in corrections}
    return tuple(
        Answer(place, piece, places[place].answer if place in places else None)
        for place, piece in last.items()
    )


def report_json(report: Report) -> dict[str, object]:
    """Turn a report into the JSON of ``companion score --json``."""
    score, words = report.score, words_on(report.board)
    return {
        **scoring_on(report.board).to_json(score, list(report.players.values())),
        "reached": {island: list(here) for island, here in report.reached.items()},
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
