// Drags, pinches and what must not be taken for one.
import { beforeEach, expect, test, vi } from "vitest";
import { gestures, wheelZoom, type Drag, type Gestures, type Pinch } from "./gesture";

class Press extends Event {
  constructor(type: string, readonly clientX: number, readonly clientY: number, readonly pointerId = 1, readonly buttons = 1, readonly button = 0) {
    super(type);
  }
}

class Node extends EventTarget {
  isConnected = true;
  captured: number[] = [];
  setPointerCapture(id: number): void {
    this.captured.push(id);
  }
}

let seen: string[];
let node: Node;
let stop: () => void;

const told = ({ from, at }: Drag) => `${from.x},${from.y} ${at.x},${at.y}`;
const pinched = ({ scale, at }: Pinch) => `${scale} ${at.x},${at.y}`;
const ALL: Gestures = {
  start: (drag) => seen.push(`start ${told(drag)}`),
  drag: (drag) => seen.push(`drag ${told(drag)}`),
  drop: (drag) => seen.push(`drop ${told(drag)}`),
  cancel: () => seen.push("cancel"),
  pinchStart: (pinch) => seen.push(`pinch starts ${pinched(pinch)}`),
  pinch: (pinch) => seen.push(`pinch ${pinched(pinch)}`),
};

function follow(on: Gestures): void {
  node = new Node();
  stop = gestures(on)(node);
}

const down = (...where: [number, number, number?, number?, number?]) => node.dispatchEvent(new Press("pointerdown", ...where));
const move = (...where: [number, number, number?, number?]) => window.dispatchEvent(new Press("pointermove", ...where));
const up = (...where: [number, number, number?]) => window.dispatchEvent(new Press("pointerup", ...where));
const taken = (...where: [number, number, number?]) => window.dispatchEvent(new Press("pointercancel", ...where));

beforeEach(() => {
  seen = [];
  vi.stubGlobal("window", new EventTarget());
  follow(ALL);
});

test("a tap is not a drag and captures nothing, so that the click reaches what lies there", () => {
  down(10, 10);
  move(14, 13);
  up(14, 13);
  expect(seen).toEqual([]);
  expect(node.captured).toEqual([]);
});

test("a drag starts once it is far enough, and drops", () => {
  down(10, 10);
  move(20, 10);
  move(30, 10);
  up(31, 10);
  expect(seen).toEqual(["start 10,10 20,10", "drag 10,10 20,10", "drag 10,10 30,10", "drop 10,10 31,10"]);
  expect(node.captured).toEqual([1]);
});

test("what the system takes away is cancelled and not dropped", () => {
  down(10, 10);
  move(30, 10);
  taken(30, 10);
  up(30, 10);
  expect(seen.slice(2)).toEqual(["cancel"]);
});

test("a lost capture cancels, the one after a drop does not", () => {
  down(10, 10);
  move(30, 10);
  node.dispatchEvent(new Press("lostpointercapture", 30, 10));
  expect(seen.slice(2)).toEqual(["cancel"]);
  seen = [];
  down(10, 10);
  move(30, 10);
  up(30, 10);
  node.dispatchEvent(new Press("lostpointercapture", 30, 10));
  expect(seen.at(-1)).toBe("drop 10,10 30,10");
});

test("a mouse that comes back without its button moves nothing", () => {
  down(10, 10);
  move(60, 10, 1, 0);
  move(90, 10, 1, 0);
  expect(seen).toEqual([]);
  down(10, 10);
  move(60, 10);
  move(90, 10, 1, 0);
  expect(seen.at(-1)).toBe("cancel");
});

test("another button or another pointer does not drag", () => {
  down(10, 10, 1, 2, 2);
  move(60, 10, 1, 2);
  expect(seen).toEqual([]);
  down(10, 10, 1);
  move(60, 10, 7);
  up(60, 10, 7);
  expect(seen).toEqual([]);
  up(10, 10, 1);
});

test("a second finger ends the drag and pinches, measured from its own start", () => {
  down(0, 0, 1);
  move(10, 0, 1);
  down(30, 0, 2);
  move(50, 0, 2);
  move(70, 0, 2);
  up(70, 0, 2);
  move(200, 0, 1);
  up(200, 0, 1);
  expect(seen.slice(2)).toEqual(["cancel", "pinch starts 1 20,0", "pinch 2 30,0", "pinch 3 40,0"]);
  down(0, 0, 3);
  move(10, 0, 3);
  expect(seen.at(-1)).toBe("drag 0,0 10,0");
});

test("where nothing pinches a second finger neither moves nor drops", () => {
  follow({ ...ALL, pinch: undefined });
  down(0, 0, 1);
  move(10, 0, 1);
  down(30, 0, 2);
  move(90, 0, 2);
  up(90, 0, 2);
  move(20, 0, 1);
  up(20, 0, 1);
  expect(seen).toEqual(["start 0,0 10,0", "drag 0,0 10,0", "drag 0,0 20,0", "drop 0,0 20,0"]);
});

test("the click at the end of a drag is swallowed, a click of our own and the next one are not", async () => {
  const click = (trusted: boolean) => {
    const event = new Event("click", { cancelable: true });
    Object.defineProperty(event, "isTrusted", { value: trusted });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  down(0, 0);
  move(20, 0);
  up(20, 0);
  expect(click(true)).toBe(true);
  expect(click(false)).toBe(false);
  await new Promise((resolve) => setTimeout(resolve));
  expect(click(true)).toBe(false);
});

test("a press that is not accepted is nobody's", () => {
  follow({ ...ALL, accept: () => false });
  down(0, 0);
  move(20, 0);
  expect(seen).toEqual([]);
});

test("a board that goes away in the middle of a drag cancels it", () => {
  down(0, 0);
  move(20, 0);
  stop();
  up(20, 0);
  expect(seen.at(-1)).toBe("cancel");
});

const turn = (deltaY: number, deltaMode = 0, ctrlKey = false) => wheelZoom({ deltaY, deltaMode, ctrlKey });

test("a sideways wheel does not zoom", () => expect(turn(0)).toBe(1));

test("a wheel zooms in proportion, at most a tenth at a time, and back to where it was", () => {
  expect(turn(4)).toBeCloseTo(1.004, 3);
  expect(turn(5000)).toBeCloseTo(1.1);
  expect(turn(-5000)).toBeCloseTo(1 / 1.1);
  expect(turn(100) * turn(-100)).toBeCloseTo(1);
});

test("a trackpad's pinch is faster, and lines are longer than pixels", () => {
  expect(turn(4, 0, true)).toBeGreaterThan(turn(4));
  expect(turn(3, 1)).toBeGreaterThan(turn(3));
});
