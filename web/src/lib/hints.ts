// The hint ladder in the page's language: where to look, which piece, which move and why.
import { m } from "$m";
import { nextToWhom, onWhom } from "./neighbours";
import { choiceLabel } from "./choices";
import type { HintAnswer, MoveData, SentenceData } from "./messages";
import type { GameView } from "./types";
import { pieceName } from "./words";

type Args = NonNullable<SentenceData["args"]>;
const counted = (say: (facts: { count: number }) => string) => ({ count }: Args) => say({ count: Number(count) });

/** What the engine says, by its code; a sentence that the page has no words for is shown as it is. */
const SENTENCES: Record<string, (args: Args) => string> = {
  can_win: m.hint_win_now,
  opponent_threatens: m.hint_threat,
  can_graduate: m.hint_grow,
  can_push_off: m.hint_push,
  wins: m.hint_wins,
  stops_win: m.hint_stops,
  threatens: m.hint_threatens,
  winning: m.hint_winning,
  clearly_better: m.hint_much_better,
  slightly_better: m.hint_better,
  about_even: m.hint_even,
  slightly_worse: m.hint_worse,
  clearly_worse: m.hint_much_worse,
  losing: m.hint_losing,
  graduates: counted(m.hint_count_grow),
  falls: counted(m.hint_count_fall),
  throws: counted(m.hint_count_thrown),
  wins_in: counted(m.hint_wins_in),
  loses_in: counted(m.hint_loses_in),
};

const sentence = ({ code, args, text }: SentenceData): string => SENTENCES[code]?.(args ?? {}) ?? text;

function where(area: string[], view: GameView): string {
  const place = area[0];
  if (!place) return m.hint_look_choice();
  if (place.includes("@")) return m.hint_ghost();
  if (view.shape.kind !== "hexes") return m.hint_area({ area: place });
  const bugs = nextToWhom(place, view);
  return bugs ? m.hint_near({ bugs }) : m.hint_marked();
}

function inWords(move: MoveData, view: GameView): string {
  if (!move.piece || !["place", "move", "throw"].includes(move.kind)) return choiceLabel.of(move, view);
  const piece = pieceName(move.piece);
  // Spaces of a bed are known by name; places of the hive by the bugs around them.
  if (view.shape.kind !== "hexes" || !move.to) return m.hint_place({ piece, space: move.to ?? "" });
  const below = onWhom(move.to, view, move.piece.id);
  return below ? m.hint_onto({ piece, bugs: below }) : m.hint_beside({ piece, bugs: nextToWhom(move.to, view, move.piece.id) });
}

/** One rung of the ladder as sentences. */
export function hintWords({ move, piece, reasons, squares }: HintAnswer, view: GameView): string {
  if (move) return [m.hint_move({ move: inWords(move, view) }), ...reasons.map(sentence)].join(" ");
  if (piece) return m.hint_piece({ piece: pieceName(piece) });
  return [...reasons.map(sentence), where(squares ?? [], view)].join(" ");
}
