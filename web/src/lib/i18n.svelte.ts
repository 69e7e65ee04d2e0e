// The language of the page: the person's choice, else the browser's first one we speak. Sentences read it as state, so a
// switch redraws the words and nothing else. Only the language that is spoken is loaded.
import type { Sentences } from "./sentences";
import { settings } from "./settings.svelte";

/** A text with words in braces, or [the word that is counted, a text for each plural form]. */
type Text = string | [counted: string, forms: Record<string, string>];
type Texts = Record<string, Text>;
type Load = () => Promise<{ default: Texts }>;
type Words = Record<string, string | number>;

export type Language = "en" | "fr" | "uk" | "ru";

export const LANGUAGES: { id: Language; name: string }[] = [
  { id: "en", name: "English" },
  { id: "fr", name: "Français" },
  { id: "uk", name: "Українська" },
  { id: "ru", name: "Русский" },
];

const SENTENCES: Record<Language, Load> = {
  en: () => import("virtual:sentences/en"),
  fr: () => import("virtual:sentences/fr"),
  uk: () => import("virtual:sentences/uk"),
  ru: () => import("virtual:sentences/ru"),
};

/** The texts of the rules pages and lessons. */
const BOOK: Record<Language, Load> = {
  en: () => import("virtual:sentences/en-book"),
  fr: () => import("virtual:sentences/fr-book"),
  uk: () => import("virtual:sentences/uk-book"),
  ru: () => import("virtual:sentences/ru-book"),
};

let spoken = $state.raw<{ language: Language; texts: Texts }>({ language: "en", texts: {} });
let withBook = false;

/** The language that is shown now. */
export const language = (): Language => spoken.language;

const known = (tag: string | null) => LANGUAGES.find(({ id }) => id === tag?.slice(0, 2).toLowerCase())?.id;

/** The language somebody wants. */
export const wantedLanguage = (): Language => known(settings.language) ?? navigator.languages.map(known).find(Boolean) ?? "en";

/** Load a language and show it; the latest wish counts. */
export async function speak(wanted: Language): Promise<void> {
  const parts = await Promise.all([SENTENCES[wanted](), ...(withBook ? [BOOK[wanted]()] : [])]);
  if (wanted === wantedLanguage()) spoken = { language: wanted, texts: Object.assign({}, ...parts.map((part) => part.default)) };
}

/** From now on the texts of the rules and lessons are loaded as well. */
export async function openBook(): Promise<void> {
  if (withBook) return;
  withBook = true;
  await speak(wantedLanguage());
}

function sentence(key: string, words: Words = {}): string {
  const { language, texts } = spoken;
  const found = texts[key] ?? key;
  const text = typeof found === "string" ? found : (found[1][new Intl.PluralRules(language).select(Number(words[found[0]]))] ?? found[1].other ?? "");
  return text.replace(/\{(\w+)\}/g, (_, word: string) => String(words[word] ?? ""));
}

/** Every sentence of the page: `m.turn_of({ who })`. */
export const m = new Proxy({} as Sentences & Record<string, unknown>, {
  get: (made, key: string) => (made[key] ??= (words?: Words) => sentence(key, words)),
}) as Sentences;
