// Why something was not done, in the page's language.
import { canSay, m, openPack } from "$m";
import type { SentenceData } from "./messages";
import { withTexts } from "./i18n.svelte";

type Word = () => string;
export type Args = NonNullable<SentenceData["args"]>;

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

/** What exactly is wrong, by the sentence's code. */
export type Refusals = Record<string, (args: Args) => string>;

const SENTENCES: Refusals = {
  bot_plays_on: m.refused_bot_plays_on,
  not_repeated: m.refused_not_repeated,
  too_large: m.refused_too_large,
  not_begun: m.refused_not_begun,
  game_over: m.refused_game_over,
  already_asked: m.refused_already_asked,
  no_assistance: m.refused_no_assistance,
  position_in_play: m.refused_position_in_play,
  strict_play: m.refused_strict_play,
  not_away: m.refused_not_away,
  not_away_long: m.refused_not_away_long,
  nobody_waits: m.refused_nobody_waits,
};

let unreachable = false;

/** The words for refused moves are fetched with the first one: most games have none. */
export const knowMoves = (): Promise<unknown> => withTexts(import("./moveRefusals"), "moves", "refused").catch(() => (unreachable = true));

/** Parts of the page that are fetched later bring the words for what is refused there. */
export const alsoRefused = (more: Refusals): void => void Object.assign(SENTENCES, more);

/**
 * By what exactly is wrong, else (but for moves, which a game refuses in its own words) by its category; what the page has no
 * words for is shown as the server says it. The words are fetched with the first refusal: until they are there, this is empty.
 */
export function refusal({ code, ...rest }: { code: string } & ({ message: SentenceData } | { sentence: SentenceData | null })): string {
  const sentence = "sentence" in rest ? rest.sentence : rest.message;
  if (code === "offline") return m.refused_offline();
  if (!canSay("refused_other")) {
    openPack("refused").catch(() => (unreachable = true));
    return unreachable ? (sentence?.text ?? m.refused_offline()) : "";
  }
  const known = SENTENCES[sentence?.code ?? ""]?.(sentence?.args ?? {});
  return known ?? (code === "illegal_move" ? sentence?.text : undefined) ?? CATEGORIES[code]?.() ?? sentence?.text ?? m.refused_other();
}
