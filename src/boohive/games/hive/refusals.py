"""Why a move of Hive is refused: what is wrong, then what would be right."""

from boohive.core.sentences import Sentence
from boohive.core.turn_game import TurnPosition
from boohive.games.hive import bugs, hexes
from boohive.games.hive.bugs import BUGS
from boohive.games.hive.coordinates import tile_kind, tile_name, tile_seat
from boohive.games.hive.effects import SIDES
from boohive.games.hive.move_texts import write_move
from boohive.games.hive.rules import HiveKernel

__all__ = ["refusal"]

WAYS_TO_MOVE = {
    bugs.QUEEN: "the queen moves one step on the ground",
    bugs.SPIDER: "a spider moves exactly three steps around the hive",
    bugs.BEETLE: "a beetle moves one step, also up onto the hive",
    bugs.GRASSHOPPER: "a grasshopper jumps straight over one or more bugs to the first empty cell",
    bugs.ANT: "an ant moves any number of steps around the hive, but through no closed gate",
    bugs.MOSQUITO: "a mosquito moves as a bug it touches, and on top of the hive as a beetle",
    bugs.LADYBUG: "a ladybug moves two steps on top of the hive and one down to the ground",
    bugs.PILLBUG: "a pillbug moves one step on the ground, or throws a bug next to it",
}


def refusal(position: TurnPosition[HiveKernel], code: int) -> Sentence:
    """What is wrong with a move, then what would be right."""
    kernel = position._kernel
    tile, cell = divmod(code, hexes.CELLS)
    if tile == bugs.NOBODY:
        moves = len(position.legal_moves)
        return Sentence(
            f"you may pass only if you can neither place nor move; here you have {moves} moves", "no_pass", count=moves
        )
    if not kernel.kinds >> tile_kind(tile) & 1:
        kind = BUGS[tile_kind(tile)].name
        return Sentence(
            f"there is no {kind} in this game; it is played with {position.options['type']}", "no_such_bug", kind=kind
        )
    if kernel.cells()[tile] == bugs.IN_HAND:
        return placing_refusal(position, tile, cell)
    return moving_refusal(position, tile, cell)


def placing_refusal(position: TurnPosition[HiveKernel], tile: int, cell: int) -> Sentence:
    """Why this bug cannot be placed there."""
    kernel, seat, name = position._kernel, position.to_move, tile_name(tile)
    queen = tile_name(1 + bugs.PER_SIDE * tile_seat(tile))
    ready = kernel.next_to_place()
    about = about_bug(tile)
    if tile_seat(tile) != seat:
        side = SIDES[tile_seat(tile)]
        text = f"{name} is {side}'s and it is the other side's turn; place one of your own bugs"
        return Sentence(text, "not_your_bug", **about)
    if tile not in ready:
        alike = next((other for other in ready if tile_kind(other) == tile_kind(tile)), None)
        if alike is not None:
            return Sentence(f"{name} has to wait; place {tile_name(alike)} first", "place_first", **about_bug(alike))
        if name == queen:
            return Sentence("the queen may not be placed in the first turn; place another bug", "queen_not_first")
        return Sentence(f"your queen has to be on the table by your fourth turn; place {queen} now", "queen_now")
    if kernel.stack_at(cell):
        text = f"{name} cannot be placed on top of another bug; place it on an empty cell"
        return Sentence(text, "placed_on_top", **about)
    text = f"{name} cannot be placed there; a placed bug touches bugs of its own colour, and none of the other"
    return Sentence(text, "touches_other", **about)


def moving_refusal(position: TurnPosition[HiveKernel], tile: int, cell: int) -> Sentence:
    """Why this bug on the table cannot go there."""
    kernel, name = position._kernel, tile_name(tile)
    seat = position.to_move or 0
    queen = tile_name(1 + bugs.PER_SIDE * seat)
    start = kernel.cells()[tile]
    stack = kernel.stack_at(start)
    about = about_bug(tile)
    if kernel.cells()[1 + bugs.PER_SIDE * seat] == bugs.IN_HAND:
        text = f"no bug moves before your queen is on the table; place a bug, such as {queen}"
        return Sentence(text, "queen_before_moves")
    if tile == kernel.last_moved():
        text = f"{name} was moved or thrown the turn before and has to rest; move another bug"
        return Sentence(text, "just_moved", **about)
    if stack[-1] != tile:
        cover = tile_name(stack[-1])
        return Sentence(f"{name} is covered by {cover} and cannot move; move another bug", "covered", **about)
    if kernel.holds_the_hive_together(start):
        return Sentence(f"without {name} the hive would fall apart; move another bug", "pinned", **about)
    options = [write_move(kernel, move.code) for move in position.legal_moves if move.code // hexes.CELLS == tile]
    if tile_seat(tile) != seat and not options:
        text = f"{name} is not yours and no pillbug of yours can throw it; move one of your own bugs"
        return Sentence(text, "not_thrown", **about)
    text = f"{name} cannot go there: {WAYS_TO_MOVE[tile_kind(tile)]}; {go_on(name, options)}"
    return Sentence(text, "cannot_go" if options else "cannot_move", **about)


def about_bug(tile: int) -> dict[str, str]:
    """A bug as facts of a sentence."""
    return {"bug": tile_name(tile), "kind": BUGS[tile_kind(tile)].name}


def go_on(name: str, options: list[str]) -> str:
    """What the bug can do instead."""
    if not options:
        return f"{name} cannot move at all now; move another bug"
    return "try " + ", ".join(options[:6]) + (f" or {len(options) - 6} more" if len(options) > 6 else "")
