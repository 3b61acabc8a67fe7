"""A report as text for a terminal: aligned, without colour, at most 80 columns wide."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from companion.play.page.score_table import ScoreRow, ScoreTable, WorkedLine
from companion.play.words import AnyWords
from companion.questions import Question
from web.score.report import Report, table_of
from web.score.words import answer_name, changes_text, likely_text, percent, taken_text, winner_line
from web.words.language import board_called, gettext, ngettext, words_on

WIDTH = 80
LONGEST_CELL = 24
MOST_QUESTIONS = 20


def terminal(report: Report) -> str:
    """The whole report; the ranking comes first, what needs a person last, next to the prompt.

    It is said in the language that is being spoken (``language.speaking``).
    """
    words = words_on(report.board)
    table = table_of(report, words)
    parts = [
        _ranking(report, table, words),
        *(_working(row, table) for row in table.rows),
        _islands(report, words),
        _findings(report, words),
        _questions(report, words),
        _board_note(report),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _ranking(report: Report, table: ScoreTable, words: AnyWords) -> list[str]:
    head = (gettext("Rank"), gettext("Player"), table.role, *table.kinds, gettext("Total"))
    rows = [
        (
            str(row.rank),
            _short(row.player),
            _short(row.role_said),
            *map(str, row.points),
            str(row.total),
        )
        for row in table.rows
    ]
    said = [winner_line(report.score, words, is_settled=report.is_settled)]
    if open_still := len(report.questions):
        said += [_unsettled(open_still) if not report.is_settled else _open_still(open_still)]
    ranked = _table([tuple(map(str.lower, head)), *rows], "><<" + ">" * (len(head) - 3))
    return [*ranked, "", *_wrapped(" ".join(said))]


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


def _working(row: ScoreRow, table: ScoreTable) -> list[str]:
    said = "; ".join(f"{each[:1].lower()}{each[1:]}" for each in table.working)
    title = gettext("%(player)s (%(role)s): %(working)s") if said else "%(player)s (%(role)s)"
    about = {
        "player": _short(row.player),
        "role": row.role_said,
        "working": said.replace("\N{MULTIPLICATION SIGN}", "x"),
    }
    none = "-" if table.earners else ""
    rows = [_line_row(line, none) for line in row.lines]
    total = (gettext("Total"), "", str(row.total), "")
    return [title % about, *_table([*rows, total], "<>><")]


def _line_row(each: WorkedLine, none: str) -> tuple[str, ...]:
    factors = [str(number) for _, number in each.line.factors]
    product = " x ".join(factors) if len(factors) > 1 else ""
    return (
        _short(each.said),
        f"{product} =" if product else "",
        str(each.line.points),
        ", ".join(name for _, name in each.earners) or (none if product else ""),
    )


def _islands(report: Report, words: AnyWords) -> list[str]:
    here = report.reached.items()
    if not here:
        return []
    reached = [
        (_short(words.place(island)), ", ".join(map(words.earner, earners)))
        for island, earners in here
        if earners
    ]
    alone = ", ".join(words.place(island) for island, earners in here if not earners)
    unreached = _wrapped(words.say("score:by-none", islands=alone), 2, 4) if alone else []
    return [words.plain("score:reached"), *_table(reached, "<<"), *unreached]


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
    return _wrapped(note % {"name": board_called(report.board.name)})


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
