// A board that the page has no drawing for, as a picture: places and what touching them means, from any game's view and moves. Pure.
import type { PieceAt } from "$lib/messages";
import { nameOfPiece, type GameView, type MoveData } from "$lib/types";
import { cellOf, key, middle, type Cell } from "./hexes";

export interface Place {
  at: string;
  x: number;
  y: number;
}

export interface Layout {
  places: Place[];
  /** The corner and the size of the picture. */
  box: { x: number; y: number; w: number; h: number };
  hexes: boolean;
}

export const SIDE = 100;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

function squares(columns: number, rows: number): Layout {
  const places = Array.from({ length: rows * columns }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    return { at: `${LETTERS[column % 26]}${row + 1}`, x: SIDE * (column + 0.5), y: SIDE * (row + 0.5) };
  });
  return { places, box: { x: 0, y: 0, w: SIDE * columns, h: SIDE * rows }, hexes: false };
}

function hexes(view: GameView, moves: readonly MoveData[]): Layout {
  const cells = new Map<string, Cell>();
  for (const text of [...view.pieces.map(({ at }) => at), ...moves.flatMap(placesOf), "0,0"]) cells.set(key(cellOf(text)), cellOf(text));
  const places = [...cells].map(([at, cell]) => ({ at, ...middle(cell) })).sort((a, b) => a.y - b.y || a.x - b.x);
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - SIDE, Math.min(...ys) - SIDE];
  return { places, box: { x, y, w: Math.max(...xs) + SIDE - x, h: Math.max(...ys) + SIDE - y }, hexes: true };
}

/** Where the places of a view lie. */
export const layoutOf = (view: GameView, moves: readonly MoveData[]): Layout =>
  view.shape.kind === "hexes" ? hexes(view, moves) : squares(view.shape.columns ?? 1, view.shape.rows ?? 1);

/** The places that mean a move when they are touched. */
export const placesOf = (move: MoveData): string[] => (move.to ? [move.to] : [...(move.about ?? [])]);

/** What has to be taken in hand for a move: the piece on its place, or a piece of a tray. */
export const takenFor = (move: MoveData): string => move.from ?? nameOfPiece(move.piece);

/** What is in hand: what was taken, or the one thing that can be. */
export function inHand(moves: readonly MoveData[], picked: string | null): string | null {
  const takes = [...new Set(moves.map(takenFor))];
  return picked !== null && takes.includes(picked) ? picked : takes.length === 1 ? takes[0]! : null;
}

/** The moves that touching a place may mean. */
export const meantBy = (place: string, moves: readonly MoveData[], hand: string | null): MoveData[] =>
  moves.filter((move) => placesOf(move).includes(place) && (takenFor(move) === "" || takenFor(move) === hand));

/** The nearest place in a direction. */
export function nextPlace(from: Place, [dx, dy]: readonly [number, number], places: readonly Place[]): Place {
  const ahead = places.filter(({ x, y }) => (x - from.x) * dx + (y - from.y) * dy > 1);
  // To the side counts double: an arrow stays in its row or column as long as it can.
  const far = ({ x, y }: Place) => Math.abs((x - from.x) * dx + (y - from.y) * dy) + 2 * Math.abs((x - from.x) * dy + (y - from.y) * dx);
  return ahead.toSorted((a, b) => far(a) - far(b))[0] ?? from;
}

/** Whether some seat has pieces of several kinds, so that each needs its letter. */
export function needLetters(pieces: readonly PieceAt[]): boolean {
  const kinds = new Map<number | null, Set<string>>();
  for (const { seat, kind } of pieces) kinds.set(seat, (kinds.get(seat) ?? new Set()).add(kind));
  return [...kinds].some(([seat, found]) => seat === null || found.size > 1);
}
