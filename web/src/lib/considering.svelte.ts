// Looking at a move before making it: what it would do, and whether it has to be confirmed.
import { confirms } from "./settings.svelte";
import type { Effect, MoveData } from "./types";

export class Considering {
  move: MoveData | null = $state.raw(null);
  preview: Effect[] | null = $state.raw(null);
  /** Kept on the screen until confirmed or dropped. */
  firm = $state(false);
  #known = new Map<string, Effect[]>();
  #asked = new Set<string>();

  constructor(
    /** The effects of this move, and of others like it if they come along. */
    private readonly ask: (move: MoveData) => Promise<Record<string, Effect[]> | null>,
    private readonly make: (move: MoveData) => void,
  ) {}

  /** The position has changed: nothing known of the old one counts. */
  forget(): void {
    this.#known.clear();
    this.#asked.clear();
    this.drop();
  }

  drop = (): void => {
    this.move = null;
    this.preview = null;
    this.firm = false;
  };

  look = (move: MoveData | null, firmly = false): void => {
    if (!move) {
      if (!this.firm) this.drop();
      return;
    }
    if (this.firm && !firmly) return;
    this.move = move;
    this.firm = firmly;
    this.preview = this.#known.get(move.text) ?? null;
    if (!this.preview) void this.#fetch(move);
  };

  choose = (move: MoveData): void => {
    const confirmed = this.firm && this.move?.text === move.text;
    if (confirms() && !confirmed) this.look(move, true);
    else this.confirm(move);
  };

  confirm = (move: MoveData | null = this.move): void => {
    if (!move) return;
    this.drop();
    this.make(move);
  };

  async #fetch(move: MoveData): Promise<void> {
    if (this.#asked.has(move.text)) return;
    this.#asked.add(move.text);
    const known = this.#known;
    const found = await this.ask(move);
    if (known !== this.#known || !found) return;
    for (const [text, effects] of Object.entries(found)) {
      known.set(text, effects);
      this.#asked.add(text);
    }
    if (this.move && !this.preview) this.preview = known.get(this.move.text) ?? null;
  }
}
