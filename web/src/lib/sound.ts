// Sounds. What makes them is fetched with the first one: the first board is there sooner, and the quiet never need it.
import { settings } from "./settings.svelte";
import type { Sound } from "./notes";

export function play(which: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  void import("./notes").then(({ sound }) => sound(which, settings.volume), () => undefined);
}
