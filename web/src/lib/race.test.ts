// The route of a proof as a line, from the view alone: somebody who comes later sees it too.
import { expect, test } from "vitest";
import { view as common } from "../sync/samples";
import type { BoooView } from "./messages";
import { follow, lineOf, soundOf, trailOf } from "./race";
import type { Castle } from "./types";

// Three cells in a row with walls between them: a1 | b1 | c1; below them three without any walls.
const castle: Castle = {
  sections: [], columns: 3, rooms: { a1: [0, 0], b1: [0, 1], c1: [0, 2], a2: [1, 0] }, passages: ["b1", "c1"], transformations: [],
  walls: { "0.0-0.1": "R", "0.1-0.2": "R", "0.0-1.0": "R", "0.1-1.1": "R", "0.2-1.2": "R" },
};

const at = (steps: NonNullable<BoooView["proof"]>["steps"] | null, ghost = "b1"): BoooView => ({
  ...common, game: "booo", to_move: null, shape: { kind: "cells", columns: 3, rows: 3 },
  pieces: [{ id: "ghost", kind: "ghost", seat: null, at: ghost }],
  phase: steps ? "proof" : "search", search: "1.1", round: 1, game_ms: 0, phase_since: 0, deadline: null, you: 0, first_player: 0, number: null, caller: null, pile: 0, discarded: [], reserve: "", players: [], searched_ms: 0,
  proof: steps ? { seat: 0, first: "R", colour: "R", token: null, steps, region: [] } : null,
});

test("no proof, no route", () => expect(trailOf(at(null), castle)).toBeNull());

test("a wall is crossed from the ghost's side, in whatever order its cells are written", () => {
  const steps = [{ kind: "wall" as const, wall: [[0, 0], [0, 1]] }];
  expect(trailOf(at(steps), castle)).toEqual({ start: [0, 1], steps: [{ kind: "wall", from: [0, 1], to: [0, 0] }] });
  expect(trailOf(at(steps, "a1"), castle)!.steps[0]).toEqual({ kind: "wall", from: [0, 0], to: [0, 1] });
});

test("a passage leads on, a change of colour is not a step of the way", () => {
  const trail = trailOf(at([{ kind: "passage", room: "c1" }, { kind: "change", colour: "B" }, { kind: "wall", wall: [[0, 2], [1, 2]] }]), castle)!;
  expect(trail.steps.map(({ to }) => to)).toEqual([[0, 2], [1, 2]]);
  expect(lineOf(trail, castle)).toEqual([[0, 1], [0, 2], [1, 2]]);
});

test("the step that scares the visitor comes with its effects", () => {
  const before = trailOf(at([]), castle);
  const after = follow(before, { kind: "crossed", cause: 0, from: "0.1", to: "0.0" }, castle, "b1");
  expect(after!.steps).toEqual([{ kind: "wall", from: [0, 1], to: [0, 0] }]);
});

test("D37: what happened at one moment is one sound", () => {
  const sounds = (...kinds: string[]) => soundOf(kinds.map((kind) => ({ kind, cause: 0 })));
  expect(sounds("crossed", "scared", "took", "won")).toBe("win");
  expect(sounds("crossed", "scared", "took")).toBe("booo");
  expect(sounds("hand")).toBeUndefined();
});
