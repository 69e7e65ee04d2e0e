// Preferences: read with care, kept one by one, shared between tabs.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "./fakes";
import { inRoot } from "./fakes.svelte";
import { preferencesFrom, settings, shareSettings } from "./settings.svelte";

test.each([
  [{ name: null }, "name", ""],
  [{ theme: "pink" }, "theme", "auto"],
  [{ sound: "yes" }, "sound", true],
  [{ level: "9" }, "level", 3],
  [{ level: 5 }, "level", 5],
  [{ language: null }, "language", null],
])("what was kept as %o is read with %s = %s", (found, key, value) => {
  expect(preferencesFrom(found)[key as "name"]).toBe(value);
});

test("what is not a preference is left out", () => expect(preferencesFrom({ colour: "red" })).not.toHaveProperty("colour"));

let storage: FakeStorage;
let stop: () => void;

beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("window", new EventTarget());
  Object.assign(settings, preferencesFrom({}));
  stop = inRoot(shareSettings);
  flushSync();
});
afterEach(() => stop());

const kept = () => JSON.parse(storage.getItem("boohive") ?? "{}");

test("nothing is written before somebody chooses", () => expect(storage.getItem("boohive")).toBeNull());

test("a second tab's choice is not overwritten", () => {
  settings.language = "fr";
  flushSync();
  storage.setItem("boohive", JSON.stringify({ ...kept(), sound: false }));
  settings.level = 5;
  flushSync();
  expect(kept()).toEqual({ language: "fr", sound: false, level: 5 });
});

test("another tab's choice is heard", () => {
  storage.setItem("boohive", JSON.stringify({ sound: false }));
  window.dispatchEvent(Object.assign(new Event("storage"), { key: "boohive" }));
  expect(settings.sound).toBe(false);
});

test("a browser that keeps nothing still lets somebody choose", () => {
  storage.forbidden = true;
  settings.level = 5;
  flushSync();
  expect(settings.level).toBe(5);
});
