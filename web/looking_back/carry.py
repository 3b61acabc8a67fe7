"""Evenings on another laptop: handed out as a file, and taken in without writing over any."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect
from werkzeug.wrappers import Response as BaseResponse

from calibration.profile import check_art
from companion.boards.board import Board
from companion.boards.board_writing import unpack_board
from companion.errors import InputError
from companion.games import game_called
from companion.play.played import read_played
from companion.store.carried import (
    MOST_GAMES,
    CarriedError,
    CarriedGame,
    carried,
    held_against,
    read_carried,
)
from companion.store.schema import KeptBoard
from web.host.host import Host
from web.host.roles import Role
from web.host.settings import read_settings
from web.serving.answers import attached
from web.serving.handed_in import handed_in, is_too_large
from web.serving.sandbox import Failed
from web.tracing.desk import desk
from web.visits.visit import host, needs
from web.words.errors import RefusedError
from web.words.language import gettext

LARGEST_CARRIED = 48_000_000
"""A thousand evenings of 200 entries are 35 MB; to read them takes 20 s and 0.8 GB, apart."""
carrying = Blueprint("carrying", __name__, url_prefix="/evenings")


@carrying.get("/carry.json")
@needs(Role.HOST)
def carry_all() -> Response:
    """Hand out every game of the file."""
    numbers = host().evenings.numbers()
    text = carried(host().store, numbers) if len(numbers) <= MOST_GAMES else ""
    if not text or len(text.encode()) > LARGEST_CARRIED:
        raise RefusedError(409, "too-many-evenings", _too_much_to_carry())
    return _file(text)


@carrying.get("/<int:number>/carry.json")
@needs(Role.HOST)
def carry_one(number: int) -> Response:
    """Hand out one game."""
    if number not in host().evenings.numbers():
        raise RefusedError(404, "no-such-game", "There is no game of this number.")
    return _file(carried(host().store, [number]))


@carrying.post("/carry")
@needs(Role.HOST)
def take_in() -> BaseResponse:
    """Take in what another laptop handed out: what is here already is passed over."""
    if is_too_large(LARGEST_CARRIED):
        raise RefusedError(413, "request-entity-too-large", _too_much())
    data = handed_in("evenings", LARGEST_CARRIED)
    try:
        games = desk().apart(checked, data, host().new_board)
    except CarriedError as error:
        raise RefusedError(422, "no-such-evenings", _told(error)) from None
    if isinstance(games, Failed):
        raise RefusedError(422, "no-such-evenings", _too_much())
    taken = take_in_games(host(), games)
    here = len(games) - taken.new - taken.went_on - len(taken.parted)
    told = {"new": taken.new, "here": here, "went_on": taken.went_on, "parted": taken.parted}
    told = {name: said for name, said in told.items() if said or name in ("new", "here")}
    return redirect(f"/evenings?{urlencode(told, doseq=True)}", 303)


def checked(data: bytes, given: Board) -> tuple[CarriedGame, ...]:
    """The games of such a file, each of which can be played on here; else raise CarriedError.

    Done in a process of its own: nobody knows who made the file.
    """
    games = read_carried(data)
    boards: dict[KeptBoard | None, Board] = {None: given}
    for number, game in enumerate(games, start=1):
        _check(number, game, boards)
    return games


@dataclass(frozen=True)
class TakenIn:
    """How many games came that were not here, or went on; the numbers of those that have parted."""

    new: int
    went_on: int
    parted: tuple[int, ...]


def take_in_games(of: Host, games: tuple[CarriedGame, ...]) -> TakenIn:
    """Add the games that are not in the file yet, and to those that are what they lack.

    Nothing is written over: where what is here has gone on otherwise, it stays so. What is played
    goes on, and one that was deleted here is brought back. All of it is done, or nothing where the
    disk is full.
    """
    with of.adding_games():
        deleted = {head.id for head in of.bin.heads()}
        found = tuple(held_against(of.store, games, deleted))
        back = {held.number for held in found if held.number in deleted}
        for number in filter(None, back):
            of.bin.take_out(number)
        for held in found:
            if held.number is None:
                _begin(of, held.game)
            elif held.rest:
                of.store.append_all(held.number, held.rest, None)
    new = [held for held in found if held.number is None]
    went_on = {held.number for held in found if held.rest}
    parted = {held.number: None for held in found if held.has_parted}
    return TakenIn(len(new) + len(back), len(went_on - back), tuple(filter(None, parted)))


def _begin(of: Host, game: CarriedGame) -> None:
    settings = replace(read_settings(game.settings), opened=(0, 0), pictures=None, deleted=None)
    of.store.begin(game.record, game.begun, game.board, settings.to_json())


def _check(number: int, game: CarriedGame, boards: dict[KeptBoard | None, Board]) -> None:
    """Raise CarriedError where a game can't be played on here; ``boards`` are those known."""
    try:
        datetime.fromisoformat(game.begun).astimezone()
        known = game_called(game.record.header.game)
        if game.board not in boards and game.board is not None:
            boards[game.board] = _unpacked(game.board)
        board = boards[game.board]
        known.check_board(board)
        told = read_played(known, game.record, board)
    except (InputError, ValueError, OverflowError) as error:  # also what is no picture, or no time
        raise CarriedError("carried-unfit", game=number, number=number, why=error) from None
    if told.faults:
        raise CarriedError("carried-unfit", game=number, number=number, why=told.faults[0])


def _unpacked(kept: KeptBoard) -> Board:
    with TemporaryDirectory(prefix="companion-") as folder:
        if kept.art is not None:
            check_art(kept.art, "markers.png")
        return unpack_board(kept, Path(folder))


def _too_much() -> str:
    return gettext(
        "This file of evenings is too much to read at once, and nothing was taken in. On the other "
        "laptop, take the evenings one by one."
    )


def _too_much_to_carry() -> str:
    return gettext(
        "All evenings together are more than another laptop takes in at once. Take them one by "
        "one, or all of this table's file with “companion table backup”."
    )


def _told(error: CarriedError) -> str:
    if error.fault.code == "carried-too-many":
        return _too_much()
    if error.game is not None:
        said = gettext(
            "Game %(number)s of this file can't be read, and nothing was taken in. Make the file "
            "anew on the other laptop."
        )
        return said % {"number": error.game}
    if error.newer:
        return gettext("A newer program wrote this file of evenings. Update this one first.")
    return gettext("This is no file of evenings. On the other laptop, take one from this page.")


def _file(text: str) -> Response:
    name = f"companion-evenings-{datetime.now().astimezone():%Y-%m-%d}.json"
    return attached(text, "application/json", name)
