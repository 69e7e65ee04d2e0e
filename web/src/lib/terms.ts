// The rules of a table in words: preset, bugs and options, for the set-up and the invitation.
import { m } from "$m";
import { presetName } from "./agreed";
import type { PresetInfo } from "./messages";
import { choiceName, optionName } from "./options";

/** For a list of presets: the name with what it means, where the page can say it. */
export const presetWords = ({ name, options }: Pick<PresetInfo, "name" | "options">): string =>
  typeof options.type === "string" ? m.preset_bugs({ rules: presetName(name), bugs: bugsWords(options.type) }) : presetName(name);

const bugsWords = (type: string): string => choiceName({ name: "type", default: type, help: "" }, type);

type Options = Record<string, boolean | number | string>;

const valueWords = (name: string, value: boolean | number | string): string =>
  typeof value === "boolean" ? (value ? m.yes() : m.no()) : choiceName({ name, default: value, help: "" }, String(value));

/** The rules of a table: the preset, the bugs where there are some, and every option that differs from the preset. */
export function rulesWords(preset: string | null, options: Options, presets: PresetInfo[]): string[] {
  const base = presets.find(({ name }) => name === (preset ?? "rulebook"))?.options ?? {};
  const bugs = typeof options.type === "string" ? [m.option_set({ option: optionName({ name: "type", default: "", help: "" }), choice: bugsWords(options.type) })] : [];
  const others = Object.entries(options)
    .filter(([name, value]) => name !== "type" && name in base && base[name] !== value)
    .map(([name, value]) => m.option_set({ option: optionName({ name, default: value, help: "" }), choice: valueWords(name, value) }));
  return [m.rules_are({ rules: presetName(preset ?? "rulebook") }), ...bugs, ...others];
}
