"""A camera that follows South Seas, for tests: what it sees, look by look."""

from __future__ import annotations

from companion.games.carcassonne_south_seas.game import GAME
from companion.play.game import Seat
from companion.position import Position
from companion.reading import EMPTY, Reading, Seen
from companion.records.record import Fact, Header, Record, facts_of
from companion.watching.follower import Follower
from companion.watching.referee import Pace

BOARD = GAME.shipped_board()
SEATS = (Seat("Ann", "red"), Seat("Ben", "blue"))
NORTH, LIES = "cell/15,14", "ss38/0"
LAID: Fact = {"do": "tile", "player": "Ann", "cell": NORTH, "tile": LIES}
LOOKS = 8


def follower(pace: Pace = Pace.LIVE) -> Follower:
    setup = GAME.begin(SEATS, {}, BOARD)
    return Follower(GAME, Record(Header(GAME.about.id, dict(setup))), BOARD, pace)


def reading(
    spaces: dict[str, str], slots: dict[str, str] | None = None, **doubtful: Seen
) -> Reading:
    """All as it lies, and nothing else around."""
    start = {"cell/15,15": "ss18/0", **spaces}
    lying = BOARD.lying(Position(start))
    cells = {cell: sure(start.get(cell, EMPTY)) for cell in lying.cells}
    places = [place for place in lying.places if place not in BOARD.cells]
    told = {place: sure((slots or {}).get(place, EMPTY)) for place in places}
    spaces = {**cells, **{c: s for c, s in doubtful.items() if c in BOARD.cells}}
    return Reading(spaces, {**told, **{p: s for p, s in doubtful.items() if p in told}})


def sure(piece: str) -> Seen:
    return Seen(piece, 0.999, ((piece, 0.999),))


def half(piece: str, share: float) -> Seen:
    return Seen(piece, share, ((piece, share), (EMPTY, 1 - share)))


def looks(at: Follower, seen: Reading, times: int = LOOKS) -> list[Fact]:
    for nth in range(times):
        at.see(seen, str(nth))
    return list(facts_of(at.record))
