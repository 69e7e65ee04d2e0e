// Results of a player alone, kept in this browser: the best so far, and which tables are castles of the day.
import { recall, remember } from "./storage";

export interface Result {
  found: number;
  ms: number;
}

const BEST = "boohive-booo-best";
const DAYS = "boohive-booo-days";
const KEPT_DAYS = 40;

/** The castle of the day: one for everybody, so its day is that of UTC. */
export const today = (now = new Date()): string => now.toISOString().slice(0, 10);
export const seedOf = (day: string): number => Number(day.replaceAll("-", ""));

/** This table is the castle of that day. */
export function keepDay(table: string, day: string): void {
  const kept = Object.entries({ ...recall(DAYS), [table]: day }).slice(-KEPT_DAYS);
  remember(DAYS, Object.fromEntries(kept));
}

/** The day whose castle a table is; null for any other castle. */
export function dayOf(table: string): string | null {
  const day = recall(DAYS)[table];
  return typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null;
}

export const isBetter = (one: Result, other: Result): boolean => one.found > other.found || (one.found === other.found && one.ms < other.ms);

/** The best result with this castle's day, or with any other castle, after this one; kept. */
export function bestWith(result: Result, day: string | null): Result {
  const all = recall(BEST);
  const name = day ?? "any";
  const { found, ms } = (all[name] ?? {}) as Partial<Result>;
  const before = typeof found === "number" && typeof ms === "number" ? { found, ms } : null;
  const best = !before || isBetter(result, before) ? result : before;
  remember(BEST, { ...all, [name]: best });
  return best;
}
