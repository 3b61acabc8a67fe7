"""Ferries: a game with nothing of Clippers in it, for tests of what serves every game.

Each player has one ferry on a ring of six stops. A ferry sails to a stop beside it; several may lie
at one stop. A storm at a stop sinks all that lie there: they leave the board, and come back at any
stop. Who has called at all six stops has won. There is no money, and nothing is ever laid down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial

from companion.bank import Ledger
from companion.boards.board import Board
from companion.boards.board_file import parse_board
from companion.files.fields import Field
from companion.finding import Finding, Severity
from companion.play import words
from companion.play.game import About, Choice, Data, Game, Seat
from companion.play.in_place import PIECE, Explained, Thing
from companion.play.in_place import PLACE as AT
from companion.play.options import Options
from companion.play.page.face import (
    Anywhere,
    Group,
    Offer,
    Panel,
    Purse,
    Section,
    Shape,
    Sign,
    Stock,
    Turn,
)
from companion.play.page.lines import Repair
from companion.play.sight import Sight
from companion.play.timeline import Moment, Step
from companion.play.words import PLACE, Manner, Param
from companion.position import Position
from companion.reading import EMPTY
from companion.records.facts import Word
from companion.records.record import Header
from companion.score import Score, ScoreLine, ranked
from companion.store.table import View
from companion.watching.moving_pieces.asking import what_happened
from companion.watching.moving_pieces.by_choices import ByChoices
from companion.watching.referee import Pace, Referee, Watched
from tests.companion.boards.small_board import small_board
from tests.toys.handed_over import as_game
from tests.toys.toy_sentences import Catalogue
from tests.toys.toy_terminal import TERMINAL

STOPS = ("apia", "bora", "cook", "dili", "efate", "fiji")
CALL = {"player": Word.PLAYER, "stop": Word.AT}
FACTS = {
    "sail": CALL,
    "storm": {"player": Word.PLAYER, "stop": Word.PLACE},
    "return": CALL,
}


@dataclass(frozen=True)
class NoOptions:
    """Nothing is in dispute."""


ABOUT = About(
    "ferries",
    "Ferries",
    range(1, 7),
    "ferry",
    Options({"only": NoOptions()}),
    FACTS,
    scored=("stops",),
)


@dataclass(frozen=True, slots=True)
class Call:
    """A fact: a player sails to a stop, lets a storm strike one, or comes back at one."""

    do: str
    player: str
    stop: str


@dataclass(frozen=True, slots=True)
class Sea:
    """Where the ferries lie (a sunk one nowhere), and where each has called."""

    players: tuple[str, ...]
    at: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: int = 0
    bank: None = None

    @property
    def round(self) -> int:
        """There are no rounds: what happened is counted."""
        return self.facts

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has called at every stop."""
        return tuple(p for p in self.players if set(self.called.get(p, ())) == set(STOPS))


def _found(sea: Sea, call: Call) -> Iterator[Finding]:
    """What the rules do not like."""
    here = sea.at.get(call.player)
    if call.do == "sail" and here is None:
        yield Finding("no-ferry", Severity.ILLEGAL, "2", (call.stop,))
    if call.do == "sail" and here is not None and _apart(here, call.stop) != 1:
        params = {"player": call.player, "place": here}
        yield Finding("too-far", Severity.ILLEGAL, "1", (here, call.stop), params, "look")
    if call.do == "return" and here is not None:
        yield Finding("still-afloat", Severity.ILLEGAL, "3", (here,))


def _apart(one: str, other: str) -> int:
    steps = abs(STOPS.index(one) - STOPS.index(other))
    return min(steps, len(STOPS) - steps)


@dataclass(frozen=True, slots=True)
class Free:
    """A choice; nothing is earned here."""

    event: Call
    earns: int = 0


class Words(words.Words["Sea", "Call"]):
    """What is said at sea."""

    def __init__(self, language: str, _: Board) -> None:
        super().__init__(language, Catalogue(), Manner({"place": Param(PLACE)}))

    def place(self, place: str) -> str:
        """Stops are towns."""
        return place.title()

    def event(self, event: Call) -> str:
        """Say what happened."""
        return self.say(event.do, player=event.player, stop=self.place(event.stop))


