"""A report as text for a terminal: aligned, without colour, at most 80 columns wide."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from companion.games.clippers.scoring import MONEY, PORTS
from companion.questions import Question
from companion.score import ScoreLine, Standing
from web.report import Report
from web.words import (
    SEVERITIES,
    answer_name,
    changes_text,
    likely_text,
    nation_name,
    percent,
    piece_name,
    place_name,
    sentence,
    taken_text,
    winner_line,
)

WIDTH = 80
LONGEST_CELL = 24
MOST_QUESTIONS = 20


def terminal(report: Report) -> str:
    """The whole report; the ranking comes first, what needs a person last, next to the prompt."""
    parts = [
        _ranking(report),
        *(_working(report, standing) for standing in report.score.standings),
        _islands(report),
        _findings(report),
        _questions(report),
        _board_note(report),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _ranking(report: Report) -> list[str]:
    head = ("rank", "player", "nation", "money", "ports", "total")
    rows = [
        (
            str(standing.rank),
            _short(standing.player),
            _short(nation_name(report.players[standing.player].nation)),
            str(report.score.points(standing.player, MONEY)),
            str(report.score.points(standing.player, PORTS)),
            str(standing.total),
        )
        for standing in report.score.standings
    ]
    open_still = len(report.questions)
    unsettled = f" Not settled yet: {_counted(open_still, 'question')} below." if open_still else ""
    return [*_table([head, *rows], "><<>>>"), "", *_wrapped(winner_line(report.score) + unsettled)]


def _working(report: Report, standing: Standing) -> list[str]:
    lines = report.score.lines_of(standing.player)
    nation = nation_name(report.players[standing.player].nation)
    rows = [*(_line_row(report, line) for line in lines), ("Total", "", str(standing.total), "")]
    title = f"{_short(standing.player)} ({nation}): value x companies x markers = points"
    return [title, *_table(rows, "<>><")]


def _line_row(report: Report, line: ScoreLine) -> tuple[str, ...]:
    if line.place is None:
        return ("Money", "", str(line.points), "")
    product = " x ".join(str(number) for _, number in line.factors)
    return (
        _short(report.board.islands[line.place].name),
        f"{product} =",
        str(line.points),
        _companies(line.because),
    )


def _islands(report: Report) -> list[str]:
    names = {island.id: island.name for island in report.board.islands.values()}
    here = report.network.companies_at
    rows = [(_short(names[island]), _companies(companies)) for island, companies in here.items()]
    reached = [row for row, companies in zip(rows, here.values(), strict=True) if companies]
    alone = [names[island] for island, companies in here.items() if not companies]
    unreached = _wrapped(f"By none: {', '.join(alone)}.", 2, 4) if alone else []
    return ["Which companies reach which island", *_table(reached, "<<"), *unreached]


def _findings(report: Report) -> list[str]:
    findings = report.score.findings
    if not findings:
        return []
    lines = ["Findings"]
    for finding in findings:
        words = f"{SEVERITIES[finding.severity].capitalize()}: {sentence(finding, report.board)}"
        lines += _wrapped(f"{words} (rulebook {finding.rule})", 2, 4)
    return lines


def _questions(report: Report) -> list[str]:
    asked = report.questions
    if not asked:
        return []
    lines = _wrapped(
        f"{_counted(len(asked), 'question')}: places that are hidden, or were read with a "
        f"confidence below {percent(report.threshold)}"
    )
    for number, question in enumerate(asked[:MOST_QUESTIONS], 1):
        lines += _question(report, number, question)
    if len(asked) > MOST_QUESTIONS:
        more = len(asked) - MOST_QUESTIONS
        lines += [f"  ... and {more} more; --json and --sheet have them all"]
    first = asked[0]
    answer = first.likely[0][0] if first.likely else "empty"
    return [*lines, f"  Answer like this, and run it again: --fix {first.place}={answer}"]


def _question(report: Report, number: int, question: Question) -> Iterator[str]:
    board, place = report.board, question.place
    label = f"?{number}".rjust(5)
    yield f"{label}  {place}"
    yield from _wrapped(place_name(place, board), 7)
    likely, taken = likely_text(question, board), taken_text(question, board)
    yield from _wrapped(f"{taken}; likely: {likely}" if likely else taken, 7)
    for effect in report.effects_of(place):
        answer = answer_name(effect.answer, place, board)
        yield from _wrapped(f"if it is {answer}: {changes_text(effect)}", 7)


def _board_note(report: Report) -> list[str]:
    if not report.is_reconstructed:
        return []
    return _wrapped(
        f"Board: {report.board.name}. Parts of it are reconstructed; if yours differs, give your "
        "own with --board."
    )


def _companies(companies: Sequence[str]) -> str:
    return ", ".join(piece_name(company) for company in companies) or "-"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _wrapped(text: str, first: int = 0, rest: int | None = None) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * first,
        subsequent_indent=" " * (first if rest is None else rest),
        break_on_hyphens=False,
    )


def _table(rows: Sequence[tuple[str, ...]], sides: str) -> list[str]:
    """Rows under one another, two blanks apart; ``sides`` says where each column leans."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(_columns, column)) for column in columns]
    return ["  " + "  ".join(_cells(row, widths, sides)).rstrip() for row in rows]


def _cells(row: Iterable[str], widths: Sequence[int], sides: str) -> Iterator[str]:
    for cell, width, side in zip(row, widths, sides, strict=True):
        blank = " " * (width - _columns(cell))
        yield blank + cell if side == ">" else cell + blank


def _short(text: str) -> str:
    """Cut a name that would push the columns out of the window."""
    while _columns(text) > LONGEST_CELL:
        text = text[:-4] + "..." if text.endswith("...") else text[:-3] + "..."
    return text


def _columns(text: str) -> int:
    """How many columns a terminal gives a text: wide letters take two, accents none."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )
