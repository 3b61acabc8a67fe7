"""What a page shows of a game, as data: words and numbers, acts and places, and no HTML.

A game's ``Face`` makes these; the page draws them, whichever game it is. Words are in the language
of whoever looks. ``what`` names the thing that is told about by the rules in place: ``card:2x``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from companion.errors import Fault
from companion.files.fields import shown
from companion.play.timeline import Event, State
from companion.position import Position
from companion.saying.phrase import AnyOf, Phrase

if TYPE_CHECKING:
    from companion.play.sight import Sight

Fact = Mapping[str, object]


class Shape(Enum):
    """How a kind of piece is drawn beside words."""

    STICK = "stick"
    DISC = "disc"


@dataclass(frozen=True, slots=True)
class Sign:
    """A small drawing of a kind of piece: its colour is the kind's, its letter stands on it.

    With ``drawn`` that small sign stands there instead of both (``companion.drawing.signs``).
    """

    kind: str
    letter: str
    shape: Shape = Shape.STICK
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """So many tokens with a sign, drawn beside words that say the same.

    ``sign`` is one of ``companion.drawing.signs``, or a letter. A token ``worth`` more than
    one is a large one.
    """

    sign: str
    count: int = 1
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player holds, drawn: ``said`` in a word or two, ``told`` with how it is made up."""

    said: str
    told: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """Something that one player alone has, as one character, and in words."""

    drawn: str
    said: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Purse:
    """A player: what he stands for, his money, and what lies before him.

    ``money`` is None where it is not told, or where the game has none. ``holds`` are words about
    what is left to him, ``has`` about what he has taken; ``holdings`` are told and drawn.
    """

    player: str
    role: str
    role_said: str
    sign: Sign
    money: int | None
    at_turn: bool
    holds: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    badge: Badge | None = None
    holdings: tuple[Holding, ...] = ()


@dataclass(frozen=True, slots=True)
class Stock:
    """How much is left of a kind of piece; ``few`` is a warning, ``shut`` that it is no more.

    ``tokens`` are drawn before the note, which says the same.
    """

    sign: Sign
    said: str
    left: int
    note: str = ""
    few: bool = False
    shut: bool = False
    what: str = ""
    tokens: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page with what lies beside the board; ``id`` is its class in the style."""

    id: str
    heading: str
    stocks: tuple[Stock, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """How a part of the table lies or would lie, to be drawn beside words as the chart draws it.

    ``places`` are what lies on them, as a position has it, ``standing`` what stands beside them:
    nothing else is in the picture. It never says what its words do not.
    """

    places: Mapping[str, str]
    standing: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """Where the game stands and what is awaited: both as sentences. ``end``: how it ended.

    ``picture`` is what somebody holds in his hand for all to see.
    """

    stands: tuple[str, ...]
    duties: tuple[str, ...]
    end: str | None = None
    what: str = ""
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """What an offer leaves open: one word of its fact, a whole number or one of a few choices.

    ``said`` asks for it. ``numbers`` are those that may be given, their first the one that is
    suggested; ``unit`` is what they count. ``choices`` are what may be chosen, each with its words,
    and some or all with one of the ``pictures``. ``on_chart``: they are places, and a tap on one
    chooses it. ``kinds`` says of many choices what each is a way of: such ways are shown below that
    heading, once it is chosen. ``costs`` is what some choices cost.
    """

    word: str
    said: str
    numbers: range = range(0)
    unit: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    on_chart: bool = False
    kinds: Mapping[str, str] = field(default_factory=dict)
    costs: Mapping[str, int] = field(default_factory=dict)

    @property
    def by_kind(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The choices below what they are ways of, in their order; below nothing by themselves."""
        grouped: dict[str, list[tuple[str, str]]] = {}
        for value, said in self.choices:
            grouped.setdefault(self.kinds.get(value, ""), []).append((value, said))
        return {heading: tuple(ways) for heading, ways in grouped.items()}

    @property
    def shown_pictures(self) -> Iterator[Picture]:
        """Every picture, as often as it is shown: that of the first way stands beside its kind."""
        for heading, ways in self.by_kind.items():
            shown = [self.pictures[value] for value, _ in ways if value in self.pictures]
            yield from shown
            if heading and ways[0][0] in self.pictures:
                yield self.pictures[ways[0][0]]

    def fault(self, answer: object) -> Fault | None:
        """What is wrong with an answer; nothing where it is one of those asked for."""
        if self.choices:
            if any(answer == value for value, _ in self.choices):
                return None
            said = AnyOf(words for _, words in self.choices)
            return Fault("expected", self.said, value=shown(answer), wanted=said)
        if type(answer) is int and answer in self.numbers:
            return None
        return self._beyond(answer)

    @property
    def refusal(self) -> Phrase:
        """What to give instead of anything else."""
        bounds = {"low": self.numbers[0], "high": self.numbers[-1]} if self.numbers else {}
        if abs(self.numbers.step) != 1:
            return Phrase("asked-in-steps", **bounds, step=self.numbers.step)
        return Phrase("asked", **bounds)

    @property
    def in_words(self) -> Phrase:
        """What is asked, and what may be given: as a terminal says it, which draws nothing."""
        wanted = AnyOf(words for _, words in self.choices) if self.choices else self.refusal
        if self.on_chart:
            return Phrase("asked-where", wanted=wanted)
        return Phrase("asked-in-words", asked=self.said, wanted=wanted)

    def _beyond(self, answer: object) -> Fault:
        return Fault("asked-beyond", self.said, value=shown(answer), wanted=self.refusal)


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be done: its words, the whole fact, and what it earns.

    With an ``ask`` the fact lacks that word, and the page asks for it before it is done; there may
    be more that it asks for ``besides``. ``places`` are where a tap does it. ``said_at_place`` are
    its words there, where ``said`` leans on its group; ``note`` is a word beside it, such as its
    price; ``kind`` is the piece's; ``tokens`` and the ``picture`` are drawn beside the words.
    """

    said: str
    fact: Fact
    earns: int = 0
    places: tuple[str, ...] = ()
    said_at_place: str = ""
    note: str = ""
    sign: Sign | None = None
    kind: str | None = None
    what: str = ""
    ask: Ask | None = None
    besides: tuple[Ask, ...] = ()
    tokens: tuple[Token, ...] = ()
    picture: Picture | None = None

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All that it leaves open, in the order in which it is asked."""
        return self.besides if self.ask is None else (self.ask, *self.besides)

    def fault(self, fact: Fact) -> Fault | None:
        """What is wrong with the first wrong answer in a fact; nothing where all are asked for."""
        faults = (ask.fault(fact.get(ask.word)) for ask in self.asks)
        return next((fault for fault in faults if fault is not None), None)


