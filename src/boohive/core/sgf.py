"""SGF files: the tree of nodes, and games that bring no dialect of their own, read and written.

The first player is Black, the second White, as SGF has it; a move is the game's own notation, one node for each
decision. ``GN`` names the game, ``RU`` its options, ``SU`` a start that is not the usual one, ``C`` a comment; other
properties of the root are the record's other headers. ``RE`` says who won, and ``HE``, a property of our own, how a game
ended that was not decided by its rules. Variations are branches of the tree, and the first branch is the game.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from boohive.core.errors import NotationError
from boohive.core.game import Event, Game, Position
from boohive.core.options import Options, OptionValue, format_value, parse_settings
from boohive.core.record import (
    WAYS_TO_END,
    HowEnded,
    Record,
    Result,
    Variation,
    guess_how,
    play_through,
    settle,
)

__all__ = ["Node", "looks_like", "parse", "read_sgf", "write_sgf"]

COLOURS = "BW"
MAX_DEPTH = 500
ROOT = ("FF", "CA", "AP", "GN", "RU", "SU", "PB", "PW", "RE", "HE", "C", "GM", "SZ")
WAYS: dict[str, HowEnded] = {"R": "resigned", "T": "time", "F": "adjudicated"}
WRITTEN: dict[HowEnded, str] = {"resigned": "Resign", "time": "Time", "adjudicated": "Forfeit"}
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")


@dataclass
class Node:
    """One node: its properties as they are written, and what follows it, the game's own line first."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: "list[Node]" = field(default_factory=list)

    def first(self, name: str) -> str:
        """The first value of a property, without escapes; empty if there is none."""
        return unescaped(self.properties[name][0]) if name in self.properties else ""

    def line(self) -> "Iterator[Node]":
        """This node and the game's own line after it."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.children[0] if node.children else None


def parse(text: str) -> Node:
    """The root of the first game in a text."""
    return _Parser(text).tree(0)


class _Parser:
    """Reads one tree."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def tree(self, depth: int) -> Node:
        """``(;...;...(...)(...))``."""
        if depth > MAX_DEPTH:
            raise NotationError(f"this SGF file has variations {depth} deep; {MAX_DEPTH} can be read", "not_a_record")
        self.take("(")
        top = last = self.node()
        while self.peek() == ";":
            after = self.node()
            last.children.append(after)
            last = after
        while self.peek() == "(":
            last.children.append(self.tree(depth + 1))
        self.take(")")
        return top

    def node(self) -> Node:
        """``;AB[value][value]C[text]``."""
        self.take(";")
        node = Node()
        while name := self.name():
            values = node.properties.setdefault(name, [])
            values.append(self.value())
            while self.peek() == "[":
                values.append(self.value())
        return node

    def name(self) -> str:
        """A property's name in capitals; old files have small letters between them."""
        self.peek()
        found = NAME.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        capitals = "".join(letter for letter in found[0] if not letter.islower())
        return capitals or found[0].upper()

    def value(self) -> str:
        """What stands in brackets, with its escapes."""
        self.take("[")
        start = self.at
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == "]":
                self.at += 1
                return self.text[start : self.at - 1]
            self.at += 2 if letter == "\\" else 1
        raise self.broken("a value in brackets has no end; ']' is missing")

    def peek(self) -> str:
        """The next letter that is not blank; empty at the end."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def take(self, letter: str) -> None:
        """Go over a letter that must stand here."""
        found = self.peek()
        if found != letter:
            what = f"{found!r} stands where {letter!r} must" if found else f"the file ends where {letter!r} must stand"
            raise self.broken(what)
        self.at += 1

    def broken(self, what: str) -> NotationError:
        """What is wrong, and in which line."""
        line = self.text.count("\n", 0, self.at) + 1
        return NotationError(f"line {line} of the SGF file: {what}", "not_a_record")


def unescaped(value: str) -> str:
    """A value as it was meant."""
    return re.sub(r"\\(\r\n|\n|.)", lambda found: "" if found[1].isspace() else found[1], value, flags=re.DOTALL)


def escaped(value: str) -> str:
    """A value whose brackets and backslashes are not SGF's."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


# Games without a dialect of their own


def looks_like(game: Game, text: str) -> bool:
    """Whether a text is an SGF file of this game."""
    return text.startswith("(") and re.search(rf"GN\[\s*{re.escape(game.id)}\s*\]", text[:2000]) is not None


