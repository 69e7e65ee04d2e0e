// Which board and which pool draw a game; fetched when somebody sits down to it.
import type { Component } from "svelte";
import type { BoardProps, TrayProps } from "$lib/types";

export interface Boards {
  Board: Component<BoardProps>;
  Pool: Component<TrayProps> | null;
}

const bed = async (): Promise<Boards> => {
  const [board, pool] = await Promise.all([import("./Bed.svelte"), import("./BedPool.svelte")]);
  return { Board: board.default, Pool: pool.default };
};

const hive = async (): Promise<Boards> => {
  const [board, hand] = await Promise.all([import("./Hive.svelte"), import("./HiveHand.svelte")]);
  return { Board: board.default, Pool: hand.default };
};

/** For games that the page does not know. */
const grid = async (): Promise<Boards> => {
  const [board, tray] = await Promise.all([import("./Grid.svelte"), import("./GridTray.svelte")]);
  return { Board: board.default, Pool: tray.default };
};

const LOADERS: Record<string, () => Promise<Boards>> = {
  boop: bed,
  "boop-junior": bed,
  "boop-ghosts": bed,
  hive,
};

export const boardsFor = (game: string): Promise<Boards> => (Object.hasOwn(LOADERS, game) ? LOADERS[game]! : grid)();

/** The table of a turn-based game, fetched together with its board, which it draws at once. */
export const turnTable = (game: string) => Promise.all([import("../parts/TurnTable.svelte"), boardsFor(game)]).then(([{ default: TurnTable }]) => TurnTable);
