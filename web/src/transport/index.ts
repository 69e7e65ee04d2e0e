// The page's one connection.
import { reloadOnce } from "$lib/reload";
import { remote } from "./remote";
import type { Transport } from "./transport";

export type { Transport } from "./transport";

let shared: Transport | null = null;

export const transport = (): Transport => (shared ??= remote(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, reloadOnce));
