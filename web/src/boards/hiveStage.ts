// How turns look on the table of Hive: bugs come from the hand, slide, jump, climb and are thrown.
import type { Sound } from "$lib/notes";
import type { Effect, GameView } from "$lib/types";
import type { Beat } from "../story/beats";
import { actorOf, keyOf } from "../story/frame";
import { animate, arc, at, trayPoint, type Point } from "../story/motion";
import type { Cue, Stage } from "../story/story.svelte";
import { cellOf, middle, SIZE } from "./hexes";

const PLACED = 260;
const STEP = 240;
const EACH = 90;
const LONGEST_WAY = 900;
const THROW = 560;
/** How far a bug is lifted that goes over others. */
const LIFT = 26;

const stepsOf = ({ path }: Effect): number => (path?.length ?? 0) + 1;
const wayLength = (effect: Effect): number => Math.min(STEP + EACH * (stepsOf(effect) - 1), LONGEST_WAY);

const LENGTHS: Record<string, (effect: Effect) => number> = { placed: () => PLACED, moved: wayLength, thrown: () => THROW };

const heightAt = (place: string, view: GameView, without: string): number => view.pieces.filter((piece) => piece.at === place && piece.id !== without).length;

export class HiveStage implements Stage {
  constructor(readonly root: SVGSVGElement, private readonly over: SVGGElement) {}

  pieces = (view: GameView) => view.pieces;
  length = (beat: Beat): number => Math.max(0, ...beat.effects.map((effect) => LENGTHS[effect.kind]?.(effect) ?? 0));
  sounds = (beat: Beat): { sound: Sound; at: number }[] => beat.effects.filter(({ to }) => to).map(() => ({ sound: "click", at: this.length(beat) - 40 }));

  perform = (beat: Beat, before: GameView): Cue[] => beat.effects.flatMap((effect) => this.#begin(effect, beat, before)).map((animation) => ({ animation }));

  #begin(effect: Effect, beat: Beat, before: GameView): Animation[] {
    const { from, to, piece, by } = effect;
    if (!to || !piece) return [];
    const actor = actorOf(effect, before);
    const node = this.over.querySelector(`[data-key="${actor ? keyOf(actor) : `${beat.cause}+${to}`}"]`);
    const name = `${effect.kind} ${piece.id}`;
    const point = (place: string) => middle(cellOf(place), heightAt(place, before, piece.id));
    const there = point(to);
    if (!from) {
      const hand = trayPoint(this.over, piece.seat ?? 0, piece.kind, { x: there.x, y: there.y + (piece.seat ? -400 : 400) });
      return animate(node, name, arc(hand, there, 60, (share) => `scale(${1.2 - 0.2 * share})`), { duration: PLACED });
    }
    const start = middle(cellOf(from), actor?.height ?? 0);
    const duration = this.length(beat);
    if (effect.kind === "thrown") return [...animate(node, name, arc(start, there, 2 * SIZE, (share) => `scale(${1 + 0.3 * Math.sin(Math.PI * share)})`), { duration }), ...this.#thrower(by?.id, duration)];
    const path = effect.path ?? [];
    const above = path.some((place) => heightAt(place, before, piece.id) > 0);
    if (above && piece.kind !== "ladybug") return animate(node, name, arc(start, there, SIZE * (0.8 + 0.2 * path.length)), { duration, easing: "ease-in-out" });
    const climbs = above || (actor?.height ?? 0) > 0 || heightAt(to, before, piece.id) > 0;
    return animate(node, name, climbs ? climb([start, ...path.map(point), there]) : [start, ...path.map(point), there].map((each) => ({ transform: at(each) })), { duration, easing: climbs || path.length ? "linear" : "ease-in-out" });
  }

  /** Whoever throws leans into it. */
  #thrower(id: string | undefined, duration: number): Animation[] {
    const node = id ? this.over.querySelector(`[data-bug="${id}"]`)?.firstElementChild : null;
    return animate(node, `throws ${id}`, [{ transform: "none" }, { transform: "scale(1.18)", offset: 0.25 }, { transform: "scale(0.94)", offset: 0.5 }, { transform: "none" }], { duration });
  }
}

/** Lifted, over, set down: to show that it goes up. */
function climb(points: Point[]): Keyframe[] {
  const lifted = points.map(({ x, y }) => ({ x, y: y - LIFT }));
  const way = [points[0]!, ...lifted, points.at(-1)!];
  return way.map((each, i) => ({ transform: at(each, i && i < way.length - 1 ? "scale(1.1)" : "scale(1)"), easing: "ease-in-out" }));
}
