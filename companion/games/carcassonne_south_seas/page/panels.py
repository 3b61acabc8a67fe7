"""What a player is offered: the tile and its places, islanders, ships, the end of the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar, cast

from companion.games.carcassonne_south_seas.course.evaluation import worth
from companion.games.carcassonne_south_seas.judging.choices import Choice
from companion.games.carcassonne_south_seas.page.pictures import face_of, lying
from companion.games.carcassonne_south_seas.page.tokens import paid, sail
from companion.games.carcassonne_south_seas.page.words import Words
from companion.games.carcassonne_south_seas.record.event_json import event_json
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import MARKET, PAYS
from companion.play import sight as any_sight
from companion.play.page.face import Ask, Folds, Group, Offer, Panel, Token

Sight = any_sight.Sight[State, e.Event]
Kind = TypeVar("Kind")
SAILS = "sails"
"""How a page shows ships of which one is to be chosen."""


def panels(sight: Sight) -> tuple[Panel, ...]:
    """What the player awaited may do now."""
    offered = cast("Sequence[Choice]", sight.choices)
    if not offered:
        return ()
    panel = _Offers(sight, offered)
    return (Panel(panel.player, tuple(panel.groups()), done=panel.done()),)


class _Offers:
    """The offers of one player, in the order of the turn."""

    def __init__(self, sight: Sight, offered: Sequence[Choice]) -> None:
        self.offered, self.state = offered, sight.state
        self.words = sight.own_words(Words)
        self.player = offered[0].event.player

    def of(self, kind: type[Kind]) -> list[Kind]:
        """The facts of one kind among what may be done."""
        return [each.event for each in self.offered if isinstance(each.event, kind)]

    def groups(self) -> Iterator[Group]:
        """All of them but the end of the turn."""
        for make in (
            self._turning_up,
            self._taking,
            self._covering,
            self._drawing,
            self._laying,
            self._standing,
            self._evaluating,
            self._taking_back,
            self._delivering,
        ):
            yield from make()

    def done(self) -> Offer | None:
        """The end of the turn."""
        for event in self.of(e.TurnEnded):
            return Offer(self.words.plain("choice:done"), event_json(event), what="deed:done")
        return None

    def _group(self, code: str, offers: Sequence[Offer], folds: Folds = Folds.NEVER) -> Group:
        tap = self.words.plain(f"page:{code}:tap") if self.words.has(f"page:{code}:tap") else ""
        heading = self.words.plain(f"page:{code}")
        return Group(heading, tuple(offers), tap=tap, folds=folds, what=f"deed:{code}")

    def _turning_up(self) -> Iterator[Group]:
        """Which ship was turned up. Rules 9, 38 and 46."""
        yield from self._ships("turn_up", self.of(e.ShipTurnedUp))

    def _taking(self) -> Iterator[Group]:
        yield from self._ships("take_ship", self.of(e.ShipTaken))

    def _ships(self, code: str, events: Sequence[e.ShipTurnedUp | e.ShipTaken]) -> Iterator[Group]:
        offers = tuple(
            Offer(self.words.ship(each.ship), event_json(each), tokens=self._sail(each.ship))
            for each in events
        )
        if offers:
            heading = self.words.plain(f"page:{code}")
            yield Group(heading, offers, style=SAILS, what=f"deed:{code}")

    def _covering(self) -> Iterator[Group]:
        offers = [self._at(event, event.place) for event in self.of(e.Covered)]
        if offers:
            yield self._group("cover", offers)

    def _drawing(self) -> Iterator[Group]:
        """Which tile was drawn, by its picture. Rule 13."""
        tiles = [each.tile for each in self.of(e.TileDrawn)]
        if tiles:
            left = self.state.left
            named = tuple(
                (t, self.words.say("ask:tile:one-of", tile=self.words.tile(t), count=left[t]))
                for t in tiles
            )
            pictures = {tile: face_of(self.state, tile) for tile in tiles}
            ask = Ask("tile", self.words.plain("ask:tile"), choices=named, pictures=pictures)
            fact = {"do": "draw", "player": self.player}
            yield self._group("draw", [Offer(self.words.plain("choice:draw"), fact, ask=ask)])

    def _laying(self) -> Iterator[Group]:
        """Every place where the drawn tile fits, lit; of several turns a tap asks which."""
        laid = self.of(e.TileLaid)
        ways = Counter(event.cell for event in laid)
        offers = [self._lay(event, pictured=ways[event.cell] > 1) for event in laid]
        if offers:
            yield self._group("tile", offers, Folds.BESIDE_A_CHART)
        for event in self.of(e.TileUnfit):
            said = self.words.plain("choice:unfit")
            yield self._group("unfit", [Offer(said, event_json(event), what="deed:unfit")])

    def _lay(self, event: e.TileLaid, *, pictured: bool) -> Offer:
        where = self.words.place(event.cell)
        turn = int(event.tile.rpartition("/")[2])
        alone = self.state.game.board.tiles[event.tile.partition("/")[0]].turns == 1
        side = "" if alone else self.words.say("at:turned", side=self.words.turned(turn))
        there = side or self.words.plain("at:tile")
        said = self.words.say("page:lies", where=where, side=side) if side else where
        picture = lying(self.state, event.cell, event.tile) if pictured else None
        return Offer(said, event_json(event), 0, (event.cell,), there, picture=picture)

    def _standing(self) -> Iterator[Group]:
        """Each part of the tile that is free: what it would pay if it paid now. Rule 21."""
        offers = [self._at(event, event.place) for event in self.of(e.IslanderPlaced)]
        if offers:
            yield self._group("islander", offers)

    def _at(self, event: e.IslanderPlaced | e.IslanderTaken | e.Covered, place: str) -> Offer:
        words, area = self.words, self.state.area(place)
        said = words.place(place)
        short = words.spot(place) if isinstance(event, e.IslanderPlaced) else said
        note = ""
        if area is not None and area.kind != MARKET:
            goods = words.goods(PAYS[area.kind], worth(self.state, area))
            code = "page:complete" if area.is_complete else "page:open"
            note = words.say(code, goods=goods)
        fact = event_json(event)
        there = words.say(f"at:{fact['do']}", where=said)
        return Offer(short, fact, 0, (place,), there, note)

    def _evaluating(self) -> Iterator[Group]:
        for event in self.of(e.Evaluated):
            offer = Offer(self.words.plain("choice:evaluate"), event_json(event))
            yield self._group("evaluate", [offer])

    def _taking_back(self) -> Iterator[Group]:
        offers = [self._at(event, event.place) for event in self.of(e.IslanderTaken)]
        if offers:
            yield self._group("take_back", offers, Folds.ALWAYS)

    def _delivering(self) -> Iterator[Group]:
        """Each ship that he can pay, with every way to pay it. Rules 45 to 48."""
        ways: dict[str, list[Offer]] = {}
        for event in self.of(e.Delivered):
            said, drawn = self.words.every(event.goods), paid(event.goods)
            offer = Offer(said, event_json(event), what="deed:deliver", tokens=drawn)
            ways.setdefault(event.ship, []).append(offer)
        groups = tuple(
            Group(self.words.ship(ship), tuple(offers), tokens=self._sail(ship))
            for ship, offers in ways.items()
        )
        if groups:
            heading = self.words.plain("page:deliver")
            yield Group(heading, groups=groups, folds=Folds.ALWAYS, what="deed:deliver")

    def _sail(self, ship: str) -> tuple[Token, ...]:
        return sail(self.state.game.ships[ship])
