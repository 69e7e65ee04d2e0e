// What was chosen at the set-up: kept for each game, read with care.
import { beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "./fakes";
import { keepWishes, usualWishes, wishesFor, wishesFrom } from "./wishes";

beforeEach(() => void vi.stubGlobal("localStorage", new FakeStorage()));

test("what was chosen for a game is remembered, for that game alone", () => {
  const wanted = { ...usualWishes(), opponent: "friend" as const, clock: { kind: "real_time" as const, initial_ms: 300_000, increment_ms: 3000 }, preset: "tournament", options: { type: "Base" } };
  keepWishes("hive", wanted);
  expect(wishesFor("hive")).toEqual(wanted);
  expect(wishesFor("boop")).toEqual(usualWishes());
});

test("lots are drawn with a friend, and a person begins against the computer", () => {
  expect(usualWishes().starts).toEqual({ computer: "me", friend: "lots" });
});

test.each([null, 3, "x", [], { opponent: "nobody", starts: 1, clock: { kind: "real_time", initial_ms: -1 }, options: { a: {}, b: [] }, seats: "two", preset: 7 }])("what another version wrote is not believed: %j", (found) => {
  expect(wishesFrom(found)).toEqual(usualWishes());
});
