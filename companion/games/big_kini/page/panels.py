"""What a player is offered: groups of offers, each a whole fact or one that leaves words open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar, cast

from companion.games.big_kini.course.deeds import cost_of_discovery, cost_of_move
from companion.games.big_kini.course.spaces import cost
from companion.games.big_kini.judging.choices import Choice
from companion.games.big_kini.page.asks import Asks
from companion.games.big_kini.page.election_offers import in_election
from companion.games.big_kini.page.words import ACTION, Words
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.actions import TIMES, Action, action_of, column_of
from companion.games.big_kini.terms.cards import COST_OF_SECOND
from companion.play import sight as any_sight
from companion.play.page.face import Folds, Group, Offer, Panel

Sight = any_sight.Sight[State, e.Event]
Kind = TypeVar("Kind")
AT = ("place", "cell")
"""The words of facts that a tap on the chart says."""
MOST_COUNTED = 300
"""No player counts more money than there are notes."""


def panels(sight: Sight) -> tuple[Panel, ...]:
    """What each player who is awaited may do now."""
    by_player: dict[str, list[Choice]] = {}
    for choice in cast("Sequence[Choice]", sight.choices):
        if not isinstance(choice.event, e.MoneyCorrected):
            by_player.setdefault(choice.event.player, []).append(choice)
    return tuple(_Offers(sight, name, offered).panel() for name, offered in by_player.items())


class _Offers:
    """The offers of one player, in the order in which a turn is usually played."""

    def __init__(self, sight: Sight, player: str, offered: Sequence[Choice]) -> None:
        self.words = sight.own_words(Words)
        self.sight, self.player, self.offered, self.state = sight, player, offered, sight.state
        self.asks = Asks(self.words, sight.state)

    def panel(self) -> Panel:
        """All of them."""
        makers: tuple[Callable[[], Iterator[Group]], ...] = (
            self._homes,
            self._blocking,
            self._election,
            self._cards,
            self._again,
            self._tokens,
            self._at_places,
            self._moving,
            self._picking,
            self._discovering,
            self._buying,
            self._counting,
        )
        groups = tuple(group for make in makers for group in make())
        return Panel(self.player, groups, done=self._done())

    def of(self, kind: type[Kind]) -> list[Kind]:
        """The facts of one kind among what may be done."""
        return [each.event for each in self.offered if isinstance(each.event, kind)]

    def _group(
        self, do: str, offers: Sequence[Offer], folds: Folds = Folds.NEVER
    ) -> Iterator[Group]:
        """Offers under the heading of what they do; nothing where there are none."""
        tap = f"page:{do}:tap"
        said = self.words.plain(tap) if self.words.has(tap) else ""
        heading = self.words.plain(f"page:{do}")
        if offers:
            yield Group(heading, tuple(offers), tap=said, folds=folds, what=f"deed:{do}")

    def _base(self, do: str) -> dict[str, object]:
        return {"do": do, "player": self.player}

    def _whole(self, choice: Choice) -> Offer:
        """A whole fact, at the place that it is about."""
        fact = event_json(choice.event)
        at = next((str(fact[word]) for word in AT if word in fact), "")
        there = self.words.happened(self.state, choice.event)
        said = self.words.at(self.state, at) if at else there
        note = self.words.piece(goods, "") if (goods := self.state.goods.get(at)) else ""
        return Offer(said, fact, choice.earns, (at,) if at else (), there, note)

    def _homes(self) -> Iterator[Group]:
        """Where the start atoll lies, which it is, and how it is turned. Rule 19."""
        if homes := [event_json(each) for each in self.of(e.HomeChosen)]:
            said = self.words.plain("page:home")
            asks = (self.asks.where(homes, "cell", {}), self.asks.atoll(homes))
            offer = Offer(said, self._base("home"), ask=asks[0], besides=asks[1:])
            yield from self._group("home", [offer])

    def _blocking(self) -> Iterator[Group]:
        """What dice or a card say is blocked. Rules 87 and 103."""
        if self.of(e.DiceThrown):
            dice = [self.asks.number(word, range(1, 7)) for word in ("first", "second")]
            said = self.words.plain("page:dice:these")
            offer = Offer(said, self._base("dice"), ask=dice[0], besides=(dice[1],))
            yield from self._group("dice", [offer])
        if cards := [each.card for each in self.of(e.CardTurnedUp)]:
            said = self.words.plain("page:turn_up:this")
            ask = self.asks.cards(cards)
            yield from self._group("turn_up", [Offer(said, self._base("turn_up"), ask=ask)])

    def _election(self) -> Iterator[Group]:
        events = [each.event for each in self.offered]
        yield from in_election(self.sight, self.words, self.player, events)

    def _cards(self) -> Iterator[Group]:
        """Whether a card is played, and which it is. Rule 93."""
        turned = self.of(e.CardRevealed)
        offers = [
            Offer(
                self.words.say("choice:turned", card=self.words.card(each.card)), event_json(each)
            )
            for each in turned
        ]
        offers += [
            Offer(self.words.plain("choice:play"), event_json(each)) for each in self.of(e.CardLaid)
        ]
        offers += [
            Offer(self.words.plain("choice:no_card"), event_json(each))
            for each in self.of(e.NoCard)
        ]
        yield from self._group("reveal" if turned else "play", offers)

    def _again(self) -> Iterator[Group]:
        """The second action that a card allows. Rule 96."""
        said = self.words.say("choice:again", amount=self.words.money(COST_OF_SECOND))
        yield from self._group(
            "again", [Offer(said, event_json(each)) for each in self.of(e.BoughtAgain)]
        )

    def _tokens(self) -> Iterator[Group]:
        """The spaces of the action board, row by row. Rules 25 to 29."""
        rows: dict[Action, list[Offer]] = {}
        for event in self.of(e.TokenPlaced):
            rows.setdefault(action_of(event.space), []).append(self._token(event))
        if rows:
            groups = tuple(
                Group(self.words.named(ACTION, action.value).capitalize(), tuple(offers))
                for action, offers in rows.items()
            )
            yield Group(
                self.words.plain("page:token"),
                groups=groups,
                tap=self.words.plain("page:token:tap"),
                style="board",
                what="deed:token",
            )

    def _token(self, event: e.TokenPlaced) -> Offer:
        """A space: its column, how often the action may be done there, and what it costs."""
        words, price = self.words, cost(self.state.game, event.space)
        column = column_of(event.space)
        if price:
            note = words.say("space:costs", amount=words.money(price))
        else:
            note = words.plain("space:twice" if TIMES[column] > 1 else "space:once")
        there = words.happened(self.state, event)
        said = words.named("column", column.value)
        return Offer(said, event_json(event), 0, (event.space,), there, note)

    def _at_places(self) -> Iterator[Group]:
        """What a tap on a place of the table does."""
        kinds: Mapping[str, type[object]] = {
            "settle": e.Settled,
            "land": e.Landed,
            "proliferate": e.Proliferated,
            "income": e.IncomeTaken,
            "take": e.GoodsTaken,
            "call": e.ElectionCalled,
        }
        for do, kind in kinds.items():
            offers = [self._whole(each) for each in self.offered if isinstance(each.event, kind)]
            yield from self._group(do, offers)

    def _picking(self) -> Iterator[Group]:
        """Goods of any kind, as a card allows. Rule 95."""
        offers = [
            Offer(self.words.piece(each.goods, ""), event_json(each))
            for each in self.of(e.GoodsPicked)
        ]
        yield from self._group("pick", offers)

    def _moving(self) -> Iterator[Group]:
        """From which place; then where to, as far as the rules allow. Rules 36 to 41."""
        moves: dict[str, list[e.Moved]] = {}
        for event in self.of(e.Moved):
            moves.setdefault(event.source, []).append(event)
        yield from self._group("move", [self._move(*each) for each in moves.items()])

    def _move(self, source: str, events: Sequence[e.Moved]) -> Offer:
        doing = self.state.doing
        costs = {
            each.target: cost_of_move(self.state, source, each.target, doing) for each in events
        }
        return Offer(
            self.words.say("choice:move", place=self.words.at(self.state, source)),
            {**self._base("move"), "from": source},
            ask=self.asks.where(map(event_json, events), "to", costs),
        )

    def _discovering(self) -> Iterator[Group]:
        """From which place; then where to, and which atoll is turned up. Rules 63 to 66."""
        found: dict[str, list[e.Discovered]] = {}
        for event in self.of(e.Discovered):
            found.setdefault(event.source, []).append(event)
        yield from self._group("discover", [self._discover(*each) for each in found.items()])

    def _discover(self, source: str, events: Sequence[e.Discovered]) -> Offer:
        facts = [event_json(each) for each in events]
        said = self.words.say("choice:discover", place=self.words.at(self.state, source))
        doing = self.state.doing
        costs = {
            each.cell: cost_of_discovery(self.state, source, each.cell, doing) for each in events
        }
        return Offer(
            said,
            {**self._base("discover"), "from": source},
            ask=self.asks.where(facts, "cell", costs),
            besides=(self.asks.atoll(facts),),
        )

    def _buying(self) -> Iterator[Group]:
        """The card that was drawn is its player's secret. Rule 90."""
        if cards := [each.card for each in self.of(e.CardBought)]:
            offer = Offer(
                self.words.plain("page:buy"), self._base("buy"), ask=self.asks.cards(cards)
            )
            yield from self._group("buy", [offer])

    def _counting(self) -> Iterator[Group]:
        if self.of(e.MoneyCounted):
            ask = self.asks.number("amount", range(MOST_COUNTED + 1))
            offer = Offer(self.words.plain("page:count:this"), self._base("count"), ask=ask)
            yield from self._group("count", [offer])

    def _done(self) -> Offer | None:
        """To leave out what is left of an action. Rule 30."""
        for event in self.of(e.TurnEnded):
            doing = self.state.doing
            code = "choice:forgo" if doing is not None and doing.left else "choice:done"
            return Offer(self.words.plain(code), event_json(event), what="deed:done")
        return None
