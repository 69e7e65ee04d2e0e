// The language of the page: the person's choice, else the browser's first one we speak. Messages read it as state, so
// a switch redraws the words and nothing else.
import { overwriteGetLocale, type Locale } from "../paraglide/runtime.js";
import { settings } from "./settings.svelte";

export const LANGUAGES: { id: Locale; name: string }[] = [
  { id: "en", name: "English" },
  { id: "fr", name: "Français" },
  { id: "uk", name: "Українська" },
  { id: "ru", name: "Русский" },
];

const known = (tag: string | null) => LANGUAGES.find(({ id }) => id === tag?.slice(0, 2).toLowerCase())?.id;

const browsers: Locale = navigator.languages.map(known).find(Boolean) ?? "en";

export const language = (): Locale => known(settings.language) ?? browsers;

overwriteGetLocale(language);
