// Sentences by their code; what the page has no words for is shown as the server says it, never hidden.
import { beforeAll, expect, test, vi } from "vitest";
import { choiceName, optionHelp, optionName } from "./options";
import { hintWords } from "./hints";
import { openPack } from "./i18n.svelte";
import { tellRace } from "./race";
import { occupantName } from "./occupants";
import { view } from "../sync/samples";
import "./fileRefusals";
import "./moveRefusals";
import { refusal } from "./refusals";
import { pieceName, why } from "./words";

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  await openPack("race", "talk", "book", "moves", "refused");
});

const said = (code: string, args?: Record<string, string | number>) => ({ code, text: `English of ${code}`, ...(args ? { args } : {}) });

test("reasons for an end", () => {
  expect(why(said("three_in_row", { what: "kittens" }))).toBe("three kittens in a row");
  expect(why(said("three_in_row", { what: "cats" }))).toBe("three cats in a row");
  expect(why(said("surrounded", { seat: 0 }))).toBe("the white queen is surrounded");
  expect(why(said("surrounded", { seat: 1 }))).toBe("the black queen is surrounded");
  expect(why(said("claimed_repetition"))).toBe("the same position for the third time");
  expect(why(said("something_new"))).toBe("English of something_new");
});

test("refusals by category", () => {
  expect(refusal({ code: "not_your_turn", message: said("x") })).toBe("It is not your turn yet.");
  expect(refusal({ code: "bad_option", message: said("x") })).toBe("Those options do not go together.");
  expect(refusal({ code: "a_new_category", message: said("x") })).toBe("English of x");
  expect(refusal({ code: "500", sentence: null })).toBe("That did not work. Try again.");
});

test("refusals by what exactly is wrong", () => {
  const illegal = (code: string, args?: Record<string, string | number>) => refusal({ code: "illegal_move", message: said(code, args) });
  expect(illegal("space_taken", { space: "c3" })).toBe("c3 is taken. Choose an empty space.");
  expect(illegal("none_in_pool", { kind: "cat" })).toContain("no cat");
  expect(illegal("place_first", { bug: "wA1", kind: "ant" })).toBe("Place this one first: ant 1.");
  expect(illegal("cannot_go", { bug: "wS1", kind: "spider" })).toBe("It cannot go there. The spider walks exactly three steps around the hive.");
  expect(refusal({ code: "bad_message", message: said("line_unreadable", { line: 4, words: "0 k" }) })).toBe("Line 4 cannot be read: 0 k");
  expect(illegal("a_new_reason")).toBe("English of a_new_reason");
  expect(refusal({ code: "illegal_move", sentence: null })).toBe("That is not possible here. Choose one of the marked places.");
});

test("hints", () => {
  const move = { text: "k c3", kind: "place", piece: { id: "", kind: "kitten", seat: 0 }, to: "c3" };
  const hint = { seat: 0, moved: 5, reasons: [said("wins"), said("a_new_thought")], move };
  expect(hintWords(hint, view)).toBe("A good move is kitten on c3. It wins at once. English of a_new_thought");
});

test("a referee's reasons and hints", () => {
  const failed = (reason: ReturnType<typeof said>) => tellRace([{ kind: "failed", cause: 0, seat: 0, reason }], () => ({ kind: "name", name: "Ada" }));
  expect(failed(said("banned", { colour: "white" }))).toContain("white is banned");
  expect(failed(said("wrong_colour", { wall: "R", colour: "V" }))).toContain("red");
  expect(failed(said("new_reason"))).toContain("English of new_reason");
  expect(tellRace([{ kind: "hint", cause: 0, reason: said("new_hint") }], () => ({ kind: "name", name: "" }))).toContain("English of new_hint");
});

test("names", () => {
  expect(occupantName({ name: null, occupant: "bot", level: 3 })).toBe("Computer (level 3)");
  expect(occupantName({ name: "Player 1", occupant: "person" })).toBe("Player 1");
  expect(occupantName({ name: null, occupant: "person" })).toBe("");
  expect(pieceName({ id: "wA1", kind: "ant", seat: 0 })).toBe("ant 1");
  expect(pieceName({ id: "wQ", kind: "queen", seat: 0 })).toBe("queen");
  expect(pieceName({ id: "c3", kind: "kitten", seat: 0 })).toBe("kitten");
});

test("an option that the page does not know", () => {
  const option = { name: "new_rule", default: "a", help: "What it is.", choices: ["a", "b"] };
  expect([optionName(option), optionHelp(option), choiceName(option, "b")]).toEqual(["new_rule", "What it is.", "b"]);
});
