"""What the page of a scored photo shows: steps, progress, questions, the sum, the drawn picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.board_drawing.paint import paints
from companion.boards.board import Board
from companion.boards.position_file import kinds_at
from companion.errors import Fault
from companion.finding import Finding
from companion.play.offered.finished import Grant
from companion.play.page.face import Shape, Sign
from companion.play.page.score_table import ScoreTable, decided
from companion.play.words import AnyWords
from companion.questions import Question
from companion.reading import EMPTY, HIDDEN
from vision.overlay import Mark, height_mm, marks, ring_mm
from vision.picture.encoding import encoded
from web.photo_score.answers import question_about
from web.photo_score.case import Case, Stage
from web.photo_score.corners import Handle, handles
from web.photo_score.unused import MAY_BE_ANOTHER
from web.score.cut_out import CROP_MM, CROP_PX, Part, board_part, place_crop
from web.score.report import (
    Report,
    Sighting,
    View,
    is_reconstructed,
    scoring_on,
    table_of,
)
from web.score.words import answer_name, changes_text, taken_text
from web.visits.visit import visit
from web.words.language import gettext, said, sentence, words_in

LONGEST_SIDE_PX = 1600


@dataclass(frozen=True)
class Opened:
    """What is open on the page: a place that somebody looks at himself, one on top of the deck."""

    looks: str | None = None
    on_top: str | None = None


@dataclass(frozen=True)
class Choice:
    """One answer to tap: what lies there, how likely it looked, and what it would change."""

    kind: str
    name: str
    letter: str
    shape: Shape
    share: float | None
    changes: str
    taken: bool


@dataclass(frozen=True)
class Asking:
    """One place to look at, with its answers; ``answered`` is what a person has said.

    ``ring`` is the radius of the ring around it, in px of its pictures.
    """

    place: str
    name: str
    choices: tuple[Choice, ...]
    others: tuple[Choice, ...]
    answered: str | None
    taken: str
    two_views: bool
    ring: float


@dataclass(frozen=True)
class Deck:
    """What the photo left open, and what a person put right unasked, one place at a time.

    Those still open come first, and of these what matters.
    ``card`` is the one on top; ``before`` and ``after`` are the places beside it. ``still_open``
    and ``answered`` count them; ``last`` is the one answered last, where it is not on top.
    ``given`` are the answers, the newest first: the place, its name, what was said.
    """

    card: Asking | None
    before: str | None
    after: str | None
    still_open: int
    answered: int
    last: str | None
    given: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Said:
    """A finding in words: how grave, what, by which rule, and where the table may allow it."""

    severity: str
    words: str
    rule: str
    code: str
    place: str | None
    allowed: bool


@dataclass(frozen=True)
class PictureShown:
    """The photo of the board: its size in px, px to a mm, what is drawn over it, what to tap."""

    width: int
    height: int
    unit: float
    marks: Sequence[Mark]
    spots: Sequence[tuple[str, float, float]]


@dataclass(frozen=True)
class PhotoShown:
    """What the page of a photo shows, besides who played and by which rules.

    ``ahead`` counts the photos before this one, ``open_still`` the places still in question.
    ``unfit`` are answers that the newest photo left no room for; ``differ`` says that its photos
    show different positions.
    ``doubts`` say what is wrong with the photos, ``exchanged`` that they seem to have been given
    the wrong way round. ``handles`` are the corners to drag. ``looks`` is a place that somebody
    looks at himself. ``places`` are all of the board with their names, ``letters`` those of the
    kinds of pieces, ``signs`` what each player stands for.
    """

    case: Case
    ahead: int
    stage: str | None
    fault: str | None
    doubts: Sequence[str]
    exchanged: bool
    handles: Sequence[Handle]
    other_board: bool
    report: Report | None
    table: ScoreTable | None
    decided_by: str
    unfit: Sequence[tuple[str, str, str]]
    differ: bool
    open_still: int
    deck: Deck | None
    looks: Asking | None
    findings: Sequence[Said]
    picture: PictureShown | None
    places: Sequence[tuple[str, str]]
    place_name: Callable[[str], str]
    words: AnyWords
    letters: Mapping[str, str]
    signs: Mapping[str, Sign]


def _doubts(case: Case) -> tuple[Fault, ...]:
    """What is wrong with the photos: that of the empty board, and those of the finished one."""
    return (*(case.setup.doubts if case.setup else ()), *(case.seen.doubts if case.seen else ()))


def shown(case: Case, ahead: int, opened: Opened, fault: str | None) -> PhotoShown:
    """What the page shows."""
    board, report = case.board, case.report()
    words = words_in(visit().language, board)
    looks = opened.looks if opened.looks in board.places else None
    letters = {kind: paint.letter for kind, paint in paints(board).items()}
    return PhotoShown(
        case=case,
        ahead=ahead,
        stage=stage_words(case.stage) if case.busy else None,
        fault=fault or (fault_words(case.fault) if case.fault else None),
        doubts=[sentence(said(doubt)) for doubt in _doubts(case)],
        exchanged=case.seen is not None and case.seen.exchanged,
        handles=handles(case.unplaced.corners if case.unplaced else None),
        other_board=case.fault in MAY_BE_ANOTHER and is_reconstructed(board),
        report=report,
        table=None if report is None else table_of(report, words),
        decided_by="" if report is None else decided(report.score, words),
        unfit=_answers(case.unfit, words),
        differ=case.seen is not None and any(d.code == "photos-differ" for d in case.seen.doubts),
        open_still=len(report.questions) if report else 0,
        deck=_deck(case, report, words, opened.on_top),
        looks=_look_at(case, report, words, looks) if report and looks else None,
        findings=_findings(case, report, words),
        picture=_picture(case, report, board),
        places=[(place, words.place(place)) for place in board.places],
        place_name=words.place,
        words=words,
        letters=letters,
        signs=_signs(case, letters),
    )


def fault_words(fault: Fault) -> str:
    """Say why a photo was not used, and what to do."""
    return sentence(said(fault))


def stage_words(stage: Stage) -> str:
    """Say what is being done."""
    return {
        Stage.WAITING: gettext("One moment: your photo is the next."),
        Stage.DRAWING: gettext("Drawing a board and a game that nobody played…"),
        Stage.FINDING: gettext("Looking for the empty board in its photo…"),
        Stage.READING: gettext("Reading what lies on the board…"),
    }[stage]


def board_picture(board: Board, seen: Sighting) -> Part:
    """Cut the board out of its photo, no larger than a page needs."""
    return board_part(seen.view, board.box_mm, LONGEST_SIDE_PX)


def crop_picture(board: Board, view: View, place: str) -> bytes:
    """One place from right above, as a JPEG file."""
    return encoded(place_crop(board, view, place))


def _signs(case: Case, letters: Mapping[str, str]) -> dict[str, Sign]:
    """The marker of what each player stands for, where the board has one."""
    return {
        each.name: Sign(each.role, letters[each.role], Shape.DISC)
        for each in case.players
        if each.role in letters
    }


def _findings(case: Case, report: Report | None, words: AnyWords) -> list[Said]:
    """What the rules say to the board, and last what the table has allowed of it."""
    if report is None:
        return []
    rules = scoring_on(case.board)
    return [
        *(_said(each, rules.may_grant(each), words) for each in report.score.findings),
        *(
            _said(each, grant, words, allowed=True)
            for each, grant in rules.granted(report.board, report.position, case.played_by)
        ),
    ]


def _said(finding: Finding, grant: Grant | None, words: AnyWords, *, allowed: bool = False) -> Said:
    """One finding; ``grant`` is what the table may allow, or has ``allowed``."""
    return Said(
        "note" if allowed else finding.severity.value,
        words.wrong(finding) if allowed else words.finding(finding),
        words.rule(finding.rule),
        finding.code,
        None if grant is None else grant.place,
        allowed,
    )


def _deck(case: Case, report: Report | None, words: AnyWords, on_top: str | None) -> Deck | None:
    """The questions, with the one asked for on top, or else the first that is still open."""
    asked = () if report is None else case.asked()
    if report is None or not asked:
        return None
    ordered = sorted(asked, key=lambda q: (q.place in case.fixes, not report.effects_of(q.place)))
    places = [question.place for question in ordered]
    still_open = sum(place not in case.fixes for place in places)
    at = places.index(on_top) if on_top in places else 0
    given = _answers(case.fixes, words)[::-1]
    last = next(reversed([*case.fixes]), None)
    if not still_open and on_top not in places:
        return Deck(None, None, places[0], 0, len(places), last, given)
    return Deck(
        _ask(case, report, words, ordered[at]),
        places[at - 1] if at else None,
        places[at + 1] if at + 1 < len(places) else None,
        still_open,
        len(places) - still_open,
        None if last == places[at] else last,
        given,
    )


def _answers(said: Mapping[str, str], words: AnyWords) -> list[tuple[str, str, str]]:
    """A person's answers: the place of each, its name, what was said of it."""
    return [
        (place, words.place(place), answer_name(piece, place, words))
        for place, piece in said.items()
    ]


