"""What each thing of Long Cours is and does now: stops, ships, products, cards, money, deeds.

What it is, the rulebook's sections say; only what holds at this moment is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from companion.games.long_cours.page.words import PRODUCT, SHIP, Words
from companion.games.long_cours.rules.corsair import in_reach, reach
from companion.games.long_cours.state.goods import BOX
from companion.games.long_cours.state.state import CORSAIR, Captain, Phase, State
from companion.games.long_cours.terms.cards import FIGHTS
from companion.games.long_cours.terms.events import Event
from companion.play import sight as any_sight
from companion.play.in_place import DEED, MONEY, PHASE, PIECE, PLACE, Explained, Thing

Sight = any_sight.Sight[State, Event]
CARD, OWNED = "card", "corsair"
OF_PHASE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "placing": ("16", "A2"),
        "first_buys": ("17", "15", "25"),
        "sailing": ("20", "28", "34"),
        "fight": ("50", "51", "53"),
        "auction": ("61", "A11"),
    }
)
OF_CARD: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"storm": ("39", "40", "42", "74"), "direct": ("29", "30", "31"), "fight": ("49", "51", "53")}
)
OF_DEED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "place": ("16",),
        "buy": ("23", "25", "27"),
        "move": ("28", "31", "44"),
        "direct": ("29", "30", "31"),
        "resell": ("34", "35", "37"),
        "storm": ("39", "40", "42", "45"),
        "return": ("46", "47", "48"),
        "fight": ("49", "53", "55"),
        "answer": ("50", "51"),
        "give_up": ("52", "53"),
        "auction": ("60", "61", "A12"),
        "bid": ("61", "A11"),
        "no_bid": ("A11", "A12"),
        "corsair_enters": ("62", "63", "64"),
        "corsair": ("67", "68", "69", "A9"),
        "settle": ("A15",),
        "done": ("20", "19"),
    }
)


def things(state: State) -> Iterator[Thing]:
    """All that lies on the table but for the stops of its board, in the order one meets it."""
    yield from (Thing(PHASE, phase) for phase in OF_PHASE)
    yield from (Thing(CARD, card) for card in OF_CARD)
    yield from (Thing(DEED, do) for do in OF_DEED)
    yield from (Thing(PIECE, kind.name) for kind in state.game.board.products)
    yield from (Thing(PIECE, ship) for ship in state.game.ships.values())
    yield Thing(PIECE, CORSAIR)
    yield Thing(OWNED)
    yield from (Thing(MONEY, name) for name in state.players)


def lesson(state: State) -> Thing | None:
    """What comes now and is new to who plays for the first time: each part of the first rounds."""
    if state.over or state.round > 2:
        return None
    return Thing(PHASE, "fight" if state.fight else state.phase.value)


def explained(seen: Sight, thing: Thing) -> Explained | None:
    """A thing in words; None where there is no such thing at this table."""
    teller = TELLERS.get(thing.kind)
    return None if teller is None else teller(seen, thing.which)


def _phase(seen: Sight, which: str) -> Explained | None:
    if which not in OF_PHASE:
        return None
    now = seen.words.plain(f"now:phase-{which}")
    return Explained(seen.words.plain(f"stands:{which}"), (now,), OF_PHASE[which])


def _deed(seen: Sight, which: str) -> Explained | None:
    if which not in OF_DEED:
        return None
    return Explained(seen.words.plain(f"deed:{which}"), (), OF_DEED[which])


def _card(seen: Sight, which: str) -> Explained | None:
    """How many of these cards are left, and of the fights which."""
    if which not in OF_CARD:
        return None
    state, words = seen.state, seen.own_words(Words)
    dealt, played = state.game.cards, state.played
    left = {"storm": dealt.storms - played.storms, "direct": dealt.directs - played.directs}
    if which in left:
        now = words.say("now:cards-left", left=max(left[which], 0))
    else:
        fights = [card for card in FIGHTS if card in dealt.fights and card not in played.fights]
        now = words.say("now:fights-left", cards=", ".join(words.named(CARD, f) for f in fights))
    return Explained(words.named("cards", which), (now,), OF_CARD[which])


def _piece(seen: Sight, which: str) -> Explained | None:
    """A player's ship, the corsair, or a product."""
    state = seen.state
    if which == CORSAIR:
        return _corsair(seen, "")
    for name, ship in state.game.ships.items():
        if ship == which:
            return _ship(seen, state.captain(name))
    if any(kind.name == which for kind in state.game.board.products):
        return _product(seen, which)
    return None


