// What a player alone keeps: the best result, and which table is whose day's castle.
import { beforeEach, expect, test, vi } from "vitest";
import { bestWith, dayOf, isBetter, keepDay, seedOf, today } from "./solo";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => kept.set(name, text) });
});

test("the castle of the day is the same in every time zone", () => {
  expect(today(new Date("2026-11-18T01:30:00+03:00"))).toBe("2026-11-17");
  expect(today(new Date("2026-11-17T23:30:00+01:00"))).toBe("2026-11-17");
  expect(seedOf("2026-11-17")).toBe(20261117);
});

test("more visitors are better, then less time", () => {
  expect(isBetter({ found: 7, ms: 9000 }, { found: 6, ms: 10 })).toBe(true);
  expect(isBetter({ found: 7, ms: 9000 }, { found: 7, ms: 8000 })).toBe(false);
});

test("the best so far is kept for each day and for all other castles", () => {
  expect(bestWith({ found: 5, ms: 60_000 }, null)).toEqual({ found: 5, ms: 60_000 });
  expect(bestWith({ found: 5, ms: 70_000 }, null)).toEqual({ found: 5, ms: 60_000 });
  expect(bestWith({ found: 5, ms: 50_000 }, null)).toEqual({ found: 5, ms: 50_000 });
  expect(bestWith({ found: 1, ms: 1 }, "2026-11-18")).toEqual({ found: 1, ms: 1 });
});

test("a table is remembered as a day's castle, and only the last ones are", () => {
  for (let i = 0; i < 50; i += 1) keepDay(`t${i}`, "2026-11-18");
  expect(dayOf("t49")).toBe("2026-11-18");
  expect(dayOf("t0")).toBeNull();
  expect(dayOf("other")).toBeNull();
});
