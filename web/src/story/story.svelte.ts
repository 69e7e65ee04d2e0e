// Tells what happened, beat by beat. What is on the screen of a game is the story's view, not the last message: the
// counters, the list of moves, the status, the sounds and the live region follow when a turn has been told.
import { tick } from "svelte";
import type { PieceAt } from "$lib/messages";
import { calm, settings, speed } from "$lib/settings.svelte";
import type { Sound } from "$lib/notes";
import { play } from "$lib/sound";
import type { Effect, GameView } from "$lib/types";
import { beatsOf, rateOf, type Beat } from "./beats";
import { begun, ended, placesOf, withPieces } from "./frame";

/** One turn, or one decision of a turn, to be told. */
export interface Turn {
  /** The position it led to. */
  view: GameView;
  effects: readonly Effect[];
  /** Whether it was made at this screen. */
  own: boolean;
  /** It has been told, and the view is its position. */
  done: () => void;
}

/** An animation of a beat, and what is so once it has ended. */
export interface Cue {
  animation: Animation;
  ends?: Effect;
}

/** A board on which turns are played. */
export interface Stage {
  root: Element;
  /** The pieces of a view, those that it keeps elsewhere included. */
  pieces: (view: GameView) => readonly PieceAt[];
  /** How long a beat takes at normal speed. */
  length: (beat: Beat) => number;
  /** Begin to show a beat: pieces stand where it takes them, `before` is where they were. */
  perform: (beat: Beat, before: GameView) => Cue[];
  /** What is heard, and when. */
  sounds: (beat: Beat) => { sound: Sound; at: number }[];
}

/** Between placing and booping; before the turn is handed over. */
const BREATH = 60;
const HAND_OVER = 120;
/** How long a beat is outlined where nothing moves. */
const HELD = 350;
/** The other side's turn is told so long after one's own has ended, and never sooner after one's own began. */
const AFTER_MINE = 250;
const SINCE_MINE = 600;
/** Who is this many decisions behind is shown the newest. */
const MOST = 4;

export class Story {
  /** What is on the board. */
  view: GameView | null = $state.raw(null);
  /** Whether something is being told. */
  busy = $state(false);
  /** Whether it is a turn of this screen. */
  own = $state(false);
  beat: Beat | null = $state.raw(null);
  /** Places outlined instead of motion. */
  outlined: readonly string[] = $state.raw([]);
  #stage: Stage | null = null;
  #makeStage: (() => Promise<Stage>) | null = null;

  #queue: Turn[] = [];
  /** Another number: whatever was being told is over. */
  #told = 0;
  #cues: Cue[] = [];
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #wake: (() => void) | null = null;
  #mine = { began: -Infinity, ended: -Infinity };
  /** The turns since the other side's, to be shown once more. */
  #last: { from: GameView; turns: Turn[] } | null = null;

