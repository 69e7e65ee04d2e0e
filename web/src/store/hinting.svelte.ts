// Asking for a hint, one rung of the ladder at a time, and what it says in words.
import { api, Refusal } from "$lib/api";
import { tokensOf } from "$lib/seats.svelte";
import type { HintAnswer } from "$lib/messages";
import type { hintWords as hintWordsOf } from "$lib/hints";
import { withTexts } from "$lib/i18n.svelte";
import { refusal } from "$lib/refusals";
import type { Naming } from "$lib/words";
import { m } from "$m";
import type { TableStore } from "./table.svelte";

const STEPS = ["area", "piece", "move"] as const;

export class Hinting {
  thinking = $state(false);
  #words: ((hint: HintAnswer) => string) | null = $state.raw(null);
  #hintWords: typeof hintWordsOf | null = $state.raw(null);
  /** Why no hint came, and for which position. */
  #trouble: { on: number; words: string } | null = $state.raw(null);

  constructor(private readonly table: TableStore) {}

  /** What another player was told about this position: in a game between people everybody sees every hint. */
  shared(who: Naming): string {
    const { hint, position } = this.table.board;
    if (!hint || this.table.company.your_seats.includes(hint.seat)) return "";
    if (!this.#hintWords) void withTexts(import("$lib/hints"), "talk").then(({ hintWords }) => (this.#hintWords = hintWords));
    return this.#hintWords ? m.hint_shared({ name: who(hint.seat).name, hint: this.#hintWords(hint, position) }) : "";
  }

  /** What there is to say for the position that is there now. */
  get words(): string {
    const { hint } = this.table.intent;
    if (hint) return this.#words?.(hint) ?? "";
    return this.#trouble?.on === this.table.board.moved ? this.#trouble.words : "";
  }

  /** The next rung; null when none came, or too late: the position may be another one by then. */
  async ask(): Promise<HintAnswer | null> {
    this.thinking = true;
    const { table } = this;
    const on = table.board.moved;
    try {
      const detail = STEPS[Math.min(table.intent.hints, STEPS.length - 1)]!;
      const [found, { hintWords }] = await Promise.all([api.hint(table.id, { detail, token: tokensOf(table.id)[0] ?? null }), withTexts(import("$lib/hints"), "talk")]);
      this.#words = (each) => hintWords(each, table.board.position);
      return found.moved === on && table.intent.hear(found, on) ? found : null;
    } catch (error) {
      this.#trouble = { on, words: refusal(error as Refusal) };
      return null;
    } finally {
      this.thinking = false;
    }
  }
}
