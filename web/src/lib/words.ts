// Positions and moves in words: for the live region, names of spaces, the list of moves.
import { m } from "$m";
import { stitch } from "../boards/bed";
import { besideWhom, onWhom } from "./beside";
import type { SentenceData } from "./messages";
import type { Effect, GameView, PieceRef, Seat } from "./types";

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

/** A kind of piece. */
export const kindName = (kind: string): string => PIECES[kind]?.() ?? kind;

/** One piece: its kind, and its number where it has a name of its own ("wA1"). */
export const pieceName = ({ id, kind }: PieceRef): string => `${kindName(kind)} ${/\d+$/.exec(HIVE_NAME.test(id) ? id : "")?.[0] ?? ""}`.trim();
const HIVE_NAME = /^[wb][A-Z]\d*$/;

/** Who a seat is: the name at the table, else the side. */
export type Naming = (seat: Seat) => string;

/** A ghost's stitch in words: on which line, between which two, and where it looks. */
export function seamWords(text: string): string {
  const { across, facing, seam, along } = stitch(text);
  const lines = [seam, seam + 1, along].map((n, i) => (across === (i < 2) ? String(n + 1) : "abcdef"[n]!));
  const way = across ? (facing > 0 ? m.towards_right() : m.towards_left()) : facing > 0 ? m.towards_down() : m.towards_up();
  return m.seam({ one: lines[0]!, other: lines[1]!, line: lines[2]!, way });
}

function tellGhost({ kind, to }: Effect, told: { who: string; end: string }): string {
  const facts = { ...told, end: to ? seamWords(to) : "" };
  const words: Record<string, (facts: { who: string; end: string }) => string> = { entered: m.tell_ghost_in, moved: m.tell_ghost_moves, returned: m.tell_ghost_home };
  return words[kind]?.(facts) ?? "";
}

/** A bug's way in words: whom it stands on, else whom it stands beside. */
function tellBug({ kind, piece, to }: Effect, facts: { who: string; piece: string }, view: GameView): string {
  const below = kind === "placed" ? "" : onWhom(to!, view, piece?.id ?? "");
  if (below && kind === "moved") return m.tell_climbed({ ...facts, bugs: below });
  const bugs = below || besideWhom(to!, view, piece?.id ?? "");
  if (kind === "placed") return bugs ? m.tell_joined({ ...facts, bugs }) : m.tell_begins(facts);
  return kind === "moved" ? m.tell_moved({ ...facts, bugs }) : m.tell_thrown({ ...facts, bugs });
}

function tellOne(effect: Effect, who: Naming, view: GameView): string {
  const seat = effect.seat ?? effect.piece?.seat ?? 0;
  const facts = { who: who(seat), piece: effect.piece ? pieceName(effect.piece) : "", start: effect.from ?? "", end: effect.to ?? "" };
  if (effect.piece?.kind === "ghost") return tellGhost(effect, facts);
  if (view.shape.kind === "hexes" && effect.to) return tellBug(effect, facts, view);
  switch (effect.kind) {
    case "placed": return m.tell_placed(facts);
    case "booped": return m.tell_booped(facts);
    case "scared": return m.tell_scared(facts);
    case "fell": return m.tell_fell(facts);
    case "graduated": return m.tell_graduated(facts);
    case "returned": return m.tell_returned(facts);
    case "passed": return m.tell_passed(facts);
    case "won": return m.tell_won({ who: facts.who, why: why(effect.reason) });
    case "draw": return m.tell_drawn({ why: why(effect.reason) });
    default: return effect.reason?.text ?? "";
  }
}

/** What happened (or would happen) in a position, as sentences. */
export const tell = (effects: Effect[], who: Naming, view: GameView): string => effects.map((effect) => tellOne(effect, who, view)).filter(Boolean).join(" ");

type Args = NonNullable<SentenceData["args"]>;

const REASONS: Record<string, (args: Args) => string> = {
  three_in_row: ({ what }) => (what === "kittens" ? m.why_three_kittens() : m.why_three_cats()),
  eight_on_bed: ({ what }) => (what === "kittens" ? m.why_eight_kittens() : m.why_eight_cats()),
  surrounded: ({ seat }) => (seat === 1 ? m.why_black_queen() : m.why_white_queen()),
  both_surrounded: m.why_both_queens,
  repetition: m.why_repeated,
  claimed_repetition: m.why_repeated,
  resigned: m.why_resigned,
  time_ran_out: m.why_time,
  agreed: m.why_agreed,
  abandoned: m.why_abandoned,
  closed: m.why_closed,
  removed: m.why_removed,
};

/** Why a game ended; a reason that the page has no words for is shown as the server says it. */
export const why = (reason: SentenceData | undefined): string => (reason ? (REASONS[reason.code]?.(reason.args ?? {}) ?? reason.text) : "");

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

/** Why something was not done, in the page's language; a category that the page has no words for as the server says it. */
export const refusal = ({ code, ...rest }: { code: string } & ({ message: SentenceData } | { sentence: SentenceData | null })): string =>
  REFUSALS[code]?.() ?? ("sentence" in rest ? rest.sentence : rest.message)?.text ?? m.refused_other();
