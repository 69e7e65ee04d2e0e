// Step by step choices in words: the ghost, the row that graduates, the one with eight on the bed.
import { m } from "$m";
import type { MoveData } from "./messages";
import type { GameView } from "./types";
import { seamWords } from "./words";

const spaces = (move: MoveData): string => move.about?.join(" ") ?? move.to ?? move.from ?? "";

/** Where nobody graduates: a single one that is chosen comes back to the pool. */
const ONLY_KITTENS = "boop-junior";

const isCat = (move: MoveData, view?: GameView): boolean => view?.pieces.some(({ at, kind }) => at === move.about?.[0] && kind === "cat") ?? false;

/** The question when pieces leave the bed. */
function askOne(moves: MoveData[], view?: GameView): string {
  if (view?.game === ONLY_KITTENS) return m.choose_back();
  const kinds = new Set(moves.map(({ kind }) => kind));
  if (kinds.has("row")) return kinds.has("one") ? m.choose_row_or_one() : m.choose_row();
  return moves.some((move) => isCat(move, view)) ? m.choose_one_or_cat() : m.choose_one();
}

function ofOne(move: MoveData, view?: GameView): string {
  const space = spaces(move);
  if (isCat(move, view)) return m.choice_cat_back({ space });
  return view?.game === ONLY_KITTENS ? m.choice_kitten_back({ space }) : m.choice_graduates({ space });
}

export const choiceLabel = {
  /** What is being asked when these are the answers. */
  ask(moves: MoveData[], view?: GameView): string {
    const move = moves[0]!;
    if (move.kind === "row" || move.kind === "one") return askOne(moves, view);
    if (move.kind === "enter" || move.kind === "stay_out") return m.choose_ghost();
    if (move.kind === "pass") return m.must_pass();
    return m.choose();
  },
  /** One of the answers. */
  of(move: MoveData, view?: GameView): string {
    if (move.kind === "row") return m.choice_row({ spaces: spaces(move) });
    if (move.kind === "one") return ofOne(move, view);
    if (move.kind === "stay_out") return m.choice_ghost_out();
    if (move.kind === "enter") return m.choice_ghost_in({ at: seamWords(move.to!) });
    if (move.kind === "pass") return m.choice_pass();
    return move.text;
  },
};

/** Answers to a question of the rules, although they are about places. */
const QUESTIONS = new Set(["row", "one", "stay_out", "pass"]);

/** Choices that are made on the board itself and need no button of their own: those that are about a place. */
export const onBoard = (move: MoveData): boolean => !QUESTIONS.has(move.kind) && Boolean(move.to ?? move.about?.length);
