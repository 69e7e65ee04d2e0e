// Names of files that somebody keeps: game, day and players, in letters that every system takes.

/** Without what file systems refuse; names in any alphabet stay readable. */
const plain = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 24);

/** Such as `boop-2026-11-18-Leo-Mama.txt`. */
export function fileName(game: string, day: Date, players: string[], extension: string): string {
  const [year, month, date] = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${[game, year, month, date, ...players.map(plain).filter(Boolean)].join("-")}.${extension}`;
}
