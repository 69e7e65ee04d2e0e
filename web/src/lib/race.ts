// A race in words, for the live region and the line below the castle; and its routes as lines to draw.
import "./raceRefusals";
import { language, listed, m, type Person } from "$m";
import { colourIn, colourName } from "./colours";
import type { ClaimData, ProofData, SentenceData } from "./messages";
import type { Sound } from "./notes";
import { isRace, type Castle, type Cell, type Effect, type GameView } from "./types";
import { roomPlace, visitorName } from "./pictures";
import { over, why, type Naming } from "./words";

/** Where the ghost or the visitor is; null while nobody may see it. */
export const roomOf = (view: GameView, who: "ghost" | "visitor"): string | null => view.pieces.find(({ kind }) => kind === who)?.at ?? null;

/** The colour an effect is about. */
const colourOf = (effect: Effect): string => colourName(colourIn(effect.becomes, effect.piece?.kind, effect.piece?.id));

/** Who the visitor of an effect is. */
const visitorIn = ({ piece }: Effect): string => visitorName(Number(/\d+/.exec(piece?.id ?? "")?.[0] ?? 1));

type Told = (effect: Effect, facts: { who: Person; start: string; end: string; colour: string }, who: Naming, castle?: Plan) => string;

/** "player 2" in an effect: somebody's seat. */
const seatIn = (text: string | undefined): number | null => (text?.startsWith("player ") ? Number(text.slice(7)) - 1 : null);

/** Why a visitor leaves, by the code of the reason. */
const LEAVES: Record<string, () => string> = { hands: m.race_discarded, everybody_out: m.race_discarded_out, search_limit: m.race_discarded_limit, umpire: m.race_discarded_umpire };

function took({ from }: Effect, facts: { who: Person; colour: string }, who: Naming): string {
  const robbed = seatIn(from);
  if (robbed === null) return m.race_took(facts);
  return who(robbed).kind === "you" ? m.race_took_yours(facts) : m.race_took_from({ ...facts, other: who(robbed).name });
}

/** A sentence for each kind of effect; the ghost's own moves are seen, not told. */
const TOLD: Record<string, Told> = {
  chosen: (_, facts) => m.race_chosen(facts),
  appeared: (effect, facts) => m.race_appeared({ ...facts, name: visitorIn(effect), place: roomPlace(facts.end) }),
  called: (_, facts) => m.race_called(facts),
  claimed: (_, facts) => m.race_claimed(facts),
  crossed: ({ to }, facts, _, castle) => m.race_crossed({ ...facts, end: castle && to ? nearestRoom(castle, cell(to)) : "" }),
  changed: (_, facts) => m.race_changed(facts),
  passage: (_, facts) => m.race_passage(facts),
  undone: m.race_undone,
  scared: (effect, facts) => m.race_scared({ ...facts, name: visitorIn(effect) }),
  took,
  returned: (_, facts) => m.race_returned(facts),
  failed: ({ reason }, facts) => m.race_failed({ ...facts, why: failure(reason) }),
  refused: ({ reason }, facts) => m.race_refused({ ...facts, colour: named(reason?.args?.colour) }),
  resting: ({ seat, reason }, _, who) => m.race_resting({ who: who(seat ?? 0).name, count: Number(reason?.args?.seconds ?? 0) }),
  out: (_, facts) => m.race_out(facts),
  gave: ({ to }, facts, who) => m.race_gave({ ...facts, other: who(seatIn(to) ?? 0).name }),
  hand: (effect, facts) => (isUp(effect) ? m.race_hand_up(facts) : m.race_hand_down(facts)),
  discarded: ({ reason }) => (LEAVES[reason?.code ?? ""] ?? m.race_discarded)(),
  missed: m.race_missed,
  away: (_, facts) => m.race_away(facts),
  back: (_, facts) => m.race_back(facts),
  joined: (_, facts) => m.race_joined(facts),
  hint: ({ reason }, _facts, _who, castle) => m.race_hint({ hint: raceHint(reason, castle) }),
  won: ({ seat, reason }, _, who) => `${raceOver(seat ?? null, reason, who)}.`,
  draw: ({ reason }, _, who) => `${raceOver(null, reason, who)}.`,
};

