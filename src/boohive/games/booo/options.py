"""What may be agreed on before a game of Booo!, as data."""

from collections.abc import Mapping, Sequence

from boohive.core.errors import OptionError
from boohive.core.game import Seat
from boohive.core.options import Option, Options, OptionValue, Preset
from boohive.games.booo.castle import CENTRE
from boohive.games.booo.generator import NUMBERS, SET_SPECS

__all__ = ["MAX_PLAYERS", "OPTION_LIST", "PRESETS", "UNNAMED", "handicaps", "handicaps_of", "has_umpire"]

MAX_PLAYERS = 6
MAX_SECONDS = 3600

OPTION_LIST = (
    Option("players", 2, "how many play; 1 is a time trial against the clock", minimum=1, maximum=MAX_PLAYERS),
    Option(
        "seed", 1, "decides everything that is drawn; a date such as 20261115 is that day's castle", maximum=2**128 - 1
    ),
    Option("sections", "standard", "the set of sections", tuple(SET_SPECS)),
    Option("castle", "shuffled", "shuffled by the seed, or nine section texts of your own joined by /"),
    Option("tokens", "set", "passages+transformations such as 2+2, or set: as the sections are meant"),
    Option("token_rooms", "standard", "standard, drawn (by the seed), or up to four rooms such as b2,e5,e2,b5"),
    Option("deck", "fresh", "fresh (drawn by the seed), printed, or 15 visitors of your own such as a1b2c3d4/..."),
    Option("ghost", "drawn", "the room the ghost starts in", ("drawn", *CENTRE)),
    Option("number", 0, "which of the four rooms of each visitor counts; 0 is drawn", maximum=NUMBERS),
    Option("chooser", "seed", "who picks ghost room and number where they are drawn", ("seed", "first_player")),
    Option(
        "penalty",
        "second",
        "what a failed claim costs; second: nothing the first time, then a rest of 5 s and 10 s with the same visitor",
        ("none", "second", "cooldown", "out", "give"),
    ),
    Option(
        "banned_claim", "stops", "a claim in a banned colour: stops the search, or only refused", ("stops", "refused")
    ),
    Option(
        "proof",
        "strict",
        "relaxed: steps may be taken back, and twice the time; untimed: they may, and without a clock",
        ("strict", "relaxed", "untimed"),
    ),
    Option("first_step", 7, "seconds until the first step of a proof", minimum=1, maximum=MAX_SECONDS),
    Option("step_gap", 6, "seconds between two steps of a proof", minimum=1, maximum=MAX_SECONDS),
    Option("proof_time", 35, "seconds for a whole proof", minimum=1, maximum=MAX_SECONDS),
    Option("pause", 3, "seconds before a search starts again and before the next visitor", maximum=60),
    Option("search_limit", 0, "seconds until a search ends without a route; 0 means no limit", maximum=MAX_SECONDS),
    Option(
        "umpire", "auto", "says after 20 s that nobody has a route; auto: for a player alone", ("auto", "on", "off")
    ),
    Option("earliest_claim", 0, "milliseconds of a search before anybody may claim", maximum=10_000),
    Option("handicap", "none", "seconds each seat waits before it may claim, such as 0,5,0"),
    Option("window", "normal", "how long a server waits for claims under way", ("normal", "relaxed", "strict")),
)

ONLINE: Mapping[str, OptionValue] = {
    "penalty": "cooldown",
    "banned_claim": "refused",
    "search_limit": 180,
    "umpire": "on",
}
"""Among strangers (Q10, H32, H36): somebody who presses at random rests, nobody else is stopped, and no search lasts for ever."""

UNNAMED: Mapping[str, OptionValue] = {
    "deck": "printed",
    "penalty": "none",
    "first_step": 5,
    "step_gap": 6,
    "proof_time": 25,
}
"""What an option means that the text of a position does not name. These never change, whatever the defaults become: texts
are kept in logs, links and lessons."""

RULEBOOK: Mapping[str, OptionValue] = {
    option.name: option.default for option in OPTION_LIST if option.name not in ("players", "seed")
}
"""Every option as the booklet has it; how many play and the seed belong to the table."""

PRESETS = (
    Preset("rulebook", RULEBOOK, "as printed: a first failed claim costs nothing, and only raised hands end a search"),
    Preset("online", {**RULEBOOK, **ONLINE}, "cool-downs after failed claims and a limit for each search"),
    Preset("rated", {**RULEBOOK, **ONLINE, "earliest_claim": 1200, "window": "strict"}, "online, for a rating"),
    Preset("children", {**RULEBOOK, "sections": "easy", "proof": "relaxed"}, "easy castle, time to think"),
    Preset("experts", {**RULEBOOK, "sections": "expert"}, "a hard castle with four transformations"),
    Preset("alone", {"players": 1}, "time trial over one pile"),
    Preset(
        "research", {**RULEBOOK, **UNNAMED}, "frozen for trained agents and figures: the rules of the first release"
    ),
)


def has_umpire(options: Options) -> bool:
    """H35: whether the game itself ends a search that nobody can win."""
    return options["umpire"] == "on" or (options["umpire"] == "auto" and options["players"] == 1)


def handicaps(options: Options, seats: int | None = None) -> tuple[int, ...]:
    """The seconds each seat has to wait before it may claim; whoever joined later waits for nothing."""
    text, players = str(options["handicap"]), int(options["players"])
    later = (0,) * ((seats or players) - players)
    if text == "none":
        return (0,) * players + later
    words = text.split(",")
    if len(words) != players or not all(
        word.isascii() and word.isdigit() and int(word) <= MAX_SECONDS for word in words
    ):
        raise OptionError(
            f"handicap={text} is not possible; write none or the seconds of each of the {players} seats, such as "
            + ",".join(["5"] + ["0"] * (players - 1))
        )
    return tuple(int(word) for word in words) + later


def handicaps_of(options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> str:
    """The handicaps of these seats alone, in this order, as the option writes them; whoever joined later has none."""
    text = str(options.get("handicap", "none"))
    words = text.split(",")
    return text if text == "none" else ",".join(words[seat] if seat < len(words) else "0" for seat in seats)
