// What somebody chose when setting a game up, remembered for each game in the browser.
import type { ClockSetting } from "./messages";
import { recall, remember } from "./storage";

const KEY = "boohive.setup";

export type Opponent = "computer" | "same" | "friend" | "party";
export type Starts = "me" | "other" | "lots";
type Options = Record<string, boolean | number | string>;

export interface Wishes {
  opponent: Opponent;
  /** Who begins, against the computer and with a friend. */
  starts: { computer: Starts; friend: Starts };
  clock: ClockSetting;
  preset: string;
  /** What differs from the preset. */
  options: Options;
  seats: number;
}

/** Among friends lots are drawn, as the rulebooks say; against the computer a person begins. */
export const usualWishes = (): Wishes => ({ opponent: "computer", starts: { computer: "me", friend: "lots" }, clock: { kind: "none" }, preset: "rulebook", options: {}, seats: 2 });

const OPPONENTS: unknown[] = ["computer", "same", "friend", "party"];
const STARTS: unknown[] = ["me", "other", "lots"];
const isRecord = (found: unknown): found is Record<string, unknown> => typeof found === "object" && found !== null && !Array.isArray(found);
const isAmount = (found: unknown): boolean => typeof found === "number" && Number.isFinite(found) && found >= 0;

function clockFrom(found: unknown): ClockSetting | null {
  if (!isRecord(found)) return null;
  if (found.kind === "none") return { kind: "none" };
  if (found.kind === "real_time" && isAmount(found.initial_ms) && isAmount(found.increment_ms ?? 0)) return { kind: "real_time", initial_ms: Number(found.initial_ms), increment_ms: Number(found.increment_ms ?? 0) };
  return found.kind === "correspondence" && isAmount(found.per_move_ms) ? { kind: "correspondence", per_move_ms: Number(found.per_move_ms) } : null;
}

const optionsFrom = (found: Record<string, unknown>): Options => Object.fromEntries(Object.entries(found).filter(([, value]) => ["boolean", "number", "string"].includes(typeof value))) as Options;

/** What was found, where it makes sense: memory may hold what another version has written. */
export function wishesFrom(found: unknown): Wishes {
  const usual = usualWishes();
  if (!isRecord(found)) return usual;
  const starts = isRecord(found.starts) ? found.starts : {};
  return {
    opponent: OPPONENTS.includes(found.opponent) ? (found.opponent as Opponent) : usual.opponent,
    starts: {
      computer: STARTS.includes(starts.computer) ? (starts.computer as Starts) : usual.starts.computer,
      friend: STARTS.includes(starts.friend) ? (starts.friend as Starts) : usual.starts.friend,
    },
    clock: clockFrom(found.clock) ?? usual.clock,
    preset: typeof found.preset === "string" ? found.preset : usual.preset,
    options: isRecord(found.options) ? optionsFrom(found.options) : {},
    seats: isAmount(found.seats) ? Number(found.seats) : usual.seats,
  };
}

export const wishesFor = (game: string): Wishes => wishesFrom(recall(KEY)[game]);

export const keepWishes = (game: string, wishes: Wishes): boolean => remember(KEY, { ...recall(KEY), [game]: wishes });
