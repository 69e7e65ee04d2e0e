// The secrets of the seats this browser holds: in its local storage, and in this page where storage is blocked.
import { recall, remember } from "./storage";

const NAME = "boohive.seats";
/** Tables whose seats are kept. */
const MAX_TABLES = 100;

const inThisPage = new Map<string, string[]>();
let blocked = $state(false);

/** Whether the browser stored nothing, so that the seats are lost with the tab. */
export const isStorageBlocked = (): boolean => blocked;

const listOf = (found: unknown): string[] => (Array.isArray(found) ? found.filter((each) => typeof each === "string") : []);

/** The secrets of this browser's seats at a table. */
export const tokensOf = (table: string): string[] => [...new Set([...listOf(recall(NAME)[table]), ...(inThisPage.get(table) ?? [])])];

export function keepTokens(table: string, tokens: string[]): void {
  const known = [...new Set([...tokensOf(table), ...tokens])];
  inThisPage.set(table, known);
  const { [table]: _, ...others } = recall(NAME);
  // The newest last, so that a table somebody has returned to is not the first to be dropped.
  blocked = !remember(NAME, Object.fromEntries([...Object.entries(others), [table, known]].slice(-MAX_TABLES)));
}
