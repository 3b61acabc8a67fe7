"""Which pieces may have been misread, by what the rules find later: for the referee to weigh."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace

from companion.games.clippers.corrections.inquiry import INQUIRY, weight
from companion.games.clippers.corrections.kinds import Course, OfSticks
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.state.gaps import gaps
from companion.games.clippers.terms.events import (
    Event,
    MarkerMoved,
    MarkerPlaced,
    Passed,
    StickLaid,
    TurnEnded,
)
from companion.games.clippers.watching.search.hypotheses import (
    INFERRED,
    Hypothesis,
    Noted,
    add,
    begin,
)
from companion.games.clippers.watching.search.placing import hopeless
from companion.games.clippers.watching.search.prices import Prices
from companion.play.corrections.causes import causes_of, explained
from companion.play.corrections.course import Edit, Kind, Walk, followed, followed_on
from companion.reading import EMPTY
from companion.records.record import Fact, Source, Who
from companion.watching.laid_pieces.explainer import Otherwise
from companion.watching.outcome import Piece

MOST_DOUBTED = 4
"""So many of the last pieces that lie against a rule may be of another kind."""


def odd_facts(hypothesis: Hypothesis) -> tuple[Noted, ...]:
    """The facts that break rules, and what was guessed before them in the round at hand.

    As long as there are no others, nothing new is to be thought about them.
    """
    noted, kept = hypothesis.noted, hypothesis.kept
    last = max((at for at, each in enumerate(noted) if each.illegal), default=-1)
    return tuple(
        each
        for at, each in enumerate(noted[: last + 1])
        if each.illegal or (at >= kept and each.is_guess)
    )


def course_told(hypothesis: Hypothesis, known: Course | None) -> Course:
    """The facts of a hypothesis, followed; a known course is taken over where it is the same."""
    events = [noted.event for noted in hypothesis.noted]
    if known is None or known.states[0] is not hypothesis.origin:
        return followed(INQUIRY, hypothesis.origin, events)
    return followed_on(INQUIRY, known, events)


Explains = tuple[Edit[Event], tuple[int, ...]]
"""A correction, and the numbers of the facts that no longer break a rule with it."""


def behind_odd_facts(
    hypothesis: Hypothesis, course: Course, walk: Walk | None = None
) -> Iterator[Otherwise]:
    """The corrections of what was seen that take away what breaks rules.

    ``course`` are the hypothesis's facts, followed. Causes are looked for as far as ``walk`` goes.
    """
    return _of_what_was_seen(
        hypothesis,
        (
            *_behind(course, walk),
            *_of_other_kinds(hypothesis, course),
            *_before(hypothesis, course),
        ),
    )


def of_who_was_passed_over(hypothesis: Hypothesis) -> Iterator[Otherwise]:
    """The markers of this round that may be of who seems to have passed before they came."""
    return _of_what_was_seen(hypothesis, _passed_over(hypothesis))


def _of_what_was_seen(hypothesis: Hypothesis, edits: Iterable[Explains]) -> Iterator[Otherwise]:
    """Each of these once, whenever it lay; what a person said is not the camera's to correct."""
    found: dict[tuple[tuple[str, str], ...], Otherwise] = {}
    for edit, explains in edits:
        old = hypothesis.noted[edit.at : edit.at + edit.out]
        seen_only = all(isinstance(e, StickLaid | MarkerPlaced | TurnEnded) for e in edit.put)
        if not seen_only or any(noted.by.who is not Who.CAMERA for noted in old):
            continue
        before = dict(_pieces(hypothesis, (noted.event for noted in old)))
        after = dict(_pieces(hypothesis, iter(edit.put)))
        places = sorted(p for p in {**before, **after} if before.get(p) != after.get(p))
        lies = {place: after.get(place, EMPTY) for place in places}
        if places:
            instead_of = {place: before.get(place, EMPTY) for place in places}
            freed = dict(_pieces(hypothesis, (hypothesis.noted[at].event for at in explains)))
            first = found.get(key := tuple(lies.items())) or Otherwise(
                lies, instead_of, len(explains)
            )
            found[key] = replace(first, frees=first.frees | frozenset(freed))
    yield from found.values()


def _behind(course: Course, walk: Walk | None) -> Iterator[Explains]:
    for cause in causes_of(INQUIRY, course, walk or Walk()):
        # Where nothing later speaks for one of several ways, only people know which it was.
        if not cause.others or cause.explains != (cause.edit.at,):
            yield cause.edit, cause.explains


