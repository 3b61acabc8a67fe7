"""What a game is asked: plain data about it, and a few plain functions over its states.

A game is a folder under ``companion/games`` and a line in its registry. How it is written is in
docs/adding-a-game.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from companion.bank import BANK, Ledger
from companion.boards.board import Board
from companion.cards.card import Card
from companion.cards.card_form import CardForm
from companion.files.fields import Field
from companion.finding import Finding
from companion.money.pieces import Pieces
from companion.play.in_place import Explained, Thing
from companion.play.offered.finished import Finished
from companion.play.offered.self_play import SelfPlay
from companion.play.options import Options
from companion.play.page.face import Face, Picture
from companion.play.page.lines import Repair
from companion.play.timeline import Event, Moment, State, Step
from companion.play.words import Words
from companion.records.facts import Word
from companion.records.record import Fact
from companion.score import Score
from companion.store.table import View
from companion.watching.referee import Watched

if TYPE_CHECKING:
    from companion.play.offered.terminal import Terminal
    from companion.play.sight import Sight

Done = TypeVar("Done", covariant=True)
Data = dict[str, object]
RESERVED = frozenset({BANK, "table"})
"""Who else may be said to have done something; no player is called so."""


@dataclass(frozen=True, slots=True)
class InBox:
    """The tiles that may stay in the box on a layout, and those that do as the game comes."""

    tiles: tuple[str, ...]
    usual: frozenset[str]


@dataclass(frozen=True)
class About:
    """A game as data: what can be read beside its box.

    ``role`` is the word for what a player stands for (``nation``, ``colour``). ``facts`` are the
    words of each fact by what it does; every word is told, those that may be left out too.
    ``implied`` are the facts that only follow from what else is told, such as the end of a turn.
    ``scored`` are the kinds of points, as the lines of a score name them and a table shows them;
    ``factors`` the named numbers that multiply in them.
    ``cash`` are the chips, coins or notes in the box; None where there is no money. How they and an
    amount are said is the words' (``cash:amount``).
    ``private`` are, by fact, the words that nobody is told but the player who does it, with whom it
    is done, and whoever keeps the bank, until all lies open (``Game.is_open``).
    ``told_to_all`` are the codes of findings that tell nothing of it: all hear of those, where what
    else is found of such a fact is told to nobody but those.
    ``told_to_bank`` are the codes of findings that rest on what several players hide: whoever keeps
    the bank alone is told, nothing follows from them, and what is offered depends on none.
    ``cards`` are those that come with the game, where an owner's may have something else printed;
    ``card_form`` is how he tells what they do, where it takes more than to count their signs.
    ``in_box`` are the layouts, by id, of which he tells which tiles stay in the box.
    """

    id: str
    name: str
    players: range
    role: str
    options: Options[Any]
    facts: Mapping[str, Mapping[str, Word]]
    implied: frozenset[str] = frozenset()
    scored: tuple[str, ...] = ()
    factors: tuple[str, ...] = ()
    cash: Pieces | None = None
    private: Mapping[str, frozenset[str]] = field(default_factory=dict)
    told_to_all: frozenset[str] = frozenset()
    told_to_bank: frozenset[str] = frozenset()
    cards: tuple[Card, ...] = ()
    card_form: CardForm | None = None
    in_box: Mapping[str, InBox] = field(default_factory=dict)

    @property
    def words(self) -> Mapping[str, Word]:
        """Every word that some fact has; one that holds several kinds of things is of the first."""
        every: dict[str, Word] = {}
        for words in self.facts.values():
            every = {**words, **every}
        return every

    def words_for(self, *kinds: Word) -> frozenset[str]:
        """The words that hold one of these in some fact."""
        facts = self.facts.values()
        return frozenset(word for words in facts for word, kind in words.items() if kind in kinds)

    def held(self, fact: Fact, kind: Word) -> object | None:
        """What a fact says of a kind of word; None where it says nothing of it."""
        words = self.facts.get(str(fact.get("do")), {})
        return next(
            (fact[word] for word, its in words.items() if its is kind and word in fact), None
        )


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits down: a name, and what he stands for."""

    name: str
    role: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules(Generic[State, Event]):
    """What happened, and what the rules say about it. Nothing here depends on who looks."""

    about: About
    """The game as data."""
    begin: Callable[[Sequence[Seat], Mapping[str, object], Board], Mapping[str, object]]
    """The set-up of a new game of these options, as its record's header keeps it; InputError."""
    start: Callable[[Mapping[str, object], Board], State]
    """Where a game of that set-up begins; raises InputError where it can't be read."""
    parse: Callable[[Field, State], Event | None]
    """Read a fact; None, with a fault, where it is not about this table.

    That it breaks a rule is no fault.
    """
    fact: Callable[[Event], dict[str, object]]
    """Write a fact, in the words of ``about.facts``."""
    apply: Callable[[State, Event], State]
    """Go on by one fact. Never judges, never raises."""
    findings: Callable[[State, Event], tuple[Finding, ...]]
    """What the rules have against a fact in this state; depends on nothing else."""
    notes: Callable[[State, Event, State], tuple[Finding, ...]]
    """What is worth knowing about a fact that led from one state to another."""
    keep: Callable[[State], object]
    """A state as JSON, but for its bank's transfers; raises TypeError where it can't be."""
    recall: Callable[[object, State, Ledger], State]
    """Read what ``keep`` wrote of a game with this start; raises ValueError where it is none."""
    apply_allowed: Callable[[State, Event, frozenset[str]], State] | None = None
    """``apply`` where the table allows what is found by these codes: that is true, and no slip.

    None where what is found about a fact changes nothing of what is found later.
    """

    def after(self, state: State, event: Event, allowed: frozenset[str]) -> State:
        """The state after a fact of which the table allows what is found by these codes."""
        if self.apply_allowed is None or not allowed:
            return self.apply(state, event)
        return self.apply_allowed(state, event, allowed)


