// Fingers and mouse on boards and hands: a drag by one pointer, a pinch by two. What the system takes away (a notification,
// a palm, a lost mouse button) is cancelled, never dropped. A tap stays an ordinary click.

export interface Point {
  x: number;
  y: number;
}

export interface Drag {
  /** Where it was pressed and where it is now, in pixels of the window. */
  from: Point;
  at: Point;
  /** What was pressed. */
  target: Element;
}

export interface Pinch {
  /** How far the fingers are apart now, as a multiple of the distance at the start. */
  scale: number;
  /** The middle between the fingers at the start and now. */
  from: Point;
  at: Point;
}

export interface Gestures {
  /** Whether a press counts at all; without it every press with the main button does. */
  accept?: (event: PointerEvent) => boolean;
  /** It is a drag from now on. */
  start?: (drag: Drag) => void;
  drag?: (drag: Drag) => void;
  drop?: (drag: Drag) => void;
  /** The drag or pinch counts for nothing: what it showed is to be put back. */
  cancel?: () => void;
  pinchStart?: (pinch: Pinch) => void;
  pinch?: (pinch: Pinch) => void;
}

/** Less than this is a tap. */
const FAR_ENOUGH = 8;

interface Pointer {
  from: Point;
  at: Point;
}

const pointOf = (event: MouseEvent): Point => ({ x: event.clientX, y: event.clientY });
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** The browser makes a click of the end of a drag; it must not count as a tap. */
function swallowClick(): void {
  const stop = (event: Event) => {
    if (!event.isTrusted) return;
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", stop, { capture: true });
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
}

/** What a press needs of the element it is on. */
export type Pressed = EventTarget & Pick<Element, "isConnected" | "setPointerCapture">;

/** For `{@attach gestures({ ... })}` on a board or a piece. */
export function gestures(on: Gestures): (node: Pressed) => () => void {
  return (node) => {
    const pointers = new Map<number, Pointer>();
    /** `spent`: something was cancelled or pinched; the fingers that are left mean nothing until all are up. */
    let state: "idle" | "pressed" | "dragging" | "pinching" | "spent" = "idle";
    /** What was under the first finger. */
    let target: Element;

    const drag = ({ from, at }: Pointer): Drag => ({ from, at, target });
    const two = (): Pinch => {
      const [a, b] = [...pointers.values()] as [Pointer, Pointer];
      return { scale: Math.max(distance(a.at, b.at), 1) / Math.max(distance(a.from, b.from), 1), from: between(a.from, b.from), at: between(a.at, b.at) };
    };

    function forget(): void {
      pointers.clear();
      state = "idle";
      for (const [type, listener] of LISTENERS) window.removeEventListener(type, listener as EventListener);
    }

    function cancel(): void {
      const active = state === "dragging" || state === "pinching";
      state = "spent";
      if (active) on.cancel?.();
    }

    function down(event: Event): void {
      const press = event as PointerEvent;
      if (press.button !== 0 || pointers.size === 2) return;
      if (pointers.size === 0) {
        if (on.accept && !on.accept(press)) return;
        for (const [type, listener] of LISTENERS) window.addEventListener(type, listener as EventListener);
        state = "pressed";
        target = press.target as Element;
      } else if (!on.pinch) return;
      pointers.set(press.pointerId, { from: pointOf(press), at: pointOf(press) });
      if (pointers.size < 2 || state === "spent") return;
      if (state === "dragging") on.cancel?.();
      state = "pinching";
      for (const pointer of pointers.values()) pointer.from = pointer.at;
      for (const id of pointers.keys()) capture(id);
      on.pinchStart?.(two());
    }

    function capture(id: number): void {
      // Only now: a captured pointer clicks the node, not what lies under it.
      if (node.isConnected) node.setPointerCapture(id);
    }

    function move(event: PointerEvent): void {
      const pointer = pointers.get(event.pointerId);
      if (!pointer) return;
      if (event.buttons === 0) {
        // The button was let go where nobody could see it.
        cancel();
        forget();
        return;
      }
      pointer.at = pointOf(event);
      if (state === "pressed" && distance(pointer.from, pointer.at) >= FAR_ENOUGH) {
        state = "dragging";
        capture(event.pointerId);
        on.start?.(drag(pointer));
      }
      if (state === "dragging") on.drag?.(drag(pointer));
      else if (state === "pinching") on.pinch?.(two());
    }

    function end(event: PointerEvent): void {
      const pointer = pointers.get(event.pointerId);
      if (!pointer) return;
      pointers.delete(event.pointerId);
      if (state !== "pressed" && event.type === "pointerup") swallowClick();
      if (event.type !== "pointerup") cancel();
      else if (state === "dragging") on.drop?.(drag({ ...pointer, at: pointOf(event) }));
      state = "spent";
      if (pointers.size === 0) forget();
    }

    const LISTENERS = [["pointermove", move], ["pointerup", end], ["pointercancel", end]] as const;
    const lost = (event: Event) => end(event as PointerEvent);
    node.addEventListener("pointerdown", down);
    node.addEventListener("lostpointercapture", lost);
    return () => {
      cancel();
      forget();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("lostpointercapture", lost);
    };
  };
}

const LINE = 16;
const PAGE = 400;
const MOST = Math.log(1.1);

/** By how much one turn of the wheel changes what is seen: above 1 is more of the board. At most a tenth at a time, because trackpads send many. */
export function wheelZoom({ deltaY, deltaMode, ctrlKey }: { deltaY: number; deltaMode: number; ctrlKey: boolean }): number {
  const pixels = deltaY * (deltaMode === 1 ? LINE : deltaMode === 2 ? PAGE : 1);
  // Browsers tell a pinch on a trackpad as a wheel with Ctrl and small steps.
  const wanted = pixels * (ctrlKey ? 0.01 : 0.001);
  return Math.exp(Math.min(MOST, Math.max(-MOST, wanted)));
}