def _look_at(case: Case, report: Report, words: AnyWords, place: str) -> Asking | None:
    """A place that somebody wants to look at himself."""
    if case.seen is None or place not in case.seen.reading.places:
        return None
    return _ask(case, report, words, question_about(case.seen.reading, place))


def _ask(case: Case, report: Report, words: AnyWords, question: Question) -> Asking:
    board, place = report.board, question.place
    letters = paints(board)
    shape = Shape.STICK if board.kind_of_place.get(place) == "space" else Shape.DISC
    answered = case.fixes.get(place)
    taken = EMPTY if question.taken == HIDDEN else question.taken
    changes = {each.answer: changes_text(each) for each in report.effects_of(place)}

    def choice(kind: str, share: float | None) -> Choice:
        letter = letters[kind].letter if kind in letters else ""
        now = kind == (answered or taken)
        name, change = answer_name(kind, place, words), changes.get(kind, "")
        return Choice(kind, name, letter, shape, share, change, now)

    likely = [kind for kind, _ in question.likely]
    return Asking(
        place,
        words.place(place),
        tuple(choice(kind, share) for kind, share in question.likely),
        tuple(choice(kind, None) for kind in kinds_at(board, place) if kind not in likely),
        None if answered is None else answer_name(answered, place, words),
        sentence(taken_text(question, words)),
        case.seen is not None and case.seen.empty is not None,
        ring_mm(board, place) * CROP_PX / CROP_MM,
    )


def _picture(case: Case, report: Report | None, board: Board) -> PictureShown | None:
    """The photo's size, what is drawn over it, and a circle to tap on every place."""
    if case.seen is None:
        return None
    seen = report.seen if report is not None and report.seen is not None else case.seen
    drawn = board_picture(board, seen)
    asked = [question.place for question in report.questions] if report else []
    every = marks(board, seen.reading, seen.view.pose, asked)
    every = tuple(mark.moved(drawn.corner, drawn.scale) for mark in every)
    height, width = drawn.image.shape[:2]
    spots = _spots(board, seen.view, drawn)
    return PictureShown(width, height, width / board.width_mm, every, spots)


def _spots(board: Board, view: View, drawn: Part) -> list[tuple[str, float, float]]:
    """Every place and where its piece lies in the cut-out picture, in px."""
    every = board.places.values()
    points_mm = np.array([(at.x_mm, at.y_mm) for at in every]).reshape(-1, 2)
    heights_mm = np.array([height_mm(board, at.id) for at in every])
    seen_px = (view.pose.project(points_mm, heights_mm) - drawn.corner) * drawn.scale
    return [(at.id, float(x), float(y)) for at, (x, y) in zip(every, seen_px, strict=True)]
