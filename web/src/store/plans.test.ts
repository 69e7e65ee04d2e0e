// What may be planned in the other's turn, and which move it is when the turn comes.
import { expect, test } from "vitest";
import type { GameView, MoveData } from "$lib/messages";
import { view } from "../sync/samples";
import { asPlanned, plansFor } from "./plans";

const bed = { ...view, to_move: 1, pieces: [{ at: "c3", id: "", kind: "kitten", seat: 1 }], trays: [{ seat: 0, what: "pool", pieces: [{ kind: "kitten", count: 7 }, { kind: "cat", count: 0 }] }] } as GameView;
const hive = { ...bed, game: "hive", shape: { kind: "hexes" }, pieces: [{ at: "0,0", id: "wA1", kind: "ant", seat: 0 }, { at: "1,0", id: "bQ", kind: "queen", seat: 1 }], trays: [{ seat: 0, what: "hand", pieces: [{ kind: "spider", count: 2 }] }] } as GameView;

test("on a bed every kind that waits may be planned on every empty space", () => {
  const plans = plansFor(bed, 0);
  expect(plans).toHaveLength(35);
  expect(new Set(plans.map(({ piece }) => piece?.kind))).toEqual(new Set(["kitten"]));
});

test("in a hive own bugs may be planned around it and onto it, those of the other side may not", () => {
  const plans = plansFor(hive, 0);
  expect(plans.filter(({ kind }) => kind === "move").every(({ piece }) => piece?.id === "wA1")).toBe(true);
  expect(plans.some(({ kind, to }) => kind === "move" && to === "1,0")).toBe(true);
  expect(plans.filter(({ kind }) => kind === "place")).toHaveLength(8);
});

test("a plan is the legal move of the same piece to the same place, or none", () => {
  const [plan] = plansFor(bed, 0);
  const legal: MoveData[] = [{ text: `k ${plan!.to}`, kind: "place", piece: { id: "", kind: "kitten", seat: 0 }, to: plan!.to! }];
  expect(asPlanned(plan!, legal)?.text).toBe(`k ${plan!.to}`);
  expect(asPlanned(plan!, [])).toBeUndefined();
  const spider = plansFor(hive, 0).find(({ kind, to }) => kind === "place" && to === "-1,0")!;
  expect(asPlanned(spider, [{ text: "wS1 -wA1", kind: "place", piece: { id: "wS1", kind: "spider", seat: 0 }, to: "-1,0" }])?.text).toBe("wS1 -wA1");
  expect(asPlanned(spider, [{ text: "wA1 bQ-", kind: "move", piece: { id: "wA1", kind: "ant", seat: 0 }, to: "-1,0" }])).toBeUndefined();
});
