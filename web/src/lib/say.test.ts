// What a screen reader is told.
import { expect, test, vi } from "vitest";
import { said, say } from "./say.svelte";

test("what follows within a second is added, and the same words are told again", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const words = () => said().map(({ text }) => text);
  say("You: ant.");
  vi.advanceTimersByTime(300);
  say("Computer: queen.");
  expect(words()).toEqual(["You: ant.", "Computer: queen."]);
  vi.advanceTimersByTime(1500);
  const before = said()[0]!.id;
  say("You: ant.");
  expect(words()).toEqual(["You: ant."]);
  expect(said()[0]!.id).not.toBe(before);
  say("");
  expect(words()).toEqual(["You: ant."]);
  vi.useRealTimers();
});