class Folds(Enum):
    """When a group of offers is folded away."""

    NEVER = "never"
    BESIDE_A_CHART = "beside"
    """On a player's own phone, whose chart is lit."""
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Group:
    """Offers under one heading, or groups of them.

    ``tap`` is the heading where the chart is lit, and a tap on it does the same. ``lit``: whether
    the places of these offers are lit. Offers that read alike are shown once. ``style`` names what
    the page has a form of its own for: ``cards``, ``sails`` with their tokens above the words, or a
    ``board`` whose rows are the groups.
    ``tokens`` are drawn beside the heading.
    """

    heading: str
    offers: tuple[Offer, ...] = ()
    groups: tuple[Group, ...] = ()
    tap: str = ""
    folds: Folds = Folds.NEVER
    lit: bool = True
    sign: Sign | None = None
    style: str = ""
    what: str = ""
    tokens: tuple[Token, ...] = ()

    @property
    def every(self) -> tuple[Offer, ...]:
        """The offers of this group and of those in it."""
        return self.offers + tuple(offer for group in self.groups for offer in group.every)

    @property
    def taps(self) -> tuple[Offer, ...]:
        """The offers of which a tap is all."""
        return tuple(offer for offer in self.offers if not offer.asks)

    @property
    def asked(self) -> tuple[Offer, ...]:
        """The offers that leave something open, of those in it too."""
        return tuple(offer for offer in self.every if offer.asks)

    @property
    def earns(self) -> int:
        """The most that one of them earns."""
        return max((offer.earns for offer in self.every), default=0)


@dataclass(frozen=True, slots=True)
class Move:
    """A piece that may go from one place to another: too many pairs to name each.

    ``fact`` lacks its words ``from`` and ``to``. Both sides are places with their names; with
    ``elsewhere`` a piece may not go to a place of the name it came from.
    """

    said: str
    fact: Fact
    origins: Mapping[str, str]
    targets: Mapping[str, str]
    elsewhere: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """All that one player may do now without breaking a rule; ``done`` ends his turn."""

    player: str
    groups: tuple[Group, ...] = ()
    move: Move | None = None
    done: Offer | None = None

    @property
    def lit(self) -> Mapping[str, list[Offer]]:
        """What a tap on each place of the board offers, where a tap is all."""
        offers: dict[str, list[Offer]] = {}
        for group in self.groups:
            for offer in group.every if group.lit else ():
                for place in offer.places if not offer.asks else ():
                    offers.setdefault(place, []).append(offer)
        return offers


@dataclass(frozen=True, slots=True)
class Piece:
    """What may be said to lie on a place: its words, and a fact but for player and place."""

    said: str
    fact: Fact
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Anywhere:
    """What may lie on one kind of places, whether the rules like it or not.

    ``word`` is the fact's word for the place; ``heading`` names the kind; ``unlit`` says why none
    of them is offered now, empty where the places alone decide. Places that are ``alike`` are
    named after what they lie on, as an island's slots are: nobody tells one from the next.
    """

    word: str
    heading: str
    pieces: tuple[Piece, ...]
    unlit: str = ""
    alike: bool = False


class Face(Protocol[State, Event]):
    """What a page shows of a game."""

    def turn(self, sight: Sight[State, Event]) -> Turn:
        """Where the game stands, and what is awaited."""

    def purses(self, sight: Sight[State, Event]) -> tuple[Purse, ...]:
        """The players, in seat order."""

    def sections(self, sight: Sight[State, Event]) -> tuple[Section, ...]:
        """What else lies beside the board."""

    def panels(self, sight: Sight[State, Event]) -> tuple[Panel, ...]:
        """What each player may do; nobody is in it who may do nothing."""

    def anywhere(self, sight: Sight[State, Event]) -> Mapping[str, Anywhere]:
        """By kind of place, as the chart has them, what may be said to lie there."""

    def beside(self, sight: Sight[State, Event], player: str) -> Iterable[Event | Offer]:
        """All that a player can do beside the board, whether the rules like it or not.

        An offer leaves something open, as a sum that only he knows.
        """

    def position(self, state: State) -> Position:
        """What lies on the printed places of the board."""

    def standing(self, state: State) -> tuple[tuple[str, str], ...]:
        """The pieces that stand beside places: each with its kind and the place."""
