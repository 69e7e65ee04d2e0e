// The one polite live region: what has just happened, in words. What follows within a second is added, not put in its place:
// a screen reader would never get to the first.

export interface Line {
  id: number;
  text: string;
}

const TOGETHER = 1000;
let lines: readonly Line[] = $state.raw([]);
let count = 0;
let last = -Infinity;

export function say(text: string): void {
  if (!text) return;
  const now = performance.now();
  count += 1;
  lines = [...(now - last < TOGETHER ? lines : []), { id: count, text }];
  last = now;
}

export const said = (): readonly Line[] => lines;
