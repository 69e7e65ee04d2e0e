"""The bed at night: the picture of the game boop. in moonlight, with seams that glow and ghosts that float over them."""

from boohive.games.boop.bed import SIZE
from boohive.games.boop.notation import Bed
from boohive.games.boop.svg import BASKET, MARGIN, SQUARE, Room, basket_top
from boohive.games.boop.svg import svg_of as bed_svg
from boohive.games.ghosts import pieces, seams
from boohive.games.ghosts.diagram import arrow

__all__ = ["NIGHT", "ghost_picture", "svg_of"]

NIGHT = Room(
    ground="#1d1b33",
    ink="#b9b4d6",
    bed="#2c2950",
    bed_edge="#6d66a8",
    quilt=("#4a4873", "#3d4a68", "#37436d", "#52426b"),
    stitch="#8f8bc0",
    basket="#4b3a4f",
    basket_edge="#8a6f86",
    # Witchy purple for the first player, pumpkin orange for the second.
    fur=("--fur:#b48be0;--fur-dark:#5a3391;--collar:#f2c14e", "--fur:#f6b26b;--fur-dark:#9c4a0c;--collar:#5d8a3a"),
    dress=("hat", "pumpkin"),
    art=("boohive.games.boop", "boohive.games.ghosts"),
)

MIST = ("--mist:#dccdf7;--mist-dark:#8457c9", "--mist:#ffe3c4;--mist-dark:#d0701c")
TRACK = ("#cdb4f5", "#ffc48a")

GHOST = 0.66 * SQUARE
"""The side of the box around a ghost's symbols; the ghost drawn in it is about half a space wide."""

TURN = {">": 0, "v": 90, "<": 180, "^": 270}
DIRECTION = {">": (1, 0), "v": (0, 1), "<": (-1, 0), "^": (0, -1)}


def svg_of(bed: Bed, pools: list[int], ghosts: list[int], title: str) -> str:
    """The whole position: what lies on the bed, the numbers in the pools, and where each ghost is (as ``seams`` writes it)."""
    on_bed = [(seat, ghost) for seat, ghost in enumerate(ghosts) if ghost != pieces.HOME]
    tracks = "".join(track_picture(seat, ghost) for seat, ghost in on_bed)
    floating = "".join(ghost_picture(seat, *centre(ghost), arrow(ghost)) for seat, ghost in on_bed)
    resting = "".join(ghost_at_home(seat) for seat, ghost in enumerate(ghosts) if ghost == pieces.HOME)
    return bed_svg(NIGHT, bed, pools, title, seams_picture(), tracks + floating + resting)


def seams_picture() -> str:
    """The ten seams, glowing faintly."""
    near, far = 0, SIZE * SQUARE
    lines = []
    for seam in range(1, SIZE):
        lines.append(line((near, SQUARE * seam), (far, SQUARE * seam)))
        lines.append(line((SQUARE * seam, near), (SQUARE * seam, far)))
    glow = "".join(lines)
    return (
        f'<g transform="translate({MARGIN} {BASKET + MARGIN})" stroke="#c9c4ff" stroke-linecap="round">'
        f'<g stroke-width="9" opacity=".12">{glow}</g><g stroke-width="2" opacity=".55">{glow}</g></g>'
    )


def line(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A straight line."""
    return f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}"/>'


def centre(ghost: int) -> tuple[float, float]:
    """The middle of the stitch, a piece of seam between two spaces, that a ghost is on."""
    seam, place = seams.seam_of(ghost) % (SIZE - 1), seams.place_on_seam(ghost)  # Five seams run each way.
    along, offset = SQUARE * (place + 0.5), SQUARE * (seam + 1)
    x, y = (along, offset) if seams.is_horizontal(ghost) else (offset, along)
    return MARGIN + x, BASKET + MARGIN + y


def track_picture(seat: int, ghost: int) -> str:
    """A dotted track from a ghost to the edge where it will leave, with an arrow at the end."""
    x, y = centre(ghost)
    right, down = DIRECTION[arrow(ghost)]
    length = SQUARE * (len(seams.track(ghost)) + 0.5)  # The track begins after the ghost's own stitch.
    dots = line((x, y), (x + right * length, y + down * length))
    tip = f"translate({x + right * length:g} {y + down * length:g}) rotate({TURN[arrow(ghost)]})"
    return (
        f'<g stroke="{TRACK[seat]}" fill="none" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">'
        f'<g stroke-dasharray="0 14">{dots}</g><path d="M-8-9 2 0-8 9" transform="{tip}" stroke-width="5"/></g>'
    )


def ghost_picture(seat: int, x: float, y: float, direction: str) -> str:
    """A ghost around this point: the trail turned behind it, the head upright, the eyes looking ahead."""
    right, down = DIRECTION[direction]
    trail = f"translate({x:g} {y:g}) rotate({TURN[direction]}) translate({-GHOST * 0.68:g} {-GHOST / 2:g})"
    return (
        f'<g style="{MIST[seat]}"><g opacity=".82">'
        f'<use href="#ghost-trail" width="{GHOST:g}" height="{GHOST:g}" transform="{trail}"/>'
        f"{upright('ghost-head', x + 4 * right, y + 4 * down)}</g>"
        f"{upright('ghost-eyes', x + 6 * right, y + 6 * down)}"
        f"{upright('ghost-' + NIGHT.dress[seat], x + 4 * right, y + 4 * down)}</g>"
    )


def upright(symbol: str, x: float, y: float) -> str:
    """A part of a ghost that does not turn, around this point."""
    return f'<use href="#{symbol}" x="{x - GHOST / 2:g}" y="{y - GHOST / 2:g}" width="{GHOST:g}" height="{GHOST:g}"/>'


def ghost_at_home(seat: int) -> str:
    """A ghost next to its player's basket."""
    return ghost_picture(
        seat, MARGIN + SIZE * SQUARE + 28, basket_top(seat) + BASKET / 2 - 10, "^" if seat == 0 else "v"
    )
