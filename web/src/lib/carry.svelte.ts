// Carrying a piece from a pool or hand to the board: lifted with the pointer, let go over a space.
import { gestures } from "./gesture";

/** What is in the hand now, and where on the screen. */
export const carried = $state({ piece: "", seat: -1, x: 0, y: 0 });

/** For `{@attach carrying(...)}` on a piece; `take` makes it the piece that the next tap on the board places. */
export const carrying = (piece: string, seat: number, take: () => void) =>
  gestures({
    start: take,
    drag: ({ at }) => Object.assign(carried, { piece, seat, ...at }),
    drop({ at }) {
      carried.piece = "";
      const space = document.elementFromPoint(at.x, at.y)?.closest("[data-space], [data-cell]");
      if (!space) return;
      // Once more: a message may have come in between, and no other piece than this one may be placed.
      take();
      // The board knows what a tap on its space means.
      space.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    },
    cancel: () => (carried.piece = ""),
  });
