// Positions and moves in words: for the live region, names of spaces, the list of moves.
import { m } from "$m";
import { stitch } from "../boards/bed";
import { besideWhom, onWhom } from "./beside";
import type { Effect, Seat, View } from "./types";

type Word = () => string;

const SIDES: Record<string, Word[]> = {
  boop: [m.side_orange, m.side_grey],
  "boop-junior": [m.side_orange, m.side_grey],
  "boop-ghosts": [m.side_witch, m.side_pumpkin],
  hive: [m.side_white, m.side_black],
};

/** What a side is called by its pieces; in Booo! players have numbers only. */
export const sideName = (game: string, seat: Seat): string => SIDES[game]?.[seat]?.() ?? m.side_number({ n: seat + 1 });

const PIECES: Record<string, Word> = {
  kitten: m.piece_kitten,
  cat: m.piece_cat,
  ghost: m.piece_ghost,
  queen: m.piece_queen,
  spider: m.piece_spider,
  beetle: m.piece_beetle,
  grasshopper: m.piece_grasshopper,
  ant: m.piece_ant,
  mosquito: m.piece_mosquito,
  ladybug: m.piece_ladybug,
  pillbug: m.piece_pillbug,
};

const BUGS: Record<string, string> = { Q: "queen", S: "spider", B: "beetle", G: "grasshopper", A: "ant", M: "mosquito", L: "ladybug", P: "pillbug" };

/** The kind of bug a name such as "wA1" stands for. */
export const bugOf = (name: string): string => BUGS[name[1]?.toUpperCase() ?? ""] ?? name;

export const pieceName = (piece: string): string => PIECES[piece]?.() ?? (BUGS[piece[1] ?? ""] ? `${PIECES[bugOf(piece)]!()} ${piece.slice(2)}`.trim() : piece);

/** Who a seat is: the name at the table, else the side. */
export type Naming = (seat: Seat) => string;

/** A ghost's stitch in words: on which line, between which two, and where it looks. */
export function seamWords(text: string): string {
  const { across, facing, seam, along } = stitch(text);
  const lines = [seam, seam + 1, along].map((n, i) => (across === (i < 2) ? String(n + 1) : "abcdef"[n]!));
  const way = across ? (facing > 0 ? m.towards_right() : m.towards_left()) : facing > 0 ? m.towards_down() : m.towards_up();
  return m.seam({ one: lines[0]!, other: lines[1]!, line: lines[2]!, way });
}

function tellGhost({ kind, end }: Effect, told: { who: string; end: string }): string {
  const facts = { ...told, end: end ? seamWords(end) : "" };
  const words: Record<string, (facts: { who: string; end: string }) => string> = { entered: m.tell_ghost_in, moved: m.tell_ghost_moves, returned: m.tell_ghost_home };
  return words[kind]?.(facts) ?? "";
}

/** A bug's way in words: whom it stands on, else whom it stands beside. */
function tellBug({ kind, piece, end }: Effect, facts: { who: string; piece: string }, view: View): string {
  const below = kind === "placed" ? "" : onWhom(end!, view, piece ?? "");
  if (below && kind === "moved") return m.tell_climbed({ ...facts, bugs: below });
  const bugs = below || besideWhom(end!, view, piece ?? "");
  if (kind === "placed") return bugs ? m.tell_joined({ ...facts, bugs }) : m.tell_begins(facts);
  return kind === "moved" ? m.tell_moved({ ...facts, bugs }) : m.tell_thrown({ ...facts, bugs });
}

function tellOne(effect: Effect, who: Naming, view: View): string {
  const seat = effect.seat ?? 0;
  const facts = { who: who(seat), piece: pieceName(effect.piece ?? ""), start: effect.start ?? "", end: effect.end ?? "" };
  if (effect.piece === "ghost") return tellGhost(effect, facts);
  if (view.tiles && effect.end) return tellBug(effect, facts, view);
  switch (effect.kind) {
    case "placed": return m.tell_placed(facts);
    case "booped": return m.tell_booped(facts);
    case "scared": return m.tell_scared(facts);
    case "fell": return m.tell_fell(facts);
    case "graduated": return m.tell_graduated(facts);
    case "returned": return m.tell_returned(facts);
    case "passed": return m.tell_passed(facts);
    case "won": return m.tell_won({ who: facts.who, why: why(effect.note ?? "") });
    case "drawn": return m.tell_drawn({ why: why(effect.note ?? "") });
    default: return "";
  }
}

/** What happened (or would happen) in a position, as sentences. */
export const tell = (effects: Effect[], who: Naming, view: View): string => effects.map((effect) => tellOne(effect, who, view)).filter(Boolean).join(" ");

const REASONS: Record<string, Word> = {
  "three cats in a row": m.why_three_cats,
  "three kittens in a row": m.why_three_kittens,
  "all eight cats on the bed": m.why_eight_cats,
  "all eight kittens on the bed": m.why_eight_kittens,
  "the same position for the third time": m.why_repeated,
  resigned: m.why_resigned,
  "time ran out": m.why_time,
  "White's queen is surrounded": m.why_white_queen,
  "Black's queen is surrounded": m.why_black_queen,
  "both queens are surrounded": m.why_both_queens,
  agreed: m.why_agreed,
  abandoned: m.why_abandoned,
};

/** Why a game ended. */
export const why = (reason: string): string => REASONS[reason]?.() ?? reason;

const REFUSALS: Record<string, Word> = {
  not_your_seat: m.refused_not_your_seat,
  not_your_turn: m.refused_not_your_turn,
  illegal_move: m.refused_illegal_move,
  stale: m.refused_stale,
  not_now: m.refused_not_now,
  too_often: m.refused_too_often,
  too_early: m.refused_too_early,
  full: m.refused_full,
  unknown_code: m.refused_unknown_code,
  unknown_table: m.refused_unknown_table,
  unknown_game: m.refused_unknown_game,
  no_engine: m.refused_no_engine,
  muted: m.refused_muted,
  private: m.refused_private,
  busy: m.refused_busy,
  try_again: m.refused_busy,
  offline: m.refused_offline,
};

/** A refusal in the page's language. */
export const refusal = (code: string, reason?: string | null): string => REFUSALS[code]?.() ?? reason ?? m.refused_other();
