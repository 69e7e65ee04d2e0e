// Nothing a person has in mind is lost by a message about something else, and nothing is done twice.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakeStorage } from "$lib/fakes";
import type { FromClient, FromServer, MoveData, Update } from "$lib/messages";
import { boardAt, company, snapshot, update } from "../sync/samples";
import type { Listener, Transport } from "../transport/transport";
import { TableStore } from "./table.svelte";

class FakeLine implements Transport {
  sent: FromClient[] = [];
  open = true;
  time = 1000;
  #listener: Listener | null = null;

  send(message: FromClient): boolean {
    if (this.open) this.sent.push(message);
    return this.open;
  }

  listen(listener: Listener): () => void {
    this.#listener = listener;
    listener.status("open");
    return () => (this.#listener = null);
  }

  wake(): void {}

  now(): number {
    return this.time;
  }

  say(message: FromServer): void {
    this.#listener!.message(message);
  }

  lose(): void {
    this.open = false;
    this.#listener!.status("closed");
  }

  of(type: FromClient["type"]): FromClient[] {
    return this.sent.filter((message) => message.type === type);
  }
}

const cat: MoveData = { text: "c c3", kind: "place", piece: { id: "", kind: "cat", seat: 0 }, to: "c3" };
const kitten: MoveData = { text: "k c3", kind: "place", piece: { id: "", kind: "kitten", seat: 0 }, to: "c3" };

let line: FakeLine;
let table: TableStore;

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("window", { matchMedia: () => ({ matches: false }) });
  line = new FakeLine();
  table = new TableStore("t", line);
  line.say(snapshot(5, 5, { table: { board: boardAt(5, { legal_moves: [cat, kitten] }), company, clocks: { clocks: [], game_ms: null } } }));
});

/** Everything that can happen without a change of the position. */
const ASIDE: [string, FromServer][] = [
  ["a chat line", update(6, { chat: { server_ms: 1, seat: 1, name: "Ada", text: "", phrase: "hello" } })],
  ["a spectator", { type: "presence", table_id: "t", connected: [true, false], spectators: 1, gone_seat: null }],
  ["the clocks", { type: "clocks", table_id: "t", server_ms: 5, clocks: [] }],
  ["an offer", update(6, { action: { kind: "offer", what: "draw" }, company: { ...company, offers: [{ kind: "draw", offered_by: 1, awaiting: [0] }] } })],
  ["the same position again", update(6, { board: boardAt(5, { legal_moves: [cat, kitten], event_count: 7 }) })],
  ["the whole table again", snapshot(5, 5)],
];

describe.each(ASIDE)("%s", (_, message) => {
  test("leaves the piece in hand, the move to confirm and the hint alone", () => {
    table.intent.picked = "cat";
    table.intent.look(cat, true);
    table.intent.hear({ seat: 0, moved: 5, reasons: [], squares: ["c3"] }, 5);
    line.say(message);
    expect(table.intent).toMatchObject({ picked: "cat", move: cat, firm: true, hints: 1 });
    expect(table.intent.hint?.squares).toEqual(["c3"]);
  });

  test("does not unlock the board while a move is on its way", () => {
    table.play("c c3");
    line.say(message);
    expect(table.waiting).not.toBeNull();
    table.play("k c3");
    expect(line.of("action").length).toBe(1);
  });
});

test("another position ends what was meant for the old one", () => {
  table.intent.picked = "cat";
  table.intent.look(cat, true);
  table.intent.hear({ seat: 0, moved: 5, reasons: [] }, 5);
  line.say(update(6, { action: { kind: "play", text: "c c3" }, board: boardAt(6) }));
  expect(table.intent).toMatchObject({ picked: null, move: null, firm: false, hint: null, hints: 0, preview: null });
});

test("a hint of the old position is not shown in the new one", () => {
  line.say(update(6, { board: boardAt(6) }));
  expect(table.intent.hear({ seat: 0, moved: 5, reasons: [] }, 5)).toBe(false);
  expect(table.intent.hint).toBeNull();
});

test("only the part that a message is about changes", () => {
  const { board, clocks } = table;
  line.say({ type: "presence", table_id: "t", connected: [true, false], spectators: 3, gone_seat: null });
  expect(table.company.seats[1]!.connected).toBe(false);
  expect(table.spectators).toBe(3);
  line.say(update(6, { chat: { server_ms: 1, seat: 1, name: "Ada", text: "hi", phrase: null } }));
  expect(table.chat.length).toBe(1);
  expect(table.board).toBe(board);
  expect(table.clocks).toBe(clocks);
});

