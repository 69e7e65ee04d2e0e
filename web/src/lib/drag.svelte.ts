// Dragging a piece from a pool or hand to the board with the pointer; letting go over a space places it there.
import { gestures, type Point } from "./gesture";
import { confirms } from "./settings.svelte";

/** The piece that is being dragged ("": none), and where it is on the screen. */
export const dragged = $state({ piece: "", seat: -1, x: 0, y: 0 });

let under: Element | null = null;
const placeAt = ({ x, y }: Point) => document.elementFromPoint(x, y)?.closest("[data-space], [data-cell]") ?? null;

/** The board shows what a drop would do, as it does under the mouse. */
function hoverOver(place: Element | null): void {
  if (place === under) return;
  for (const left of [under, under?.closest("svg")]) left?.dispatchEvent(new PointerEvent("pointerleave", { pointerType: "mouse" }));
  under = place;
  under?.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
}

/** For `{@attach draggable(...)}` on a piece. `take`, called when the pointer goes down, makes it the one that the next tap on the board places. */
export const draggable = (piece: string, seat: number, take: () => void) =>
  gestures({
    start: take,
    drag({ at }) {
      Object.assign(dragged, { piece, seat, ...at });
      hoverOver(placeAt(at));
    },
    drop({ at }) {
      dragged.piece = "";
      const space = placeAt(at);
      hoverOver(null);
      if (!space) return;
      // Once more: a message may have come in between, and no other piece than this one may be placed.
      take();
      // The board knows what a tap on its space means. Whoever dragged a piece there has seen what it does: nothing to confirm.
      for (let taps = confirms() ? 2 : 1; taps; taps -= 1) space.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    },
    cancel() {
      dragged.piece = "";
      hoverOver(null);
    },
  });
