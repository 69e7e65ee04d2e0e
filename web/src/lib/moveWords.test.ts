import { beforeAll, expect, test, vi } from "vitest";
import { openPack } from "./i18n.svelte";
import { moveWords } from "./moveWords";
import type { Naming } from "./words";

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  await openPack("talk");
});

const who: Naming = (seat) => (seat === 0 ? { kind: "you", name: "You" } : { kind: "black", name: "Black" });

test.each([
  ["boop", "k c3", "kitten on c3"],
  ["boop-junior", "k a6", "kitten on a6"],
  ["boop", "row a1 b1 c1", "Row a1 b1 c1"],
  ["boop", "one b2", "b2 leaves the bed"],
  ["boop-ghosts", "c f6", "cat on f6"],
  ["boop-ghosts", "g -", "ghost stays out"],
  ["boop-ghosts", "g H2@0+", "Ghost between a3 and a4, heading right"],
  ["hive", "wS1", "spider 1 begins"],
  ["hive", "bA1 wS1-", "ant 1, to a place beside: your spider 1"],
  ["hive", "wQ \\bA1", "queen, to a place beside: black ant 1"],
  ["hive", "bB2 bQ", "beetle 2, up onto: black queen"],
  ["hive", "pass", "Pass"],
  ["boop", "something else", "something else"],
  ["hive", "xx yy", "xx yy"],
  ["connect-four", "3", "3"],
])("%s: %s", (game, text, words) => {
  expect(moveWords(game, text, who)).toBe(words);
});
