// A race in words, for the live region and the line below the castle; and its routes as lines to draw.
import { m } from "$m";
import { colourIn, colourName } from "./colours";
import type { SentenceData } from "./messages";
import { isRace, type Castle, type Cell, type Effect, type GameView } from "./types";
import { why, type Naming } from "./words";

/** Where the ghost or the visitor is; null while nobody may see it. */
export const roomOf = (view: GameView, who: "ghost" | "visitor"): string | null => view.pieces.find(({ kind }) => kind === who)?.at ?? null;

/** The colour an effect is about. */
const colourOf = (effect: Effect): string => colourName(colourIn(effect.becomes, effect.piece?.kind, effect.piece?.id));

function tellRaceOne(effect: Effect, who: Naming): string {
  const facts = { who: effect.seat == null ? "" : who(effect.seat), start: effect.from ?? "", end: effect.to ?? "" };
  const colour = colourOf(effect);
  switch (effect.kind) {
    case "appeared": return m.race_appeared(facts);
    case "claimed": return m.race_claimed({ ...facts, colour });
    case "changed": return m.race_changed({ ...facts, colour });
    case "passage": return m.race_passage(facts);
    case "scared": return m.race_scared(facts);
    case "took": return m.race_took({ ...facts, colour });
    case "failed": return m.race_failed({ ...facts, why: failure(effect.reason) });
    case "refused": return m.race_refused(facts);
    case "hand": return isUp(effect) ? m.race_hand_up(facts) : m.race_hand_down(facts);
    case "discarded": return m.race_discarded();
    case "hint": return m.race_hint({ hint: raceHint(effect.reason) });
    case "won": return m.over_winner(facts);
    case "draw": return m.over_shared();
    default: return "";
  }
}

/** A hand goes up or down: the game's own word, not a sentence. */
const isUp = ({ reason }: Effect): boolean => reason?.text === "up";

/** What happened in a race, as sentences. */
export const tellRace = (effects: Effect[], who: Naming): string => effects.map((effect) => tellRaceOne(effect, who)).filter(Boolean).join(" ");

/** A route as it was shown: where it began, then walls and passages in order. */
export interface Trail {
  start: Cell;
  steps: { kind: "wall" | "passage"; from?: Cell; to: Cell; colour?: string }[];
}

type Plan = Pick<Castle, "columns" | "rooms" | "walls">;

const cell = (text: string): Cell => text.split(".").map(Number) as Cell;
const cellIn = (numbers: number[]): Cell => [numbers[0]!, numbers[1]!];
const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

/** The route of the proof that is being shown; null when there is none. */
export function trailOf(view: GameView, castle: Plan): Trail | null {
  const ghost = roomOf(view, "ghost");
  if (!isRace(view) || !view.proof || !ghost) return null;
  const start = castle.rooms[ghost]!;
  const trail: Trail = { start, steps: [] };
  let here = start;
  for (const { kind, wall, room, colour } of view.proof.steps) {
    if (kind === "wall" && wall) {
      const [one, other] = [cellIn(wall[0]!), cellIn(wall[1]!)];
      // The side on which the ghost stands comes first.
      const [from, to] = wander(castle, here, one) ? [one, other] : [other, one];
      trail.steps.push({ kind: "wall", from, to, ...(colour ? { colour } : {}) });
      here = to;
    } else if (kind === "passage" && room) {
      here = castle.rooms[room]!;
      trail.steps.push({ kind: "passage", to: here });
    }
  }
  return trail;
}

/** The trail after one more effect; null when there is nothing to show any more. */
export function follow(trail: Trail | null, effect: Effect, castle: Plan, ghost: string | null): Trail | null {
  switch (effect.kind) {
    case "claimed": return ghost ? { start: castle.rooms[ghost]!, steps: [] } : null;
    case "crossed": return trail && { ...trail, steps: [...trail.steps, { kind: "wall", from: cell(effect.from!), to: cell(effect.to!) }] };
    case "passage": return trail && { ...trail, steps: [...trail.steps, { kind: "passage", to: castle.rooms[effect.to!]! }] };
    case "undone": return trail && { ...trail, steps: trail.steps.slice(0, -1) };
    case "failed": case "appeared": return null;
    default: return trail;
  }
}

const NEXT: Cell[] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/** The way from one cell to another around the walls; null where there is none. */
function wander({ columns, walls }: Plan, from: Cell, to: Cell): Cell[] | null {
  const back = new Map<string, Cell | null>([[from.join("."), null]]);
  const line: Cell[] = [from];
  for (const here of line) {
    if (same(here, to)) {
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
  return null;
}

/** The cells a drawn trail goes through. */
export function lineOf(trail: Trail, castle: Plan): Cell[] {
  const line: Cell[] = [trail.start];
  for (const { from, to } of trail.steps) {
    if (from) line.push(...(wander(castle, line.at(-1)!, from)?.slice(1) ?? [from]));
    line.push(to);
  }
  return line;
}

type Args = NonNullable<SentenceData["args"]>;
const named = (arg: string | number | undefined): string => colourName(colourIn(String(arg ?? "")));

/** Why the referee does not accept a route, by the code of the reason. */
const FAILURES: Record<string, (args: Args) => string> = {
  banned: ({ colour }) => m.fail_banned({ colour: named(colour) }),
  wrong_colour: ({ wall, colour }) => m.fail_colour({ wall: named(wall), colour: named(colour) }),
  no_wall: m.fail_no_wall,
  not_side_by_side: m.fail_no_wall,
  wall_out_of_reach: m.fail_in_the_way,
  no_passage_here: m.fail_no_passage,
  no_passage: ({ room }) => m.fail_no_passage_in({ room: room ?? "" }),
  already_there: ({ room }) => m.fail_same_room({ room: room ?? "" }),
  no_transformation_here: m.fail_no_change,
  step_taken_back: m.fail_step_back,
  forgotten: m.fail_forgotten,
  time_up: m.fail_time,
};

/** Why a proof failed; a reason that the page has no words for is shown as the server says it. */
const failure = (reason: SentenceData | undefined): string => (reason ? (FAILURES[reason.code]?.(reason.args ?? {}) ?? why(reason)) : "");

const HINTS: Record<string, (args: Args) => string> = {
  colour_works: ({ colour }) => m.race_hint_colour({ colour: named(colour) }),
  route_length: ({ walls, tokens }) => [m.race_hint_count({ count: Number(walls) }), Number(tokens) ? m.race_hint_tokens({ count: Number(tokens) }) : ""].filter(Boolean).join(", "),
  first_step: ({ wall }) => m.race_hint_first({ wall: wall ?? "" }),
  no_route: m.race_hint_none,
};

/** A rung of the hint ladder. */
const raceHint = (reason: SentenceData | undefined): string => (reason ? (HINTS[reason.code]?.(reason.args ?? {}) ?? reason.text) : "");
