// What a touch means while a route is shown: the nearest step that is possible now. Fingers are wider than walls, so a wall
// of another colour is meant only when no possible step is near. Pure: places are in cells, from the castle's upper left corner.
import type { Castle, Cell } from "$lib/types";

export type Plan = Pick<Castle, "columns" | "rooms" | "walls" | "passages" | "transformations">;

/** Where the proof stands. */
export interface Standing {
  colour: string;
  /** The cells the ghost can reach without crossing a wall. */
  region: Cell[];
  /** Colours that a transformation may change to. */
  allowed: string;
  /** The visitor's room. */
  visitor: string;
  /** Where the ghost has been, and in which colour: "G 7.4" for each cell. */
  been: ReadonlySet<string>;
}

export interface Place {
  x: number;
  y: number;
}

/**
 * A step that is possible now, and where it is shown: a wall from its middle to the middle of the cell behind it, where the
 * ghost would be, because there two walls of one corner are farther apart than on the walls themselves; anything else a spot.
 */
export interface Choice {
  text: string;
  from: Place;
  to: Place;
  /** Whether it may lead on: neither back to where the ghost was, nor to a place without another way out in this colour. */
  leadsOn: boolean;
}

const BAR = 0.42;
/** How far from a transformation its colours stand, in cells, at least. */
const PETAL = 1.5;

const middle = ([row, column]: Cell): Place => ({ x: column + 0.5, y: row + 0.5 });

/** The two ends of a wall between two cells, a little short of the corners. */
export function barOf(one: Cell, other: Cell): [Place, Place] {
  const [a, b] = [middle(one), middle(other)];
  const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const flat = one[1] === other[1];
  const [dx, dy] = flat ? [BAR, 0] : [0, BAR];
  return [{ x: at.x - dx, y: at.y - dy }, { x: at.x + dx, y: at.y + dy }];
}

const NEXT: Cell[] = [[-1, 0], [0, 1], [1, 0], [0, -1]];
const keyOf = (one: Cell, other: Cell): string => [one, other].sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((cell) => cell.join(".")).join("-");

/** The cells that can be reached from one without crossing a wall. */
export function regionOf({ columns, walls }: Plan, from: Cell): Cell[] {
  const seen = new Set([from.join(".")]);
  const line = [from];
  for (const [row, column] of line)
    for (const [dr, dc] of NEXT) {
      const next: Cell = [row + dr, column + dc];
      if (next.some((n) => n < 0 || n >= columns) || seen.has(next.join(".")) || keyOf([row, column], next) in walls) continue;
      seen.add(next.join("."));
      line.push(next);
    }
  return line;
}

const there = (colour: string, region: Cell[]): string[] => region.map((cell) => `${colour} ${cell.join(".")}`);

/** A proof that begins in the ghost's room. */
export function begin(castle: Plan, ghost: string, colour: string, allowed: string, visitor: string): Standing {
  const region = regionOf(castle, castle.rooms[ghost]!);
  return { colour, region, allowed, visitor, been: new Set(there(colour, region)) };
}

/** Where the proof stands after one more step. */
export function after(castle: Plan, standing: Standing, text: string): Standing {
  const [kind, what = ""] = text.split(" ");
  let { colour, region } = standing;
  if (kind === "change") colour = what;
  else if (kind === "passage") region = regionOf(castle, castle.rooms[what]!);
  else {
    const inside = new Set(region.map((cell) => cell.join(".")));
    region = regionOf(castle, cellsOf(what).find((cell) => !inside.has(cell.join(".")))!);
  }
  return { ...standing, colour, region, been: new Set([...standing.been, ...there(colour, region)]) };
}

/** Whether a region that is entered in a colour can be left in it elsewhere, or is worth entering: one look ahead, as an eye does. */
function isOpen(castle: Plan, entered: Cell, { colour, visitor, been }: Standing): boolean {
  const inside = new Set(regionOf(castle, entered).map((cell) => cell.join(".")));
  if ([visitor, ...castle.passages, ...castle.transformations].some((room) => inside.has(castle.rooms[room]!.join(".")))) return true;
  return Object.entries(castle.walls).some(([wall, its]) => {
    if (its !== colour) return false;
    const [one, other] = wall.split("-") as [string, string];
    return inside.has(one) !== inside.has(other) && !been.has(`${colour} ${inside.has(one) ? other : one}`);
  });
}

const cellsOf = (wall: string): [Cell, Cell] => wall.split("-").map((cell) => cell.split(".").map(Number)) as [Cell, Cell];