  /** Turns are played on this board, until the answer is called. How they look is fetched for the first one. */
  playOn(make: () => Promise<Stage>): () => void {
    this.#makeStage = make;
    this.#stage = null;
    return () => {
      if (this.#makeStage === make) this.#makeStage = this.#stage = null;
    };
  }

  /** Show a position without a story. */
  show(view: GameView): void {
    this.#stop();
    this.#queue = [];
    this.view = view;
    this.busy = this.own = false;
    this.#last = null;
  }

  /** Tell a turn after those that are being told. */
  tell(turn: Turn): void {
    this.#queue.push(turn);
    if (this.#queue.length > MOST) this.skip();
    if (this.busy && turn.effects.length) return;
    // Something else than a move (a move taken back), or nobody to see it: no story.
    if (turn.effects.length && this.#canTell()) return void this.#tellAll();
    if (turn.effects.length) for (const beat of beatsOf(turn.effects)) this.#sound(beat, Infinity);
    this.finish();
  }

  #canTell(): boolean {
    return this.view !== null && this.#makeStage !== null && !document.hidden && settings.motion !== "less";
  }

  /** End what is being told now. */
  skip(): void {
    const turn = this.#queue[0];
    if (!turn) return;
    this.#stop();
    this.#end(turn);
    if (this.#queue.length) void this.#tellAll();
  }

  /** End everything: the newest position is shown. */
  finish(): void {
    this.#stop();
    while (this.#queue[0]) this.#end(this.#queue[0]);
  }

  /** Somebody touches the board and has seen enough: of the other side's turn everything, of one's own this turn. */
  touched(): void {
    if (this.own) this.skip();
    else if (this.busy) this.finish();
  }

  /** Whether there is a turn to be shown once more. */
  get repeatable(): boolean {
    return !this.busy && this.#last !== null && this.view !== null;
  }

  /** Show the last turn once more. */
  again(): void {
    const last = this.#last;
    if (this.busy || !last) return;
    this.view = last.from;
    for (const turn of last.turns) this.#queue.push({ ...turn, done: () => undefined });
    if (this.#canTell()) void this.#tellAll();
    else this.finish();
  }

  #stop(): void {
    this.#told += 1;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const { animation } of this.#cues) animation.cancel();
    this.#cues = [];
    this.#stage?.root.removeAttribute("data-beat");
    this.beat = null;
    this.outlined = [];
    this.#wake?.();
  }

  /** A turn has been told. */
  #end(turn: Turn): void {
    this.#queue.shift();
    this.view = turn.view;
    this.busy = this.#queue.length > 0;
    this.own = this.#queue[0]?.own ?? false;
    if (turn.own) this.#mine.ended = performance.now();
    turn.done();
  }

  async #tellAll(): Promise<void> {
    const told = (this.#told += 1);
    this.busy = true;
    while (told === this.#told && this.#queue[0]) {
      const turn = this.#queue[0];
      this.own = turn.own;
      this.#remember(turn);
      try {
        await this.#tellOne(turn, told);
      } catch (error) {
        // What fails to be shown is skipped: the positions after it still come.
        console.error(error);
      }
      if (told !== this.#told) return;
      this.#stop();
      this.#told = told;
      this.#end(turn);
    }
  }

  #remember(turn: Turn): void {
    const before = this.view;
    if (!before || !turn.effects.length) return;
    const goesOn = this.#last && this.#last.turns.at(-1)!.own === turn.own && before.mid_turn;
    if (goesOn && !this.#last!.turns.some(({ view }) => view === turn.view)) this.#last!.turns.push(turn);
    else if (!this.#last?.turns.some(({ view }) => view === turn.view)) this.#last = { from: before, turns: [turn] };
  }

  async #tellOne(turn: Turn, told: number): Promise<void> {
    const beats = beatsOf(turn.effects);
    if (!this.view || !this.#makeStage || !this.#canTell()) return;
    const stage = (this.#stage ??= await this.#makeStage());
    if (told !== this.#told) return;
    const rate = rateOf(beats.reduce((sum, beat) => sum + stage.length(beat), 0), speed());
    if (turn.own) this.#mine.began = performance.now();
    else await this.#wait(Math.max(this.#mine.ended + AFTER_MINE / rate, this.#mine.began + SINCE_MINE / rate) - performance.now());
    if (told !== this.#told) return;
    this.view = withPieces(this.view, stage.pieces(this.view));
    for (const beat of beats) {
      await (calm() ? this.#outline(beat) : this.#perform(beat, stage, rate, told));
      if (told !== this.#told) return;
    }
    if (!calm()) await this.#wait(HAND_OVER / rate);
  }

  async #perform(beat: Beat, stage: Stage, rate: number, told: number): Promise<void> {
    const before = this.view!;
    this.view = begun(before, beat);
    this.beat = beat;
    stage.root.setAttribute("data-beat", beat.name);
    await tick();
    if (told !== this.#told) return;
    this.#cues = stage.perform(beat, before);
    this.#sound(beat, rate);
    for (const { animation } of this.#cues) animation.playbackRate = rate;
    await Promise.allSettled(
      this.#cues.map(async ({ animation, ends }) => {
        await animation.finished;
        if (ends && told === this.#told) this.view = ended(this.view!, [ends]);
      }),
    );
    if (told !== this.#told) return;
    this.view = ended(this.view!, beat.effects);
    await tick();
    if (told !== this.#told) return;
    for (const { animation } of this.#cues) animation.cancel();
    this.#cues = [];
    await this.#wait(BREATH / rate);
  }

  /** No motion: what has changed is outlined for a moment. */
  async #outline(beat: Beat): Promise<void> {
    this.view = ended(begun(this.view!, beat), beat.effects);
    this.outlined = placesOf(beat.effects);
    this.#stage?.root.setAttribute("data-beat", beat.name);
    this.#sound(beat, Infinity);
    if (this.outlined.length) await this.#wait(HELD / speed());
  }

  #sound(beat: Beat, rate: number): void {
    for (const { sound, at } of this.#stage?.sounds(beat) ?? []) {
      const timer = setTimeout(() => play(sound), at / rate);
      if (Number.isFinite(rate)) this.#timers.add(timer);
    }
  }

  /** A moment, unless somebody has seen enough. */
  #wait(milliseconds: number): Promise<void> {
    if (!(milliseconds > 0)) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        this.#wake = null;
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#wake = end;
    });
  }
}
