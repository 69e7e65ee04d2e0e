// Many effects become one line; few are told as they are.
import { beforeAll, expect, test, vi } from "vitest";
import type { Effect } from "./types";
import { view } from "../sync/samples";
import { tellBriefly } from "./briefly";
import { openPack, speak } from "./i18n.svelte";
import type { Naming } from "./words";

const who: Naming = () => ({ kind: "you", name: "You" });
const kitten = (at: string) => ({ id: at, kind: "kitten", seat: 1 });
const pushed = (kind: string, from: string): Effect => ({ kind, cause: 1, piece: kitten(from), from });

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  await speak("en");
  await openPack("moves");
});

test("many pieces are counted", () => {
  const effects: Effect[] = [{ kind: "placed", cause: 0, seat: 0, piece: kitten("c3"), to: "c3" }, pushed("booped", "c4"), pushed("fell", "b3")];
  expect(tellBriefly(effects, who, view)).toBe("Your move: kitten on c3. 2 booped, 1 off the bed.");
});

test("one piece is named", () => {
  expect(tellBriefly([{ ...pushed("booped", "c4"), to: "c5" }], who, view)).toContain("from c4 to c5");
});
