"""Programs as they should be written; strict type checkers have nothing to say."""

import boohive
from boohive import BoooPosition, Event, Move, Outcome, Player, Record, TurnPosition, analyse

hive: TurnPosition = boohive.new("hive", mode="tournament", type="Base+MLP", queen_first=True)
boop: TurnPosition = boohive.new("boop", eight_cat_return=True, draw="threefold")
junior = boohive.new("boop-junior", junior_eight="retrieve")
ghosts = boohive.from_text("boop-ghosts", "6/6/6/6/6/6 8,0,8,0 0 - -", opponent_line_wins=True)
race: BoooPosition = boohive.new("booo", players=3, seed=7)

move: Move = boop.legal_moves[0]
texts: list[str] = [each.text for each in boop.legal_moves]
after = boop.play(move).play("k d4")
seat: int | None = after.to_move
played: list[str] = after.moves_played
outcome: Outcome | None = after.outcome
if outcome is not None:
    winner: int | None = outcome.winner

step = race.apply(Event(None, "time", race.next_timer))
later = step.position.active_seats

record: Record[TurnPosition] = Record.of(boop).add(Event(0, "k c3"))
last = record.last().legal_moves
read = boohive.read_record(record.write()).last().as_turn_based().legal_moves

for analysis in analyse(boop, 0.1):
    best: str = analysis.best
chosen: Move = Player(3).choose(boop)

any_game = boohive.GAMES["connect-four"].as_turn_based().new()
any_game.play(any_game.legal_moves[0])

picture: str = boop.svg(size=400, orientation=1, arrows=[("c3", "d4")], marked=["c3"], last_move=False, theme="dark")
film: str = record.svg(0.5, size=300, theme="light")
