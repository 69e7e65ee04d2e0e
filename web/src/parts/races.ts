// A race and its set-up as one file: whoever sets one up plays it next.
export { default as RaceSeats } from "./RaceSeats.svelte";
export { default } from "./RaceTable.svelte";
