import { expect, test } from "vitest";
import { Repetition } from "./repetition";
import { view } from "../sync/samples";
import type { GameView } from "./types";

const at = (...places: string[]): GameView => ({ ...view, pieces: places.map((place) => ({ id: "", kind: "kitten", seat: 0, at: place })) });

test("a position that comes back is counted, whatever the order of its pieces", () => {
  const stood = new Repetition();
  expect([at("a1", "b2"), at("a1"), at("b2", "a1"), at("c3"), at("a1", "b2")].map((view) => stood.count(view))).toEqual([1, 1, 2, 1, 3]);
});

test("what was taken back has not stood, and the middle of a turn is not a position", () => {
  const stood = new Repetition();
  stood.count(at("a1"));
  stood.count(at("b2"));
  expect(stood.count(at("a1"), 1)).toBe(1);
  expect(stood.count({ ...at("a1"), mid_turn: true })).toBe(1);
  expect(stood.count(at("a1"))).toBe(2);
});
