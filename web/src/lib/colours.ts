// The six wall colours by their letters.
import { m } from "$m";

export const COLOURS = ["W", "Y", "R", "G", "B", "V"] as const;

const NAMES: Record<string, () => string> = { W: m.colour_white, Y: m.colour_yellow, R: m.colour_red, G: m.colour_green, B: m.colour_blue, V: m.colour_violet };

export const colourName = (letter: string): string => NAMES[letter]?.() ?? "";

const LETTERS: Record<string, string> = { white: "W", yellow: "Y", red: "R", green: "G", blue: "B", violet: "V" };

/** The letter of the first colour that one of these words names: "W", "white", "violet wall". */
export function colourIn(...texts: (string | undefined)[]): string {
  const words = texts.flatMap((text) => text?.split(/[\s_]+/) ?? []);
  return words.map((word) => (NAMES[word] ? word : (LETTERS[word.toLowerCase()] ?? ""))).find(Boolean) ?? "";
}
