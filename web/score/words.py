"""A scored board in words: who wins, what was asked, what an answer would change.

What the game itself says, of findings, places and pieces, its own ``AnyWords`` say.
"""

from __future__ import annotations

from companion.play.page.score_table import decided
from companion.play.words import AnyWords
from companion.questions import Effect, Question
from companion.reading import EMPTY, HIDDEN
from companion.score import Score
from web.words.language import gettext, ngettext


def answer_name(kind: str, place: str, words: AnyWords) -> str:
    """Name what may lie on a place: ``red``, ``French``, ``empty``."""
    if kind in (EMPTY, HIDDEN):
        return gettext("empty") if kind == EMPTY else gettext("hidden")
    return words.piece(kind, place)


def winner_line(score: Score, words: AnyWords, *, is_settled: bool = True) -> str:
    """Who wins, or leads, where that may still change; and by what, where others are level."""
    said = _won(score, words, is_settled=is_settled)
    return " ".join(filter(None, (said, decided(score, words))))


def _won(score: Score, words: AnyWords, *, is_settled: bool) -> str:
    winners, best = score.winners, score.standings[0].total
    if not is_settled:
        said = ngettext(
            "No winner yet: ahead, with %(num)s point: %(names)s.",
            "No winner yet: ahead, with %(num)s points: %(names)s.",
            best,
        )
        return said % {"names": words.listed(winners), "num": best}
    if len(winners) == 1:
        said = ngettext(
            "%(name)s wins with %(num)s point.", "%(name)s wins with %(num)s points.", best
        )
        return said % {"name": winners[0], "num": best}
    said = ngettext(
        "%(names)s share the win with %(num)s point each.",
        "%(names)s share the win with %(num)s points each.",
        best,
    )
    return said % {"names": words.listed(winners), "num": best}


def changes_text(effect: Effect) -> str:
    """Say what an answer would change: ``Pauline -6, Benjamin +3``."""
    return ", ".join(f"{player} {change:+d}" for player, change in effect.changes)


def taken_text(question: Question, words: AnyWords) -> str:
    """Say what an asked place was counted as."""
    if question.taken == HIDDEN:
        return gettext("hidden, counted as empty")
    what = answer_name(question.taken, question.place, words)
    return gettext("counted as %(what)s") % {"what": what}


def likely_text(question: Question, words: AnyWords) -> str:
    """Say what a place may hold: ``black 71 %, purple 20 %``."""
    return ", ".join(
        f"{answer_name(kind, question.place, words)} {percent(share)}"
        for kind, share in question.likely
    )


def percent(share: float) -> str:
    """Say a probability; never certain where it is not."""
    rounded = min(max(round(100 * share), 1), 99) if 0 < share < 1 else round(100 * share)
    return f"{rounded} %"
