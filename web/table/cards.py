"""What the camera asks and finds astray, as cards: what is said, and what may be tapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from companion.board_drawing.layer import OURS, draw_laid
from companion.board_drawing.paint import paints
from companion.boards.board import Board
from companion.boards.position_file import kinds_at
from companion.boards.tiles_board import CELL
from companion.play.page.face import Picture, Shape
from companion.play.page.lines import FindingLine, Repair
from companion.play.sight import AnySight as Sight
from companion.play.words import AnyWords
from companion.position import Position
from companion.questions import LEAST_LIKELY, worth_naming
from companion.reading import EMPTY
from companion.records.facts import Word
from companion.watching.drift import Differs, Drift
from companion.watching.outcome import Doubt, Piece
from web.table.beforehand import laid_by, struck_at, words_for
from web.table.panels import act_of, correction_of
from web.visits.visit import host
from web.watching.set_up import piece_words
from web.words.language import gettext

AROUND_MM = 42.0
"""How much of the board the little picture of a place shows, to each side."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing to tap: an act as JSON, or else the answer ``given``; and what it changes.

    ``place`` is the subject where that is another than its card's.
    ``picture`` draws it, where it is told by its look: a tile, and how it is turned.
    """

    label: str
    given: str = ""
    letter: str = ""
    share: float | None = None
    shape: Shape = Shape.DISC
    act: str = ""
    changes: str = ""
    picture: Picture | None = None
    place: str = ""


@dataclass(frozen=True)
class Card:
    """A question or a difference: ``subject`` is None where it asks what somebody did.

    ``should`` is a little drawing of how it lies by the record, and ``box`` its measures.
    ``pictured``: the camera's picture of the place belongs to it. ``at`` are the places of the
    board to look at, where the subject is a piece that moves: the first is pictured.
    ``by_hand``: what else may lie there reads alike in words, and is drawn where turns are told.
    ``laid`` is the number of the fact that brought the recorded piece of the place, None where
    there is none, ``frees`` are those of the facts that break a rule only if the answer is what is
    recorded, ``findings`` is what the rules say of all these, and ``cause`` the correction that
    explains it. ``left_to`` names the players who answer it where whoever looks may not.
    ``mends``: its answers put an older fact right, as only who keeps the bank may.
    """

    said: str
    subject: str | None
    answers: tuple[Answer, ...]
    others: tuple[Answer, ...] = ()
    hint: str = ""
    should: Markup = field(default_factory=Markup)
    box: str = ""
    pictured: bool = True
    at: tuple[str, ...] = ()
    by_hand: bool = False
    laid: int | None = None
    frees: frozenset[int] = frozenset()
    findings: tuple[FindingLine, ...] = ()
    cause: Repair | None = None
    left_to: tuple[str, ...] = ()
    mends: bool = False

    @property
    def lit(self) -> tuple[str, ...]:
        """What the chart lights up for it; the first has a picture."""
        return self.at or (() if self.subject is None else (self.subject,))


def question(doubt: Doubt, seen: Sight) -> Card | None:
    """What is asked, and the likely answers, the best first; None where nothing can be."""
    if doubt.subject is None:
        return _guess(doubt, seen)
    if doubt.parts:
        return _on_which(doubt.subject, doubt, seen)
    likely = [kind for kind, share in doubt.likely if share >= LEAST_LIKELY]
    shares = dict(doubt.likely)
    if doubt.moves:
        return _where_is(doubt.subject, likely, shares, seen)
    board, place = host().board_now, doubt.subject
    kinds = kinds_of(board, place) or (EMPTY, *likely)
    named = [kind for kind, _ in worth_naming(doubt.likely)]
    first = [*(k for k in named if k in kinds), *([] if EMPTY in named else [EMPTY])]
    said = gettext("What lies here: %(place)s?") % {"place": seen.words.place(place)}
    answers = tuple(_answer(kind, place, seen, shares.get(kind)) for kind in first)
    others = tuple(_answer(kind, place, seen) for kind in kinds if kind not in first)
    if len({each.label for each in others}) < len(others):
        return Card(said, place, answers, by_hand=True)
    return Card(said, place, answers, others)


def kinds_of(board: Board, place: str) -> tuple[str, ...]:
    """What may be said of a printed place; empty where what lies there is of no printed kind."""
    if place in board.kinds_of_places.get("stop", {}):
        return ()
    return kinds_at(board, place)


def _where_is(piece: str, likely: list[str], shares: Mapping[str, float], seen: Sight) -> Card:
    """A piece that moves: which stop is it at?"""
    said = gettext("Where is it: %(piece)s?") % {"piece": seen.words.subject(piece, moves=True)}
    stops = [*likely, *([] if EMPTY in likely else [EMPTY])]
    answers = (Answer(_there(at, seen.words), at, share=shares.get(at)) for at in stops)
    at = _on_board(likely)
    return Card(said, piece, tuple(answers), pictured=bool(at), at=at)


def _on_which(place: str, doubt: Doubt, seen: Sight) -> Card:
    """One piece that lies on one of the parts of a tile, each drawn with it, or on none."""
    kind = next(kind for kind, _ in doubt.likely if kind != EMPTY)
    lies = seen.game.face.position(seen.state).places
    ground = {at: lies[at] for at in lies if place.startswith(f"{at}/")}
    said = _whose_is_where(kind, place, ground, seen)
    answers = [
        Answer(seen.words.place(at), kind, picture=Picture({**ground, at: kind}), place=at)
        for at in doubt.parts
    ]
    none = Answer(gettext("on none of these"), EMPTY)
    others = (_answer(each, place, seen) for each in kinds_of(host().board_now, place))
    more = tuple(each for each in others if each.given not in (kind, EMPTY))
    return Card(said, place, (*answers, none), more)


def _whose_is_where(kind: str, place: str, ground: Mapping[str, str], seen: Sight) -> str:
    """Ask for one piece: its kind, who plays with it, and on which tile it is."""
    players = (seat.name for seat in seen.game.seats(seen.state) if seat.role == kind)
    piece, whose = seen.words.piece(kind, place), ", ".join(players)
    tiles = (f"{seen.words.piece(tile, at)}, {seen.words.place(at)}" for at, tile in ground.items())
    said = {"piece": f"{piece} ({whose})" if whose else piece, "tile": "; ".join(tiles)}
    return gettext("Where is it: %(piece)s, on tile %(tile)s?") % said


def _there(stop: str, words: AnyWords) -> str:
    """Name the stop where a piece is."""
    return gettext("not on the board") if stop == EMPTY else words.place(stop)


def _on_board(places: Sequence[str]) -> tuple[str, ...]:
    return tuple(place for place in places if place in host().board_now.places)


def _answer(kind: str, place: str, seen: Sight, share: float | None = None) -> Answer:
    letters = paints(host().board_now)
    letter = letters[kind].letter if kind in letters else ""
    shape = Shape.STICK if host().board_now.kind_of_place.get(place) == "space" else Shape.DISC
    cells = host().board_now.kinds_of_places.get(CELL, {})
    picture = (
        Picture({place: kind}) if share is not None and kind != EMPTY and place in cells else None
    )
    said = piece_words(kind, place, seen.words)
    return Answer(said, kind, letter, share, shape, picture=picture)


def _guess(doubt: Doubt, seen: Sight) -> Card | None:
    """What somebody did that left nothing on the board, as the game asks for it."""
    watched = seen.game.watched
    asked = None if watched is None else watched.asked(doubt, seen.state, seen.words)
    if asked is None:
        return None
    facts = seen.table.facts
    if asked.mends is not None and asked.mends >= len(facts):
        return None  # The table has gone on since, and the next look tells anew.
    older = None if asked.mends is None else facts[asked.mends].seq
    ways = (
        Answer(
            way.said,
            share=way.share,
            act=act_of(way.fact) if older is None else correction_of(older, way.fact),
            picture=way.picture,
        )
        for way in asked.ways
    )
    return Card(asked.said, None, tuple(ways), mends=older is not None)


def unexplained(piece: Piece, seen: Sight) -> Card:
    """A piece that nobody can have laid, by all that is known."""
    words, place = seen.words, piece.place
    said = gettext("Seen, but not written down: %(seen)s, %(place)s.") % {
        "seen": piece_words(piece.kind, place, words),
        "place": words.place(place),
    }
    hint = gettext("Too much has changed at once. Tap what was done, one after the other.")
    return Card(said, place, (Answer(gettext("Nothing lies there"), EMPTY),), hint=hint)


def difference(drift: Drift, seen: Sight) -> Card:
    """What differs, how it should lie, and the ways out."""
    subject, position = drift.subject, seen.game.face.position(seen.state)
    board = host().board.lying(position)
    hint = gettext("Put it right, and this goes away by itself.")
    said = _said_of_piece(drift, seen.words) if drift.moves else _said_of(drift, seen.words)
    ways_out = tuple(_ways_out(drift, seen))
    # A piece that moves is drawn where it belongs.
    drawn_at = (drift.recorded, drift.seen) if drift.moves else (subject,)
    at = next((board.spots[each] for each in drawn_at if each in board.spots), None)
    if at is None:
        return Card(said, subject, ways_out, hint=hint, pictured=False)
    box = (at.x_mm - AROUND_MM, at.y_mm - AROUND_MM, 2 * AROUND_MM, 2 * AROUND_MM)
    beside = ((drift.recorded, subject),) if drift.differs.is_beside else ()
    ships = seen.game.face.standing(seen.state) if drift.moves else beside
    return Card(
        said,
        subject,
        ways_out,
        hint=hint,
        should=_lying_near(board, position, at.x_mm, at.y_mm, ships),
        box=" ".join(f"{side:.1f}" for side in box),
        pictured=not (drift.moves or drift.differs.is_beside),
    )


def _said_of_piece(drift: Drift, words: AnyWords) -> str:
    """A piece that moves is not where it was written."""
    named = {"piece": words.subject(drift.subject, moves=True), "seen": _where(drift.seen, words)}
    if drift.differs is Differs.STRANGER:
        said = gettext("%(piece)s. Seen: %(seen)s. Nobody plays with it.") % named
    else:
        named["recorded"] = _where(drift.recorded, words)
        said = gettext("%(piece)s. Seen: %(seen)s. Written down: %(recorded)s.") % named
    return said[:1].upper() + said[1:]


def _where(stop: str, words: AnyWords) -> str:
    return gettext("nowhere") if stop == EMPTY else words.place(stop)


def _said_of(drift: Drift, words: AnyWords) -> str:
    """On a place something else lies than was written."""
    if drift.differs.is_beside:
        named = {
            "place": words.place(drift.subject),
            "recorded": words.piece(drift.recorded, drift.subject),
            "seen": words.place(drift.seen),
        }
        return words.say(f"beside:{drift.differs.value}", named)
    if drift.differs is Differs.MISSING:
        said = gettext("Missing: %(recorded)s, %(place)s.")
    elif drift.differs is Differs.STRANGER:
        said = gettext("%(place)s: %(seen)s lies there, and nobody plays with it.")
    elif drift.recorded == EMPTY:
        said = gettext("%(place)s: %(seen)s lies there, and nothing was written.")
    else:
        said = gettext("%(place)s: %(seen)s lies there, and %(recorded)s was written.")
    return said % {
        "place": words.place(drift.subject),
        "recorded": piece_words(drift.recorded, drift.subject, words),
        "seen": piece_words(drift.seen, drift.subject, words),
    }


def _ways_out(drift: Drift, seen: Sight) -> Iterator[Answer]:
    """The table is right, where that can be written down; or the camera errs."""
    if drift.differs.is_beside:
        return  # The sticks decide, and the ship is put where they end (ruling B16).
    if drift.differs is Differs.UNWRITTEN:
        struck = struck_at(seen, drift.subject, drift.seen)
        label = gettext("It is so: write it down")
        yield (
            Answer(label, drift.seen)
            if struck is None
            else Answer(label, act=f'{{"redo":{struck}}}')
        )
        yield Answer(gettext("Nothing lies there"), EMPTY)
        return
    laid = laid_by(seen, drift.subject)
    if drift.differs is Differs.STRANGER:
        yield Answer(gettext("It may stay there"), EMPTY)
        return
    if laid is not None and drift.differs is Differs.MISSING:
        yield Answer(gettext("It is so: it is gone"), act=f'{{"undo":{laid.seq}}}')
    elif laid is not None and (kinds := words_for(seen, laid, Word.PIECE)):
        act = correction_of(laid.seq, {**laid.fact, **dict.fromkeys(kinds, drift.seen)})
        yield Answer(gettext("It is so: it was written wrong"), act=act)
    if drift.moves:
        no = gettext("No, it is where it was written")
    elif drift.recorded == EMPTY:
        no = gettext("Nothing lies there")
    else:
        no = gettext("No, it lies there")
    yield Answer(no, drift.recorded)


def _lying_near(
    board: Board, position: Position, x_mm: float, y_mm: float, ships: Sequence[tuple[str, str]]
) -> Markup:
    """The pieces around a point, drawn without the ids that the chart's own have."""
    near = {
        place
        for place, at in board.spots.items()
        if max(abs(at.x_mm - x_mm), abs(at.y_mm - y_mm)) < 1.3 * AROUND_MM
    }
    spaces, slots = (
        {place: kind for place, kind in lies.items() if place in near}
        for lies in (position.spaces, position.slots)
    )
    beside = [(kind, place) for kind, place in ships if place in near]
    return Markup(OURS.sub("", draw_laid(board, Position(spaces, slots), beside)))
