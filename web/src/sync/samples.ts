// Messages for unit tests: a table of boop. with as little in it as the types allow.
import type { BoardPart, BoopView, CompanyPart, Snapshot, Update } from "$lib/messages";

export const view: BoopView = { game: "boop", to_move: 0, mid_turn: false, shape: { kind: "squares", columns: 6, rows: 6 }, pieces: [], trays: [], marks: [] };

export const boardAt = (moved: number, more: Partial<BoardPart> = {}): BoardPart => ({
  status: "playing", moved, position: view, legal_moves: [], active_seats: [0], event_count: 0, last_event: null, outcome: null, next_timer_ms: null, claims: [], hint: null, ...more,
});

export const company: CompanyPart = {
  seats: [
    { seat: 0, name: null, occupant: "person", connected: true },
    { seat: 1, name: "Ada", occupant: "person", connected: true },
  ],
  your_seats: [0], is_host: true, offers: [], takeback_allowed: true, assistance_allowed: false, between_people: true, rematch_table: null,
};

export const snapshot = (seq: number, moved = seq, more: Partial<Snapshot> = {}): Snapshot => ({
  type: "snapshot", table_id: "t", seq, server_ms: 0, room_code: null, effects: [], events: [], chat: [], spectators: 0, gone_seat: null,
  settings: { game: "boop", title: "boop.", options: {}, preset: null, clock: { kind: "none" }, strict: false, rated: false, assistance_allowed: false, public: false, scenery: view, initial_position: "" },
  table: { board: boardAt(moved), company, clocks: { clocks: [], game_ms: null } },
  ...more,
});

export const update = (seq: number, more: Partial<Update> = {}): Update => ({
  type: "update", table_id: "t", seq, server_ms: 0, acted_ms: 0, id: `u${seq}`, seat: 1, action: { kind: "chat", phrase: "hello" }, ...more,
});
