// What a move would do in few words, where there is room for one line: "Your move: kitten on c3. 3 booped, 1 off the bed."
// Fetched when a move is first to be confirmed.
import { m } from "$m";
import type { Effect, GameView } from "./types";
import { seamWords, tell, type Naming } from "./words";

export function tellBriefly(effects: Effect[], who: Naming, view: GameView): string {
  const ghost = effects.find(({ kind }) => kind === "entered");
  if (ghost) return m.choice_ghost_in({ at: seamWords(ghost.to!) });
  const count = (...kinds: string[]) => effects.filter(({ kind, piece }) => kinds.includes(kind) && piece?.kind !== "ghost").length;
  const [booped, fell, grew] = [count("booped", "scared", "fell"), count("fell"), count("graduated")];
  if (booped + grew < 2) return tell(effects, who, view);
  const rest = effects.filter(({ kind }) => ["placed", "entered", "won"].includes(kind));
  const sums = [booped && m.brief_booped({ count: booped }), fell && m.brief_fell({ count: fell }), grew && m.brief_grew({ count: grew })].filter(Boolean);
  return `${tell(rest, who, view)} ${sums.join(", ")}.`;
}
