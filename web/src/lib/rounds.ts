// A race that is over, visitor by visitor: who was where, which route was shown, and which colours each player could use.
import type { ReplayStep } from "./messages";
import { roomOf, stepTexts } from "./race";
import { isRace, type GameView } from "./types";

export interface Round {
  number: number;
  ghost: string;
  visitor: string;
  /** For each seat the colours it could use. */
  allowed: string[];
  /** Who scared the visitor; null when nobody did. */
  seat: number | null;
  /** The route that was shown. */
  shown: string[];
  /** The steps of the game in which the visitor appeared, and in which its round was over. */
  from: number;
  until: number;
  /** The step of the claim whose route was shown. */
  claim: number;
}

const ALL = "WYRGBV";

/** The rounds of a record: its first position and what came after. */
export function roundsOf(first: GameView, steps: Pick<ReplayStep, "effects" | "event" | "position">[]): Round[] {
  const found: Round[] = [];
  let before = first;
  steps.forEach(({ effects, event, position }, i) => {
    const round = found.at(-1);
    for (const { kind, seat } of effects) {
      if (kind === "appeared" && isRace(position)) {
        const allowed = position.players.map(({ walls }) => [...ALL].filter((colour) => !walls.includes(colour)).join(""));
        found.push({ number: position.round, ghost: roomOf(position, "ghost") ?? "", visitor: roomOf(position, "visitor") ?? "", allowed, seat: null, shown: [], from: i + 1, until: i + 1, claim: 0 });
      } else if (!round) continue;
      else if (kind === "claimed") round.claim = i + 1;
      else if (kind === "scared") Object.assign(round, { seat: seat ?? 0, shown: [...stepTexts((isRace(before) && before.proof?.steps) || []), event.text], until: i + 1 });
      else if (kind === "discarded") round.until = i + 1;
    }
    before = position;
  });
  return found.filter(({ ghost, visitor }) => ghost && visitor);
}
