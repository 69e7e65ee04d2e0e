// What a person has in mind, without a table: lessons and replays.
import { beforeEach, expect, test, vi } from "vitest";
import type { EffectData, MoveData } from "$lib/messages";
import { Intent } from "./intent.svelte";

const move: MoveData = { text: "k c3", kind: "place", to: "c3" };
const effects: EffectData[] = [{ kind: "placed", cause: 0, to: "c3" }];

let position = "first";
let answers: ((found: Record<string, EffectData[]> | null) => void)[] = [];
let made: MoveData[] = [];
let intent: Intent;

/** Whether a move is confirmed first: with a finger it is, with a mouse not. */
const finger = (coarse: boolean) => vi.stubGlobal("window", { matchMedia: () => ({ matches: coarse }) });

beforeEach(() => {
  finger(false);
  [position, answers, made] = ["first", [], []];
  intent = new Intent(() => position, () => new Promise((resolve) => answers.push(resolve)), (each) => made.push(each));
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("a late answer belongs to the position it was asked for", async () => {
  intent.look(move);
  position = "second";
  intent.look(move);
  answers[0]!({ [move.text]: effects });
  await settled();
  expect(intent.preview).toBeNull();
  answers[1]!({ [move.text]: effects });
  await settled();
  expect(intent.preview).toEqual(effects);
});

test("a choice is made at once with a mouse, and confirmed with a finger", () => {
  intent.choose(move);
  expect(made).toEqual([move]);
  finger(true);
  intent.choose(move);
  expect(made).toHaveLength(1);
  expect(intent.firm).toBe(true);
  intent.choose(move);
  expect(made).toHaveLength(2);
  expect(intent.move).toBeNull();
});

test("a passing look does not replace a move that waits to be confirmed", () => {
  intent.look(move, true);
  intent.look({ ...move, text: "k d4" });
  intent.look(null);
  expect(intent.move).toEqual(move);
  intent.drop();
  expect(intent.move).toBeNull();
});
