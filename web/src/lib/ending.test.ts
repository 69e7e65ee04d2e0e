import { beforeAll, expect, test, vi } from "vitest";
import { largestDrop } from "./analysis";
import { countLosses, endingOf, type EndFacts } from "./ending";
import { openPack } from "./i18n.svelte";
import type { SeatData } from "./messages";

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  await openPack("end");
});

const PERSON: SeatData = { seat: 0, name: "Leo", occupant: "person" };
const bot = (level: number): SeatData => ({ seat: 1, name: null, occupant: "bot", level });
const facts = (winner: number | null, more: Partial<EndFacts> = {}, code = "three_in_row"): EndFacts => ({
  outcome: { winner, reason: { code, text: code } }, seats: [PERSON, bot(3)], ours: [0], strongest: 8, losses: 0, turned: false, wentOn: false, ...more,
});

test("a win against the computer offers the next level, as long as there is one", () => {
  expect(endingOf(facts(0))).toEqual({ words: "Level 4 is waiting.", level: 4 });
  expect(endingOf(facts(0, { seats: [PERSON, bot(8)] }))).toEqual({ words: "Nobody here plays stronger. Bravo!", level: null });
});

test("a loss comforts and offers what fits", () => {
  expect(endingOf(facts(1, { turned: true }))).toEqual({ words: "It turned at one move. Try again from there?", level: null });
  expect(endingOf(facts(1, { turned: true, losses: 3 }))).toEqual({ words: "A hard one. Level 2 is a little gentler.", level: 2 });
  expect(endingOf(facts(1, { seats: [PERSON, bot(1)], losses: 5 }))).toEqual({ words: "Well fought. The next one may be yours.", level: null });
  expect(endingOf(facts(1, {}, "resigned")).words).toBe("No harm done: the next game starts fresh.");
});

test("between people, on one screen, for spectators, and where nothing was decided", () => {
  const people = { seats: [PERSON, { ...PERSON, seat: 1, name: "Mama" }] };
  expect(endingOf(facts(1, people)).words).toBe("Well played, both of you.");
  expect(endingOf(facts(1, people, "resigned")).words).toBe("No harm done: the next game starts fresh.");
  expect(endingOf(facts(0, people, "resigned")).words).toBe("Well played, both of you.");
  expect(endingOf(facts(1, { ...people, ours: [0, 1] }, "resigned")).words).toBe("Well played, both of you.");
  expect(endingOf(facts(null, people, "agreed")).words).toBe("Nobody gave way. Well played.");
  expect(endingOf(facts(1, { ...people, ours: [] })).words).toBe("");
  expect(endingOf(facts(1, { ...people, ours: [], wentOn: true })).words).toBe("They play again: follow them to the next game.");
  expect(endingOf(facts(0, people, "absence")).words).toBe("");
  expect(endingOf(facts(null, people, "abandoned")).words).toBe("");
});

test("losses are counted once for each table, until a win", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  expect(countLosses("boop", "a", true)).toBe(1);
  expect(countLosses("boop", "a", true)).toBe(1);
  expect(countLosses("boop", "b", true)).toBe(2);
  expect(countLosses("hive", "c", true)).toBe(1);
  expect(countLosses("boop", "d", false)).toBe(0);
  expect(countLosses("boop", "e", true)).toBe(1);
});

test("a game was lost by the loser's own step that lowered the win probability most, if it lowered it much", () => {
  const [me, other] = [true, false];
  expect(largestDrop([me, other, me, other], [0.6, 0.5, 0.5, 0.1, 0])).toBe(2);
  expect(largestDrop([me, other, me, other], [0.5, 0.5, 0.45, 0.4, 0])).toBe(null);
  // Steps without an analysis and steps of the winner do not count.
  expect(largestDrop([me, other, me], [null, 0.9, 0.1, 0])).toBe(null);
});
