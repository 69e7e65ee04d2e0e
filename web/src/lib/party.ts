// Where phones find this server, as far as this page knows.
import type { PartyState } from "./messages";

/** This page was opened on the machine that runs the server, under a name that leads nowhere on other devices. */
export const isHere = (): boolean => /^(localhost|127\.|\[::1\])/.test(location.hostname);

const NOTHING: PartyState = { can_open: false, links: [] };

/** Whether phones can reach this server, and where. */
export async function partyState(open = false): Promise<PartyState> {
  const answer = await fetch("/api/party", { method: open ? "POST" : "GET" }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as PartyState) : NOTHING;
}

/** A page's address as phones can open it. */
export const linkFor = (path: string, state: PartyState | null): string => new URL(path, isHere() ? (state?.links[0] ?? location.origin) : location.origin).href;
