// How turns look on the board of a game that the page does not know: pieces come from above, slide, and fade when they leave.
import type { Sound } from "$lib/notes";
import type { Effect, GameView } from "$lib/types";
import type { Beat } from "../story/beats";
import { actorOf, keyOf } from "../story/frame";
import { animate, at, type Point } from "../story/motion";
import type { Cue, Stage } from "../story/story.svelte";

const STEP = 300;
const isSeen = ({ from, to, piece }: Effect): boolean => Boolean(piece && (from || to));

export class GridStage implements Stage {
  constructor(readonly root: SVGSVGElement, private readonly over: SVGGElement, private readonly point: (place: string) => Point | null) {}

  pieces = (view: GameView) => view.pieces;
  length = (beat: Beat): number => (beat.effects.some(isSeen) ? STEP : 0);
  sounds = (beat: Beat): { sound: Sound; at: number }[] => (beat.effects.some(isSeen) ? [{ sound: "click", at: STEP - 40 }] : []);
  perform = (beat: Beat, before: GameView): Cue[] => beat.effects.flatMap((effect) => this.#begin(effect, beat, before)).map((animation) => ({ animation }));

  #begin(effect: Effect, beat: Beat, before: GameView): Animation[] {
    const { from, to, piece } = effect;
    if (!piece) return [];
    const actor = actorOf(effect, before);
    const node = this.over.querySelector(`[data-key="${actor ? keyOf(actor) : `${beat.cause}+${to}`}"]`);
    const [start, end] = [from ? this.point(from) : null, to ? this.point(to) : null];
    const name = `${effect.kind} ${to ?? from}`;
    if (start && end) return animate(node, name, [{ transform: at(start) }, { transform: at(end) }], { duration: STEP });
    if (end) return animate(node, name, [{ transform: at({ x: end.x, y: Math.min(0, end.y - 200) }), opacity: 0.4 }, { transform: at(end), opacity: 1 }], { duration: STEP, easing: "ease-in" });
    return animate(node, name, [{ opacity: 1 }, { opacity: 0 }], { duration: STEP });
  }
}
