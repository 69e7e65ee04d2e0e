// The bed as a picture: where its spaces and stitches lie. Facts of drawing, not of the rules.
import type { Seat } from "$lib/types";

export const SIZE = 6;
export const CELL = 100;
export const MARGIN = 56;
export const WIDTH = SIZE * CELL + 2 * MARGIN;

const COLUMNS = "abcdef";

export const SPACES = Array.from({ length: SIZE }, (_, row) => [...COLUMNS].map((column) => `${column}${row + 1}`));

export interface Point {
  x: number;
  y: number;
}

export const column = (space: string) => COLUMNS.indexOf(space[0]!);
export const row = (space: string) => Number(space[1]) - 1;

/** The middle of a space. */
export const middle = (space: string): Point => ({ x: MARGIN + CELL * (column(space) + 0.5), y: MARGIN + CELL * (row(space) + 0.5) });

/** A letter of the position as a piece. */
export function pieceOf(letter: string): { piece: string; seat: Seat } {
  return { piece: letter.toLowerCase() === "c" ? "cat" : "kitten", seat: letter === letter.toLowerCase() ? 0 : 1 };
}

export interface Stitch extends Point {
  across: boolean;
  /** +1 towards higher letters or numbers. */
  facing: number;
  seam: number;
  along: number;
}

/** A ghost's place, such as "H2@3+": on the seam below row index 2, at column index 3, heading right. */
export function stitch(text: string): Stitch {
  const across = text[0] === "H";
  const seam = Number(text[1]);
  const along = Number(text[3]);
  const facing = text[4] === "+" ? 1 : -1;
  const onSeam = MARGIN + CELL * (seam + 1);
  const onLine = MARGIN + CELL * (along + 0.5);
  return { across, seam, along, facing, x: across ? onLine : onSeam, y: across ? onSeam : onLine };
}

/** One step from a point, away from what pushed it; for drawing a fall. */
export function away(start: Point, pusher: Point, straight = false): Point {
  const dx = Math.sign(Math.round((start.x - pusher.x) / 40));
  const dy = Math.sign(Math.round((start.y - pusher.y) / 40));
  const onlyX = straight && Math.abs(start.x - pusher.x) > Math.abs(start.y - pusher.y);
  const onlyY = straight && !onlyX;
  return { x: start.x + (onlyY ? 0 : dx) * CELL, y: start.y + (onlyX ? 0 : dy) * CELL };
}
