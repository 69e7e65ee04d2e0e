// Positions between the beats of a turn: what stands where once a beat has begun, and once it has ended. Pure, and the
// same for every game: an effect with `to` alone comes from a tray, one with both goes from place to place, and one with
// `from` alone leaves for a tray.
import type { PieceAt, Tray } from "$lib/messages";
import type { Effect, GameView } from "$lib/types";
import type { Beat } from "./beats";

/** A piece that keeps its key while it moves. */
export interface ShownPiece extends PieceAt {
  key: string;
  /** What it turns into during this beat. */
  becomes?: string;
}

export const keyOf = (piece: PieceAt): string => ("key" in piece ? (piece.key as string) : piece.id || `${piece.kind} ${piece.at}`);
export const becomes = (piece: PieceAt): string | undefined => ("becomes" in piece ? (piece.becomes as string) : undefined);

/** Whether a view is one of a story: a position between two beats. */
export const isTold = (view: GameView): boolean => view.pieces.some((piece) => "key" in piece);

/** The view with these pieces on the board. What a careful player would point out belongs to whole positions only. */
export const withPieces = (view: GameView, pieces: readonly PieceAt[]): GameView => ({ ...view, pieces: pieces.map((piece) => ({ ...piece, key: keyOf(piece) })), marks: [] });

const leaves = ({ from, to, piece }: Effect): boolean => Boolean(from && !to && piece);

/** The piece that an effect is about: by its name, or the uppermost one where it was. */
export function actorOf({ from, piece }: Effect, view: GameView): PieceAt | undefined {
  const there = view.pieces.filter(({ at, kind }) => at === from && (!piece || kind === piece.kind));
  return there.find(({ id }) => piece?.id && id === piece.id) ?? there.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))[0];
}

function counted(trays: readonly Tray[], seat: number | null | undefined, kind: string, by: number): Tray[] {
  const change = (tray: Tray): Tray => ({ ...tray, pieces: tray.pieces.map((pile) => (pile.kind === kind ? { ...pile, count: pile.count + by } : pile)) });
  return trays.map((tray) => (tray.seat === seat && tray.what !== "out" ? change(tray) : tray));
}

/** A beat begins: whoever comes is there, whoever moves is where it goes, and whoever leaves still stands. */
export function begun(view: GameView, { effects, cause }: Beat): GameView {
  const moving = effects.flatMap((effect) => {
    const actor = actorOf(effect, view);
    return actor && effect.from ? [{ actor, effect }] : [];
  });
  const pieces = view.pieces.map((piece): PieceAt => {
    const effect = moving.find(({ actor }) => actor === piece)?.effect;
    if (!effect) return piece;
    if (!effect.to) return effect.becomes ? ({ ...piece, becomes: effect.becomes } as ShownPiece) : piece;
    return { ...piece, at: effect.to, ...heightAt(effect.to, view, piece) };
  });
  let trays = view.trays;
  for (const { from, to, piece } of effects) {
    if (from || !to || !piece) continue;
    const seat = piece.seat;
    const coming: ShownPiece = { ...piece, id: piece.id || to, at: to, key: `${cause}+${to}`, ...heightAt(to, view) };
    pieces.push(coming);
    trays = counted(trays, seat, piece.kind, -1);
  }
  return { ...view, pieces, trays };
}

/** Games without stacks have no heights. */
function heightAt(place: string, view: GameView, without?: PieceAt): { height?: number } {
  if (!view.pieces.some(({ height }) => height !== undefined) && view.shape.kind !== "hexes") return {};
  return { height: view.pieces.filter((piece) => piece.at === place && piece !== without).length };
}

/** These effects have ended: whoever leaves is in the tray, as what it has become. */
export function ended(view: GameView, effects: readonly Effect[]): GameView {
  let { pieces, trays } = view;
  for (const effect of effects.filter(leaves)) {
    const actor = actorOf(effect, view);
    if (!actor || !pieces.includes(actor)) continue;
    pieces = pieces.filter((piece) => piece !== actor);
    trays = counted(trays, actor.seat, effect.becomes ?? actor.kind, 1);
  }
  return pieces === view.pieces ? view : { ...view, pieces, trays };
}

/** The places where something has changed, for those who see no motion. */
export const placesOf = (effects: readonly Effect[]): string[] => [...new Set(effects.flatMap(({ from, to }) => [from, to]).filter((place) => place !== undefined))];
