// Keyboards with Cyrillic letters: shortcuts and room codes are Latin, so the key that types Д counts as the L it is on a Latin keyboard.

/** The Latin letter or the digit on a key, in lower case, whatever the layout; for other keys their name, such as "Enter". */
export function letterOf({ code, key }: Pick<KeyboardEvent, "code" | "key">): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const [, printed] = /^(?:Key|Digit)(\w)$/.exec(code) ?? [];
  return printed?.toLowerCase() ?? key;
}

const LOOK_ALIKES: Record<string, string> = { В: "B", С: "C", Н: "H", К: "K", М: "M", Р: "P", Т: "T", Х: "X" };
/** The Latin letters on the same keys of Ukrainian and Russian keyboards, as far as room codes use them. */
const SAME_KEY: Record<string, string> = { Й: "Q", Ц: "W", Ы: "S", І: "S", А: "F", П: "G", О: "J", Л: "K", Д: "L", Я: "Z", Ч: "X", И: "B", Ь: "M", З: "P" };

/** The room code that somebody meant: a Cyrillic letter is read as the Latin one that looks the same, else as the one on the same key. */
export const roomCode = (typed: string): string => [...typed.trim().toUpperCase()].map((letter) => LOOK_ALIKES[letter] ?? SAME_KEY[letter] ?? letter).join("");
