// Requests to the server.
import type {
  Analysis, AnalyseRequest, CreateTable, Hint, HintRequest, JoinByCode, Joined, JoinTable, Look, LookRequest, Me, OpenTables, PersonalLink, QuickMatch, Refused, Replay, Shelf,
} from "./messages";
import { keepTokens } from "./seats.svelte";

/** The server's sentence for the player, or null when the server cannot be reached. */
export class Refusal extends Error {
  constructor(readonly code: string, readonly reason: string | null) {
    super(reason ?? code);
  }
}

async function ask<Answer>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    throw new Refusal("offline", null);
  }
  if (answer.ok) return (await answer.json()) as Answer;
  const refused = (await answer.json().catch(() => null)) as Refused | null;
  throw new Refusal(refused?.code ?? String(answer.status), refused?.reason ?? null);
}

const get = <Answer>(path: string) => ask<Answer>("GET", path);
const post = <Answer>(path: string, body: unknown, signal?: AbortSignal) => ask<Answer>("POST", path, body, signal);
const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  shelf: () => get<Shelf>("/api/games"),
  openTables: () => get<OpenTables>("/api/tables"),
  create: async (wish: CreateTable) => keep(await post<Joined>("/api/tables", wish)),
  join: async (table: string, wish: JoinTable) => keep(await post<Joined>(`${at(table)}/join`, wish)),
  joinByCode: async (wish: JoinByCode) => keep(await post<Joined>("/api/join", wish)),
  match: async (wish: QuickMatch) => keep(await post<Joined>("/api/match", wish)),
  look: (wish: LookRequest) => post<Look>("/api/look", wish),
  replay: (table: string) => get<Replay>(`${at(table)}/replay`),
  readRecord: (record: string) => post<Replay>("/api/records", { record }),
  analyse: (wish: AnalyseRequest, signal?: AbortSignal) => post<Analysis>("/api/analyse", wish, signal),
  hint: (table: string, wish: HintRequest) => post<Hint>(`${at(table)}/hint`, wish),
  me: () => get<Me>("/api/me"),
  rename: (name: string) => ask<Me>("PUT", "/api/me", { name }),
  personalLink: () => post<PersonalLink>("/api/me/link", {}),
  recordAddress: (table: string) => `${at(table)}/record`,
};

function keep(joined: Joined): Joined {
  keepTokens(joined.table, joined.tokens.map(({ token }) => token));
  return joined;
}
