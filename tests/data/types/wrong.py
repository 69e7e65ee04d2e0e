"""Mistakes that strict type checkers must find: each line that ends in ``# wrong``, and no other."""
# ruff: noqa: B018

import boohive

position = boohive.new("boop")
race = boohive.new("booo")

boohive.new("chess")  # wrong
boohive.new("boop", eight_cats=True)  # wrong
boohive.new("boop", draw="twofold")  # wrong
boohive.new("hive", type="Base+X")  # wrong
boohive.from_text("hive", 3)  # wrong
position.plya("k c3")  # wrong
position.legal_move  # wrong
position.play(3)  # wrong
position.legal_moves()  # wrong
position.outcome()  # wrong
position.outcome.winner  # wrong
position.legal_moves[0].txt  # wrong
position.legal_moves[0].code = 7  # wrong
position.kernel  # wrong
position.svg(theme="pink")  # wrong
position.svg(orientation="black")  # wrong
position.svg(arrows=["c3"])  # wrong
boohive.Move(position, 3)  # wrong
race.play("claim 1.1 Y")  # wrong
race.legal_moves  # wrong
boohive.read_record("").last().legal_moves  # wrong
boohive.analyse(position, "1s")  # wrong
for analysis in boohive.analyse(position, 1.0):
    analysis.bset  # wrong
boohive.Record.of(race).last().legal_moves  # wrong
