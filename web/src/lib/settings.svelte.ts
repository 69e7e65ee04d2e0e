// What a person prefers, remembered in the browser.

const KEY = "boohive";

export interface Preferences {
  name: string;
  language: string | null;
  theme: "auto" | "light" | "dark";
  contrast: "auto" | "more";
  motion: "auto" | "less";
  palette: "standard" | "apart";
  confirm: "auto" | "always" | "never";
  sound: boolean;
  warnings: boolean;
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
  warnings: true,
  level: 3,
};

function remembered(): Preferences {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Preferences = $state(remembered());

const asks = (query: string) => window.matchMedia(query).matches;

/** Whether movement on the screen is to be left out. */
export const calm = () => settings.motion === "less" || asks("(prefers-reduced-motion: reduce)");

/** Whether a move is shown first and made only when it is confirmed. */
export const confirms = () => settings.confirm === "always" || (settings.confirm === "auto" && asks("(pointer: coarse)"));

/** Keep the page's attributes and the browser's memory in step with the settings. */
export function followSettings(): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let system = $state(dark.matches);
  dark.addEventListener("change", () => (system = dark.matches));
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = settings.theme === "auto" ? (system ? "dark" : "light") : settings.theme;
    root.dataset.contrast = settings.contrast === "more" || asks("(prefers-contrast: more)") ? "more" : "normal";
    root.dataset.motion = calm() ? "less" : "full";
    root.dataset.palette = settings.palette;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", root.dataset.theme === "dark" ? "#1c1922" : "#faf5ec");
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that remembers nothing still plays.
    }
  });
}
