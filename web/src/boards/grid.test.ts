// A board for games that the page has never heard of.
import { expect, test } from "vitest";
import type { GameView, MoveData } from "$lib/types";
import { inHand, layoutOf, meantBy, needLetters, nextPlace } from "./grid";

const view = (more: Partial<GameView>): GameView => ({ game: "other", to_move: 0, mid_turn: false, shape: { kind: "squares", columns: 7, rows: 6 }, pieces: [], trays: [], marks: [], ...more }) as GameView;
const drop = (text: string, column: string): MoveData => ({ text, kind: "drop", about: [1, 2].map((row) => `${column}${row}`) });

test("squares are named by letter and number", () => {
  const { places, box } = layoutOf(view({}), []);
  expect(places).toHaveLength(42);
  expect(places[0]).toMatchObject({ at: "a1", x: 50, y: 50 });
  expect(places.at(-1)).toMatchObject({ at: "g6" });
  expect(box).toEqual({ x: 0, y: 0, w: 700, h: 600 });
});

test("hexes are those with a piece and those that can be reached", () => {
  const shown = view({ shape: { kind: "hexes" }, pieces: [{ id: "a", kind: "ant", seat: 0, at: "0,0" }] });
  expect(layoutOf(shown, [{ text: "x", kind: "move", from: "0,0", to: "1,-1" }]).places.map(({ at }) => at)).toEqual(["1,-1", "0,0"]);
});

test("a place means the moves that are about it", () => {
  const moves = [drop("1", "a"), drop("2", "b")];
  expect(meantBy("b2", moves, inHand(moves, null)).map(({ text }) => text)).toEqual(["2"]);
  expect(meantBy("c1", moves, "")).toEqual([]);
});

test("where several pieces can move one is taken first", () => {
  const moves: MoveData[] = [{ text: "a1b1", kind: "move", from: "a1", to: "b1" }, { text: "c1b1", kind: "move", from: "c1", to: "b1" }];
  expect(meantBy("b1", moves, inHand(moves, null))).toEqual([]);
  expect(meantBy("b1", moves, inHand(moves, "c1")).map(({ text }) => text)).toEqual(["c1b1"]);
  expect(inHand(moves.slice(1), null)).toBe("c1");
});

test("arrows go to the next place and stay in their row", () => {
  const { places } = layoutOf(view({}), []);
  const from = places.find(({ at }) => at === "c3")!;
  expect(nextPlace(from, [1, 0], places).at).toBe("d3");
  expect(nextPlace(from, [0, -1], places).at).toBe("c2");
  expect(nextPlace(places[0]!, [-1, 0], places).at).toBe("a1");
});

test("pieces have letters where colours are not enough", () => {
  const piece = (seat: number | null, kind: string) => ({ id: kind, kind, seat, at: "a1" });
  expect(needLetters([piece(0, "X"), piece(1, "O")])).toBe(false);
  expect(needLetters([piece(0, "man"), piece(0, "king")])).toBe(true);
  expect(needLetters([piece(null, "X")])).toBe(true);
});
