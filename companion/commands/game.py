"""``companion game``: replay a game, show a moment of it, or say why a fact has findings.

A game is a record, or with ``--moves`` a plain list of moves from another program. Exit code 1 when
the rules object to something that the table has not allowed, or a line could not be read.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from companion.board import Board
from companion.board_file import read_board
from companion.errors import InputError
from companion.finding import Severity, finding_json
from companion.games.clippers.choices import options
from companion.games.clippers.event_json import event_json
from companion.games.clippers.game_file import GameFile, read_moves
from companion.games.clippers.notation import write_event
from companion.games.clippers.play import from_record
from companion.games.clippers.position_line import position_line
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.story import (
    Step,
    end_number,
    grants,
    last_state,
    players_of,
    score_of,
    steps,
)
from companion.games.clippers.story_json import story_json
from companion.games.clippers.words import Words
from companion.play.words import LANGUAGES
from companion.record import read_record

DONE = 0
NEEDS_A_PERSON = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``replay``, ``show`` and ``why``."""
    actions = parser.add_subparsers(metavar="replay | show | why", required=True)
    replay = actions.add_parser("replay", help="follow a game to its end: money, score, findings")
    show = actions.add_parser("show", help="show the game after one of its facts")
    why = actions.add_parser("why", help="say what the rules find about a fact, and why")
    for action, do in ((replay, _replay), (show, _show), (why, _why)):
        source = action.add_mutually_exclusive_group(required=True)
        source.add_argument("record", metavar="FILE", nargs="?", type=Path, help="a game's record")
        source.add_argument("--moves", metavar="JSON", type=Path, help="a plain list of moves")
        action.add_argument("--board", type=Path, help="the board file; the shipped board if none")
        action.add_argument("--json", action="store_true", help="print one JSON object")
        action.set_defaults(do=do)
    for action in (show, why):
        action.add_argument("--at", metavar="N", type=int, required=True, help="a fact's number")
    for action in (replay, why):
        action.add_argument("--language", choices=LANGUAGES, default="en")


def run(args: argparse.Namespace) -> int:
    """Replay, show or explain, and return the exit code."""
    board = read_board(args.board) if args.board else read_shipped_board()
    if args.moves:
        file = read_moves(args.moves, board)
    else:
        try:
            file = from_record(read_record(args.record), board)
        except InputError as error:
            raise InputError(_named(args.record, str(error))) from None
    code: int = args.do(args, board, file)
    return NEEDS_A_PERSON if file.faults else code


def _replay(args: argparse.Namespace, board: Board, file: GameFile) -> int:
    told = tuple(steps(file))
    if args.json:
        print(json.dumps({**story_json(file, told), "faults": list(file.faults)}))
    else:
        _print_story(Words(args.language, board), file, told)
    return _code(told)


def _show(args: argparse.Namespace, _: Board, file: GameFile) -> int:
    state = _step(args, file).after
    choices = options(state)
    line = position_line(state)
    if args.json:
        shown = [{"event": event_json(choice.event), "earns": choice.earns} for choice in choices]
        print(json.dumps({"position": line, "options": shown}))
        return DONE
    print(line)
    for player in players_of(state):
        print(f"{player.name} ({player.nation}): {player.money} $")
    for choice in choices:
        earns = f"  (+{choice.earns} $)" if choice.earns else ""
        print(f"  {write_event(choice.event)}{earns}")
    return DONE


def _why(args: argparse.Namespace, board: Board, file: GameFile) -> int:
    step = _step(args, file)
    words = Words(args.language, board)
    if args.json:
        found = [
            {
                **finding_json(finding),
                "allowed": finding.code in step.allowed,
                "words": words.finding(finding),
                "rule_words": words.rule(finding.rule),
            }
            for finding in (*step.findings, *step.notes)
        ]
        print(json.dumps({"event": event_json(step.event), "findings": found}))
        return _code([step])
    print(f"{step.number}. {words.event(step.event)}")
    for transfer in step.paid:
        print(f"   {words.transfer(transfer)}")
    _print_findings(words, step)
    if not step.findings:
        print(f"   {words.plain('why:nothing')}")
    return _code([step])


def _print_story(words: Words, file: GameFile, told: Sequence[Step]) -> None:
    for fault in file.faults:
        print(f"set aside: {fault}")
    for step in told:
        paid = "".join(f" {words.transfer(transfer)}" for transfer in step.paid)
        print(f"{step.number}. {words.event(step.event)}{paid}")
        _print_findings(words, step)
    last = last_state(file, told)
    print(words.end(last, end_number(told)))
    for standing in score_of(last, grants(told)).standings:
        money = last.money(standing.player)
        print(f"{standing.rank}. {standing.player}: {standing.total} ({money} $)")


def _print_findings(words: Words, step: Step) -> None:
    for finding in (*step.findings, *step.notes):
        print(f"   {words.weighed(finding)}")
        print(f"   {words.rule(finding.rule)}")
        if finding.code in step.allowed:
            print(f"   {words.plain('why:allowed')}")


def _step(args: argparse.Namespace, file: GameFile) -> Step:
    for step in steps(file):
        if step.number == args.at:
            return step
    numbers = [number for number, _ in file.facts]
    there = f"its facts go from {numbers[0]} to {numbers[-1]}" if numbers else "it has no facts"
    raise InputError(f"--at {args.at}: the game has no fact of this number that counts; {there}")


def _code(told: Sequence[Step]) -> int:
    found = (finding for step in told for finding in step.open_findings)
    is_wrong = any(finding.severity is not Severity.NOTE for finding in found)
    return NEEDS_A_PERSON if is_wrong else DONE


def _named(path: Path, message: str) -> str:
    return message if message.startswith(str(path)) else f"{path}: {message}"
