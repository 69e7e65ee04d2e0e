// Dragging a piece from a pool or hand to the board with the pointer; letting go over a space places it there.
import { gestures } from "./gesture";

/** The piece that is being dragged ("": none), and where it is on the screen. */
export const dragged = $state({ piece: "", seat: -1, x: 0, y: 0 });

/** For `{@attach draggable(...)}` on a piece. `take`, called when the pointer goes down, makes it the one that the next tap on the board places. */
export const draggable = (piece: string, seat: number, take: () => void) =>
  gestures({
    start: take,
    drag: ({ at }) => Object.assign(dragged, { piece, seat, ...at }),
    drop({ at }) {
      dragged.piece = "";
      const space = document.elementFromPoint(at.x, at.y)?.closest("[data-space], [data-cell]");
      if (!space) return;
      // Once more: a message may have come in between, and no other piece than this one may be placed.
      take();
      // The board knows what a tap on its space means.
      space.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    },
    cancel: () => (dragged.piece = ""),
  });
