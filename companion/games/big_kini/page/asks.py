"""What an offer asks for besides: a place, an atoll and how it lies, a card, a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.games.big_kini.page.words import Words
from companion.games.big_kini.state.state import State
from companion.play.page.face import Ask, Picture


class Asks:
    """The questions of one table, in one language."""

    def __init__(self, words: Words, state: State) -> None:
        self.words, self.state = words, state

    def where(
        self, facts: Iterable[Mapping[str, object]], word: str, costs: Mapping[str, int]
    ) -> Ask:
        """A place, by a tap on the chart or from a list, and what it costs to go there."""
        places = dict.fromkeys(str(fact[word]) for fact in facts)
        named = tuple((place, self.words.at(self.state, place)) for place in places)
        said = self.words.plain(f"ask:{word}")
        return Ask(word, said, choices=named, on_chart=True, costs=costs)

    def atoll(self, facts: Iterable[Mapping[str, object]]) -> Ask:
        """Which atoll, then how it lies: any turn, each with its picture."""
        board = self.state.game.board
        names = dict.fromkeys(str(fact["atoll"]).partition("/")[0] for fact in facts)
        ways = [(str(way), nth) for name in names for nth, way in _turns(board.ways_to_lie(name))]
        cell = next(iter(self.state.game.layout.cells))
        named = tuple(
            (way, self.words.say("ask:way", atoll=self.words.piece(way, ""), turn=nth))
            for way, nth in ways
        )
        kinds = {
            way: self.words.say("place:atoll", number=self.words.piece(way, "")) for way, _ in ways
        }
        return Ask(
            "atoll",
            self.words.plain("ask:atoll"),
            choices=named,
            pictures={way: Picture({cell: way}) for way, _ in ways},
            kinds=kinds,
        )

    def cards(self, cards: Sequence[str]) -> Ask:
        """One of these cards; of cards that are alike one."""
        alike: dict[str, str] = {}
        for card in cards:
            alike.setdefault(self.words.card(card), card)
        named = tuple((card, said) for said, card in alike.items())
        return Ask("card", self.words.plain("ask:card"), choices=named)

    def goods(self, kinds: Iterable[str]) -> Ask:
        """One of these kinds of goods."""
        named = tuple((kind, self.words.piece(kind, "")) for kind in kinds)
        return Ask("goods", self.words.plain("ask:goods"), choices=named)

    def names(self, word: str, names: Iterable[str]) -> Ask:
        """One of these players."""
        named = tuple((name, name) for name in names)
        return Ask(word, self.words.plain(f"ask:{word}"), choices=named)

    def number(self, word: str, numbers: range) -> Ask:
        """A whole number; money with its unit."""
        unit = self.words.plain("cash:unit-of-sum") if word == "amount" else ""
        return Ask(word, self.words.plain(f"ask:{word}"), numbers, unit)


def _turns(ways: Iterable[object]) -> Iterable[tuple[int, object]]:
    return enumerate(ways, 1)
