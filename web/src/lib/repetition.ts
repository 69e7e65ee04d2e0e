// How often a position has stood at a table while this page looked on: to announce it. Whether a draw may be claimed is the server's decision.
import { m } from "$m";
import { ghostsOf, type GameView } from "./types";

/** What makes two positions the same: who is to move, and what lies where. */
const keyOf = (view: GameView): string => JSON.stringify([view.to_move, view.pieces.map(({ kind, seat, at, height }) => [kind, seat, at, height]).toSorted(), view.trays, ghostsOf(view)]);

export class Repetition {
  #stood: string[] = [];

  /** How often this position has stood now; 1 in the middle of a turn. */
  count(view: GameView, takenBack = 0): number {
    if (takenBack) this.#stood.splice(-takenBack);
    else this.#stood.push(view.mid_turn ? "" : keyOf(view));
    const key = keyOf(view);
    return view.mid_turn ? 1 : Math.max(1, this.#stood.filter((each) => each === key).length);
  }

  /** What is announced about it. */
  words(view: GameView, takenBack = 0): string {
    const times = this.count(view, takenBack);
    return times < 2 ? "" : times === 2 ? m.stood_again() : m.stood_third();
  }
}
