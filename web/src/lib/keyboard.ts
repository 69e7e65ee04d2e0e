// Keys by what is printed on them in Latin letters, else by their place: with a Cyrillic layout the key with L on it is Д.

/** The Latin letter or the digit of a key, in lower case; for other keys their name. */
export function letterOf({ code, key }: Pick<KeyboardEvent, "code" | "key">): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const [, place] = /^(?:Key|Digit)(\w)$/.exec(code) ?? [];
  return place?.toLowerCase() ?? key;
}

const LOOK_ALIKES: Record<string, string> = { В: "B", С: "C", Н: "H", К: "K", М: "M", Р: "P", Т: "T", Х: "X" };
/** The letters of Ukrainian and Russian keyboards above the Latin ones. */
const SAME_KEY: Record<string, string> = { Й: "Q", Ц: "W", Ы: "S", І: "S", А: "F", П: "G", О: "J", Л: "K", Д: "L", Я: "Z", Ч: "X", И: "B", Ь: "M", З: "P" };

/** A table code as it was meant: codes are Latin, and a Cyrillic letter stands for the one that looks like it or shares its key. */
export const tableCode = (typed: string): string => [...typed.trim().toUpperCase()].map((letter) => LOOK_ALIKES[letter] ?? SAME_KEY[letter] ?? letter).join("");
