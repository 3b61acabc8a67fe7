"""``companion game``: replay a game, show a moment of it, or say why a fact has findings.

A game is a record, or with ``--moves`` a plain list of moves from another program. Exit code 1 when
the rules object to something that the table has not allowed, or a line could not be read.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion import games
from companion.boards.board_file import read_board
from companion.errors import InputError
from companion.files.fields import shown
from companion.finding import Severity, finding_json
from companion.games import USUAL, game_called, game_of, game_on
from companion.play.at_table import AtTable
from companion.play.offered.terminal import AnyStep, ToldGame
from companion.play.otherwise import table_of
from companion.play.played import read_played
from companion.play.sight import Sight
from companion.play.words import AnyWords
from companion.records.record import read_record
from companion.saying.phrase import AnyOf, Of, say
from companion.saying.terminal import add_language

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
        source.add_argument(
            "--moves", metavar="FILE", type=Path, help="a file with a plain list of moves (JSON)"
        )
        action.add_argument("--board", type=Path, help="the board file; the shipped board if none")
        action.add_argument("--json", action="store_true", help="print one JSON object")
        action.set_defaults(do=do)
    for action in (show, why):
        action.add_argument("--at", metavar="N", type=int, required=True, help="a fact's number")
    for action in (replay, show, why):
        add_language(action)


def run(args: argparse.Namespace) -> int:
    """Replay, show or explain, and return the exit code."""
    told = _moves(args) if args.moves else _record(args)
    code: int = args.do(args, told)
    return NEEDS_A_PERSON if told.played.faults else code


def _moves(args: argparse.Namespace) -> ToldGame:
    board = read_board(args.board) if args.board else game_called(USUAL).shipped_board()
    game = game_on(board)
    if game.terminal.moves is None:
        raise InputError("no-list-of-moves", args.moves, game=game.about.name)
    return ToldGame(game, board, game.terminal.moves(args.moves, board))


def _record(args: argparse.Namespace) -> ToldGame:
    board = read_board(args.board) if args.board else None
    try:
        record = read_record(args.record)
        if record.header.game not in games.GAMES:
            name, reads = shown(record.header.game), AnyOf(games.GAMES)
            raise InputError("other-games-record", "line 1/game", name=name, game=reads)
        game = game_of(record)
        board = board or game.shipped_board()
        return ToldGame(game, board, read_played(game, record, board), record)
    except InputError as error:
        raise _named(args.record, error) from None


def _step(args: argparse.Namespace, told: ToldGame) -> AnyStep:
    for step in told.steps:
        if step.number == args.at:
            return step
    numbers = [number for number, _ in told.played.facts]
    at = f"--at {args.at}"
    if not numbers:
        raise InputError("no-fact-at-all", at)
    raise InputError("no-such-fact-at", at, first=numbers[0], last=numbers[-1])


def _replay(args: argparse.Namespace, told: ToldGame) -> int:
    if args.json:
        print(json.dumps({**told.story, "faults": list(map(str, told.played.faults))}))
    else:
        _print_story(told.game.words(args.language, told.board), told)
    return _code(told.steps)


def _show(args: argparse.Namespace, told: ToldGame) -> int:
    game, state = told.game, _step(args, told).after
    choices, line = game.choices(state), game.terminal.position(state)
    words = game.words(args.language, told.board)
    if args.json:
        shown = [{"event": game.fact(each.event), "earns": each.earns} for each in choices]
        print(json.dumps({"position": line, "options": shown}))
        return DONE
    print(line)
    for seat in game.seats(state):
        who = f"{seat.name} ({words.named(game.about.role, seat.role)})"
        purse = None if state.bank is None else words.money(state.bank.balance(seat.name))
        print(who if purse is None else Of(who, purse).said(args.language))
    for choice in choices:
        earns = f"  (+{words.money(choice.earns)})" if choice.earns else ""
        print(f"  {words.when(state).event(choice.event)}{earns}")
    for line in _left_open(told, args.at, words):
        print(line)
    return DONE


def _left_open(told: ToldGame, at: int, words: AnyWords) -> Iterator[str]:
    """The offers that leave words open, and what is asked for each: a terminal draws nothing."""
    if told.record is None:
        return
    table = table_of(AtTable(told.game, told.record.header, told.board), told.record)
    sight = Sight(told.game, table.until(at), words)
    for panel in told.game.face.panels(sight):
        for offer in (offer for group in panel.groups for offer in group.asked):
            asked = "; ".join(say(ask.in_words, words.language) for ask in offer.asks)
            yield f"  {Of(panel.player, f'{offer.said} ({asked})').said(words.language)}"


def _why(args: argparse.Namespace, told: ToldGame) -> int:
    step = _step(args, told)
    words = told.game.words(args.language, told.board)
    if args.json:
        found = [
            {
                **finding_json(finding),
                "allowed": finding.code in step.allowed,
                "words": words.when(step.before).finding(finding),
                "rule_words": words.rule(finding.rule),
            }
            for finding in (*step.findings, *step.notes)
        ]
        print(json.dumps({"event": told.game.fact(step.event), "findings": found}))
        return _code([step])
    print(f"{step.number}. {words.when(step.before).event(step.event)}")
    for transfer in step.paid:
        print(f"   {words.transfer(transfer)}")
    _print_findings(words, step)
    if not step.findings:
        print(f"   {words.plain('why:nothing')}")
    return _code([step])


def _print_story(words: AnyWords, told: ToldGame) -> None:
    for fault in told.played.faults:
        print(words.say("entry:set-aside", fault=fault.said(words.language)))
    for step in told.steps:
        paid = "".join(f" {words.transfer(transfer)}" for transfer in step.paid)
        print(f"{step.number}. {words.when(step.before).event(step.event)}{paid}")
        _print_findings(words, step)
    for line in told.ending(words):
        print(line)


def _print_findings(words: AnyWords, step: AnyStep) -> None:
    for finding in (*step.findings, *step.notes):
        print(f"   {words.when(step.before).weighed(finding)}")
        print(f"   {words.rule(finding.rule)}")
        if finding.code in step.allowed:
            print(f"   {words.plain('why:allowed')}")


def _code(told: Sequence[AnyStep]) -> int:
    found = (finding for step in told for finding in step.open_findings)
    is_wrong = any(finding.severity is not Severity.NOTE for finding in found)
    return NEEDS_A_PERSON if is_wrong else DONE


def _named(path: Path, error: InputError) -> InputError:
    return error if str(path) in map(str, error.fault.places) else error.within(path)
