// The word after a game, and the next step that fits how it went.
import { m } from "$m";
import type { OutcomeData, SeatData, SeatRequest } from "./messages";
import { settings } from "./settings.svelte";
import { recall, remember } from "./storage";

const KEY = "boohive.losses";
/** So many games lost one after the other: a weaker opponent is offered. */
export const MANY = 3;

export interface EndFacts {
  outcome: OutcomeData;
  seats: SeatData[];
  /** The seats at this screen. */
  ours: number[];
  /** How strong the computer can play. */
  strongest: number;
  /** Games lost against the computer without a win between them, this one included. */
  losses: number;
  /** A move was found at which it turned, to try again from there. */
  turned: boolean;
  /** All have gone on to another table. */
  wentOn: boolean;
}

export interface Ending {
  words: string;
  /** The level to play next, where another one fits. */
  level: number | null;
}

/** The computer that somebody played against alone, if it was so. */
export const opponentOf = ({ seats, ours }: Pick<EndFacts, "seats" | "ours">): SeatData | null =>
  seats.length === 2 && ours.length === 1 && seats[1 - ours[0]!]!.occupant === "bot" ? seats[1 - ours[0]!]! : null;

/** The seats of a game against the computer, for whoever sits at `mine`. */
export function againstComputer(mine: number | undefined, level: number): SeatRequest[] {
  const name = settings.name.trim();
  const seats: SeatRequest[] = [{ occupant: "me", ...(name ? { name } : {}) }, { occupant: "bot", level }];
  return mine === 0 ? seats : seats.reverse();
}

function afterTheComputer({ outcome, ours, strongest, losses, turned }: EndFacts, level: number): Ending {
  if (outcome.winner === ours[0]) return level < strongest ? { words: m.end_level_waits({ level: level + 1 }), level: level + 1 } : { words: m.end_strongest(), level: null };
  if (losses >= MANY && level > 1) return { words: m.end_kinder({ level: level - 1 }), level: level - 1 };
  if (turned) return { words: m.end_turned(), level: null };
  return { words: outcome.reason.code === "resigned" ? m.end_gave_up() : m.end_next_yours(), level: level > 1 ? level - 1 : null };
}

/** Ends that nobody has played for: nothing to comfort, nothing to celebrate. */
const NOT_PLAYED = new Set(["abandoned", "absence", "absence_ended", "closed", "closed_because", "removed"]);

export function endingOf(facts: EndFacts): Ending {
  const { outcome, ours, wentOn } = facts;
  const nothing = { words: "", level: null };
  if (NOT_PLAYED.has(outcome.reason.code)) return nothing;
  if (!ours.length) return { ...nothing, words: wentOn ? m.end_follow() : "" };
  const computer = opponentOf(facts);
  if (outcome.winner === null) return { ...nothing, words: m.end_drawn() };
  if (computer) return afterTheComputer(facts, computer.level ?? 1);
  return { ...nothing, words: outcome.reason.code === "resigned" && ours.length === 1 && outcome.winner !== ours[0] ? m.end_gave_up() : m.end_both() };
}

/** Count how often somebody has lost against the computer, once for each table; a win begins from zero. */
export function countLosses(game: string, table: string, lost: boolean): number {
  const kept = recall(KEY);
  const before = kept[game] as { table?: string; count?: number } | undefined;
  if (before?.table === table) return Number(before.count) || 0;
  const count = lost ? (Number(before?.count) || 0) + 1 : 0;
  remember(KEY, { ...kept, [game]: { table, count } });
  return count;
}
