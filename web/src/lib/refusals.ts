// Why something was not done, in the page's language.
import { canSay, m, openPack } from "$m";
import type { SentenceData } from "./messages";
import { kindName, pieceName } from "./words";

type Word = () => string;
type Args = NonNullable<SentenceData["args"]>;

const CATEGORIES: Record<string, Word> = {
  not_your_seat: m.refused_not_your_seat,
  not_your_turn: m.refused_not_your_turn,
  illegal_move: m.refused_illegal_move,
  stale: m.refused_stale,
  not_now: m.refused_not_now,
  too_often: m.refused_too_often,
  too_early: m.refused_too_early,
  full: m.refused_full,
  unknown_code: m.refused_unknown_code,
  unknown_table: m.refused_unknown_table,
  unknown_game: m.refused_unknown_game,
  no_engine: m.refused_no_engine,
  muted: m.refused_muted,
  private: m.refused_private,
  busy: m.refused_busy,
  try_again: m.refused_busy,
  bad_option: m.refused_bad_option,
  too_large: m.refused_too_large,
};

const WAYS: Record<string, Word> = {
  queen: m.goes_queen,
  spider: m.goes_spider,
  beetle: m.goes_beetle,
  grasshopper: m.goes_grasshopper,
  ant: m.goes_ant,
  mosquito: m.goes_mosquito,
  ladybug: m.goes_ladybug,
  pillbug: m.goes_pillbug,
};
const how = ({ kind }: Args): string => WAYS[String(kind)]?.() ?? "";
const bug = ({ bug, kind }: Args): string => (bug ? pieceName({ id: String(bug), kind: String(kind), seat: null }) : kindName(String(kind)));

/** By the sentence's code: what exactly is wrong. */
const SENTENCES: Record<string, (args: Args) => string> = {
  bot_plays_on: m.refused_bot_plays_on,
  not_repeated: m.refused_not_repeated,
  not_a_move: m.refused_not_a_move,
  choose_first: m.refused_choose_first,
  not_a_choice: m.refused_not_a_choice,
  nothing_to_choose: m.refused_nothing_to_choose,
  space_taken: ({ space }) => m.refused_space_taken({ space: space ?? "" }),
  none_in_pool: ({ kind }) => (kind === "cat" ? m.refused_no_cat() : m.refused_no_kitten()),
  ghost_first: m.refused_ghost_first,
  ghost_edge: m.refused_ghost_edge,
  stitch_taken: m.refused_stitch_taken,
  ghost_after_piece: m.refused_ghost_after_piece,
  ghost_on_bed: m.refused_ghost_on_bed,
  no_pass: m.refused_no_pass,
  no_such_bug: (args) => m.refused_no_such_bug({ bug: bug(args) }),
  not_your_bug: m.refused_not_your_bug,
  place_first: (args) => m.refused_place_first({ bug: bug(args) }),
  queen_not_first: m.refused_queen_not_first,
  queen_now: m.refused_queen_now,
  placed_on_top: m.refused_placed_on_top,
  touches_other: m.refused_touches_other,
  queen_before_moves: m.refused_queen_before_moves,
  just_moved: m.refused_just_moved,
  covered: m.refused_covered,
  pinned: m.refused_pinned,
  not_thrown: m.refused_not_thrown,
  cannot_go: (args) => m.refused_cannot_go({ how: how(args) }),
  cannot_move: (args) => m.refused_cannot_move({ how: how(args) }),
  not_a_record: m.refused_not_a_record,
  not_hive: m.refused_not_hive,
  line_unreadable: ({ line, words }) => m.refused_line_unreadable({ line: line ?? "", text: words ?? "" }),
  record_move: ({ number, move }) => m.refused_record_move({ number: number ?? "", move: move ?? "" }),
  record_result: m.refused_record_result,
  too_large: m.refused_too_large,
  not_begun: m.refused_not_begun,
  game_over: m.refused_game_over,
  already_asked: m.refused_already_asked,
  no_assistance: m.refused_no_assistance,
  position_in_play: m.refused_position_in_play,
  strict_play: m.refused_strict_play,
  being_proved: m.refused_being_proved,
  somebody_called: m.refused_called,
  name_your_colour: m.refused_name_colour,
  search_over: m.refused_search_over,
  out_this_round: m.out_this_round,
  resting: ({ seconds }) => m.resting({ count: Number(seconds) }),
  too_fast_to_search: m.refused_too_fast,
  handicap: ({ seconds }) => m.refused_handicap({ count: Number(seconds) }),
  nothing_to_prove: m.refused_nothing_to_prove,
  nothing_to_take_back: m.refused_no_step,
  hand_is_so: m.refused_hand,
  hints_alone: m.refused_hints_alone,
  not_searching: m.refused_not_searching,
  no_more_hints: m.refused_no_hints,
  too_late_to_choose: m.refused_choose_late,
};

let unreachable = false;

/**
 * By what exactly is wrong, else by its category; what the page has no words for is shown as the server says it. The words
 * are fetched with the first refusal: until they are there, this is empty.
 */
export function refusal({ code, ...rest }: { code: string } & ({ message: SentenceData } | { sentence: SentenceData | null })): string {
  const sentence = "sentence" in rest ? rest.sentence : rest.message;
  if (code === "offline") return m.refused_offline();
  if (!canSay("refused_other")) {
    openPack("refused").catch(() => (unreachable = true));
    return unreachable ? (sentence?.text ?? m.refused_offline()) : "";
  }
  return SENTENCES[sentence?.code ?? ""]?.(sentence?.args ?? {}) ?? CATEGORIES[code]?.() ?? sentence?.text ?? m.refused_other();
}
