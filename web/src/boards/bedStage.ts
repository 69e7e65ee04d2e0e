// How turns look on the bed: plop, boop, falls, ghosts and graduations. Lengths in milliseconds at normal speed.
import type { PieceAt } from "$lib/messages";
import type { Sound } from "$lib/notes";
import type { Effect, GameView } from "$lib/types";
import type { Beat } from "../story/beats";
import { actorOf, keyOf } from "../story/frame";
import { animate, arc, at, leaveWith, passing, trayPoint, type Point } from "../story/motion";
import type { Cue, Stage } from "../story/story.svelte";
import { bedPieces, CELL, column, landing, middle, row, stitch, WIDTH } from "./bed";

const FLIGHT = 125;
const PLOP = 180;
const PUSH = 200;
const TO_THE_HEM = 160;
const FALL = 380;
const HOME = 200;
const GROW = 320;
const GLIDE = 300;
const SWELL = 120;
const CROUCH = 80;
const LINE = 140;
const HOP = 160;
const HOP_APART = 80;
const FLY = 340;
const FLY_APART = 60;
const WORD = 500;

const isGhost = ({ piece }: Effect): boolean => piece?.kind === "ghost";
/** Sent over the heads of others. */
const leaps = ({ kind, path }: Effect): boolean => kind === "scared" || (kind === "fell" && Boolean(path?.length));
const spacesOver = ({ path }: Effect): number => (path?.length ?? 0) + 1;
const leapLength = (effect: Effect): number => 300 + 50 * spacesOver(effect);
const startOf = (beat: Beat): number => (beat.effects.some(leaps) ? SWELL : 0);
const leaving = ({ effects }: Beat): Effect[] => effects.filter((effect) => effect.kind === "graduated" || (effect.kind === "returned" && !isGhost(effect)));
const flightsFrom = (count: number): number => (count > 1 ? LINE : 0) + HOP + HOP_APART * (count - 1);

function lengthOf(effect: Effect, beat: Beat): number {
  const start = startOf(beat);
  if (leaps(effect)) return start + CROUCH + leapLength(effect) + (effect.to ? 0 : FALL - TO_THE_HEM + HOME);
  switch (effect.kind) {
    case "placed": return PLOP;
    case "booped": return start + PUSH;
    case "fell": return start + FALL + HOME;
    case "entered": return GROW;
    case "moved": return GLIDE;
    case "graduated":
    case "returned": return isGhost(effect) ? GLIDE : flightsFrom(leaving(beat).length) + FLY + FLY_APART * (leaving(beat).length - 1);
    default: return 0;
  }
}

const pointOf = (place: string): Point => (place.includes("@") ? stitch(place) : middle(place));

const SOUNDS: Record<string, { sound: Sound; at: number }> = {
  placed: { sound: "place", at: FLIGHT },
  booped: { sound: "boop", at: 0 },
  fell: { sound: "fall", at: TO_THE_HEM },
  graduated: { sound: "graduate", at: LINE },
  scared: { sound: "booo", at: 0 },
  entered: { sound: "booo", at: 0 },
};

export class BedStage implements Stage {
  #pushedFrom: string | null = null;

  constructor(readonly root: SVGSVGElement, private readonly over: SVGGElement) {}

  pieces = bedPieces;
  length = (beat: Beat): number => Math.max(0, ...beat.effects.map((effect) => lengthOf(effect, beat)));
  sounds = (beat: Beat) => [...new Set(beat.effects.map(({ kind }) => kind))].flatMap((kind) => SOUNDS[kind] ?? []);

