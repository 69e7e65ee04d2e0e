// A move planned in the other's turn: a piece and a place. Nothing is judged here: whether it is a move is seen when the turn comes.
import type { GameView, MoveData, PieceRef } from "$lib/messages";
import { trayOf, type Seat } from "$lib/types";

const NEIGHBOURS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]] as const;

/** The free places of a board: its empty squares, or all around the pieces where there is no border. */
function freePlaces({ shape, pieces }: GameView): string[] {
  const taken = new Set(pieces.map(({ at }) => at));
  const all =
    shape.kind === "hexes"
      ? pieces.flatMap(({ at }) => {
          const [q = 0, r = 0] = at.split(",").map(Number);
          return NEIGHBOURS.map(([dq, dr]) => `${q + dq},${r + dr}`);
        })
      : Array.from({ length: shape.columns! * shape.rows! }, (_, i) => `${String.fromCharCode(97 + (i % shape.columns!))}${Math.floor(i / shape.columns!) + 1}`);
  return [...new Set(all)].filter((place) => !taken.has(place));
}

/** What may be planned: each piece that waits on each free place, and each bug anywhere at the hive. */
export function plansFor(view: GameView, seat: Seat): MoveData[] {
  const free = freePlaces(view);
  const plan = (kind: "place" | "move", piece: PieceRef, to: string): MoveData => ({ text: `${kind} ${piece.id} ${to}`, kind, piece, to });
  const waiting = (trayOf(view, seat)?.pieces ?? []).filter(({ kind, count }) => count && kind !== "ghost");
  const placed = waiting.flatMap(({ kind }) => free.map((to) => plan("place", { id: kind, kind, seat }, to)));
  if (view.shape.kind !== "hexes") return placed;
  const taken = [...new Set(view.pieces.map(({ at }) => at))];
  const moved = view.pieces.filter((piece) => piece.seat === seat).flatMap(({ id, kind, at }) => [...free, ...taken].filter((to) => to !== at).map((to) => plan("move", { id, kind, seat }, to)));
  return [...placed, ...moved];
}

/** The move that was meant, if it is one now. */
export const asPlanned = ({ kind, piece, to }: MoveData, legal: MoveData[]): MoveData | undefined =>
  legal.find((move) => move.to === to && (kind === "place" ? move.kind === "place" && move.piece?.kind === piece?.kind : move.kind !== "place" && move.piece?.id === piece?.id));
