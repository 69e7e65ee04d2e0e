// The shortest route there was, looked for with the page's own steps: for the replay, which shows what one might have seen.
import { after, begin, choices, type Plan, type Standing } from "./meaning";

const COLOURS = "WYRGBV";
/** Walls count first, then passages and changes: the order in which the referee compares routes. */
const WALL = 100;

interface Found {
  standing: Standing;
  steps: string[];
  cost: number;
}

/** What two moments of a route have in common: the colour, and where the ghost can go. */
const nameOf = ({ colour, region }: Standing): string => `${colour} ${Math.min(...region.map(([row, column]) => row * 100 + column))}`;
const costOf = (step: string): number => (step.startsWith("wall") ? WALL : 1);

/** The shortest route from the ghost to the visitor in these colours: its first colour and its steps; null when there is none. */
export function shortest(castle: Plan, ghost: string, visitor: string, allowed: string): { first: string; steps: string[] } | null {
  const goal = castle.rooms[visitor]!;
  const firsts = [...COLOURS].filter((colour) => allowed.includes(colour));
  let line: (Found & { first: string })[] = firsts.map((first) => ({ first, standing: begin(castle, ghost, first, allowed, visitor), steps: [], cost: 0 }));
  const seen = new Set<string>();
  while (line.length) {
    const next = line.reduce((best, each) => (each.cost < best.cost ? each : best));
    line = line.filter((each) => each !== next);
    const { standing, steps, cost, first } = next;
    if (standing.region.some(([row, column]) => row === goal[0] && column === goal[1])) return { first, steps };
    if (seen.has(nameOf(standing))) continue;
    seen.add(nameOf(standing));
    for (const { text } of choices(castle, standing)) {
      const later = after(castle, standing, text);
      if (!seen.has(nameOf(later))) line.push({ first, standing: later, steps: [...steps, text], cost: cost + costOf(text) });
    }
  }
  return null;
}
