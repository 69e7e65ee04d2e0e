// Carrying a piece from a pool or hand to the board: lifted with the pointer, let go over a space.

/** What is in the hand now, and where on the screen. */
export const carried = $state({ piece: "", seat: -1, x: 0, y: 0 });

const FAR_ENOUGH = 8;

/** Follow the pointer from here; `take` is called once it has moved far enough to be no tap. */
export function lift(event: PointerEvent, piece: string, seat: number, take: () => void): void {
  if (event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (!carried.piece && Math.hypot(x - start.x, y - start.y) < FAR_ENOUGH) return;
    if (!carried.piece) take();
    Object.assign(carried, { piece, seat, x, y });
  };
  const end = ({ type, clientX, clientY }: PointerEvent) => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    if (!carried.piece) return;
    carried.piece = "";
    // The board knows what a tap on its space means.
    if (type === "pointerup") document.elementFromPoint(clientX, clientY)?.closest("[data-space], [data-cell]")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}
