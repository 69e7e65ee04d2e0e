"""Colours of the page: six walls that every eye tells apart, in the palette of the package's pictures; marks in Hive."""

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from boohive.games.booo.castle import COLOURS
from boohive.games.booo.svg import FILLS

CSS = Path(__file__).parents[2] / "web" / "src" / "app.css"
# How dichromats see linear light (Machado, Oliveira, Fernandes 2009, severity 1).
EYES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def walls(palette, name="wall"):
    """Fills or inks by letter; what the second palette leaves out it has from the first."""
    css = CSS.read_text(encoding="utf-8")
    found = dict(re.findall(rf"^\.wall-(\w) {{.* --{name}: (#\w+);", css, re.M))
    if palette == "apart":
        found |= dict(re.findall(rf'^\[data-palette="apart"\] \.wall-(\w) {{.* --{name}: (#\w+);', css, re.M))
    assert sorted(found) == sorted(COLOURS)
    return found


def linear(colour):
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(light):
    x, y, z = (
        sum(weight * part for weight, part in zip(row, light, strict=True)) / white
        for row, white in (
            ((0.4124, 0.3576, 0.1805), 0.9505),
            ((0.2126, 0.7152, 0.0722), 1.0),
            ((0.0193, 0.1192, 0.9505), 1.089),
        )
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def lightness(colour):
    return lab(linear(colour))[0]


@pytest.mark.parametrize("palette", ["standard", "apart"])
def test_grey_alone_tells_the_walls_apart(palette):
    steps = [other - one for one, other in pairwise(sorted(map(lightness, walls(palette).values())))]
    assert min(steps) >= 12, steps


@pytest.mark.parametrize("palette", ["standard", "apart"])
@pytest.mark.parametrize("eyes", EYES)
def test_colour_blind_eyes_tell_any_two_walls_apart(palette, eyes):
    seen = {
        letter: lab([max(0.0, min(1.0, sum(w * part for w, part in zip(row, linear(fill), strict=True)))) for row in EYES[eyes]])
        for letter, fill in walls(palette).items()
    }  # fmt: skip
    near = {
        one + other: sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        for one, other in combinations(seen, 2)
    }
    assert min(near.values()) >= 20, near


def test_page_and_pictures_share_one_palette():
    assert walls("standard") == dict(zip(COLOURS, FILLS, strict=True))


@pytest.mark.parametrize("palette", ["standard", "apart"])
def test_letters_are_readable_on_every_wall(palette):
    inks = walls(palette, "on-wall")
    for letter, fill in walls(palette).items():
        dark, light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(fill), linear(inks[letter])))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (letter, fill, inks[letter])


HIVE = CSS.parent / "boards" / "Hive.svelte"
TILE = CSS.parent / "parts" / "BugTile.svelte"


def contrast(one, other):
    dark, light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def hive_colours(theme):
    css = HIVE.read_text(encoding="utf-8")
    light = dict(re.findall(r"--(\w+): (#\w+)", re.search(r"^  \.table { (--wood.*)}$", css, re.M)[1]))
    dark = re.search(r'^  :global\(\[data-theme="dark"\]\) \.table { (.*)}$', css, re.M)[1]
    return light | dict(re.findall(r"--(\w+): (#\w+)", dark)) if theme == "dark" else light


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_stand_out_from_wood_and_from_both_kinds_of_tiles(theme):
    """Each line lies on a dark case: of the two one is seen on every ground, and the line on its case (H10)."""
    colours = hive_colours(theme)
    tiles = re.findall(r"\.(?:face|rim) { fill: (#\w+);", TILE.read_text(encoding="utf-8"))
    assert len(tiles) == 4
    for mark in ("goal", "last", "hint", "danger"):
        assert contrast(colours[mark], colours["case"]) >= 3, mark
        for ground in (colours["wood"], *tiles):
            assert max(contrast(colours[mark], ground), contrast(colours["case"], ground)) >= 3, (mark, ground)
    assert contrast(colours["from"], colours["wood"]) >= 3


def test_dark_tiles_have_an_edge_on_dark_wood():
    edge = re.search(r'data-theme="dark"\]\) \.seat-1 \.face { stroke: (#\w+);', TILE.read_text(encoding="utf-8"))[1]
    assert contrast(edge, hive_colours("dark")["wood"]) >= 3
