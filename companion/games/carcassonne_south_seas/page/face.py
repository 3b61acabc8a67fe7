"""What pages show of a table, as ``companion.play.page.face.Face`` asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.board_drawing.paint import paints
from companion.games.carcassonne_south_seas.course.setup import in_the_box
from companion.games.carcassonne_south_seas.judging.choices import awaited
from companion.games.carcassonne_south_seas.page.beside import done_all_the_same
from companion.games.carcassonne_south_seas.page.panels import panels
from companion.games.carcassonne_south_seas.page.pictures import face_of
from companion.games.carcassonne_south_seas.page.tokens import held, sail
from companion.games.carcassonne_south_seas.page.words import Words
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import FISH, MARKET, PAYS
from companion.play import sight as any_sight
from companion.play.page.face import (
    Anywhere,
    Panel,
    Piece,
    Purse,
    Section,
    Shape,
    Sign,
    Stock,
    Turn,
)
from companion.position import Position

Sight = any_sight.Sight[State, e.Event]
AS_ONE_LIKES = ("islander", "deliver")
"""The steps in which nothing has to be done. Rules 25 and 45."""
MAY: Mapping[type[e.Event], str] = MappingProxyType(
    {
        e.IslanderPlaced: "may:islander",
        e.IslanderTaken: "may:take_back",
        e.Delivered: "may:deliver",
    }
)
"""What may be done in them, as it is told."""
FEW = 5
"""From so few tiles on, it is said that few are left."""


class SouthSeasFace:
    """Islanders, goods and ships, and what may be done."""

    def turn(self, sight: Sight) -> Turn:
        """Whose turn it is, how many tiles and ships are left, and which step comes."""
        state, words = sight.state, sight.own_words(Words)
        end = words.plain("turn:over") if state.over else None
        drawn = state.turn.drawn
        picture = face_of(state, drawn) if drawn else None
        return Turn(tuple(_stands(state, words)), tuple(_duties(sight)), end, _part(state), picture)

    def purses(self, sight: Sight) -> tuple[Purse, ...]:
        """Each with his islanders, goods and ships."""
        return tuple(_purse(sight, name) for name in sight.state.players)

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """The ships that lie face up; the tiles that are left, by their kinds."""
        words = sight.own_words(Words)
        return (
            Section("ships", words.plain("page:ships"), tuple(_ships(sight))),
            Section("tiles", words.plain("page:tiles"), tuple(_tiles(sight))),
        )

    def panels(self, sight: Sight) -> tuple[Panel, ...]:
        """What each player may do now."""
        return panels(sight)

    def anywhere(self, sight: Sight) -> Mapping[str, Anywhere]:
        """An islander on any part, a boat token on any fish, and what was drawn on any cell."""
        state, words = sight.state, sight.own_words(Words)
        player = state.at_turn
        stand = Piece(words.plain("any:islander"), {"do": "islander", "player": player})
        cover = Piece(words.plain("any:cover"), {"do": "cover", "player": player})
        parts = {
            kind: Anywhere("place", words.named("spot", kind), (stand,)) for kind in (*PAYS, MARKET)
        }
        ways = state.game.board.ways_to_lie(state.turn.drawn) if state.turn.drawn else ()
        tiles = tuple(
            Piece(words.tile(str(way)), {"do": "tile", "player": player, "tile": str(way)})
            for way in ways
        )
        lay = {"cell": Anywhere("cell", words.plain("page:tile"), tiles)} if tiles else {}
        return {**lay, **parts, FISH: Anywhere("place", words.named("spot", FISH), (cover,))}

    def beside(self, sight: Sight, player: str) -> Iterable[e.Event]:
        """What breaks a rule in this step, the evaluation, and the end of a turn."""
        return done_all_the_same(sight.state, player)

    def position(self, state: State) -> Position:
        """Tiles, islanders and boat tokens; the colours that nobody plays."""
        return replace(state.position(), in_box=in_the_box(state.game))

    def standing(self, state: State) -> tuple[tuple[str, str], ...]:
        """Nothing stands beside a place."""
        del state
        return ()


def _part(state: State) -> str:
    return "" if state.over else f"phase:{step_of(state)}"


def step_of(state: State) -> str:
    """Which step of the turn comes now. Rule 12."""
    turn = state.turn
    if state.turns_up:
        return "turn_up"
    if state.waiting:
        return "take_ship"
    if turn.covers:
        return "cover"
    if not turn.has_tile:
        return "tile" if turn.drawn else "draw"
    return "deliver" if turn.evaluated else "islander"


def _stands(state: State, words: Words) -> Iterator[str]:
    yield words.say("page:round", round=state.round)
    yield words.say("turn:tiles-left", count=state.tiles_left)
    pile, face_up = len(state.ships_hidden), len(state.display)
    yield words.say("turn:ships-left", pile=pile, face_up=face_up)


def _duties(sight: Sight) -> Iterator[str]:
    state, words = sight.state, sight.own_words(Words)
    if sight.goes_on:
        yield words.say("turn:goes-on", player=state.at_turn)
        return
    step = step_of(state)
    for player in awaited(state):
        is_own = player == sight.viewer
        told = {"player": player, "tile": words.tile(state.turn.drawn)}
        code = f"turn:{step}"
        if step in AS_ONE_LIKES:
            may = _may(sight, is_own=is_own)
            code, told["what"] = "turn:may" if may else "turn:done", words.either(may)
        yield words.say(f"{code}:you" if is_own else code, told)


def _may(sight: Sight, *, is_own: bool) -> list[str]:
    """What whoever is at turn may do with his tile laid; none but the end is nothing."""
    words, offered = sight.own_words(Words), {type(each.event) for each in sight.choices}
    may = [words.plain(code) for kind, code in MAY.items() if kind in offered]
    return [*may, words.plain("may:done")] if may and is_own else may


def _purse(sight: Sight, name: str) -> Purse:
    state, words = sight.state, sight.own_words(Words)
    colour, ships = state.game.colours[name], state.ships.get(name, ())
    points = sum(state.game.ships[ship].points for ship in ships)
    has = []
    if ships:
        code = "page:has-ships" if sight.sees(name) else "page:has-ships:face-down"
        has.append(words.say(code, count=len(ships), points=points))
    return Purse(
        name,
        colour,
        words.named("piece", colour),
        Sign(colour, paints(state.game.board)[colour].letter, Shape.STICK),
        None,
        at_turn=name in awaited(state),
        holds=(words.say("page:supply", count=state.supply(name)),),
        has=tuple(has),
        holdings=held(words, state.held(name)),
    )


def _ships(sight: Sight) -> Iterator[Stock]:
    state, words = sight.state, sight.own_words(Words)
    for ship in state.display:
        its = state.game.ships[ship]
        sign = Sign("boat", str(its.points), Shape.DISC, drawn="boat")
        said, asks = words.plain("page:ship-points"), words.sail(its)
        yield Stock(sign, said, its.points, asks, what=f"ship:{ship}", tokens=sail(its))


def _tiles(sight: Sight) -> Iterator[Stock]:
    """Tiles by what is on them, so that one can plan: how many have each thing. Rule 1."""
    state, words = sight.state, sight.own_words(Words)
    kinds = (*PAYS, MARKET, "boat")
    for kind in kinds:
        left = sum(
            max(state.left[tile.id], 0)
            for tile in state.game.board.tiles.values()
            if any(each.kind == kind for each in tile.features)
        )
        said, note = words.named("spot", kind), words.named("tiles", kind)
        sign = Sign("boat", said[:1].upper(), Shape.DISC, drawn=kind)
        yield Stock(sign, said, left, note, few=0 < left <= FEW)