class Choice(Protocol[Done]):
    """Something that may be done now without breaking a rule."""

    @property
    def event(self) -> Done:
        """The fact it would be."""

    @property
    def earns(self) -> int:
        """The money it would earn."""


@dataclass(frozen=True, slots=True)
class Foregone(Generic[Event]):
    """The end of a turn that nobody has to say.

    ``along`` is the number of the entry it is one deed with: the turn's last piece is taken back
    together with the end that only followed from it. ``places`` are those of this turn's pieces.
    """

    event: Event
    along: int | None
    places: frozenset[str]


def unpictured(state: object, event: object) -> None:
    """Words are enough."""
    del state, event


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Rules[State, Event]):
    """The rules, and what pages ask of a game besides."""

    face: Face[State, Event]
    """What pages show of it."""
    watching: Callable[[Game[State, Event]], Watched] | None
    """How a camera follows it; None where it is played by hand alone."""
    terminal: Terminal
    """How it is told in a terminal, and to other programs."""
    self_play: SelfPlay | None
    """How it plays itself; None where it can't."""
    finished: Finished | None
    """How a finished board is scored; None where that needs the whole game."""
    shipped_board: Callable[[], Board]
    """The board that comes with the program."""
    check_board: Callable[[Board], object]
    """Raise InputError where the game can't be played on a board."""
    roles: Callable[[Board], tuple[str, ...]]
    """What players may stand for on a board; empty where that is anything."""
    words: Callable[[str, Board], Words[State, Event]]
    """What the game says in a language, about one board."""
    seen: Callable[[State], State]
    """A state as people see it, with all that goes on by itself."""
    seats: Callable[[State], tuple[Seat, ...]]
    """Who plays, and what each stands for, in seat order."""
    ruled: Callable[[State], object]
    """The options that the game is played by: one of ``about.options``."""
    awaited: Callable[[State], tuple[str, ...]]
    """Who may act now, by the order of turns."""
    choices: Callable[[State], Sequence[Choice[Event]]]
    """All that may be done now without breaking a rule."""
    instead: Callable[[State, Event], Iterable[Event]]
    """What an event may have been instead of what is said, the likeliest slips first."""
    score: Callable[[State, Iterable[Step[State, Event]]], Score]
    """The score if the game stopped here, and the steps of which the table allows something."""
    foregone: Callable[[View[Moment[State, Event]]], Foregone[Event] | None]
    """The end of the turn at hand, if nothing else may be done in it; None where there is more.

    None too where somebody is putting something right.
    """
    repairs: Callable[[Sight[State, Event]], Sequence[Repair]]
    """The corrections that explain what is found, each with its question and its act."""
    is_open: Callable[[State], bool]
    """Whether everybody may see everything, the money and the standings too."""
    story: Callable[[Sight[State, Event]], Data]
    """The whole game as JSON for other programs: each fact, what followed, the score."""
    view: Callable[[Sight[State, Event]], Data]
    """All that a program may want to show of a table, but for log, findings and score: JSON."""
    things: Callable[[State], Iterable[Thing]]
    """All that can be explained at a table, but for the places of its board."""
    explained: Callable[[Sight[State, Event], Thing], Explained | None]
    """A thing in words: what it does now, and its sections; None where there is none such."""
    lesson: Callable[[State], Thing | None]
    """What comes now and is to be explained to who plays for the first time."""
    without_value: str | None = None
    """The code by which ``check_board`` refuses islands that have slots and no value.

    None where islands need no value.
    """
    picture: Callable[[State, Event], Picture | None] = unpictured
    """How what a fact tells of lies, where words alone don't show it."""

    @property
    def watched(self) -> Watched | None:
        """How a camera follows it; None where it is played by hand alone."""
        return None if self.watching is None else self.watching(self)


def as_it_is(state: State) -> State:
    """A state as people see it, of a game in which nothing goes on by itself."""
    return state


AnyGame = Game[Any, Any]
"""Whichever game: for rooms that serve them all."""
