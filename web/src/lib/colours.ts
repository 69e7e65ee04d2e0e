// The six wall colours by their letters.
import { m } from "$m";

export const COLOURS = ["W", "Y", "R", "G", "B", "V"] as const;

const NAMES: Record<string, () => string> = { W: m.colour_white, Y: m.colour_yellow, R: m.colour_red, G: m.colour_green, B: m.colour_blue, V: m.colour_violet };

export const colourName = (letter: string): string => NAMES[letter]?.() ?? "";
