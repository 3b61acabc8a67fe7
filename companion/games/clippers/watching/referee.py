"""What the referee asks of Clippers: what a change on the board says about the game."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp, hypot

from companion.boards.routes_board import RoutesBoard
from companion.errors import InputError
from companion.files.fields import Field
from companion.games.clippers.corrections.kinds import Course
from companion.games.clippers.course.allowance import MOST_STICKS
from companion.games.clippers.record.event_json import event_json, parse_event
from companion.games.clippers.record.play import from_record
from companion.games.clippers.terms.events import (
    Card,
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    Passed,
    PlayersAct,
    StickLaid,
    TurnEnded,
)
from companion.games.clippers.watching.said import said_by
from companion.games.clippers.watching.search.effort import Effort
from companion.games.clippers.watching.search.explaining import Search
from companion.games.clippers.watching.search.hypotheses import (
    INFERRED,
    Hypothesis,
    Noted,
    begin,
    ends_by_itself,
    is_market_act_of,
    without,
)
from companion.games.clippers.watching.search.prices import UNSAID, Prices
from companion.games.clippers.watching.second_thoughts import (
    behind_odd_facts,
    course_of,
    course_told,
    odd_facts,
    of_who_was_passed_over,
    standing,
)
from companion.games.clippers.watching.seen_ships import LOOKALIKE, SHIP, SeenShips
from companion.games.clippers.watching.ships import (
    Stray,
    hull_over,
    out_of_place_mm,
    ships_astray,
    ships_gone,
    ships_in_place,
    ships_of,
)
from companion.position import Position
from companion.reading import ShipSeen
from companion.records.record import Fact, Record, Source, effective_facts
from companion.watching.laid_pieces.belief import TakingHabits
from companion.watching.laid_pieces.explainer import Otherwise
from companion.watching.outcome import Doubt, Piece

NEAR = 1.4
"""So many sticks' lengths apart, pieces may be taken for one another."""
HABITS = TakingHabits(gone_odds=0.03, most_gone=3)
LAST_STICKS = 2
"""A company's ship stands beside one of so many of its last sticks."""


