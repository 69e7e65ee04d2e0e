// Lets a unit test run effects.

/** Run something that has effects; they live until the returned function is called. */
export const inRoot = (run: () => void): (() => void) => $effect.root(run);
