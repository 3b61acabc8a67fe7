"""The bag: tiles are laid as on the cloth, and what one draws from a bag is one's own secret.

Each player draws goods, which nobody else is told, and digs for shells, of which nobody else is
told how many. He may show what he has drawn. When somebody stops, all lies open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from companion.files.fields import Field
from companion.finding import Finding, Severity
from companion.play.game import Game
from companion.play.page.face import Group, Offer, Panel, Purse
from companion.play.page.lines import Repair
from companion.play.sight import Sight
from companion.play.timeline import Step
from companion.records.facts import Word
from companion.records.record import Header
from companion.score import Score, ScoreLine, ranked
from tests.toys import toy_cloth, toy_sentences
from tests.toys.handed_over import as_game
from tests.toys.toy_cloth import Cloth, Table
from tests.toys.toy_game import Free

PLAYER = {"player": Word.PLAYER}
FACTS = {
    "draw": {**PLAYER, "goods": Word.CHOICE},
    "dig": {**PLAYER, "shells": Word.WHOLE},
    "show": {**PLAYER, "goods": Word.CHOICE},
    "stop": PLAYER,
}
ABOUT = replace(
    toy_cloth.ABOUT,
    id="bag",
    name="Bag",
    facts={**toy_cloth.ABOUT.facts, **FACTS},
    scored=("shells",),
    private={"draw": frozenset({"goods"}), "dig": frozenset({"shells"})},
)
MOST_SHELLS = 5_000
SENTENCES = {
    "draw": "{player} draws {goods}.",
    "untold:draw": "{player} draws from the bag.",
    "dig": "{player} digs for {shells}.",
    "show": "{player} shows {goods}.",
    "stop": "{player} stops.",
    "second-goods": "{player} has drawn {goods} already.",
    "many-shells": "{player} digs for as many as {shells}.",
    "drawn": "{player} has {goods} now.",
    "points:shells": "Shells",
}


@dataclass(frozen=True, slots=True)
class Deed:
    """A fact that is not about a tile."""

    do: str
    player: str
    goods: str = ""
    shells: int = 0


@dataclass(frozen=True, slots=True)
class Bag(Table):
    """The cloth, and what everybody has: goods by player, shells by player."""

    goods: Mapping[str, str] = field(default_factory=dict)
    shells: Mapping[str, int] = field(default_factory=dict)
    stopped: bool = False

    @property
    def over(self) -> bool:
        """Whether somebody has stopped."""
        return self.stopped


class Words(toy_cloth.Words):
    """What is said of the bag."""

    def event(self, event: Any) -> str:
        """Say what happened."""
        if not isinstance(event, Deed):
            return super().event(event)
        return self.say(event.do, player=event.player, goods=event.goods, shells=event.shells)


class InTheBag(Cloth):
    """The game."""

    about = ABOUT

    @property
    def face(self) -> Deck:  # type: ignore[override]
        """What pages show."""
        return Deck()

    def start(self, setup: Mapping[str, object], board: Any) -> Bag:  # type: ignore[override]
        """Nobody has anything."""
        return Bag(super().start(setup, board).players)

    def words(self, language: str, board: Any) -> Words:  # type: ignore[override]
        """What is said of the bag."""
        return Words(language, board)

    def parse(self, said: Field, state: Bag) -> Any:  # type: ignore[override]
        """Read a fact."""
        do = said.get("do").one_of(tuple(ABOUT.facts))
        if do not in FACTS:
            return super().parse(said, state)
        goods = said.get("goods").text() if "goods" in FACTS[do] else ""
        shells = said.get("shells").whole(0, 10**6) if do == "dig" else 0
        player = said.get("player").one_of(state.players)
        return Deed(do, player, goods, shells) if player and not said.faults else None

    def fact(self, event: Any) -> dict[str, object]:
        """Write a fact."""
        if not isinstance(event, Deed):
            return super().fact(event)
        return {"do": event.do} | {word: getattr(event, word) for word in FACTS[event.do]}

    def apply(self, state: Bag, event: Any) -> Bag:  # type: ignore[override]
        """What everybody has afterwards."""
        if not isinstance(event, Deed):
            return cast(Bag, super().apply(state, event))
        had, who = state.shells.get(event.player, 0), event.player
        return replace(
            state,
            facts=state.facts + 1,
            goods={**state.goods, who: event.goods} if event.do == "draw" else state.goods,
            shells={**state.shells, who: had + event.shells},
            stopped=state.stopped or event.do == "stop",
        )

    def findings(self, state: Bag, event: Any) -> tuple[Finding, ...]:  # type: ignore[override]
        """A second draw and too many shells; both tell what is secret."""
        if not isinstance(event, Deed):
            return super().findings(state, event)
        told: dict[str, str | int] = {
            "player": event.player,
            "goods": event.goods,
            "shells": event.shells,
        }
        if event.do == "draw" and event.player in state.goods:
            return (Finding("second-goods", Severity.ILLEGAL, "tiles", (), told),)
        if event.shells > MOST_SHELLS:
            return (Finding("many-shells", Severity.WARNING, "tiles", (), told),)
        return ()

    def notes(self, _: object, event: Any, __: object) -> tuple[Finding, ...]:  # type: ignore[override]
        """What one has drawn."""
        if not isinstance(event, Deed) or event.do != "draw":
            return ()
        told = {"player": event.player, "goods": event.goods}
        return (Finding("drawn", Severity.NOTE, "tiles", (), told),)

    def keep(self, _: Bag) -> object:  # type: ignore[override]
        """Nothing is kept of it."""
        raise TypeError

    def choices(self, state: Bag) -> Sequence[Any]:  # type: ignore[override]
        """Tiles, and to show what one has."""
        shown = [Free(Deed("show", *has)) for has in state.goods.items()]  # type: ignore[arg-type]
        return [*super().choices(state), *shown]

    def instead(self, before: Bag, event: Any) -> Iterator[Any]:  # type: ignore[override]
        """Another cell; nothing else is known of a secret."""
        return super().instead(before, event) if not isinstance(event, Deed) else iter(())

    def repairs(self, sight: Sight[Bag, Any]) -> Sequence[Repair]:  # type: ignore[override]
        """Of every second draw: it was the first, once more."""
        found = []
        for fact in sight.table.facts:
            step = sight.step(fact.seq)
            if step is not None and step.open_findings and step.event.do == "draw":
                act = {"correct": fact.seq, "fact": fact.fact}
                said = f"Did {step.event.player} draw {step.event.goods}?"
                found.append(Repair("draw", fact.seq, said, "", act, (fact.seq,), ()))
        return found

    def is_open(self, _: Bag) -> bool:  # type: ignore[override]
        """Not before the end."""
        return False

    def score(self, state: Bag, _: Iterable[Step[Any, Any]]) -> Score:  # type: ignore[override]
        """Whoever has most shells."""
        lines = [
            ScoreLine(who, "shells", state.shells.get(who, 0), "tiles") for who in state.players
        ]
        return Score(tuple(lines), ranked(state.players, lines))

    def story(self, sight: Sight[Bag, Any]) -> dict[str, object]:  # type: ignore[override]
        """What everybody has, as far as that may be told."""
        told = {who: has for who, has in sight.state.goods.items() if sight.sees(who)}
        return {"goods": told}

    view = story  # type: ignore[assignment]


class Deck(toy_cloth.Deck):
    """What pages show of the bag."""

    def purses(self, sight: Sight[Any, Any]) -> tuple[Purse, ...]:
        """How many shells each has, where that may be told."""
        shells = sight.state.shells
        return tuple(
            replace(
                each,
                money=shells.get(each.player, 0) if sight.sees(each.player) else None,
                has=(sight.state.goods[each.player],)
                if each.player in sight.state.goods and sight.sees(each.player)
                else (),
            )
            for each in super().purses(sight)
        )

    def panels(self, sight: Sight[Any, Any]) -> tuple[Panel, ...]:
        """To show what one has: a face that does not ask who looks."""
        return tuple(
            replace(
                panel, groups=(*panel.groups, Group("Show", tuple(_shown(sight, panel.player))))
            )
            for panel in super().panels(sight)
        )


def _shown(sight: Sight[Any, Any], player: str) -> Iterator[Offer]:
    has = sight.state.goods.get(player)
    if has is not None:
        yield Offer(f"Show {has}", {"do": "show", "player": player, "goods": has})


toy_sentences.SENTENCES.update(SENTENCES)
GAME: Game[Bag, Any] = as_game(InTheBag())
HEADER = Header("bag", {"players": toy_cloth.PLAYERS})
