// What a person has in mind for a position: the piece in hand, the move being looked at, a hint. It counts for that
// position only, so nobody has to clear it, and no message about anything else can lose it.
import { confirms } from "$lib/settings.svelte";
import type { EffectData, HintAnswer, MoveData } from "$lib/messages";

/** Names a position: anything that is another one when the position is. */
export type PositionKey = unknown;

interface Mind {
  on: PositionKey;
  picked: string | null;
  move: MoveData | null;
  /** Kept on the screen until confirmed or dropped. */
  firm: boolean;
  hint: HintAnswer | null;
  /** How many rungs of the hint ladder have been asked for. */
  hints: number;
}

/** A move that was made and is on its way, and what it will do as far as that is known. */
export interface Sent {
  move: MoveData;
  preview: EffectData[] | null;
}

type Previews = Record<string, EffectData[]>;

export class Intent {
  #mind: Mind = $state.raw({ on: null, picked: null, move: null, firm: false, hint: null, hints: 0 });
  #previews: { on: PositionKey; known: Previews } = $state.raw({ on: null, known: {} });
  #sent: { on: PositionKey; what: Sent } | null = $state.raw(null);
  #asked: { on: PositionKey; texts: Set<string> } = { on: null, texts: new Set() };

  constructor(
    /** The position that is there now. */
    private readonly on: () => PositionKey,
    /** The effects of this move, and of others like it if they come along. */
    private readonly ask: (move: MoveData) => Promise<Previews | null>,
    private readonly make: (move: MoveData) => void,
    /** Whether a move is on its way. */
    private readonly underway: () => boolean = () => false,
  ) {}

  get #mine(): Mind {
    const on = this.on();
    return this.#mind.on === on ? this.#mind : { on, picked: null, move: null, firm: false, hint: null, hints: 0 };
  }

  #have(part: Partial<Mind>): void {
    this.#mind = { ...this.#mine, ...part };
  }

  get picked(): string | null {
    return this.#mine.picked;
  }

  set picked(piece: string | null) {
    this.#have({ picked: piece });
  }

  get move(): MoveData | null {
    return this.#mine.move;
  }

  get firm(): boolean {
    return this.#mine.firm;
  }

  get hint(): HintAnswer | null {
    return this.#mine.hint;
  }

  get hints(): number {
    return this.#mine.hints;
  }

  /** What the move being looked at would do. */
  get preview(): EffectData[] | null {
    const move = this.move;
    return (move && this.#previews.on === this.on() ? this.#previews.known[move.text] : null) ?? null;
  }

  /** A hint has come; one for another position is not kept. */
  hear(hint: HintAnswer, on: PositionKey): boolean {
    if (on !== this.on()) return false;
    this.#have({ hint, hints: this.hints + 1 });
    return true;
  }

  drop = (): void => {
    if (this.move) this.#have({ move: null, firm: false });
  };

  look = (move: MoveData | null, firmly = false): void => {
    if (!move) {
      if (!this.firm) this.drop();
      return;
    }
    if (this.firm && !firmly) return;
    this.#have({ move, firm: firmly });
    if (!this.preview) void this.#fetch(move);
  };

  choose = (move: MoveData): void => {
    const confirmed = this.firm && this.move?.text === move.text;
    if (confirms() && !confirmed) this.look(move, true);
    else this.confirm(move);
  };

  confirm = (move: MoveData | null = this.move): void => {
    if (!move) return;
    const preview = (this.#previews.on === this.on() ? this.#previews.known[move.text] : null) ?? null;
    this.drop();
    this.#sent = { on: this.on(), what: { move, preview } };
    this.make(move);
  };

  /** The move made in this position, while it is on its way. */
  get sent(): Sent | null {
    const sent = this.#sent;
    return sent && sent.on === this.on() && this.underway() ? sent.what : null;
  }

  async #fetch(move: MoveData): Promise<void> {
    const on = this.on();
    if (this.#asked.on !== on) this.#asked = { on, texts: new Set() };
    const { texts } = this.#asked;
    if (texts.has(move.text)) return;
    texts.add(move.text);
    const found = await this.ask(move);
    if (on !== this.on()) return;
    // What failed may be asked for again.
    if (!found) return void texts.delete(move.text);
    for (const text of Object.keys(found)) texts.add(text);
    this.#previews = { on, known: { ...(this.#previews.on === on ? this.#previews.known : {}), ...found } };
  }
}
