"""What is asked of islanders: one question about each, which offers all the parts of his tile.

One who is half seen is looked at again, into the next turn, before anybody is asked; a question
that later looks answer is no longer asked, for each look asks anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.carcassonne_south_seas.watching.islanders import SURELY, parts_in
from companion.games.carcassonne_south_seas.watching.on_tiles import OnTile
from companion.games.carcassonne_south_seas.watching.putting_right import Past
from companion.games.carcassonne_south_seas.watching.whereabouts import Run, Runs, Waits
from companion.reading import EMPTY
from companion.watching.drift import Differs, Drift
from companion.watching.outcome import Doubt

EVEN = 0.49
"""What is asked is as likely as not."""
FRESH = 2
"""Who is half seen on one of so many tiles, the newest ones, may have come just now."""


def asked(past: Past, seen: Mapping[str, OnTile], runs: Runs, waits: Waits) -> Iterator[Doubt]:
    """One question about the islander of each tile that is in doubt."""
    parts = parts_in(past.told.state)
    for cell, here in seen.items():
        place = _doubtful(past, cell, here, runs, waits)
        if place and place not in here.words:
            colour = here.best[1] or past.told.state.game.colours[past.layer(cell)]
            known = (past.who(cell), *runs[cell].others(place))
            places = dict.fromkeys(each for each in (place, *known, *parts[cell]) if each)
            yield Doubt(((colour, EVEN), (EMPTY, EVEN)), place, parts=tuple(places))


def _doubtful(past: Past, cell: str, here: OnTile, runs: Runs, waits: Waits) -> str | None:
    run, is_settled = runs[cell], cell in runs.settled or past.is_said(cell)
    was, who = past.placed.get(cell), past.who(cell)
    if cell not in past.laid:
        return None
    is_new = was is None and who is None and not here.words and not is_settled
    is_plain = here.best[2] >= SURELY or cell not in list(past.laid)[-FRESH:]
    if is_new and not is_plain and run.half >= waits.half:
        return here.best[0]
    if cell == [*past.told.state.tiles][-1]:
        return None
    if who is not None and run.gone >= waits.missed:
        return who
    if (
        who is not None
        and run.part not in ("", who)
        and run.stood >= waits.settled
        and not is_settled
    ):
        return run.part
    if _still_stands(past, cell, run, waits) and run.there >= waits.missed:
        return next(iter(stayers(past, cell, here, run)), None)
    if is_new and (run.there >= waits.long or _may_have_come(past, cell, here, run, waits)):
        return here.best[0]
    return None


def _still_stands(past: Past, cell: str, run: Run, waits: Waits) -> bool:
    """Whether he who went home by the record may be there yet: he was never gone for long."""
    was = past.placed.get(cell)
    went_home = was is not None and was.taken is None and past.who(cell) is None
    return went_home and run.away < waits.missed


def _may_have_come(past: Past, cell: str, here: OnTile, run: Run, waits: Waits) -> bool:
    """Whether one is half seen where who laid the tile may have put him unseen.

    That was in his turn: on a tile that was bare since the next one came nobody has come.
    """
    place, colour, _ = here.best
    if run.bare >= waits.later:
        return False
    if run.likely < waits.missed or colour != past.told.state.game.colours[past.layer(cell)]:
        return False
    return _fits(past, cell, place)


def _fits(past: Past, cell: str, place: str) -> bool:
    """Whether he may be there, put by who laid the tile: no more rules are broken so."""
    after = past.after(past.moved(cell, place))
    return after is not None and place in after.islanders


def stayers(past: Past, cell: str, here: OnTile, run: Run) -> Iterator[str]:
    """On which other parts he who went home by the record may still be."""
    was = past.placed[cell]
    for part in run.others(was.place):
        if part not in here.words and _fits(past, cell, part):
            yield part


def left_standing(
    past: Past, seen: Mapping[str, OnTile], runs: Runs, waits: Waits
) -> Iterator[Drift]:
    """Who went home by the record long ago, and still stands there.

    One whom nobody sees, and who was there by somebody's word, went home with that word. What is
    elsewhere on his tile in another's colour is not he: print may look like an islander later.
    """
    for cell, here in seen.items():
        was, run = past.placed.get(cell), runs[cell]
        if was is not None and was.place in here.words:
            continue
        stays = _still_stands(past, cell, run, waits) and run.there >= waits.long
        if was and stays and not any(stayers(past, cell, here, run)):
            colour, (place, seen_as, _) = past.told.state.game.colours[was.player], here.best
            if place == was.place or seen_as == colour:
                yield Drift(was.place, Differs.OTHER, EMPTY, colour, here.there)
