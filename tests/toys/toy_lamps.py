"""Lamps: a game whose pieces are laid and stay, for tests of what serves every such game.

Whoever likes lights a lamp of his colour on a slot. Nobody lights two on one island. A lamp is
worth a point, an island two, and one where nobody else has a lamp three more. There is no money.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import permutations
from typing import Any

from companion.boards.board import Board
from companion.boards.position_file import marker_kinds
from companion.boards.routes_board import of_routes
from companion.finding import Finding, Severity
from companion.play.game import Seat
from companion.play.offered.finished import Counted, Finished, Grant, Scored
from companion.play.timeline import Step
from companion.position import Position
from companion.questions import Question
from companion.reading import EMPTY, Reading, Seen
from companion.records.facts import Word
from companion.records.record import Fact, Header, Record, Source, Who, effective_facts
from companion.score import Score, ScoreLine, ranked
from companion.watching.drift import Drift
from companion.watching.laid_pieces.belief import TakingHabits
from companion.watching.laid_pieces.explainer import Otherwise
from companion.watching.outcome import Doubt, Piece
from tests.toys import toy_game, toy_sentences
from tests.toys.handed_over import as_game
from tests.toys.toy_game import NoOptions

AGAINST_A_RULE = 4.0
"""What it costs, in nats, that a rule is broken."""
ABOUT = replace(
    toy_game.ABOUT,
    id="lamps",
    name="Lamps",
    role="colour",
    facts={"light": {"player": Word.PLAYER, "slot": Word.AT}},
    scored=("lamps", "islands", "alone"),
    factors=("islands", "each"),
)
toy_sentences.SENTENCES.update(
    {
        "role:colour": "Colour",
        "points:lamps": "Lit",
        "points:islands": "Shores",
        "points:alone": "Beacons",
        "factor:islands": "How many",
        "factor:each": "Worth",
        "working:islands": "Shores \N{MULTIPLICATION SIGN} 2",
        "sums:islands": "Two for each shore.",
        "crowded": "Two lamps of one colour on an island.",
        "rule:2": "Nobody lights two lamps on one island.",
    }
)


class Words(toy_game.Words):
    """What is said of lamps."""

    def piece(self, kind: str, _: str) -> str:
        """A lamp by its colour."""
        return f"{kind} lamp"


@dataclass(frozen=True)
class Rules:
    """What a finished board is scored by."""

    rulings: NoOptions = field(default_factory=NoOptions)
    granted: frozenset[Grant] = frozenset()


def scored(
    board: Board, position: Position, players: Sequence[Counted], _: object, __: Sequence[Question]
) -> Scored:
    """A point for a lamp, two for an island, three for one that is all his own."""
    lines = [line for player in players for line in _lines(board, position, player)]
    score = Score(tuple(lines), ranked([player.name for player in players], lines))
    return Scored(score, {}, {}, is_settled=True)


def _lines(board: Board, position: Position, player: Counted) -> Iterator[ScoreLine]:
    island_of, on = of_routes(board).island_of_slot, dict[str, set[str]]()
    for slot, colour in position.slots.items():
        on.setdefault(island_of[slot].id, set()).add(colour)
    own = [island for island, colours in on.items() if player.role in colours]
    lamps = sum(colour == player.role for colour in position.slots.values())
    yield ScoreLine(player.name, "lamps", lamps, "3")
    factors = (("islands", len(own)), ("each", 2))
    yield ScoreLine(player.name, "islands", 2 * len(own), "4", factors=factors)
    for island in own:
        if on[island] == {player.role}:
            yield ScoreLine(player.name, "alone", 3, "5", island, because=(player.role,))


def _terms_of(_: Any, __: Iterable[Step[Any, Any]]) -> Rules:
    return Rules()


FINISHED = Finished(
    usual=Rules(),
    counted=lambda text, _: Counted(text, text, 0),
    check=lambda _: None,
    terms=lambda _, granted: Rules(granted=granted),
    terms_of=_terms_of,
    grant=lambda place, _: Grant(place, ""),
    likelier=lambda reading, _: reading,
    scored=scored,
    to_json=lambda score, _: {"totals": {each.player: each.total for each in score.standings}},
    granted=lambda _, __, ___: (),
    may_grant=lambda _: None,
)


class Lamps(toy_game.Ferries):
    """The game as far as its finished board is scored."""

    about = ABOUT
    finished = FINISHED  # type: ignore[assignment]

    def roles(self, board: Board) -> tuple[str, ...]:
        """The colours of the markers."""
        return tuple(marker_kinds(board))

    def words(self, language: str, board: Board) -> Words:
        """What is said of lamps."""
        return Words(language, board)


GAME = as_game(Lamps())
HEADER = Header("lamps", {"players": [{"name": "Ann"}, {"name": "Ben"}]})
SEATS = (Seat("Ann", "french"), Seat("Ben", "english"))


@dataclass(frozen=True)
class Evening:
    """One way it may have gone: the facts, each with who says so, and what they cost in nats."""

    facts: tuple[tuple[Fact, Source], ...] = ()
    cost: float = 0.0

    def and_then(self, fact: Fact, by: Source) -> Evening:
        """Go on with one fact."""
        against = bool(found(self.facts, fact))
        return Evening((*self.facts, (fact, by)), self.cost + AGAINST_A_RULE * against)


def light(player: str, slot: str) -> dict[str, object]:
    """A fact: a player lights a lamp."""
    return {"do": "light", "player": player, "slot": slot}


def found(before: Sequence[tuple[Fact, Source]], fact: Fact) -> tuple[Finding, ...]:
    """What the rules have against a fact: two lamps of one colour on an island."""
    island = _island(fact["slot"])
    crowded = any(
        old["player"] == fact["player"] and _island(old["slot"]) == island for old, _ in before
    )
    return (Finding("crowded", Severity.ILLEGAL, "2", (str(fact["slot"]),)),) if crowded else ()


def _island(slot: object) -> str:
    return str(slot).partition("/")[0]


class NothingBeside:
    """No piece of this game stands beside a place."""

    def see(self, _: Reading) -> None:
        """Nothing is looked at."""

    def apart(self) -> NothingBeside:
        """As good as another."""
        return self

    def speak_for(self, _: Piece, __: Evening, ___: Evening) -> float:
        """Nothing speaks for a lamp."""
        return 1.0

    def taken_for(self, _: Evening, __: Piece, ___: Sequence[Piece]) -> float | None:
        """Nothing is taken for a lamp."""

    def came_with(self, _: Evening, __: Piece) -> float | None:
        """Nothing came with it."""

    def in_order(self, hypotheses: Sequence[Evening]) -> tuple[Evening, ...]:
        """As they are."""
        return tuple(hypotheses)

    def astray(self, _: Evening) -> Sequence[Drift]:
        """Nothing can be."""
        return ()


class LampTable:
    """What happened at a table of lamps (an ``Explainer`` for the referee)."""

    cut_short = False
    habits = TakingHabits(gone_odds=0.03, most_gone=2)

    def read(self, record: Record) -> Evening:
        """Tell the game as the record has it."""
        evening = Evening()
        for each in effective_facts(record.entries):
            evening = evening.and_then(each.fact, each.by)
        return evening

    def think(self, _: int) -> None:
        """It never thinks long."""

    def explain(
        self, hypotheses: Sequence[Evening], pieces: Sequence[Piece], *, at_any_cost: bool = False
    ) -> Sequence[Evening]:
        """In whatever order they may have been laid; what is gone was taken off."""
        del at_any_cost  # There is never too much to try.
        told = []
        gone = [piece.place for piece in pieces if piece.gone]
        for evening in hypotheses:
            left = reduce(self.without, gone, evening)
            for order in permutations(piece for piece in pieces if not piece.gone):
                went = left
                for piece in order:
                    by = Source(Who.CAMERA, None, piece.sureness)
                    went = went.and_then(light(_player(piece.kind), piece.place), by)
                told.append(went)
        return sorted(told, key=lambda each: each.cost)[:3]

    def cheapest(self, hypotheses: Sequence[Evening], pieces: Sequence[Piece]) -> Evening | None:
        """The likeliest."""
        return next(iter(self.explain(hypotheses, pieces)), None)

    def say(self, hypotheses: Sequence[Evening], fact: Fact, by: Source) -> Sequence[Evening]:
        """Somebody lights a lamp."""
        return [evening.and_then(fact, by) for evening in hypotheses]

    def position(self, hypothesis: Evening) -> Position:
        """What lies on the slots."""
        lit = {str(fact["slot"]): _colour(fact) for fact, _ in hypothesis.facts}
        return Position({}, lit)

    def in_play(self, _: Evening) -> Collection[str]:
        """The two players' colours."""
        return tuple(seat.role for seat in SEATS)

    def broken(self, hypothesis: Evening) -> frozenset[str]:
        """The slots of lamps against the rule."""
        facts = hypothesis.facts
        return frozenset(
            str(fact["slot"]) for at, (fact, _) in enumerate(facts) if found(facts[:at], fact)
        )

    def of_this_turn(self, hypothesis: Evening) -> Collection[str]:
        """The last lamp alone."""
        return [str(fact["slot"]) for fact, _ in hypothesis.facts[-1:]]

    def sureness(self, hypothesis: Evening, place: str) -> float:
        """How surely it was seen."""
        by = next((by for fact, by in hypothesis.facts if fact["slot"] == place), None)
        return 1.0 if by is None or by.confidence is None else by.confidence

    def standing_pieces(self) -> NothingBeside:
        """None."""
        return NothingBeside()

    def beside(self, place: str, other: str) -> bool:
        """The slots of an island."""
        return place != other and _island(place) == _island(other)

    def without(self, hypothesis: Evening, place: str) -> Evening:
        """Tell it without a lamp."""
        return replace(
            hypothesis, facts=tuple(each for each in hypothesis.facts if each[0]["slot"] != place)
        )

    def changed(self, hypothesis: Evening, place: str, to: str, kind: str) -> Evening:
        """Tell it with another lamp."""
        new = light(_player(kind), to)
        facts = ((new if fact["slot"] == place else fact, by) for fact, by in hypothesis.facts)
        return replace(hypothesis, facts=tuple(facts))

    def otherwise(self, hypothesis: Evening) -> Sequence[Otherwise]:
        """The other colour for each lamp on an island that has two of one."""
        crowded = {_island(slot) for slot in self.broken(hypothesis)}
        made = (
            (slot, colour, other)
            for slot, colour in self.position(hypothesis).slots.items()
            for other in self.in_play(hypothesis)
            if _island(slot) in crowded and other != colour
        )
        now = len(self.broken(hypothesis))
        every = (
            Otherwise(
                {slot: other},
                {slot: colour},
                now - len(self.broken(self.changed(hypothesis, slot, slot, other))),
            )
            for slot, colour, other in made
        )
        return [each for each in every if each.explains > 0]

    def course(
        self, hypothesis: Evening
    ) -> Sequence[tuple[Evening, Sequence[Piece], tuple[Fact, Source] | None]]:
        """Each fact as it was seen, or said."""
        told = []
        evening = Evening()
        for fact, by in hypothesis.facts:
            seen = by.who is Who.CAMERA
            piece = Piece(str(fact["slot"]), _colour(fact), by.confidence or 1.0)
            told.append((evening, [piece] if seen else [], None if seen else (fact, by)))
            evening = evening.and_then(fact, by)
        return told

    def standing(self, hypothesis: Evening) -> Hashable:
        """Which lamps are lit."""
        return frozenset(self.position(hypothesis).slots.items())

    def facts(self, hypothesis: Evening) -> Sequence[tuple[Fact, Source]]:
        """All of them."""
        return hypothesis.facts

    def doubts(self, _: Sequence[Evening]) -> Sequence[Doubt]:
        """Nothing had to be guessed."""
        return ()


def _player(colour: str) -> str:
    return next(seat.name for seat in SEATS if seat.role == colour)


def _colour(fact: Fact) -> str:
    return next(seat.role for seat in SEATS if seat.name == fact["player"])


def look(kind: str, confidence: float = 0.999, other: str = "") -> Seen:
    """A slot as it is seen; what is not ``kind`` is shared by the other pieces, or is ``other``."""
    rest = [each for each in (EMPTY, "french", "english") if each != kind]
    shared = {other: 1 - confidence} if other else dict.fromkeys(rest, (1 - confidence) / 2)
    return Seen(kind, confidence, ((kind, confidence), *shared.items()))
