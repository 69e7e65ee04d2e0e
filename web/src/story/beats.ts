// What a turn did, as beats: everything with one cause is seen together. Pure.
import type { Effect } from "$lib/types";

export interface Beat {
  /** What is seen, for `data-beat` and the names of animations: the effect that tells most. */
  name: string;
  cause: number;
  effects: Effect[];
}

/** Of several effects with one cause, the first of these names the beat. */
const TELLING = ["scared", "booped", "fell", "graduated"];

const nameOf = (effects: Effect[]): string => TELLING.find((kind) => effects.some((effect) => effect.kind === kind)) ?? effects[0]!.kind;

/** Effects in the order of their causes, those with one cause together, whatever their order in the list. */
export function beatsOf(effects: readonly Effect[]): Beat[] {
  const causes = [...new Set(effects.map(({ cause }) => cause))].sort((a, b) => a - b);
  return causes.map((cause) => {
    const together = effects.filter((effect) => effect.cause === cause);
    return { name: nameOf(together), cause, effects: together };
  });
}

/** No turn is longer than this at normal speed: a longer one is told faster. */
export const LONGEST = 2400;

/** How fast a turn of this length is told when the person likes this speed (2 is twice as fast). */
export const rateOf = (length: number, speed: number): number => speed * Math.max(1, length / LONGEST);