/** Where the colours of a transformation stand around its room, so far apart that a finger hits one of them. */
export function petals(room: Cell, colours: string, radius: number): { colour: string; at: Place }[] {
  const { x, y } = middle(room);
  return [...colours].map((colour, i) => {
    const turn = (2 * Math.PI * i) / colours.length - Math.PI / 2;
    return { colour, at: { x: x + radius * Math.cos(turn), y: y + radius * Math.sin(turn) } };
  });
}

/** Every step that is possible now. `spread` is how far apart in cells the colours of a transformation have to stand. */
export function choices(castle: Plan, standing: Standing, spread = PETAL): Choice[] {
  const { colour, region, allowed, been } = standing;
  const inside = new Set(region.map((cell) => cell.join(".")));
  const found: Choice[] = [];
  for (const [wall, its] of Object.entries(castle.walls)) {
    if (its !== colour) continue;
    const [one, other] = cellsOf(wall);
    if (inside.has(one.join(".")) === inside.has(other.join("."))) continue;
    const beyond = inside.has(one.join(".")) ? other : one;
    const [[a, b], to] = [barOf(one, other), middle(beyond)];
    const from = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    found.push({ text: `wall ${wall}`, from, to, leadsOn: !been.has(`${colour} ${beyond.join(".")}`) && isOpen(castle, beyond, standing) });
  }
  const here = (room: string) => inside.has(castle.rooms[room]!.join("."));
  if (castle.passages.some(here))
    for (const room of castle.passages.filter((each) => !here(each))) found.push({ text: `passage ${room}`, from: middle(castle.rooms[room]!), to: middle(castle.rooms[room]!), leadsOn: !been.has(`${colour} ${castle.rooms[room]!.join(".")}`) });
  for (const room of castle.transformations.filter(here))
    for (const { colour: to, at } of petals(castle.rooms[room]!, [...allowed].filter((each) => each !== colour).join(""), Math.max(PETAL, spread))) found.push({ text: `change ${to}`, from: at, to: at, leadsOn: true });
  return found;
}

/** How far a place is from the nearest point of a choice. */
export function distance({ x, y }: Place, { from, to }: Pick<Choice, "from" | "to">): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = dx || dy ? Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy))) : 0;
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}

const ON_A_WALL = 0.3;

/** How a pointer is: a finger lands somewhere near, a mouse where it points. In cells. */
export interface Pointing {
  reach: number;
  spread: number;
  precise: boolean;
}

/** In pixels: 6 mm for a finger, and colours of a transformation that a finger tells apart. */
const FINGER = 36;
const MOUSE = 14;
const APART = 44;

/** How a pointer of this kind points at a castle whose cells are so large. */
export const pointing = (kind: string, cell: number): Pointing => ({ reach: (kind === "mouse" ? MOUSE : FINGER) / cell, spread: Math.max(PETAL, APART / cell), precise: kind === "mouse" });

/** The step that a touch at a place means; a wall that is not possible now only where no possible step is near; null for nothing. */
export function meaning(castle: Plan, standing: Standing, at: Place, { reach, spread, precise }: Pointing): string | null {
  const nearest = (among: Pick<Choice, "text" | "from" | "to">[]) => among.map((choice) => ({ choice, far: distance(at, choice) })).sort((a, b) => a.far - b.far)[0];
  const all = choices(castle, standing, spread);
  // Nobody means to go back, or to a place that the colour does not leave again, where something better is near.
  for (const possible of [nearest(all.filter(({ leadsOn }) => leadsOn || precise)), nearest(all)]) if (possible && possible.far <= reach) return possible.choice.text;
  const [x, y] = [Math.floor(at.x), Math.floor(at.y)];
  const around = Object.keys(castle.walls)
    .map((wall) => ({ wall, cells: cellsOf(wall) }))
    .filter(({ cells }) => cells.some(([row, column]) => Math.abs(row - y) <= 1 && Math.abs(column - x) <= 1))
    .map(({ wall, cells: [one, other] }) => ({ text: `wall ${wall}`, from: barOf(one, other)[0], to: barOf(one, other)[1] }));
  const wrong = nearest(around);
  return wrong && wrong.far <= ON_A_WALL ? wrong.choice.text : null;
}

/** What a finger that draws from one cell to the next means: only a wall that is possible now counts, others are in no way. */
export function drawn(castle: Plan, standing: Standing, from: Cell, to: Cell): string | null {
  const [one, other] = [from, to].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const text = `wall ${one!.join(".")}-${other!.join(".")}`;
  return choices(castle, standing).some((choice) => choice.text === text) && standing.region.some(([row, column]) => row === from[0] && column === from[1]) ? text : null;
}
