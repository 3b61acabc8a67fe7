"""Facts that a table may say, by lot: what both referees are asked besides what is done."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.companion.games.long_cours.second_referee.referee import Referee
from tests.companion.games.long_cours.second_referee.table import COUPS, LEAST_PRICE

WORDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("give_up", "auction", "no_bid", "done", "settle"), ()),
    **dict.fromkeys(("place", "move", "direct", "corsair"), ("stop",)),
    **dict.fromkeys(("return", "corsair_enters"), ("die", "stop")),
    "buy": ("product", "millions"),
    "fight": ("opponent", "card"),
    "answer": ("card",),
    "bid": ("millions",),
    "resell": ("die",),
    "storm": ("zone",),
}
"""What each fact says besides who does it."""


def something(referee: Referee, do: str, random: Random) -> dict[str, Any]:
    """A fact of that kind, by lot: half of them by who may act, and about what is near him."""
    names, stops = referee.names, list(referee.zone)
    who = referee.blow[0] if referee.blow else (referee.bidders or [referee.who])[0]
    near = [at for at in (*referee.at.values(), referee.black) if at]
    near += [stop for stop in stops if any(referee.beside(stop, each) for each in near)]
    cash = random.choice(list(referee.cash.values()))
    best = referee.best[0] if referee.best else LEAST_PRICE
    said: dict[str, Any] = {
        "stop": random.choice(random.choice((stops, near or stops))),
        "die": random.randint(1, 6),
        "zone": random.choice(referee.zones),
        "product": random.choice(referee.products),
        "millions": max(1, random.choice((1, best - 1, best, best + 1, cash, cash + 1))),
        "opponent": random.choice(names),
        "card": random.choice(COUPS),
    }
    if do == "buy" and random.random() < 0.5:
        said["product"] = referee.sells.get(referee.at[who] or "") or said["product"]
    if do in ("return", "corsair_enters") and random.random() < 0.5:
        said["die"] = referee.zones.index(referee.zone[said["stop"]]) + 1
    player = random.choice((who, random.choice(names)))
    return {"do": do, "player": player, **{word: said[word] for word in WORDS[do]}}
