// Sentences: only the language that is spoken is loaded, with its own plural forms.
import { beforeEach, expect, test, vi } from "vitest";
import * as i18n from "./i18n.svelte";
import { settings } from "./settings.svelte";

beforeEach(() => {
  vi.stubGlobal("navigator", { languages: ["de-AT", "ru-RU", "en"] });
});

async function speaking(choice: string | null) {
  settings.language = choice;
  await i18n.speak(i18n.wantedLanguage());
  return i18n;
}

test("the browser's first language that we speak", async () => {
  const { language, m } = await speaking(null);
  expect(language()).toBe("ru");
  expect(m.your_turn()).toMatch(/ход/);
});

test("the person's choice comes first", async () => {
  const { language, m } = await speaking("fr");
  expect(language()).toBe("fr");
  expect(m.takeback()).toBe("Reprendre le coup");
});

test.each([
  [1, "1 день"],
  [3, "3 дня"],
  [11, "11 дней"],
  [21, "21 день"],
])("Russian counts %i day(s)", async (count, words) => {
  const { m } = await speaking("ru");
  expect(m.days_left({ count })).toBe(words);
});

test("a word may hold signs that mean something to a pattern", async () => {
  const { m } = await speaking("en");
  expect(m.turn_of({ who: { kind: "name", name: "$& {who}" } })).toContain("$& {who}");
});

test("rules and lessons are loaded when they are opened, and stay with a switch of language", async () => {
  const { m, openPack, speak } = await speaking("en");
  expect(m.r_boop_goal()).toBe("r_boop_goal");
  await openPack("book");
  const english = m.r_boop_goal();
  expect(english).not.toBe("r_boop_goal");
  settings.language = "uk";
  await speak("uk");
  expect(m.r_boop_goal()).toMatch(/[а-яі]/);
});

test("the latest wish counts, whichever language arrives first", async () => {
  const { language, speak } = await speaking("en");
  settings.language = "fr";
  const slow = speak("fr");
  settings.language = "uk";
  await Promise.all([speak("uk"), slow]);
  expect(language()).toBe("uk");
});

test("texts that are loaded at the same time are all there, whichever come last", async () => {
  const { m, openPack } = await speaking("en");
  const all = Promise.all.bind(Promise) as (parts: Promise<unknown>[]) => Promise<unknown[]>;
  vi.spyOn(Promise, "all").mockImplementationOnce((async (parts: Promise<unknown>[]) => {
    const found = await all(parts);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return found;
  }) as typeof Promise.all);
  const slow = openPack("more");
  await openPack("end");
  await slow;
  expect(m.flip()).not.toBe("flip");
  expect(m.end_gave_up()).not.toBe("end_gave_up");
});

test("who asks for texts that are on their way waits for them", async () => {
  const { m, openPack } = await speaking("en");
  void openPack("talk");
  await openPack("talk");
  expect(m.hint_place({ piece: "cat", space: "a1" })).not.toBe("hint_place");
});
