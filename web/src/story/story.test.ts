// A turn is told beat by beat; what the screen shows follows the story.
import { beforeEach, expect, test, vi } from "vitest";
import type { Effect, GameView } from "$lib/types";
import { beatsOf, LONGEST, rateOf } from "./beats";
import { begun, ended, keyOf, withPieces } from "./frame";
import { Story, type Stage } from "./story.svelte";
import { settings } from "$lib/settings.svelte";

const kitten = (seat: number, at = "") => ({ id: at, kind: "kitten", seat });
const bed = (...spaces: [number, string][]): GameView => ({
  game: "boop",
  to_move: 0,
  mid_turn: false,
  shape: { kind: "squares", columns: 6, rows: 6 },
  pieces: spaces.map(([seat, at]) => ({ ...kitten(seat, at), at })),
  trays: [0, 1].map((seat) => ({ seat, what: "pool" as const, pieces: [{ kind: "kitten", count: 5 }, { kind: "cat", count: 0 }] })),
  marks: [{ what: "two_in_row", at: ["a1", "b1"] }],
});
const placed: Effect = { kind: "placed", cause: 0, piece: kitten(0), to: "c3" };
const booped: Effect = { kind: "booped", cause: 1, piece: kitten(1), from: "c4", to: "c5" };
const fell: Effect = { kind: "fell", cause: 1, piece: kitten(1), from: "a1", towards: [-1, -1] };
const grown: Effect = { kind: "graduated", cause: 2, piece: kitten(0), from: "c3", becomes: "cat" };
const count = (view: GameView, seat: number, kind: string) => view.trays.find((tray) => tray.seat === seat)!.pieces.find((pile) => pile.kind === kind)!.count;
const places = (view: GameView) => view.pieces.map(({ at }) => at).sort();

test("one boop is one beat, whatever happens to its pieces and in whatever order they are listed", () => {
  const found = beatsOf([placed, booped, grown, fell]);
  expect(found.map(({ name, effects }) => [name, effects.map(({ kind }) => kind)])).toEqual([["placed", ["placed"]], ["booped", ["booped", "fell"]], ["graduated", ["graduated"]]]);
});

test("a long turn is told faster", () => {
  expect(rateOf(1000, 1)).toBe(1);
  expect(rateOf(2 * LONGEST, 1)).toBe(2);
  expect(rateOf(1000, 2)).toBe(2);
});

test("a hand is one less when the piece leaves it, and one more when a piece has come home", () => {
  const [plop, boop, graduation] = beatsOf([placed, booped, fell, grown]);
  const start = withPieces(bed([1, "c4"], [1, "a1"]), bed([1, "c4"], [1, "a1"]).pieces);
  const landed = begun(start, plop!);
  expect([places(landed), count(landed, 0, "kitten")]).toEqual([["a1", "c3", "c4"], 4]);
  const flying = begun(ended(landed, plop!.effects), boop!);
  expect([places(flying), count(flying, 1, "kitten")]).toEqual([["a1", "c3", "c5"], 5]);
  expect(flying.pieces.find(({ at }) => at === "c5")).toMatchObject({ key: "c4" });
  const gone = ended(flying, boop!.effects);
  expect([places(gone), count(gone, 1, "kitten")]).toEqual([["c3", "c5"], 6]);
  const home = ended(begun(gone, graduation!), graduation!.effects);
  expect([places(home), count(home, 0, "kitten"), count(home, 0, "cat")]).toEqual([["c5"], 4, 1]);
});

test("of a stack the upper one goes, and it stands on what is there", () => {
  const hive: GameView = { ...bed(), shape: { kind: "hexes" }, pieces: [{ id: "wQ", kind: "queen", seat: 0, at: "0,0", height: 0 }, { id: "bB1", kind: "beetle", seat: 1, at: "0,0", height: 1 }, { id: "wA1", kind: "ant", seat: 0, at: "1,0", height: 0 }] };
  const step: Effect = { kind: "moved", cause: 0, piece: { id: "bB1", kind: "beetle", seat: 1 }, from: "0,0", to: "1,0" };
  const after = begun(hive, beatsOf([step])[0]!);
  expect(after.pieces.map((piece) => [keyOf(piece), piece.at, piece.height])).toEqual([["wQ", "0,0", 0], ["bB1", "1,0", 1], ["wA1", "1,0", 0]]);
});

/** A stage whose animations end when told. */
function stage() {
  const waiting: (() => void)[] = [];
  const played: string[] = [];
  const found: Stage = {
    root: { setAttribute: () => undefined, removeAttribute: () => undefined } as object as Element,
    pieces: (view) => view.pieces,
    length: () => 100,
    sounds: () => [],
    perform: (beat) => {
      played.push(beat.name);
      const finished = new Promise<void>((resolve) => waiting.push(resolve));
      return [{ animation: { finished, cancel: () => undefined, playbackRate: 1 } as object as Animation }];
    },
  };
  return { found, played, end: () => waiting.shift()?.() };
}

