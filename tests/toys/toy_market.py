"""Ferries with shells for money, and offers that leave something open: how many, for whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from companion.bank import BANK, Bank, Transfer
from companion.boards.board import Board
from companion.files.fields import Field
from companion.finding import Finding, Severity
from companion.money.pieces import Pieces
from companion.play.game import Game
from companion.play.page.face import Ask, Group, Offer, Panel, Purse
from companion.play.sight import Sight
from companion.records.facts import Word
from companion.records.record import Header
from tests.toys import toy_game, toy_sentences
from tests.toys.handed_over import as_game
from tests.toys.toy_game import ABOUT, FACTS, Call, Deck, Ferries, Sea

SHELLS = Pieces.of({1: 9, 3: 6, 10: 4})
MOST, STEP = 5, 5
SENTENCES = {
    "cash:amount": "{amount} shells",
    "cash:sign": "shells",
    "cash:unit": "How many",
    "cash:pieces": "Shells",
    "pay:fish": "for fishing",
    "rule:5": "One fishes for five shells at most.",
    "too-many": "{player} fishes for too many.",
    "fish": "{player} fishes for {amount}.",
    "vote": "{player} votes for {whom}.",
}
MARKET = replace(
    ABOUT,
    id="market",
    name="Market",
    facts={
        **FACTS,
        "fish": {"player": Word.PLAYER, "shells": Word.WHOLE},
        "vote": {"player": Word.PLAYER, "whom": Word.CHOICE},
    },
    cash=SHELLS,
)


@dataclass(frozen=True, slots=True)
class Fish:
    """A fact: a player gets so many shells from the bank."""

    player: str
    shells: int
    do: str = "fish"


@dataclass(frozen=True, slots=True)
class Vote:
    """A fact: a player votes for one."""

    player: str
    whom: str
    do: str = "vote"


@dataclass(frozen=True, slots=True)
class Shore(Sea):
    """The sea, and the money."""

    bank: Bank = field(default_factory=lambda: Bank.open(SHELLS.worth))  # type: ignore[assignment]


class Words(toy_game.Words):
    """What is said at the market."""

    def event(self, event: Any) -> str:
        """Say what happened."""
        match event:
            case Fish(player, shells):
                return self.say("fish", player=player, amount=self.money(shells))
            case Vote(player, whom):
                return self.say("vote", player=player, whom=whom)
        return super().event(event)


class Market(Ferries):
    """The game of ferries, with money and two more facts."""

    about = MARKET

    @property
    def face(self) -> Any:
        """What pages show."""
        return Stalls()

    def start(self, setup: Mapping[str, object], board: Board) -> Shore:
        """Nobody has anything yet."""
        return Shore(super().start(setup, board).players)

    def parse(self, said: Field, state: Sea) -> Any:
        """Read a fact."""
        do, player = said.get("do").one_of(tuple(MARKET.facts)), said.get("player")
        if do == "fish":
            who, shells = player.one_of(state.players), said.get("shells").whole(1, 99)
            return Fish(who, shells) if who and not said.faults else None
        if do == "vote":
            who, whom = player.one_of(state.players), said.get("whom").one_of(state.players)
            return Vote(who, whom) if who and whom else None
        return super().parse(said, state)

    def apply(self, state: Sea, event: Any) -> Sea:
        """Shells come out of the bank."""
        if isinstance(event, Call):
            return super().apply(state, event)
        shore = replace(cast(Shore, state), facts=state.facts + 1)
        if isinstance(event, Vote):
            return shore
        paid = Transfer(BANK, event.player, event.shells, "fish", shore.facts)
        return replace(shore, bank=shore.bank.pay(paid))

    def findings(self, state: Sea, event: Any) -> tuple[Finding, ...]:
        """More than five at once."""
        if isinstance(event, Fish) and event.shells > MOST:
            params = {"player": event.player}
            return (Finding("too-many", Severity.ILLEGAL, "5", (), params),)
        return super().findings(state, event) if isinstance(event, Call) else ()

    def notes(self, before: Sea, event: Any, after: Sea) -> tuple[Finding, ...]:
        """Who has come everywhere."""
        return super().notes(before, event, after) if isinstance(event, Call) else ()

    def instead(self, before: Sea, event: Any) -> Iterator[Any]:
        """Other numbers."""
        if isinstance(event, Fish):
            yield from (replace(event, shells=shells) for shells in range(1, MOST + 1))
        elif isinstance(event, Call):
            yield from super().instead(before, event)

    def words(self, language: str, board: Board) -> Words:
        """What is said at the market."""
        return Words(language, board)


class Stalls(Deck):
    """What pages show at the market."""

    def purses(self, sight: Sight[Sea, Any]) -> tuple[Purse, ...]:
        """What each player has."""
        bank = cast(Shore, sight.state).bank
        return tuple(
            replace(purse, money=bank.balance(purse.player)) for purse in super().purses(sight)
        )

    def panels(self, sight: Sight[Sea, Any]) -> tuple[Panel, ...]:
        """All that ferries may do, and to fish and to vote."""
        return tuple(
            replace(panel, groups=(*panel.groups, *_open(sight, panel.player)))
            for panel in super().panels(sight)
        )


def _open(sight: Sight[Sea, Any], player: str) -> Iterable[Group]:
    shells = Ask("shells", "How many shells?", range(1, MOST + 1), "shells")
    yield Group("At the stall", (Offer("Fish", {"do": "fish", "player": player}, ask=shells),))
    whom = Ask("whom", "For whom?", choices=tuple((name, name) for name in sight.state.players))
    yield Group("At the vote", (Offer("Vote", {"do": "vote", "player": player}, ask=whom),))


toy_sentences.SENTENCES.update(SENTENCES)
GAME: Game[Sea, Any] = as_game(Market())
HEADER = Header("market", {"players": [{"name": "Ann"}, {"name": "Ben"}]})
