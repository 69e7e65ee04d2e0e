// Keys and codes of people whose keyboards are not English.
import { expect, test } from "vitest";
import { letterOf, roomCode } from "./keyboard";

test.each([
  ["l", "KeyL", "l"],
  ["L", "KeyL", "l"],
  ["д", "KeyL", "l"],
  ["m", "Semicolon", "m"],
  ["à", "Digit0", "0"],
  ["&", "Digit1", "1"],
  ["Escape", "Escape", "Escape"],
  ["ArrowUp", "ArrowUp", "ArrowUp"],
])("%s on %s is %s", (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter);
});

test("a code typed with a Cyrillic keyboard", () => {
  expect(roomCode(" внкмт ")).toBe("BHKMT");
  expect(roomCode("ЙЦДЯП")).toBe("QWLZG");
  expect(roomCode("bcdfg")).toBe("BCDFG");
});
