"""What a player is offered: groups of offers, each with its whole fact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.board_drawing.paint import paints
from companion.games.clippers.course.apply import card_price
from companion.games.clippers.course.turn_order import SHIP_PRICE
from companion.games.clippers.page.view import Sight
from companion.games.clippers.page.words import Words
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.state.heading import headed
from companion.games.clippers.terms.events import (
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    MoneyCorrected,
    Passed,
    ShipBought,
    ShipStood,
    StickLaid,
    TurnEnded,
)
from companion.play.game import Choice
from companion.play.page.face import Folds, Group, Move, Offer, Panel, Sign


def panels(sight: Sight) -> tuple[Panel, ...]:
    """What each player may do now."""
    by_player: dict[str, list[Choice[Event]]] = {}
    for choice in sight.choices:
        assert not isinstance(choice.event, MoneyCorrected | ShipStood)  # the bank's, never offered
        by_player.setdefault(choice.event.player, []).append(choice)
    return tuple(_panel(sight, player, offered) for player, offered in by_player.items())


def _panel(sight: Sight, player: str, offered: Sequence[Choice[Event]]) -> Panel:
    markers = [c.event for c in offered if isinstance(c.event, MarkerPlaced)]
    moves = [c.event for c in offered if isinstance(c.event, MarkerMoved)]
    sticks = [c for c in offered if isinstance(c.event, StickLaid)]
    done = next((c.event for c in offered if isinstance(c.event, TurnEnded)), None)
    cards = _cards(sight, offered, markers)
    groups = (
        cards,
        _ships(sight, offered, folds=bool(markers)),
        _sticks(sight, [c for c in sticks if not _opens(c.event)], "sticks"),
        _sticks(sight, [c for c in sticks if _opens(c.event)], "starts"),
        _markers(sight, markers),
        _moves(sight, moves),
    )
    passes = any(isinstance(choice.event, Passed) for choice in offered)
    return Panel(
        player,
        tuple(group for group in groups if group is not None),
        _move(sight, player, moves) if moves else None,
        None if done is None or passes else _done(sight, done),
    )


def _done(sight: Sight, event: TurnEnded) -> Offer:
    return Offer(sight.words.say("choice:done"), event_json(event), what="deed:done")


def _opens(event: Event) -> bool:
    """Whether a stick opens a route with the ship."""
    return isinstance(event, StickLaid) and event.alternate


def _cards(
    sight: Sight, offered: Iterable[Choice[Event]], markers: Sequence[MarkerPlaced]
) -> Group | None:
    """The cards that may be taken, and to pass; where a marker may be placed there is neither."""
    words, offers = sight.words, []
    for choice in offered:
        if isinstance(choice.event, CardTaken):
            card = choice.event.card
            price = card_price(sight.state, card)
            note = words.say("page:price", price=price) if price else words.plain("page:free")
            said = words.named("card", card.value)
            fact = event_json(choice.event)
            what = f"card:{card.value}"
            offers.append(Offer(said, fact, note=note, kind=card.value, what=what))
    passing = [
        Offer(words.say("choice:pass"), event_json(choice.event), what="deed:pass")
        for choice in offered
        if isinstance(choice.event, Passed)
    ]
    if not (offers or markers or passing):
        return None
    return Group(words.plain("page:cards"), (*offers, *passing), style="cards")


def _ships(sight: Sight, offered: Iterable[Choice[Event]], *, folds: bool) -> Group | None:
    words = sight.words
    offers = tuple(
        Offer(
            words.named("company", choice.event.company),
            event_json(choice.event),
            note=words.say("page:price", price=SHIP_PRICE),
            sign=sign_of(sight, choice.event.company),
            kind=choice.event.company,
            what="ship",
        )
        for choice in offered
        if isinstance(choice.event, ShipBought)
    )
    if not offers:
        return None
    folding = Folds.BESIDE_A_CHART if folds else Folds.NEVER
    return Group(words.plain("page:ships"), offers, folds=folding)


def _sticks(sight: Sight, offered: Sequence[Choice[Event]], kind: str) -> Group | None:
    """The sticks that may be laid, by company."""
    if not offered:
        return None
    words = sight.words
    by_company: dict[str, list[Offer]] = {}
    for choice in offered:
        stick = choice.event
        assert isinstance(stick, StickLaid)
        said = sight.own_words(Words).space(
            stick.space, getattr(headed(sight.state, stick), "start", None)
        )
        at_place = words.say("page:with-ship", place=said) if stick.alternate else ""
        by_company.setdefault(stick.company, []).append(
            Offer(
                said,
                event_json(stick),
                choice.earns,
                (stick.space,),
                said_at_place=at_place,
                kind=stick.company,
                what=f"place:{stick.space}",
            )
        )
    groups = tuple(
        Group(words.named("company", name), tuple(offers), sign=sign_of(sight, name))
        for name, offers in by_company.items()
    )
    heading, tap = words.plain(f"page:{kind}"), words.plain(f"page:{kind}:tap")
    return Group(heading, (), groups, tap, Folds.BESIDE_A_CHART, style="companies-to-lay")


def _markers(sight: Sight, markers: Sequence[MarkerPlaced]) -> Group | None:
    """All slots of an island are worth the same, so they read alike."""
    if not markers:
        return None
    words = sight.own_words(Words)
    offers = tuple(
        Offer(
            words.to_choose(event.slot),
            event_json(event),
            places=(event.slot,),
            kind=event.player,
            what=f"place:{event.slot}",
        )
        for event in markers
    )
    heading, tap = words.plain("page:markers"), words.plain("page:markers:tap")
    return Group(heading, offers, tap=tap, folds=Folds.ALWAYS, what="deed:marker")


def _moves(sight: Sight, moves: Iterable[MarkerMoved]) -> Group | None:
    """By the island a marker leaves, one offer for each that it may go to, whichever slots."""
    words = sight.own_words(Words)
    by_origin: dict[str, dict[str, Offer]] = {}
    for event in moves:
        origin, target = (words.to_choose(slot) for slot in (event.source, event.target))
        offer = Offer(target, event_json(event), 0, (event.target,))
        by_origin.setdefault(origin, {}).setdefault(target, offer)
    if not by_origin:
        return None
    groups = tuple(
        Group(words.say("page:move-from", island=origin), tuple(offers.values()))
        for origin, offers in by_origin.items()
    )
    heading = words.plain("page:moves")
    return Group(heading, (), groups, folds=Folds.ALWAYS, lit=False, what="deed:move_marker")


def _move(sight: Sight, player: str, moves: Iterable[MarkerMoved]) -> Move:
    words, island = sight.own_words(Words), sight.state.game.chart.board.island_of_slot
    pairs = sorted({(event.source, event.target) for event in moves})
    return Move(
        words.plain("page:move-this"),
        {"do": "move_marker", "player": player},
        {origin: words.to_choose(origin) for origin, _ in pairs},
        {target: words.to_choose(target) for _, target in pairs},
        all(island[origin] is not island[target] for origin, target in pairs),
    )


def sign_of(sight: Sight, company: str) -> Sign:
    """A company's stick."""
    return Sign(company, paints(sight.state.game.chart.board)[company].letter)
