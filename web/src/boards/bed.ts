// The bed as a picture: where its spaces and stitches lie. Facts of drawing, not of the rules.
import type { PieceAt, StitchData } from "$lib/messages";
import { ghostsOf, type Effect, type GameView } from "$lib/types";

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

export interface Stitch extends Point {
  across: boolean;
  /** +1 towards higher letters or numbers. */
  facing: number;
  seam: number;
  along: number;
}

/** Where a stitch of a view lies. */
export function placed({ across, seam, along, facing }: Omit<StitchData, "text">): Stitch {
  const onSeam = MARGIN + CELL * (seam + 1);
  const onLine = MARGIN + CELL * (along + 0.5);
  return { across, seam, along, facing, x: across ? onLine : onSeam, y: across ? onSeam : onLine };
}

/** A ghost's place in a move or an effect, such as "H2@3+": on the seam below row index 2, at column index 3, heading right. */
export const stitch = (text: string): Stitch => placed({ across: text[0] === "H", seam: Number(text[1]), along: Number(text[3]), facing: text[4] === "+" ? 1 : -1 });

/** Where a piece lands that is pushed: its new space, or one step off the bed. */
export function landing({ from, to, towards }: Effect): Point {
  if (to) return middle(to);
  const { x, y } = middle(from!);
  const [dx = 0, dy = 0] = towards ?? [];
  return { x: x + dx * CELL, y: y + dy * CELL };
}

/** The pieces on the bed, ghosts among them: each has its stitch as its place. */
export const bedPieces = (view: GameView): PieceAt[] => [
  ...view.pieces,
  ...(ghostsOf(view) ?? []).map(({ seat, text }) => ({ id: `ghost ${seat}`, kind: "ghost", seat, at: text })),
];
