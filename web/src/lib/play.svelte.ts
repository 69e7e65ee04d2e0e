// Shows effects one after another. Those with one cause happen together; a tap or a key skips to the end.
import { calm } from "./settings.svelte";
import type { Effect } from "./types";

/** Effects in order, those with one cause together. */
export function beats(effects: Effect[]): Effect[][] {
  const found: Effect[][] = [];
  for (const effect of effects) {
    const last = found.at(-1);
    if (last && last[0]!.cause === effect.cause) last.push(effect);
    else found.push([effect]);
  }
  return found;
}

export class Performance {
  busy = $state(false);
  #line: Promise<void> = Promise.resolve();
  #hurried = false;
  #wake: (() => void) | null = null;

  /** Queue something to be shown after everything that is being shown. */
  then(show: () => Promise<void>): void {
    this.busy = true;
    // What fails to be shown is skipped: the positions after it still come.
    const mine = this.#line.then(show).catch((error: unknown) => console.error(error));
    this.#line = mine;
    void mine.finally(() => {
      if (this.#line === mine) {
        this.busy = false;
        this.#hurried = false;
      }
    });
  }

  /** Show the end at once. */
  skip(): void {
    if (!this.busy) return;
    this.#hurried = true;
    this.#wake?.();
  }

  wait(milliseconds: number): Promise<void> {
    if (this.#hurried || calm() || document.hidden) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
