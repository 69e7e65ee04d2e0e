// What this page knows of a table's messages, as a pure function: which update comes next, what has to be asked for,
// which actions still await their answer. It sends and shows nothing itself; it says what to send and what to show.
import type { ActionMessage, ClientAction, ErrorMessage, FromClient, FromServer, Snapshot, Update } from "$lib/messages";

/** An action without an answer is sent again; the server does it once. */
const RESEND_AFTER = 2500;
/** A question about the table that nobody has answered is asked again. */
const ASK_AGAIN_AFTER = 4000;
/** Timers come a little early or late; a reveal this near is shown. */
const NEAR = 4;
/** When the server asks for a pause without saying how long. */
const PAUSE = 1000;

export interface Pending {
  id: string;
  message: ActionMessage;
  /** The board's `moved` when it was decided. A move of a turn-based game counts for this position only. */
  moved: number;
  /** When it is given up; null: when the position changes. */
  until: number | null;
  sent: number;
  /** Whether the server has asked for a pause once. */
  paused: boolean;
}

export interface Sync {
  table: string;
  tokens: string[];
  open: boolean;
  /** Whether the table has been heard of since the connection was opened. */
  live: boolean;
  /** The number held; 0 before the first snapshot. */
  seq: number;
  /** When the server was asked what is missing; null: nothing is missing. */
  asked: number | null;
  /** What came after a gap, by its number. */
  held: readonly Update[];
  /** What is next in order, but waits for its reveal or for one in front of it. */
  queue: readonly Update[];
  pending: readonly Pending[];
}

export type Event =
  | { on: "opened"; now: number }
  | { on: "closed" }
  | { on: "heard"; message: FromServer; now: number }
  | { on: "do"; id: string; action: ClientAction; seat?: number; moved: number; patience: number | null; now: number }
  /** Follow the table afresh, with these secrets. */
  | { on: "follow"; tokens: string[]; now: number }
  | { on: "tick"; now: number };

export type Out =
  | { send: FromClient }
  | { reset: Snapshot }
  | { entry: Update }
  | { settled: Pending; how: "done" | "refused" | "expired"; why?: ErrorMessage };

type Result = [Sync, Out[]];

export const begin = (table: string, tokens: string[]): Sync => ({ table, tokens, open: false, live: false, seq: 0, asked: null, held: [], queue: [], pending: [] });

export function step(sync: Sync, event: Event): Result {
  switch (event.on) {
    case "opened": return opened({ ...sync, open: true, live: false }, event.now);
    case "closed": return [{ ...sync, open: false, live: false, asked: null }, []];
    case "follow": return ask({ ...sync, tokens: event.tokens }, event.now, true);
    case "do": return act(sync, event);
    case "heard": return hear(sync, event.message, event.now);
    case "tick": return tick(sync, event.now);
  }
}

/** The next moment at which a tick does something; null when there is none. */
export function due(sync: Sync): number | null {
  const moments = [
    sync.queue[0]?.reveal_at,
    sync.asked === null ? null : sync.asked + ASK_AGAIN_AFTER,
    ...sync.pending.flatMap(({ until, sent }) => [until, sync.open ? sent + RESEND_AFTER : null]),
  ].filter((moment) => moment != null);
  return moments.length ? Math.min(...moments) : null;
}

/** One thing after the other. */
function then([sync, outs]: Result, next: (sync: Sync) => Result): Result {
  const [after, more] = next(sync);
  return [after, [...outs, ...more]];
}

/** Ask for everything, or for what is missing. */
function ask(sync: Sync, now: number, everything = sync.seq === 0): Result {
  const { table: table_id, seq, tokens } = sync;
  if (!sync.open) return [sync, []];
  return [{ ...sync, asked: now }, [{ send: !everything ? { type: "resume", table_id, seq, tokens } : { type: "subscribe", table_id, tokens } }]];
}

function opened(sync: Sync, now: number): Result {
  const asked = ask(sync, now);
  return then(asked, (after) => [{ ...after, pending: after.pending.map((each) => ({ ...each, sent: now })) }, after.pending.map(({ message }) => ({ send: message }))]);
}

function act(sync: Sync, { id, action, seat, moved, patience, now }: Event & { on: "do" }): Result {
  const message: ActionMessage = { type: "action", table_id: sync.table, id, seq: sync.seq, action, ...(seat === undefined ? {} : { seat }) };
  const pending: Pending = { id, message, moved, until: patience === null ? null : now + patience, sent: now, paused: false };
  return [{ ...sync, pending: [...sync.pending, pending] }, sync.open ? [{ send: message }] : []];
}

