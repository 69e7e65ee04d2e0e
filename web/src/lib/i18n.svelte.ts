// The language of the page: the person's choice, else the browser's first one we speak. Sentences read it as state, so a
// switch redraws the words and nothing else. Only the language that is spoken is loaded.
import { untrack } from "svelte";
import type { Pack, Sentences } from "./sentences";
import { settings } from "./settings.svelte";

/** Somebody in a sentence. The sentence has forms for some kinds ("you", "computer", a side); the others are called by name. */
export interface Person {
  kind: string;
  name: string;
}
/** What is put in place of a word in braces. */
export type Word = string | number | Person;

/** A text with words in braces, or [the word that chooses the form, a text for each plural form or kind of person]. */
type Text = string | [chooser: string, forms: Record<string, string>];
type Texts = Record<string, Text>;
type Words = Record<string, Word>;

export type Language = "en" | "fr" | "uk" | "ru";

export const LANGUAGES: { id: Language; name: string }[] = [
  { id: "en", name: "English" },
  { id: "fr", name: "Français" },
  { id: "uk", name: "Українська" },
  { id: "ru", name: "Русский" },
];

/** A language's own sentences, and its packs: sentences that are fetched with the parts that say them (sentences.js says which). */
const LOADERS = {
  en: () => import("virtual:sentences/en"),
  fr: () => import("virtual:sentences/fr"),
  uk: () => import("virtual:sentences/uk"),
  ru: () => import("virtual:sentences/ru"),
};

let spoken = $state.raw<{ language: Language; texts: Texts }>({ language: "en", texts: {} });
/** What is loaded along with the language, and when it is there. */
const opened = new Map<Pack, Promise<void>>();

/** The language that is shown now. */
export const language = (): Language => spoken.language;

const known = (tag: string | null) => LANGUAGES.find(({ id }) => id === tag?.slice(0, 2).toLowerCase())?.id;

/** The language somebody wants. */
export const wantedLanguage = (): Language => known(settings.language) ?? navigator.languages.map(known).find(Boolean) ?? "en";

/** Load a language and show it; the latest wish counts. */
export async function speak(wanted: Language): Promise<void> {
  const own = await LOADERS[wanted]();
  const parts = [own, ...(await Promise.all([...opened.keys()].map((pack) => own.packs[pack]())))];
  if (wanted !== wantedLanguage()) return;
  // What somebody else has loaded meanwhile stays.
  const texts = spoken.language === wanted ? spoken.texts : {};
  spoken = { language: wanted, texts: Object.assign({}, texts, ...parts.map((part) => part.default)) };
}

/** From now on these texts are loaded as well. */
export async function openPack(...packs: Pack[]): Promise<void> {
  const missing = packs.filter((pack) => !opened.has(pack));
  for (const pack of missing) opened.set(pack, Promise.resolve());
  if (missing.length) {
    // Whoever loads a part must not do it again for another language.
    const loading = speak(untrack(wantedLanguage)).catch((error: unknown) => {
      for (const pack of missing) opened.delete(pack);
      throw error;
    });
    for (const pack of missing) opened.set(pack, loading);
  }
  await Promise.all(packs.map((pack) => opened.get(pack)));
}

/** A part of the page that has texts of its own. */
export const withTexts = <Part>(part: Promise<Part>, ...packs: Pack[]): Promise<Part> => Promise.all([part, openPack(...packs)]).then(([found]) => found);

/** Whether this sentence is there: its pack may not have been fetched yet. */
export const canSay = (key: string): boolean => key in spoken.texts;

function sentence(key: string, words: Words = {}): string {
  const found = spoken.texts[key] ?? key;
  const text = typeof found === "string" ? found : formOf(found[1], words[found[0]]);
  return text.replace(/\{(\w+)\}/g, (_, word: string) => wordOf(words[word] ?? ""));
}

function formOf(forms: Record<string, string>, word: Word | undefined): string {
  if (typeof word === "object") return forms[word.kind] ?? forms.name ?? "";
  return forms[new Intl.PluralRules(spoken.language).select(Number(word))] ?? forms.other ?? "";
}

const wordOf = (word: Word): string => (typeof word === "object" ? word.name : String(word));

/** Several things in a sentence: "a, b and c". */
export const listed = (things: string[]): string => new Intl.ListFormat(spoken.language, { type: "conjunction" }).format(things);

/** A share of one, such as 0.12, in per cent. */
export const percent = (share: number): string => new Intl.NumberFormat(spoken.language, { style: "percent" }).format(share);

/** A number with one digit after the decimal sign. */
export const tenths = (number: number): string => new Intl.NumberFormat(spoken.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number);

/** A day; `timeZone` is where it is that day, here unless another is named. */
export const dateWords = (date: Date, timeZone?: string): string => new Intl.DateTimeFormat(spoken.language, { dateStyle: "medium", timeZone }).format(date);

/** Every sentence of the page: `m.turn_of({ who })`. */
export const m = new Proxy({} as Sentences & Record<string, unknown>, {
  get: (made, key: string) => (made[key] ??= (words?: Words) => sentence(key, words)),
}) as Sentences;
