"""Whether the open questions of a photo can still change who wins.

Not by trying every answer together, which would be too many, but by bounds that hold for all of
them. A company's chain depends on its own sticks alone and never shrinks by one more. So of each
company it is known where it surely is, and where it may be; and on an island the lead of one
player over another is largest at the fewest companies there, or at the most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import permutations

from companion.boards.position_file import Correction, correct_position
from companion.boards.routes_board import Island, RoutesBoard
from companion.games.clippers.chart.network import OPENED_BY, network
from companion.games.clippers.scoring.doubt import may_lie
from companion.games.clippers.scoring.final_score import USUAL, Terms
from companion.games.clippers.terms.editions import SamoaCountsPurple
from companion.games.clippers.terms.players import Player
from companion.position import Position
from companion.questions import Question
from companion.reading import EMPTY

Kinds = Mapping[str, frozenset[str]]
"""By asked place, all that may lie there."""


def winners_stand(
    board: RoutesBoard,
    position: Position,
    players: Sequence[Player],
    asked: Sequence[Question],
    winners: Set[str],
    terms: Terms = USUAL,
) -> bool:
    """Whether these win whatever the likely answers are to all questions together.

    ``position`` has what was taken to lie on the asked places. True is proven; False says only that
    it is not.
    """
    kinds = {question.place: frozenset(may_lie(board, question)) for question in asked}
    companies = _companies(board, position, kinds, terms)
    by_name = {player.name: player for player in players}
    for ahead, behind in permutations(by_name, 2):
        if ahead not in winners:
            continue
        lead = -_most_lead(board, position, kinds, companies, by_name[behind], by_name[ahead])
        money = by_name[ahead].money - by_name[behind].money
        if lead < 0 or (lead == 0 and behind not in winners and money <= 0):
            return False
    return True


def _companies(
    board: RoutesBoard, position: Position, kinds: Kinds, terms: Terms
) -> dict[str, tuple[int, int]]:
    """How many companies reach each island: at least, and at most."""
    samoa = terms.rulings.samoa_counts_purple
    away = replace(terms.rulings, samoa_counts_purple=SamoaCountsPurple.NO)
    bounds = []
    for may in (False, True):
        reached: dict[str, set[str]] = {island: set() for island in board.islands}
        for harbour in board.harbours.values():
            laid = _laid(board, position, kinds, harbour.company, may=may)
            net = network(board, laid, away, terms.granted)
            for island in net.islands_of(harbour.company):
                reached[island].add(harbour.company)
        for harbour in board.harbours.values():
            if harbour.island is not None:
                others = reached[harbour.island]
                is_open = samoa is SamoaCountsPurple.IF_OPEN and len(others) >= OPENED_BY
                if is_open or samoa is SamoaCountsPurple.ALWAYS:
                    others.add(harbour.company)
        bounds.append({island: len(here) for island, here in reached.items()})
    least, most = bounds
    return {island: (least[island], most[island]) for island in board.islands}


def _laid(
    board: RoutesBoard, position: Position, kinds: Kinds, company: str, *, may: bool
) -> Position:
    """The position with the fewest, or the most, sticks of one company that may lie there."""
    said = []
    for place, here in kinds.items():
        if place in board.spaces and company in here:
            lies = may or here == {company}
            said.append(Correction(place, company if lies else EMPTY))
    return correct_position(board, position, tuple(said))


def _most_lead(
    board: RoutesBoard,
    position: Position,
    kinds: Kinds,
    companies: Mapping[str, tuple[int, int]],
    player: Player,
    other: Player,
) -> int:
    """By how many points at most a player may be ahead of another."""
    lead = player.money - other.money
    for island in board.islands.values():
        markers = _may_have(position, kinds, island, player.nation)
        markers -= _surely_has(position, kinds, island, other.nation)
        lead += (island.value or 0) * max(count * markers for count in companies[island.id])
    return lead


def _may_have(position: Position, kinds: Kinds, island: Island, nation: str) -> int:
    return sum(nation in _at(position, kinds, slot.id) for slot in island.slots)


def _surely_has(position: Position, kinds: Kinds, island: Island, nation: str) -> int:
    return sum({nation} == _at(position, kinds, slot.id) for slot in island.slots)


def _at(position: Position, kinds: Kinds, slot: str) -> frozenset[str]:
    return kinds.get(slot, frozenset({position.slots.get(slot, EMPTY)}))
