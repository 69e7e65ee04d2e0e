// The secrets of the seats this browser holds: in its memory, and in this page for browsers that keep nothing.
import { recall, remember } from "./storage";

const NAME = "boohive.seats";
/** Enough to come back to. */
const MOST = 100;

const here = new Map<string, string[]>();
let forgetful = $state(false);

/** Whether this browser keeps nothing, so that the seats are lost with the tab. */
export const keepsNothing = (): boolean => forgetful;

const listOf = (found: unknown): string[] => (Array.isArray(found) ? found.filter((each) => typeof each === "string") : []);

/** The secrets of this browser's seats at a table. */
export const tokensOf = (table: string): string[] => [...new Set([...listOf(recall(NAME)[table]), ...(here.get(table) ?? [])])];

export function keepTokens(table: string, tokens: string[]): void {
  const known = [...new Set([...tokensOf(table), ...tokens])];
  here.set(table, known);
  const { [table]: _, ...others } = recall(NAME);
  // The newest last, so that a table somebody has come back to is not the first to be forgotten.
  forgetful = !remember(NAME, Object.fromEntries([...Object.entries(others), [table, known]].slice(-MOST)));
}