class Ferries:
    """The game, as ``companion.play.game.Game`` asks for it."""

    about = ABOUT
    terminal = TERMINAL
    self_play = finished = None

    @property
    def watched(self) -> Watched:
        """A camera knows each ferry by its colour."""
        return Watched(_referee, asked=partial(what_happened, GAME))

    @property
    def face(self) -> Deck:
        """What pages show."""
        return Deck()

    def begin(
        self, seats: Sequence[Seat], options: Mapping[str, object], board: Board
    ) -> Mapping[str, object]:
        """Any number of players, by the one rule there is."""
        ABOUT.options.read(options)
        players = [{"name": seat.name, "ferry": seat.role} for seat in seats]
        return {"board": {"name": board.name}, "players": players}

    def start(self, setup: Mapping[str, object], _: Board) -> Sea:
        """No ferry is on the board yet."""
        seats = Field(setup, "setup").get("players").items(least=1)
        return Sea(tuple(seat.get("name").text() for seat in seats))

    def parse(self, said: Field, state: Sea) -> Call | None:
        """Read a fact."""
        do, stop = said.get("do").one_of(tuple(FACTS)), said.get("stop").one_of(STOPS)
        player = said.get("player").one_of(state.players)
        return Call(do, player, stop) if do and player and stop else None

    def fact(self, event: Call) -> dict[str, object]:
        """Write a fact."""
        return asdict(event)

    def apply(self, state: Sea, event: Call) -> Sea:
        """The sea afterwards, whatever the rules think of it."""
        state = replace(state, facts=state.facts + 1)
        if event.do == "storm":
            afloat = {who: stop for who, stop in state.at.items() if stop != event.stop}
            return replace(state, at=afloat)
        called = tuple(dict.fromkeys((*state.called.get(event.player, ()), event.stop)))
        at = {**state.at, event.player: event.stop}
        return replace(state, at=at, called={**state.called, event.player: called})

    def findings(self, state: Sea, event: Call) -> tuple[Finding, ...]:
        """Too far, with no ferry, or with two."""
        return tuple(_found(state, event))

    def notes(self, before: Sea, event: Call, after: Sea) -> tuple[Finding, ...]:
        """Who has come everywhere."""
        if before.over or not after.over:
            return ()
        return (Finding("all-stops", Severity.NOTE, "4", (event.stop,), {"player": event.player}),)

    def keep(self, state: Sea) -> object:
        """The sea as JSON."""
        return asdict(state)

    def recall(self, kept: object, start: Sea, _: Ledger) -> Sea:
        """The sea from JSON."""
        said = Field(kept)
        called = {
            who: tuple(stop.text() for stop in stops.items())
            for who, stops in said.get("called").entries()
        }
        at = {who: stop.text() for who, stop in said.get("at").entries()}
        return replace(start, at=at, called=called, facts=said.get("facts").whole(0, 10**9))

    def shipped_board(self) -> Board:
        """Any board will do."""
        return parse_board(small_board())

    def check_board(self, _: Board) -> None:
        """Ferries lie on a ring of their own."""

    def roles(self, _: Board) -> tuple[str, ...]:
        """Any ferry, by whatever name."""
        return ()

    def words(self, language: str, board: Board) -> Words:
        """What is said at sea, in English whatever is asked for."""
        return Words(language, board)

    def seen(self, state: Sea) -> Sea:
        """Nothing goes on by itself."""
        return state

    def seats(self, state: Sea) -> tuple[Seat, ...]:
        """A ferry is called by its player's name."""
        return tuple(Seat(player, player) for player in state.players)

    def ruled(self, _: Sea) -> NoOptions:
        """Nothing is in dispute."""
        return NoOptions()

    def awaited(self, state: Sea) -> tuple[str, ...]:
        """Everybody, at any time, until somebody has won."""
        return () if state.over else state.players

    def choices(self, state: Sea) -> Sequence[Choice[Call]]:
        """All that the rules have nothing against."""
        every = (Call(do, p, stop) for do in FACTS for p in state.players for stop in STOPS)
        return () if state.over else tuple(Free(c) for c in every if not any(_found(state, c)))

    def instead(self, before: Sea, event: Call) -> Iterator[Call]:
        """Another stop, another player."""
        yield from (replace(event, stop=stop) for stop in STOPS)
        yield from (replace(event, player=player) for player in before.players)

    def score(self, state: Sea, allowed: Iterable[Step[Sea, Call]]) -> Score:
        """A point for each stop, less one for each thing that the table had to allow."""
        fines = [step.event.player for step in allowed]
        lines = [
            ScoreLine(p, "stops", len(state.called.get(p, ())) - fines.count(p), "4")
            for p in state.players
        ]
        return Score(tuple(lines), ranked(state.players, lines))

    def foregone(self, table: View[Moment[Sea, Call]]) -> None:
        """There are no turns that could end."""

    def repairs(self, _: Sight[Sea, Call]) -> Sequence[Repair]:
        """Nobody looks for causes."""
        return ()

    def is_open(self, _: Sea) -> bool:
        """The sea lies open."""
        return True

    def story(self, sight: Sight[Sea, Call]) -> Data:
        """Who called where."""
        return {"called": dict(sight.state.called)}

    def view(self, sight: Sight[Sea, Call]) -> Data:
        """Where the ferries lie."""
        return {"at": dict(sight.state.at)}

    def things(self, state: Sea) -> Iterator[Thing]:
        """The ferries."""
        return (Thing(PIECE, player) for player in state.players)

    def explained(self, sight: Sight[Sea, Call], thing: Thing) -> Explained | None:
        """Where a ferry lies, and who lies at a stop."""
        if thing.kind == PIECE and thing.which in sight.state.players:
            lies = sight.state.at.get(thing.which)
            return Explained(f"{thing.which}'s ferry", (lies.title() if lies else "Sunk.",), ("1",))
        if thing.kind == AT and thing.which in STOPS:
            here = [who for who, stop in sight.state.at.items() if stop == thing.which]
            return Explained(sight.words.place(thing.which), (", ".join(here) or "Empty.",))
        return None

    def lesson(self, state: Sea) -> Thing | None:
        """Before anything has happened, one's own ferry."""
        return None if state.facts else Thing(PIECE, state.players[0])


