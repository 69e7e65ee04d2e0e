// The server's analysis of a finished game, position by position, and the move at which the game was lost.
import { api, Refusal } from "./api";
import type { AnalysisAnswer, Replay } from "./messages";

/** The move that lost the game is looked for among this many last steps. */
const LAST_STEPS = 16;
/** Only a move that lowered the win probability by more than this lost the game. */
const MIN_DROP = 0.15;
const MAX_RETRIES = 30;
const RETRY_AFTER_MS = 2000;
/** The server has no time for this request now. */
const TEMPORARY = ["too_often", "busy", "try_again"];
const THINKING_MS = 150;

/** Wait; when `signal` was aborted meanwhile, throw afterwards. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}

/** The server thinks for many people: when it has no time now, wait and ask again. */
async function retryWhileBusy<Answer>(request: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Refusal && TEMPORARY.includes(error.code)) || retries === MAX_RETRIES) throw error;
      await pause(RETRY_AFTER_MS, signal);
    }
  }
}

/** The notation of the first `count` moves. */
export const firstMoves = (replay: Replay, count: number): string[] => replay.steps.slice(0, count).map(({ event }) => event.text);

/** The text of the position after the first `count` steps. */
export async function textAfter(replay: Replay, count: number): Promise<string> {
  const { game, options, initial_position: position } = replay;
  return count === 0 ? position : (await api.inspect({ game, options, position, moves: firstMoves(replay, count) })).text;
}

/** What the server's analysis says about the position after the first `count` steps. */
export function analysePosition(replay: Replay, count: number, signal: AbortSignal): Promise<AnalysisAnswer> {
  const { game, options, initial_position: position } = replay;
  return retryWhileBusy(() => api.analyse({ game, options, position, moves: firstMoves(replay, count), time_ms: THINKING_MS, multipv: 1 }, signal), signal);
}

/**
 * The step of the loser's own that lowered the loser's win probability most; null when none lowered it by more than MIN_DROP.
 * `probabilities` has one more element than there are steps: the one before each step and the one at the end; null is unknown.
 */
export function largestDrop(isLosers: boolean[], probabilities: (number | null)[]): number | null {
  let found: number | null = null;
  let largest = MIN_DROP;
  isLosers.forEach((own, step) => {
    const [before, after] = [probabilities[step], probabilities[step + 1]];
    if (!own || before == null || after == null || before - after <= largest) return;
    [found, largest] = [step, before - after];
  });
  return found;
}

const positionAfter = (replay: Replay, count: number) => (count === 0 ? replay.position : replay.steps[count - 1]!.position);

/** The loser's win probability after the first `count` steps, in a game of two; 0 when the game is over then. */
async function losersProbability(replay: Replay, count: number, loser: number, signal: AbortSignal): Promise<number | null> {
  const { to_move: mover } = positionAfter(replay, count);
  if (mover === null) return 0;
  const best = (await analysePosition(replay, count, signal)).variations[0];
  if (!best) return null;
  return mover === loser ? best.win_probability : 1 - best.win_probability;
}

/** The step at which `loser` lost the game, as far as the server's analysis can tell. */
export async function findLosingStep(replay: Replay, loser: number, signal: AbortSignal): Promise<number | null> {
  const count = replay.steps.length;
  const probabilities: (number | null)[] = Array.from({ length: count + 1 }, () => null);
  for (let step = Math.max(0, count - LAST_STEPS); step <= count; step += 1) {
    probabilities[step] = await losersProbability(replay, step, loser, signal);
    signal.throwIfAborted();
  }
  return largestDrop(replay.steps.map(({ event }) => event.seat === loser), probabilities);
}