def read_sgf(game: Game, text: str, given: Mapping[str, OptionValue]) -> Record[Position]:
    """A game with its variations and comments, played through."""
    root = parse(text)
    if root.first("GN").strip() != game.id:
        raise NotationError(f"this SGF file is not one of {game.title}; its property GN must be {game.id}")
    options = Options(game.options, {**parse_settings(root.first("RU").split()), **given})
    names = (root.first("PB"), root.first("PW"))
    line = list(root.line())[1:]
    comments = [(number, node.first("C")) for number, node in enumerate([root, *line]) if "C" in node.properties]
    record: Record[Position] = Record(
        game,
        options,
        root.first("SU") or None,
        names if any(names) else (),
        tuple(event_of(node) for node in line),
        tuple(
            (name, unescaped(value)) for name, values in root.properties.items() if name not in ROOT for value in values
        ),
        comments=tuple(comments),
        variations=tuple(branches(root)),
    )
    position = play_through(record)
    return replace(record, result=settle(result_of(root, position), position))


def event_of(node: Node) -> Event:
    """The move of a node."""
    for seat, colour in enumerate(COLOURS):
        if colour in node.properties:
            return Event(seat, node.first(colour))
    raise NotationError("a node of the SGF file has no move; it needs B[...] or W[...]", "not_a_record")


def branches(root: Node) -> Iterator[Variation]:
    """Every other line, from where it leaves the game on."""
    for number, node in enumerate(root.line()):
        for branch in node.children[1:]:
            yield from (Variation(number, tuple(line)) for line in lines_from(branch))


def lines_from(node: Node) -> Iterator[list[Event]]:
    """All lines of a branch, each to its end."""
    if not node.children:
        yield [event_of(node)]
    for child in node.children:
        for line in lines_from(child):
            yield [event_of(node), *line]


def result_of(root: Node, position: Position) -> Result | None:
    """What ``RE`` and ``HE`` say."""
    text, how = root.first("RE").strip(), root.first("HE").strip()
    if not text or text == "?":
        return None
    who, plus, way = text.partition("+")
    winner = COLOURS.index(who.upper()) if plus and who.upper() in COLOURS else None
    if winner is None and text.lower() not in ("draw", "0", "jigo", "void"):
        raise NotationError(
            f"'RE[{text}]' is not a result; write B+, W+, B+Resign, W+Time, Draw or Void", "record_result"
        )
    named: HowEnded | None = next((each for each in WAYS_TO_END if each == how), None)
    if named is None and text.lower() == "void":
        named = "abandoned"
    return Result(winner, named or WAYS.get(way[:1].upper()) or guess_how(winner, position))


def write_sgf(record: Record[Position]) -> str:
    """SGF with our own notation for the moves."""
    names = [*record.seats, "", ""]
    rules = " ".join(f"{name}={format_value(value)}" for name, value in record.options.items())
    head = [("FF", "4"), ("CA", "UTF-8"), ("AP", "boohive"), ("GN", record.game.id), ("RU", rules)]
    head += [("SU", record.start or ""), ("PB", names[0]), ("PW", names[1]), *written_result(record)]
    head += [(name, value) for name, value in record.headers if NAME.fullmatch(name) and name.isupper()]
    properties = "".join(f"{name}[{escaped(value)}]" for name, value in head if value)
    top = Node({"": [properties]})
    grow(top, 0, record)
    return "(;" + top.properties[""][0] + written(top) + ")\n"


def written_result(record: Record[Position]) -> list[tuple[str, str]]:
    """``RE``, and ``HE`` where ``RE`` has no word for it."""
    result = record.known_result()
    if result is None:
        return []
    if result.winner is None:
        text = "Void" if result.how == "abandoned" else "Draw"
    else:
        text = f"{COLOURS[result.winner]}+{WRITTEN.get(result.how, '')}"
    return [("RE", text), ("HE", "" if result.how == "rules" else result.how)]


def grow(top: Node, start: int, record: Record[Position]) -> None:
    """Put the game, its comments and its variations into a tree."""
    said = dict(record.comments)
    if said.get(0):
        top.properties[""][0] += f"C[{escaped(said[0])}]"
    nodes = [top]
    for number, event in enumerate(record.events, 1):
        nodes.append(child_for(nodes[-1], event))
        if number in said:
            nodes[-1].properties[""][0] += f"C[{escaped(said[number])}]"
    for variation in record.variations:
        node = nodes[variation.after]
        for event in variation.events:
            node = child_for(node, event)


def child_for(node: Node, event: Event) -> Node:
    """The node after this one that has this event, made if there is none."""
    text = f"{COLOURS[event.seat or 0]}[{escaped(event.text)}]"
    for child in node.children:
        if child.properties[""][0].startswith(text):
            return child
    child = Node({"": [text]})
    node.children.append(child)
    return child


def written(node: Node) -> str:
    """What follows a node."""
    parts: list[str] = []
    while len(node.children) == 1:
        node = node.children[0]
        parts.append(f"\n;{node.properties[''][0]}")
    parts += [f"\n(;{child.properties[''][0]}{written(child)})" for child in node.children]
    return "".join(parts)
