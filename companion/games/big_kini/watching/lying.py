"""What a camera can see of a state: atolls on their cells, and what lies on the places there are.

Money, votes, cards and goods in the hand are seen by nobody; the round marker says nothing that the
tokens do not.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import replace

from companion.games.big_kini.course.setup import in_the_box
from companion.games.big_kini.state.state import BACK, NEUTRAL, Phase, State
from companion.games.big_kini.terms.actions import Action
from companion.reading import EMPTY, HIDDEN, Reading, Seen

HIDDEN_ATOLL = f"{BACK}/0"
"""A tile that lies face down, however it is turned."""
OUT_OF_THE_BOX = 0.02
"""How likely a piece of a colour that nobody plays lies somewhere, against one that is played."""
ROWS_OF_TOKENS = frozenset(action.value for action in Action)


def lies(state: State) -> dict[str, str]:
    """The tile on each cell; the cube, marker, goods or token on each place, or ``EMPTY``.

    A cube that has set out lies nowhere until it has landed (point A10).
    """
    colours = state.game.colours
    places = dict.fromkeys(_places(state), EMPTY)
    places |= state.tiles
    places |= {at: colours[who] for at, who in state.used.items()}
    places |= {at: colours[who] for at, who in state.cubes.items()}
    places |= state.goods
    places |= {at: NEUTRAL if who == NEUTRAL else colours[who] for at, who in state.tokens.items()}
    if state.turn.landing is not None:
        places[state.turn.landing.source] = EMPTY
    return places


def _places(state: State) -> Iterator[str]:
    """Every place where a piece may lie now: on atolls that lie face up, and for tokens."""
    yield from (place for place in state.game.board.printed_places if is_for_tokens(place))
    for cell in state.tiles:
        atoll = state.atoll_at(cell)
        yield from (f"{cell}/{spot}" for spot in (atoll.kinds if atoll else ()))


def is_for_tokens(place: str) -> bool:
    """Whether a place is a space of the action board."""
    _, _, row = place.partition("/")
    return row.partition("/")[0] in ROWS_OF_TOKENS


def meaning(state: State) -> Hashable:
    """What two ways have to differ in to be worth a question: what lies where, homes, money."""
    money = tuple(state.money(player) for player in state.players)
    homes = frozenset(state.homes.items())
    return frozenset(lies(state).items()), homes, money, state.turn.landing


def told_apart(reading: Reading, state: State) -> Reading:
    """The reading without what says nothing in this state, hidden atolls in no turn.

    Cubes and tokens that nobody plays with are in the box: what is half taken for one is something
    else. Until all homes are chosen nobody knows where hidden atolls will lie (rule 20).
    """
    known, cells = lies(state), state.game.board.cells
    spaces = {}
    for cell, as_seen in reading.spaces.items():
        seen = _in_no_turn(as_seen)
        unsaid = state.phase is Phase.HOMES and seen.answer == HIDDEN_ATOLL
        waits = state.phase in (Phase.HOMES, Phase.SETTLING) and seen.answer == EMPTY
        if cell in cells and not (unsaid or waits):
            spaces[cell] = seen
    boxed = in_the_box(state.game)
    slots = {p: _among(seen, boxed) for p, seen in reading.slots.items() if p in known}
    return replace(reading, spaces=spaces, slots=slots)


def _among(seen: Seen, boxed: Collection[str]) -> Seen:
    """What was seen on a place, as likely as it is where ``boxed`` pieces hardly ever lie there."""
    likely = seen.likely or ((seen.answer, seen.confidence),)
    if seen.answer == HIDDEN or not any(piece in boxed for piece, _ in likely):
        return seen
    shares = {piece: share * (OUT_OF_THE_BOX if piece in boxed else 1) for piece, share in likely}
    unsaid = max(0.0, 1 - sum(share for _, share in likely))
    whole = sum(shares.values()) + unsaid
    return Seen.of({piece: share / whole for piece, share in shares.items()})


def _in_no_turn(seen: Seen) -> Seen:
    """What was seen of a tile, a face-down one being the same in all turns."""
    likely = seen.likely or ((seen.answer, seen.confidence),)
    if not any(_is_back(piece) for piece, _ in likely):
        return seen
    shares: dict[str, float] = {}
    for piece, share in likely:
        name = HIDDEN_ATOLL if _is_back(piece) else piece
        shares[name] = shares.get(name, 0.0) + share
    if seen.answer == HIDDEN:
        return seen
    return Seen.of(shares)


def _is_back(piece: str) -> bool:
    return piece.partition("/")[0] == BACK


def turned_otherwise(state: State, seen: Mapping[str, str]) -> dict[str, str]:
    """The tiles that lie where they were said to lie, and in another turn: by their cells."""
    return {
        cell: tile
        for cell, tile in seen.items()
        if tile != state.tiles.get(cell, tile)
        and tile.partition("/")[0] == state.tiles[cell].partition("/")[0] != BACK
    }
