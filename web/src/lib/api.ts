// Requests to the server.
import type {
  ActionRequest, AnalyseRequest, AnalysisAnswer, CreateTable, DeviceLink, ErrorMessage, GameList, HintAnswer, HintRequest, Inspection, InspectRequest, JoinByCode, JoinTable, Profile, Replay, SeatsTaken, SentenceData, Snapshot, TableList, Update,
} from "./messages";
import { openPack } from "./i18n.svelte";
import { keepTokens, tokensOf } from "./seats.svelte";

/** Why the server did not do it; without a sentence when it cannot be reached. */
export class Refusal extends Error {
  constructor(readonly code: string, readonly sentence: SentenceData | null) {
    super(sentence?.text ?? code);
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
  if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as Answer;
  // Whoever is told of it finds the words for it.
  await openPack("refused").catch(() => undefined);
  const error = (await answer.json().catch(() => null)) as ErrorMessage | null;
  throw new Refusal(error?.code ?? String(answer.status), error?.message ?? null);
}

const get = <Answer>(path: string) => ask<Answer>("GET", path);
const post = <Answer>(path: string, body: unknown, signal?: AbortSignal) => ask<Answer>("POST", path, body, signal);
const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => get<GameList>("/api/games"),
  openTables: () => get<TableList>("/api/tables"),
  create: async (wish: CreateTable) => keep(await post<SeatsTaken>("/api/tables", wish)),
  join: async (table: string, wish: JoinTable) => keep(await post<SeatsTaken>(`${at(table)}/join`, wish)),
  joinByCode: async (wish: JoinByCode) => keep(await post<SeatsTaken>("/api/join", wish)),
  inspect: (wish: InspectRequest, signal?: AbortSignal) => post<Inspection>("/api/inspect", wish, signal),
  replay: (table: string) => get<Replay>(`${at(table)}/replay`),
  readRecord: (record: string) => post<Replay>("/api/records", { record }),
  analyse: (wish: AnalyseRequest, signal?: AbortSignal) => post<AnalysisAnswer>("/api/analyse", wish, signal),
  hint: (table: string, wish: HintRequest) => post<HintAnswer>(`${at(table)}/hint`, wish),
  /** My games, after the first few. */
  me: (skip = 0) => get<Profile>(skip ? `/api/me?skip=${skip}` : "/api/me"),
  /** A link that opens my games on another device, once and within an hour. */
  deviceLink: () => post<DeviceLink>("/api/me/link", {}),
  forgetMe: () => ask<null>("DELETE", "/api/me"),
  /** End a game without a result, away from its table. */
  abandon: async (table: string, seat: number) => {
    const { seq } = await get<Snapshot>(at(table));
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const wish: ActionRequest = { id, seq, seat, token: tokensOf(table)[0] ?? null, action: { kind: "abandon" } };
    return post<Update>(`${at(table)}/action`, wish);
  },
  recordAddress: (table: string) => `${at(table)}/record`,
};

function keep(taken: SeatsTaken): SeatsTaken {
  keepTokens(taken.table_id, taken.tokens.map(({ token }) => token));
  return taken;
}
