"""A report as text for a terminal: aligned, without colour, at most 80 columns wide."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from companion.games import game_on
from companion.play.words import AnyWords
from companion.questions import Question
from companion.score import ScoreLine, Standing
from web.score.report import Report
from web.score.words import answer_name, changes_text, likely_text, percent, taken_text, winner_line
from web.words.language import gettext, ngettext, words_on

WIDTH = 80
LONGEST_CELL = 24
MOST_QUESTIONS = 20


def terminal(report: Report) -> str:
    """The whole report; the ranking comes first, what needs a person last, next to the prompt.

    It is said in the language that is being spoken (``language.speaking``).
    """
    words = words_on(report.board)
    parts = [
        _ranking(report, words),
        *(_working(report, standing, words) for standing in report.score.standings),
        _islands(report, words),
        _findings(report, words),
        _questions(report, words),
        _board_note(report),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _ranking(report: Report, words: AnyWords) -> list[str]:
    head = (
        gettext("Rank").lower(),
        gettext("Player").lower(),
        gettext("Nation").lower(),
        gettext("Money").lower(),
        gettext("Ports").lower(),
        gettext("Total").lower(),
    )
    scored = game_on(report.board).about.scored
    rows = [
        (
            str(standing.rank),
            _short(standing.player),
            _short(words.named("nation", report.players[standing.player].role)),
            *(str(report.score.points(standing.player, kind)) for kind in scored),
            str(standing.total),
        )
        for standing in report.score.standings
    ]
    said = [winner_line(report.score, words, is_settled=report.is_settled)]
    if open_still := len(report.questions):
        said += [_unsettled(open_still) if not report.is_settled else _open_still(open_still)]
    return [*_table([head, *rows], "><<>>>"), "", *_wrapped(" ".join(said))]


def _unsettled(number: int) -> str:
    return ngettext(
        "Not settled yet: %(num)s question below.",
        "Not settled yet: %(num)s questions below.",
        number,
    ) % {"num": number}


def _open_still(number: int) -> str:
    said = ngettext(
        "Open still: %(num)s question below.", "Open still: %(num)s questions below.", number
    )
    return f"{said} {gettext('No answer changes who wins.')}" % {"num": number}


def _working(report: Report, standing: Standing, words: AnyWords) -> list[str]:
    lines = report.score.lines_of(standing.player)
    nation = words.named("nation", report.players[standing.player].role)
    total = (gettext("Total"), "", str(standing.total), "")
    title = gettext("%(player)s (%(nation)s): value x companies x markers = points")
    return [
        title % {"player": _short(standing.player), "nation": nation},
        *_table([*(_line_row(line, words) for line in lines), total], "<>><"),
    ]


def _line_row(line: ScoreLine, words: AnyWords) -> tuple[str, ...]:
    if line.place is None:
        return (words.named("points", line.what), "", str(line.points), "")
    product = " x ".join(str(number) for _, number in line.factors)
    return (
        _short(words.place(line.place)),
        f"{product} =",
        str(line.points),
        _companies(line.because, words),
    )


def _islands(report: Report, words: AnyWords) -> list[str]:
    here = report.reached.items()
    reached = [
        (_short(words.place(island)), _companies(companies, words))
        for island, companies in here
        if companies
    ]
    alone = ", ".join(words.place(island) for island, companies in here if not companies)
    unreached = _wrapped(gettext("By none: %(islands)s.") % {"islands": alone}, 2, 4)
    title = gettext("Which companies reach which island")
    return [title, *_table(reached, "<<"), *(unreached if alone else [])]


def _findings(report: Report, words: AnyWords) -> list[str]:
    lines = []
    for finding in report.score.findings:
        said = words.weighed(finding)
        rule = gettext("(rulebook %(section)s)") % {"section": finding.rule}
        lines += _wrapped(f"{said[:1].upper()}{said[1:]} {rule}", 2, 4)
    return [gettext("Findings"), *lines] if lines else []


def _questions(report: Report, words: AnyWords) -> list[str]:
    asked = report.questions
    if not asked:
        return []
    title = ngettext(
        "%(num)s question: places that are hidden, or were read with a confidence below %(share)s",
        "%(num)s questions: places that are hidden, or were read with a confidence below %(share)s",
        len(asked),
    )
    lines = _wrapped(title % {"num": len(asked), "share": percent(report.threshold)})
    for number, question in enumerate(asked[:MOST_QUESTIONS], 1):
        lines += _question(report, number, question, words)
    if len(asked) > MOST_QUESTIONS:
        more = gettext("... and %(num)s more; --json and --sheet have them all")
        lines += _wrapped(more % {"num": len(asked) - MOST_QUESTIONS}, 2)
    first = asked[0]
    answer = first.likely[0][0] if first.likely else "empty"
    like = gettext("Answer like this, and run it again: %(answer)s")
    return [*lines, f"  {like}" % {"answer": f"--fix {first.place}={answer}"}]


def _question(report: Report, number: int, question: Question, words: AnyWords) -> Iterator[str]:
    place = question.place
    label = f"?{number}".rjust(5)
    yield f"{label}  {place}"
    yield from _wrapped(words.place(place), 7)
    likely, taken = likely_text(question, words), taken_text(question, words)
    said = gettext("%(taken)s; likely: %(likely)s") % {"taken": taken, "likely": likely}
    yield from _wrapped(said if likely else taken, 7)
    for effect in report.effects_of(place):
        answer = answer_name(effect.answer, place, words)
        changes = {"answer": answer, "changes": changes_text(effect)}
        yield from _wrapped(gettext("if it is %(answer)s: %(changes)s") % changes, 7)


def _board_note(report: Report) -> list[str]:
    if not report.is_reconstructed:
        return []
    note = gettext(
        "Board: %(name)s. Parts of it are reconstructed; if yours differs, give your own with "
        "--board."
    )
    return _wrapped(note % {"name": report.board.name})


def _companies(companies: Sequence[str], words: AnyWords) -> str:
    return ", ".join(words.named("company", company) for company in companies) or "-"


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
