// A typed move as it was meant: "e2" is a kitten there when nothing else can be, "kitten e2" and "kE2" are read too.
import type { MoveData } from "./messages";
import { kindName } from "./words";

const plain = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ");

/** How a piece may be called: by its letter, its kind, or its name in the page's language. */
const callings = (kind: string): string[] => [kind[0]!, kind, kindName(kind).toLowerCase()];

/** The one legal move that fits, else what was typed: the server says what is wrong with it. */
export function readMove(typed: string, moves: MoveData[]): string {
  const wanted = plain(typed);
  const exact = moves.find(({ text }) => plain(text) === wanted);
  if (exact) return exact.text;
  const placed = moves.filter(({ kind, to }) => kind === "place" && to && wanted.endsWith(to.toLowerCase()));
  const fitting = placed.filter(({ piece, to }) => {
    const what = wanted.slice(0, -to!.length).trim();
    return !what || (piece && callings(piece.kind).includes(what));
  });
  return fitting.length === 1 ? fitting[0]!.text : typed.trim();
}
