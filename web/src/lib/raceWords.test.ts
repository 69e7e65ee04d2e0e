// What a race says: every end, every leave of a visitor and every effect in words of the page, in four languages.
import { expect, test, vi } from "vitest";
import { speak, withTexts, type Language } from "./i18n.svelte";
import { duration, inUnits, raceOver, tellRace, tellTie } from "./race";
import { settings } from "./settings.svelte";
import type { Effect } from "./types";

const ENGLISH = "SAID BY THE SERVER";
const who = (seat: number) => (seat ? { kind: "name", name: "Ada" } : { kind: "you", name: "You" });
const LANGUAGES: Language[] = ["en", "fr", "uk", "ru"];
const effect = (kind: string, more: Partial<Effect> = {}): Effect => ({ kind, cause: 0, seat: 1, ...more });

async function speaking(language: Language): Promise<void> {
  vi.stubGlobal("navigator", { languages: [language] });
  settings.language = language;
  await speak(language);
  await withTexts(Promise.resolve(), "race");
}

test.each(LANGUAGES)("X3 X4 B3 E5: every end says who won and why (%s)", async (language) => {
  await speaking(language);
  const ends = ["four_walls", "five_visitors", "highest_sum", "latest_visitor"].map((code) => raceOver(1, { code, text: ENGLISH, args: { count: 5 } }, who));
  expect(new Set(ends).size).toBe(4);
  for (const text of [...ends, raceOver(null, { code: "shared_victory", text: ENGLISH }, who)]) expect(text).not.toContain(ENGLISH);
  for (const text of ends) expect(text).toContain("Ada");
});

test.each(LANGUAGES)("X18: alone there is a result and no victory (%s)", async (language) => {
  await speaking(language);
  const some = raceOver(0, { code: "trial_result", text: ENGLISH, args: { found: 6, all: 9, ms: 83_000 } }, who);
  for (const part of ["6", "9", "1:23"]) expect(some).toContain(part);
  expect(raceOver(0, { code: "trial_result", text: ENGLISH, args: { found: 9, all: 9, ms: 83_000 } }, who)).not.toBe(some);
  expect(duration(83_000)).toBe("1:23");
});

test.each(LANGUAGES)("X5: a visitor leaves for four reasons in four sentences (%s)", async (language) => {
  await speaking(language);
  const told = ["hands", "everybody_out", "search_limit", "umpire"].map((code) => tellRace([effect("discarded", { reason: { code, text: ENGLISH } })], who));
  expect(new Set(told).size).toBe(4);
});

const EFFECTS: Effect[] = [
  effect("resting", { reason: { code: "rest", text: ENGLISH, args: { seconds: 5 } } }),
  effect("out"), effect("gave", { to: "player 1" }), effect("returned", { becomes: "B" }), effect("away"), effect("back"), effect("chosen", { to: "c3" }),
  effect("undone"), effect("missed"), effect("called"), effect("took", { becomes: "B", from: "player 1" }), effect("took", { becomes: "B", from: "reserve" }),
];

test.each(LANGUAGES)("X7 B7: every effect has words, and who is robbed is told (%s)", async (language) => {
  await speaking(language);
  const told = EFFECTS.map((each) => tellRace([each], who));
  expect(told.filter((text) => !text || text.includes(ENGLISH))).toEqual([]);
  expect(told.at(-1)).not.toBe(told.at(-2));
});

test("N1: times carry the sign of their unit and the decimal sign of the language", async () => {
  await speaking("fr");
  expect([inUnits(1240, "second"), inUnits(35, "millisecond")].map((text) => text.replace(/\s/g, " "))).toEqual(["1,24 s", "35 ms"]);
  await speaking("uk");
  expect(inUnits(1240, "second").replace(/\s/g, " ")).toBe("1,24 с");
});

test.each(LANGUAGES)("X7: that a lot decided between two claims is told (%s)", async (language) => {
  await speaking(language);
  const claims = [{ seat: 0, rank: 2, tied: true }, { seat: 1, rank: 1, tied: true }, { seat: 2, rank: 3, tied: false }].map((each) => ({ text: "claim 1.1 W", corrected_ms: 2000, reported_ms: 2000, rtt_ms: 20, ...each }));
  const told = tellTie(claims, who);
  expect(told).toMatch(/You.*Ada.*Ada/);
  expect(tellTie(claims.map((each) => ({ ...each, tied: false })), who)).toBe("");
});