def _ship(seen: Sight, captain: Captain) -> Explained:
    """Where a ship lies, what it carries, and how far the corsair is."""
    state, words = seen.state, seen.own_words(Words)
    ship = state.game.ships[captain.name]
    now = [_lies(state, words, captain)]
    cargo = state.goods.cargo(captain.name)
    if cargo:
        now.append(words.say("now:cargo", cargo=words.cargo(cargo)))
    if captain.at is not None and state.corsair.owner != captain.name:
        now += _away(state, words, captain.at)
    title = words.say("now:ship-of", ship=words.named(SHIP, ship), player=captain.name)
    return Explained(title, tuple(now), ("26", "40", "44", "68", "75"))


def _lies(state: State, words: Words, captain: Captain) -> str:
    if captain.sunk_by is not None:
        return words.say("now:sunk", by=captain.sunk_by)
    if captain.at is not None:
        return words.say("now:lies", where=words.place(captain.at))
    return words.plain("now:unplaced" if state.phase is Phase.PLACING else "now:wrecked")


def _away(state: State, words: Words, stop: str) -> Iterator[str]:
    """How far the corsair is from a stop, and whether it can come there in a run. Rule 75."""
    away = reach(state, stop)
    if away is not None:
        code = "now:corsair-near" if in_reach(state, stop) else "now:corsair-far"
        yield words.say(f"{code}:one" if away == 1 else code, away=away)


def _product(seen: Sight, which: str) -> Explained:
    """Where a product is sold, by which throw it is resold, and what is left in the box."""
    state, words = seen.state, seen.own_words(Words)
    board = state.game.board
    ports = [stop.name for stop in board.stops.values() if stop.product == which]
    die = 1 + [kind.name for kind in board.products].index(which)
    left = state.goods.held(BOX, which)
    now = (
        words.say("now:sold-at", ports=words.listed(ports)),
        words.say("now:thrown", die=die),
        words.say("now:tickets-left", amount=words.money(left.worth), tickets=words.tickets(left)),
    )
    return Explained(words.named(PRODUCT, which), now, ("4", "23", "35", "37"))


def _corsair(seen: Sight, _: str) -> Explained:
    """Whose the corsair is, where it lies, and how far it is from everybody."""
    state, words = seen.state, seen.own_words(Words)
    corsair, now = state.corsair, []
    if corsair.owner is None:
        now.append(words.plain("now:corsair-free"))
    else:
        now.append(words.say("now:corsair-of", player=corsair.owner))
    if corsair.at is not None:
        now.append(words.say("now:lies", where=words.place(corsair.at)))
        for captain in state.afloat:
            if captain.at is not None and captain.name != corsair.owner:
                away = reach(state, captain.at)
                near = in_reach(state, captain.at)
                code = "now:distance" if near else "now:distance-safe"
                now.append(words.say(code, player=captain.name, away=str(away)))
    sections = ("59", "60", "62", "67", "68", "73", "74", "75")
    return Explained(words.named(SHIP, CORSAIR), tuple(now), sections)


def _money(seen: Sight, which: str) -> Explained | None:
    if which not in seen.state.players:
        return None
    state, words = seen.state, seen.own_words(Words)
    has = words.money(state.cash(which))
    worth = words.money(state.wealth(which))
    now = words.say("now:money", player=which, amount=has, worth=worth)
    return Explained(words.plain("cash:pieces"), (now,), ("8", "25", "37", "53", "58"))


def _place(seen: Sight, which: str) -> Explained | None:
    """What a stop sells, who lies there, and what lies stranded."""
    state, words = seen.state, seen.own_words(Words)
    stop = state.game.board.stops.get(which)
    if stop is None:
        return None
    if stop.product is None:
        cargo = state.goods.cargo(stop.id)
        sold = words.say("now:stranded", cargo=words.cargo(cargo)) if cargo else ""
        sections: tuple[str, ...] = ("22", "30", "42", "44")
        now = [words.say("now:rectangle", zone=stop.zone), sold]
    else:
        sections = ("21", "23", "25", "28")
        now = [words.say("now:port", zone=stop.zone, product=words.named(PRODUCT, stop.product))]
    here = [each.name for each in state.lying_at(stop.id)]
    if here:
        now.append(words.say("now:lie-here", names=words.listed(here)))
    beside = words.listed([words.place(each) for each in state.game.board.beside[stop.id]])
    now.append(words.say("now:lines", stops=beside))
    now += _away(state, words, stop.id)
    return Explained(words.place(stop.id), tuple(filter(None, now)), sections)


TELLERS: Mapping[str, Callable[[Sight, str], Explained | None]] = MappingProxyType(
    {
        PHASE: _phase,
        DEED: _deed,
        CARD: _card,
        PIECE: _piece,
        OWNED: _corsair,
        MONEY: _money,
        PLACE: _place,
    }
)
