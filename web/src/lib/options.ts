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
};

export const optionName = (option: OptionInfo): string => OPTIONS[option.name]?.name() ?? option.name.replaceAll("_", " ");
export const optionHelp = (option: OptionInfo): string => OPTIONS[option.name]?.help() ?? option.help;
export const choiceName = (option: OptionInfo, choice: string): string => OPTIONS[option.name]?.choices?.[choice]?.() ?? choice;
