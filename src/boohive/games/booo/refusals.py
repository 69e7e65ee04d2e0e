"""What the rules of the race refuse, in sentences that a page can say in its own words.

Nothing here costs anything: an event that is refused changes nothing, unlike a claim that fails.
"""

from boohive.core.errors import IllegalMove
from boohive.core.game import Millis, Seat
from boohive.core.sentences import Sentence
from boohive.games.booo.transition import SECOND, format_seconds

__all__ = [
    "already_here",
    "already_so",
    "being_proved",
    "hints_alone",
    "name_your_colour",
    "no_free_seat",
    "no_more_hints",
    "no_vote_now",
    "not_proving",
    "not_searching",
    "nothing_to_prove",
    "nothing_to_take_back",
    "out",
    "resting",
    "search_over",
    "somebody_called",
    "too_fast",
    "too_late_to_choose",
    "vote_over",
    "waits",
]


def being_proved() -> IllegalMove:
    """H17, Q12."""
    return IllegalMove(Sentence("another claim is being proved; wait until it is decided", "being_proved"))


def somebody_called() -> IllegalMove:
    """H38."""
    return IllegalMove(Sentence("somebody has called first; wait for the colour", "somebody_called"))


def name_your_colour(search: str) -> IllegalMove:
    """H38."""
    return IllegalMove(Sentence(f"you have called; name a colour, such as 'claim {search} W'", "name_your_colour"))


def search_over(search: str) -> IllegalMove:
    """H30."""
    return IllegalMove(
        Sentence(f"that search is over; claims for search {search} count once it is open", "search_over")
    )


def vote_over(search: str) -> IllegalMove:
    """H30."""
    return IllegalMove(Sentence(f"that search is over; hands count in search {search} once it is open", "search_over"))


def no_vote_now() -> IllegalMove:
    """Q12."""
    return IllegalMove(Sentence("a claim is being proved; it is decided before any vote", "being_proved"))


def out() -> IllegalMove:
    """Q10."""
    return IllegalMove(Sentence("a failed claim keeps you out until the next visitor", "out_this_round"))


def resting(left: Millis) -> IllegalMove:
    """Q10."""
    sentence = f"a failed claim costs a cool-down; claim again in {format_seconds(left)} s"
    return IllegalMove(Sentence(sentence, "resting", seconds=-(-left // SECOND)))


def too_fast(earliest: Millis) -> IllegalMove:
    """H29."""
    return IllegalMove(
        Sentence(f"nobody finds a route that fast; claims count from {earliest} ms on", "too_fast_to_search")
    )


def waits(handicap: Millis, left: Millis) -> IllegalMove:
    """A personal handicap."""
    sentence = f"your handicap is {handicap // SECOND} s; claim again in {format_seconds(left)} s"
    return IllegalMove(Sentence(sentence, "handicap", seconds=-(-left // SECOND)))


def nothing_to_prove() -> IllegalMove:
    """H18."""
    return IllegalMove(Sentence("there is nothing to prove; claim first, such as 'claim 1.1 W'", "nothing_to_prove"))


def not_proving(claimant: Seat) -> IllegalMove:
    """H18."""
    return IllegalMove(Sentence(f"player {claimant + 1} is proving; wait until it is decided", "being_proved"))


def nothing_to_take_back() -> IllegalMove:
    """H18."""
    return IllegalMove(Sentence("there is no step to take back", "nothing_to_take_back"))


def already_so(*, up: bool) -> IllegalMove:
    """H23."""
    word = "up" if up else "down"
    return IllegalMove(Sentence(f"your hand is {word} already", "hand_is_so"))


def no_free_seat(players: int) -> IllegalMove:
    """H1."""
    sentence = f"nobody can join; Booo! is for {players} players at most, and a player alone plays against the clock"
    return IllegalMove(Sentence(sentence, "no_free_seat"))


def already_here(seat: Seat, free: Seat) -> IllegalMove:
    """H1."""
    return IllegalMove(Sentence(f"seat {seat} cannot join; the next free seat is {free}", "already_here"))


def hints_alone() -> IllegalMove:
    """H40."""
    return IllegalMove(Sentence("hints are for a player alone", "hints_alone"))


def not_searching() -> IllegalMove:
    """H40."""
    return IllegalMove(Sentence("hints are given while you search", "not_searching"))


def no_more_hints() -> IllegalMove:
    """H40."""
    sentence = "there are no more hints for this visitor; raise your hand to give it up"
    return IllegalMove(Sentence(sentence, "no_more_hints"))


def too_late_to_choose() -> IllegalMove:
    """Q2."""
    sentence = "ghost room and number are chosen by the first player before the first visitor"
    return IllegalMove(Sentence(sentence, "too_late_to_choose"))
