// A scripted finger proves a thousand shortest routes on each screen, by the page's own code for what a touch means and under a
// simulated clock. Reaction 300 ms, movement 0.10 s + 0.15 s per bit (Fitts), landing spread by a normal distribution.
import { expect, test } from "vitest";
import type { Cell } from "$lib/types";
import { after, begin, choices, drawn, meaning, pointing, type Standing } from "./meaning";
// The limits of a proof in seconds; tests/web/test_finger.py holds the game's options to them.
import LIMITS from "./limits.json";
import ROUTES from "./routes.json";
import { COLUMNS, planOf } from "./routes";
// The side of the castle on each screen; tests/web/test_castle_geometry.py measures the page against it.
import SIDES from "./screens.json";

/** The castle's frame around its cells, in cells, at both ends. */
const FRAME = 0.85;
/** Who proves also looks and remembers: six times what the bare finger needs in 95 of 100 proofs. */
const PATIENCE = 6;

interface Screen {
  /** The side of the castle with its frame, in pixels. */
  side: number;
  sigma: number;
  kind: string;
}

/** Numbers that look random, the same ones each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
const normal = (random: () => number): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const sameRegion = (one: Standing, other: Standing): boolean => one.colour === other.colour && one.region.some((cell) => cell.join(".") === other.region[0]!.join("."));

interface Proofs {
  good: number;
  seconds: number[];
  firsts: number[];
  gaps: number[];
}

function prove({ side, sigma, kind }: Screen): Proofs {
  const random = chance(20261118);
  const cell = side / (COLUMNS + 2 * FRAME);
  const pointer = pointing(kind, cell);
  const found: Proofs = { good: 0, seconds: [], firsts: [], gaps: [] };
  for (const castle of ROUTES) {
    const plan = planOf(castle);
    for (const [ghost, first, allowed, steps, visitor] of castle.routes as string[][]) {
      let standing = begin(plan, ghost!, first!, allowed!, visitor!);
      let [time, good] = [0, true];
      let finger = { x: COLUMNS / 2, y: COLUMNS + 3 };
      steps!.split(";").forEach((step, i) => {
        if (!good) return;
        const target = choices(plan, standing, pointer.spread).find(({ text }) => text === step)!;
        const aim = { x: (target.from.x + target.to.x) / 2, y: (target.from.y + target.to.y) / 2 };
        const bits = Math.log2(Math.hypot(aim.x - finger.x, aim.y - finger.y) + 1);
        const took = 0.3 + 0.1 + 0.15 * bits;
        time += took;
        (i ? found.gaps : found.firsts).push(took);
        finger = { x: aim.x + (sigma / cell) * normal(random), y: aim.y + (sigma / cell) * normal(random) };
        const meant = meaning(plan, standing, finger, pointer);
        const wanted = after(plan, standing, step);
        const possible = meant !== null && choices(plan, standing, pointer.spread).some(({ text }) => text === meant);
        good = possible && sameRegion(after(plan, standing, meant), wanted) && took < (i ? LIMITS.gap : LIMITS.first) && time < LIMITS.all;
        standing = wanted;
      });
      if (good) found.good += 1;
      if (good) found.seconds.push(time);
    }
  }
  return found;
}

const at95 = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(0.95 * numbers.length)]!;

test.each([
  ["360x640", 7.6, "touch", 0.97],
  ["740x360", 7.6, "touch", 0.97],
  ["768x1024", 7.6, "touch", 0.97],
  ["360x640", 9.9, "touch", 0.9],
  ["740x360", 9.9, "touch", 0.9],
  ["768x1024", 9.9, "touch", 0.9],
  ["1366x650", 3, "mouse", 0.995],
] as const)("a finger proves a thousand shortest routes: %s, spread of %d px", (name, sigma, kind, wanted) => {
  const { good, seconds, firsts, gaps } = prove({ side: SIDES[name], sigma, kind });
  console.log(`${name}, ${sigma} px: ${good} of 1000, 95 %: first ${at95(firsts).toFixed(2)} s, gap ${at95(gaps).toFixed(2)} s, all ${at95(seconds).toFixed(2)} s`);
  expect(good / 1000).toBeGreaterThanOrEqual(wanted);
  const needed = [at95(firsts), at95(gaps), at95(seconds)].map((needs) => Math.ceil(PATIENCE * needs));
  expect(needed.every((limit, i) => limit <= Object.values(LIMITS)[i]!)).toBe(true);
}, 60_000);

test("the limits leave nobody who shows a route at once without time, and nobody time to look for one", () => {
  expect(LIMITS.first).toBeLessThanOrEqual(10);
  expect(LIMITS.gap).toBeLessThanOrEqual(8);
});

const plan = planOf(ROUTES[0]!);
const [ghost, first, allowed, steps, visitor] = ROUTES[0]!.routes[0] as string[];
const standing = begin(plan, ghost!, first!, allowed!, visitor!);
const target = choices(plan, standing).find(({ text }) => text === steps!.split(";")[0])!;

test("a touch next to the wall is enough, and far from every wall it means nothing", () => {
  const near = { x: target.from.x + 0.3, y: target.from.y + 0.3 };
  expect(meaning(plan, standing, near, pointing("touch", 20))).toBe(target.text);
  expect(meaning(plan, standing, { x: -5, y: -5 }, pointing("touch", 20))).toBeNull();
});

test("with nothing possible near, the wall that is touched is meant, and the referee says what is wrong with it", () => {
  const wrong = Object.keys(plan.walls).find((wall) => plan.walls[wall] !== first && wall.startsWith("14."))!;
  const [one, other] = wrong.split("-").map((cell) => cell.split(".").map(Number));
  const at = { x: (one![1]! + other![1]!) / 2 + 0.5, y: (one![0]! + other![0]!) / 2 + 0.5 };
  expect(meaning(plan, standing, at, { reach: 0.2, spread: 1.5, precise: true })).toBe(`wall ${wrong}`);
});

test("a drawn line goes through walls that are possible and through no others", () => {
  const cells = target.text.slice(5).split("-").map((cell) => cell.split(".").map(Number) as Cell);
  const [from, to] = standing.region.some((cell) => cell.join(".") === cells[0]!.join(".")) ? cells : cells.reverse();
  expect(drawn(plan, standing, from!, to!)).toBe(target.text);
  expect(drawn(plan, standing, to!, from!)).toBeNull();
  expect(drawn(plan, { ...standing, colour: "none" }, from!, to!)).toBeNull();
});
