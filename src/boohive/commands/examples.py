"""One or two examples of each command of ours; games bring their own.

``--help`` and the documentation show them, and a test reads every one.
"""

__all__ = ["EXAMPLES"]

EXAMPLES = {
    "admin": ("boohive admin list --status playing", "boohive admin show TABLE"),
    "analyse": ("boohive analyse game.pgn --time 0.5", "boohive analyse hive --lines 5 --time 3"),
    "arena": ("boohive arena boop level:5 level:4 --games 100", "boohive arena hive level:8 uhp:nokamute --time 1"),
    "backup": ("boohive backup boohive.jsonl.gz", "boohive backup boohive.jsonl.gz --check"),
    "bench": ("boohive bench playouts hive",),
    "cluster": ("boohive cluster --local 2",),
    "completion": ('eval "$(boohive completion bash)"',),
    "dataset": ("boohive dataset games.jsonl.gz --winner 0 --min-moves 20",),
    "doctor": ("boohive doctor", "boohive doctor --json"),
    "export": ("boohive export game.sgf --to pgn", "boohive export games.pgn --to record > games.txt"),
    "games": ("boohive games", "boohive games --json"),
    "hint": ("boohive hint boop --position '6/1k4/6/3K2/6/6 7,0,7,0 0 - -'", "boohive hint game.txt --steps 1"),
    "man": ("boohive man | man -l -",),
    "moves": ("boohive moves hive", "boohive moves game.pgn --json"),
    "perft": ("boohive perft boop 5",),
    "play": ("boohive play hive --against 3", "boohive play boop --load game.txt"),
    "restore": ("boohive restore boohive.jsonl.gz --db new.sqlite3",),
    "selfplay": ("boohive selfplay boop --games 100 --level 4 --out games.jsonl.gz --workers 2",),
    "serve": ("boohive serve --open", "boohive serve --host 0.0.0.0 --db /srv/boohive/games.sqlite3"),
    "show": ("boohive show hive --svg > hive.svg", "boohive show game.pgn --animation game.svg"),
    "turns": ("echo '6/6/6/6/6/6 8,0,8,0 0 - -' | boohive turns boop --stdin",),
    "uhp": ("boohive uhp --threads 2 --spelling Mzinga",),
}
