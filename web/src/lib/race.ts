// A race in words, for the live region and the line below the castle.
import { m } from "$m";
import { colourName } from "./colours";
import type { Effect } from "./types";
import type { Naming } from "./words";

const roomsOf = (effect: Effect) => ({ start: effect.start ?? "", end: effect.end ?? "" });

function tellRaceOne(effect: Effect, who: Naming): string {
  const facts = { who: effect.seat == null ? "" : who(effect.seat), ...roomsOf(effect) };
  const colour = colourName(effect.piece ?? "");
  switch (effect.kind) {
    case "appeared": return m.race_appeared(facts);
    case "claimed": return m.race_claimed({ ...facts, colour });
    case "changed": return m.race_changed({ ...facts, colour });
    case "passage": return m.race_passage(facts);
    case "scared": return m.race_scared(facts);
    case "took": return m.race_took({ ...facts, colour: colourName((effect.piece ?? "")[0]?.toUpperCase() ?? "") });
    case "failed": return m.race_failed({ ...facts, why: failure(effect.note ?? "") });
    case "refused": return m.race_refused(facts);
    case "hand": return effect.note === "up" ? m.race_hand_up(facts) : m.race_hand_down(facts);
    case "discarded": return m.race_discarded();
    case "hint": return m.race_hint({ hint: raceHint(effect.note ?? "") });
    case "won": return m.over_winner(facts);
    case "drawn": return m.over_shared();
    default: return "";
  }
}

/** What happened in a race, as sentences. */
export const tellRace = (effects: Effect[], who: Naming): string => effects.map((effect) => tellRaceOne(effect, who)).filter(Boolean).join(" ");

export type Cell = [number, number];

/** A route as it was shown: where it began, then walls and passages in order. */
export interface Trail {
  start: Cell;
  steps: { kind: "wall" | "passage"; from?: Cell; to: Cell; colour?: string }[];
}

interface Plan {
  columns: number;
  rooms: Record<string, Cell>;
  walls: Record<string, string>;
}

const cell = (text: string): Cell => text.split(".").map(Number) as Cell;

/** The trail after one more effect; null when there is nothing to show any more. */
export function follow(trail: Trail | null, effect: Effect, castle: Plan, ghost: string): Trail | null {
  switch (effect.kind) {
    case "claimed": return { start: castle.rooms[ghost]!, steps: [] };
    case "crossed": return trail && { ...trail, steps: [...trail.steps, { kind: "wall", from: cell(effect.start!), to: cell(effect.end!), colour: effect.piece ?? undefined }] };
    case "passage": return trail && { ...trail, steps: [...trail.steps, { kind: "passage", to: castle.rooms[effect.end!]! }] };
    case "undone": return trail && { ...trail, steps: trail.steps.slice(0, -1) };
    case "failed": case "appeared": return null;
    default: return trail;
  }
}

const NEXT: Cell[] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/** How a line is drawn from one cell to another around the walls; straight where there is no such way. */
function wander({ columns, walls }: Plan, from: Cell, to: Cell): Cell[] {
  const back = new Map<string, Cell | null>([[from.join("."), null]]);
  const line: Cell[] = [from];
  for (const here of line) {
    if (here[0] === to[0] && here[1] === to[1]) {
      const way: Cell[] = [];
      for (let at: Cell | null = here; at; at = back.get(at.join(".")) ?? null) way.unshift(at);
      return way;
    }
    for (const [dr, dc] of NEXT) {
      const next: Cell = [here[0] + dr, here[1] + dc];
      const wall = [here, next].sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((each) => each.join(".")).join("-");
      if (next.some((n) => n < 0 || n >= columns) || wall in walls || back.has(next.join("."))) continue;
      back.set(next.join("."), here);
      line.push(next);
    }
  }
  return [from, to];
}

/** The cells a drawn trail goes through. */
export function lineOf(trail: Trail, castle: Plan): Cell[] {
  const line: Cell[] = [trail.start];
  for (const { from, to } of trail.steps) {
    if (from) line.push(...wander(castle, line.at(-1)!, from).slice(1));
    line.push(to);
  }
  return line;
}

const named = (colour = ""): string => colourName(LETTERS[colour] ?? "");

/** The referee's English reasons, form by form; a test compares them with the rules. */
const FAILURES: [RegExp, (found: string[]) => string][] = [
  [/^(\w+) is banned for this player$/, ([, colour]) => m.fail_banned({ colour: named(colour) })],
  [/^the wall .* is (\w+); the ghost goes through (\w+)$/, ([, wall, colour]) => m.fail_colour({ wall: named(wall), colour: named(colour) })],
  [/^there is no wall |^the cells .* are not side by side/, () => m.fail_no_wall()],
  [/^the ghost cannot get to the wall /, () => m.fail_in_the_way()],
  [/^there is no passage where the ghost stands$/, () => m.fail_no_passage()],
  [/^there is no passage in (\w+)$/, ([, room]) => m.fail_no_passage_in({ room: room! })],
  [/^the ghost is already in (\w+);/, ([, room]) => m.fail_same_room({ room: room! })],
  [/^there is no transformation where the ghost stands$/, () => m.fail_no_change()],
  [/^a step was taken back$/, () => m.fail_step_back()],
  [/^the route is forgotten$/, () => m.fail_forgotten()],
  [/^the time is up$/, () => m.fail_time()],
];

/** Why a proof failed. */
function failure(note: string): string {
  for (const [form, say] of FAILURES) {
    const found = form.exec(note);
    if (found) return say(found);
  }
  return note;
}

const LETTERS: Record<string, string> = { white: "W", yellow: "Y", red: "R", green: "G", blue: "B", violet: "V" };

/** A rung of the hint ladder; the rules write it in English. */
function raceHint(note: string): string {
  const [, colour] = /^(\w+) works$/.exec(note) ?? [];
  if (colour) return m.race_hint_colour({ colour: named(colour) });
  const [, walls, tokens] = /^(\d+) crossings?(?: and (\d+) special tokens?)?$/.exec(note) ?? [];
  if (walls) return [m.race_hint_count({ count: Number(walls) }), tokens ? m.race_hint_tokens({ count: Number(tokens) }) : ""].filter(Boolean).join(", ");
  const [, wall] = /^the first one is (?:wall )?(.+)$/.exec(note) ?? [];
  return wall ? m.race_hint_first({ wall }) : m.race_hint_none();
}
