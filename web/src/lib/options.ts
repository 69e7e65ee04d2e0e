// The options of the rules in plain words; what the server offers and we have no words for is shown in its own.
import { m } from "$m";
import type { OptionInfo } from "./messages";

interface Words {
  name: () => string;
  help: () => string;
  choices?: Record<string, () => string>;
}

const OPTIONS: Record<string, Words> = {
  eight_cat_return: { name: m.option_eight_cat, help: m.option_eight_cat_help },
  opponent_line_wins: { name: m.option_opponent_line, help: m.option_opponent_line_help },
  draw: { name: m.option_draw, help: m.option_draw_help, choices: { none: m.option_draw_none, threefold: m.option_draw_threefold } },
  junior_eight: { name: m.option_junior_eight, help: m.option_junior_eight_help, choices: { win: m.option_junior_win, retrieve: m.option_junior_retrieve } },
  mode: { name: m.option_mode, help: m.option_mode_help, choices: { tournament: m.option_mode_tournament, rulebook: m.option_mode_rulebook } },
  type: { name: m.option_type, help: m.option_type_help },
  queen_first: { name: m.option_queen_first, help: m.option_queen_first_help, choices: { "by-mode": m.option_by_mode, true: m.yes, false: m.no } },
  repetition: { name: m.option_repetition, help: m.option_repetition_help, choices: { "by-mode": m.option_by_mode, true: m.yes, false: m.no } },
};

export const optionName = (option: OptionInfo): string => OPTIONS[option.name]?.name() ?? option.name.replaceAll("_", " ");
export const optionHelp = (option: OptionInfo): string => OPTIONS[option.name]?.help() ?? option.help;
export const choiceName = (option: OptionInfo, choice: string): string => OPTIONS[option.name]?.choices?.[choice]?.() ?? choice;
