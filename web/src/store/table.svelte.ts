// A table as this page follows it. Each part is a signal of its own: a chat line changes the chat and nothing else.
import { withTexts } from "$lib/i18n.svelte";
import { tokensOf } from "$lib/seats.svelte";
import { begin, due, step, type Event, type Out, type Pending, type Sync } from "../sync/sync";
import { transport, type Transport } from "../transport";
import type { BoardPart, ChatMessage, ClientAction, ClocksPart, CompanyPart, EffectData, ErrorMessage, EventData, FromServer, GameView, MoveData, Preview, PreviewResult, Snapshot, TableSettings, Update } from "$lib/messages";
import { isRace, type Seat } from "$lib/types";
import { Story } from "../story/story.svelte";
import { Intent } from "./intent.svelte";

type Link = "connecting" | "open" | "lost";
/** Told of every update after the table shows it (a move: when it has been told), with the board before it. */
export type TableListener = (update: Update, before: BoardPart) => void;

export interface TableClocks extends ClocksPart {
  /** When they were true, by the server's clock. */
  server_ms: number;
}

const PREVIEW_PATIENCE = 5000;
const CHAT_PATIENCE = 60_000;
const PATIENCE = 20_000;
/** What somebody pressed in a race counts now or not at all. */
const RACE_PATIENCE = 3000;
/** Nobody has done anything for so long: the connection is looked after less often. */
const IDLE = 600_000;

/** How long a notice can be read. */
const NOTICE = 8000;
let carried = "";
/** The next table begins with this notice. */
export const carryNotice = (words: string): void => void (carried = words);

export class TableStore {
  /** What was agreed on; null until the table is known. */
  settings: TableSettings | null = $state.raw(null);
  /** The board by the last message. */
  #board: BoardPart | null = $state.raw(null);
  /** The board as far as it has been told. */
  #seen: BoardPart | null = $state.raw(null);
  readonly story = new Story();
  #company: CompanyPart | null = $state.raw(null);
  #clocks: TableClocks | null = $state.raw(null);
  /** What the last event that was told did. */
  effects: EffectData[] = $state.raw([]);
  events: EventData[] = $state.raw([]);
  chat: ChatMessage[] = $state.raw([]);
  spectators = $state(0);
  /** The seat that has been away for long while it was to move. */
  #gone: Seat | null = $state(null);
  roomCode: string | null = $state(null);
  link: Link = $state("connecting");
  /** Why the last thing asked for was not done. */
  refused: ErrorMessage | null = $state.raw(null);
  /** What was given up because the connection did not come back in time. */
  expired: ClientAction | null = $state.raw(null);
  missing = $state(false);
  /** Something to read for a while that asks for nothing: an answer to an offer, a line of chat. */
  notice = $state("");
  #noticed: ReturnType<typeof setTimeout> | undefined;
  pending: readonly Pending[] = $state.raw([]);
  readonly intent: Intent;
  /** The next move, chosen in the other's turn: it is made when the turn comes, if it is one then. */
  planned: MoveData | null = $state.raw(null);
  /** An earlier position that is looked at until somebody moves, and the words for it. */
  past: { view: GameView; effects: EffectData[]; words: string; label: string } | null = $state.raw(null);
  /** What may be planned now, and how it is called; null when nothing can be. */
  planning: { moves: MoveData[]; kept: string; label: string } | null = $state.raw(null);

  #sync: Sync;
  #line: Transport;
  #unlisten: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #questions = new Map<string, (why: ErrorMessage) => void>();
  #previews = new Map<string, (answer: PreviewResult | null) => void>();
  #listeners = new Set<TableListener>();
  #active = 0;