  perform = (beat: Beat, before: GameView): Cue[] => {
    const cues = beat.effects.flatMap((effect) => this.#begin(effect, beat, before));
    const others = [...this.#heldFast(beat, before), ...this.#line(beat), ...this.#frighten(beat)];
    if (beat.name === "placed") this.#pushedFrom = beat.effects[0]!.to ?? null;
    return [...cues, ...others.map((animation) => ({ animation }))];
  };

  #begin(effect: Effect, beat: Beat, before: GameView): Cue[] {
    const actor = actorOf(effect, before);
    const key = actor ? keyOf(actor) : `${beat.cause}+${effect.to}`;
    const node = this.over.querySelector(`[data-key="${key}"]`);
    if (!node) return [];
    const name = `${effect.kind} ${effect.from ?? effect.to}`;
    const cues = (animations: Animation[]): Cue[] => animations.map((animation, i) => ({ animation, ...(effect.to || i ? {} : { ends: effect }) }));
    if (isGhost(effect)) return cues(this.#haunt(effect, node, name));
    if (leaps(effect)) return cues(this.#leap(effect, node, name, beat));
    switch (effect.kind) {
      case "placed": return cues(this.#plop(effect, node, name));
      case "booped": return cues(animate(node, name, [{ transform: at(middle(effect.from!)) }, { transform: at(middle(effect.to!)) }], { duration: PUSH, delay: startOf(beat), easing: "cubic-bezier(0.2, 0.9, 0.3, 1.12)" }));
      case "fell": return cues(this.#fall(effect, node, name, startOf(beat)));
      default: return cues(this.#leave(effect, node, name, beat));
    }
  }

  #home({ piece, seat }: Effect, kind = piece?.kind ?? ""): Point {
    const whose = piece?.seat ?? seat ?? 0;
    return trayPoint(this.over, whose, kind, { x: WIDTH / 2, y: whose ? -60 : WIDTH + 60 });
  }

  /** From the hand in a low arc; it lands and gives a little. */
  #plop(effect: Effect, node: Element, name: string): Animation[] {
    const there = middle(effect.to!);
    const flight = arc(this.#home(effect), there, 40, (share) => `scale(${0.6 + 0.4 * share})`);
    return [
      ...animate(node, name, flight, { duration: FLIGHT }),
      ...animate(node.firstElementChild, `${name} lands`, [{ transform: "none" }, { transform: "scale(1.08, 0.9)" }, { transform: "none" }], { duration: PLOP - FLIGHT, delay: FLIGHT }),
    ];
  }

  /** Pushed to the hem, over the edge in an arc, and home. */
  #fall(effect: Effect, node: Element, name: string, delay: number, from: Point = middle(effect.from!)): Animation[] {
    const off = landing(effect);
    const hem = { x: (from.x + off.x) / 2, y: (from.y + off.y) / 2 };
    const total = FALL + HOME;
    const frames: Keyframe[] = [
      { transform: at(from), opacity: 1, easing: "ease-out" },
      { transform: at(hem), opacity: 1, offset: TO_THE_HEM / total, easing: "ease-out" },
      { transform: at({ x: off.x, y: off.y - 16 }, "rotate(14deg)"), opacity: 1, offset: 240 / total, easing: "ease-in" },
      { transform: at({ x: off.x, y: off.y + 20 }, "rotate(34deg) scale(0.7)"), opacity: 1, offset: 310 / total, easing: "ease-in" },
      { transform: at({ x: off.x, y: off.y + 56 }, "rotate(40deg) scale(0.6)"), opacity: 0.15, offset: FALL / total, easing: "ease-in-out" },
      { transform: at(this.#home(effect), "scale(0.45)"), opacity: 1 },
    ];
    return animate(node, name, frames, { duration: total, delay });
  }

  #haunt(effect: Effect, node: Element, name: string): Animation[] {
    if (effect.kind === "entered") {
      const body = node.firstElementChild;
      const { across, facing } = stitch(effect.to!);
      const door = across ? { x: -facing * 76, y: 0 } : { x: 0, y: -facing * 76 };
      return animate(body, name, [{ transform: at(door, "scale(0.1)"), opacity: 0 }, { transform: at(door, "scale(1.1)"), opacity: 1, offset: 0.55 }, { transform: "none", opacity: 1 }], { duration: GROW });
    }
    const from = pointOf(effect.from!);
    if (effect.kind === "moved") {
      const pale = effect.path?.length ? { opacity: 0.35, offset: 0.5 } : null;
      return [
        ...animate(node, name, [{ transform: at(from) }, { transform: at(pointOf(effect.to!)) }], { duration: GLIDE, easing: "ease-in-out" }),
        ...(pale ? animate(node.firstElementChild, `${name} passes`, [{ opacity: 1 }, pale, { opacity: 1 }], { duration: GLIDE }) : []),
      ];
    }
    const { across, facing } = stitch(effect.from!);
    const out = across ? { x: from.x + facing * CELL, y: from.y } : { x: from.x, y: from.y + facing * CELL };
    return animate(node, name, [{ transform: at(from), opacity: 1 }, { transform: at(out), opacity: 0 }], { duration: GLIDE, easing: "ease-in" });
  }

  /** Crouch, then one arc above everybody. */
  #leap(effect: Effect, node: Element, name: string, beat: Beat): Animation[] {
    const from = middle(effect.from!);
    const to = landing(effect);
    const delay = startOf(beat) + CROUCH;
    const duration = leapLength(effect);
    const height = CELL * (0.6 + 0.12 * spacesOver(effect));
    const crouch = animate(node.firstElementChild, `${name} crouches`, [{ transform: "none" }, { transform: "scale(1.12, 0.82)" }, { transform: "none" }], { duration: CROUCH, delay: startOf(beat) });
    if (!effect.to) {
      const frames = arc(from, to, height);
      const flight = { duration: duration + FALL - TO_THE_HEM + HOME, delay };
      const share = duration / flight.duration;
      const tail: Keyframe[] = [{ transform: at({ x: to.x, y: to.y + 56 }, "rotate(40deg) scale(0.6)"), opacity: 0.15, offset: (flight.duration - HOME) / flight.duration }, { transform: at(this.#home(effect), "scale(0.45)"), opacity: 1 }];
      return [...animate(node, name, [...frames.map((frame, i) => ({ ...frame, opacity: 1, offset: (i / (frames.length - 1)) * share })), ...tail], flight), ...crouch];
    }
    const lands = animate(node.firstElementChild, `${name} lands`, [{ transform: "none" }, { transform: "scale(1.1, 0.88)" }, { transform: "none" }], { duration: 60, delay: delay + duration - 60 });
    const nearer = (share: number) => `scale(${1 + 0.25 * Math.sin(Math.PI * share)})`;
    return [...animate(node, name, arc(from, to, height, nearer), { duration, delay }), ...crouch, ...lands];
  }

  /** The ghost that scares somebody over others swells, and says so. */
  #frighten(beat: Beat): Animation[] {
    const scare = beat.effects.find(leaps);
    const node = scare && this.over.querySelector(`[data-key="ghost ${scare.by?.seat ?? 0}"]`);
    if (!node) return [];
    const { x, y } = middle(scare.from!);
    const word = passing(this.over, "text", { class: "booo", x: Math.min(Math.max(x, 150), WIDTH - 150), y: Math.max(y - 56, 80) }, "BOOO!");
    const rise = animate(word, "word", [{ transform: "translateY(20px)", opacity: 0 }, { transform: "none", opacity: 1, offset: 0.25 }, { transform: "translateY(-16px)", opacity: 0 }], { duration: WORD });
    return [...leaveWith(word, rise), ...animate(node.firstElementChild, "swells", [{ transform: "none" }, { transform: "scale(1.25)" }, { transform: "none" }], { duration: SWELL * 2 })];
  }

  /** Neighbours that stay shiver, to show that they were pushed and held. */
  #heldFast(beat: Beat, before: GameView): Animation[] {
    const from = this.#pushedFrom;
    if (!from || beat.effects.some(({ kind, by }) => (kind !== "booped" && kind !== "fell") || by?.kind === "ghost")) return [];
    const near = ({ at: place }: PieceAt) => !place.includes("@") && place !== from && Math.abs(column(place) - column(from)) <= 1 && Math.abs(row(place) - row(from)) <= 1;
    const held = before.pieces.filter((piece) => near(piece) && !beat.effects.some((effect) => effect.from === piece.at));
    return held.flatMap((piece) =>
      animate(this.over.querySelector(`[data-key="${keyOf(piece)}"]`)?.firstElementChild, `held ${piece.at}`, [0, 3, -3, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: PUSH, easing: "linear" }),
    );
  }

  /** Through the three that leave together. */
  #line(beat: Beat): Animation[] {
    const row = leaving(beat);
    if (row.length !== 3) return [];
    const points = row.map(({ from }) => middle(from!));
    const line = passing(this.over, "path", { class: "gold", d: `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`, pathLength: 1 });
    return leaveWith(line, animate(line, "line", [{ strokeDashoffset: 1, opacity: 1 }, { strokeDashoffset: 0, opacity: 1, offset: LINE / 600 }, { strokeDashoffset: 0, opacity: 0 }], { duration: 600 }));
  }

  /** A hop in which a kitten turns into a cat, then the flight home. */
  #leave(effect: Effect, node: Element, name: string, beat: Beat): Animation[] {
    const row = leaving(beat);
    const n = row.indexOf(effect);
    const from = middle(effect.from!);
    const hop = { duration: HOP, delay: (row.length > 1 ? LINE : 0) + HOP_APART * n };
    const [body, young, grown] = [node.firstElementChild, node.querySelector(".young"), node.querySelector(".grown")];
    const turns = effect.becomes && grown;
    const low = (scale: string): Keyframe => ({ transform: `translateY(0px) ${scale}` });
    const hops = [low("scaleX(1)"), { transform: `translateY(-26px) scaleX(${turns ? 0 : 1})` }, low("scaleX(1)")];
    const swap = (to: number): Keyframe[] => [{ opacity: 1 - to }, { opacity: 1 - to, offset: 0.5 }, { opacity: to, offset: 0.5 }, { opacity: to }];
    return [
      ...animate(node, `${name} flies`, arc(from, this.#home(effect, effect.becomes), 70, (share) => `scale(${1 - 0.55 * share})`), { duration: FLY, delay: flightsFrom(row.length) + FLY_APART * n, easing: "ease-in-out" }),
      ...animate(body, `${name} hops`, hops, hop),
      ...(turns ? [...animate(young, `${name} turns`, swap(0), hop), ...animate(grown, `${name} is grown`, swap(1), hop)] : []),
    ];
  }
}