beforeEach(() => {
  vi.stubGlobal("window", { matchMedia: () => ({ matches: false }) });
  vi.stubGlobal("document", { hidden: false });
  settings.motion = "auto";
});

const later = bed([0, "c3"], [1, "c5"]);
function begin() {
  const story = new Story();
  const { found, played, end } = stage();
  story.playOn(() => Promise.resolve(found));
  story.show(bed([1, "c4"]));
  const done = vi.fn();
  return { story, played, end, done, found };
}

test("the position after a turn is shown when it has been told", async () => {
  const { story, played, end, done } = begin();
  story.tell({ view: later, effects: [placed, booped], own: true, done });
  await vi.waitFor(() => expect(played).toEqual(["placed"]));
  expect(places(story.view!)).toEqual(["c3", "c4"]);
  expect([story.busy, done.mock.calls.length]).toEqual([true, 0]);
  end();
  await vi.waitFor(() => expect(played).toEqual(["placed", "booped"]));
  end();
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect([story.view, story.busy]).toEqual([later, false]);
});

test("a touch shows the end of the other side's turn at once", async () => {
  const { story, played, done } = begin();
  story.tell({ view: later, effects: [placed, booped], own: false, done });
  await vi.waitFor(() => expect(played).toEqual(["placed"]));
  story.touched();
  expect([story.view, story.busy, done.mock.calls.length]).toEqual([later, false, 1]);
});

test("a touch in one's own turn ends that turn only", async () => {
  const { story, played, done } = begin();
  story.tell({ view: bed([0, "c3"], [1, "c4"]), effects: [placed], own: true, done });
  story.tell({ view: later, effects: [{ ...booped, cause: 0 }], own: false, done });
  await vi.waitFor(() => expect(played).toEqual(["placed"]));
  story.touched();
  expect([story.busy, done.mock.calls.length]).toEqual([true, 1]);
});

test("the answer begins 250 ms after my turn has ended", async () => {
  const { story, played, end, done } = begin();
  const began = performance.now();
  story.tell({ view: bed([0, "c3"], [1, "c4"]), effects: [placed], own: true, done });
  story.tell({ view: later, effects: [{ ...booped, cause: 0 }], own: false, done });
  await vi.waitFor(() => expect(played).toEqual(["placed"]));
  end();
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  const ended = performance.now();
  await vi.waitFor(() => expect(played).toHaveLength(2), 2000);
  expect(performance.now() - ended).toBeGreaterThan(245);
  expect(performance.now() - began).toBeGreaterThan(590);
});

test("what fails to be shown does not stop the table", async () => {
  const complaint = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { story, done, found } = begin();
  found.perform = () => {
    throw new Error("no such piece");
  };
  story.tell({ view: later, effects: [placed], own: true, done });
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(story.view).toBe(later);
  expect(complaint).toHaveBeenCalledOnce();
  complaint.mockRestore();
});

test("a move taken back is shown at once", async () => {
  const { story, played, done } = begin();
  story.tell({ view: later, effects: [placed], own: true, done });
  await vi.waitFor(() => expect(played).toEqual(["placed"]));
  const back = bed([1, "c4"]);
  story.tell({ view: back, effects: [], own: true, done });
  expect([story.view, story.busy, done.mock.calls.length]).toEqual([back, false, 2]);
});

test("the last turn is told once more, and nothing happens by it", async () => {
  const { story, played, end, done } = begin();
  story.tell({ view: later, effects: [placed], own: true, done });
  await vi.waitFor(() => expect(played).toEqual(["placed"]));
  end();
  await vi.waitFor(() => expect(story.busy).toBe(false));
  story.again();
  await vi.waitFor(() => expect(played).toEqual(["placed", "placed"]));
  end();
  await vi.waitFor(() => expect(story.busy).toBe(false));
  expect([story.view, done.mock.calls.length]).toEqual([later, 1]);
});

test("without motion the end is shown at once", async () => {
  settings.motion = "less";
  const { story, played, done } = begin();
  story.tell({ view: later, effects: [placed, booped], own: true, done });
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect([played, story.view]).toEqual([[], later]);
});

test("where motion is not wanted each beat is outlined for a moment", async () => {
  vi.stubGlobal("window", { matchMedia: () => ({ matches: true }) });
  const { story, played, done } = begin();
  story.tell({ view: later, effects: [placed, booped], own: true, done });
  await vi.waitFor(() => expect(story.outlined).toEqual(["c3"]));
  await vi.waitFor(() => expect(story.outlined).toEqual(["c4", "c5"]));
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect([story.outlined, played]).toEqual([[], []]);
});
