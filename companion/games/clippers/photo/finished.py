"""A finished board of Clippers, scored with nothing known of how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from companion.boards.board import Board
from companion.boards.position_file import marker_kinds
from companion.boards.routes_board import of_routes
from companion.finding import Finding
from companion.games.clippers.page.words import Words
from companion.games.clippers.record.timeline import Step, grants, terms_of
from companion.games.clippers.scoring.certainty import winners_stand
from companion.games.clippers.scoring.doubt import effects
from companion.games.clippers.scoring.final_score import USUAL, Terms, score
from companion.games.clippers.scoring.inspection import inspect
from companion.games.clippers.scoring.prior import with_nations_in_play
from companion.games.clippers.scoring.score_json import score_json
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import OPTIONS
from companion.games.clippers.terms.granted import LEFT_BEHIND, Grant, is_granted, parse_grant
from companion.games.clippers.terms.players import Player, check_players, parse_player
from companion.play.offered import finished
from companion.play.offered.finished import Counted, Finished, Scored
from companion.play.words import LANGUAGES, code_meant
from companion.position import Position
from companion.questions import Question
from companion.reading import Reading
from companion.score import Score


def counted(text: str, board: Board) -> Counted:
    """Read ``NAME=NATION:MONEY``; raise InputError on anything else."""
    nations, every = marker_kinds(board), [Words(language, board) for language in LANGUAGES]

    def meant(said: str) -> str:
        return code_meant(said, nations, lambda code: [w.named("nation", code) for w in every])

    player = parse_player(text, nations, meant)
    return Counted(player.name, player.nation, player.money)


def check(players: Sequence[Counted]) -> None:
    """Raise InputError when nobody plays, or a name or nation is there twice."""
    check_players(_players(players))


def terms(options: Mapping[str, object], granted: frozenset[Grant]) -> Terms:
    """What is said on a command line; raise InputError for options that are none."""
    return Terms(OPTIONS.read(options), granted)


def terms_at(state: State, allowed: Iterable[Step]) -> Terms:
    """What a game that was followed is scored by."""
    return terms_of(state, grants(allowed))


def likelier(reading: Reading, players: Sequence[Counted]) -> Reading:
    """Other nations' markers are hardly there."""
    return with_nations_in_play(reading, [player.role for player in players])


def scored(
    board: Board,
    position: Position,
    players: Sequence[Counted],
    by: finished.Terms,
    asked: Sequence[Question],
) -> Scored:
    """Score a position, and tell what hangs on each question."""
    seated, ours = _players(players), cast(Terms, by)
    printed = of_routes(board)
    told = score(printed, position, seated, ours)
    return Scored(
        told,
        ours.network(printed, position).companies_at,
        effects(printed, position, seated, asked, ours),
        winners_stand(printed, position, seated, asked, set(told.winners), ours),
    )


def to_json(told: Score, players: Sequence[Counted]) -> dict[str, object]:
    """A score as JSON."""
    return score_json(told, _players(players))


def granted(
    board: Board, position: Position, by: finished.Terms
) -> Sequence[tuple[Finding, Grant]]:
    """The findings of a position that its table has allowed, each with where."""
    return list(_granted(board, position, cast(Terms, by)))


def _granted(board: Board, position: Position, by: Terms) -> Iterator[tuple[Finding, Grant]]:
    for found in inspect(of_routes(board), position, by.rulings):
        if is_granted(found, by.granted):
            grants_here = (Grant(place, found.code) for place in found.places)
            yield found, next(each for each in grants_here if each in by.granted)


def may_grant(finding: Finding) -> Grant | None:
    """A finding that an act may leave behind can be allowed at the first of its places."""
    if not finding.places or finding.code not in LEFT_BEHIND.values():
        return None
    return Grant(finding.places[0], finding.code)


def _players(players: Sequence[Counted]) -> list[Player]:
    return [Player(each.name, each.role, each.money) for each in players]


FINISHED = Finished(
    USUAL,
    counted,
    check,
    terms,
    terms_at,
    parse_grant,
    likelier,
    scored,
    to_json,
    granted,
    may_grant,
)
