// The table of hexes as a picture: where cells lie. Facts of drawing, not of the rules.

export const SIZE = 50;
const HALF = (SIZE * Math.sqrt(3)) / 2;
/** How far each bug of a stack stands from the one below it. */
const LEAN = { x: -7, y: -13 };

export interface Cell {
  q: number;
  r: number;
}

export function cellOf(text: string): Cell {
  const [q, r] = text.split(",").map(Number);
  return { q: q ?? 0, r: r ?? 0 };
}

export const key = ({ q, r }: Cell): string => `${q},${r}`;

/** The middle of a cell, at a height. */
export const middle = ({ q, r }: Cell, level = 0) => ({ x: 2 * HALF * (q + r / 2) + LEAN.x * level, y: 1.5 * SIZE * r + LEAN.y * level });

/** A hexagon around (0, 0), a little smaller than its cell so that a seam shows. */
export function hexagon(scale = 0.95): string {
  const s = SIZE * scale;
  const h = HALF * scale;
  return `0,${-s} ${h},${-s / 2} ${h},${s / 2} 0,${s} ${-h},${s / 2} ${-h},${-s / 2}`;
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** So much room around a hive that one more ring of bugs has place in it. */
export const RING = 2.7 * SIZE;

/** The box around some cells, with so much room on each side. */
export function around(cells: Cell[], pad = 1.3 * SIZE): Box {
  const points = (cells.length ? cells : [{ q: 0, r: 0 }]).map((cell) => middle(cell));
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.min(...xs) - pad;
  const y = Math.min(...ys) - pad - 12;
  return { x, y, w: Math.max(...xs) + pad - x, h: Math.max(...ys) + pad - y };
}

export const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.w <= outer.x + outer.w && inner.y + inner.h <= outer.y + outer.h;
