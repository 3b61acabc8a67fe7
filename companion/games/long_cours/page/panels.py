"""What a player is offered: groups of offers, each with its whole fact, or a question for a sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, cast

from companion.board_drawing.paint import paints
from companion.boards.stops_board import Stop
from companion.games.long_cours.course.auction import least_bid
from companion.games.long_cours.judging.choices import Choice
from companion.games.long_cours.page.words import PRODUCT, Words
from companion.games.long_cours.record.event_json import event_json
from companion.games.long_cours.state.state import CORSAIR, State
from companion.games.long_cours.terms import events as e
from companion.play import sight as any_sight
from companion.play.page.face import Ask, Folds, Group, Offer, Panel, Sign

Sight = any_sight.Sight[State, e.Event]
Kind = TypeVar("Kind")


def panels(sight: Sight) -> tuple[Panel, ...]:
    """What the player awaited may do now."""
    offered = cast("Sequence[Choice]", sight.choices)
    if not offered:
        return ()
    panel = _Offers(sight, offered)
    done = next((each for each in panel.of(e.TurnEnded)), None)
    return (Panel(panel.player, tuple(panel.groups()), done=panel.done(done)),)


class _Offers:
    """The offers of one player, in the order in which a turn is usually played."""

    def __init__(self, sight: Sight, offered: Sequence[Choice]) -> None:
        self.sight, self.offered, self.state = sight, offered, sight.state
        self.words = sight.own_words(Words)
        first = offered[0].event
        assert not isinstance(first, e.MoneyCorrected)  # the bank's, never offered
        self.player = first.player

    def of(self, kind: type[Kind]) -> list[Kind]:
        """The facts of one kind among what may be done."""
        return [each.event for each in self.offered if isinstance(each.event, kind)]

    def groups(self) -> Iterator[Group]:
        """All of them but the end of the turn; a run that has begun comes first."""
        makers = (
            self._placing,
            self._coming_back,
            self._answering,
            self._bidding,
            self._buying,
            self._moving,
            self._direct,
            self._reselling,
            self._fighting,
            self._storms,
            self._auction,
            self._entering,
            self._running,
            self._settling,
        )
        running = self._running
        for make in sorted(makers, key=lambda make: make != running or not self.state.turn.steps):
            yield from make()

    def done(self, event: e.TurnEnded | None) -> Offer | None:
        """The end of the turn."""
        if event is None:
            return None
        return Offer(self.words.plain("choice:done"), event_json(event), what="deed:done")

    def _at_stop(self, event: e.Placed | e.Moved | e.DirectMove | e.CorsairMoved) -> Offer:
        """An offer that a tap on a stop does; at the place it says what comes there."""
        return self._on_stop(event, event.stop, self.words.place(event.stop))

    def _on_stop(self, event: e.ByPlayer, stop: str, said: str) -> Offer:
        do = str(event_json(event)["do"])
        there = self.words.say(f"at:{do}", where=self.words.place(stop))
        kind = CORSAIR if do.startswith("corsair") else self.state.game.ships[self.player]
        fact = event_json(event)
        return Offer(said, fact, 0, (stop,), there, self._sold(stop), kind=kind)

    def _sold(self, stop: str) -> str:
        """What is sold at a stop, beside its name."""
        product = self.state.game.board.stops[stop].product
        return self.words.named(PRODUCT, product) if product else ""

    def _group(self, code: str, offers: Sequence[Offer], folds: Folds = Folds.NEVER) -> Group:
        words = self.words
        tap = words.plain(f"page:{code}:tap") if words.has(f"page:{code}:tap") else ""
        return Group(
            words.plain(f"page:{code}"), tuple(offers), tap=tap, folds=folds, what=f"deed:{code}"
        )

    def _placing(self) -> Iterator[Group]:
        offers = [self._at_stop(event) for event in self.of(e.Placed)]
        if offers:
            yield self._group("place", offers)

    def _moving(self) -> Iterator[Group]:
        offers = [self._at_stop(event) for event in self.of(e.Moved)]
        if offers:
            yield self._group("move", offers)

    def _direct(self) -> Iterator[Group]:
        """Direct moves, by zone; the chart is left to ordinary moves as long as there are any."""
        events = self.of(e.DirectMove)
        if not events:
            return
        board = self.state.game.board
        groups = tuple(
            Group(
                self.words.say("page:zone", zone=zone),
                tuple(self._at_stop(event) for event in events if event.stop in _ids(stops)),
            )
            for zone, stops in board.zones.items()
        )
        yield Group(
            self.words.plain("page:direct"),
            groups=tuple(group for group in groups if group.offers),
            folds=Folds.ALWAYS,
            lit=not self.of(e.Moved),
            what="deed:direct",
        )

    def _coming_back(self) -> Iterator[Group]:
        """By the throw: the ports where the ship may come back. Rules 46 and 47."""
        events = self.of(e.CameBack)
        if events:
            groups = tuple(
                Group(
                    self._thrown(die),
                    tuple(
                        self._on_stop(each, each.stop, self.words.place(each.stop))
                        for each in events
                        if each.die == die
                    ),
                )
                for die in range(1, 7)
            )
            yield Group(
                self.words.plain("page:return"),
                groups=tuple(group for group in groups if group.offers),
                style="throws",
                what="deed:return",
            )

    def _thrown(self, die: int) -> str:
        zone = self.state.game.zone_of_die(die)
        return self.words.say("page:thrown", die=die, zone=zone)

    def _entering(self) -> Iterator[Group]:
        """The throw that brings the corsair onto the board. Rule 62."""
        offers = [
            self._on_stop(
                event,
                event.stop,
                self.words.say("page:die", die=event.die, what=self.words.place(event.stop)),
            )
            for event in self.of(e.CorsairEntered)
        ]
        if offers:
            yield self._group("corsair_enters", offers)

    def _running(self) -> Iterator[Group]:
        """The corsair's next step; whom it would sink is said beside it. Rules 67 and 68."""
        offers = [self._step(event) for event in self.of(e.CorsairMoved)]
        if offers:
            yield Group(
                self.words.plain("page:corsair"),
                tuple(offers),
                sign=Sign(CORSAIR, paints(self.state.game.board)[CORSAIR].letter),
                what="deed:corsair",
            )

    def _step(self, event: e.CorsairMoved) -> Offer:
        offer = self._at_stop(event)
        prey = [each.name for each in self.state.lying_at(event.stop) if each.name != self.player]
        note = self.words.say("page:sinks", names=self.words.listed(prey)) if prey else ""
        there = f"{offer.said_at_place} ({note})" if note else offer.said_at_place
        return Offer(
            offer.said, offer.fact, 0, offer.places, there, note, kind=CORSAIR, what=offer.what
        )

    def _buying(self) -> Iterator[Group]:
        """A free sum of what the port sells. Rule 25."""
        bought = next(iter(self.of(e.Bought)), None)
        if bought is None:
            return
        cash = self.state.cash(self.player)
        ask = Ask(
            "millions",
            self.words.plain("ask:millions"),
            range(1, cash + 1),
            self.words.plain("cash:unit-of-sum"),
        )
        fact = {"do": "buy", "player": self.player, "product": bought.product}
        product = self.words.named(PRODUCT, bought.product)
        said = self.words.say("choice:buy", product=product)
        heading = self.words.say("page:buy", product=product, amount=self.words.money(cash))
        offers = [Offer(said, fact, ask=ask)]
        if cash > 1:
            every = self.words.say("choice:buy-all", amount=self.words.money(cash))
            offers.insert(0, Offer(every, {**fact, "millions": cash}))
        yield Group(heading, tuple(offers), what="deed:buy")

    def _reselling(self) -> Iterator[Group]:
        """The number that was thrown; what it brings in is written beside it. Rules 34 to 37."""
        words, offers = self.words, []
        for each in self.offered:
            if isinstance(each.event, e.Resold):
                product = self.state.game.product_of_die(each.event.die)
                said = words.say("page:die", die=each.event.die, what=words.named(PRODUCT, product))
                offers.append(Offer(said, event_json(each.event), each.earns, what="deed:resell"))
        laden = any(offer.earns for offer in offers)
        if offers:  # who carries nothing may throw all the same: it is out of the way
            yield self._group("resell", offers, Folds.NEVER if laden else Folds.BESIDE_A_CHART)

    def _storms(self) -> Iterator[Group]:
        """Each zone, with those it would wreck. Rules 39 and 40."""
        offers = []
        for event in self.of(e.Storm):
            struck = [each.name for each in self.state.in_zone(event.zone)]
            at = self.state.corsair.at
            if at is not None and self.state.game.board.stops[at].zone == event.zone:
                struck.append(self.words.plain("page:the-corsair"))
            said = self.words.say("page:zone", zone=event.zone)
            offers.append(Offer(said, event_json(event), note=self.words.listed(struck)))
        if offers:
            yield self._group("storm", offers, Folds.ALWAYS)

    def _fighting(self) -> Iterator[Group]:
        """Whoever lies in the same port, and with which card one begins. Rule 49."""
        cards: dict[str, list[str]] = {}
        for event in self.of(e.FightBegun):
            cards.setdefault(event.opponent, []).append(event.card)
        for other, theirs in cards.items():
            fact = {"do": "fight", "player": self.player, "opponent": other}
            said = self.words.say("choice:fight", other=other)
            heading = self.words.say("page:fight", other=other)
            offer = Offer(said, fact, ask=self._which_card(theirs))
            yield Group(heading, (offer,), folds=Folds.ALWAYS, what="deed:fight")

    def _which_card(self, cards: Sequence[str]) -> Ask:
        named = tuple((card, self.words.param("card", card)) for card in cards)
        return Ask("card", self.words.plain("ask:card"), choices=named)

    def _answering(self) -> Iterator[Group]:
        """A stronger card, or giving up. Rules 50 to 53."""
        up = self.of(e.GaveUp)
        if not up:
            return
        said = self.words.say(
            "choice:give_up", amount=self.words.money(self.state.cash(self.player))
        )
        offers = [Offer(said, event_json(up[0]), what="deed:give_up")]
        cards = [event.card for event in self.of(e.Answered)]
        if cards:
            fact = {"do": "answer", "player": self.player}
            asked = self._which_card(cards)
            offers.append(Offer(self.words.plain("choice:answer"), fact, ask=asked))
        yield self._group("answer", offers)

    def _bidding(self) -> Iterator[Group]:
        """A higher bid, or no more. Rule 61, point A11."""
        out = self.of(e.NoBid)
        if not out or self.state.auction is None:
            return
        offers = [Offer(self.words.plain("choice:no_bid"), event_json(out[0]), what="deed:no_bid")]
        least, cash = least_bid(self.state.auction), self.state.cash(self.player)
        if cash >= least:
            unit = self.words.plain("cash:unit-of-sum")
            ask = Ask("millions", self.words.plain("ask:bid"), range(least, cash + 1), unit)
            fact = {"do": "bid", "player": self.player}
            offers.append(Offer(self.words.plain("choice:bid"), fact, ask=ask))
        yield self._group("bid", offers)

    def _auction(self) -> Iterator[Group]:
        for event in self.of(e.AuctionAsked):
            offer = Offer(self.words.plain("choice:auction"), event_json(event))
            yield self._group("auction", [offer], Folds.ALWAYS)

    def _settling(self) -> Iterator[Group]:
        for event in self.of(e.EndAgreed):
            offer = Offer(self.words.plain("choice:settle"), event_json(event))
            yield self._group("settle", [offer], Folds.ALWAYS)


def _ids(stops: Sequence[Stop]) -> frozenset[str]:
    return frozenset(stop.id for stop in stops)
