// The options of the rules in plain words; one that the page has no words for is shown in the server's.
import { listed, m } from "$m";
import { own } from "./own";
import type { OptionInfo } from "./messages";

/** Hive's bugs: "Base", and the letters of those that are added. */
const ADDED: Record<string, () => string> = { M: m.piece_mosquito, L: m.piece_ladybug, P: m.piece_pillbug };
const bugs = (added: string) => (): string =>
  added === "MLP" ? m.option_type_all() : added ? m.option_type_more({ bugs: listed([...added].map((letter) => ADDED[letter]!())) }) : m.option_type_base();
const BUGS = Object.fromEntries(["", "M", "L", "P", "ML", "MP", "LP", "MLP"].map((added) => [added ? `Base+${added}` : "Base", bugs(added)]));

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
  type: { name: m.option_type, help: m.option_type_help, choices: BUGS },
  queen_first: { name: m.option_queen_first, help: m.option_queen_first_help, choices: { "by-mode": m.option_by_mode, true: m.yes, false: m.no } },
  repetition: { name: m.option_repetition, help: m.option_repetition_help, choices: { "by-mode": m.option_by_mode, true: m.yes, false: m.no } },
  sections: { name: m.option_sections, help: m.option_sections_help, choices: { easy: m.option_sections_easy, standard: m.option_sections_standard, expert: m.option_sections_expert } },
  tokens: { name: m.option_tokens, help: m.option_tokens_help, choices: { set: m.option_tokens_set, "4+0": () => "4 + 0", "3+1": () => "3 + 1", "2+2": () => "2 + 2", "1+3": () => "1 + 3", "0+4": () => "0 + 4" } },
  token_rooms: { name: m.token_plan, help: m.token_plan_help, choices: { standard: m.token_plan_first, drawn: m.token_plan_drawn } },
  proof: { name: m.option_proof, help: m.option_proof_help, choices: { strict: m.option_proof_strict, relaxed: m.option_proof_relaxed, untimed: m.option_proof_untimed } },
  penalty: { name: m.option_penalty, help: m.option_penalty_help, choices: { second: m.option_penalty_second, none: m.option_penalty_none, cooldown: m.option_penalty_cooldown, out: m.option_penalty_out, give: m.option_penalty_give } },
  banned_claim: { name: m.option_banned, help: m.option_banned_help, choices: { stops: m.option_banned_stops, refused: m.option_banned_refused } },
  umpire: { name: m.option_umpire, help: m.option_umpire_help, choices: { auto: m.option_umpire_auto, on: m.yes, off: m.no } },
  deck: { name: m.option_deck, help: m.option_deck_help, choices: { fresh: m.option_deck_fresh, printed: m.option_deck_printed } },
  ghost: { name: m.option_ghost, help: m.option_ghost_help, choices: { drawn: m.option_drawn } },
  number: { name: m.option_number, help: m.option_number_help, choices: { 0: m.option_drawn, 1: () => "1", 2: () => "2", 3: () => "3", 4: () => "4" } },
  first_step: { name: m.option_first_step, help: m.option_first_step_help },
  step_gap: { name: m.option_step_gap, help: m.option_step_gap_help },
  proof_time: { name: m.option_proof_time, help: m.option_proof_time_help },
  pause: { name: m.option_pause, help: m.option_pause_help },
  search_limit: { name: m.option_limit, help: m.option_limit_help },
  chooser: { name: m.option_chooser, help: m.option_chooser_help, choices: { seed: m.option_chooser_seed, first_player: m.option_chooser_first } },
};

/** What the set-up decides elsewhere (how many play) or only programs and hosts want, who write it as text. */
const NOT_ASKED = ["players", "seed", "castle", "earliest_claim", "handicap", "window"];
export const isAsked = (option: OptionInfo): boolean => !NOT_ASKED.includes(option.name);

/** Whether the page has words of its own for it. */
export const hasWords = (option: OptionInfo): boolean => Object.hasOwn(OPTIONS, option.name);

export const choicesOf = (option: OptionInfo): string[] => (option.choices?.length ? option.choices : Object.keys(own(OPTIONS, option.name)?.choices ?? {}));

export const optionName = (option: OptionInfo): string => own(OPTIONS, option.name)?.name() ?? option.name;
export const optionHelp = (option: OptionInfo): string => own(OPTIONS, option.name)?.help() ?? option.help;
export const choiceName = (option: OptionInfo, choice: string): string => own(own(OPTIONS, option.name)?.choices ?? {}, choice)?.() ?? choice;
