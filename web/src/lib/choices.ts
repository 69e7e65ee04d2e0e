// Step by step choices in words: the ghost, the row that graduates, the one with eight on the bed.
import { m } from "$m";
import type { MoveData } from "./messages";
import { seamWords } from "./words";

const spaces = (move: MoveData): string => move.about?.join(" ") ?? move.to ?? move.from ?? "";

export const choiceLabel = {
  /** What is being asked. */
  ask(move: MoveData): string {
    if (move.kind === "row" || move.kind === "one") return m.choose_graduates();
    if (move.kind === "enter" || move.kind === "stay_out") return m.choose_ghost();
    if (move.kind === "pass") return m.must_pass();
    return m.choose();
  },
  /** One of the answers. */
  of(move: MoveData): string {
    if (move.kind === "row") return m.choice_row({ spaces: spaces(move) });
    if (move.kind === "one") return m.choice_one({ space: spaces(move) });
    if (move.kind === "stay_out") return m.choice_ghost_out();
    if (move.kind === "enter") return m.choice_ghost_in({ at: seamWords(move.to!) });
    if (move.kind === "pass") return m.choice_pass();
    return move.text;
  },
};

/** Choices that are made on the board itself and need no button of their own. */
export const onBoard = (move: MoveData): boolean => ["place", "enter", "move", "throw"].includes(move.kind);
