// Places of the hive in words: a hex is told by the bugs around it.
import { cellOf, key, type Cell } from "../boards/hexes";
import type { Seat, View } from "./types";
import { pieceName, sideName } from "./words";

interface Tile extends Cell {
  tile: string;
  seat: Seat;
  level: number;
}

const BESIDE = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]] as const;

const told = ({ tile, seat }: Tile): string => `${pieceName(tile)} (${sideName("hive", seat)})`;

/** The bugs that are seen around a hex; `but` is the one that is on its way there. */
export function besideWhom(text: string, view: View, but = ""): string {
  const { q, r } = cellOf(text);
  const near = BESIDE.map(([dq, dr]) => topOf(key({ q: q + dq, r: r + dr }), view, but));
  return near.flatMap((tile) => (tile ? [told(tile)] : [])).join(", ");
}

/** The bug that another one stands on there, or nothing. */
export const onWhom = (text: string, view: View, but: string): string => {
  const top = topOf(text, view, but);
  return top ? told(top) : "";
};

const topOf = (text: string, view: View, but: string): Tile | undefined =>
  (view.tiles as Tile[]).filter((tile) => key(tile) === text && tile.tile !== but).sort((a, b) => b.level - a.level)[0];
