"""What each thing of Big Kini is and does now: phases, deeds, pieces, money, places.

What it is, the rulebook's sections say; only what holds at this moment is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from companion.games.big_kini.page.places_explained import place
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.state.state import CUBES, Phase, State
from companion.games.big_kini.terms.events import Event
from companion.games.big_kini.terms.goods import GOODS
from companion.play import sight as any_sight
from companion.play.in_place import DEED, MONEY, PHASE, PIECE, PLACE, Explained, Thing

Sight = any_sight.Sight[State, Event]
ELECTION = "election"
OF_PHASE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        Phase.HOMES.value: ("17", "19", "20"),
        Phase.SETTLING.value: ("21", "22"),
        Phase.BLOCKING.value: ("86", "87", "88", "103"),
        Phase.PLAYING.value: ("25", "27", "28", "29"),
        ELECTION: ("48", "49", "54", "55", "58"),
        Phase.COUNTING.value: ("23", "76"),
    }
)
OF_DEED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "home": ("17", "19"),
        "settle": ("21", "22"),
        "dice": ("86", "87"),
        "turn_up": ("88", "103"),
        "token": ("25", "27", "28", "29"),
        "proliferate": ("31", "34", "35"),
        "move": ("36", "37", "39", "40"),
        "income": ("43", "45"),
        "take": ("46", "47"),
        "pick": ("95", "A11"),
        "call": ("50", "51", "52"),
        "vote": ("54", "A6", "A7"),
        "abstain": ("54",),
        "show": ("55", "56", "57"),
        "keep_back": ("56", "57"),
        "decide": ("59",),
        "crown": ("49", "60"),
        "retreat": ("61", "A8"),
        "discover": ("63", "64", "65", "66"),
        "land": ("A10",),
        "buy": ("90", "91"),
        "play": ("92", "93"),
        "no_card": ("93", "100"),
        "reveal": ("93", "94", "95"),
        "again": ("96", "97"),
        "give": ("53",),
        "give_goods": ("53",),
        "promise": ("53",),
        "done": ("30",),
        "count": ("23", "76"),
    }
)


def things(state: State) -> Iterator[Thing]:
    """All that lies on the table but for its places, in the order one meets it."""
    yield from (Thing(PHASE, phase) for phase in OF_PHASE)
    yield from (Thing(DEED, deed) for deed in OF_DEED)
    yield from (Thing(PIECE, goods) for goods in GOODS)
    yield from (Thing(PIECE, colour) for colour in state.game.colours.values())
    yield from (Thing(MONEY, name) for name in state.players)


def lesson(state: State) -> Thing | None:
    """What comes now and is new to who plays for the first time: the parts of two rounds."""
    if state.over or state.round > 2:
        return None
    return Thing(PHASE, ELECTION if state.election else state.phase.value)


def explained(seen: Sight, thing: Thing) -> Explained | None:
    """A thing in words; None where there is none such."""
    teller = TELLERS.get(thing.kind)
    return None if teller is None else teller(seen, thing.which)


def _phase(seen: Sight, which: str) -> Explained | None:
    if which not in OF_PHASE:
        return None
    now = seen.words.plain(f"now:phase-{which}")
    return Explained(seen.words.plain(f"phase:{which}"), (now,), OF_PHASE[which])


def _deed(seen: Sight, which: str) -> Explained | None:
    if which not in OF_DEED:
        return None
    return Explained(seen.words.plain(f"deed:{which}"), (), OF_DEED[which])


def _piece(seen: Sight, which: str) -> Explained | None:
    """A kind of goods, or a player's cubes."""
    for name, colour in seen.state.game.colours.items():
        if colour == which:
            return _cubes(seen, name)
    return _goods(seen, which) if which in GOODS else None


def _cubes(seen: Sight, player: str) -> Explained:
    state, words = seen.state, seen.own_words(Words)
    left = state.supply_of(player)
    now = words.say("now:cubes", player=player, count=CUBES - left, left=left)
    title = words.piece(state.game.colours[player], "")
    return Explained(title, (now,), ("2", "14", "15", "54", "74"))


def _goods(seen: Sight, which: str) -> Explained:
    """How many lie open, and where they are votes; what hands hold is nobody else's. Rule 23."""
    state, words = seen.state, seen.own_words(Words)
    atolls = {cell: atoll for cell in state.tiles if (atoll := state.atoll_at(cell))}
    counting = [words.at(state, cell) for cell, atoll in atolls.items() if atoll.votes == which]
    lying = sum(kind == which for kind in state.goods.values())
    now = [words.say("now:goods-lying", count=lying)]
    if counting:
        now.append(words.say("now:votes-on", atolls=words.listed(counting)))
    return Explained(words.piece(which, ""), tuple(now), ("6", "47", "55", "75"))


def _money(seen: Sight, which: str) -> Explained | None:
    """What a player has, where that may be told. Rule 23."""
    state, words = seen.state, seen.own_words(Words)
    if which not in state.players:
        return None
    has = state.money(which) if seen.sees(which) else None
    if has is None:
        now = words.say("now:money-hidden", player=which)
    else:
        now = words.say("now:money", player=which, amount=words.money(has))
    return Explained(words.plain("cash:pieces"), (now,), ("5", "23", "76"))


def _place(seen: Sight, which: str) -> Explained | None:
    return place(seen.state, seen.own_words(Words), which)


TELLERS: Mapping[str, Callable[[Sight, str], Explained | None]] = MappingProxyType(
    {PHASE: _phase, DEED: _deed, PIECE: _piece, MONEY: _money, PLACE: _place}
)