const TEMPERAMENTS = [m.bot_1, m.bot_2, m.bot_3];

/** A computer in a race by its temperament, as its level has it, and its seat. */
export const botName = (level: number | null | undefined, seat: number): string => TEMPERAMENTS[Math.min(Math.max(level ?? 1, 1), TEMPERAMENTS.length) - 1]!({ n: seat + 1 });

/** How a race ended: a player alone has nobody to win against. */
export function raceOver(winner: number | null, reason: SentenceData | undefined, who: Naming): string {
  if (reason?.code === "trial_result") {
    const { found = 0, all = 0, ms = 0 } = reason.args ?? {};
    const facts = { found, all, time: duration(Number(ms)) };
    return found === all ? m.over_solo_all(facts) : m.over_solo(facts);
  }
  return winner === null ? m.over_shared({ why: why(reason) }) : over(winner, reason, who);
}

/** A time in milliseconds, in seconds or milliseconds with their sign: "1.24 s". */
export const inUnits = (ms: number, unit: "second" | "millisecond"): string => new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 2 }).format(unit === "second" ? ms / 1000 : ms);

/** Minutes and seconds as a clock shows them. */
export const duration = (ms: number): string => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

/** The room that is nearest to a cell: corridors are named by it. */
export function nearestRoom({ rooms }: Plan, [row, column]: Cell): string {
  const far = ([r, c]: Cell) => Math.abs(r - row) + Math.abs(c - column);
  return Object.entries(rooms).sort(([, a], [, b]) => far(a) - far(b))[0]?.[0] ?? "";
}

const WAYS: [Cell, () => string][] = [[[-1, 0], m.way_n], [[0, 1], m.way_e], [[1, 0], m.way_s], [[0, -1], m.way_w]];

/** A step in words: "wall 7.4-7.5", "passage e5", "change G". */
export function stepWords(text: string, castle: Plan): string {
  const [kind, what = ""] = text.split(" ");
  if (kind === "passage") return m.step_passage({ room: what });
  if (kind === "change") return m.step_change({ colour: colourName(what) });
  const [one, other] = what.split("-").map(cell) as [Cell, Cell];
  const colour = colourName(castle.walls[what] ?? "");
  for (const [name, at] of Object.entries(castle.rooms)) {
    const beyond = same(at, one) ? other : same(at, other) ? one : null;
    const way = beyond && WAYS.find(([[dr, dc]]) => at[0] + dr === beyond[0] && at[1] + dc === beyond[1]);
    if (way) return m.step_wall({ colour, room: name, way: way[1]() });
  }
  return m.step_corridor({ colour, room: nearestRoom(castle, one) });
}

function tellRaceOne(effect: Effect, who: Naming, castle?: Plan): string {
  const facts = { who: effect.seat == null ? { kind: "name", name: "" } : who(effect.seat), start: effect.from ?? "", end: effect.to ?? "", colour: colourOf(effect) };
  return TOLD[effect.kind]?.(effect, facts, who, castle) ?? "";
}

/** A hand goes up or down: the game's own word, not a sentence. */
const isUp = ({ reason }: Effect): boolean => reason?.text === "up";

/** What happened in a race, as sentences. */
export const tellRace = (effects: Effect[], who: Naming, castle?: Plan): string => effects.map((effect) => tellRaceOne(effect, who, castle)).filter(Boolean).join(" ");

/** Claims that were as good as simultaneous: the lot has decided. */
export function tellTie(claims: ClaimData[], who: Naming): string {
  const tied = claims.filter((each) => each.tied);
  const first = tied.find(({ rank }) => rank === 1);
  return first && tied.length > 1 ? m.race_tie({ names: listed(tied.map(({ seat }) => who(seat).name)), who: who(first.seat).name }) : "";
}

const SOUNDS: Record<string, Sound> = { appeared: "turn", claimed: "booo", crossed: "click", passage: "boop", changed: "boop", scared: "booo", failed: "wrong", refused: "wrong", won: "win" };

