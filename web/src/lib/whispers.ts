// What a sign on the board means, said once to each browser, when it is first seen.
import { m } from "$m";
import { settings } from "./settings.svelte";
import { recall, remember } from "./storage";
import { ghostsOf, trayOf, type GameView } from "./types";

const KEY = "boohive.whispers";

/** Whoever is to move may take either of several kinds. */
const mayChoose = (view: GameView): boolean => view.to_move !== null && ["kitten", "cat"].every((kind) => trayOf(view, view.to_move!)?.pieces.some((pile) => pile.kind === kind && pile.count > 0));

const SIGNS: Record<string, { seen: (view: GameView) => boolean; words: () => string }> = {
  ring: { seen: (view) => settings.warnings && view.marks.some(({ what, missing, seat }) => what === "two_in_row" && missing && seat !== view.to_move), words: m.whisper_ring },
  cats: { seen: mayChoose, words: m.whisper_cats },
  track: { seen: (view) => ghostsOf(view)?.some(({ track }) => track.length > 0) ?? false, words: m.whisper_track },
};

/** The words for a sign that nobody here has been told about yet; empty when there is none. */
export function whisper(view: GameView): string {
  const told = recall(KEY);
  const [name, sign] = Object.entries(SIGNS).find(([each, { seen }]) => !told[each] && seen(view)) ?? [];
  if (!name || !sign) return "";
  remember(KEY, { ...told, [name]: true });
  return sign.words();
}
