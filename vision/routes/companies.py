"""Where sticks of one company lie: out of its harbour, and joined to what it has built.

A company's first stick leaves its harbour, every further one goes on from the end of a route of its
own, and nobody builds into a harbour (rulebook, 5.2, 5.7). Other games of routes join theirs more
or less; how much is told by the picture.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.boards.routes_board import RoutesBoard
from vision.picture.arrays import Tones
from vision.routes.lanes import lanes_of

STRAY = 0.1
"""A stick of another company out of a harbour is so likely, beside one of the harbour's own.

It breaks a rule, so it is rarer by far: it is said high, for it must be seen where it is plain."""
COUNTS = 0.5
"""What joins a stick counts as so many: what lies near it stands in one light, and errs alike."""
SHARES = np.linspace(0, 0.9, 10)
"""So many of all sticks may be joined to others of their kind, more than by chance."""
SURELY = 0.9999
"""No stick is believed to lie there, of its kind, more than this."""
NOWHERE = 0.01
"""Where so few kinds, by their number, reach a place, what joins there says nothing."""


class Companies:
    """What the print says of who laid a stick on each of n spaces, before and beside its colour.

    ``may_be`` (n, kinds) is how likely each kind is there by the harbour that the space leaves: 1
    for all of them elsewhere.
    """

    def __init__(self, board: RoutesBoard, spaces: Sequence[str], kinds: Sequence[str]) -> None:
        nodes = {node: number for number, node in enumerate((*board.islands, *board.harbours))}
        self.may_be: Tones = np.ones((len(spaces), len(kinds)))
        self._lanes = lanes_of(spaces)
        self._begins = np.zeros((len(spaces), len(nodes)))
        self._touches = np.zeros((len(nodes), len(spaces)))
        self._homes = np.zeros((len(nodes), len(kinds)), bool)
        homes = {place: kind for place, kind in board.homes.items() if kind in kinds}
        for place, kind in homes.items():
            self._homes[nodes[place], kinds.index(kind)] = True
        for at, space in enumerate(spaces):
            route = board.route_of_space[space]
            for end in (route.a, route.b):
                self._touches[nodes[end], at] = 1
            for end in route.begins:
                self._begins[at, nodes[end]] = 1
            only = route.begins[0] if len(route.begins) == 1 else ""
            if only in board.harbours and only in homes:
                self.may_be[at] = np.where(self._homes[nodes[only]], 1, STRAY)

    def joined(self, told: Tones, there: Tones, seen: Tones) -> Tones:
        """How likely each stick is each kind (n, kinds), once what it is joined to has had its say.

        ``told`` (n, kinds) is what each stick's own colour says under one palette, with what is
        missing to 1 for a colour that is nobody's; ``there`` (n,) how likely a stick lies there;
        ``seen`` (kinds,) how many of each kind the picture shows.
        """
        usual = (seen + 1) / (seen + 1).sum()
        speaks = self._speaks(told, there, usual)
        nobodys = (1 - told.sum(axis=1)).clip(min=0)
        weighed = 1 + SHARES[:, None, None] * (speaks - 1)
        explained = np.log((told * weighed).sum(axis=2) + nobodys + 1e-9) @ there
        told = told * weighed[int(np.argmax(explained))]
        return np.asarray(told / (told.sum(axis=1) + nobodys + 1e-12)[:, None])

    def _speaks(self, told: Tones, there: Tones, usual: Tones) -> Tones:
        """How many times as likely each kind is by what each space is joined to, (n, kinds)."""
        none = np.log1p(-SURELY * there[:, None] * told)
        of_lane = np.zeros((self._lanes.max(initial=-1) + 1, told.shape[1]))
        np.add.at(of_lane, self._lanes, none)
        at_node = np.where(self._homes, np.log(1 - SURELY), 0) + self._touches @ none
        own_lane = self._begins.sum(axis=1, keepdims=True) * of_lane[self._lanes]
        reached = 1 - np.exp(self._begins @ at_node - own_lane)
        by_chance = (reached @ usual)[:, None]
        speaks = (np.maximum(reached, 1e-3) / np.maximum(by_chance, 1e-3)) ** COUNTS
        # Out of a harbour the same is told by ``may_be``, and counts once.
        heard = (by_chance > NOWHERE) & (self.may_be == 1).all(axis=1, keepdims=True)
        speaks = np.where(heard, speaks, 1)
        return np.asarray(speaks / (speaks @ usual)[:, None])
