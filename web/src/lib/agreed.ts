// What was agreed on, in short: the name of the rules, and the clock.
import { m } from "$m";
import { own } from "./own";
import type { ClockSetting } from "./messages";

const PRESETS: Record<string, () => string> = {
  rulebook: m.preset_rulebook,
  tournament: m.preset_tournament,
  carbon: m.preset_first,
  "later printings": m.preset_later,
  online: m.preset_online,
  rated: m.preset_rated,
  children: m.preset_children,
  experts: m.preset_experts,
};

/** A set of options by the name that players know; one that the page has no word for is called as the server calls it. */
export const presetName = (preset: string): string => own(PRESETS, preset)?.() ?? preset;

/** One that only programs want, or that has a button of its own, is not offered. */
export const isOffered = ({ name }: { name: string }): boolean => !["alone", "research"].includes(name);

export function clockWords(clock: ClockSetting): string {
  if (clock.kind === "none") return m.clock_none();
  if (clock.kind === "correspondence") return m.clock_days_each({ count: Math.round(clock.per_move_ms / 86_400_000) });
  return m.clock_minutes({ minutes: clock.initial_ms / 60_000, seconds: Math.round((clock.increment_ms ?? 0) / 1000) });
}