class ClippersTable:
    """Tells what happened at a Clippers table (an ``Explainer`` for the referee).

    ``prices`` say what is likely here: ``UNSAID``, ``SAID`` or ``LIVE``.
    """

    def __init__(self, board: RoutesBoard, prices: Prices = UNSAID) -> None:
        self.board = board
        self.prices = prices
        self._told: tuple[Record, Hypothesis] | None = None
        self._thought: tuple[tuple[Noted, ...], tuple[Otherwise, ...]] = ((), ())
        self._course: Course | None = None
        self._effort = Effort()

    def read(self, record: Record) -> Hypothesis:
        """Tell the game as the record has it; facts this program doesn't know are passed over."""
        game = from_record(record, self.board)
        sources = {each.seq: each.by for each in effective_facts(record.entries)}
        return begin(game.start, ((event, sources[seq]) for seq, event in game.facts))

    def say(self, hypotheses: Sequence[Hypothesis], fact: Fact, by: Source) -> Sequence[Hypothesis]:
        """Go on with what somebody said: in the place of a guess, now, or when its time comes.

        Raises InputError where it can't be about this table.
        """
        said = Field(fact, "it")
        event = parse_event(said, hypotheses[0].state.game)
        if event is None:
            raise InputError.of(said.faults[0])
        told = [said_by(hypothesis, event, by) for hypothesis in hypotheses]
        left = self.prices.left_pending
        return sorted(told, key=lambda hypothesis: hypothesis.cost + left * len(hypothesis.pending))

    def think(self, hypotheses: int) -> None:
        """From now on so many hypotheses may be made to explain something, and no more."""
        self._effort = Effort(hypotheses)

    @property
    def cut_short(self) -> bool:
        """Whether more were wanted since."""
        return self._effort.cut_short

    def explain(
        self,
        hypotheses: Sequence[Hypothesis],
        pieces: Sequence[Piece],
        *,
        at_any_cost: bool = False,
    ) -> Sequence[Hypothesis]:
        """The likeliest hypotheses that explain these pieces; ``at_any_cost`` one at least."""
        search = Search(pieces, self.prices, self._effort, at_any_cost=at_any_cost)
        return search.explain(hypotheses, self.prices.kept)

    def cheapest(
        self, hypotheses: Sequence[Hypothesis], pieces: Sequence[Piece]
    ) -> Hypothesis | None:
        """The likeliest hypothesis that explains these pieces."""
        found = Search(pieces, self.prices, self._effort).explain(hypotheses, 1)
        return found[0] if found else None

    def position(self, hypothesis: Hypothesis) -> Position:
        """What lies on the board by a hypothesis."""
        return hypothesis.state.position

    def in_play(self, hypothesis: Hypothesis) -> Collection[str]:
        """The companies, and the nations of the players."""
        nations = (seat.player.nation for seat in hypothesis.state.seats)
        return frozenset({*hypothesis.state.companies, *nations})

    def broken(self, hypothesis: Hypothesis) -> frozenset[str]:
        """The places of sticks and markers that lie against a rule."""
        places = (_place_of(noted.event) for noted in hypothesis.noted if noted.illegal)
        return frozenset(place for place in places if place is not None)

    def of_this_turn(self, hypothesis: Hypothesis) -> Collection[str]:
        """The places of what was laid or placed in the turn at hand.

        In phase 1 nobody says that a turn is over: the next player acts.
        """
        places, player = [], None
        for noted in reversed(hypothesis.this_round):
            event = noted.event
            if isinstance(event, TurnEnded):
                break
            if isinstance(event, PlayersAct):
                player = player or event.player
                if event.player != player:
                    break
            places.append(_place_of(event))
        return frozenset(place for place in places if place is not None)

    def without(self, hypothesis: Hypothesis, place: str) -> Hypothesis:
        """Tell it without the stick or marker that came to lie on a place."""
        for index in reversed(range(len(hypothesis.noted))):
            if _place_of(hypothesis.noted[index].event) == place:
                return without(hypothesis, index)
        return hypothesis

    def changed(self, hypothesis: Hypothesis, place: str, to: str, kind: str) -> Hypothesis:
        """Tell it so that the piece of a place is of another kind, or lies elsewhere."""
        nations = {seat.player.nation: seat.player.name for seat in hypothesis.state.seats}
        facts: list[tuple[Event, Source]] = []
        for noted in hypothesis.noted:
            event = noted.event
            if isinstance(event, StickLaid) and event.space == place:
                event = replace(event, space=to, company=kind)
            elif isinstance(event, MarkerPlaced) and event.slot == place and kind in nations:
                event = replace(event, slot=to, player=nations[kind])
            facts.append((event, noted.by))
        again = begin(hypothesis.origin, facts)
        return replace(again, cost=hypothesis.cost, pending=hypothesis.pending)

    def otherwise(self, hypothesis: Hypothesis) -> Sequence[Otherwise]:
        """The corrections of what was seen that would take away what breaks rules.

        What is behind odd facts is looked for once, however often it is asked for; where that was
        cut short, it goes on the next time.
        """
        odd = odd_facts(hypothesis)
        behind = self._thought[1]
        if self._thought[0] != odd:
            self._course = course_told(hypothesis, self._course)
            walk = self._effort.walk()
            behind = tuple(behind_odd_facts(hypothesis, self._course, walk)) if odd else ()
            if walk.left > 0:
                self._thought = (odd, behind)
            else:
                self._effort.cut_short = True
        passed_over = of_who_was_passed_over(hypothesis) if self.prices.spoken else ()
        return (*behind, *(each for each in passed_over if each not in behind))

    def course(
        self, hypothesis: Hypothesis
    ) -> Sequence[tuple[Hypothesis, Sequence[Piece], tuple[Fact, Source] | None]]:
        """What was seen or said, one after the other, each with the hypothesis before it."""
        return list(course_of(hypothesis, self.prices))

    def standing(self, hypothesis: Hypothesis) -> Hashable:
        """All of how the game stands that what comes may depend on."""
        return standing(hypothesis)

    def sureness(self, hypothesis: Hypothesis, place: str) -> float:
        """How surely the camera saw what came to lie on a place; 1 where somebody said so."""
        for noted in reversed(hypothesis.noted):
            if _place_of(noted.event) == place:
                return 1.0 if noted.by.confidence is None else noted.by.confidence
        return 1.0

    @property
    def habits(self) -> TakingHabits:
        """Nothing that lies rightly is taken off in Clippers."""
        return HABITS

    def standing_pieces(self) -> SeenShips:
        """The ships, of which none was seen yet."""
        return SeenShips(self)

    def looks_alike(
        self,
        hypothesis: Hypothesis,
        piece: Piece,
        others: Sequence[Piece],
        ships: Sequence[ShipSeen],
    ) -> float | None:
        """Whether a stick may be its company's ship: that stands beside the last stick.

        Where all ships of the company are seen elsewhere, it is none.
        """
        mine = [ship for ship in ships if ship.colour == piece.kind]
        near = [ship for ship in mine if self._stands_at(ship, piece.place)]
        due = [other.place for other in others if other.kind == piece.kind]
        laid = (n.event for n in reversed(hypothesis.noted) if isinstance(n.event, StickLaid))
        due += [stick.space for stick in laid if stick.company == piece.kind][:LAST_STICKS]
        if not any(self.beside(piece.place, place) for place in due):
            return LOOKALIKE if near else None
        if near or (ships and not mine):
            return SHIP
        all_elsewhere = 0 < ships_of(hypothesis.state, piece.kind) <= len(mine)
        return None if all_elsewhere else LOOKALIKE

    def may_be_ship(self, hypothesis: Hypothesis, piece: Piece, ships: Sequence[ShipSeen]) -> bool:
        """Whether a company's ship is seen just there; or some are seen, but fewer than there are.

        Where no ships are seen at all, nobody puts any up, or they can't be read.
        """
        mine = [ship for ship in ships if ship.colour == piece.kind]
        missing = len(mine) < ships_of(hypothesis.state, piece.kind)
        return bool(ships) and (missing or any(hull_over(self.board, piece.place, s) for s in mine))

    def out_of_place_mm(
        self, hypothesis: Hypothesis, kind: str, ships: Sequence[ShipSeen]
    ) -> float:
        """How far a company's ships stand from the ends of its routes, in all."""
        return out_of_place_mm(hypothesis.state, kind, ships)

    def astray(
        self, hypothesis: Hypothesis, ships: Sequence[ShipSeen], gone: Sequence[ShipSeen] = ()
    ) -> Sequence[Stray]:
        """The ships that stand where none of theirs should, and those that are taken away."""
        return [*ships_astray(hypothesis.state, ships), *ships_gone(hypothesis.state, ships, gone)]

    def in_place(
        self, hypothesis: Hypothesis, ships: Sequence[ShipSeen]
    ) -> Mapping[tuple[str, str], ShipSeen]:
        """The ships that stand at the ends of their routes, by company and place."""
        return ships_in_place(hypothesis.state, ships)

    def _stands_at(self, ship: ShipSeen, place: str) -> bool:
        """Whether a ship stands so near to a space that it may have been read as a stick there."""
        space = self.board.spaces.get(place)
        if space is None:
            return False
        return hypot(ship.x_mm - space.x_mm, ship.y_mm - space.y_mm) <= self._reach_mm

    @property
    def _reach_mm(self) -> float:
        return NEAR * (self.board.stick.length_mm if self.board.stick else 0.0)

    def beside(self, place: str, other: str) -> bool:
        """Whether two spaces are hardly a stick's length apart; slots never are."""
        spaces = self.board.spaces
        if place not in spaces or other not in spaces or place == other:
            return False
        one, two = spaces[place], spaces[other]
        return hypot(one.x_mm - two.x_mm, one.y_mm - two.y_mm) <= self._reach_mm

    def facts(self, hypothesis: Hypothesis) -> Sequence[tuple[Fact, Source]]:
        """The facts of a hypothesis, with the end of a turn that needs nobody to say it."""
        facts = [(event_json(noted.event), noted.by) for noted in hypothesis.noted]
        end = ends_by_itself(hypothesis)
        return facts if end is None else [*facts, (event_json(end), INFERRED)]

    def doubts(self, hypotheses: Sequence[Hypothesis]) -> Sequence[Doubt]:
        """What was guessed: acts of phase 1 that leave nothing on the board."""
        return list(_guesses(hypotheses, self.prices))


