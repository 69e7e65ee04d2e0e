// A move by its notation, in words: for lists of moves and for what the computer proposes. Nothing is judged here.
import { m } from "$m";
import { seamWords, kindName, ownedPiece, pieceName, type Naming } from "./words";
import type { PieceRef } from "./types";

const BUGS: Record<string, string> = { Q: "queen", S: "spider", B: "beetle", G: "grasshopper", A: "ant", M: "mosquito", L: "ladybug", P: "pillbug" };
const CATS: Record<string, string> = { k: "kitten", c: "cat" };

const ON_THE_BED = /^(?:([kc]) ([a-f][1-6])|row (.+)|one ([a-f][1-6])|g (-|[HV]\d@\d[+-]))$/;
const BUG = /^([wb])([QSBGAMLP])\d?$/;

function bedWords(text: string): string {
  const [, kind, space, row, one, ghost] = ON_THE_BED.exec(text) ?? [];
  if (kind) return m.hint_place({ piece: kindName(CATS[kind]!), space: space! });
  if (row) return m.choice_row({ spaces: row });
  if (one) return m.move_one({ space: one });
  if (ghost) return ghost === "-" ? m.move_ghost_out() : m.choice_ghost_in({ at: seamWords(ghost) });
  return text;
}

function bugOf(name: string): PieceRef | null {
  const [, side, letter] = BUG.exec(name) ?? [];
  return letter ? { id: name, kind: BUGS[letter]!, seat: side === "w" ? 0 : 1 } : null;
}

/** "wA1 bQ-": which bug, and next to whom or onto whom. */
function hiveWords(text: string, who: Naming): string {
  if (text === "pass") return m.choice_pass();
  const [name = "", place = ""] = text.split(" ");
  const [bug, other] = [bugOf(name), bugOf(place.replace(/[-/\\.]/g, ""))];
  if (!bug) return text;
  const piece = pieceName(bug);
  if (!other) return m.move_begins({ piece });
  const bugs = ownedPiece(other, "hive", who);
  return /[-/\\]/.test(place) ? m.hint_beside({ piece, bugs }) : m.hint_onto({ piece, bugs });
}

/** A move as somebody would say it; what cannot be read is shown as it is written. */
export function moveWords(game: string, text: string, who: Naming): string {
  if (game === "hive") return hiveWords(text, who);
  return game.startsWith("boop") ? bedWords(text) : text;
}