def _of_other_kinds(hypothesis: Hypothesis, course: Course) -> Iterator[Explains]:
    """The last pieces that lie against a rule, each of the kinds with which it would not."""
    unruly = [at for at, noted in enumerate(hypothesis.noted) if noted.illegal]
    for at in unruly[-MOST_DOUBTED:]:
        event, state = course.events[at], course.states[at]
        if isinstance(event, StickLaid):
            sticks = (replace(event, company=name) for name in state.companies)
            for stick in sticks:
                if stick != event and weight(state, stick) < min(1, course.weights[at]):
                    edit = Edit(OfSticks.COLOUR, at, 1, (stick,))
                    yield edit, explained(INQUIRY, course, edit)
        elif isinstance(event, MarkerPlaced):
            # Whose it is decides who was passed over: what follows is told anew from here.
            markers = (replace(event, player=name) for name in state.players)
            yield from ((Edit(Kind.INSTEAD, at, 1, (m,)), (at,)) for m in markers if m != event)


def _passed_over(hypothesis: Hypothesis) -> Iterator[Explains]:
    passed: list[str] = []
    for at in range(hypothesis.kept, len(hypothesis.noted)):
        noted = hypothesis.noted[at]
        if noted.is_guess and isinstance(noted.event, Passed):
            passed.append(noted.event.player)
        elif isinstance(noted.event, MarkerPlaced):
            for name in passed:
                yield Edit(Kind.INSTEAD, at, 1, (replace(noted.event, player=name),)), (at,)
        else:
            passed = []


def _before(hypothesis: Hypothesis, course: Course) -> Iterator[Explains]:
    """What may be wrong before the last sticks that lie against a rule: there, or in their way."""
    unruly = [at for at, noted in enumerate(hypothesis.noted) if noted.illegal]
    for at in unruly[-MOST_DOUBTED:]:
        stick = course.events[at]
        if isinstance(stick, StickLaid) and course.states[at].spaces.get(stick.space) is None:
            yield from _in_the_gap(course, at, stick)


def _in_the_gap(course: Course, at: int, stick: StickLaid) -> Iterator[Explains]:
    """The one place on which a stick of the company is missing that would lead to another."""
    state = course.states[at]
    company = state.companies[stick.company]
    spaces = {**state.spaces, stick.space: stick.company}
    piece = Piece(stick.space, stick.company)
    for gap in gaps(state.game.chart, company, stick, spaces):
        if len(gap) != 1:
            continue
        [space] = gap
        lies = state.spaces.get(space)
        if lies is None and not hopeless(state, (Piece(space, stick.company), piece)):
            yield Edit(Kind.MISSING, at, 0, (replace(stick, space=space),)), (at,)
        elif lies is not None:
            yield from _of_its_colour(course, space, stick.company)


def _of_its_colour(course: Course, space: str, company: str) -> Iterator[Explains]:
    """The stick of a space was of another company."""
    for at, event in enumerate(course.events):
        if isinstance(event, StickLaid) and event.space == space and event.company != company:
            edit = Edit(OfSticks.COLOUR, at, 1, (replace(event, company=company),))
            if gone := explained(INQUIRY, course, edit):
                yield edit, gone


def _pieces(hypothesis: Hypothesis, events: Iterator[Event]) -> Iterator[tuple[str, str]]:
    """What events bring to which places."""
    for event in events:
        if isinstance(event, StickLaid):
            yield event.space, event.company
        elif isinstance(event, MarkerPlaced):
            yield event.slot, hypothesis.state.seat_of(event.player).player.nation


def course_of(
    hypothesis: Hypothesis, prices: Prices
) -> Iterator[tuple[Hypothesis, tuple[Piece, ...], tuple[Fact, Source] | None]]:
    """What was seen or said of a game, as its record has it, each with the hypothesis before it.

    What was inferred or guessed is neither.
    """
    told = begin(hypothesis.origin)
    for noted in hypothesis.noted:
        if noted.by.who is Who.CAMERA:
            if not noted.is_guess:
                yield told, tuple(_seen(told, noted)), None
        elif noted.by != INFERRED:
            yield told, (), (event_json(noted.event), noted.by)
        price = prices.illegal if noted.illegal else 0.0
        told = add(told, noted.event, noted.by, price, noted.illegal)
    for noted in hypothesis.pending:
        yield told, (), (event_json(noted.event), noted.by)


def _seen(hypothesis: Hypothesis, noted: Noted) -> Iterator[Piece]:
    event, sureness = noted.event, noted.by.confidence or 1.0
    if isinstance(event, MarkerMoved):
        nation = hypothesis.state.seat_of(event.player).player.nation
        yield Piece(event.source, nation, sureness, gone=True)
        yield Piece(event.target, nation, sureness)
    for place, kind in _pieces(hypothesis, iter((event,))):
        yield Piece(place, kind, sureness)


def standing(hypothesis: Hypothesis) -> Hashable:
    """All of how the game stands that what comes may depend on."""
    state = hypothesis.state
    return (
        state.turn,
        state.seats,
        tuple(state.money(player.name) for player in state.game.players),
        _as_set(state.spaces),
        _as_set(state.slots),
        tuple(company.fleets for company in state.companies.values()),
        hypothesis.pending,
    )


def _as_set(places: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset(places.items())
