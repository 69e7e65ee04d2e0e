// The four rooms of the house and which games are played in each.
import { own } from "./own";
import { m } from "$m";

export interface Room {
  id: "boop" | "ghosts" | "hive" | "booo";
  games: string[];
}

export const ROOMS: Room[] = [
  { id: "boop", games: ["boop", "boop-junior"] },
  { id: "ghosts", games: ["boop-ghosts"] },
  { id: "hive", games: ["hive"] },
  { id: "booo", games: ["booo"] },
];

export const roomOf = (game: string): Room => ROOMS.find((room) => room.games.includes(game)) ?? ROOMS.find((room) => room.id === game) ?? ROOMS[0]!;

const TITLES: Record<string, () => string> = {
  boop: m.title_boop,
  "boop-junior": m.title_junior,
  "boop-ghosts": m.title_ghosts,
  hive: m.title_hive,
  booo: m.title_booo,
};

/** A game's title; `server` is how the server calls one that the page does not know. */
export const titleOf = (game: string, server = game): string => own(TITLES, game)?.() ?? server;

/** Whether the page has words, lessons and a drawing of its own for a game. */
export const isOurs = (game: string): boolean => Object.hasOwn(TITLES, game);

const FACTS: Record<string, () => string> = {
  boop: m.facts_boop,
  "boop-junior": m.facts_junior,
  "boop-ghosts": m.facts_ghosts,
  hive: m.facts_hive,
  booo: m.facts_booo,
};

/** Players, age and minutes, as far as the game's box says them. */
export const factsOf = (game: string): string => own(FACTS, game)?.() ?? "";

const SUMMARIES: Record<string, () => string> = {
  boop: m.summary_boop,
  "boop-junior": m.summary_junior,
  "boop-ghosts": m.summary_ghosts,
  hive: m.summary_hive,
  booo: m.summary_booo,
};

export const summaryOf = (game: string, server = ""): string => own(SUMMARIES, game)?.() ?? server;

const FIRST_PLAYERS: Record<string, () => string> = { boop: m.first_boop, "boop-junior": m.first_boop, "boop-ghosts": m.first_ghosts, hive: m.first_by_lot };

/** Whom the rulebook lets begin. */
export const firstPlayerOf = (game: string): string => own(FIRST_PLAYERS, game)?.() ?? "";