/** What happened at one moment is one sound: the last one says most. */
export const soundOf = (effects: Effect[]): Sound | undefined => effects.map(({ kind }) => SOUNDS[kind]).findLast(Boolean);

/** A route as it was shown: where it began, then walls and passages in order. */
export interface Trail {
  start: Cell;
  steps: { kind: "wall" | "passage"; from?: Cell; to: Cell }[];
}

type Plan = Pick<Castle, "columns" | "rooms" | "walls">;

const cell = (text: string): Cell => text.split(".").map(Number) as Cell;
const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

/** A route that begins in a room, by its steps: "wall 7.4-7.5", "passage e5", "change G". */
export function trailAlong(castle: Plan, room: string, texts: string[]): Trail {
  const start = castle.rooms[room]!;
  const steps: Trail["steps"] = [];
  let here = start;
  for (const text of texts) {
    const [kind, what = ""] = text.split(" ");
    if (kind === "wall") {
      const [one, other] = what.split("-").map(cell) as [Cell, Cell];
      // The side on which the ghost stands comes first.
      const [from, to] = wander(castle, here, one) ? [one, other] : [other, one];
      steps.push({ kind, from, to });
      here = to;
    } else if (kind === "passage") {
      here = castle.rooms[what]!;
      steps.push({ kind, to: here });
    }
  }
  return { start, steps };
}

/** The steps of a proof as texts. */
export const stepTexts = (steps: ProofData["steps"]): string[] => steps.map(({ kind, wall, room, colour }) => (kind === "wall" ? `wall ${wall!.map((each) => each.join(".")).join("-")}` : `${kind} ${room ?? colour}`));

/** The route of the proof that is being shown; null when there is none. */
export function trailOf(view: GameView, castle: Plan): Trail | null {
  const ghost = roomOf(view, "ghost");
  return isRace(view) && view.proof && ghost ? trailAlong(castle, ghost, stepTexts(view.proof.steps)) : null;
}

/** The route that nobody saw, once the visitor has left. */
export function missedTrail({ reason }: Effect, castle: Plan, ghost: string | null): Trail | null {
  const route = reason?.args?.route;
  return ghost && typeof route === "string" ? trailAlong(castle, ghost, route.split(";")) : null;
}

/** The trail after one more effect; null when there is nothing to show any more. */
export function follow(trail: Trail | null, effect: Effect, castle: Plan, ghost: string | null): Trail | null {
  switch (effect.kind) {
    case "claimed": return ghost ? { start: castle.rooms[ghost]!, steps: [] } : null;
    case "crossed": return trail && { ...trail, steps: [...trail.steps, { kind: "wall", from: cell(effect.from!), to: cell(effect.to!) }] };
    case "passage": return trail && { ...trail, steps: [...trail.steps, { kind: "passage", to: castle.rooms[effect.to!]! }] };
    case "undone": return trail && { ...trail, steps: trail.steps.slice(0, -1) };
    case "appeared": return null;
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
  no_colour: m.fail_no_colour,
  arrived_already: m.fail_arrived,
};

/** Why a proof failed; a reason that the page has no words for is shown as the server says it. */
const failure = (reason: SentenceData | undefined): string => (reason ? (FAILURES[reason.code]?.(reason.args ?? {}) ?? why(reason)) : "");

const HINTS: Record<string, (args: Args, castle?: Plan) => string> = {
  colour_works: ({ colour }) => m.race_hint_colour({ colour: named(colour) }),
  route_length: ({ walls, tokens }) => [m.race_hint_count({ count: Number(walls) }), Number(tokens) ? m.race_hint_tokens({ count: Number(tokens) }) : ""].filter(Boolean).join(", "),
  first_step: ({ step }, castle) => m.race_hint_first({ step: castle ? stepWords(String(step), castle) : "" }),
  no_route: m.race_hint_none,
};

/** A rung of the hint ladder. */
const raceHint = (reason: SentenceData | undefined, castle?: Plan): string => (reason ? (HINTS[reason.code]?.(reason.args ?? {}, castle) ?? reason.text) : "");
