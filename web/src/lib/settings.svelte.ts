// What a person prefers, remembered in the browser.
import { recall, remember } from "./storage";

const KEY = "boohive";

export interface Preferences {
  name: string;
  language: string | null;
  theme: "auto" | "light" | "dark";
  contrast: "auto" | "more";
  /** How fast turns are told; "less" shows their ends at once. */
  motion: "quiet" | "auto" | "quick" | "less";
  palette: "standard" | "apart";
  confirm: "auto" | "always" | "never";
  sound: boolean;
  /** How loud, from 0 to 1. */
  volume: number;
  /** Moves by their notation too, and numbers on bugs. */
  notation: boolean;
  warnings: boolean;
  /** Whether letters are keys in a race. */
  letters: boolean;
  level: number;
}

const DEFAULTS: Preferences = {
  name: "",
  language: null,
  theme: "auto",
  contrast: "auto",
  motion: "auto",
  palette: "standard",
  confirm: "auto",
  sound: true,
  volume: 0.8,
  notation: false,
  warnings: true,
  letters: true,
  level: 3,
};

const CHOICES: Partial<Record<keyof Preferences, readonly unknown[]>> = {
  theme: ["auto", "light", "dark"],
  contrast: ["auto", "more"],
  motion: ["quiet", "auto", "quick", "less"],
  palette: ["standard", "apart"],
  confirm: ["auto", "always", "never"],
};

/** Whether a value that was found may be this preference: memory may hold what another version has written. */
function fits(key: keyof Preferences, value: unknown): boolean {
  if (CHOICES[key]) return CHOICES[key].includes(value);
  return key === "language" ? value === null || typeof value === "string" : typeof value === typeof DEFAULTS[key];
}

/** What was found, where it makes sense, and else the defaults. */
export function preferencesFrom(found: Record<string, unknown>): Preferences {
  const sound = Object.entries(found).filter(([key, value]) => key in DEFAULTS && fits(key as keyof Preferences, value));
  return { ...DEFAULTS, ...Object.fromEntries(sound) };
}

const remembered = () => preferencesFrom(recall(KEY));

export const settings: Preferences = $state(remembered());

/** Keep what has changed, and take over what another tab has changed: two tabs never overwrite each other's choices. */
export function shareSettings(): () => void {
  let known = remembered();
  const heard = (event: StorageEvent) => {
    if (event.key === KEY) Object.assign(settings, (known = remembered()));
  };
  window.addEventListener("storage", heard);
  $effect(() => {
    const changed = Object.entries($state.snapshot(settings)).filter(([key, value]) => known[key as keyof Preferences] !== value);
    if (!changed.length) return;
    remember(KEY, { ...recall(KEY), ...Object.fromEntries(changed) });
    known = { ...known, ...Object.fromEntries(changed) };
  });
  return () => window.removeEventListener("storage", heard);
}

const asks = (query: string) => window.matchMedia(query).matches;

/** Whether movement on the screen is to be left out. */
export const calm = () => settings.motion === "less" || asks("(prefers-reduced-motion: reduce)");

/** How fast turns are told: 2 is twice as fast as usual. */
export const speed = (): number => ({ quiet: 1 / 1.6, auto: 1, quick: 2, less: Infinity })[settings.motion];

/** Whether a move is shown first and made only when it is confirmed. */
export const confirms = () => settings.confirm === "always" || (settings.confirm === "auto" && asks("(pointer: coarse)"));

/** Keep the page's attributes and the browser's memory in step with the settings. */
export function followSettings(): void {
  $effect(shareSettings);
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let system = $state(dark.matches);
  dark.addEventListener("change", () => (system = dark.matches));
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = settings.theme === "auto" ? (system ? "dark" : "light") : settings.theme;
    root.dataset.contrast = settings.contrast === "more" || asks("(prefers-contrast: more)") ? "more" : "normal";
    root.dataset.motion = calm() ? "less" : "full";
    root.dataset.palette = settings.palette;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute("content", root.dataset.theme === "dark" ? "#1c1922" : "#faf5ec");
  });
}