test("a move chosen in the other's turn is kept in the page and not sent", () => {
  expect(table.waits).toBeNull();
  line.say(update(6, { board: boardAt(6, { active_seats: [1] }) }));
  expect(table.waits).toBe(0);
  table.intent.confirm(kitten);
  expect(table.planned).toEqual(kitten);
  expect(line.of("action")).toEqual([]);
  line.say(update(7, { company: { ...company, between_people: false } }));
  expect(table.waits).toBeNull();
});

describe("previews", () => {
  const asked = () => line.of("preview").at(-1) as Extract<FromClient, { type: "preview" }>;
  const answer = (id: string, seq: number): FromServer => ({ type: "preview", table_id: "t", id, seq, effects: { "k c3": [{ kind: "placed", cause: 0, to: "c3" }] } });

  test("a preview of this position is shown", async () => {
    table.intent.look(kitten);
    expect(asked()).toMatchObject({ piece: "kitten" });
    line.say(answer(asked().id, 5));
    await vi.waitFor(() => expect(table.intent.preview).toHaveLength(1));
  });

  test("a late preview of the old position is not shown for the new one", async () => {
    table.intent.look(kitten);
    const { id } = asked();
    line.say(update(6, { board: boardAt(6, { legal_moves: [kitten] }) }));
    table.intent.look(kitten);
    line.say(answer(id, 5));
    await Promise.resolve().then(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(table.intent.preview).toBeNull();
  });

  test("a preview that failed once is asked for again", async () => {
    table.intent.look(kitten);
    line.say({ type: "error", code: "too_often", message: { code: "too_often", text: "" }, table_id: "t", id: asked().id });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(table.refused).toBeNull();
    table.intent.look(null);
    table.intent.look(kitten);
    expect(line.of("preview").length).toBe(2);
  });
});

describe("actions", () => {
  test("a refused move frees the board and says why", () => {
    table.play("k c3");
    const action = line.of("action")[0] as Extract<FromClient, { type: "action" }>;
    expect(action).toMatchObject({ seat: 0, seq: 5, action: { kind: "play", text: "k c3" } });
    line.say({ type: "error", code: "illegal_move", message: { code: "taken", text: "c3 is taken" }, table_id: "t", id: action.id });
    expect(table.waiting).toBeNull();
    expect(table.refused?.message.text).toBe("c3 is taken");
    line.say(update(6, { board: boardAt(6) }));
    expect(table.refused).toBeNull();
  });

  test("the list of events follows, also when moves are taken back", () => {
    const play = (seq: number, text: string, count: number) => update(seq, { action: { kind: "play", text }, board: boardAt(seq, { event_count: count, last_event: { seat: 0, text } }), effects: [{ kind: "placed", cause: 0 }] });
    line.say(play(6, "k a1", 1));
    line.say(play(7, "k a2", 2));
    expect(table.events.map(({ text }) => text)).toEqual(["k a1", "k a2"]);
    expect(table.effects).toHaveLength(1);
    line.say(update(8, { events_taken_back: 1, board: boardAt(8, { event_count: 1, last_event: { seat: 0, text: "k a1" } }) }));
    expect(table.events.map(({ text }) => text)).toEqual(["k a1"]);
    expect(table.effects).toEqual([]);
  });

  test("those who listen hear of an update with the board before it", () => {
    const heard: [Update, number][] = [];
    table.listen((each, before) => heard.push([each, before.moved]));
    line.say(update(6, { board: boardAt(6) }));
    line.say(update(7));
    expect(heard.map(([each, before]) => [each.seq, before])).toEqual([[6, 5], [7, 6]]);
  });

  test("a lost connection is said, and found again with the table", () => {
    expect(table.link).toBe("open");
    line.lose();
    expect(table.link).toBe("lost");
  });

  test("a table that is not there is said to be missing", () => {
    const other = new TableStore("x", line);
    line.say({ type: "error", code: "unknown_table", message: { code: "unknown_table", text: "" }, table_id: "x" });
    expect(other.missing).toBe(true);
  });
});

test("what the server says to everybody is shown here, too", async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  const message = { code: "other", text: "" };
  const reads = (words: RegExp): Promise<void> => vi.waitFor(() => expect(table.notice).toMatch(words), { timeout: 20_000 });
  line.say({ type: "notice", code: "store_away", message });
  await reads(/cannot store moves/);
  line.say({ type: "notice", code: "store_back", message });
  await reads(/can store moves again/);
  line.say({ type: "notice", code: "announcement", message, stops_at: new Date(2026, 1, 3, 12, 34).getTime() });
  await reads(/stops for a while at .*:34/);
  line.say({ type: "notice", code: "announcement", message });
  await reads(/does not stop/);
});
