// The computer's opinion of a game that is over: asked position by position, and what follows from it.
import { api, Refusal } from "./api";
import type { AnalysisAnswer, Replay } from "./messages";

/** How many positions before the end are looked at for the move at which a game turned. */
const LAST = 16;
/** A move that lost less than this share of the chances was not where it turned. */
const TURNED = 0.15;
const TRIES = 30;

export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}

/** The server thinks for many: when it asks for a pause, wait and ask again. */
export async function patiently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!["too_often", "busy", "try_again"].includes((error as Refusal).code) || tries === TRIES) throw error;
      await pause(2000, signal);
    }
  }
}

/** The moves that lead to a position of a game. */
export const played = (replay: Replay, until: number): string[] => replay.steps.slice(0, until).map(({ event }) => event.text);

/** What the computer thinks of the position after so many steps. */
export function judgePosition(replay: Replay, step: number, signal: AbortSignal): Promise<AnalysisAnswer> {
  const { game, options, initial_position: position } = replay;
  return patiently(() => api.analyse({ game, options, position, moves: played(replay, step), time_ms: 150, multipv: 1 }, signal), signal);
}

/** Where a game that this seat has lost turned: the step of its own that lost most of its chances; null when none lost much. */
export function turningStep(seats: (number | null)[], chances: (number | null)[]): number | null {
  let [found, most] = [null as number | null, TURNED];
  seats.forEach((seat, step) => {
    const [before, after] = [chances[step], chances[step + 1]];
    if (seat === null || before == null || after == null || before - after <= most) return;
    [found, most] = [step, before - after];
  });
  return found;
}

const positionAt = (replay: Replay, step: number) => (step === 0 ? replay.position : replay.steps[step - 1]!.position);

/** The same, asked of the server. Chances are those of the one who lost; at an end that the rules made there are none left. */
export async function findTurn(replay: Replay, loser: number, signal: AbortSignal): Promise<number | null> {
  const count = replay.steps.length;
  const chances: (number | null)[] = Array.from({ length: count + 1 }, () => null);
  for (let step = Math.max(0, count - LAST); step <= count; step += 1) {
    const { to_move: mover } = positionAt(replay, step);
    const best = mover === null ? null : (await judgePosition(replay, step, signal)).variations[0];
    signal.throwIfAborted();
    chances[step] = mover === null ? 0 : best ? (mover === loser ? best.win_probability : 1 - best.win_probability) : null;
  }
  return turningStep(replay.steps.map(({ event }) => (event.seat === loser ? loser : null)), chances);
}