  constructor(readonly id: string, line: Transport = transport()) {
    this.#line = line;
    this.#active = line.now();
    if (carried) this.notify(carried);
    carried = "";
    this.#sync = begin(id, tokensOf(id));
    this.intent = new Intent(() => this.#seen?.moved, (move) => this.#previewLike(move), (move) => this.#make(move), () => this.waiting !== null);
    this.#unlisten = line.listen({
      message: (message) => this.#hear(message),
      status: (status) => {
        if (status === "open") this.#step({ on: "opened", now: line.now() });
        else if (this.#sync.open) this.#step({ on: "closed" });
        if (status === "closed") this.link = "lost";
      },
      pace: () => this.#pace(),
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#noticed);
    this.story.finish();
    this.#line.send({ type: "unsubscribe", table_id: this.id });
    this.#unlisten();
  }

  /** Whether there is something to show. */
  get known(): boolean {
    return this.#board !== null;
  }

  readonly #shown = $derived(this.#seen && { ...this.#seen, position: this.story.view ?? this.#seen.position, legal_moves: this.story.busy ? [] : this.#seen.legal_moves });

  /** The board as it is shown: it follows the story, not the message. */
  get board(): BoardPart {
    return this.#shown!;
  }


  get company(): CompanyPart {
    return this.#company!;
  }

  get clocks(): TableClocks {
    return this.#clocks!;
  }

  /** Whether a seat of this screen may act. */
  readonly mine = $derived(this.#seen?.status === "playing" && this.#seen.active_seats.some((seat) => this.#company?.your_seats.includes(seat)));
  /** The move for this position that is on its way. */
  readonly waiting = $derived(this.pending.find(({ message, moved, until }) => until === null && message.action.kind === "play" && moved === this.#board?.moved) ?? null);
  /** The moves that may be made at this screen now: none while something is told or a move is on its way. */
  readonly offered: MoveData[] = $derived(this.mine && !this.waiting && !this.story.busy ? this.#seen!.legal_moves : []);
  /** Who waits for another person, and may plan the next move. */
  readonly waits: Seat | null = $derived.by(() => {
    const { your_seats: ours, between_people: people } = this.#company ?? { your_seats: [], between_people: false };
    return people && ours.length === 1 && this.#seen?.status === "playing" && !this.mine && !this.story.busy && !isRace(this.#seen.position) ? ours[0]! : null;
  });

  /** The other player, while this one waits and may end the game for it. */
  readonly gone: Seat | null = $derived(this.waits !== null && this.#gone === 1 - this.waits ? this.#gone : null);

  now = (): number => this.#line.now();

  listen(listener: TableListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Do something. It is sent again after a loss; the server does it once. */
  act(action: ClientAction, seat?: number, patience: number | null = action.kind === "chat" ? CHAT_PATIENCE : PATIENCE): string {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    this.refused = this.expired = null;
    this.#active = this.now();
    this.#step({ on: "do", id, action, seat, moved: this.#board?.moved ?? 0, patience, now: this.now() });
    return id;
  }

  /** Play a move for the position that is there now; one at a time. */
  play(text: string): void {
    const { active_seats } = this.#board!;
    const seat = active_seats.find((each) => this.company.your_seats.includes(each));
    if (!this.waiting && seat !== undefined) this.act({ kind: "play", text }, seat, null);
  }

  #make(move: MoveData): void {
    if (this.mine) this.play(move.text);
    else this.planned = move;
  }

  /** Something in a race. */
  race(text: string, seat: number, reported_ms?: number): void {
    this.act({ kind: "play", text, ...(reported_ms === undefined ? {} : { reported_ms }) }, seat, RACE_PATIENCE);
  }

  /** What moves would do; null when it is not known, or of another position. */
  async preview(query: Pick<Preview, "moves" | "piece" | "from" | "to">): Promise<Record<string, EffectData[]> | null> {
    const id = `p${Math.random().toString(36).slice(2)}`;
    const moved = this.#board?.moved;
    const answer = await new Promise<PreviewResult | null>((resolve) => {
      this.#previews.set(id, resolve);
      setTimeout(() => this.#answerPreview(id, null), PREVIEW_PATIENCE);
      if (!this.#line.send({ type: "preview", table_id: this.id, id, ...query })) this.#answerPreview(id, null);
    });
    const fits = answer && moved !== undefined && moved === this.#board?.moved && answer.seq >= moved && answer.seq <= this.#sync.seq;
    return fits ? answer.effects : null;
  }

  /** Ask why a move is not possible; the reason is shown as that of any refused move. */
  whyNot(text: string): void {
    const id = `w${Math.random().toString(36).slice(2)}`;
    const moved = this.#board?.moved;
    this.#questions.set(id, (why) => {
      this.#questions.delete(id);
      if (moved === this.#board?.moved) this.refused = why;
    });
    setTimeout(() => this.#questions.delete(id), PREVIEW_PATIENCE);
    this.#line.send({ type: "preview", table_id: this.id, id, moves: [text] });
  }

  notify(words: string): void {
    clearTimeout(this.#noticed);
    this.notice = words;
    this.#noticed = setTimeout(() => (this.notice = ""), NOTICE);
  }

  /** Try to come back now. */
  reconnect(): void {
    this.#line.wake();
  }

  /** A seat was taken: ask again, with its secret. */
  follow(): void {
    this.#step({ on: "follow", tokens: tokensOf(this.id), now: this.now() });
  }

  #previewLike(move: MoveData): Promise<Record<string, EffectData[]> | null> {
    if (!this.mine) return Promise.resolve({});
    const piece = move.piece && (move.piece.id || move.piece.kind);
    // A ghost has no place before it enters, and a choice has no piece: such moves are named.
    if (piece && ["place", "move", "throw"].includes(move.kind)) return this.preview({ piece, ...(move.from ? { from: move.from } : {}) });
    return this.preview({ moves: this.board.legal_moves.filter((each) => each.kind === move.kind).slice(0, 64).map((each) => each.text) });
  }

  #pace(): number {
    const status = this.#board?.status;
    if (status !== "playing" || this.now() - this.#active > IDLE) return status ? 15_000 : 1000;
    const hurried = this.#clocks?.game_ms != null || this.#clocks?.clocks.some((clock) => clock.running && this.settings?.clock.kind === "real_time");
    // A loss is noticed within three seconds while somebody is to move.
    return hurried ? 500 : 750;
  }

  #hear(message: FromServer): void {
    if ("table_id" in message && message.table_id === this.id) this.#aside(message);
    if (message.type === "error" && message.id && this.#questions.has(message.id)) this.#questions.get(message.id)!(message);
    else if (message.type === "error" && message.id && this.#previews.has(message.id)) this.#answerPreview(message.id, null);
    else if (message.type === "error") this.#fault(message);
    else if (message.type === "notice") void withTexts(import("$lib/notices"), "refused").then(({ noticeWords }) => this.notify(noticeWords(message)), () => undefined);
    this.#step({ on: "heard", message, now: this.now() });
  }

  /** What is not part of the table's numbered history. */
  #aside(message: FromServer): void {
    if (message.type === "preview") this.#answerPreview(message.id, message);
    else if (message.type === "clocks") this.#clocks = { clocks: message.clocks, game_ms: message.game_ms ?? this.#clocks?.game_ms ?? null, server_ms: message.server_ms };
    else if (message.type === "presence") {
      this.spectators = message.spectators;
      this.#gone = message.gone_seat;
      if (this.#company) this.#company = { ...this.#company, seats: this.#company.seats.map((seat, i) => ({ ...seat, connected: message.connected[i] ?? false })) };
    }
  }

  /** An error that answers no action of ours. */
  #fault(error: ErrorMessage): void {
    if (error.id || error.table_id !== this.id) return;
    if ((error.code === "unknown_table" || error.code === "private") && !this.known) this.missing = true;
    this.refused = error;
  }

  #step(event: Event): void {
    const [sync, outs] = step(this.#sync, event);
    this.#sync = sync;
    if (sync.pending !== this.pending) this.pending = sync.pending;
    if (sync.open && sync.live) this.link = "open";
    for (const out of outs) this.#carryOut(out);
    clearTimeout(this.#timer);
    const next = due(this.#sync);
    if (next !== null) this.#timer = setTimeout(() => this.#step({ on: "tick", now: this.now() }), Math.max(0, next - this.now()));
  }

  #carryOut(out: Out): void {
    if ("send" in out) this.#line.send(out.send);
    else if ("reset" in out) this.#begin(out.reset);
    else if ("entry" in out) this.#show(out.entry);
    else if (out.how === "refused") this.refused = out.why!;
    // A move whose position is gone has nothing left to say.
    else if (out.how === "expired" && out.settled.until !== null) this.expired = out.settled.message.action;
  }

  #begin(snapshot: Snapshot): void {
    const { table, server_ms } = snapshot;
    this.missing = false;
    // The same position again: what was shown of it stays.
    const same = this.#board?.moved === table.board.moved;
    if (!same) this.effects = snapshot.effects;
    this.settings = snapshot.settings;
    this.roomCode = snapshot.room_code;
    this.events = snapshot.events;
    this.chat = snapshot.chat;
    this.spectators = snapshot.spectators;
    this.#gone = snapshot.gone_seat;
    this.#company = table.company;
    this.#clocks = { ...table.clocks, server_ms };
    this.#board = this.#seen = table.board;
    if (same) this.story.finish();
    else this.story.show(table.board.position);
  }

  #show(update: Update): void {
    const before = this.#board;
    if (!before) return;
    const { board, company, clocks, chat } = update;
    if (chat) this.chat = [...this.chat, chat];
    if (company) this.#company = company;
    if (clocks) this.#clocks = { ...clocks, server_ms: update.server_ms };
    if (!board) return this.#announce(update, this.#seen!);
    this.#board = board;
    this.#active = this.now();
    if (board.moved !== before.moved) this.refused = this.past = null;
    const own = update.seat !== null && (this.#company?.your_seats.includes(update.seat) ?? false);
    const moved = board.moved !== before.moved && !isRace(board.position);
    this.story.tell({ view: board.position, effects: moved ? (update.effects ?? []) : [], own, done: () => this.#told(update, board) });
  }

  /** A change of the board has been told, or there was nothing to tell. */
  #told(update: Update, board: BoardPart): void {
    const before = this.#seen!;
    const { events_taken_back: back, effects = [] } = update;
    if (back) this.events = this.events.slice(0, -back);
    if (board.last_event && board.event_count > this.events.length) this.events = [...this.events, board.last_event];
    if (board.moved !== before.moved) this.effects = effects;
    this.#seen = board;
    this.#announce(update, before);
  }

  #announce(update: Update, before: BoardPart): void {
    for (const listener of this.#listeners) listener(update, before);
  }

  #answerPreview(id: string, answer: PreviewResult | null): void {
    this.#previews.get(id)?.(answer);
    this.#previews.delete(id);
  }
}

