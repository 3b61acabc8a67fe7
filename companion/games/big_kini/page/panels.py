"""What a player is offered: groups of offers, each a whole fact or one that leaves words open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from companion.games.big_kini.judging.choices import Choice
from companion.games.big_kini.page.words import CARD, Words
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e
from companion.play import sight as any_sight
from companion.play.page.face import Ask, Group, Move, Offer, Panel, Picture

Sight = any_sight.Sight[State, e.Event]
AT = ("space", "place", "cell")
"""The words of facts that a tap on the chart says."""
MOST_COUNTED = 300


def panels(sight: Sight) -> tuple[Panel, ...]:
    """What each player who is awaited may do now."""
    by_player: dict[str, list[Choice]] = {}
    for choice in cast("Sequence[Choice]", sight.choices):
        if not isinstance(choice.event, e.MoneyCorrected):
            by_player.setdefault(choice.event.player, []).append(choice)
    return tuple(_Offers(sight, name, offered).panel() for name, offered in by_player.items())


class _Offers:
    """The offers of one player."""

    def __init__(self, sight: Sight, player: str, offered: Sequence[Choice]) -> None:
        assert isinstance(sight.words, Words)
        self.words: Words = sight.words
        self.player, self.offered, self.state = player, offered, sight.state

    def panel(self) -> Panel:
        """All of them, a group for each kind of fact."""
        return Panel(self.player, tuple(self._groups()), self._move(), self._done())

    def _groups(self) -> Iterator[Group]:
        by_kind: dict[str, list[Choice]] = {}
        for each in self.offered:
            by_kind.setdefault(str(event_json(each.event)["do"]), []).append(each)
        for do, alike in by_kind.items():
            if do not in ("move", "done"):
                offers = tuple(self._of_kind(do, alike))
                yield Group(self.words.plain(f"page:{do}"), offers, what=f"deed:{do}")

    def _of_kind(self, do: str, alike: Sequence[Choice]) -> Iterator[Offer]:
        facts = [event_json(each.event) for each in alike]
        base = {"do": do, "player": self.player}
        said = self.words.plain(f"page:{do}")
        match do:
            case "home":
                asks = (self._where(facts, "cell"), self._atoll(facts))
                yield Offer(said, base, ask=asks[0], besides=asks[1:])
            case "discover":
                for source in dict.fromkeys(str(fact["from"]) for fact in facts):
                    yield self._discover(source, [f for f in facts if f["from"] == source])
            case "dice":
                first, second = (self._number(word, range(1, 7)) for word in ("first", "second"))
                yield Offer(said, base, ask=first, besides=(second,))
            case "vote":
                most = max(int(str(fact["votes"])) for fact in facts)
                votes = self._number("votes", range(most, 0, -1))
                yield Offer(said, base, ask=self._names(facts), besides=(votes,))
            case "count":
                yield Offer(said, base, ask=self._number("amount", range(MOST_COUNTED)))
            case "buy" | "turn_up":
                yield Offer(said, base, ask=self._cards(facts))
            case _:
                yield from map(self._whole, alike)

    def _whole(self, choice: Choice) -> Offer:
        """A whole fact, at the place that it is about."""
        fact = event_json(choice.event)
        at = next((str(fact[word]) for word in AT if word in fact), "")
        said = self.words.place(at) if at else self.words.event(choice.event)
        there = self.words.event(choice.event)
        places = (at,) if at else ()
        return Offer(said, fact, choice.earns, places, there, what=f"deed:{fact['do']}")

    def _discover(self, source: str, facts: Sequence[Mapping[str, object]]) -> Offer:
        said = self.words.say("choice:discover", place=self.words.place(source))
        base = {"do": "discover", "player": self.player, "from": source}
        return Offer(said, base, ask=self._where(facts, "cell"), besides=(self._atoll(facts),))

    def _where(self, facts: Sequence[Mapping[str, object]], word: str) -> Ask:
        places = dict.fromkeys(str(fact[word]) for fact in facts)
        named = tuple((place, self.words.place(place)) for place in places)
        return Ask(word, self.words.plain(f"ask:{word}"), choices=named, on_chart=True)

    def _atoll(self, facts: Sequence[Mapping[str, object]]) -> Ask:
        """Which atoll, and how it lies: any turn, with its picture."""
        board = self.state.game.board
        names = dict.fromkeys(str(fact["atoll"]).partition("/")[0] for fact in facts)
        ways = [str(way) for name in names for way in board.ways_to_lie(name)]
        cell = next(iter(self.state.game.layout.cells))
        named = tuple(
            (way, self.words.say("ask:way", atoll=self.words.piece(way, ""), turn=way[-1]))
            for way in ways
        )
        pictures = {way: Picture({cell: way}) for way in ways}
        return Ask("atoll", self.words.plain("ask:atoll"), choices=named, pictures=pictures)

    def _names(self, facts: Sequence[Mapping[str, object]]) -> Ask:
        names = dict.fromkeys(str(fact["candidate"]) for fact in facts)
        named = tuple((name, name) for name in names)
        return Ask("candidate", self.words.plain("ask:candidate"), choices=named)

    def _cards(self, facts: Sequence[Mapping[str, object]]) -> Ask:
        cards = dict.fromkeys(str(fact["card"]) for fact in facts)
        named = tuple((card, self.words.named(CARD, card)) for card in cards)
        return Ask("card", self.words.plain("ask:card"), choices=named)

    def _number(self, word: str, numbers: range) -> Ask:
        return Ask(word, self.words.plain(f"ask:{word}"), numbers)

    def _move(self) -> Move | None:
        """Cubes that may move: from and to are tapped."""
        moves = [each.event for each in self.offered if isinstance(each.event, e.Moved)]
        if not moves:
            return None
        origins = {event.source: self.words.place(event.source) for event in moves}
        targets = {event.target: self.words.place(event.target) for event in moves}
        fact = {"do": "move", "player": self.player}
        return Move(self.words.plain("page:move"), fact, origins, targets, elsewhere=True)

    def _done(self) -> Offer | None:
        ends = [each.event for each in self.offered if isinstance(each.event, e.TurnEnded)]
        if not ends:
            return None
        return Offer(self.words.plain("choice:done"), event_json(ends[0]), what="deed:done")
