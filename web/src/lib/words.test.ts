// People and sides in sentences: grammatical in every language, and "you" is you.
import { beforeEach, expect, test, vi } from "vitest";
import { view } from "../sync/samples";
import { m, speak, type Language } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import { overWords, ownedPiece, personAt, seamWords, sideOf, tell, type Naming } from "./words";

beforeEach(() => {
  vi.stubGlobal("navigator", { languages: ["en"] });
});

async function speaking(language: Language) {
  settings.language = language;
  await speak(language);
}

const bot = { name: null, occupant: "bot" as const, level: 3 };
const resigned = { winner: 1, reason: { code: "resigned", text: "resigned" } };
/** I am the first player, the computer is the second. */
const mine: Naming = (seat) => personAt(seat ? bot : undefined, sideOf("hive", seat), seat === 0);
/** Two people at one screen. */
const sides: Naming = (seat) => sideOf("hive", seat);

test.each([
  ["en", "White to move", "Black has won: White gave up"],
  ["fr", "Aux Blancs de jouer", "Les Noirs ont gagné\u00a0: les Blancs ont abandonné"],
  ["uk", "Хід білих", "Перемогли чорні: білі здалися"],
  ["ru", "Ход белых", "Победили чёрные: белые сдались"],
] as const)("sides in %s", async (language, turn, end) => {
  await speaking(language);
  expect(m.turn_of({ who: sides(0) })).toBe(turn);
  expect(overWords(resigned, sides, null)).toBe(end);
});

test.each([
  ["en", "The computer is thinking", "The computer has won: you gave up", "You have won: the other side gave up"],
  ["fr", "L’ordinateur réfléchit", "L’ordinateur a gagné\u00a0: tu as abandonné", "Tu as gagné\u00a0: l’adversaire a abandonné"],
  ["uk", "Комп’ютер думає", "Переміг комп’ютер: ви здалися", "Ви перемогли: суперник здався"],
  ["ru", "Компьютер думает", "Победил компьютер: вы сдались", "Вы победили: соперник сдался"],
] as const)("you and the computer in %s", async (language, turn, lost, won) => {
  await speaking(language);
  expect(m.turn_of({ who: mine(1) })).toBe(turn);
  expect(overWords(resigned, mine, 0)).toBe(lost);
  expect(overWords({ ...resigned, winner: 0 }, mine, 0)).toBe(won);
});

test("a game without a result is not a draw, and a player who stayed away is told of it", async () => {
  await speaking("en");
  const away = { winner: 0, reason: { code: "absence", text: "" } };
  expect(overWords(away, sides, 1)).toContain("away for too long");
  expect(overWords({ winner: null, reason: { code: "absence_ended", text: "" } }, sides, null)).toBe("The game is over: a player was away for too long, and nobody has won");
  expect(overWords({ winner: null, reason: { code: "abandoned", text: "" } }, sides, null)).toBe("The game is over: the game was broken off");
  expect(overWords({ winner: null, reason: { code: "closed_because", text: "the club closes" } }, sides, null)).toBe("The game is over: the club closes");
  expect(overWords({ winner: null, reason: { code: "agreed", text: "" } }, sides, null)).toBe("A draw: agreed");
});

test.each([
  ["en", "your ant 1", "black ladybug"],
  ["fr", "ta fourmi 1", "coccinelle noire"],
  ["uk", "ваша мураха 1", "чорне сонечко"],
  ["ru", "ваш муравей 1", "чёрная божья коровка"],
] as const)("pieces and their owners in %s", async (language, own, other) => {
  await speaking(language);
  expect(ownedPiece({ id: "wA1", kind: "ant", seat: 0 }, "hive", mine)).toBe(own);
  expect(ownedPiece({ id: "bL", kind: "ladybug", seat: 1 }, "hive", mine)).toBe(other);
});

test("a move is told by who made it, and a pushed piece by its colour", async () => {
  await speaking("en");
  const who: Naming = (seat) => personAt(undefined, sideOf("boop", seat), seat === 0);
  const effects = [
    { kind: "placed", cause: 0, seat: 0, piece: { id: "c3", kind: "kitten", seat: 0 }, to: "c3" },
    { kind: "booped", cause: 0, piece: { id: "d4", kind: "kitten", seat: 1 }, from: "d4", to: "e5" },
  ];
  expect(tell(effects, who, view)).toBe("Your move: kitten on c3. Boop: grey kitten from d4 to e5.");
});

test("a stitch is named by the two spaces next to it", async () => {
  await speaking("en");
  expect(seamWords("H2@3+")).toBe("between d3 and d4, heading right");
  expect(seamWords("V1@3-")).toBe("between b4 and c4, heading up");
});
