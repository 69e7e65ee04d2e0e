// Typed moves are read as they were meant, and never guessed at.
import { expect, test } from "vitest";
import type { MoveData } from "./messages";
import { readMove } from "./typed";

const place = (kind: string, to: string): MoveData => ({ text: `${kind[0]} ${to}`, kind: "place", to, piece: { id: "", kind, seat: 0 } });
const KITTENS = [place("kitten", "e2"), place("kitten", "d4")];
const BOTH = [...KITTENS, place("cat", "e2")];

test.each([["e2"], ["E2"], ["k e2"], ["kE2"], ["kitten e2"], [" Kitten  e2 "]])("%s is the kitten on e2", (typed) => {
  expect(readMove(typed, KITTENS)).toBe("k e2");
});

test("a bare space is not guessed at where a kitten or a cat may be meant", () => {
  expect(readMove("e2", BOTH)).toBe("e2");
  expect(readMove("cat e2", BOTH)).toBe("c e2");
  expect(readMove("d4", BOTH)).toBe("k d4");
});

test("what cannot be played is sent as it was typed, so that the answer speaks of it", () => {
  expect(readMove("dog e2", BOTH)).toBe("dog e2");
  expect(readMove("a1", KITTENS)).toBe("a1");
});
