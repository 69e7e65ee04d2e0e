// Seats are kept, whatever the browser's memory does.
import { beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "./fakes";

let storage: FakeStorage;

beforeEach(() => {
  vi.resetModules();
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});

const seats = () => import("./seats.svelte");

test("a seat is known to the page that comes next", async () => {
  (await seats()).keepTokens("t1", ["a", "b"]);
  vi.resetModules();
  expect((await seats()).tokensOf("t1")).toEqual(["a", "b"]);
  expect((await seats()).tokensOf("t2")).toEqual([]);
});

test("a browser that keeps nothing still has the seat while the tab is open, and says so", async () => {
  storage.forbidden = true;
  const { keepTokens, keepsNothing, tokensOf } = await seats();
  expect(keepsNothing()).toBe(false);
  keepTokens("t1", ["a"]);
  expect(tokensOf("t1")).toEqual(["a"]);
  expect(keepsNothing()).toBe(true);
});

test.each(["null", "[]", '"seats"', "{", '{"t1":null}', '{"t1":{"a":1}}'])("a memory that holds %s loses no seat", async (nonsense) => {
  storage.setItem("boohive.seats", nonsense);
  const { keepTokens, tokensOf } = await seats();
  expect(tokensOf("t1")).toEqual([]);
  keepTokens("t1", ["a"]);
  expect(tokensOf("t1")).toEqual(["a"]);
});

test("a hundred tables are kept, and one that was come back to is among the newest", async () => {
  const { keepTokens } = await seats();
  for (let i = 0; i < 100; i += 1) keepTokens(`t${i}`, ["a"]);
  keepTokens("t0", ["b"]);
  keepTokens("t100", ["a"]);
  const kept = Object.keys(JSON.parse(storage.getItem("boohive.seats")!));
  expect(kept).toHaveLength(100);
  expect(kept).toContain("t0");
  expect(kept).not.toContain("t1");
});
