// The castles of routes.json as the page knows castles.
import type { Cell } from "$lib/types";
import type { Plan } from "./meaning";
import type ROUTES from "./routes.json";

export const COLUMNS = 15;

const ROOM_NAMES = [..."123456"].flatMap((row) => [..."abcdef"].map((column) => column + row));
const rooms = Object.fromEntries(ROOM_NAMES.map((name, i) => [name, [Math.floor(i / 6), i % 6].map((n) => 5 * Math.floor(n / 2) + 1 + 2 * (n % 2)) as Cell]));

export function planOf({ walls: letters, passages, transformations }: (typeof ROUTES)[number]): Plan {
  const walls: Record<string, string> = {};
  [...letters].forEach((letter, side) => {
    if (!"WYRGBV".includes(letter)) return;
    const cell = [Math.floor((side >> 1) / COLUMNS), (side >> 1) % COLUMNS];
    const beyond = side % 2 ? [cell[0]! + 1, cell[1]!] : [cell[0]!, cell[1]! + 1];
    walls[`${cell.join(".")}-${beyond.join(".")}`] = letter;
  });
  return { columns: COLUMNS, rooms, walls, passages, transformations };
}
