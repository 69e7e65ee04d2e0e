// The secrets of seats survive a reload, and storage that is blocked or damaged loses none of them while the page is open.
import { beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "./fakes";

let storage: FakeStorage;

beforeEach(() => {
  vi.resetModules();
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});

const seats = () => import("./seats.svelte");

test("a page still knows its seats after a reload", async () => {
  (await seats()).keepTokens("t1", ["a", "b"]);
  vi.resetModules();
  expect((await seats()).tokensOf("t1")).toEqual(["a", "b"]);
  expect((await seats()).tokensOf("t2")).toEqual([]);
});

test("where storage is blocked the seat is kept while the tab is open, and the page can say so", async () => {
  storage.forbidden = true;
  const { keepTokens, isStorageBlocked, tokensOf } = await seats();
  expect(isStorageBlocked()).toBe(false);
  keepTokens("t1", ["a"]);
  expect(tokensOf("t1")).toEqual(["a"]);
  expect(isStorageBlocked()).toBe(true);
});

test.each(["null", "[]", '"seats"', "{", '{"t1":null}', '{"t1":{"a":1}}'])("storage that contains %s loses no seat", async (nonsense) => {
  storage.setItem("boohive.seats", nonsense);
  const { keepTokens, tokensOf } = await seats();
  expect(tokensOf("t1")).toEqual([]);
  keepTokens("t1", ["a"]);
  expect(tokensOf("t1")).toEqual(["a"]);
});

test("a hundred tables are kept, and returning to one makes it one of the newest", async () => {
  const { keepTokens } = await seats();
  for (let i = 0; i < 100; i += 1) keepTokens(`t${i}`, ["a"]);
  keepTokens("t0", ["b"]);
  keepTokens("t100", ["a"]);
  const kept = Object.keys(JSON.parse(storage.getItem("boohive.seats")!));
  expect(kept).toHaveLength(100);
  expect(kept).toContain("t0");
  expect(kept).not.toContain("t1");
});
