"""A record as a moving picture."""

from random import Random
from xml.etree import ElementTree

import pytest

import boohive
from boohive import Event, Record

SVG = "{http://www.w3.org/2000/svg}"


def some_record(game: str, events: int = 8) -> Record:
    position, rng = boohive.new(game), Random(3)
    record = Record.of(position)
    for _ in range(events):
        event = position.random_event(rng)
        record, position = record.add(event), position.apply(event).position
    return record


@pytest.mark.parametrize("game", list(boohive.GAMES))
def test_an_animation_shows_every_position_in_its_time_and_the_last_one_longest(game: str) -> None:
    record = some_record(game)
    root = ElementTree.fromstring(record.svg(seconds=2))
    frames = root.findall(f"{SVG}g")
    assert len(frames) == len(record.events) + 1
    assert [frame.get("visibility") for frame in frames] == ["hidden"] * len(record.events) + ["visible"]
    for number, frame in enumerate(frames):
        moves = frame.findall(f"{SVG}animate")[-1]
        values, times = moves.get("values").split(";"), [float(time) for time in moves.get("keyTimes").split(";")]
        assert times[0] == 0 and times == sorted(times) and len(values) == len(times)
        assert values[times.index(pytest.approx(number / (len(record.events) + 3)))] == "visible"
        assert moves.get("dur") == f"{2 * (len(record.events) + 3)}s"


def test_a_growing_hive_stays_inside_the_picture() -> None:
    record = some_record("hive", 30)
    left, top, width, height = (float(n) for n in ElementTree.fromstring(record.svg()).get("viewBox").split())
    for step in record.steps():
        view = [float(n) for n in ElementTree.fromstring(step.position.svg()).get("viewBox").split()]
        assert left <= view[0] + 0.1 and view[0] + view[2] <= left + width + 0.1
        assert top <= view[1] + 0.1 and view[1] + view[3] <= top + height + 0.1


def test_notebooks_draw_positions_and_records() -> None:
    record = Record.of(boohive.new("boop")).add(Event(0, "k c3"))
    assert record._repr_svg_() == record.svg() and record.last()._repr_svg_().startswith("<svg")
