// Positions and moves in words: for the live region, names of spaces, the list of moves.
import { m, type Person } from "$m";
import { SPACES, stitch } from "../boards/bed";
import { nextToWhom, onWhom } from "./neighbours";
import type { OutcomeData, SeatData, SentenceData } from "./messages";
import { occupantName } from "./occupants";
import type { Effect, GameView, PieceRef, Seat } from "./types";

type Word = () => string;

const SIDES: Record<string, string[]> = {
  boop: ["orange", "grey"],
  "boop-junior": ["orange", "grey"],
  "boop-ghosts": ["purple", "orange"],
  hive: ["white", "black"],
};
const SIDE_NAMES: Record<string, Word> = { orange: m.side_orange, grey: m.side_grey, purple: m.side_purple, white: m.side_white, black: m.side_black };

/** A side as somebody in a sentence: by the colour of its pieces, or by number where sides have none. */
export function sideOf(game: string, seat: Seat): Person {
  const kind = SIDES[game]?.[seat] ?? "player";
  return { kind, name: SIDE_NAMES[kind]?.() ?? m.side_number({ n: seat + 1 }) };
}
export const sideName = (game: string, seat: Seat): string => sideOf(game, seat).name;

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

const HIVE_NAME = /^[wb][A-Z]\d*$/;
const numberOf = ({ id }: PieceRef): string => /\d+$/.exec(HIVE_NAME.test(id) ? id : "")?.[0] ?? "";

/** One piece: its kind, and its number where it has a name of its own ("wA1"). */
export const pieceName = (piece: PieceRef): string => `${kindName(piece.kind)} ${numberOf(piece)}`.trim();

const OWNED: Record<string, (words: { who: Person }) => string> = {
  kitten: m.owned_kitten,
  cat: m.owned_cat,
  queen: m.owned_queen,
  spider: m.owned_spider,
  beetle: m.owned_beetle,
  grasshopper: m.owned_grasshopper,
  ant: m.owned_ant,
  mosquito: m.owned_mosquito,
  ladybug: m.owned_ladybug,
  pillbug: m.owned_pillbug,
};

/** A piece and whose it is: "your ant 1", "grey kitten". */
export function ownedPiece(piece: PieceRef, game: string, who?: Naming): string {
  const seat = piece.seat ?? 0;
  const owner = who?.(seat).kind === "you" ? who(seat) : sideOf(game, seat);
  return [OWNED[piece.kind]?.({ who: owner }) ?? `${kindName(piece.kind)} (${owner.name})`, numberOf(piece)].join(" ").trim();
}

/** Who a seat is: you, the computer, a name, or the side. */
export type Naming = (seat: Seat) => Person;

type SeatWords = Pick<SeatData, "name" | "occupant" | "level"> | undefined;

/** Who sits there, as somebody in a sentence. */
export function personAt(seat: SeatWords, side: Person, you = false): Person {
  const name = occupantName(seat);
  if (you) return { kind: "you", name: name || m.you() };
  if (seat?.occupant === "bot") return { kind: "computer", name };
  return name ? { kind: "name", name } : side;
}

/** A ghost's stitch in words: between which two spaces, and where it looks. */
export function seamWords(text: string): string {
  const { across, facing, seam, along } = stitch(text);
  const [one, other] = [seam, seam + 1].map((n) => SPACES[across ? n : along]![across ? along : n]!);
  const way = across ? (facing > 0 ? m.towards_right() : m.towards_left()) : facing > 0 ? m.towards_down() : m.towards_up();
  return m.seam({ one: one!, other: other!, way });
}

function tellGhost({ kind, to }: Effect, told: { who: string; end: string }): string {
  const facts = { ...told, end: to ? seamWords(to) : "" };
  const words: Record<string, (facts: { who: string; end: string }) => string> = { entered: m.tell_ghost_in, moved: m.tell_ghost_moves, returned: m.tell_ghost_home };
  return words[kind]?.(facts) ?? "";
}

