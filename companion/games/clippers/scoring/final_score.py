"""The final score of a position: ports, money, ranking. Pure functions, no game needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.errors import InputError
from companion.finding import Finding, Severity
from companion.games.clippers.chart.network import Network, network
from companion.games.clippers.scoring.inspection import inspect
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.editions import DEFAULT, Rulings, TieBreak
from companion.games.clippers.terms.granted import Grant
from companion.games.clippers.terms.players import Player
from companion.position import Position
from companion.saying.phrase import AnyOf, Phrase
from companion.score import Score, ScoreLine, Standing, ranked

MONEY = "money"
PORTS = "ports"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table is scored by: its rulings, what it allowed, and who was yet to lay.

    ``yet_to_lay`` names, in turn order, the players who had not had their laying turn in the phase
    in which the game stopped; None when that is not known, as from a photo (ruling A1).
    """

    rulings: Rulings = DEFAULT
    granted: frozenset[Grant] = frozenset()
    yet_to_lay: tuple[str, ...] | None = None

    def network(self, board: RoutesBoard, position: Position) -> Network:
        """Who reaches which island by these terms."""
        return network(board, position, self.rulings, self.granted)


USUAL = Terms()
YET_TO_LAY = "yet-to-lay"
"""The tie break of who had not yet had his turn to lay. Ruling A1."""


def score(
    board: RoutesBoard, position: Position, players: Sequence[Player], terms: Terms = USUAL
) -> Score:
    """Score a position: every line, the ranking, and what the rules do not like about it."""
    reached = terms.network(board, position).companies_at
    lines = tuple(
        line
        for player in players
        for line in (*port_lines(board, position, player, reached), money_line(player))
    )
    names = [player.name for player in players]
    standings = ranked(names, lines, {MONEY: [player.money for player in players]})
    winners = [standing.player for standing in standings if standing.rank == 1]
    findings = [
        *inspect(board, position, terms.rulings, terms.granted),
        *_of_players(position, players),
    ]
    if len(winners) > 1 and terms.rulings.tie_break is TieBreak.EN3:
        last = [name for name in terms.yet_to_lay or () if name in winners]
        if last:
            standings = _first_alone(standings, last[-1])
        elif terms.yet_to_lay is None:
            findings.append(
                Finding("tie-open", Severity.NOTE, sections.TIES, (), {"names": ", ".join(winners)})
            )
    return Score(lines, standings, tuple(findings))


def port_lines(
    board: RoutesBoard, position: Position, player: Player, reached: Mapping[str, tuple[str, ...]]
) -> Iterator[ScoreLine]:
    """One line per island with a marker of the player, in the board's order, those of 0 too.

    ``reached`` are the companies at each island, as ``Network.companies_at``.
    """
    slots: defaultdict[str, list[str]] = defaultdict(list)
    for slot, nation in position.slots.items():
        if nation == player.nation:
            slots[board.island_of_slot[slot].id].append(slot)
    for island in board.islands.values():
        markers, companies = slots[island.id], reached[island.id]
        if markers:
            value = island.value or 0
            yield ScoreLine(
                player.name,
                PORTS,
                value * len(companies) * len(markers),
                sections.PORTS_SCORE,
                island.id,
                (("value", value), ("companies", len(companies)), ("markers", len(markers))),
                companies,
                tuple(markers),
            )


def money_line(player: Player) -> ScoreLine:
    """Each $ is worth a point."""
    return ScoreLine(player.name, MONEY, player.money, sections.MONEY_SCORE)


class _AndNo(AnyOf):
    """Things that are all missing."""

    joint = "clippers:and-no"


def check_scorable(board: Board) -> RoutesBoard:
    """The same board; raises InputError unless it has all that a Clippers score is made of."""
    if board.game != "clippers":
        raise InputError("clippers:other-games-board", board=board.name, game=board.game)
    board = of_routes(board)
    missing = [
        part
        for part, there in (
            (Phrase("clippers:part:harbours"), board.harbours),
            (Phrase("clippers:part:sticks"), board.stick),
            (Phrase("clippers:part:slots"), board.slots),
            (Phrase("clippers:part:markers"), board.marker),
        )
        if not there
    ]
    if missing:
        raise InputError("clippers:no-parts", board=board.name, missing=_AndNo(missing))
    nameless = [i.id for i in board.islands.values() if i.slots and i.value is None]
    if nameless:
        raise InputError("clippers:island-without-value", board=board.name, island=nameless[0])
    return board


def _of_players(position: Position, players: Sequence[Player]) -> Iterator[Finding]:
    """Markers of a nation that nobody plays, and players without any marker."""
    playing = {player.nation for player in players}
    for nation in sorted(set(position.slots.values()) - playing):
        places = tuple(slot for slot, piece in position.slots.items() if piece == nation)
        yield Finding(
            "nation-not-in-play",
            Severity.WARNING,
            sections.NATIONS_IN_PLAY,
            places,
            {"nation": nation, "laid": len(places)},
        )
    for player in players:
        if player.nation not in position.slots.values():
            yield Finding(
                "player-without-marker",
                Severity.WARNING,
                sections.NATIONS_IN_PLAY,
                (),
                {"player": player.name, "nation": player.nation},
            )


def _first_alone(standings: Sequence[Standing], winner: str) -> tuple[Standing, ...]:
    """Put one of those who share rank 1 before the others, who share rank 2."""
    [total] = [s.total for s in standings if s.player == winner]
    first = [Standing(winner, 1, total, YET_TO_LAY)]
    tied = [Standing(s.player, 2, s.total) for s in standings if s.rank == 1 and s.player != winner]
    return (*first, *tied, *(s for s in standings if s.rank != 1))
