// What was agreed on, in short: the name of the rules, and the clock.
import { m } from "$m";
import { own } from "./own";
import type { ClockSetting } from "./messages";

const PRESETS: Record<string, () => string> = {
  rulebook: m.preset_rulebook,
  tournament: m.preset_tournament,
  carbon: m.preset_first,
  "later printings": m.preset_later,
};

/** A set of options by the name that players know; one that the page has no word for is called as the server calls it. */
export const presetName = (preset: string): string => own(PRESETS, preset)?.() ?? preset;

export function clockWords(clock: ClockSetting): string {
  if (clock.kind === "none") return m.clock_none();
  if (clock.kind === "correspondence") return m.clock_days_each({ count: Math.round(clock.per_move_ms / 86_400_000) });
  return m.clock_minutes({ minutes: clock.initial_ms / 60_000, seconds: Math.round((clock.increment_ms ?? 0) / 1000) });
}
