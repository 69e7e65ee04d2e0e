"""``boohive show``: draw a position or a whole game."""

import argparse
import json
from pathlib import Path
from typing import get_args

from boohive.commands.common import (
    add_game_or_file,
    add_json,
    add_position,
    add_settings,
    result_words,
    the_game,
    the_position,
    write_new,
)
from boohive.core.arguments import natural, positive
from boohive.core.errors import OptionError
from boohive.core.game import Json, Position
from boohive.core.picture import Theme
from boohive.core.png import png

DEFAULT_WIDTH = 640
IN_FILMS = ("--size", "--orientation", "--theme")
"""What changes the look of a moving picture."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which position, and how to draw it."""
    add_game_or_file(parser, races=True)
    add_position(parser)
    add_settings(parser)
    add_json(parser)
    parser.add_argument("--svg", action="store_true", help="draw an SVG picture instead of text")
    parser.add_argument(
        "--png", metavar="FILE", type=Path, help="draw a PNG picture into a new file (needs boohive[pictures])"
    )
    parser.add_argument(
        "--animation",
        metavar="FILE",
        type=Path,
        help="draw the whole game of a file as a moving picture into a new file, .svg or .png (an animated PNG)",
    )
    parser.add_argument("--size", metavar="PIXELS", type=positive, help="the width of the picture")
    parser.add_argument(
        "--orientation", metavar="SEAT", type=natural, default=0, help="the seat at the lower edge, 0 or 1"
    )
    parser.add_argument("--theme", choices=get_args(Theme), help="the colours of the picture (default: the game's own)")
    parser.add_argument("--mark", metavar="SPACE", action="append", default=[], help="a space to put a ring on")
    parser.add_argument(
        "--arrow", metavar="SPACE", nargs=2, action="append", default=[], help="an arrow from space to space"
    )
    parser.add_argument("--no-last-move", action="store_true", help="do not show the last move")
    parser.add_argument(
        "--no-coordinates", action="store_true", help="do not write names of rows, columns, bugs or rooms"
    )


def run(args: argparse.Namespace) -> int:
    """Print the drawing and the position text, or write a picture."""
    position = the_position(args, the_game(args))
    refuse_unused(args)
    if args.json:
        print(json.dumps(data_of(position)))
    elif args.animation is not None:
        write_new(args.animation, animation(args))
    elif args.png is not None:
        write_new(args.png, png(picture(args, position), args.size or DEFAULT_WIDTH))
    elif args.svg:
        print(picture(args, position))
    else:
        print(position.diagram())
        print(position.text)
        if words := result_words(args.record_read):
            print(words)
    return 0


def refuse_unused(args: argparse.Namespace) -> None:
    """Outputs exclude each other, and a look needs a picture."""
    outputs = [name for name in ("json", "svg", "png", "animation") if vars(args)[name]]
    if len(outputs) > 1:
        raise OptionError(f"--{outputs[0]} and --{outputs[1]} are two outputs; give one of them")
    looks = ("size", "orientation", "theme", "mark", "arrow", "no_last_move", "no_coordinates")
    given = [f"--{name.replace('_', '-')}" for name in looks if vars(args)[name]]
    if given and outputs in ([], ["json"]):
        raise OptionError(f"only a picture has {' and '.join(given)}; add --svg, --png FILE or --animation FILE")
    if outputs == ["animation"] and (rest := [name for name in given if name not in IN_FILMS]):
        raise OptionError(f"--animation has no {' and '.join(rest)}; it has {', '.join(IN_FILMS)}")


def data_of(position: Position) -> dict[str, Json]:
    """The position for programs, as a page sees it."""
    outcome = position.outcome
    return {
        "game": position.game.id,
        "options": dict(position.options),
        "text": position.text,
        "outcome": None if outcome is None else {"winner": outcome.winner, "reason": str(outcome.reason)},
        "board": json.loads(json.dumps(position.view())),
    }


def picture(args: argparse.Namespace, position: Position) -> str:
    """The position as SVG."""
    return position.svg(
        size=args.size,
        orientation=args.orientation,
        arrows=[(start, end) for start, end in args.arrow],
        marked=args.mark,
        last_move=not args.no_last_move,
        coordinates=not args.no_coordinates,
        theme=args.theme,
    )


def animation(args: argparse.Namespace) -> bytes:
    """The whole game."""
    if args.record_read is None:
        raise OptionError("--animation draws a whole game; give a file with one instead of the game's name")
    look = {"orientation": args.orientation, "theme": args.theme}
    match args.animation.suffix.lower():
        case ".svg":
            drawn: str = args.record_read.svg(size=args.size, **look)
            return drawn.encode()
        case ".png":
            film: bytes = args.record_read.apng(size=args.size or DEFAULT_WIDTH, **look)
            return film
        case other:
            raise OptionError(f"an animation is an .svg or a .png file, not {other or 'a file without an ending'}")
