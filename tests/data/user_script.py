"""What a user of the package writes, for the type checkers: nothing here needs an ignore."""

import boohive
from boohive import Effect, Event, IllegalMove, Outcome, Record
from boohive.core.sgf import write_sgf
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine.analysis import Analysis, analyse
from boohive.engine.selfplay import PlayedGame, read_games


def first_legal(position: TurnPosition) -> Move:
    return position.legal_moves[0]


def play_through(game: str) -> Outcome | None:
    position = boohive.GAMES[game].as_turn_based().new()
    record = Record.of(position, seats=("Ann", "Bob"))
    for _ in range(10):
        if position.to_move is None:
            break
        move = first_legal(position)
        effects: list[Effect] = position.effects(move)
        assert all(effect.kind for effect in effects)
        record = record.add(Event(position.to_move, move.text))
        position = position.play(move)
    picture: str = record.svg(seconds=0.5)
    assert picture and write_sgf(record)
    return position.outcome


def refused(position: TurnPosition, text: str) -> str | None:
    try:
        position.play(text)
    except IllegalMove as error:
        return str(error)
    return None


def best(position: TurnPosition) -> str:
    rounds: list[Analysis] = list(analyse(position, time=0.05))
    return rounds[-1].best


def longest(file: str) -> PlayedGame | None:
    return max(read_games(file, winner="nobody"), key=lambda game: len(game.text), default=None)


if __name__ == "__main__":
    print(play_through("boop"), refused(boohive.new("boop"), "c a1"), best(boohive.new("boop")))