function hear(sync: Sync, message: FromServer, now: number): Result {
  if (!isOurs(sync, message)) return [sync, []];
  const live = { ...sync, live: true };
  switch (message.type) {
    case "snapshot": return then(restart(live, message), (after) => outdated(after, message.table.board.moved));
    case "update": return then(answered(live, message), (after) => accept(after, message, now));
    case "error": return refused(live, message, now);
    case "overflow": return sync.asked === null ? ask(live, now) : [live, []];
    default: return [live, []];
  }
}

const isOurs = (sync: Sync, message: FromServer): boolean =>
  ("table_id" in message && message.table_id === sync.table) || (message.type === "error" && sync.pending.some(({ id }) => id === message.id));

/** A snapshot replaces whatever waits. */
const restart = (sync: Sync, snapshot: Snapshot): Result => [{ ...sync, seq: snapshot.seq, asked: null, held: [], queue: [] }, [{ reset: snapshot }]];

function answered(sync: Sync, update: Update): Result {
  const done = sync.pending.find(({ id }) => id === update.id);
  return done ? [without(sync, done), [{ settled: done, how: "done" }]] : [sync, []];
}

const without = (sync: Sync, gone: Pending): Sync => ({ ...sync, pending: sync.pending.filter((each) => each !== gone) });

/** Moves for a position that is not there any more. */
function outdated(sync: Sync, moved: number): Result {
  const gone = sync.pending.filter((each) => each.until === null && each.moved !== moved);
  return [{ ...sync, pending: sync.pending.filter((each) => !gone.includes(each)) }, gone.map((settled) => ({ settled, how: "expired" as const }))];
}

function accept(sync: Sync, update: Update, now: number): Result {
  if (update.seq <= sync.seq) return [sync, []];
  if (update.seq > sync.seq + 1) {
    const held = [...sync.held.filter(({ seq }) => seq !== update.seq), update].sort((a, b) => a.seq - b.seq);
    return sync.asked === null ? ask({ ...sync, held }, now) : [{ ...sync, held }, []];
  }
  const held = sync.held.filter(({ seq }) => seq > update.seq);
  const next = { ...sync, seq: update.seq, queue: [...sync.queue, update], held, asked: held.length ? sync.asked : null };
  const known = update.board ? outdated(next, update.board.moved) : ([next, []] as Result);
  return then(known, (after) => (after.held[0]?.seq === after.seq + 1 ? accept(after, after.held[0]!, now) : release(after, now)));
}

/** What may be shown now, in order: nothing overtakes what waits for its reveal. */
function release(sync: Sync, now: number): Result {
  const waits = sync.queue.findIndex(({ reveal_at }) => reveal_at != null && reveal_at - now > NEAR);
  const free = waits < 0 ? sync.queue : sync.queue.slice(0, waits);
  return [{ ...sync, queue: sync.queue.slice(free.length) }, free.map((entry) => ({ entry }))];
}

function refused(sync: Sync, error: ErrorMessage, now: number): Result {
  const behind: Result = error.seq != null && error.seq > sync.seq && sync.asked === null ? ask(sync, now) : [sync, []];
  const pending = sync.pending.find(({ id }) => id === error.id);
  if (!pending) return behind;
  const pause = (error.code === "try_again" || error.code === "too_often") && !pending.paused;
  if (!pause) return then(behind, (after) => [without(after, pending), [{ settled: pending, how: "refused", why: error }]]);
  // Once more by itself, after the pause the server wants.
  const again = { ...pending, paused: true, sent: now + (error.retry_after_ms ?? PAUSE) - RESEND_AFTER };
  return then(behind, (after) => [{ ...after, pending: after.pending.map((each) => (each === pending ? again : each)) }, []]);
}

function tick(sync: Sync, now: number): Result {
  const gone = sync.pending.filter(({ until }) => until !== null && until <= now);
  const kept = sync.pending.filter((each) => !gone.includes(each));
  const late = sync.open ? kept.filter(({ sent }) => sent + RESEND_AFTER <= now) : [];
  const after: Sync = { ...sync, pending: kept.map((each) => (late.includes(each) ? { ...each, sent: now } : each)) };
  const outs: Out[] = [...gone.map((settled) => ({ settled, how: "expired" as const })), ...late.map(({ message }) => ({ send: message }))];
  return then(then([after, outs], (each) => askAgain(each, now)), (each) => release(each, now));
}

/** Whoever does not answer "what have I missed" is asked for everything. */
const askAgain = (sync: Sync, now: number): Result => (sync.asked !== null && sync.asked + ASK_AGAIN_AFTER <= now ? ask(sync, now, true) : [sync, []]);
