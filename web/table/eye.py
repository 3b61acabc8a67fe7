"""What the pages show of the camera: what it asks, and where the table differs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.play.log import told_repairs
from companion.play.page.lines import Repair
from companion.play.sight import AnySight as Sight
from companion.reading import EMPTY, Reading
from companion.records.facts import Word
from companion.watching.overrides import OTHERWISE
from web.host.roles import Role
from web.table.beforehand import (
    act_changes,
    act_left_to,
    answer_changes,
    laid_by,
    left_to,
    words_for,
)
from web.table.cards import Answer, Card, difference, question, unexplained
from web.visits.visit import host, table, visit
from web.watching.picture import shown_size
from web.watching.set_up import Task, beside_said, tasks
from web.watching.state import State, state_of
from web.watching.watch import Glance
from web.words.language import gettext

PLAYING = (Role.HOST, Role.BANKER, Role.PLAYER)
"""Who may answer."""
USUAL_SIZE = (4, 3)
MOST_ASKED = 6
"""More at once would bury the game; the rest comes when these are answered."""


@dataclass(frozen=True)
class Eye:
    """What a page shows of the camera.

    ``per_s`` are the pictures it takes in a second. ``asked`` counts up when the questions, the
    differences or the steps of the set-up are others. ``size`` is the width and height of its
    picture in px, ``astray`` the places of all pieces that are gone at once. ``beside_said`` is
    what is to stand beside the places at the beginning.
    """

    state: State
    per_s: float
    held: bool
    asked: int
    size: tuple[int, int]
    questions: Sequence[Card]
    differences: Sequence[Card]
    astray: Sequence[str]
    tasks: Sequence[Task]
    beside_said: str
    may_answer: bool


def eye(seen: Sight) -> Eye | None:
    """What a page shows of the camera; None where no camera watches."""
    watch = host().mount.watch
    if watch is None:
        return None
    glance = watch.glance
    return Eye(
        state_of(glance, gettext, watch.camera, visit().language),
        glance.per_s,
        glance.held,
        glance.asked,
        shown_size(host().board_now, glance) or USUAL_SIZE,
        questions(glance, seen),
        differences(glance, seen),
        astray(glance),
        tasks(glance, seen.words, host().board_now),
        beside_said(glance, seen.words),
        may_answer=visit().role in PLAYING,
    )


def questions(glance: Glance, seen: Sight) -> list[Card]:
    """What the camera can't tell alone, each with the likely answers, the best first."""
    if glance.outcome is None:
        return []
    cards = ((question(doubt, seen), doubt.frees) for doubt in glance.outcome.doubts)
    asked = [(card, frees) for card, frees in cards if card is not None][:MOST_ASKED]
    return [
        _of_its_fact(_told_beforehand(_his_to_answer(card, seen), seen), seen, frees)
        for card, frees in asked
    ]


def answers_about(glance: Glance, subject: str) -> frozenset[str]:
    """What may be said of a subject that is asked about, and is none of the printed places."""
    outcome = glance.outcome
    doubts = () if outcome is None else outcome.doubts
    about = [doubt for doubt in doubts if subject in doubt.subjects]
    likely = {answer for doubt in about for answer, _ in doubt.likely}
    drift = () if outcome is None else outcome.drift
    lies = {each.recorded for each in drift if each.subject == subject}
    return frozenset({*likely, *lies, EMPTY} if likely or lies else ())


def differences(glance: Glance, seen: Sight) -> list[Card]:
    """Where the table differs from the record, each with how it should lie."""
    outcome = glance.outcome
    if outcome is None or outcome.disturbed:
        return []
    cards = [difference(drift, seen) for drift in outcome.drift]
    shown = [*cards, *(unexplained(piece, seen) for piece in outcome.unexplained)][:MOST_ASKED]
    return [_of_its_fact(_told_beforehand(card, seen), seen) for card in shown]


def repairs(seen: Sight) -> list[Repair]:
    """The corrections worth offering: none takes a piece from where the camera surely sees it."""
    found = told_repairs(seen, host().explaining.repairs(table(), seen))
    watch = host().mount.watch
    reading = None if watch is None else watch.glance.reading
    return [each for each in found if reading is None or not _moves_seen(each, reading, seen)]


def _moves_seen(repair: Repair, reading: Reading, seen: Sight) -> bool:
    """Whether a correction says that a piece lies elsewhere than where it lies and is seen."""
    was = next((each for each in seen.table.facts if each.seq == repair.seq), None)
    fact = repair.act.get("fact")
    if was is None or not isinstance(fact, Mapping):
        return False
    lies = seen.game.face.position(seen.state).places
    moved = {
        str(was.fact[word])
        for word in words_for(seen, was, Word.AT)
        if fact.get(word) != was.fact[word]
    }
    there = {place: reading.places[place] for place in moved if place in reading.places}
    return any(
        now.answer == lies.get(place) and now.confidence >= OTHERWISE
        for place, now in there.items()
    )


def _of_its_fact(card: Card, seen: Sight, frees: Collection[str] = ()) -> Card:
    """The card with the facts that laid the piece of its place, and those that it ``frees``."""
    laid = None if card.subject is None else laid_by(seen, card.subject)
    freed = {fact.seq for place in frees if (fact := laid_by(seen, place)) is not None}
    return replace(card, laid=None if laid is None else laid.seq, frees=frozenset(freed))


def _his_to_answer(card: Card, seen: Sight) -> Card:
    """The card with the answers that whoever looks may give; with none, it says who answers."""
    if visit().role is not Role.PLAYER:
        return card
    left = {each: _left_to(each, card, seen) for each in (*card.answers, *card.others)}
    own, others = (
        tuple(each for each in some if left[each] is None) for some in (card.answers, card.others)
    )
    if own or others or not left:
        return replace(card, answers=own, others=others)
    names = dict.fromkeys(name for name in left.values() if name is not None)
    return replace(card, answers=(), others=(), by_hand=False, left_to=tuple(names))


def _left_to(answer: Answer, card: Card, seen: Sight) -> str | None:
    if answer.act:
        return act_left_to(seen, answer.act)
    return left_to(seen, answer.place or card.subject or "", answer.given)


def _told_beforehand(card: Card, seen: Sight) -> Card:
    """The card with what each of its answers would change; who can't answer needs none."""
    if visit().role not in PLAYING:
        return card

    def told(each: Answer) -> Answer:
        if each.act:
            return replace(each, changes=act_changes(seen, each.act))
        subject = each.place or card.subject or ""
        return replace(each, changes=answer_changes(seen, subject, each.given))

    return replace(
        card, answers=tuple(map(told, card.answers)), others=tuple(map(told, card.others))
    )


def astray(glance: Glance) -> list[str]:
    """The places of all pieces that are gone, where that are too many for play."""
    outcome = glance.outcome
    if outcome is None or not outcome.disturbed:
        return []
    return [each.subject for each in outcome.drift]