def lies(sea: Sea) -> dict[str, str]:
    """Where each ferry lies: a question with one answer, as several may lie at one stop."""
    return {player: sea.at.get(player, EMPTY) for player in sea.players}


def _referee(board: Board, pace: Pace) -> Referee:
    return ByChoices(GAME, lies, board, patient=pace is Pace.LIVE)


class Deck:
    """What pages show at sea, as ``companion.play.page.face.Face`` asks for it: no money."""

    def turn(self, sight: Sight[Sea, Call]) -> Turn:
        """Nobody waits for anybody."""
        calls = f"Call {sight.state.round + 1}"
        return Turn((calls,), ("Anybody sails.",), "All stops." if sight.state.over else None)

    def purses(self, sight: Sight[Sea, Call]) -> tuple[Purse, ...]:
        """Each player's ferry, and where it lies."""
        sea = sight.state
        return tuple(
            Purse(
                player,
                player,
                "a ferry",
                Sign(player, player[0], Shape.DISC),
                None,
                at_turn=False,
                holds=(f"{len(sea.called.get(player, ()))} stops",),
            )
            for player in sea.players
        )

    def sections(self, sight: Sight[Sea, Call]) -> tuple[Section, ...]:
        """How many ferries lie at each stop."""
        lies = list(sight.state.at.values())
        stocks = (Stock(Sign(stop, stop[0]), stop.title(), lies.count(stop)) for stop in STOPS)
        return (Section("stops", "Ferries at each stop", tuple(stocks)),)

    def panels(self, sight: Sight[Sea, Call]) -> tuple[Panel, ...]:
        """All that is free to do, by what it is."""
        return tuple(
            Panel(player, tuple(_group(sight, player, do) for do in FACTS))
            for player in sight.state.players
        )

    def anywhere(self, _: Sight[Sea, Call]) -> Mapping[str, Anywhere]:
        """No piece lies on a printed place."""
        return {}

    def beside(self, _: Sight[Sea, Call], player: str) -> Iterator[Call]:
        """Anything at all."""
        yield from (Call(do, player, stop) for do in FACTS for stop in STOPS)

    def position(self, _: Sea) -> Position:
        """Nothing is ever laid down."""
        return Position()

    def standing(self, _: Sea) -> tuple[tuple[str, str], ...]:
        """The stops are no places of the board."""
        return ()


def _group(sight: Sight[Sea, Call], player: str, do: str) -> Group:
    free = (each.event for each in sight.choices if each.event.player == player)
    offers = (Offer(call.stop.title(), asdict(call)) for call in free if call.do == do)
    return Group(do.title(), tuple(offers))


GAME: Game[Sea, Call] = as_game(Ferries())
HEADER = Header("ferries", {"players": [{"name": "Ann"}, {"name": "Ben"}]})
