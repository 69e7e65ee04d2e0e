// Places of the hive in words: a hex is told by the bugs around it.
import { cellOf, key } from "../boards/hexes";
import type { PieceAt } from "./messages";
import type { GameView } from "./types";
import { listed, m } from "$m";
import { ownedPiece, type Naming } from "./words";

const NEXT_TO = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]] as const;

/** The bugs that are seen around a hex; `but` is the one that is on its way there. */
export function nextToWhom(text: string, view: GameView, but = "", who?: Naming): string {
  const { q, r } = cellOf(text);
  const near = NEXT_TO.map(([dq, dr]) => topOf(key({ q: q + dq, r: r + dr }), view, but));
  return listed(near.flatMap((bug) => (bug ? [ownedPiece(bug, view.game, who)] : [])));
}

/** Where a hex lies, seen from a bug next to it: the owner's queen first. Pure geometry: north is the upper edge of the table. */
const WAYS: [number, number, () => string][] = [
  [1, 0, m.way_east],
  [-1, 0, m.way_west],
  [0, 1, m.way_south_east],
  [0, -1, m.way_north_west],
  [1, -1, m.way_north_east],
  [-1, 1, m.way_south_west],
];

/** Where a hex lies: "north-east of your queen, also next to ant 1". Empty where no bug is next to it. */
export function whereIs(text: string, view: GameView, but = "", who?: Naming): string {
  const { q, r } = cellOf(text);
  const near = WAYS.flatMap(([dq, dr, way]) => {
    const bug = topOf(key({ q: q - dq, r: r - dr }), view, but);
    return bug ? [{ bug, way }] : [];
  });
  const own = (bug: PieceAt) => Number(bug.kind === "queen") + Number(bug.seat === view.to_move);
  const [first, ...others] = near.toSorted((a, b) => own(b.bug) - own(a.bug));
  if (!first) return "";
  const place = m.way_of({ way: first.way(), bug: ownedPiece(first.bug, view.game, who) });
  return others.length ? m.way_also({ place, bugs: listed(others.map(({ bug }) => ownedPiece(bug, view.game, who))) }) : place;
}

/** The bug that another one stands on there, or nothing. */
export const onWhom = (text: string, view: GameView, but: string, who?: Naming): string => {
  const top = topOf(text, view, but);
  return top ? ownedPiece(top, view.game, who) : "";
};

const topOf = (text: string, view: GameView, but: string): PieceAt | undefined =>
  view.pieces.filter(({ at, id }) => at === text && id !== but).sort((a, b) => (b.height ?? 0) - (a.height ?? 0))[0];