def _place_of(event: Event) -> str | None:
    """Where a fact brought a piece."""
    match event:
        case StickLaid():
            return event.space
        case MarkerPlaced():
            return event.slot
        case MarkerMoved():
            return event.target
        case _:
            return None


def _guesses(hypotheses: Sequence[Hypothesis], prices: Prices) -> Iterator[Doubt]:
    for index, noted in enumerate(hypotheses[0].noted):
        if noted.is_guess and isinstance(noted.event, PlayersAct):
            likely = _answers(hypotheses, index, noted, prices)
            who, round_ = noted.event.player, noted.round
            yield Doubt(likely, None, {"player": who, "round": round_, "fact": index})


def _answers(
    hypotheses: Sequence[Hypothesis], index: int, noted: Noted, prices: Prices
) -> tuple[tuple[str, float], ...]:
    """The kinds of act it may have been, weighed by the hypotheses and by what is usual."""
    assert isinstance(noted.event, PlayersAct)
    if not isinstance(noted.event, CardTaken | Passed):
        return ((_word(noted.event), noted.by.confidence or 0.5),)
    weights: dict[str, float] = {}
    best, player = hypotheses[0], noted.event.player
    cheapest, before = best.cost, len(_market_acts(best.noted[:index], player))
    for hypothesis in hypotheses:
        acts = _market_acts(hypothesis.noted, player)
        if before < len(acts) and isinstance(acts[before], CardTaken | Passed):
            word = _word(acts[before])
            weights[word] = weights.get(word, 0.0) + exp(cheapest - hypothesis.cost)
    for card, price in _as_well(noted.event, prices):
        weights.setdefault(card.value, exp(-price))
    whole = sum(weights.values())
    likely = sorted(weights.items(), key=lambda pair: -pair[1])
    return tuple((word, weight / whole) for word, weight in likely)


def _market_acts(noted: Sequence[Noted], player: str) -> Sequence[Event]:
    """What a player did in phase 1, round after round."""
    return [each.event for each in noted if is_market_act_of(each.event, player)]


def _as_well(event: CardTaken | Passed, prices: Prices) -> Iterator[tuple[Card, float]]:
    """The cards that would explain as much as a guess, and how much less usual each is."""
    if isinstance(event, Passed):
        yield from prices.cards.items()
        return
    for card, price in prices.cards.items():
        if MOST_STICKS[card] >= MOST_STICKS[event.card] and event.card is not Card.PORT:
            yield card, price - prices.cards[event.card]


def _word(event: Event) -> str:
    return event.card.value if isinstance(event, CardTaken) else str(event_json(event)["do"])
