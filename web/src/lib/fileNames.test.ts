import { expect, test } from "vitest";
import { fileName } from "./fileNames";

const DAY = new Date(2026, 10, 8);

test("a file is named by game, day and players", () => {
  expect(fileName("boop", DAY, ["Leo", "Computer (level 3)"], "txt")).toBe("boop-2026-11-08-Leo-Computer-level-3.txt");
});

test("names in other alphabets stay, signs that file systems refuse do not", () => {
  expect(fileName("hive", DAY, ["Оля/Ваня", "", '<a:"b">'], "pgn")).toBe("hive-2026-11-08-Оля-Ваня-a-b.pgn");
  expect(fileName("hive", DAY, ["x".repeat(60)], "png")).toBe(`hive-2026-11-08-${"x".repeat(24)}.png`);
});
