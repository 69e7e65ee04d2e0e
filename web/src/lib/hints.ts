// The hint ladder in the page's language: where to look, which piece, which move and why.
import { m } from "$m";
import { besideWhom } from "./beside";
import { choiceLabel } from "./choices";
import type { Hint } from "./messages";
import type { MoveData, View } from "./types";
import { pieceName } from "./words";

type Word = () => string;

/** The engine's sentences, word for word; a test compares them with its source. */
const SENTENCES: Record<string, Word> = {
  "you can win right now": m.hint_win_now,
  "the other player threatens to win next turn": m.hint_threat,
  "somebody can grow up": m.hint_grow,
  "something can be pushed off the bed": m.hint_push,
  "it wins at once": m.hint_wins,
  "it stops the other player's win": m.hint_stops,
  "it threatens to win next turn": m.hint_threatens,
  "you are winning": m.hint_winning,
  "you are clearly better": m.hint_much_better,
  "you are slightly better": m.hint_better,
  "you are about even": m.hint_even,
  "you are slightly worse": m.hint_worse,
  "you are clearly worse": m.hint_much_worse,
  "you are losing": m.hint_losing,
};

const COUNTED: [RegExp, (facts: { count: number }) => string][] = [
  [/^(\d+) grow up$/, m.hint_count_grow],
  [/^(\d+) fall off$/, m.hint_count_fall],
  [/^(\d+) get thrown$/, m.hint_count_thrown],
  [/^it wins in (\d+)$/, m.hint_wins_in],
  [/^it loses in (\d+)$/, m.hint_loses_in],
];

function sentence(words: string): string {
  for (const [form, say] of COUNTED) {
    const found = form.exec(words);
    if (found) return say({ count: Number(found[1]) });
  }
  return SENTENCES[words]?.() ?? "";
}

const sentences = (words: string): string => words.split("; ").map(sentence).filter(Boolean).join(" ");

function where(area: string[], view: View): string {
  const place = area[0];
  if (!place) return m.hint_look_choice();
  if (place.includes("@")) return m.hint_ghost();
  if (!place.includes(",")) return m.hint_area({ area: place });
  const bugs = besideWhom(place, view);
  return bugs ? m.hint_near({ bugs }) : m.hint_marked();
}

function inWords(move: MoveData): string {
  if (move.kind === "place") return m.hint_place({ piece: pieceName(move.piece!), space: move.to! });
  if (["placed", "moved", "thrown"].includes(move.kind)) return `${pieceName(move.piece!)} (${move.text})`;
  return choiceLabel.of(move);
}

/** One rung of the ladder as sentences. */
export function hintWords(found: Hint, view: View, legal: MoveData[]): string {
  if (found.move) {
    const move = legal.find(({ text }) => text === found.move);
    return [m.hint_move({ move: move ? inWords(move) : found.move }), sentences(found.words)].filter(Boolean).join(" ");
  }
  if (found.piece) return m.hint_piece({ piece: pieceName(found.piece) });
  return [sentences(found.words), where(found.area ?? [], view)].filter(Boolean).join(" ");
}
