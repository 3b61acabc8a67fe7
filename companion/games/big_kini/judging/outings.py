"""Where cubes may go: of the many places there are, those that a port reaches. Rules 36 to 41."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.state.reach import distance, free_posts, port_level
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.cards import Bonus


def moves(state: State, player: str) -> Iterator[e.Moved]:
    """Each cube to each free post of its atoll, and of those within reach of its port."""
    for source in state.cubes_of(player):
        for cell in _within_reach(state, player, cell_of(source)):
            if state.atoll_at(cell) is not None:
                yield from (e.Moved(player, source, post) for post in free_posts(state, cell))


def discoveries(state: State, player: str) -> Iterator[e.Discovered]:
    """Each cube to each hidden atoll within reach; whichever atoll is turned up there."""
    here = {lies.partition("/")[0] for lies in state.tiles.values()}
    left = [name for name in state.game.atolls if name not in here]
    for source in state.cubes_of(player):
        for cell in _within_reach(state, player, cell_of(source)):
            if cell not in state.hidden:
                continue
            for name in left:
                found = e.Discovered(player, source, cell, f"{name}/0")
                told = {each.code for each in findings(state, found)}
                if told - {"atoll-not-in-play"}:
                    break
                yield found


def _within_reach(state: State, player: str, start: str) -> Iterator[str]:
    """The cells that a cube may go to, its own among them; a card may add some steps."""
    reach = port_level(state, player, start)
    reach += state.gives(state.doing, Bonus.FARTHER) if reach else 0
    for cell in state.tiles if reach else (start,):
        away = distance(state, start, cell)
        if away is not None and away <= reach:
            yield cell
