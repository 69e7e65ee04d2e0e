"""The castle's pictures are told apart without colour, are small, and come only when a castle is opened."""

import itertools
import re
from pathlib import Path

import pytest

ART = Path(__file__).parents[2] / "src/boohive/games/booo/art.svg"
LEVELS = 48
SHARE = 0.10

# Each picture, 32 pixels wide in the middle of a room, as 1024 levels of grey.
GREY = """async (art) => {
    const shown = (name) => art.replace("<svg ", '<svg width="32" height="32" ').replace(/<.svg>\\s*$/, "")
        + `<rect width="32" height="32" fill="#262840"/><use href="#${name}" width="32" height="32"/></svg>`;
    const grey = async (name) => {
        const image = new Image();
        image.src = "data:image/svg+xml," + encodeURIComponent(shown(name));
        await image.decode();
        const canvas = new OffscreenCanvas(32, 32).getContext("2d");
        canvas.drawImage(image, 0, 0);
        const { data } = canvas.getImageData(0, 0, 32, 32);
        return Array.from({ length: 1024 }, (_, i) => 0.299 * data[4 * i] + 0.587 * data[4 * i + 1] + 0.114 * data[4 * i + 2]);
    };
    const names = [...art.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name);
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await grey(name)])));
}"""


@pytest.mark.parametrize(("kind", "count"), [("visitor", 15), ("shield", 6), ("portrait", 6)])
def test_b9_every_two_pictures_differ_in_grey(browser, kind, count):
    page = browser.new_page()
    drawn = page.evaluate(GREY, ART.read_text())
    page.close()
    pictures = {name: levels for name, levels in drawn.items() if name.startswith(kind)}
    assert len(pictures) == count
    alike = {
        (one, other): share
        for one, other in itertools.combinations(pictures, 2)
        if (share := differing(pictures[one], pictures[other])) < SHARE
    }
    assert alike == {}


def differing(one: list[float], other: list[float]) -> float:
    return sum(abs(a - b) >= LEVELS for a, b in zip(one, other, strict=True)) / len(one)


def test_pictures_are_small_and_fetched_with_the_first_castle(visit):
    assert ART.stat().st_size <= 120_000
    page = visit("/nowhere")
    fetched = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto("/")
    page.locator("a[href='/play/booo']").click()
    page.locator("button.main.big").wait_for()
    page.wait_for_load_state("networkidle")
    assert not any(re.search(r"/art-[^/]+\.svg", url) for url in fetched)
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    page.wait_for_load_state("networkidle")
    assert sum(bool(re.search(r"/art-[^/#]+\.svg$", url)) for url in fetched) == 1


@pytest.mark.parametrize(
    ("language", "letters"), [("en", "WYRGBV"), ("fr", "BJRVAM"), ("uk", "БЖЧЗСФ"), ("ru", "БЖКЗСФ")]
)
def test_b10_x9_letters_on_walls_are_those_of_the_language(visit, language, letters):
    page = visit("/", language=language)
    answer = page.request.post(
        "/api/tables", data={"game": "booo", "options": {"players": 1}, "seats": [{"occupant": "me"}]}
    )
    page.goto(f"/t/{answer.json()['table_id']}")
    page.get_by_role("grid").wait_for()
    assert "".join(page.locator(".colours .colour").all_inner_texts()) == letters
    assert set(page.locator(".wall .letter").all_text_contents()) == set(letters)