/** A bug's way in words: whom it stands on, else whom it stands next to. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function tellBug({ kind, piece, to, by }: Effect, facts: { who: string; piece: string }, view: GameView, who: Naming): string {
  const below = kind === "placed" ? "" : onWhom(to!, view, piece?.id ?? "", who);
  if (below && kind === "moved") return m.tell_climbed({ ...facts, bugs: below });
  const bugs = below || nextToWhom(to!, view, piece?.id ?? "", who);
  if (kind === "placed") return bugs ? m.tell_joined({ ...facts, bugs }) : m.tell_begins(facts);
  if (kind === "moved") return m.tell_moved({ ...facts, bugs });
  return m.tell_thrown({ bugs, by: by ? capital(ownedPiece(by, view.game, who)) : facts.who, piece: piece ? ownedPiece(piece, view.game, who) : "" });
}

function tellOne(effect: Effect, who: Naming, view: GameView): string {
  const seat = effect.seat ?? effect.piece?.seat ?? 0;
  const mover = who(seat);
  const facts = { who: mover.kind === "you" ? m.your_move() : mover.name, piece: effect.piece ? pieceName(effect.piece) : "", start: effect.from ?? "", end: effect.to ?? "" };
  if (effect.piece?.kind === "ghost") return tellGhost(effect, facts);
  if (view.shape.kind === "hexes" && effect.to) return tellBug(effect, facts, view, who);
  if (effect.kind === "placed") return m.tell_placed(facts);
  facts.piece = effect.piece ? ownedPiece(effect.piece, view.game, who) : "";
  switch (effect.kind) {
    case "booped": return m.tell_booped(facts);
    case "scared": return m.tell_scared(facts);
    case "fell": return m.tell_fell(facts);
    case "graduated": return m.tell_graduated(facts);
    case "returned": return m.tell_returned(facts);
    case "passed": return m.tell_passed(facts);
    case "won": return `${m.over_won({ who: mover, why: why(effect.reason) })}.`;
    case "draw": return `${m.over_drawn({ why: why(effect.reason) })}.`;
    default: return effect.reason?.text ?? (effect.to ? `${facts.who}: ${facts.piece} ${facts.end}.`.replace("  ", " ") : "");
  }
}

/** What happened (or would happen) in a position, as sentences. */
export const tell = (effects: Effect[], who: Naming, view: GameView): string => effects.map((effect) => tellOne(effect, who, view)).filter(Boolean).join(" ");

type Args = NonNullable<SentenceData["args"]>;

/** The reasons that are about the loser. */
const LOSSES: Record<string, (words: { who: Person }) => string> = { resigned: m.why_resigned, time_ran_out: m.why_time, absence: m.why_absence };

const REASONS: Record<string, (args: Args) => string> = {
  three_in_row: ({ what }) => (what === "kittens" ? m.why_three_kittens() : m.why_three_cats()),
  eight_on_bed: ({ what }) => (what === "kittens" ? m.why_eight_kittens() : m.why_eight_cats()),
  surrounded: ({ seat }) => (seat === 1 ? m.why_black_queen() : m.why_white_queen()),
  both_surrounded: m.why_both_queens,
  repetition: m.why_repeated,
  claimed_repetition: m.why_repeated,
  agreed: m.why_agreed,
  abandoned: m.why_abandoned,
  absence_ended: m.why_absence_ended,
  closed: m.why_closed,
  removed: m.why_removed,
  four_walls: m.why_four_walls,
  five_visitors: m.why_five_visitors,
  highest_sum: ({ count }) => m.why_highest_sum({ count: count ?? "" }),
  latest_visitor: m.why_latest_visitor,
  shared_victory: m.why_shared_victory,
};

/** Who has won, and why. */
export const over = (winner: Seat, reason: SentenceData | undefined, who: Naming): string => m.over_won({ who: who(winner), why: why(reason) });

/** Why a game ended; a reason that the page has no words for is shown as the server says it. */
export function why(reason: SentenceData | undefined, loser: Person = { kind: "other", name: "" }): string {
  if (!reason) return "";
  if (reason.code === "surrounded" && loser.kind === "you") return m.why_your_queen();
  return LOSSES[reason.code]?.({ who: loser }) ?? REASONS[reason.code]?.(reason.args ?? {}) ?? reason.text;
}

/** Ends that are no draw although nobody has won. */
const NO_RESULT = new Set(["abandoned", "absence_ended", "closed", "closed_because"]);

/** How a game of two ended, for whoever sits at `mine`. */
export function overWords({ winner, reason }: OutcomeData, who: Naming, mine: Seat | null): string {
  if (winner == null) return NO_RESULT.has(reason.code) ? m.over_ended({ why: why(reason) }) : m.over_drawn({ why: why(reason) });
  const loser = who(1 - winner);
  return m.over_won({ who: who(winner), why: why(reason, mine === winner ? { ...loser, kind: "other" } : loser) });
}
