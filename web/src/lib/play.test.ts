// Effects are shown one after another, whatever happens to one of them.
import { beforeEach, expect, test, vi } from "vitest";
import { beats, Performance } from "./play.svelte";

beforeEach(() => {
  vi.stubGlobal("window", { matchMedia: () => ({ matches: false }) });
  vi.stubGlobal("document", { hidden: false });
});

const settled = (show: Performance) => vi.waitFor(() => expect(show.busy).toBe(false));

test("what is queued is shown in order", async () => {
  const show = new Performance();
  const seen: string[] = [];
  show.then(async () => {
    await show.wait(5);
    seen.push("first");
  });
  show.then(async () => void seen.push("second"));
  expect(show.busy).toBe(true);
  await settled(show);
  expect(seen).toEqual(["first", "second"]);
});

test("one failing animation does not stop the board", async () => {
  const complaint = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const show = new Performance();
  const seen: string[] = [];
  show.then(() => Promise.reject(new Error("no such piece")));
  show.then(async () => void seen.push("next position"));
  await settled(show);
  expect(seen).toEqual(["next position"]);
  expect(complaint).toHaveBeenCalledOnce();
  complaint.mockRestore();
});

test("a tap shows the end at once", async () => {
  const show = new Performance();
  let ended = false;
  show.then(async () => {
    await show.wait(60_000);
    await show.wait(60_000);
    ended = true;
  });
  await Promise.resolve();
  show.skip();
  await settled(show);
  expect(ended).toBe(true);
});

test("one boop is one beat, whatever happens to its pieces", () => {
  const effect = (kind: string, cause: number) => ({ kind, cause });
  const found = beats([effect("placed", 0), effect("booped", 1), effect("fell", 1), effect("booped", 1), effect("booped", 2), effect("graduated", 3)]);
  expect(found.map((beat) => beat.map(({ kind }) => kind))).toEqual([["placed"], ["booped", "fell", "booped"], ["booped"], ["graduated"]]);
});
