// Places of the hive in words: a hex is told by the bugs around it.
import { cellOf, key } from "../boards/hexes";
import type { PieceAt } from "./messages";
import type { GameView } from "./types";
import { listed } from "$m";
import { ownedPiece, type Naming } from "./words";

const BESIDE = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]] as const;

/** The bugs that are seen around a hex; `but` is the one that is on its way there. */
export function besideWhom(text: string, view: GameView, but = "", who?: Naming): string {
  const { q, r } = cellOf(text);
  const near = BESIDE.map(([dq, dr]) => topOf(key({ q: q + dq, r: r + dr }), view, but));
  return listed(near.flatMap((bug) => (bug ? [ownedPiece(bug, view.game, who)] : [])));
}

/** The bug that another one stands on there, or nothing. */
export const onWhom = (text: string, view: GameView, but: string, who?: Naming): string => {
  const top = topOf(text, view, but);
  return top ? ownedPiece(top, view.game, who) : "";
};

const topOf = (text: string, view: GameView, but: string): PieceAt | undefined =>
  view.pieces.filter(({ at, id }) => at === text && id !== but).sort((a, b) => (b.height ?? 0) - (a.height ?? 0))[0];
