// The six wall colours by their letters.
import { m } from "$m";

export const COLOURS = ["W", "Y", "R", "G", "B", "V"] as const;

const NAMES: Record<string, () => string> = { W: m.colour_white, Y: m.colour_yellow, R: m.colour_red, G: m.colour_green, B: m.colour_blue, V: m.colour_violet };

export const colourName = (letter: string): string => NAMES[letter]?.() ?? "";

const SHOWN: Record<string, () => string> = { W: m.letter_white, Y: m.letter_yellow, R: m.letter_red, G: m.letter_green, B: m.letter_blue, V: m.letter_violet };

/** The letter of a colour in the page's language; records and typed steps keep W Y R G B V. */
export const letterOfColour = (colour: string): string => SHOWN[colour]?.() ?? colour;

/** The colour that a key means: the letter that stands on the walls, and on a keyboard without it the key of the notation. */
export function colourOfKey(key: string, latin: string): string | null {
  const shown = COLOURS.map(letterOfColour);
  const found = shown.indexOf(key.toUpperCase());
  if (found >= 0) return COLOURS[found]!;
  const isLatin = shown.every((letter) => /^[A-Z]$/.test(letter));
  return isLatin ? null : (COLOURS.find((colour) => colour === latin.toUpperCase()) ?? null);
}

const LETTERS: Record<string, string> = { white: "W", yellow: "Y", red: "R", green: "G", blue: "B", violet: "V" };

/** The letter of the first colour that one of these words names: "W", "white", "violet wall". */
export function colourIn(...texts: (string | undefined)[]): string {
  const words = texts.flatMap((text) => text?.split(/[\s_]+/) ?? []);
  return words.map((word) => (NAMES[word] ? word : (LETTERS[word.toLowerCase()] ?? ""))).find(Boolean) ?? "";
}
